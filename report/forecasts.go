package report

import (
	"fmt"
	"maps"
	"slices"

	"waitbench/replay"
	"waitbench/replay/run"
)

// ForecastTables returns the table forecasts-by-queue: how near forecasts of
// waits came to the actual waits. It returns none if no method forecasts. The
// scores are of the main level, on which forecasts do not depend.
func ForecastTables(record *run.Record, scores []replay.Score) []*Table {
	names := Forecasting(scores)
	if len(names) == 0 {
		return nil
	}
	var rows []*replay.Score
	best := map[string]float64{} // correlation by trace and queue
	series, _ := seriesAt(scores, MainLevel(record, scores), record.Settings.MinJobs)
	for _, s := range series {
		first := len(rows)
		for _, m := range names {
			if score := s.find(m); s.procs == replay.AllRanges && score != nil &&
				score.Forecasts.Jobs > 0 {
				rows = append(rows, score)
			}
		}
		if len(rows) > first {
			best[s.trace+"\n"+s.queue] = bestOf(rows[first:], "log_corr")
		}
	}
	t := NewTable("forecasts-by-queue", nil)
	columns := []string{"trace", "queue", "method", "pointed", "scored", "mae_s", "median_ae_s",
		"log_corr", "within_2x",
		"within_1min", "within_10min", "right_10min", "slowdown_error", "turnaround_dev"}
	Fill(t, rows, scoreColumns(func(s *replay.Score) *replay.Score { return s }, columns...)...)
	at := slices.Index(columns, "log_corr")
	t.Columns[at].Marked = true
	for i, s := range rows {
		t.Rows[i][at].Bold = s.Forecasts.LogCorrelation == best[s.Trace+"\n"+s.Queue]
	}
	return []*Table{t}
}

const (
	allQueues  = "all" // the queue in a row of all queues
	leastHeads = 100   // heads that a queue needs for a row of its own
	leastHead  = 10    // least time of heads in the second fit, seconds
)

// publishedHeads are the strategies of Downey's paper that predict as a method
// does.
var publishedHeads = map[string]string{"downey": "PRED", "downey-bias": "BIAS"}

// headRow is a row of the table of heads.
type headRow struct {
	trace, queue, method string
	heads                []replay.Head
}

// HeadTables returns the table heads: the forecasts at the head of the queue.
// It returns none if there are no such forecasts. A row is of the heads of all
// queues of a log, or of a queue with leastHeads.
func HeadTables(heads []replay.Heads) []*Table {
	if len(heads) == 0 {
		return nil
	}
	var rows []headRow
	for _, h := range heads {
		byQueue := map[string][]replay.Head{}
		for _, head := range h.Heads {
			byQueue[head.Queue] = append(byQueue[head.Queue], head)
		}
		rows = append(rows, headRow{h.Trace, allQueues, h.Method, h.Heads})
		for _, queue := range slices.Sorted(maps.Keys(byQueue)) {
			if len(byQueue) > 1 && len(byQueue[queue]) >= leastHeads {
				rows = append(rows, headRow{h.Trace, queue, h.Method, byQueue[queue]})
			}
		}
	}
	columns := []ColumnOf[headRow]{
		textColumn("trace", func(r headRow) string { return r.trace }),
		textColumn("queue", func(r headRow) string { return r.queue }),
		textColumn("method", func(r headRow) string { return r.method }),
	}
	fit := func(count, suffix string, least float64) {
		of := func(r headRow) replay.HeadFit { return replay.FitHeads(r.heads, least) }
		columns = append(columns,
			countColumn("#"+count, func(r headRow) int { return of(r).Used }),
			ColumnOf[headRow]{"#log_corr" + suffix + "=correlation", func(r headRow) Cell {
				return Number(of(r).Correlation, "%.2f")
			}},
			ColumnOf[headRow]{"#slope" + suffix + "=slope", func(r headRow) Cell {
				return Number(of(r).Slope, "%.2f")
			}},
			ColumnOf[headRow]{"#intercept" + suffix + "=intercept", func(r headRow) Cell {
				return Number(of(r).Intercept, "%.2f")
			}})
	}
	fit("heads", "", 0)
	fit(fmt.Sprintf("heads_%ds=heads of %[1]d s or more", leastHead),
		fmt.Sprintf("_%ds", leastHead), leastHead)
	for _, p := range []struct{ head, column string }{
		{"#published_log_corr=published correlation", "correlation"},
		{"#published_slope=slope", "slope"}, {"#published_intercept=intercept", "intercept"},
	} {
		columns = append(columns, ColumnOf[headRow]{p.head, func(r headRow) Cell {
			if r.queue != allQueues {
				return Missing()
			}
			return Number(PublishedNumber("downey", publishedHeads[r.method], "", "", p.column),
				"%.2f")
		}})
	}
	return []*Table{Fill(NewTable("heads", map[string]int{"Head": leastHead, "Heads": leastHeads}),
		rows, columns...)}
}
