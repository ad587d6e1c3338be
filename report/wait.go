package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

// Wait is the answer of a method for a job that is submitted at a moment, and
// how the method did recently.
type Wait struct {
	*replay.Result        // whose last job it is
	Status         Status // of the method on the series
	Chosen         bool   // by the verdict, among several methods
	Unreliable     string // sentence on why the verdict chooses none of these; empty if it does
	Levels         []methods.Level
	Bounds         []float64 // by level, seconds; NaN for none
	Within         []float64 // requested times, seconds
	Shares         []float64 // least share of such jobs that start within each
	Expected       float64   // seconds; NaN for none
	Down           bool      // the machine seems to start no jobs

	// Of the scored jobs of the series in the last RecentDays, by the bound of
	// the first level.
	Jobs, Held, Misses int // with a bound; that started within it; the most misses in a row
}

// RecentDays is the age in days of the oldest jobs that count as recent.
const RecentDays = 90

// NewWait chooses among results for the same job, the last of its series: the
// first candidate of the verdict on that series that bounds the job. Without a
// candidate the result is of the best method, but its bounds are no answer.
// Where no job shows how bounds hold, the first method that bounds the job is
// chosen.
func NewWait(results []*replay.Result) *Wait {
	last := results[0].Series.Len() - 1
	w := &Wait{Result: results[0], Status: Silent, Chosen: len(results) > 1}
	v, started := judgeResults(results)
	of := func(method string) *replay.Result {
		return results[slices.IndexFunc(results,
			func(r *replay.Result) bool { return r.Score.Method == method })]
	}
	bounded := false
	for _, m := range slices.Backward(v.Methods) { // the first with a bound for the job
		if r := of(m.Method); !math.IsNaN(r.Bound(last)) {
			w.Result, w.Status, bounded = r, m.Status, true
		}
	}
	switch best := v.Find(v.Best); {
	case !bounded || !w.Chosen || w.Status <= Correct || v.Reference == "":
	case len(v.With(Recommended)) > 0:
		w.Unreliable = "No method that can be relied on here bounds the wait of this job."
	default:
		w.Unreliable = v.unreliable("here")
		if best != nil {
			w.Result, w.Status = of(v.Best), best.Status
		}
	}
	w.Expected, _ = w.Forecast(last)
	var recent backtest.Sequence
	for _, i := range started {
		j, b := w.Series.Job(i), w.Bound(i)
		if j.Submit >= w.Series.Job(last).Submit-RecentDays*86400 && !math.IsNaN(b) {
			recent.Add(!w.Score.Level().Covers(j.Wait, b))
		}
	}
	w.Jobs, w.Held, w.Misses = recent.Jobs, recent.Jobs-recent.Misses, recent.Longest
	return w
}

// judgeResults returns the verdict on results for the same series, and the
// positions of the scored jobs that have started.
func judgeResults(results []*replay.Result) (v Verdict, started []int) {
	series, of := results[0].Series, map[string]*replay.Result{}
	var waits []float64
	for i := results[0].First; i < series.Len(); i++ {
		if wait := series.Job(i).Wait; !math.IsInf(wait, 1) {
			started, waits = append(started, i), append(waits, wait)
		}
	}
	var scores []replay.Score
	for _, r := range results {
		score := r.Score
		score.Range = replay.AllRanges // by itself
		scores, of[score.Method] = append(scores, score), r
	}
	for _, v = range Judge(scores, 0) {
		v.Compare(waits, func(method string) []float64 {
			var bounds []float64
			for _, i := range started {
				bounds = append(bounds, of[method].Bound(i))
			}
			return bounds
		})
	}
	return v, started
}

// Fill sets the bounds at several upper levels, the first of which is the level
// of the result, and the shares of jobs that start within times. A method that
// can bound any quantile from the same history does so; for other methods more
// returns the results at the further levels. A share is the greater of two: the
// largest quantile with a bound within the time, and the share by a method that
// knows the distribution of waits.
func (w *Wait) Fill(levels []methods.Level, within []float64,
	more func([]methods.Level) ([]*replay.Result, error)) error {
	last := w.Series.Len() - 1
	w.Levels, w.Within, w.Shares = levels, within, make([]float64, len(within))
	if w.Unreliable != "" {
		w.Bounds, w.Expected = slices.Repeat([]float64{math.NaN()}, len(levels)), math.NaN()
		return nil
	}
	w.Bounds = append(w.Bounds, w.Bound(last))
	// grid holds more levels and their bounds, to find shares.
	var grid []methods.Level
	var gridBounds []float64
	isLadder := false
	err := w.WithPredictor(func(p methods.Predictor, job methods.Query) {
		inverse, isInverse := p.(methods.CDF)
		if isInverse {
			for i, d := range within {
				w.Shares[i] = inverse.Probability(job, d)
			}
		}
		var ladder methods.QuantileBounder
		if ladder, isLadder = p.(methods.QuantileBounder); !isLadder {
			return
		}
		at := func(l methods.Level) float64 {
			if b, ok := ladder.BoundAt(job, l); ok {
				return b
			}
			return math.NaN()
		}
		for _, l := range levels[1:] {
			w.Bounds = append(w.Bounds, at(l))
		}
		for percent := 1; percent < 100 && !isInverse && len(within) > 0; percent++ {
			l := levels[0]
			l.Quantile = float64(percent) / 100
			grid, gridBounds = append(grid, l), append(gridBounds, at(l))
		}
		if q, ok := p.(*methods.QBETS); ok {
			w.Down = q.IsDown()
		}
	})
	if err == nil && !isLadder && len(levels) > 1 {
		var results []*replay.Result
		results, err = more(levels[1:])
		for _, r := range results {
			w.Bounds = append(w.Bounds, r.Bound(last))
		}
	}
	if err != nil {
		return err
	}
	for i := 1; i < len(levels); i++ { // a bound of a quantile also bounds every smaller one
		for k, higher := range levels {
			if higher.Quantile > levels[i].Quantile && w.Bounds[k] < w.Bounds[i] {
				w.Bounds[i] = w.Bounds[k]
			}
		}
	}
	if !isLadder {
		grid, gridBounds = levels, w.Bounds
	}
	for i, d := range within {
		for k, l := range grid {
			if gridBounds[k] <= d {
				w.Shares[i] = max(w.Shares[i], l.Quantile)
			}
		}
	}
	return nil
}

