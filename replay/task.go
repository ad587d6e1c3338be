package replay

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/replay/backtest"
)

// Task is one method on one series.
//
// Predictors are refitted at multiples of the epoch E, counted from second 0 of
// the log. For a job submitted at t, after the tick T = E floor(t/E):
//
//  1. unless the predictor was refitted at T, every earlier job with start
//     (submit + wait) <= T becomes known, in order of start, and the predictor
//     is refitted;
//  2. every earlier job with start <= t becomes known, which may complete a
//     change point but does not change the bound;
//  3. the job gets its bound.
//
// With E = 0 the predictor is refitted for every job, between 2 and 3. Of jobs
// that start at the same time the first submitted becomes known first.
//
// The remaining wait of a job that has waited for an age a, with wait > a, is
// bounded at submission + a. The waits up to the last tick before that moment
// are known then, and the last refit is that of the last submission. So a
// question changes nothing else. The score is of wait - a.
//
// Jobs of the training part are replayed but not scored. When the first job
// after it is submitted, after step 1 (with E = 0 after step 2), predictors end
// their training. Misses of jobs that start later count towards change points,
// also if the bound is older.
//
// Jobs of the queue and range that are not selected are not learned from. A
// methods.QueueObserver observes them in the steps of the other jobs. Whether a
// job that waits will be selected is not known, so no bound may depend on it.
// For share_all the cancelled ones of the scored part get a bound, too, which
// changes nothing else.
type Task struct {
	Series    *Series
	Method    methods.Method
	Settings  methods.Settings
	Config    Config
	Forecasts *Forecasts // of the method's forecaster; nil where it has none
	External  External   // external bounds to score; nil to replay the method

	// Without Ages each job is bounded at its submission. Else the result is
	// about the remaining waits of the scored jobs that wait longer than one of
	// these ages in seconds, each bounded when it has waited for so long. In a
	// series of AsOf it is also about the jobs that still wait, each bounded at
	// the moment of AsOf. The method must claim Remaining.
	Ages []float64

	progress func(jobs int) // called by Run now and then; may be nil
}

// External returns the external bound and forecasts of a job by its ID, NaN for
// none.
type External func(id int64) (bound float64, forecast methods.Forecast)

// Result is the result of a Task. With Ages the series has the jobs that were
// bounded at these ages: submitted so much later, with the remaining waits. The
// jobs that still wait come last.
type Result struct {
	Series *Series
	First  int       // position of the first scored job
	Bounds []float64 // seconds, by position in the series; NaN for none, nil without any
	Score  Score
	Failed error         // a panic of the method, which then has no bounds on the series
	Took   time.Duration // of the predictor alone

	predictor methods.Predictor // after the last job; nil for a method without
	lastQuery methods.Query     // for the last job
	forecasts *Forecasts
	questions []question // by position in the series; nil without Ages

	task  *Task
	run   *predictorRun // of a predictor on a series of AsOf; else nil
	asked *ownAnswer    // of Ask; else nil
}

// WithPredictor calls ask with the predictor after the last job of the series
// and with its last query. The predictor is nil for a method without one. A
// panic is an error.
func (r *Result) WithPredictor(ask func(p methods.Predictor, last methods.Query)) error {
	failed := r.Failed
	if failed == nil {
		failed = guard(func() { ask(r.predictor, r.lastQuery) })
	}
	if failed != nil {
		return fmt.Errorf("method %s: %w", r.Score.Method, failed)
	}
	return nil
}

// Bound returns the bound of the job at position i, in seconds; NaN for none.
func (r *Result) Bound(i int) float64 {
	if r.isAsked(i) {
		return r.asked.bound
	}
	return valueAt(r.Bounds, i)
}

// Waited returns how long the job at position i had waited when it was bounded,
// in seconds; 0 at submission.
func (r *Result) Waited(i int) float64 {
	if r.questions == nil {
		return 0
	}
	return r.questions[i].age
}

// Forecast returns the forecasts for the job at position i, in seconds; NaN for
// none.
func (r *Result) Forecast(i int) (wait, turnaround float64) {
	if r.isAsked(i) {
		return r.asked.forecast.Wait, r.asked.forecast.Turnaround
	}
	x := r.forecasts.at(int(r.Series.jobs[i]))
	return x.Wait, x.Turnaround
}

// Numbers of jobs between two checks of the context, and between two progress
// reports.
const (
	checkEvery = 1 << 6
	tellEvery  = 1 << 12
)

