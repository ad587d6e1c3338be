package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/figure"
)

// Reservations has everything on the page of VARQ.
type Reservations struct {
	Log, SHA256 string // name of the log, and the sum of its file
	Queue       string
	Result      *varq.Result
	Example     *Example // may be nil
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

// chief are the variants in claims and tables: the first way to wait.
func (r *Reservations) chief() []variant {
	return slices.DeleteFunc(r.variants(), func(v variant) bool {
		return v.waiting != r.Result.Study.Waiting[0]
	})
}

// asked is a fraction of jobs and the probability they ask for, in a variant.
type asked struct {
	fraction, request float64
	cells             varq.Group
	paper             printedCell
}

func (v variant) all() []asked {
	var rows []asked
	for _, f := range v.Result.Study.Fractions {
		for _, q := range v.Result.Study.Requests {
			cells := v.Result.Group(v.deadlines, v.waiting, f, q)
			rows = append(rows, asked{f, q, cells, table4Cell(f, q)})
		}
	}
	return rows
}

// rows are those with enough reservations for means, by fraction and then by
// request.
func (v variant) rows() []asked { return slices.DeleteFunc(v.all(), asked.few) }

// few reports whether a seed has on average too few reservations.
func (a asked) few() bool { return a.mean(accepted) < varq.Least }

// mean is the mean of a number of the cells over seeds.
func (a asked) mean(number func(*varq.Cell) float64) float64 { return a.cells.Mean(number) }

func accepted(c *varq.Cell) float64  { return float64(c.Accepted) }
func share(c *varq.Cell) float64     { return float64(c.Accepted) / float64(c.Converted) }
func kept(c *varq.Cell) float64      { return c.Success }
func predicted(c *varq.Cell) float64 { return c.Predicted }

// increase is the increase of the waits of jobs that never asked, against the
// run without VARQ, percent.
func increase(c *varq.Cell) float64 { return 100 * (c.NormalWait/c.BaseWait - 1) }

// VARQ makes the page.
func VARQ(r *Reservations) *Page {
	base, trace := r.Result.Base, r.Result.Study.Trace
	seeds := len(r.Result.Study.Seeds)
	p := &Page{template: "varq.md", Cells: r.allCells()}
	var names []string
	for _, v := range r.chief() {
		names = append(names, v.name())
		p.Figures = append(p.Figures, v.figure())
	}
	p.Claims = claimsTable(varqClaims, names, r.chief(), words("varq claims", map[string]any{
		"Seeds": seeds, "Least": varq.Least, "Slack": fmt.Sprintf("%.2f", slack)}))
	values := map[string]any{
		"Log": r.Log, "SHA256": r.SHA256, "Queue": r.Queue, "Base": base, "Jobs": len(trace.Jobs),
		"Nodes": trace.Nodes, "Offered": trace.Offered(), "TooWide": trace.TooWide,
		"Overran": trace.Overran, "Span": fmt.Sprintf("%.1f", base.Span/86400),
		"Nearer": r.nearer(), "Impossible": r.impossible(), "Counts": r.counts(),
		"Overview": r.overview(), "Table4": r.table4(), "Costs": r.costs(),
	}
	if e := r.Example; e != nil {
		values["Reservations"] = ReservationTable([]*Example{e})
		p.Figures = append(p.Figures, Figure{"trajectory",
			"Probability trajectory of a job of " + e.Job + ".", e.Figure()})
	}
	p.Values = values
	return p
}

// slack is how far a mean over seeds may go the other way without being a
// change.
const slack = 0.02

// varqClaims are sentences of the paper.
var varqClaims = []claim[variant]{
	{"where few reserve, as many reservations are kept as asked for, no fewer and no more (within .05)",
		variant.few},
	{"the more jobs reserve, the fewer reservations are kept", func(v variant) answer {
		return v.steps("kept", func(a, b asked) bool { return a.request == b.request }, kept, -1)
	}},
	{"the higher the request, the fewer reservations are accepted", func(v variant) answer {
		return v.steps("accepted", sameFraction, share, -1)
	}},
	{"greater certainty costs more", func(v variant) answer {
		return v.steps("ratio", sameFraction, (*varq.Cell).Ratio, 1)
	}},
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
	at := slices.IndexFunc(fractions, func(f float64) bool {
		return table4Cell(f, paperRequests[0]).there()
	})
	return fractions[max(at, 0)]
}

// tooFew is the answer of a claim without enough reservations.
var tooFew = answer{"not measured", "too few reservations"}

func (v variant) few() answer {
	holds, texts := true, []string(nil)
	for _, a := range v.rows() {
		if a.fraction == v.fewest() {
			d := a.mean(kept) - a.request
			holds = holds && math.Abs(d) <= 0.05
			texts = append(texts, fmt.Sprintf("%.2f for %.2f (%+.2f)", a.mean(kept), a.request, d))
		}
	}
	if texts == nil {
		return tooFew
	}
	return says(holds, "%s", strings.Join(texts, ", "))
}

// steps goes from each row to the next of the same kind and answers whether a
// number grows in every step, or falls where the sign is -1. A step within the
// slack is a tie. The answer shows the step with the least growth.
func (v variant) steps(what string, alike func(a, b asked) bool, number func(*varq.Cell) float64, sign float64) answer {
	rows := v.rows()
	grows, ties, n := 0, 0, 0
	least, text := math.Inf(1), ""
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
			text = fmt.Sprintf("%s %.3f at %s %% / %v, %.3f at %s %% / %v", what,
				a.mean(number), inPercent(a.fraction), a.request, b.mean(number), inPercent(b.fraction), b.request)
		}
	}
	switch {
	case n == 0:
		return tooFew
	case grows+ties < n:
		return answer{"no", fmt.Sprintf("in %d of %d steps, %d ties; farthest %s", grows, n, ties, text)}
	case ties > 0:
		return answer{"not always", fmt.Sprintf("in %d of %d steps, the others are ties; closest %s", grows, n, text)}
	}
	return answer{"yes", fmt.Sprintf("in all %d steps; closest %s", n, text)}
}

