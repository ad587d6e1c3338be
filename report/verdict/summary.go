package verdict

import (
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
)

// QueueRow is a method on a queue, as summaries count it.
type QueueRow struct {
	Method  string
	Status  Status // Silent where no verdict is made
	Correct bool
	Bounded float64 // jobs
	Covered float64 // of Bounded
	Ratio   float64 // loss over another loss; NaN for none
}

// Total sums up a method over queues, of which it has the rows.
type Total []QueueRow

// queueRow returns the row of a score whose loss has a ratio to another one.
func queueRow(s *replay.Score, status Status, ratio float64) QueueRow {
	return QueueRow{s.Method, status, s.IsCorrect(), float64(s.Bounded),
		s.Coverage * float64(s.Bounded), ratio}
}

// Totals returns the total of each method with bounds. Ratios are factors,
// on the queues where the method holds and is compared.
func Totals(verdicts []Verdict, methodNames []string) (all []Total) {
	rows := ofMethods(verdicts)
	for _, name := range methodNames {
		var t Total
		for _, r := range rows {
			if r.Score.Method != name {
				continue
			}
			ratio := math.NaN()
			if r.Status <= Wide {
				ratio = r.Factor
			}
			t = append(t, queueRow(r.Score, r.Status, ratio))
		}
		if len(t) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// Method returns the name of the method, which has a row at least.
func (t Total) Method() string { return t[0].Method }

// Correct counts the queues on which the method is correct.
func (t Total) Correct() int {
	return table.CountIf(t, func(r *QueueRow) bool { return r.Correct })
}

// With counts the queues with a status.
func (t Total) With(status Status) int {
	return table.CountIf(t, func(r *QueueRow) bool { return r.Status == status })
}

// bounded returns the jobs with bounds, and the share of them that started
// within.
func (t Total) bounded() (jobs int, share float64) {
	covered := 0.0
	for i := range t {
		jobs += int(t[i].Bounded)
		covered += t[i].Covered
	}
	return jobs, covered / float64(jobs)
}

// Ratios lists the ratios.
func (t Total) Ratios() (list []float64) {
	for i := range t {
		if table.Known(t[i].Ratio) {
			list = append(list, t[i].Ratio)
		}
	}
	return list
}

// Geometric returns the geometric mean of the ratios, NaN for none.
func (t Total) Geometric() float64 { return backtest.Geometric(t.Ratios()) }

// MethodTable returns the table of a collection: a row for each method, over
// all queues.
func MethodTable(totals []Total) *table.Table {
	t := table.New("methods", nil)
	t.Columns = table.Columns("method", "#queues", "#recommended", "#correct", "#short",
		"#median loss / best", "#largest loss / best")
	for _, s := range totals {
		largest := math.NaN()
		if ratios := s.Ratios(); len(ratios) > 0 {
			largest = slices.Max(ratios)
		}
		t.Add(s.Method(), len(s), s.With(Recommended), s.Correct(), s.With(TooShort),
			table.FactorCell(backtest.Median(s.Ratios())), table.FactorCell(largest))
	}
	return t
}
