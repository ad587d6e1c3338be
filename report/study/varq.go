package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/output"
	"waitbench/replay/study/varq"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/table"
)

// Reservations has everything on the page of VARQ.
type Reservations struct {
	Log, SHA256 string // name of the log, and the sum of its file
	Queue       string
	Result      *varq.Outcomes
	Example     *Example        // may be nil
	Live        []*Reservations // the probed machines, without Live
}

// variant is a way to set deadlines and to wait for them.
type variant struct {
	*Reservations
	Name    string
	waiting string
	Rows    []reserving // by fraction and then by request
}

// reserving is a row of a variant: the fraction of jobs that request a
// reservation, the probability they request, and what came of it by seed.
type reserving struct {
	Variant           string
	Fraction, Request float64
	Paper             printedCell
	seeds             []*varq.Cell
}

// over describes a number over the seeds.
func (a reserving) over(number func(*varq.Cell) float64) spread {
	var s sample
	for _, c := range a.seeds {
		s = append(s, number(c))
	}
	return s.spread()
}

// meanOf is a number of a row: the mean over the seeds.
func meanOf(number func(*varq.Cell) float64) func(reserving) float64 {
	return func(a reserving) float64 { return a.over(number).mean }
}

// Accepted is the mean number of reservations of a seed.
func (a reserving) Accepted() float64 {
	return a.over(acceptedCount).mean
}

// Numbers of a cell. Shares are of the requests accepted, and of the accepted
// reservations kept.

func acceptedShare(c *varq.Cell) float64 { return float64(c.Accepted) / float64(c.Converted) }
func acceptedCount(c *varq.Cell) float64 { return float64(c.Accepted) }
func keptShare(c *varq.Cell) float64     { return c.Success }
func predictedOdds(c *varq.Cell) float64 { return c.Predicted }
func usefulShare(c *varq.Cell) float64   { return c.Useful }
func simulatedTime(c *varq.Cell) float64 { return c.Span } // seconds

// longerWaits is by how much longer the other jobs wait, percent.
func longerWaits(c *varq.Cell) float64 { return 100 * (c.NormalWait/c.BaseWait - 1) }

func (r *Reservations) variants() (all []variant) {
	for seeds := range slices.Chunk(r.Result.Cells, r.Result.Study.Seeds) {
		c := seeds[0].Config
		name := fmt.Sprintf("%s-%s", c.Deadlines, c.Waiting)
		if n := len(all); n == 0 || all[n-1].Name != name {
			all = append(all, variant{Reservations: r, Name: name, waiting: c.Waiting})
		}
		v := &all[len(all)-1]
		v.Rows = append(v.Rows, reserving{name, c.Fraction, c.Request,
			table4Cell(c.Fraction, c.Request), seeds})
	}
	return all
}

// chief returns the variants in claims and tables: the first way to wait.
func (r *Reservations) chief() []variant {
	all := r.variants()
	waiting := all[0].waiting
	return slices.DeleteFunc(all, func(v variant) bool { return v.waiting != waiting })
}

// enough are the rows with enough reservations for means.
func (v variant) enough() []reserving {
	return slices.DeleteFunc(slices.Clone(v.Rows), reserving.few)
}

// few reports whether a seed has on average too few reservations.
func (a reserving) few() bool { return a.Accepted() < varq.Least }

// Percent is the fraction in percent.
func (a reserving) Percent() string { return inPercent(a.Fraction) }

// place names the row: the percentage, where jobs of the log ask, and the request.
func (a reserving) place() string {
	if a.Fraction == 0 {
		return fmt.Sprint(a.Request)
	}
	return fmt.Sprintf("%s %% / %v", a.Percent(), a.Request)
}

func inPercent(fraction float64) string {
	return strconv.FormatFloat(math.Round(fraction*1e6)/1e4, 'g', -1, 64)
}