// ofJobs returns a share of jobs in words: half, 95 of 100.
func ofJobs(share float64) string {
	if share == 0.5 {
		return "half"
	}
	return strconv.FormatFloat(math.Round(share*1e8)/1e6, 'g', -1, 64) + " of 100"
}

// span returns a bound in one unit, rounded up: a job that starts within the
// bound starts within what a user reads. Duration, for what was measured or is
// expected, would round half of the bounds down.
func span(seconds float64) string {
	switch {
	case seconds <= 120:
		return fmt.Sprintf("%.0f s", math.Ceil(seconds))
	case seconds <= 7200:
		return fmt.Sprintf("%.0f min", math.Ceil(seconds/60))
	case seconds <= 2*86400:
		return fmt.Sprintf("%.0f h", math.Ceil(seconds/3600))
	}
	return fmt.Sprintf("%.0f days", math.Ceil(seconds/86400))
}

// Sentences explains the answer, and is empty where there is none.
func (w *Wait) Sentences() []string {
	if w.Unreliable != "" {
		return []string{w.Unreliable, "Use --methods NAME for the answer of one method anyway."}
	}
	main := slices.IndexFunc(w.Bounds, known)
	if main < 0 && !known(w.Expected) {
		return nil
	}
	queue := "the queue"
	if w.Series.Range != replay.AllRanges {
		queue += " with " + w.Series.Range + " processors"
	}
	values := map[string]any{
		"Wait": w, "Main": main, "Method": w.Score.Method, "Queue": queue, "Days": RecentDays,
		"Held":    float64(w.Held) / float64(w.Jobs),
		"Fails":   w.Status == OnEdge || w.Status == Failed,
		"Covered": w.Score.Coverage, "Half": math.NaN(), "Floods": recentlyShort(&w.Score),
		"Recent": replay.Recent,
	}
	if i := medianLevel(w.Levels); i > main {
		values["Half"] = w.Bounds[i]
	}
	return NewTable("wait", values).Notes
}

// Trusted reports whether users can rely on the answer: the method bounds the
// job, and is a candidate of the verdict.
func (w *Wait) Trusted() bool { return known(w.Bounds[0]) && w.Status <= Correct }

// WaitTable returns a row for each of the answers to the same question.
func WaitTable(title string, waits []Wait, notes ...string) *Table {
	levels := slices.SortedFunc(slices.Values(waits[0].Levels), byQuantile)
	heads := []string{"queue", "range", "#processors||processors", "method", "trusted"}
	for _, l := range levels {
		heads = append(heads, fmt.Sprintf("#bound_%v_s=%s within||s", l, ofJobs(l.Quantile)))
	}
	for _, d := range waits[0].Within {
		heads = append(heads, fmt.Sprintf("#share_within_%v_s=within %s||share", d, span(d)))
	}
	forecasts := slices.ContainsFunc(waits, func(w Wait) bool { return known(w.Expected) })
	if forecasts {
		heads = append(heads, "#forecast_s=forecast||s")
	}
	heads = append(heads, "#held||share", "#recent_jobs=jobs||jobs",
		"#misses_in_a_row=misses in a row||jobs")
	t := &Table{Title: title, Missing: "not known", Notes: notes, Columns: Columns(heads...)}
	for i := range waits {
		w := &waits[i]
		row := []any{w.Series.Queue, w.Series.Range,
			procsCell(w.Series.Job(w.Series.Len() - 1).Procs), w.Score.Method, YesNo(w.Trusted())}
		for _, l := range levels {
			row = append(row, timeCell(w.Bounds[slices.Index(w.Levels, l)], span))
		}
		for _, share := range w.Shares {
			if !slices.ContainsFunc(w.Bounds, known) {
				share = math.NaN()
			}
			row = append(row, Number(share, "%.2f"))
		}
		if forecasts {
			row = append(row, timeCell(w.Expected, Duration))
		}
		t.Add(append(row, Number(float64(w.Held)/float64(w.Jobs), "%.3f"), w.Jobs, w.Misses)...)
	}
	if slices.ContainsFunc(waits, func(w Wait) bool { return w.Unreliable != "" }) {
		t.Missing = "not known, or no method can be relied on; " +
			"use --methods NAME for its answer anyway"
	}
	return t
}

// known reports whether there is a time.
func known(seconds float64) bool { return !math.IsNaN(seconds) }

func timeCell(seconds float64, text func(float64) string) Cell {
	if !known(seconds) {
		return Missing()
	}
	return Cell{Text: text(seconds), Value: seconds, HasValue: true}
}
