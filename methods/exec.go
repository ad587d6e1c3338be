package methods

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"waitbench/methods/program"
)

// execMethod is a method in any language: a program that gets the events of a
// predictor or a forecaster, and answers. Its hello says whether it serves a series
// or a log, and whether it answers for each job or at ticks.
//
// Only Start starts the program, for command lines. A name alone, as in the
// settings of a run, starts nothing.
var execMethod = Method{
	Name: "exec", ByName: true, Source: "the author of the program",
	Doc:          "the answers of a program, see waitbench help exec; limit is the time for an answer",
	ExternalNote: "external method: its program could have read the log itself",
	Claims:       Claims{Sides: BothSides},
	Configure: func(m *Method, p *Params) {
		m.Program = &program.Program{Command: p.Text("COMMAND"), Limit: p.Duration("limit", 30*time.Second)}
	},
}

// Start starts the program of an exec method for its hello, and returns the
// method with a predictor or a forecaster. The processes end with ctx. Start returns
// other methods unchanged.
func (m Method) Start(ctx context.Context) (Method, error) {
	if m.Kind() != Unstarted {
		return m, nil
	}
	full := m.Name
	hello, err := m.Program.Greet(ctx)
	if err != nil {
		return m, fmt.Errorf("method %s cannot be used: %w", full, err)
	}
	client := client{program: m.Program, ticks: hello.Answers == program.Ticks}
	if hello.Scope == program.Series {
		m.Bound = func(Settings) Predictor { return &programPredictor{client} }
	} else {
		m.Forecaster = &ForecasterSpec{Name: full, New: func(s LogInfo) (Forecaster, error) {
			w := &programForecaster{client}
			return w, w.begin(s)
		}}
	}
	m.Name = strings.TrimSuffix(m.Name, "+"+strings.Join(m.suffixes, "+"))
	return m.with(m.suffixes, full)
}

// client drives one process of a program.
type client struct {
	program *program.Program
	process *program.Process
	ticks   bool
	bounds  [][]float64 // of the last tick, by queue and level, seconds
}

func (c *client) begin(s LogInfo) (err error) {
	site := program.LogInfo{Log: s.Log, Queues: s.Queues, Range: s.Range, Procs: s.MaxProcs}
	for _, l := range s.Levels {
		site.Levels = append(site.Levels, program.Level{Quantile: l.Quantile, Confidence: l.Confidence, Side: l.Side.String()})
	}
	c.process, err = c.program.Begin(site)
	return err
}

// must panics with a Failure for an error of the program.
func must(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

// Refit implements Predictor and Forecaster.
func (c *client) Refit(now float64) {
	c.process.Tick(now)
	if c.ticks {
		var err error
		c.bounds, err = c.process.Bounds(now)
		must(err)
	}
}

// submitted reports a job and returns the answer for it, or that of the last
// tick.
func (c *client) submitted(j program.Job, q *Query) program.Answer {
	j.Submit = q.Submit
	j.Procs, j.User, j.Executable = ifKnown(q.Procs), ifKnown(q.User), ifKnown(q.Executable)
	if q.Estimate >= 0 {
		j.Estimate = &q.Estimate
	}
	c.process.Submitted(j)
	if c.ticks {
		a := program.Answer{Wait: math.NaN(), Turnaround: math.NaN(), Bounds: c.bounds[0]}
		if j.Queue != nil {
			a.Bounds = c.bounds[*j.Queue]
		}
		return a
	}
	a, err := c.process.Job(j.Index)
	must(err)
	return a
}

// ifKnown returns a number >= 0, else nil.
func ifKnown(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

// Close implements Closer.
func (c *client) Close(whole bool) error {
	switch {
	case c.process == nil:
	case !whole:
		c.process.Kill()
	default:
		if err := c.process.End(); err != nil {
			return Failure{err}
		}
	}
	return nil
}

// programPredictor is the predictor of a program.
type programPredictor struct{ client }

// SetSeries implements SeriesAware.
func (p *programPredictor) SetSeries(s LogInfo) { must(p.begin(s)) }

// Observe implements Predictor. Predict reports submissions.
func (p *programPredictor) Observe(e Event) {
	switch e.Kind {
	case Started:
		p.process.Started(e.Index, e.Submit+e.Wait, e.Wait, &e.Counts)
	case TrainingEnded:
		p.process.Trained()
	}
}

// Predict implements Predictor.
func (p *programPredictor) Predict(q Query) (float64, bool) {
	bound := p.submitted(program.Job{Index: q.Index}, &q).Bounds[0]
	return bound, !math.IsNaN(bound)
}

// programForecaster is the forecaster of a program.
type programForecaster struct{ client }

// Submitted implements Forecaster.
func (w *programForecaster) Submitted(j *QueuedJob, _ *Machine) Forecast {
	job := program.Job{Index: j.Index, Queue: &j.Queue}
	if !math.IsNaN(j.Planned) {
		job.Planned = &j.Planned
	}
	a := w.submitted(job, &j.Query)
	return Forecast{Wait: a.Wait, Turnaround: a.Turnaround, Bounds: a.Bounds}
}

// Started implements Forecaster.
func (w *programForecaster) Started(j *QueuedJob, _ *Machine) {
	w.process.Started(j.Index, j.Start, j.Start-j.Submit, nil)
}

// Ended implements Forecaster.
func (w *programForecaster) Ended(j *QueuedJob, now, run float64, _ *Machine) {
	w.process.Ended(j.Index, now, run)
}
