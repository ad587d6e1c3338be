package report

import (
	"fmt"
	"maps"
	"slices"

	"waitbench/replay"
	"waitbench/replay/run"
)

// forecastColumns are the columns of scores in the table of forecasts.
var forecastColumns = []string{
	"trace", "queue", "method", "pointed", "scored", "mae_s", "median_ae_s", "log_corr", "within_2x", "within_10min", "turnaround_dev",
}

// ForecastTables returns the table forecasts-by-queue: how near forecasts of waits came to the actual
// waits. It returns none if no method forecasts. The scores are of the main level, on which forecasts
// do not depend.
func ForecastTables(record *run.Record, scores []replay.Score) []*Table {
	names := Forecasting(scores)
	if len(names) == 0 {
		return nil
	}
	g := newGrid(scores, MainLevel(record, scores), record.Settings.MinJobs)
	t := &Table{
		ID:       "forecasts-by-queue",
		Title:    "Forecasts of waits, all jobs of each queue",
		Question: HowTight,
		Bold:     "the highest correlation of the queue",
		Missing: "not defined: a correlation of values that do not vary, or a turnaround that the method does not forecast or the log " +
			"does not tell",
		Notes: append([]string{
			record.Settings.Describe(),
			"errors: absolute, of the scored jobs that a forecast was made for; correlation: of the logarithms of forecast and actual waits; within 2x: share with a quotient " +
				"from 1/2 to 2; in both, waits below 1 s count as 1 s",
			"the best is by correlation, which a forecast has none of that is the same for every job: the median error is least for nearly constant ones near the median wait",
			"turnaround deviation: mean of |forecast - actual| / actual of the time from submission to end",
		}, g.smallSeries()...),
	}
	if slices.ContainsFunc(g.methods, func(m string) bool { return m != stem(m) && slices.Contains(names, stem(m)) }) {
		t.Notes = append(t.Notes, "X+cal has the forecasts of X")
	}
	type row struct {
		*replay.Score
		best float64 // correlation of the queue
	}
	var rows []row
	for _, q := range g.queues {
		var found []*replay.Score
		for _, m := range names {
			if score := g.scores[scoreKey{q, replay.AllRanges, m}]; score != nil && score.Forecasts.Jobs > 0 {
				found = append(found, score)
			}
		}
		best := bestOf(found, "log_corr")
		for _, score := range found {
			rows = append(rows, row{score, best})
		}
	}
	var columns []columnOf[row]
	for _, name := range forecastColumns {
		columns = append(columns, columnOf[row]{scoreHead(name), func(r row) Cell {
			c := scoreCell(r.Score, name)
			c.Bold = name == "log_corr" && c.HasValue && c.Value == r.best
			return c
		}})
	}
	fill(t, rows, columns...)
	t.Columns[slices.Index(forecastColumns, "log_corr")].Marked = true
	return []*Table{t}
}

const (
	allQueues  = "all" // the queue in a row of all queues
	leastHeads = 100   // heads that a queue needs for a row of its own
	leastHead  = 10    // least time of heads in the second fit, seconds
)

// publishedHeads are the strategies of Downey's paper that predict as a method does.
var publishedHeads = map[string]string{"downey": "PRED", "downey-bias": "BIAS"}

// HeadTables returns the table heads: the forecasts at the head of the queue. It returns none if
// there are no such forecasts. A row is of the heads of all queues of a log, or of a queue with
// leastHeads.
func HeadTables(heads []replay.Heads) []*Table {
	if len(heads) == 0 {
		return nil
	}
	t := &Table{
		ID:      "heads",
		Title:   "Forecasts of the remaining wait of jobs that come to the head of their queue",
		Missing: "not defined, or not in the paper",
		Notes: []string{
			"slope, intercept: least-squares line of ln(actual) on ln(forecast), times below 1 s counted as 1 s; a forecast without bias has slope 1 and intercept 0",
			fmt.Sprintf("heads of %d s or more: those with neither the forecast nor the actual remaining wait below", leastHead),
			"downey-bias is downey with its bias corrected by such a line through past forecasts; forecasts of 0 s are not corrected",
			"each queue is taken to be first come first served, as in the paper; a method with order=global takes all queues for one",
			fmt.Sprintf("queues with fewer than %d heads are counted under all alone", leastHeads),
			"published: Downey 1997, section 5.4 and figure 5, before and after bias correction, of a simulated workload",
		},
	}
	type row struct {
		trace, queue, method string
		heads                []replay.Head
	}
	var rows []row
	for _, h := range heads {
		byQueue := map[string][]replay.Head{}
		for _, head := range h.Heads {
			byQueue[head.Queue] = append(byQueue[head.Queue], head)
		}
		rows = append(rows, row{h.Trace, allQueues, h.Method, h.Heads})
		for _, queue := range slices.Sorted(maps.Keys(byQueue)) {
			if len(byQueue) > 1 && len(byQueue[queue]) >= leastHeads {
				rows = append(rows, row{h.Trace, queue, h.Method, byQueue[queue]})
			}
		}
	}
	columns := []columnOf[row]{
		{"trace", func(r row) Cell { return Text(r.trace) }},
		{"queue", func(r row) Cell { return Text(r.queue) }},
		{"method", func(r row) Cell { return Text(r.method) }},
	}
	for _, least := range []int{0, leastHead} {
		of, name := func(r row) replay.HeadFit { return replay.FitHeads(r.heads, float64(least)) }, [4]string{"heads", "log_corr=correlation", "slope", "intercept"}
		if least > 0 {
			name = [4]string{fmt.Sprintf("heads_%ds=heads of %[1]d s or more", least), "log_corr_10s=correlation", "slope_10s=slope", "intercept_10s=intercept"}
		}
		columns = append(columns, []columnOf[row]{
			{"#" + name[0], func(r row) Cell { return Count(of(r).Used) }},
			{"#" + name[1], func(r row) Cell { return Number(of(r).Correlation, "%.2f") }},
			{"#" + name[2], func(r row) Cell { return Number(of(r).Slope, "%.2f") }},
			{"#" + name[3], func(r row) Cell { return Number(of(r).Intercept, "%.2f") }},
		}...)
	}
	published := func(head, column string) columnOf[row] {
		return columnOf[row]{head, func(r row) Cell {
			if r.queue != allQueues {
				return Missing()
			}
			return Number(PublishedNumber("downey", publishedHeads[r.method], "", "", column), "%.2f")
		}}
	}
	return []*Table{fill(t, rows, append(columns, published("#published_log_corr=published correlation", "correlation"),
		published("#published_slope=slope", "slope"), published("#published_intercept=intercept", "intercept"))...)}
}
