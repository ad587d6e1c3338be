package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"waitbench/methods"
)

// Config is the settings of a replay that all methods share.
type Config struct {
	// seconds between refits, counted from second 0 of the log; 0 refits for every job
	Epoch float64
	Train float64 // fraction of a series that is replayed but not scored, in [0, 1)
	// processors of the machine, whatever the header says; 0 for those of the header
	Capacity int64
}

// Check returns an error naming the setting that is out of range.
func (c Config) Check() error {
	if !(c.Epoch >= 0) || math.IsInf(c.Epoch, 1) {
		return fmt.Errorf("epoch %v s is not a length of time", c.Epoch)
	}
	if !(c.Train >= 0 && c.Train < 1) {
		return fmt.Errorf("training part %v is not a fraction from 0 to below 1", c.Train)
	}
	if c.Capacity < 0 {
		return fmt.Errorf("capacity %d is not a number of processors", c.Capacity)
	}
	return nil
}

// Task is one method on one series.
type Task struct {
	Series    *Series
	Method    methods.Method
	Settings  methods.Settings
	Config    Config
	Forecasts *Forecasts // of the method's Watch; nil where it has none
	Given     Given      // instead of what the method says; nil to replay it

	progress func(jobs int) // by Run, now and then; may be nil
}

// Given is what was said elsewhere of the job of a number, where NaN stands for nothing.
type Given func(id int64) (bound float64, forecast methods.Forecast)

// Result is what a Task came to.
type Result struct {
	Series *Series
	First  int // position of the first scored job
	// seconds, by position in the series; NaN where there was no bound, nil if there is none at all
	Bounds []float64
	Score  Score
	Failed error         // a panic of the method, which has no bounds on the series then
	Took   time.Duration // of the predictor, in one goroutine; without that of its watcher and of scoring

	predictor methods.Predictor // when it had bounded the last job; nil for a method without
	last      methods.Query     // that job
	forecasts *Forecasts
}

// Ask hands over the predictor as it was when it had bounded the last job of the series, and what it
// was asked then; nil for a method without predictors. A panic of the method is an error.
func (r *Result) Ask(ask func(p methods.Predictor, last methods.Query)) error {
	failed := r.Failed
	if failed == nil {
		failed = guard(func() { ask(r.predictor, r.last) })
	}
	if failed != nil {
		return fmt.Errorf("method %s: %w", r.Score.Method, failed)
	}
	return nil
}

// Bound is that of the job at position i, in seconds; NaN where there was none.
func (r *Result) Bound(i int) float64 { return valueAt(r.Bounds, i) }

// Forecast is what the method forecast of the job at position i, in seconds; NaN for nothing.
func (r *Result) Forecast(i int) (wait, turnaround float64) {
	return r.forecasts.said(int(r.Series.jobs[i]))
}

// WatcherTook is what the method's watcher took for the whole log, where the engine was Timed.
func (r *Result) WatcherTook() time.Duration {
	if r.forecasts == nil {
		return 0
	}
	return r.forecasts.Took
}

// checkEvery is the number of jobs between two looks at the context: some tens of microseconds of
// work, of the slowest watchers some tens of milliseconds.
const checkEvery = 1 << 6

// tellEvery is the number of jobs between two tellings of how far a task is.
const tellEvery = 1 << 12

// Run replays one task. Its only errors are those of the settings and of ctx.
func (t *Task) Run(ctx context.Context) (result *Result, err error) {
	if failed := guard(func() { result, err = t.run(ctx) }); failed != nil {
		result = t.failed(failed)
	}
	return result, err
}

// failed is the result of a task whose method failed.
func (t *Task) failed(why error) *Result {
	r := t.result(nil, nil)
	r.Failed = why
	return r
}

// end ends a predictor or watcher that has something to end.
func end(method any, whole bool) error {
	if e, ok := method.(methods.Ender); ok {
		return e.End(whole)
	}
	return nil
}

