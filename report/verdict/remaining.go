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
	for _, s := range rows {
		t.AddScore(s, table.TimeCell(s.Age, table.Duration))
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

// RemainingOverQueues returns a table of how the bounds of remaining waits hold
// over the queues of several logs, by age and method. It has no rows for logs
// without ages.
func RemainingOverQueues(aged []replay.Score, l methods.Level) *table.Table {
	type key struct {
		age    float64
		method string
	}
	totals := map[key]Total{}
	for _, s := range remainingAt(aged, l) {
		k := key{s.Age, s.Method}
		totals[k] = append(totals[k], queueRow(s, Silent, LossRatio(s.Pinball, s.SubmissionPinball)))
	}
	t := table.New("remaining-waits-over-queues", leastRemaining)
	t.Columns = table.Columns("#age_s=age", "method", "#queues", "#correct", "#bounded=jobs",
		"#share", "#loss_ratio=median of loss / loss at submission")
	for _, k := range slices.SortedFunc(maps.Keys(totals), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.age, b.age), cmp.Compare(a.method, b.method))
	}) {
		jobs, share := totals[k].bounded()
		t.Add(table.TimeCell(k.age, table.Duration), k.method, len(totals[k]), totals[k].Correct(),
			jobs, table.Number(share, "%.3f"),
			table.Number(backtest.Median(totals[k].Ratios()), "%.2f"))
	}
	return t
}