func (v variant) conservative() answer {
	held, worst, text := 0, math.Inf(1), tooFew.measured
	rows := v.rows()
	for _, a := range rows {
		d := a.mean(kept) - a.mean(predicted)
		if d >= -slack {
			held++
		}
		if d < worst {
			worst = d
			text = fmt.Sprintf("%.2f predicted, %.2f kept (%s %%, request %v)",
				a.mean(predicted), a.mean(kept), inPercent(a.fraction), a.request)
		}
	}
	return says(held == len(rows) && held > 0, "in %d of %d; farthest %s", held, len(rows), text)
}

// extremes are the least and the greatest of a number of the cells and of base.
func (v variant) extremes(base float64, number func(*varq.Cell) float64) (low, high float64) {
	low, high = base, base
	for _, a := range v.rows() {
		l, h := a.cells.Range(number)
		low, high = min(low, l), max(high, h)
	}
	return low, high
}

func (v variant) span() answer {
	base := v.Result.Base.Span
	low, high := v.extremes(base, func(c *varq.Cell) float64 { return c.Span })
	return says(high-low <= 0.01*base, "%.1f to %.1f days, without VARQ %.1f; but that is the length of the log",
		low/86400, high/86400, base/86400)
}

func (v variant) work() answer {
	base := v.Result.Base.Useful
	worst, high := v.extremes(base, func(c *varq.Cell) float64 { return c.Useful })
	if high-base > base-worst {
		worst = high
	}
	return says(math.Abs(worst-base) <= 0.001, "%.4f without VARQ, farthest from it %.4f", base, worst)
}

// printedCell is a cell of the paper's table 4; NaN where it has no such cell.
type printedCell struct{ predicted, actual, count float64 }

// there reports whether the paper has the cell.
func (p printedCell) there() bool { return p.actual == p.actual }

// paperRequests are the probabilities of the columns of tables 3 and 4.
var paperRequests = []float64{0.5, 0.75, 0.95}

// table4Cell returns what the paper prints.
func table4Cell(fraction, request float64) printedCell {
	number := func(column string) float64 {
		return printedNumber(request, inPercent(fraction)+" % of the jobs", column)
	}
	return printedCell{number("predicted"), number("actual"), number("count")}
}

func printedNumber(request float64, at, column string) float64 {
	return report.PublishedNumber("varq", "varq", fmt.Sprint(request), at, column)
}

// swapped reports whether the two numbers of a cell seem to have changed places:
// the mean of probabilities of at least request is below it.
func (p printedCell) swapped(request float64) bool {
	return p.predicted < request && p.actual >= request
}

// inPercent is a fraction in percent.
func inPercent(fraction float64) string {
	return strconv.FormatFloat(math.Round(fraction*1e6)/1e4, 'g', -1, 64)
}

// nearer compares shared deadlines and own ones with the paper.
func (r *Reservations) nearer() map[string]string {
	chief := r.chief()
	if len(chief) != 2 {
		return nil
	}
	shared, own := chief[0], chief[1]
	word := "nearer to"
	if own.distance() > shared.distance() {
		word = "farther from"
	}
	return map[string]string{"Word": word,
		"Own": fmt.Sprintf("%.3f", own.distance()), "OwnName": own.name(),
		"Shared": fmt.Sprintf("%.3f", shared.distance()), "SharedName": shared.name()}
}

