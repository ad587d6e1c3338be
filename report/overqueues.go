package report

import (
	"math"
	"slices"

	"waitbench/methods"
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
		totals = append(totals, MethodTotals(of, Ranked(of, record.Settings.MethodNames()))...)
	}
	return Fill(NewTable(overQueues, record), totals,
		textColumn("method", func(t MethodTotal) string { return t.Method }),
		textColumn("quantile", func(t MethodTotal) string { return t.Level.String() }),
		countColumn("#queues", func(t MethodTotal) int { return t.Queues }),
		countColumn("#correct", func(t MethodTotal) int { return t.Correct }),
		countColumn("#on_edge=on the edge", func(t MethodTotal) int { return t.OnEdge }),
		countColumn("#recommended", func(t MethodTotal) int { return t.Recommended }),
		countColumn("#bounded=jobs", func(t MethodTotal) int { return t.Bounded }),
		numberColumn("#share", "%.3f", func(t MethodTotal) float64 {
			return t.Covered / float64(t.Bounded)
		}))
}

// MethodTable returns the table of a collection: a row for each method, over
// all queues.
func MethodTable(totals []MethodTotal) *Table {
	loss := func(head string, of func([]float64) float64) ColumnOf[MethodTotal] {
		return ColumnOf[MethodTotal]{head, func(t MethodTotal) Cell {
			if len(t.Factors) == 0 {
				return Missing()
			}
			return factorCell(of(t.Factors))
		}}
	}
	return Fill(NewTable("methods", nil), totals,
		textColumn("method", func(t MethodTotal) string { return t.Method }),
		countColumn("#queues", func(t MethodTotal) int { return t.Queues }),
		countColumn("#recommended", func(t MethodTotal) int { return t.Recommended }),
		countColumn("#correct", func(t MethodTotal) int { return t.Correct }),
		countColumn("#on the edge", func(t MethodTotal) int { return t.OnEdge }),
		countColumn("#fails", func(t MethodTotal) int { return t.Failed }),
		loss("#median loss / best", Median),
		loss("#largest loss / best", slices.Max[[]float64]))
}
