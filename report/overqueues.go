package report

import (
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// MethodTotal sums up the verdicts on a method, over the queues where it has
// bounds.
type MethodTotal struct {
	Method                      string
	Level                       methods.Level
	Queues                      int
	Correct                     int // on how many of the queues, as the next three
	OnEdge, Recommended, Failed int
	Bounded                     int       // jobs
	Covered                     float64   // of Bounded
	Factors                     []float64 // on the queues where it is correct and compared
}

// MethodTotals returns the totals of methods, for the ones with bounds.
func MethodTotals(verdicts []Verdict, names []string) (totals []MethodTotal) {
	for _, name := range names {
		t := MethodTotal{Method: name}
		for i := range verdicts {
			m := verdicts[i].Find(name)
			if m == nil || m.Status == Silent {
				continue
			}
			t.Queues++
			t.Level = verdicts[i].Level
			t.Bounded += m.Bounded
			t.Covered += m.Coverage * float64(m.Bounded)
			if m.IsCorrect() {
				t.Correct++
			}
			switch m.Status {
			case Recommended:
				t.Recommended++
			case OnEdge:
				t.OnEdge++
			case Failed:
				t.Failed++
			}
			if m.Status <= Loose && !math.IsNaN(m.Factor) {
				t.Factors = append(t.Factors, m.Factor)
			}
		}
		if t.Queues > 0 {
			totals = append(totals, t)
		}
	}
	return totals
}

// overQueues is the ID of the table of OverQueues.
const overQueues = "methods-over-queues"

// OverQueues returns the table of a batch of logs: a row for each method and
// level, over all queues.
func OverQueues(record *run.Record, verdicts []Verdict) *Table {
	var totals []MethodTotal
	for _, l := range levelsOf(verdicts) {
		of := AllSizes(verdicts, l)
		totals = append(totals, MethodTotals(of, Ranked(of, record.Settings.Methods))...)
	}
	t := NewTable(overQueues, record)
	t.Columns = Columns("method", "quantile", "#queues", "#correct", "#on_edge=on the edge",
		"#recommended", "#bounded=jobs", "#share")
	for _, m := range totals {
		t.Add(m.Method, m.Level, m.Queues, m.Correct, m.OnEdge, m.Recommended, m.Bounded,
			Number(m.Covered/float64(m.Bounded), "%.3f"))
	}
	return t
}

// MethodTable returns the table of a collection: a row for each method, over
// all queues.
func MethodTable(totals []MethodTotal) *Table {
	t := NewTable("methods", nil)
	t.Columns = Columns("method", "#queues", "#recommended", "#correct", "#on the edge", "#fails",
		"#median loss / best", "#largest loss / best")
	for _, m := range totals {
		largest := math.NaN()
		if len(m.Factors) > 0 {
			largest = slices.Max(m.Factors)
		}
		t.Add(m.Method, m.Queues, m.Recommended, m.Correct, m.OnEdge, m.Failed,
			factorCell(backtest.Median(m.Factors)), factorCell(largest))
	}
	return t
}
