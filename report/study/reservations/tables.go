package reservations

import (
	"fmt"
	"math"

	"waitbench/replay/backtest"
	"waitbench/replay/study/varq"
	"waitbench/report"
	"waitbench/report/study"
)

// Formats of cells.
const (
	share  = "%.2f"
	signed = "%+.2f"
	whole  = "%.0f"
)

func right(heading, unit, key string) report.Column {
	return report.Column{Heading: heading, Unit: unit, Key: key, Align: report.Right}
}

// keys are the columns that all tables of a variant begin with.
func keys() []report.Column {
	return []report.Column{right("VARQ jobs", "%", "percent_varq_jobs"), right("request", "", "request")}
}

func (r *row) keys() []report.Cell {
	return []report.Cell{report.Number(math.Round(r.fraction*1e6)/1e4, "%v"), report.Number(r.request, share)}
}

// mean is that of a number of the cells over the seeds; absent where there are too few reservations
// for it.
func (r *row) mean(format string, number func(*varq.Cell) float64) report.Cell {
	if r.few() {
		return report.Absent()
	}
	return report.Number(r.cells.Mean(number), format)
}

// always is mean for numbers that do not hang on reservations.
func (r *row) always(format string, number func(*varq.Cell) float64) report.Cell {
	return report.Number(r.cells.Mean(number), format)
}

// few reports whether a seed has on average fewer than the least number of reservations.
func (r *row) few() bool { return r.cells.Mean(accepted) < varq.Least }

func accepted(c *varq.Cell) float64  { return float64(c.Accepted) }
func successes(c *varq.Cell) float64 { return float64(c.Successes) }
func success(c *varq.Cell) float64   { return c.Success }
func promised(c *varq.Cell) float64  { return c.Promised }
func predicted(c *varq.Cell) float64 { return c.Predicted }

func (s *Study) section(v variant) study.Section {
	return study.Section{
		Heading: "With " + v.words(),
		Tables:  []*report.Table{s.table4(v), s.bystanders(v)},
		Figures: []study.Figure{s.successFigure(v)},
	}
}

// table4 is table 4 of the paper beside ours.
func (s *Study) table4(v variant) *report.Table {
	t := &report.Table{
		ID:    "table4-" + v.name(),
		Title: fmt.Sprintf("Table 4: predicted and actual share of reservations kept, %s", v.words()),
		Columns: append(keys(),
			right("paper predicted", "", "paper_predicted"), right("paper actual", "", "paper_actual"), right("paper count", "", "paper_count"),
			right("count", "", "accepted"), right("of requests", "%", "accepted_percent"),
			right("promised", "", "promised"), right("predicted", "", "predicted"), right("actual", "", "actual"), right("least", "", "actual_least"), right("most", "", "actual_most"),
			right("from", "", "actual_lo"), right("to", "", "actual_hi"), right("actual - paper", "", "delta"), right("lead", "min", "median_lead_min")),
		Missing: fmt.Sprintf("the paper has no such cell, or fewer than %d reservations are accepted", varq.Least),
		Notes: []string{
			fmt.Sprintf("means over %d seeds; least, most: of the seeds; from, to: Wilson interval at confidence 0.95 for one seed's count", len(s.Result.Study.Seeds)),
			"promised: mean odds when the reservation was accepted; predicted: when the job was submitted, by what was known then; lead: median time from submission to deadline",
		},
	}
	impossible := false
	for _, r := range s.rows(v) {
		impossible = r.table4(t) || impossible
	}
	if impossible {
		t.Star = "cannot be as printed: an accepted reservation has at least the requested odds; predicted and actual may have changed places"
	}
	return t
}

