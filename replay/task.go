package replay

import (
	"context"
	"errors"
	"fmt"
	"math"

	"waitbench/methods"
)

// Config is the settings of a replay that all methods share.
type Config struct {
	Epoch float64 // seconds between refits, counted from second 0 of the log; 0 refits for every job
	Train float64 // fraction of a series that is replayed but not scored, in [0, 1)
}

// Check returns an error naming the setting that is out of range.
func (c Config) Check() error {
	if !(c.Epoch >= 0) || math.IsInf(c.Epoch, 1) {
		return fmt.Errorf("epoch %v s is not a length of time", c.Epoch)
	}
	if !(c.Train >= 0 && c.Train < 1) {
		return fmt.Errorf("training part %v is not a fraction from 0 to below 1", c.Train)
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
}

// Result is what a Task came to.
type Result struct {
	Series *Series
	First  int       // position of the first scored job
	Bounds []float64 // seconds, by position in the series; NaN where there was no bound
	Score  Score

	forecasts *Forecasts
}

// Forecast is what the method foresaw of the job at position i.
func (r *Result) Forecast(i int) methods.Forecast { return r.forecasts.at(int(r.Series.jobs[i])) }

// checkEvery is the number of jobs between two looks at the context: some tens of microseconds of work.
const checkEvery = 1 << 12

// Run replays one task. Its only errors are those of the settings and of ctx.
func (t *Task) Run(ctx context.Context) (*Result, error) {
	r, err := newRun(t)
	if err != nil {
		return nil, err
	}
	for i := range r.bounds {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		r.submit(i)
	}
	return r.result(), nil
}

// run is a replay under way.
type run struct {
	*Task
	predictor methods.Predictor
	submitter methods.Submitter // the predictor, if it is one
	first     int               // position of the first scored job
	bounds    []float64         // given so far
	known     int               // how many of Series.order are known
	tick      float64           // of the last refit
	trainedAt float64           // submission of the first scored job; +Inf before it
}

func newRun(t *Task) (*run, error) {
	if err := errors.Join(t.Settings.Check(), t.Config.Check()); err != nil {
		return nil, err
	}
	p, err := t.Method.New(t.Settings)
	if err != nil {
		return nil, err
	}
	submitter, _ := p.(methods.Submitter)
	return &run{
		Task:      t,
		predictor: p,
		submitter: submitter,
		first:     int(math.Floor(t.Config.Train * float64(t.Series.Len()))),
		bounds:    make([]float64, t.Series.Len()),
		tick:      math.Inf(-1),
		trainedAt: math.Inf(1),
	}, nil
}

// submit handles the submission of the job at position i; the steps are those of the package documentation.
func (r *run) submit(i int) {
	now := r.Series.Job(i).Submit
	if r.Config.Epoch > 0 {
		r.refitAt(tickBefore(now, r.Config.Epoch), i)
		r.endTraining(i, now)
		r.observe(now, i)
	} else {
		r.observe(now, i)
		r.endTraining(i, now)
		r.predictor.Refit(now)
	}
	query := r.query(i)
	if r.submitter != nil {
		r.submitter.Submitted(query)
	}
	bound, ok := r.predictor.Predict(query)
	if !ok {
		bound = math.NaN()
	}
	r.bounds[i] = bound
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
	if p, ok := r.predictor.(methods.Trainer); ok {
		p.EndTraining()
	}
}

// observe makes known every job before position i that starts at or before now. A job at or behind i that starts by then
// is submitted at now and does not wait, so it and all that follow it in the order come later.
func (r *run) observe(now float64, i int) {
	for ; r.known < i; r.known++ {
		at := int(r.Series.order[r.known])
		j := r.Series.Job(at)
		start := j.Start()
		if start > now || at >= i {
			return
		}
		bound := r.bounds[at]
		r.predictor.Observe(methods.Observation{
			Query:    r.query(at),
			Wait:     j.Wait,
			Bound:    bound,
			HasBound: !math.IsNaN(bound),
			Counts:   start > r.trainedAt,
		})
	}
}

func (r *run) query(i int) methods.Query {
	q := r.Series.Trace.query(int(r.Series.jobs[i]), r.Forecasts)
	q.At = i
	return q
}

func (r *run) result() *Result {
	res := &Result{Series: r.Series, First: r.first, Bounds: r.bounds, forecasts: r.Forecasts}
	s := &res.Score
	*s = NewScore()
	s.Trace, s.Queue, s.Range, s.Method = r.Series.Trace.Name, r.Series.Queue, r.Series.Range, r.Method.Name
	s.Quantile, s.Confidence, s.Side = r.Settings.Quantile, r.Settings.Confidence, r.Settings.Side
	s.Epoch, s.Train = r.Config.Epoch, r.Config.Train
	s.score(r.Series, r.first, r.bounds)
	s.Points = points(r.Series, r.first, r.Forecasts)
	if p, ok := r.predictor.(methods.ChangePointer); ok {
		s.ChangePoints, s.Threshold = p.ChangePoints()
	}
	return res
}