// VARQ makes the page.
func VARQ(r *Reservations) *Page {
	chief := r.chief()
	text := map[string]any{
		"Log": r.Log, "SHA256": r.SHA256, "Queue": r.Queue, "Result": r.Result, "Chief": chief,
		"Days":     fmt.Sprintf("%.1f", r.Result.Base.Span/86400), // of the run without VARQ
		"Overview": r.overview(), "Table4": r.table4(), "Costs": r.costs(),
		// The rows of the paper where the fewest jobs ask.
		"Few": slices.DeleteFunc(chief[0].fewest(chief[0].Rows), func(a reserving) bool {
			return !a.Paper.there()
		}),
	}
	p := &Page{template: "varq.md", Cells: r.allCells(), Values: text}
	var headings []string
	for _, c := range chief {
		headings = append(headings, c.Name)
		p.Figures = append(p.Figures, c.figure())
	}
	note := oneLine("varq claims", map[string]any{
		"Seeds": r.Result.Study.Seeds, "Least": varq.Least, "Slack": fmt.Sprintf("%.2f", slack)})
	p.Claims = claimsTable(varqClaims, headings, chief, note)
	if machines := r.live(); len(machines) > 0 {
		headings = nil
		for _, v := range machines {
			headings = append(headings, v.Log)
		}
		live := claimsTable(liveClaims, headings, machines, note)
		live.ID, live.Title = "live", "Claims of the live experiment, and whether they hold here"
		text["Live"] = []*table.Table{r.table2(), r.table3(), live}
		if len(machines) > 1 {
			text["Pairs"] = r.pairTable()
		}
	}
	if e := r.Example; e != nil {
		text["Reservation"] = ReservationTable([]*Example{e})
		p.Figures = append(p.Figures, PageFigure{"trajectory",
			"Probability trajectory of a job of " + e.Job + ".", e.Figure()})
	}
	return p
}

// slack is how far a mean over seeds may go the other way without being a
// change.
const slack = 0.02

// varqClaims are sentences of the paper.
var varqClaims = []claim[variant]{
	{"where few reserve, as many reservations are kept as asked for, " +
		"no fewer and no more (within .05)",
		variant.asAskedFor},
	{"the more jobs reserve, the fewer reservations are kept", func(v variant) answer {
		return v.steps("kept", sameRequest, keptShare, -1)
	}},
	{"the higher the request, the fewer reservations are accepted", func(v variant) answer {
		return v.steps("accepted", sameFraction, acceptedShare, -1)
	}},
	{"greater certainty costs more", func(v variant) answer {
		return v.steps("ratio", sameFraction, (*varq.Cell).Ratio, 1)
	}},
	{"the probabilities are conservative: no fewer are kept than predicted", variant.asPredicted},
	{"the simulated time is about the same (within 1 %)", func(v variant) answer {
		base := v.Result.Base.Span
		low, high := v.extremes(base, simulatedTime)
		return answerOf(high-low <= 0.01*base,
			"%.1f to %.1f days, without VARQ %.1f; but that is the length of the log",
			low/86400, high/86400, base/86400)
	}},
	{"no work is lost: as many nodes are at work as without VARQ (within .001)",
		func(v variant) answer {
			base := v.Result.Base.Useful
			worst, high := v.extremes(base, usefulShare)
			if high-base > base-worst {
				worst = high
			}
			return answerOf(math.Abs(worst-base) <= 0.001,
				"%.4f without VARQ, farthest from it %.4f", base, worst)
		}},
	{"the others hardly notice (waits at most 5 % longer)", func(v variant) answer {
		low, high := math.Inf(1), math.Inf(-1)
		for _, a := range v.enough() {
			longer := a.over(longerWaits).mean
			low, high = min(low, longer), max(high, longer)
		}
		return answerOf(high <= 5, "%+.0f to %+.0f %%", low, high)
	}},
}

func sameFraction(a, b reserving) bool { return a.Fraction == b.Fraction }
func sameRequest(a, b reserving) bool  { return a.Request == b.Request }

// fewest returns the rows of the first fraction that the paper has as well,
// else of the first.
func (v variant) fewest(rows []reserving) (few []reserving) {
	k := slices.IndexFunc(v.Rows, func(a reserving) bool {
		return table4Cell(a.Fraction, 0.5).there()
	})
	for _, a := range rows {
		if a.Fraction == v.Rows[max(k, 0)].Fraction {
			few = append(few, a)
		}
	}
	return few
}

