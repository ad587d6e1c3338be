package report

import (
	"fmt"
	"maps"
	"slices"

	"waitbench/replay"
	"waitbench/replay/run"
)

// ForecastTables gives the table of how near the waits that methods forecast came to the actual
// ones, forecasts-by-queue; none if no method forecasts. The forecasts are those at the first of
// the levels, on which a median or mean does not depend.
func ForecastTables(run *run.Record, scores []replay.Score) []*Table {
	names := Forecasting(scores)
	if len(names) == 0 {
		return nil
	}
	g := newGrid(scores, MainLevel(run, scores), run.Settings.MinJobs)
	t := &Table{
		ID:       "forecasts-by-queue",
		Title:    "Forecasts of waits, all jobs of each queue",
		Question: HowTight,
		Bold:     "the highest correlation of the queue",
		Missing: "not defined: a correlation of values that do not vary, or a turnaround that the method does not forecast or the log " +
			"does not tell",
		Notes: []string{
			run.Settings.Describe(),
			"errors: absolute, of the scored jobs that a forecast was made for; correlation: of the logarithms of forecast and actual waits; within 2x: share with a quotient " +
				"from 1/2 to 2; in both, waits below 1 s count as 1 s",
			"the best is by correlation, which a forecast has none of that is the same for every job: the median error is least for nearly constant ones near the median wait",
			"turnaround deviation: mean of |forecast - actual| / actual of the time from submission to end",
		},
	}
	for _, name := range forecastColumns {
		c := scoreColumn(name)
		c.Marked = name == "log_corr"
		t.Columns = append(t.Columns, c)
	}
	t.Notes = append(t.Notes, g.smallSeries()...)
	if shared := slices.ContainsFunc(g.methods, func(m string) bool { return m != stem(m) && slices.Contains(names, stem(m)) }); shared {
		t.Notes = append(t.Notes, "X+cal has the forecasts of X")
	}
	for _, q := range g.queues {
		var found []*replay.Score
		for _, m := range names {
			if score := g.scores[scoreKey{q, replay.AllRanges, m}]; score != nil && score.Forecasts.Jobs > 0 {
				found = append(found, score)
			}
		}
		best := bestOf(found, "log_corr")
		for _, score := range found {
			var row []Cell
			for _, name := range forecastColumns {
				c := scoreCell(score, name)
				c.Bold = name == "log_corr" && c.HasValue && c.Value == best
				row = append(row, c)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return []*Table{t}
}

// forecastColumns are the columns of scores that the table of forecasts has.
var forecastColumns = []string{
	"trace", "queue", "method", "pointed", "scored", "mae_s", "median_ae_s", "log_corr", "within_2x", "within_10min", "turnaround_dev",
}

// HeadTables gives the table of forecasts at the head of the queue, heads; none if there are no
// such forecasts. A row is the heads of all queues of a log, or of a queue with leastHeads.
func HeadTables(heads []replay.Heads) []*Table {
	if len(heads) == 0 {
		return nil
	}
	t := &Table{
		ID:    "heads",
		Title: "Forecasts of the remaining wait of jobs that come to the head of their queue",
		Columns: Columns("trace", "queue", "method", "#heads", "#log_corr=correlation", "#slope", "#intercept",
			fmt.Sprintf("#heads_10s=heads of %d s or more", leastHead), "#log_corr_10s=correlation", "#slope_10s=slope", "#intercept_10s=intercept",
			"#published_log_corr=published correlation", "#published_slope=slope", "#published_intercept=intercept"),
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
	add := func(h *replay.Heads, queue string, heads []replay.Head) {
		row := []Cell{Text(h.Trace), Text(queue), Text(h.Method)}
		for _, least := range []float64{0, leastHead} {
			fit := replay.FitHeads(heads, least)
			row = append(row, Count(fit.Used), Number(fit.Correlation, "%.2f"), Number(fit.Slope, "%.2f"), Number(fit.Intercept, "%.2f"))
		}
		strategy := publishedHeads[h.Method]
		if queue != allQueues {
			strategy = ""
		}
		for _, column := range []string{"correlation", "slope", "intercept"} {
			row = append(row, Number(PublishedNumber("downey", strategy, "", "", column), "%.2f"))
		}
		t.Rows = append(t.Rows, row)
	}
	for i := range heads {
		h := &heads[i]
		byQueue := map[string][]replay.Head{}
		for _, head := range h.Heads {
			byQueue[head.Queue] = append(byQueue[head.Queue], head)
		}
		add(h, allQueues, h.Heads)
		for _, queue := range slices.Sorted(maps.Keys(byQueue)) {
			if len(byQueue) > 1 && len(byQueue[queue]) >= leastHeads {
				add(h, queue, byQueue[queue])
			}
		}
	}
	return []*Table{t}
}

// allQueues stands for the queue in a row of all of them.
const allQueues = "all"

// leastHeads is how many heads a queue needs for a row of its own.
const leastHeads = 100

// leastHead is the least time of heads that count in the second line, seconds.
const leastHead = 10

// publishedHeads are the strategies of Downey's paper that predict as a method does; others have no
// numbers.
var publishedHeads = map[string]string{"downey": "PRED", "downey-bias": "BIAS"}
