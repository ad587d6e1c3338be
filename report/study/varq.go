package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/figure"
)

// Reservations are what the page of VARQ is made from.
type Reservations struct {
	Log, SHA256 string // name of the log, and that of its file
	Queue       string
	Result      *varq.Result
	Example     *Example // nil for none
}

// variant is a way to set deadlines and to wait for them.
type variant struct {
	*Reservations
	deadlines varq.Deadlines
	waiting   varq.Waiting
}

func (v variant) name() string { return fmt.Sprintf("%s-%s", v.deadlines, v.waiting) }

func (r *Reservations) variants() []variant {
	var all []variant
	for _, d := range r.Result.Study.Deadlines {
		for _, w := range r.Result.Study.Waiting {
			all = append(all, variant{r, d, w})
		}
	}
	return all
}

// chief are the variants that the claims and tables are about: the first way to wait.
func (r *Reservations) chief() []variant {
	return slices.DeleteFunc(r.variants(), func(v variant) bool { return v.waiting != r.Result.Study.Waiting[0] })
}

// asked is a fraction of jobs and the probability they ask for, in a variant.
type asked struct {
	fraction, request float64
	cells             varq.Group
}

// rows are those with enough reservations for means of them, by fraction and then by request.
func (v variant) rows() []asked {
	return slices.DeleteFunc(v.all(), func(a asked) bool { return a.few() })
}

func (v variant) all() []asked {
	var rows []asked
	for _, f := range v.Result.Study.Fractions {
		for _, q := range v.Result.Study.Requests {
			rows = append(rows, asked{f, q, v.Result.Group(v.deadlines, v.waiting, f, q)})
		}
	}
	return rows
}

// few reports whether a seed has on average fewer than the least number of reservations.
func (a asked) few() bool { return a.mean(accepted) < varq.Least }

// mean is the mean of a number of the cells over seeds.
func (a asked) mean(number func(*varq.Cell) float64) float64 { return a.cells.Mean(number) }

func accepted(c *varq.Cell) float64  { return float64(c.Accepted) }
func share(c *varq.Cell) float64     { return float64(c.Accepted) / float64(c.Converted) }
func kept(c *varq.Cell) float64      { return c.Success }
func predicted(c *varq.Cell) float64 { return c.Predicted }

// increase is that of the waits of jobs that never asked, against the run without VARQ, percent.
func increase(c *varq.Cell) float64 { return 100 * (c.NormalWait/c.BaseWait - 1) }

// VARQ makes the page.
func VARQ(r *Reservations) *Page {
	base, trace := r.Result.Base, r.Result.Study.Trace
	var names []string
	for _, v := range r.chief() {
		names = append(names, v.name())
	}
	p := &Page{
		Title: "Virtual advance reservations on " + r.Log,
		Intro: []string{
			fmt.Sprintf("The jobs of queue %s, %d of them, are run again on %d nodes under EASY backfilling, as D. "+
				"Nurmi, R. Wolski and J. Brevik did (VARQ: Virtual Advance Reservations for Queues, 2008). A part "+
				"of them asks for a reservation: to be running at a deadline with a given probability. VARQ submits "+
				"such a job, with its wall time stretched to the deadline, at the latest moment from which QBETS "+
				"gives this probability. Deadlines are shared, at multiples of the period (grid), or a period after "+
				"each request (ahead); a plan stands as it was accepted (plan), is made again every 300 s (replan), "+
				"or is given up if it has become too late when it is due (withdraw).",
				r.Queue, len(trace.Jobs), trace.Nodes),
			fmt.Sprintf("Without VARQ the jobs after training wait %.0f s on average and %.0f s in the median, with "+
				"an offered load of %.3f and a utilization of %.3f. %d jobs are too wide for the machine and left "+
				"out; %d ran past their estimates in the log, and are ended there. The log has SHA-256 %s.",
				base.AllWait, base.MedianWait, trace.Offered(), base.Utilization, trace.TooWide, trace.Overran, r.SHA256),
		},
		Claims: claimsTable(varqClaims, names, r.chief(), fmt.Sprintf("means over %d seeds, of cells with at least "+
			"%d reservations; a step or a difference of at most %.2f is a tie",
			len(r.Result.Study.Seeds), varq.Least, slack)),
		Cells: r.frame(),
	}
	compared := Section{Heading: "Beside the paper's table 4", Text: r.compared(), Tables: []*report.Table{r.overview(), r.table4()}}
	for _, v := range r.chief() {
		compared.Figures = append(compared.Figures, v.figure())
	}
	p.Sections = []Section{compared, {Heading: "What reservations cost", Text: r.benign(), Tables: []*report.Table{r.costs()}}}
	if r.Example != nil {
		p.Sections = append(p.Sections, r.Example.section())
	}
	return p
}