// impossible are the cells of the paper that cannot be as printed.
func (r *Reservations) impossible() (cells []map[string]string) {
	for _, a := range r.chief()[0].all() {
		if a.paper.swapped(a.request) {
			cells = append(cells, map[string]string{"Percent": inPercent(a.fraction),
				"Request": fmt.Sprintf("%.2f", a.request), "Actual": fmt.Sprintf("%.2f", a.paper.actual),
				"Predicted": fmt.Sprintf("%.2f", a.paper.predicted)})
		}
	}
	return cells
}

// counts are the numbers of reservations where few jobs ask.
func (r *Reservations) counts() map[string]any {
	var ours, paper []string
	for _, a := range r.chief()[0].all() {
		if a.paper.there() && a.fraction == r.fewest() {
			paper = append(paper, fmt.Sprintf("%.0f", a.paper.count))
			ours = append(ours, fmt.Sprintf("%.0f", a.mean(accepted)))
		}
	}
	if ours == nil {
		return nil
	}
	return map[string]any{"Jobs": r.Result.Base.Jobs, "Percent": inPercent(r.fewest()),
		"Paper": strings.Join(paper, ", "), "Ours": strings.Join(ours, ", ")}
}

// distance is the root mean square of the differences of shares kept from the
// paper's table 4, without the cell that cannot be.
func (v variant) distance() float64 {
	sum, n := 0.0, 0.0
	for _, a := range v.rows() {
		if a.paper.there() && !a.paper.swapped(a.request) {
			d := a.mean(kept) - a.paper.actual
			sum, n = sum+d*d, n+1
		}
	}
	return math.Sqrt(sum / n)
}

// overview shows for each variant and fraction the shares kept, in the order of
// the requests.
func (r *Reservations) overview() *report.Table {
	study := r.Result.Study
	t := &report.Table{
		ID: "overview", Title: "Share of reservations kept, for requests of " + strings.Trim(fmt.Sprint(study.Requests), "[]"),
		Columns: report.Columns("deadlines, waiting"), Missing: "not in the paper, or too few reservations",
		Notes: []string{"distance: root mean square of the differences from the paper, without its cell that cannot be as printed"},
	}
	for _, f := range study.Fractions {
		t.Columns = append(t.Columns, report.Columns(inPercent(f)+" % of the jobs")...)
	}
	t.Columns = append(t.Columns, report.Columns("#distance")...)
	add := func(name string, rows []asked, of func(asked) float64, distance report.Cell) {
		row := []report.Cell{report.Text(name)}
		for part := range slices.Chunk(rows, len(study.Requests)) {
			var texts []string
			for _, a := range part {
				texts = append(texts, strings.Replace(fmt.Sprintf("%.2f", of(a)), "NaN", "-", 1))
			}
			row = append(row, report.Text(strings.Join(texts, " / ")))
		}
		t.Rows = append(t.Rows, append(row, distance))
	}
	add("paper", r.variants()[0].all(), func(a asked) float64 { return a.paper.actual }, report.Missing())
	for _, v := range r.variants() {
		add(v.name(), v.all(), func(a asked) float64 {
			if a.few() {
				return math.NaN()
			}
			return a.mean(kept)
		}, report.Number(v.distance(), "%.3f"))
	}
	return t
}

// varqColumn is a column of tables with a row for each of the rows of the chief
// variants.
type varqColumn struct {
	heading, format string
	of              func(asked) float64
	always          bool // also where there are too few reservations
}

// mean is the mean of a number of the cells over seeds; least and greatest are
// its range.
func mean(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { return a.mean(number) }
}

func least(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { low, _ := a.cells.Range(number); return low }
}

func greatest(number func(*varq.Cell) float64) func(asked) float64 {
	return func(a asked) float64 { _, high := a.cells.Range(number); return high }
}

