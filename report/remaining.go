package report

import (
	"cmp"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// leastRemaining is the number of bounded jobs that a queue needs at an age to
// be in the tables of remaining waits.
const leastRemaining = 100

// RemainingTables returns the table remaining-waits: how the bounds of jobs
// that wait already hold, by queue, age and method. It returns none for a run
// without ages. aged are the scores of such bounds.
func RemainingTables(record *run.Record, aged []replay.Score) []*Table {
	var rows []*replay.Score
	if len(aged) > 0 {
		rows = remainingAt(aged, MainLevel(record, aged))
	}
	if len(rows) == 0 {
		return nil
	}
	t := NewTable("remaining-waits", leastRemaining)
	t.Columns = Columns("@trace", "@queue", "#age_s=age", "@method", "@jobs", "@bounded", "@correct",
		"@pinball_s", "@submission_pinball_s")
	for _, s := range rows {
		t.AddScore(s, timeCell(s.Age, Duration))
	}
	return []*Table{t}
}

// remainingAt returns the scores of all sizes at a level with enough bounded
// jobs, by log, queue and age.
func remainingAt(aged []replay.Score, l methods.Level) (rows []*replay.Score) {
	order := map[[2]string]int{}
	for i := range aged {
		s := &aged[i]
		if key := [2]string{s.Trace, s.Queue}; order[key] == 0 {
			order[key] = len(order) + 1
		}
		if s.Range == replay.AllRanges && s.Level() == l && s.Bounded >= leastRemaining {
			rows = append(rows, s)
		}
	}
	slices.SortStableFunc(rows, func(a, b *replay.Score) int {
		return cmp.Or(cmp.Compare(order[[2]string{a.Trace, a.Queue}],
			order[[2]string{b.Trace, b.Queue}]), cmp.Compare(a.Age, b.Age))
	})
	return rows
}

// RemainingOverQueues returns a table of how the bounds of remaining waits hold
// over the queues of several logs, by age and method. It has no rows for logs
// without ages.
func RemainingOverQueues(aged []replay.Score, l methods.Level) *Table {
	type total struct {
		age             float64
		method          string
		queues, correct int
		bounded         int
		covered         float64
		ratios          []float64 // of losses
	}
	var totals []*total
	for _, s := range remainingAt(aged, l) {
		i := slices.IndexFunc(totals, func(t *total) bool {
			return t.age == s.Age && t.method == s.Method
		})
		if i < 0 {
			i, totals = len(totals), append(totals, &total{age: s.Age, method: s.Method})
		}
		t := totals[i]
		t.queues++
		t.bounded += s.Bounded
		t.covered += s.Coverage * float64(s.Bounded)
		if s.IsCorrect() {
			t.correct++
		}
		t.ratios = append(t.ratios, lossRatio(s.Pinball, s.SubmissionPinball))
	}
	slices.SortStableFunc(totals, func(a, b *total) int {
		return cmp.Or(cmp.Compare(a.age, b.age), cmp.Compare(a.method, b.method))
	})
	table := NewTable("remaining-waits-over-queues", leastRemaining)
	table.Columns = Columns("#age_s=age", "method", "#queues", "#correct", "#bounded=jobs", "#share",
		"#loss_ratio=median of loss / loss at submission")
	for _, t := range totals {
		table.Add(timeCell(t.age, Duration), t.method, t.queues, t.correct, t.bounded,
			Number(t.covered/float64(t.bounded), "%.3f"), Number(backtest.Median(t.ratios), "%.2f"))
	}
	return table
}