// tooFew is the answer of a claim without enough reservations.
var tooFew = answer{"not measured", "too few reservations"}

func (v variant) asAskedFor() answer {
	holds, texts := true, []string(nil)
	for _, a := range v.fewest(v.enough()) {
		mean := a.over(keptShare).mean
		d := mean - a.Request
		holds = holds && math.Abs(d) <= 0.05
		texts = append(texts, fmt.Sprintf("%.2f for %.2f (%+.2f)", mean, a.Request, d))
	}
	if texts == nil {
		return tooFew
	}
	return answerOf(holds, "%s", strings.Join(texts, ", "))
}

// steps goes from each row to the next of the same kind and answers whether a
// number grows in every step, or falls where the sign is -1. A step within the
// slack is a tie. The answer shows the step with the least growth.
func (v variant) steps(name string, sameKind func(a, b reserving) bool,
	number func(*varq.Cell) float64, sign float64) answer {
	rows := v.enough()
	grows, ties, n := 0, 0, 0
	slowest, text := math.Inf(1), ""
	for i, a := range rows {
		k := slices.IndexFunc(rows[i+1:], func(b reserving) bool { return sameKind(a, b) })
		if k < 0 {
			continue
		}
		b := rows[i+1+k]
		before, after := a.over(number).mean, b.over(number).mean
		growth := sign * (after - before)
		n++
		switch {
		case growth > slack:
			grows++
		case growth >= -slack:
			ties++
		}
		if growth < slowest {
			slowest = growth
			text = fmt.Sprintf("%s %.3f at %s, %.3f at %s", name, before, a.place(), after, b.place())
		}
	}
	switch {
	case n == 0:
		return tooFew
	case grows+ties < n:
		return answer{"no", fmt.Sprintf("in %d of %d steps, %d ties; farthest %s",
			grows, n, ties, text)}
	case ties > 0:
		return answer{"not always", fmt.Sprintf("in %d of %d steps, the others are "+
			"ties; closest %s", grows, n, text)}
	}
	return answer{"yes", fmt.Sprintf("in all %d steps; closest %s", n, text)}
}

func (v variant) asPredicted() answer {
	return v.conservative(meanOf(predictedOdds), "predicted")
}

// conservative answers whether no fewer reservations are kept than expected.
func (v variant) conservative(expected func(reserving) float64, word string) answer {
	n, worst, text := 0, math.Inf(1), tooFew.measured
	rows := v.enough()
	for _, a := range rows {
		promised, held := expected(a), a.over(keptShare).mean
		d := held - promised
		if d >= -slack {
			n++
		}
		if d < worst {
			worst = d
			text = fmt.Sprintf("%.2f %s, %.2f kept (%s)", promised, word, held, a.place())
		}
	}
	return answerOf(n == len(rows) && n > 0, "in %d of %d; farthest %s", n, len(rows), text)
}

// extremes are the least and the greatest of a number of the cells and of base.
func (v variant) extremes(base float64,
	number func(*varq.Cell) float64) (low, high float64) {
	low, high = base, base
	for _, a := range v.enough() {
		s := a.over(number)
		low, high = min(low, s.lowest), max(high, s.greatest)
	}
	return low, high
}

// printedCell is a cell of the paper's table 4; NaN where it has no such cell.
type printedCell struct{ Predicted, Actual, Count float64 }

// there reports whether the paper has the cell.
func (p printedCell) there() bool { return p.Actual == p.Actual }

// Impossible reports whether the two numbers of the paper's cell seem to have
// changed places: the mean of probabilities of at least Request is below it.
func (a reserving) Impossible() bool {
	return a.Paper.Predicted < a.Request && a.Paper.Actual >= a.Request
}

// table4Cell returns what the paper prints.
func table4Cell(fraction, request float64) printedCell {
	number := func(column string) float64 {
		return printedNumber(request, inPercent(fraction)+" % of the jobs", column)
	}
	return printedCell{number("predicted"), number("actual"), number("count")}
}

func printedNumber(request float64, at, column string) float64 {
	return published.Number("varq", "varq", fmt.Sprint(request), at, column)
}