func (t *Task) run(ctx context.Context) (*Result, error) {
	if t.Given != nil {
		return t.given()
	}
	if t.Method.Kind() == methods.Forecasts {
		return t.forecast()
	}
	begun := time.Now()
	r, err := newRun(t)
	if err != nil {
		return nil, err
	}
	defer end(r.predictor, false) // of a method that fails, or of a replay that is given up
	for i := range r.bounds {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if i%tellEvery == tellEvery-1 && t.progress != nil {
			t.progress(tellEvery)
		}
		r.submit(i)
	}
	took := time.Since(begun)
	if err := end(r.predictor, true); err != nil {
		return t.failed(err), nil
	}
	res := r.result(r.bounds, r.predictor)
	res.last, res.Took = r.asked.Query, took
	if _, caps := r.predictor.(methods.Capper); caps && res.Score.Bounded > 0 {
		res.Score.Capped, res.Score.CappedMissed = r.capped, r.missed
	}
	return res, nil
}

// forecast takes the bounds of a method without predictors from its forecasts.
func (t *Task) forecast() (*Result, error) {
	if err := errors.Join(t.Config.Check(), t.Method.Check(t.Settings)); err != nil {
		return nil, err
	}
	if t.Forecasts == nil || t.Forecasts.Bounds[t.Settings.Level] == nil {
		return t.result(nil, nil), nil
	}
	bounds, said := make([]float64, t.Series.Len()), t.Forecasts.Bounds[t.Settings.Level]
	for i, at := range t.Series.jobs {
		bounds[i] = said[at]
	}
	return t.result(bounds, nil), nil
}

// given scores what was said elsewhere.
func (t *Task) given() (*Result, error) {
	bounds, f := make([]float64, t.Series.Len()), &Forecasts{}
	for i, at := range t.Series.jobs {
		bound, forecast := t.Given(t.Series.Job(i).ID)
		bounds[i] = bound
		f.set(int(at), len(t.Series.Trace.Jobs), forecast, nil)
	}
	if f.Wait != nil || f.Turnaround != nil {
		t.Forecasts = f
	}
	return t.result(bounds, nil), t.Config.Check()
}

// run is a replay in progress.
type run struct {
	*Task
	predictor methods.Predictor
	first     int       // position of the first scored job
	bounds    []float64 // given so far
	known     int       // jobs the predictor knows: so many of Series.order
	longest   float64   // wait of these, seconds
	capped    int       // scored jobs whose bound was capped
	missed    int       // capped bounds that missed a wait the uncapped ones would have covered
	tick      float64   // of the last refit
	trainedAt float64   // submission of the first scored job; +Inf before it

	// the last event of each kind, kept since events are large
	start, asked methods.Event
}

func newRun(t *Task) (*run, error) {
	p, err := t.Method.Predictor(t.Settings)
	if err := errors.Join(t.Config.Check(), err); err != nil {
		return nil, err
	}
	if placed, ok := p.(methods.Placed); ok {
		s := t.Series
		site := methods.Site{Settings: t.Settings, Levels: []methods.Level{t.Settings.Level}, Log: s.Trace.Name, Queues: []string{s.Queue}, Range: s.Range}
		site.MaxProcs, _ = MachineSize(s.Trace.Header, t.Config)
		placed.Place(site)
	}
	return &run{
		Task:      t,
		predictor: p,
		first:     t.first(),
		bounds:    make([]float64, t.Series.Len()),
		tick:      math.Inf(-1),
		trainedAt: math.Inf(1),
		start:     methods.Event{Kind: methods.Started, Query: methods.Query{Forecast: methods.NoForecast}},
		asked:     methods.Event{Kind: methods.Submitted, Query: methods.Query{Forecast: methods.NoForecast}},
	}, nil
}