// slack is what a mean over seeds may go the other way and still not be a change.
const slack = 0.02

// varqClaims are sentences of the paper.
var varqClaims = []claim[variant]{
	{"where few reserve, as many reservations are kept as asked for, no fewer and no more (within .05)", variant.few},
	{"the more jobs reserve, the fewer reservations are kept", func(v variant) answer {
		return v.steps("kept", func(a, b asked) bool { return a.request == b.request }, kept, -1)
	}},
	{"the higher the request, the fewer reservations are accepted", func(v variant) answer {
		return v.steps("accepted", sameFraction, share, -1)
	}},
	{"greater certainty costs more", func(v variant) answer { return v.steps("ratio", sameFraction, (*varq.Cell).Ratio, 1) }},
	{"the probabilities are conservative: no fewer are kept than predicted", variant.conservative},
	{"the simulated time is about the same (within 1 %)", variant.span},
	{"no work is lost: as many nodes are at work as without VARQ (within .001)", variant.work},
	{"the others hardly notice (waits at most 5 % longer)", func(v variant) answer {
		low, high := math.Inf(1), math.Inf(-1)
		for _, a := range v.rows() {
			low, high = min(low, a.mean(increase)), max(high, a.mean(increase))
		}
		return says(high <= 5, "%+.0f to %+.0f %%", low, high)
	}},
}

func sameFraction(a, b asked) bool { return a.fraction == b.fraction }

// fewest is the first fraction that the paper has as well, else the first.
func (r *Reservations) fewest() float64 {
	fractions := r.Result.Study.Fractions
	at := slices.IndexFunc(fractions, func(f float64) bool { return table4Cell(f, paperRequests[0]).there() })
	return fractions[max(at, 0)]
}

func (v variant) few() answer {
	holds, words := true, []string(nil)
	for _, a := range v.rows() {
		if a.fraction == v.fewest() {
			d := a.mean(kept) - a.request
			holds = holds && math.Abs(d) <= 0.05
			words = append(words, fmt.Sprintf("%.2f for %.2f (%+.2f)", a.mean(kept), a.request, d))
		}
	}
	if words == nil {
		return answer{"not measured", "too few reservations"}
	}
	return says(holds, "%s", strings.Join(words, ", "))
}

// steps goes from each row to the next of the same kind, and says whether a number grows in every
// step, or falls where the sign is -1; a step within the slack is a tie. It shows the step with the
// least growth.
func (v variant) steps(what string, alike func(a, b asked) bool, number func(*varq.Cell) float64, sign float64) answer {
	rows := v.rows()
	grows, ties, n := 0, 0, 0
	least, words := math.Inf(1), ""
	for i, a := range rows {
		k := slices.IndexFunc(rows[i+1:], func(b asked) bool { return alike(a, b) })
		if k < 0 {
			continue
		}
		b := rows[i+1+k]
		growth := sign * (b.mean(number) - a.mean(number))
		n++
		switch {
		case growth > slack:
			grows++
		case growth >= -slack:
			ties++
		}
		if growth < least {
			least = growth
			words = fmt.Sprintf("%s %.3f at %s %% / %v, %.3f at %s %% / %v", what, a.mean(number), inPercent(a.fraction), a.request,
				b.mean(number), inPercent(b.fraction), b.request)
		}
	}
	switch {
	case n == 0:
		return answer{"not measured", "too few reservations"}
	case grows+ties < n:
		return answer{"no", fmt.Sprintf("in %d of %d steps, %d ties; farthest %s", grows, n, ties, words)}
	case ties > 0:
		return answer{"not always", fmt.Sprintf("in %d of %d steps, the others are ties; closest %s", grows, n, words)}
	}
	return answer{"yes", fmt.Sprintf("in all %d steps; closest %s", n, words)}
}

func (v variant) conservative() answer {
	held, worst, words := 0, math.Inf(1), "too few reservations"
	rows := v.rows()
	for _, a := range rows {
		d := a.mean(kept) - a.mean(predicted)
		if d >= -slack {
			held++
		}
		if d < worst {
			worst = d
			words = fmt.Sprintf("%.2f predicted, %.2f kept (%s %%, request %v)", a.mean(predicted), a.mean(kept), inPercent(a.fraction), a.request)
		}
	}
	return says(held == len(rows) && held > 0, "in %d of %d; farthest %s", held, len(rows), words)
}

