package verdict

import (
	"cmp"
	"maps"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// leastRemaining is the number of bounded jobs that a queue needs at an age to
// be in the tables of remaining waits.
const leastRemaining = 100

// RemainingTables returns the table remaining-waits: how the bounds of jobs
// that wait already hold, by queue, age and method. It returns none for a run
// without ages. aged are the scores of such bounds.
func RemainingTables(record *run.Record, aged []replay.Score) []*table.Table {
	var rows []*replay.Score
	if len(aged) > 0 {
		rows = remainingAt(aged, MainLevel(record, aged))
	}
	if len(rows) == 0 {
		return nil
	}
	t := table.New("remaining-waits", leastRemaining)
	t.Columns = table.Columns("@log", "@queue", "#age_s=age", "@method", "@jobs", "@bounded",
		"@correct", "@pinball_s", "@submission_pinball_s")
	totals := remainingTotals(rows)
	for _, s := range rows {
		t.AddScore(s, table.TimeCell(s.Age, table.Duration))
		star(t, slices.ContainsFunc(totals[ageMethod{s.Age, s.Method}], func(r QueueRow) bool {
			return r.Score == s && r.Status == TooShort
		}))
	}
	return []*table.Table{t}
}

// remainingAt returns the scores of all sizes at a level with enough bounded
// jobs, by log, queue and age.
func remainingAt(aged []replay.Score, l methods.Level) (rows []*replay.Score) {
	series, _ := SeriesAt(aged, l, 0)
	for _, s := range series {
		if s.Range == replay.AllRanges {
			slices.SortStableFunc(s.Scores, func(a, b *replay.Score) int {
				return cmp.Compare(a.Age, b.Age)
			})
			rows = append(rows, s.Scores...)
		}
	}
	return slices.DeleteFunc(rows, func(s *replay.Score) bool { return s.Bounded < leastRemaining })
}

// ageMethod is a method that bounds jobs at an age.
type ageMethod struct {
	age    float64
	method string
}

// remainingTotals sums up each method at each age. Its queues are tested together
// for where it is short.
func remainingTotals(rows []*replay.Score) map[ageMethod]Total {
	totals, shares := map[ageMethod]Total{}, map[ageMethod][]Share{}
	for _, s := range rows {
		k := ageMethod{s.Age, s.Method}
		shares[k] = append(shares[k], ShareOf(s))
		totals[k] = append(totals[k],
			QueueRow{s, Candidate, LossRatio(s.Pinball, s.SubmissionPinball)})
	}
	for k, t := range totals {
		for i, short := range Short(shares[k]) {
			if short {
				t[i].Status = TooShort
			}
		}
	}
	return totals
}

// RemainingOverQueues returns a table of how the bounds of remaining waits hold
// over the queues of several logs, by age and method. It has no rows for logs
// without ages.
func RemainingOverQueues(aged []replay.Score, l methods.Level) *table.Table {
	totals := remainingTotals(remainingAt(aged, l))
	t := table.New("remaining-waits-over-queues", leastRemaining)
	t.Columns = table.Columns("#age_s=age", "method", "#queues", "#holds", "#near", "#short",
		"#bounded=jobs", "#share", "#loss_ratio=median of loss / loss at submission")
	for _, k := range slices.SortedFunc(maps.Keys(totals), func(a, b ageMethod) int {
		return cmp.Or(cmp.Compare(a.age, b.age), cmp.Compare(a.method, b.method))
	}) {
		jobs, covered := 0, 0.0
		for _, r := range totals[k] {
			jobs, covered = jobs+r.Bounded, covered+r.Coverage*float64(r.Bounded)
		}
		t.Add(table.TimeCell(k.age, table.Duration), k.method, len(totals[k]), totals[k].Holds(),
			totals[k].Near(), totals[k].With(TooShort), jobs, table.Number(covered/float64(jobs), "%.3f"),
			table.Number(backtest.Median(totals[k].Ratios()), "%.2f"))
	}
	return t
}