// Run replays one task. Its only errors are for settings and ctx.
func (t *Task) Run(ctx context.Context) (result *Result, err error) {
	if failed := guard(func() { result, err = t.run(ctx) }); failed != nil {
		result = t.failed(failed)
	}
	return result, err
}

// failed returns the result of a task whose method failed.
func (t *Task) failed(why error) *Result {
	r := t.result(nil, nil, nil)
	if t.Ages != nil {
		r = t.agedResult(&predictorRun{asked: t.questions()})
	}
	r.Failed = why
	return r
}

func (t *Task) run(ctx context.Context) (*Result, error) {
	if err := t.Config.Check(); err != nil {
		return nil, err
	}
	if t.External != nil {
		f := &Forecasts{}
		bounds := t.externalBounds(t.Series.jobs, f)
		others := t.externalBounds(t.Series.others, &Forecasts{})
		if f.Wait != nil || f.Turnaround != nil {
			t.Forecasts = f
		}
		return t.result(bounds, others, nil), nil
	}
	if t.Method.OnlyForecasts() {
		if err := t.Method.Check(t.Settings); err != nil {
			return nil, err
		}
		return t.result(t.forecastBounds(t.Series.jobs),
			t.forecastBounds(t.Series.others), nil), nil
	}
	return t.runPredictor(ctx)
}

// runPredictor replays the series through a predictor of the method.
func (t *Task) runPredictor(ctx context.Context) (*Result, error) {
	begun := time.Now()
	r, err := newPredictorRun(t)
	if err != nil {
		return nil, err
	}
	defer end(r.predictor, false) // if the method fails or ctx ends
	if err := r.replay(ctx); err != nil {
		return nil, err
	}
	took := time.Since(begun)
	if err := end(r.predictor, true); err != nil {
		return t.failed(err), nil
	}
	if t.Ages != nil {
		return t.agedResult(r), nil
	}
	res := r.result(r.bounds, r.others, r.predictor)
	if res.lastQuery, res.Took = r.submitted.Query, took; t.Series.Log.asOf != nil {
		res.run = r
	}
	return res, nil
}

// questions returns the questions of a task with Ages.
func (t *Task) questions() []question {
	if t.Ages == nil {
		return nil
	}
	first, _ := t.Series.firstScored(t.Config.Train)
	return t.Series.questionsAtAges(t.Ages, first)
}

// replay replays the jobs of the series, and answers the questions.
func (r *predictorRun) replay(ctx context.Context) error {
	for i := range r.bounds {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i%tellEvery == tellEvery-1 && r.progress != nil {
			r.progress(tellEvery)
		}
		r.submitOthers(i)
		r.answerBefore(r.Series.job(i).Submit, i)
		r.submit(i)
	}
	r.submitOthers(len(r.bounds))
	r.answerBefore(math.Inf(1), len(r.bounds))
	if now := r.Series.Log.asOf; now != nil { // for the job of Result.Ask
		job := int32(-1) // of the training part
		if r.Series.isTrained(r.Config.Train, *now) {
			job = int32(len(r.Series.Log.Jobs))
		}
		r.prepare(job, len(r.bounds), *now)
	}
	return nil
}

// forecastBounds returns the bounds of the forecaster for jobs of the log; nil
// for none.
func (t *Task) forecastBounds(jobs []int32) []float64 {
	if t.Forecasts == nil || t.Forecasts.Bounds[t.Settings.Level] == nil {
		return nil
	}
	bounds, all := make([]float64, len(jobs)), t.Forecasts.Bounds[t.Settings.Level]
	for i, job := range jobs {
		bounds[i] = all[job]
	}
	return bounds
}

// externalBounds returns the external bounds of jobs of the log, and stores
// their external forecasts.
func (t *Task) externalBounds(jobs []int32, f *Forecasts) []float64 {
	bounds, all := make([]float64, len(jobs)), t.Series.Log.Jobs
	for i, job := range jobs {
		var forecast methods.Forecast
		bounds[i], forecast = t.External(all[job].ID)
		f.set(int(job), len(all), forecast)
	}
	return bounds
}

// predictorRun is a replay of a predictor in progress.
type predictorRun struct {
	*Task
	predictor methods.Predictor
	bounds    []float64             // so far
	others    []float64             // of Series.others that are cancelled and scored, else NaN
	observed  int                   // jobs of Series.order that the predictor has observed
	other     int                   // jobs of Series.others that were submitted
	trainEnd  int32                 // index in the log of the first job after the training part
	observer  methods.QueueObserver // the predictor, if it is one
	longest   float64               // wait of the observed jobs, seconds
	tick      float64               // of the last refit
	trainedAt float64               // submission of the job at trainEnd; +Inf before it

	asked     []question // in order of time
	remaining []float64  // the answers so far

	started, submitted methods.Event // the last of each kind, reused because they are large
}