// table4 adds the line of a row; it reports whether the paper's numbers cannot be.
func (r *row) table4(t *report.Table) (impossible bool) {
	line := r.keys()
	paper, ok := paperCell(r.fraction, r.request)
	delta := math.NaN()
	if ok {
		impossible = paper.swapped(r.request)
		cells := []report.Cell{report.Number(paper.predicted, share), report.Number(paper.actual, share), report.Count(paper.count)}
		cells[0].Star, cells[1].Star = impossible, impossible
		line = append(line, cells...)
		delta = -paper.actual
	} else {
		line = append(line, report.Absent(), report.Absent(), report.Absent())
	}
	low, high := r.cells.Range(success)
	from, to := r.wilson()
	if r.few() {
		low, high, from, to, delta = math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()
	}
	line = append(line,
		r.always(whole, accepted),
		r.always(whole, func(c *varq.Cell) float64 { return 100 * float64(c.Accepted) / float64(c.Converted) }),
		r.mean(share, promised), r.mean(share, predicted), r.mean(share, success),
		report.Number(low, share), report.Number(high, share), report.Number(from, share), report.Number(to, share),
		report.Number(r.cells.Mean(success)+delta, signed),
		r.mean(whole, func(c *varq.Cell) float64 { return c.MedianLead / 60 }),
	)
	t.Rows = append(t.Rows, line)
	return impossible
}

// wilson is the interval of the share kept, for as many as one seed has on average.
func (r *row) wilson() (from, to float64) {
	n := math.Round(r.cells.Mean(accepted))
	return backtest.Wilson(int(math.Round(min(r.cells.Mean(successes), n))), int(n), 0.95)
}

// bystanders is what reservations do to the others and to the machine.
func (s *Study) bystanders(v variant) *report.Table {
	t := &report.Table{
		ID:    "bystanders-" + v.name(),
		Title: fmt.Sprintf("What the others and the machine see, %s", v.words()),
		Columns: append(keys(),
			right("never asked", "", "never_asked"), right("mean wait", "s", "wait_s"), right("without VARQ", "s", "base_wait_s"),
			right("increase", "%", "increase_percent"), right("least", "%", "increase_least"), right("most", "%", "increase_most"),
			right("with rejected", "s", "queued_wait_s"), right("all", "s", "all_wait_s"),
			right("utilization", "", "utilization"), right("useful", "", "useful"), right("span", "days", "span_days"), right("within bounds", "", "correct")),
		Missing: "no such jobs",
		Notes: []string{
			"never asked: jobs after training that do not ask for a reservation, and their waits with and without VARQ, the very same jobs; with rejected: these and " +
				"the rejected, who are those that found the machine busy",
			fmt.Sprintf("utilization: nodes held, idle before a deadline or not; without VARQ %.4f; useful: nodes at work; within bounds: share of all waits within the .95 bounds given",
				s.Result.Base.Utilization),
		},
	}
	for _, r := range s.rows(v) {
		low, high := r.cells.Range(increase)
		t.Rows = append(t.Rows, append(r.keys(),
			r.always(whole, func(c *varq.Cell) float64 { return float64(c.Normal) }),
			r.always(whole, func(c *varq.Cell) float64 { return c.NormalWait }), r.always(whole, func(c *varq.Cell) float64 { return c.BaseWait }),
			r.always("%+.1f", increase), report.Number(low, "%+.1f"), report.Number(high, "%+.1f"),
			r.always(whole, func(c *varq.Cell) float64 { return c.QueuedWait }), r.always(whole, func(c *varq.Cell) float64 { return c.AllWait }),
			r.always("%.4f", func(c *varq.Cell) float64 { return c.Utilization }), r.always("%.4f", func(c *varq.Cell) float64 { return c.Useful }),
			r.always("%.2f", func(c *varq.Cell) float64 { return c.Span / 86400 }), r.always("%.4f", func(c *varq.Cell) float64 { return c.Correct }),
		))
	}
	return t
}

// increase is that of the waits of jobs that never asked, percent.
func increase(c *varq.Cell) float64 { return 100 * (c.NormalWait/c.BaseWait - 1) }