// table has the given columns, after those that say which row it is.
func (r *Reservations) table(id, title string, list []varqColumn, notes ...string) *report.Table {
	t := &report.Table{
		ID: id, Title: title, Columns: report.Columns("variant", "#jobs that ask|%", "#request"),
		Missing: fmt.Sprintf("the paper has no such cell, or fewer than %d reservations are accepted", varq.Least),
		Star:    "cannot be as printed: an accepted reservation has at least the requested probability",
		Notes:   notes,
	}
	for _, c := range list {
		t.Columns = append(t.Columns, report.Columns(c.heading)...)
	}
	for _, v := range r.chief() {
		for _, a := range v.all() {
			row := []report.Cell{report.Text(v.name()), report.Text(inPercent(a.fraction)),
				report.Number(a.request, "%.2f")}
			for _, c := range list {
				cell := report.Missing()
				if c.always || !a.few() {
					cell = report.Number(c.of(a), c.format)
				}
				share := strings.HasPrefix(c.heading, "#paper") && c.format == "%.2f"
				cell.Star = share && a.paper.swapped(a.request)
				row = append(row, cell)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// table4 is table 4 of the paper next to ours.
func (r *Reservations) table4() *report.Table {
	return r.table("table4", "Table 4: predicted and actual share of reservations kept", []varqColumn{
		{"#paper predicted", "%.2f", func(a asked) float64 { return a.paper.predicted }, true},
		{"#paper kept", "%.2f", func(a asked) float64 { return a.paper.actual }, true},
		{"#paper count", "%.0f", func(a asked) float64 { return a.paper.count }, true},
		{"#count", "%.0f", mean(accepted), true},
		{"#of requests|%", "%.0f", func(a asked) float64 { return 100 * a.mean(share) }, true},
		{"#predicted", "%.2f", mean(predicted), false},
		{"#kept", "%.2f", mean(kept), false},
		{"#least", "%.2f", least(kept), false}, {"#most", "%.2f", greatest(kept), false},
		{"#kept - paper", "%+.2f", func(a asked) float64 { return a.mean(kept) - a.paper.actual }, false},
	}, "least, most: of the seeds; predicted: when the job was submitted, by what was known then")
}

// costs is what reservations cost those who have them, the others and the
// machine.
func (r *Reservations) costs() *report.Table {
	var live []string // the last row of the paper's table 3
	for _, q := range paperRequests {
		live = append(live, fmt.Sprintf("%.2f for %.2f", printedNumber(q, "all", "ratio"), q))
	}
	return r.table("costs", "Cost of reservations, and what the others see", []varqColumn{
		{"#cost ratio", "%.2f", mean((*varq.Cell).Ratio), false},
		{"#of those kept", "%.2f", mean((*varq.Cell).RatioSuccess), false},
		{"#waits of others|%", "%+.1f", mean(increase), true},
		{"#least|%", "%+.1f", least(increase), true}, {"#most|%", "%+.1f", greatest(increase), true},
		{"#utilization", "%.4f", mean(func(c *varq.Cell) float64 { return c.Utilization }), true},
		{"#within bounds", "%.4f", mean(func(c *varq.Cell) float64 { return c.Correct }), true},
	}, words("varq costs", strings.Join(live, ", ")), words("varq waits", nil),
		words("varq utilization", fmt.Sprintf("%.4f", r.Result.Base.Utilization)))
}

// figure is the share of reservations kept against the requested probability,
// ours and the paper's.
func (v variant) figure() Figure {
	f := &figure.Curves{
		Title:  "Reservations kept against probability asked for, " + v.name(),
		XLabel: "requested probability", YLabel: "share of reservations kept",
		IsShare: true, Diagonal: "kept = asked for",
		Note: fmt.Sprintf("%s, queue %s, mean over %d seeds.", v.Log, v.Queue, len(v.Result.Study.Seeds)),
	}
	var papers []figure.Curve
	for rows := range slices.Chunk(v.all(), len(v.Result.Study.Requests)) {
		name := inPercent(rows[0].fraction) + " %"
		ours := figure.Curve{Marks: true, Name: name}
		paper := figure.Curve{Marks: true, Name: "paper, " + name}
		for _, a := range rows {
			if !a.few() {
				ours.X, ours.Y = append(ours.X, a.request), append(ours.Y, a.mean(kept))
			}
			if a.paper.there() {
				paper.X, paper.Y = append(paper.X, a.request), append(paper.Y, a.paper.actual)
			}
		}
		f.Series = append(f.Series, ours)
		if len(paper.X) > 0 {
			papers = append(papers, paper)
		}
	}
	f.Series = append(f.Series, papers...)
	return Figure{"success-" + v.name(), f.Title + ".", f}
}

// allCells has a row for each cell: a fraction, a probability, seed, deadlines and
// way to wait. The run without VARQ is the first.
func (r *Reservations) allCells() csvLines {
	const names = `deadlines waiting fraction request seed jobs converted accepted successes promised
		predicted actual actual_lo actual_hi median_lead_s required_node_s used_node_s
		required_kept_node_s used_kept_node_s never_asked wait_s base_wait_s queued_wait_s all_wait_s
		utilization useful span_s correct`
	return cellsOf(append([]*varq.Cell{r.Result.Base}, r.Result.Cells...), names, func(c *varq.Cell) []any {
		s := &c.Config
		return []any{
			string(s.Deadlines), string(s.Waiting), s.Fraction, s.Request, int64(s.Seed),
			int64(c.Jobs), int64(c.Converted), int64(c.Accepted), int64(c.Successes),
			c.Promised, c.Predicted, c.Success, c.SuccessLow, c.SuccessHigh, c.MedianLead,
			c.Required, c.Used, c.RequiredSuccess, c.UsedSuccess, int64(c.Normal),
			c.NormalWait, c.BaseWait, c.QueuedWait, c.AllWait, c.Utilization, c.Useful, c.Span, c.Correct,
		}
	})
}