// submit handles the submission of the job at position i; the steps are those
// of the package documentation.
func (r *run) submit(i int) {
	now := r.Series.job(i).Submit
	if r.Config.Epoch > 0 {
		r.refitAt(tickBefore(now, r.Config.Epoch), i)
		r.endTraining(i, now)
		r.observe(now, i)
	} else {
		r.observe(now, i)
		r.endTraining(i, now)
		r.predictor.Refit(now)
	}
	if !r.Method.Claims.WaitsAlone {
		r.fill(&r.asked.Query, i)
		r.asked.Longest = r.longest
		r.predictor.Observe(r.asked)
	}
	bound, ok := r.predictor.Predict(r.asked.Query)
	if !ok {
		bound = math.NaN()
	}
	r.bounds[i] = bound
	if capper, caps := r.predictor.(methods.Capper); caps && ok && i >= r.first && capper.Uncapped() > bound {
		r.capped++
		if wait := r.Series.job(i).Wait; !r.Settings.Covers(wait, bound) && r.Settings.Covers(wait, capper.Uncapped()) {
			r.missed++
		}
	}
}

// tickBefore is the last multiple of epoch at or before t.
func tickBefore(t, epoch float64) float64 {
	tick := math.Floor(t/epoch) * epoch
	if tick > t { // the product was rounded up
		tick -= epoch
	}
	return tick
}

// refitAt is step 1: nothing if the predictor was refitted at the tick already.
func (r *run) refitAt(tick float64, i int) {
	if tick > r.tick {
		r.observe(tick, i)
		r.predictor.Refit(tick)
		r.tick = tick
	}
}

// endTraining ends the training at the first scored job.
func (r *run) endTraining(i int, now float64) {
	if i != r.first {
		return
	}
	r.trainedAt = now
	r.predictor.Observe(methods.Event{Kind: methods.TrainingEnded})
}

// observe makes known every job before position i that starts at or before now.
// A job at or behind i that starts by then is submitted at now and does not
// wait. So it and all that follow it in the order come later.
func (r *run) observe(now float64, i int) {
	for ; r.known < len(r.Series.order); r.known++ {
		at := int(r.Series.order[r.known])
		j := r.Series.job(at)
		if at >= i || j.Start() > now {
			return
		}
		if !r.Method.Claims.WaitsAlone {
			r.fill(&r.start.Query, at)
		}
		e, bound := &r.start, r.bounds[at]
		e.Wait, e.Bound, e.HasBound, e.Counts = j.Wait, bound, !math.IsNaN(bound), j.Start() > r.trainedAt
		r.predictor.Observe(*e)
		r.longest = max(r.longest, j.Wait)
	}
}

// fill writes what is known at its submission of the job at position i.
func (r *run) fill(q *methods.Query, i int) {
	at := int(r.Series.jobs[i])
	*q = r.Series.Trace.query(at)
	q.At, q.Forecast = i, methods.NoForecast
	if r.Forecasts != nil {
		q.Forecast = r.Forecasts.at(at)
	}
}

// first is the position of the first scored job.
func (t *Task) first() int { return int(math.Floor(t.Config.Train * float64(t.Series.whole))) }

// result scores bounds, nil for none, and the forecasts. p is nil for a method without predictors.
func (t *Task) result(bounds []float64, p methods.Predictor) *Result {
	res := &Result{Series: t.Series, First: t.first(), Bounds: bounds, predictor: p, forecasts: t.Forecasts}
	s := &res.Score
	*s = NewScore()
	s.Trace, s.Queue, s.Range, s.Method = t.Series.Trace.Name, t.Series.Queue, t.Series.Range, t.Method.Name
	s.Quantile, s.Confidence, s.Side = t.Settings.Quantile, t.Settings.Confidence, t.Settings.Side
	s.Epoch, s.Train = t.Config.Epoch, t.Config.Train
	s.score(t.Series, res.First, bounds)
	s.Forecasts = forecasts(t.Series, res.First, t.Forecasts)
	if p, ok := p.(methods.ChangePointer); ok {
		s.ChangePoints, s.Threshold = p.ChangePoints()
	}
	return res
}