func (v variant) span() answer {
	base := v.Result.Base.Span
	low, high := base, base
	for _, a := range v.rows() {
		l, h := a.cells.Range(func(c *varq.Cell) float64 { return c.Span })
		low, high = min(low, l), max(high, h)
	}
	return says(high-low <= 0.01*base, "%.1f to %.1f days, without VARQ %.1f; but that is the length of the log",
		low/86400, high/86400, base/86400)
}

func (v variant) work() answer {
	base := v.Result.Base.Useful
	worst := base
	for _, a := range v.rows() {
		low, high := a.cells.Range(func(c *varq.Cell) float64 { return c.Useful })
		for _, x := range []float64{low, high} {
			if math.Abs(x-base) > math.Abs(worst-base) {
				worst = x
			}
		}
	}
	return says(math.Abs(worst-base) <= 0.001, "%.4f without VARQ, farthest from it %.4f", base, worst)
}

// printedCell is a cell of the paper's table 4; NaN where it has no such cell.
type printedCell struct{ predicted, actual, count float64 }

// there reports whether the paper has the cell.
func (p printedCell) there() bool { return p.actual == p.actual }

// paperRequests are the probabilities of the columns of tables 3 and 4.
var paperRequests = []float64{0.5, 0.75, 0.95}

// table4Cell gives what the paper prints.
func table4Cell(fraction, request float64) printedCell {
	at := inPercent(fraction) + " % of the jobs"
	return printedCell{printedNumber(request, at, "predicted"), printedNumber(request, at, "actual"), printedNumber(request, at, "count")}
}

func printedNumber(request float64, at, column string) float64 {
	return report.PublishedNumber("varq", "varq", fmt.Sprint(request), at, column)
}

// swapped reports whether the two numbers of a cell seem to have changed places: the mean of
// probabilities of at least request is below it.
func (p printedCell) swapped(request float64) bool {
	return p.predicted < request && p.actual >= request
}

// inPercent is a fraction in percent.
func inPercent(fraction float64) string {
	return strconv.FormatFloat(math.Round(fraction*1e6)/1e4, 'g', -1, 64)
}

// compared sets the study beside the paper in words.
func (r *Reservations) compared() []string {
	var text []string
	study := r.Result.Study
	chief := r.chief()
	if len(chief) == 2 {
		better := "nearer to"
		if chief[1].distance() > chief[0].distance() {
			better = "farther from"
		}
		text = append(text, fmt.Sprintf("Everyone who asks within the same period has the same deadline, sees the "+
			"same probabilities, plans the same moment, and queues behind the others; the history knows of no such "+
			"rush. A deadline of its own for each job, as in the paper's live experiment, is %s its table 4: the "+
			"shares kept are %.3f from it (root mean square) with %s, %.3f with %s.",
			better, chief[1].distance(), chief[1].name(), chief[0].distance(), chief[0].name()))
	}
	for _, f := range study.Fractions {
		for _, q := range study.Requests {
			if p := table4Cell(f, q); p.swapped(q) {
				text = append(text, fmt.Sprintf("The paper's cell for %s %% and %.2f cannot be as printed: every "+
					"reservation that is accepted has a probability of %.2f or more, so their mean is not %.2f. "+
					"With its two numbers changed over, %.2f predicted and %.2f kept, it also fits the paper's "+
					"text, by which the guarantees break down there alone.",
					inPercent(f), q, q, p.predicted, p.actual, p.predicted))
			}
		}
	}
	var ours, papers []string
	for _, a := range chief[0].all() {
		if p := table4Cell(a.fraction, a.request); p.there() && a.fraction == r.fewest() {
			papers, ours = append(papers, fmt.Sprintf("%.0f", p.count)), append(ours, fmt.Sprintf("%.0f", a.mean(accepted)))
		}
	}
	if len(ours) > 0 {
		text = append(text, fmt.Sprintf("Counts do not compare: the paper does not say how long its trace was, and "+
			"here there are %d jobs after training. At %s %% it accepts %s reservations, here it is %s.",
			r.Result.Base.Jobs, inPercent(r.fewest()), strings.Join(papers, ", "), strings.Join(ours, ", ")))
	}
	return text
}

// distance is the root mean square of the differences of shares kept from the paper's table 4,
// without the cell that cannot be.
func (v variant) distance() float64 {
	sum, n := 0.0, 0.0
	for _, a := range v.rows() {
		if p := table4Cell(a.fraction, a.request); p.there() && !p.swapped(a.request) {
			d := a.mean(kept) - p.actual
			sum, n = sum+d*d, n+1
		}
	}
	return math.Sqrt(sum / n)
}