func newPredictorRun(t *Task) (*predictorRun, error) {
	settings := t.Settings
	settings.Ticks = t.Config.Ticks
	p, err := t.Method.Predictor(settings)
	if err != nil {
		return nil, err
	}
	if aware, ok := p.(methods.SeriesAware); ok {
		s := t.Series
		name, queues := s.Log.shown()
		info := methods.LogInfo{Settings: t.Settings,
			Levels: []methods.Level{t.Settings.Level}, Log: name,
			Queues: queues[s.queue : s.queue+1], Range: s.Range}
		info.MaxProcs, _ = MachineSize(s.Log.Header)
		aware.SetSeries(info)
	}
	observer, _ := p.(methods.QueueObserver)
	return &predictorRun{
		Task:      t,
		observer:  observer,
		trainEnd:  t.Series.trainingEnd(t.Config.Train),
		predictor: p,
		bounds:    make([]float64, t.Series.Len()),
		others:    slices.Repeat([]float64{math.NaN()}, len(t.Series.others)),
		tick:      math.Inf(-1),
		trainedAt: math.Inf(1),
		asked:     t.questions(),
		started: methods.Event{Kind: methods.Started,
			Query: methods.Query{Forecast: methods.NoForecast}},
		submitted: methods.Event{Kind: methods.Submitted,
			Query: methods.Query{Forecast: methods.NoForecast}},
	}, nil
}

// submitOthers handles the submissions before position i that are not selected.
func (r *predictorRun) submitOthers(i int) {
	others := r.Series.others
	for ; r.other < len(others); r.other++ {
		job := others[r.other]
		if i < r.Series.Len() && job > r.Series.jobs[i] {
			return
		}
		now := r.Series.Log.Jobs[job].Submit
		r.answerBefore(now, i)
		r.prepare(job, i, now)
		if r.observer != nil {
			r.observer.Queued(r.query(job))
		}
		if job >= r.trainEnd && r.Series.Log.Jobs[job].Cancelled() {
			r.others[r.other] = r.ask(job)
		}
	}
}

// ask returns the bound of a cancelled job, as of the present history; NaN for
// none. A program gets submissions only, each of a job that starts.
func (r *predictorRun) ask(job int32) float64 {
	if r.Method.Program != nil && r.Method.Forecaster == nil {
		return math.NaN()
	}
	var query methods.Query
	if !r.Method.Claims.WaitsAlone {
		query = r.query(job)
		query.Longest = r.longest
	}
	if bound, ok := r.predictor.Predict(query); ok {
		return bound
	}
	return math.NaN()
}

// prepare brings the predictor up to date for the submission of a job of the
// log, before position i.
func (r *predictorRun) prepare(job int32, i int, now float64) {
	if r.Config.Epoch > 0 {
		r.refitAt(tickBefore(now, r.Config.Epoch), i)
		r.endTraining(job, now)
		if !r.Config.Ticks || r.Method.Forecaster == nil {
			r.observe(now, i)
		}
	} else {
		r.observe(now, i)
		r.endTraining(job, now)
		r.predictor.Refit(now)
	}
}

// submit handles the submission of the job at position i, in the steps of
// Task.
func (r *predictorRun) submit(i int) {
	r.prepare(r.Series.jobs[i], i, r.Series.job(i).Submit)
	if !r.Method.Claims.WaitsAlone {
		r.submitted.Query = r.query(r.Series.jobs[i])
		r.submitted.Longest = r.longest
		r.predictor.Observe(r.submitted)
	}
	bound, ok := r.predictor.Predict(r.submitted.Query)
	if !ok {
		bound = math.NaN()
	}
	r.bounds[i] = bound
}

// answerBefore answers the questions that come before the submission of the job
// at position i, at a time. The answer is as of the last tick before the
// question. Without an epoch jobs submitted at the time of a question come
// first.
func (r *predictorRun) answerBefore(now float64, i int) {
	for len(r.remaining) < len(r.asked) {
		q := r.asked[len(r.remaining)]
		if epoch := r.Config.Epoch; epoch > 0 {
			tick := tickBefore(q.time, epoch)
			if tick > tickBefore(now, epoch) {
				return
			}
			r.observe(tick, i)
		} else if q.time >= now {
			return
		} else {
			r.observe(q.time, i)
		}
		query := r.query(r.Series.jobs[q.job])
		bound, ok := r.predictor.(methods.RemainingBounder).BoundRemaining(query,
			r.Settings.Level, q.age)
		if !ok {
			bound = math.NaN()
		}
		r.remaining = append(r.remaining, bound)
	}
}