// Distance is the root mean square of the differences of shares kept from the
// paper's table 4, without the cell that cannot be.
func (v variant) Distance() float64 {
	sum, n := 0.0, 0.0
	for _, a := range v.enough() {
		if a.Paper.there() && !a.Impossible() {
			d := a.over(keptShare).mean - a.Paper.Actual
			sum, n = sum+d*d, n+1
		}
	}
	return math.Sqrt(sum / n)
}

// fractions returns the rows of each fraction.
func (v variant) fractions() [][]reserving {
	return slices.Collect(slices.Chunk(v.Rows, len(v.Result.Study.Requests)))
}

// overview shows for each variant and fraction the shares kept, in the order of
// the requests.
func (r *Reservations) overview() *table.Table {
	all := r.variants()
	t := table.NewFrom(texts, "overview",
		strings.Trim(fmt.Sprint(r.Result.Study.Requests), "[]"))
	t.Columns = table.Columns("deadlines, waiting")
	for _, rows := range all[0].fractions() {
		t.Columns = append(t.Columns, table.Columns(rows[0].Percent()+" % of the jobs")...)
	}
	t.Columns = append(t.Columns, table.Columns("#distance")...)
	add := func(name string, v variant, share func(reserving) float64, distance float64) {
		row := []any{name}
		for _, rows := range v.fractions() {
			var shares []string
			for _, a := range rows {
				text := fmt.Sprintf("%.2f", share(a))
				shares = append(shares, strings.Replace(text, "NaN", "-", 1))
			}
			row = append(row, strings.Join(shares, " / "))
		}
		t.Add(append(row, table.Number(distance, "%.3f"))...)
	}
	add("paper", all[0], func(a reserving) float64 { return a.Paper.Actual }, math.NaN())
	enough := func(a reserving) float64 {
		if a.few() {
			return math.NaN()
		}
		return a.over(keptShare).mean
	}
	for _, v := range all {
		add(v.Name, v, enough, v.Distance())
	}
	return t
}

// varqColumn is a number in a table with a row for each row of the chief
// variants.
type varqColumn struct {
	heading, format string
	number          func(reserving) float64
	always          bool // also where there are too few reservations
}