// overview shows for each variant and fraction the shares kept, in the order of the requests.
func (r *Reservations) overview() *report.Table {
	study := r.Result.Study
	shares := func(of func(f, q float64) float64) (cells []report.Cell) {
		for _, f := range study.Fractions {
			var words []string
			for _, q := range study.Requests {
				words = append(words, strings.Replace(fmt.Sprintf("%.2f", of(f, q)), "NaN", "-", 1))
			}
			cells = append(cells, report.Text(strings.Join(words, " / ")))
		}
		return cells
	}
	t := &report.Table{
		ID: "overview", Title: fmt.Sprintf("Share of reservations kept, for requests of %v", strings.Trim(fmt.Sprint(study.Requests), "[]")),
		Columns: report.Columns("deadlines, waiting"), Missing: "not in the paper, or too few reservations",
		Notes: []string{"distance: root mean square of the differences from the paper, without its cell that cannot be as printed"},
	}
	for _, f := range study.Fractions {
		t.Columns = append(t.Columns, report.Columns(inPercent(f)+" % of the jobs")...)
	}
	t.Columns = append(t.Columns, report.Columns("#distance")...)
	paper := shares(func(f, q float64) float64 { return table4Cell(f, q).actual })
	t.Rows = append(t.Rows, append(append([]report.Cell{report.Text("paper")}, paper...), report.Missing()))
	for _, v := range r.variants() {
		ours := shares(func(f, q float64) float64 {
			if a := (asked{cells: r.Result.Group(v.deadlines, v.waiting, f, q)}); !a.few() {
				return a.mean(kept)
			}
			return math.NaN()
		})
		t.Rows = append(t.Rows, append(append([]report.Cell{report.Text(v.name())}, ours...), report.Number(v.distance(), "%.3f")))
	}
	return t
}

// varqColumn is a column of tables with a row for each of the rows of the chief variants.
type varqColumn struct {
	heading, format string
	of              func(asked) float64
	always          bool // also where there are too few reservations
}

// mean is the mean of a number of the cells over seeds, least and most are its range.
func mean(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { return a.mean(number) }
}

func least(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { low, _ := a.cells.Range(number); return low }
}

func most(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { _, high := a.cells.Range(number); return high }
}