// refitAt is step 1. It does nothing if the predictor was refitted at the tick.
func (r *predictorRun) refitAt(tick float64, i int) {
	if tick > r.tick {
		r.observe(tick, i)
		r.predictor.Refit(tick)
		r.tick = tick
	}
}

// endTraining ends the training when a job after it is submitted.
func (r *predictorRun) endTraining(job int32, now float64) {
	if job < r.trainEnd || now >= r.trainedAt {
		return
	}
	r.trainedAt = now
	r.predictor.Observe(methods.Event{Kind: methods.TrainingEnded})
}

// observe makes known every job before position i that starts or leaves at or
// before now. A job from i on that starts by then is submitted now, so all after
// it come later.
func (r *predictorRun) observe(now float64, i int) {
	for ; r.observed < len(r.Series.order); r.observed++ {
		position := r.Series.order[r.observed]
		index := r.Series.index(position)
		j := &r.Series.Log.Jobs[index]
		switch other := int(position) - r.Series.Len(); {
		case j.Start() > now || other < 0 && int(position) >= i || other >= r.other:
			return
		case other >= 0:
			if r.observer != nil {
				r.observer.Left(r.query(index), j.Wait)
			}
			continue
		}
		if !r.Method.Claims.WaitsAlone {
			r.started.Query = r.query(index)
		}
		e, bound := &r.started, r.bounds[position]
		e.Wait, e.Bound, e.HasBound = j.Wait, bound, !math.IsNaN(bound)
		e.Counts = j.Start() > r.trainedAt
		r.predictor.Observe(*e)
		r.longest = max(r.longest, j.Wait)
	}
}

// query returns the known facts of a job of the log at its submission.
func (r *predictorRun) query(index int32) methods.Query {
	q := r.Series.Log.query(int(index))
	q.Forecast = r.Forecasts.at(int(index))
	return q
}

// agedResult scores the answers of a run to its questions.
func (t *Task) agedResult(r *predictorRun) *Result {
	task, aged := *t, t.Series.asked(r.asked)
	task.Series, task.Forecasts, task.Config.Train = aged, nil, Train{}
	res := task.result(r.remaining, nil, nil)
	res.questions = r.asked
	s := &res.Score
	s.Age, s.Train, s.ShareAll = t.Ages[0], t.Config.Train.String(), math.NaN()
	s.SubmissionPinball = r.submissionPinball(aged)
	return res
}

// submissionPinball returns the mean loss of the bounds at submission, less the age,
// of the started jobs that have a bound then and at the age.
func (r *predictorRun) submissionPinball(aged *Series) float64 {
	var losses []float64
	for i, remaining := range r.remaining {
		q, j := r.asked[i], aged.job(i)
		if bound := r.bounds[q.job]; !math.IsNaN(bound+remaining) && !j.pending() {
			losses = append(losses,
				backtest.Pinball(j.Wait-max(0, bound-q.age), r.Settings.Quantile))
		}
	}
	return backtest.Mean(losses)
}

// result scores bounds, nil for none, and the forecasts. others are the bounds
// of Series.others, nil for none. p may be nil.
func (t *Task) result(bounds, others []float64, p methods.Predictor) *Result {
	first, end := t.Series.firstScored(t.Config.Train)
	res := &Result{Series: t.Series, First: first, Bounds: bounds,
		predictor: p, forecasts: t.Forecasts, task: t}
	s := &res.Score
	*s = NewScore()
	s.Log, s.Queue, s.Range = t.Series.Log.Name, t.Series.Queue, t.Series.Range
	s.Method = t.Method.Name
	s.Quantile, s.Confidence, s.Side = t.Settings.Quantile, t.Settings.Confidence, t.Settings.Side
	s.Epoch, s.Train, s.Age = t.Config.Epoch, t.Config.Train.String(), 0
	s.score(t.Series, res.First, bounds)
	s.ShareAll = t.Series.shareAll(s.Level(), first, end, bounds, others)
	if t.Forecasts != nil {
		s.Forecasts = t.Forecasts.score(t.Series, res.First)
	}
	if p, ok := p.(methods.ChangePointer); ok {
		s.ChangePoints, s.Threshold = p.ChangePoints()
	}
	return res
}