// table adds columns after those that name the row.
func (r *Reservations) table(t *table.Table, columns []varqColumn) *table.Table {
	t.Columns = table.Columns("variant", "#jobs that ask|%", "#request")
	for _, c := range columns {
		t.Columns = append(t.Columns, table.Columns(c.heading)...)
	}
	for _, v := range r.chief() {
		for _, a := range v.Rows {
			row := []any{a.Variant, a.Percent(), table.Number(a.Request, "%.2f")}
			for _, c := range columns {
				cell := table.Missing()
				if !a.few() || c.always {
					cell = table.Number(c.number(a), c.format)
					cell.Star = a.Impossible() &&
						strings.HasPrefix(c.heading, "#paper") && c.format == "%.2f"
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
	}
	return t
}

// table4 is table 4 of the paper next to ours.
func (r *Reservations) table4() *table.Table {
	return r.table(table.NewFrom(texts, "table4", varq.Least), []varqColumn{
		{"#paper predicted", "%.2f", func(a reserving) float64 { return a.Paper.Predicted }, true},
		{"#paper kept", "%.2f", func(a reserving) float64 { return a.Paper.Actual }, true},
		{"#paper count", "%.0f", func(a reserving) float64 { return a.Paper.Count }, true},
		{"#count", "%.0f", reserving.Accepted, true},
		{"#of requests|%", "%.0f", func(a reserving) float64 {
			return 100 * a.over(acceptedShare).mean
		}, true},
		{"#predicted", "%.2f", meanOf(predictedOdds), false},
		{"#kept", "%.2f", meanOf(keptShare), false},
		{"#least", "%.2f", func(a reserving) float64 { return a.over(keptShare).lowest }, false},
		{"#most", "%.2f", func(a reserving) float64 { return a.over(keptShare).greatest }, false},
		{"#kept - paper", "%+.2f", func(a reserving) float64 {
			return a.over(keptShare).mean - a.Paper.Actual
		}, false},
	})
}

// costs is the cost of reservations to those who have them, the others and the
// machine.
func (r *Reservations) costs() *table.Table {
	var live []string // the last row of the paper's table 3
	for _, q := range []float64{0.5, 0.75, 0.95} {
		live = append(live, fmt.Sprintf("%.2f for %.2f", printedNumber(q, "all", "ratio"), q))
	}
	return r.table(table.NewFrom(texts, "costs", map[string]any{
		"Least": varq.Least, "Live": strings.Join(live, ", "),
		"Utilization": fmt.Sprintf("%.4f", r.Result.Base.Utilization),
	}), []varqColumn{
		{"#cost ratio", "%.2f", meanOf((*varq.Cell).Ratio), false},
		{"#of those kept", "%.2f", meanOf((*varq.Cell).RatioSuccess), false},
		{"#waits of others|%", "%+.1f", meanOf(longerWaits), true},
		{"#least|%", "%+.1f", func(a reserving) float64 { return a.over(longerWaits).lowest }, true},
		{"#most|%", "%+.1f", func(a reserving) float64 { return a.over(longerWaits).greatest }, true},
		{"#utilization", "%.4f", meanOf(func(c *varq.Cell) float64 { return c.Utilization }), true},
		{"#within bounds", "%.4f", meanOf(func(c *varq.Cell) float64 { return c.Correct }), true},
	})
}

// figure is the share of reservations kept against the requested probability,
// ours and the paper's.
func (v variant) figure() PageFigure {
	f := &figure.Curves{
		Title:  "Reservations kept against probability asked for, " + v.Name,
		XLabel: "requested probability", YLabel: "share of reservations kept",
		Diagonal: "kept = asked for",
		Note: fmt.Sprintf("%s, queue %s, mean and range of %d seeds.", v.Log,
			v.Queue, v.Result.Study.Seeds),
	}
	var papers []figure.Curve
	for i, rows := range v.fractions() {
		name := rows[0].Percent() + " % of the jobs ask"
		ours := figure.Curve{Marks: true, Name: name}
		paper := figure.Curve{Marks: true, Name: "paper, " + rows[0].Percent() + " %", Pair: i + 1}
		for _, a := range rows {
			if !a.few() {
				s := a.over(keptShare)
				ours.X, ours.Y = append(ours.X, a.Request), append(ours.Y, s.mean)
				ours.Low, ours.High = append(ours.Low, s.lowest), append(ours.High, s.greatest)
			}
			if a.Paper.there() {
				paper.X, paper.Y = append(paper.X, a.Request), append(paper.Y, a.Paper.Actual)
			}
		}
		f.Series = append(f.Series, ours)
		if len(paper.X) > 0 {
			papers = append(papers, paper)
		}
	}
	f.Series = append(f.Series, papers...)
	return PageFigure{"success-" + v.Name, f.Title + ".", f}
}

// allCells has a row for each cell: a fraction, a probability, seed, deadlines
// and way to wait. The run without VARQ is the first.
func (r *Reservations) allCells() output.CSV {
	lines := output.CSV{strings.Fields(`log every_s deadlines waiting fraction request seed
		jobs converted accepted successes promised
		predicted actual actual_lo actual_hi median_lead_s
		required_node_s used_node_s required_kept_node_s used_kept_node_s never_asked
		wait_s base_wait_s queued_wait_s all_wait_s
		utilization useful span_s correct`)}
	for _, of := range append([]*Reservations{r}, r.Live...) {
		of.addCells(&lines)
	}
	return lines
}

func (r *Reservations) addCells(lines *output.CSV) {
	for _, c := range append([]*varq.Cell{r.Result.Base}, r.Result.Cells...) {
		s := &c.Config
		lines.Add(r.Log, s.Every, s.Deadlines, s.Waiting, s.Fraction, s.Request, s.Seed,
			c.Jobs, c.Converted, c.Accepted, c.Successes, c.Promised,
			c.Predicted, c.Success, c.SuccessLow, c.SuccessHigh, c.MedianLead,
			c.Required, c.Used, c.RequiredSuccess, c.UsedSuccess, c.Normal,
			c.NormalWait, c.BaseWait, c.QueuedWait, c.AllWait,
			c.Utilization, c.Useful, c.Span, c.Correct)
	}
}
