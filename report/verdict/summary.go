package verdict

import (
	"fmt"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/report/table"
)

// QueueRow is a method on a queue, as summaries count it.
type QueueRow struct {
	*replay.Score
	Status Status
	Ratio  float64 // loss over another loss; NaN for none
}

// Total sums up a method over queues, of which it has the rows.
type Total []QueueRow

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
			t = append(t, QueueRow{r.Score, r.Status, ratio})
		}
		if len(t) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// Method returns the name of the method, which has a row at least.
func (t Total) Method() string { return t[0].Method }

// Holds counts the queues on which the method holds, also where it is Wide or
// Sparse.
func (t Total) Holds() int {
	return table.CountIf(t, func(r *QueueRow) bool { return r.IsCorrect() })
}

// Near counts the others on which it is not short.
func (t Total) Near() int { return len(t) - t.Holds() - t.With(TooShort) }

// String counts in words: "holds on 2 of 4 queues, is near on 1, is short on 1".
func (t Total) String() string {
	text := fmt.Sprintf("holds on %d of %s", t.Holds(), output.Counted(len(t), "queue"))
	if n := t.Near(); n > 0 {
		text += fmt.Sprintf(", is near on %d", n)
	}
	if n := t.With(TooShort); n > 0 {
		text += fmt.Sprintf(", is short on %d", n)
	}
	if n := t.With(Wide); n > 0 {
		text += fmt.Sprintf("; wide on %d", n)
	}
	return text
}

// With counts the queues with a status.
func (t Total) With(status Status) int {
	return table.CountIf(t, func(r *QueueRow) bool { return r.Status == status })
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
	t.Columns = table.Columns("method", "#queues", "#recommended", "#holds", "#near", "#short",
		"#wide", "#median loss / best", "#largest loss / best")
	for _, s := range totals {
		largest := math.NaN()
		if ratios := s.Ratios(); len(ratios) > 0 {
			largest = slices.Max(ratios)
		}
		t.Add(s.Method(), len(s), s.With(Recommended), s.Holds(), s.Near(), s.With(TooShort),
			s.With(Wide), table.FactorCell(backtest.Median(s.Ratios())), table.FactorCell(largest))
	}
	return t
}
