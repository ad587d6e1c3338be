package published

import (
	"maps"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/report/table"
)

const (
	allQueues  = "all" // the queue in a row of all queues
	leastHeads = 100   // heads that a queue needs for a row of its own
	leastHead  = 10    // least time of heads in the second fit, seconds; in its columns too
)

// headsOf are the strategies of Downey's paper that predict as a method
// does.
var headsOf = map[string]string{"downey": "PRED", "downey-bias": "BIAS"}

// HeadTables returns the table heads: the forecasts at the head of the queue.
// It returns none if there are no such forecasts. A row is of the heads of all
// queues of a log, or of a queue with leastHeads.
func HeadTables(heads []replay.Heads) []*table.Table {
	if len(heads) == 0 {
		return nil
	}
	t := table.New("heads", map[string]int{"Head": leastHead, "Heads": leastHeads})
	t.Columns = table.Columns("log", "queue", "method",
		"#heads", "#log_corr=correlation", "#slope", "#intercept",
		"#heads_10s=heads of 10 s or more", "#log_corr_10s=correlation", "#slope_10s=slope",
		"#intercept_10s=intercept",
		"#published_log_corr=published correlation", "#published_slope=slope",
		"#published_intercept=intercept")
	add := func(log, queue, method string, heads []replay.Head) {
		row := []any{log, queue, method}
		for _, least := range []float64{0, leastHead} {
			fit := replay.FitHeads(heads, least)
			slope, intercept := fit.Line()
			row = append(row, fit.X.N, table.Number(fit.Correlation(), "%.2f"),
				table.Number(slope, "%.2f"), table.Number(intercept, "%.2f"))
		}
		for _, column := range []string{"correlation", "slope", "intercept"} {
			published := math.NaN()
			if queue == allQueues {
				published = Number("downey", headsOf[method], "", "", column)
			}
			row = append(row, table.Number(published, "%.2f"))
		}
		t.Add(row...)
	}
	for _, h := range heads {
		byQueue := map[string][]replay.Head{}
		for _, head := range h.Heads {
			byQueue[head.Queue] = append(byQueue[head.Queue], head)
		}
		add(h.Log, allQueues, h.Method, h.Heads)
		for _, queue := range slices.Sorted(maps.Keys(byQueue)) {
			if len(byQueue) > 1 && len(byQueue[queue]) >= leastHeads {
				add(h.Log, queue, h.Method, byQueue[queue])
			}
		}
	}
	return []*table.Table{t}
}