// table fills in the columns behind those that say which row it is.
func (r *Reservations) table(id, title string, list []varqColumn) *report.Table {
	t := &report.Table{
		ID: id, Title: title, Columns: report.Columns("variant", "#jobs that ask|%", "#request"),
		Missing: fmt.Sprintf("the paper has no such cell, or fewer than %d reservations are accepted", varq.Least),
		Star:    "cannot be as printed: an accepted reservation has at least the requested probability",
	}
	for _, c := range list {
		t.Columns = append(t.Columns, report.Columns(c.heading)...)
	}
	for _, v := range r.chief() {
		for _, a := range v.all() {
			row := []report.Cell{report.Text(v.name()), report.Text(inPercent(a.fraction)), report.Number(a.request, "%.2f")}
			for _, c := range list {
				cell := report.Missing()
				if c.always || !a.few() {
					cell = report.Number(c.of(a), c.format)
				}
				cell.Star = strings.HasPrefix(c.heading, "#paper") && c.format == "%.2f" && table4Cell(a.fraction, a.request).swapped(a.request)
				row = append(row, cell)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// table4 is table 4 of the paper beside ours.
func (r *Reservations) table4() *report.Table {
	paper := func(a asked) printedCell { return table4Cell(a.fraction, a.request) }
	t := r.table("table4", "Table 4: predicted and actual share of reservations kept", []varqColumn{
		{"#paper predicted", "%.2f", func(a asked) float64 { return paper(a).predicted }, true},
		{"#paper kept", "%.2f", func(a asked) float64 { return paper(a).actual }, true},
		{"#paper count", "%.0f", func(a asked) float64 { return paper(a).count }, true},
		{"#count", "%.0f", mean(accepted), true},
		{"#of requests|%", "%.0f", func(a asked) float64 { return 100 * a.mean(share) }, true},
		{"#predicted", "%.2f", mean(predicted), false},
		{"#kept", "%.2f", mean(kept), false}, {"#least", "%.2f", least(kept), false}, {"#most", "%.2f", most(kept), false},
		{"#kept - paper", "%+.2f", func(a asked) float64 { return a.mean(kept) - paper(a).actual }, false},
	})
	t.Notes = []string{"least, most: of the seeds; predicted: when the job was submitted, by what was known then"}
	return t
}

// benign says what to think of the paper's word for VARQ.
func (r *Reservations) benign() []string {
	return []string{fmt.Sprintf("The paper calls VARQ benign because all its simulations take about the same time. "+
		"That time is the length of the trace, whatever VARQ does (here %.1f days). What the others pay is seen "+
		"where the waits of the very same jobs are compared, with and without VARQ.",
		r.Result.Base.Span/86400)}
}

// costs is what reservations cost those who have them, the others and the machine.
func (r *Reservations) costs() *report.Table {
	t := r.table("costs", "Cost of reservations, and what the others see", []varqColumn{
		{"#cost ratio", "%.2f", mean((*varq.Cell).Ratio), false}, {"#of those kept", "%.2f", mean((*varq.Cell).RatioSuccess), false},
		{"#waits of others|%", "%+.1f", mean(increase), true},
		{"#least|%", "%+.1f", least(increase), true}, {"#most|%", "%+.1f", most(increase), true},
		{"#utilization", "%.4f", mean(func(c *varq.Cell) float64 { return c.Utilization }), true},
		{"#within bounds", "%.4f", mean(func(c *varq.Cell) float64 { return c.Correct }), true},
	})
	t.Notes = []string{
		"cost ratio: node-hours charged over node-hours required; those not kept start late and are charged no more than they run. " + livePaper(),
		"waits of others: change of the mean wait of the jobs after training that never ask, and its range over seeds",
		fmt.Sprintf("utilization: nodes held, idle before a deadline or not; without VARQ %.4f; within bounds: "+
			"share of all waits within the .95 bounds given", r.Result.Base.Utilization),
	}
	return t
}

// livePaper is the last row of the paper's table 3 in words.
func livePaper() string {
	var words []string
	for _, q := range paperRequests {
		words = append(words, fmt.Sprintf("%.2f for %.2f", printedNumber(q, "all", "ratio"), q))
	}
	return "The paper's live reservations, six hours ahead, of jobs of 10 min to 4 h: " + strings.Join(words, ", ") + " (table 3, all machines)"
}

// figure is the share of reservations kept against that asked for, ours and the paper's.
func (v variant) figure() Figure {
	f := &figure.Curves{
		Title:  "Reservations kept against probability asked for, " + v.name(),
		XLabel: "requested probability", YLabel: "share of reservations kept", High: 1, Diagonal: "kept = asked for",
		Note: fmt.Sprintf("%s, queue %s, mean over %d seeds.", v.Log, v.Queue, len(v.Result.Study.Seeds)),
	}
	var papers []figure.Curve
	for _, fraction := range v.Result.Study.Fractions {
		ours := figure.Curve{Marks: true, Name: inPercent(fraction) + " %"}
		paper := figure.Curve{Marks: true, Name: "paper, " + inPercent(fraction) + " %"}
		for _, a := range v.all() {
			if a.fraction != fraction {
				continue
			}
			if !a.few() {
				ours.X, ours.Y = append(ours.X, a.request), append(ours.Y, a.mean(kept))
			}
			if p := table4Cell(fraction, a.request); p.there() {
				paper.X, paper.Y = append(paper.X, a.request), append(paper.Y, p.actual)
			}
		}
		f.Series = append(f.Series, ours)
		if len(paper.X) > 0 {
			papers = append(papers, paper)
		}
	}
	f.Series = append(f.Series, papers...)
	return Figure{Name: "success-" + v.name(), Caption: f.Title + ".", Figure: f}
}

// frame is a row for each cell: a fraction, a probability, seed, deadlines and way to wait. That
// without VARQ is the first.
func (r *Reservations) frame() arrowio.Frame {
	const names = `deadlines waiting fraction request seed jobs converted accepted successes promised predicted actual actual_lo actual_hi
		median_lead_s required_node_s used_node_s required_kept_node_s used_kept_node_s never_asked wait_s base_wait_s queued_wait_s
		all_wait_s utilization useful span_s correct`
	return frame(append([]*varq.Cell{r.Result.Base}, r.Result.Cells...), names, func(c *varq.Cell) []any {
		s := &c.Config
		return []any{
			string(s.Deadlines), string(s.Waiting), s.Fraction, s.Request, int64(s.Seed),
			int64(c.Jobs), int64(c.Converted), int64(c.Accepted), int64(c.Successes),
			c.Promised, c.Predicted, c.Success, c.SuccessLow, c.SuccessHigh, c.MedianLead,
			c.Required, c.Used, c.RequiredSuccess, c.UsedSuccess,
			int64(c.Normal), c.NormalWait, c.BaseWait, c.QueuedWait, c.AllWait, c.Utilization, c.Useful, c.Span, c.Correct,
		}
	})
}
