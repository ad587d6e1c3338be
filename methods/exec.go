package methods

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/methods/curves"
	"waitbench/methods/program"
)

// CheckProgram returns an error unless a text is NAME=command, where the name
// has neither parameters nor suffixes and is of no other method.
func CheckProgram(text string) error {
	label, command, _ := strings.Cut(text, "=")
	n, err := parseName(label)
	if err != nil || n.method != label || strings.TrimSpace(command) == "" {
		return fmt.Errorf("invalid %q: want NAME='command', "+
			"and a name without spaces and : , + '", text)
	}
	if slices.Contains(Groups, label) || IsBuiltIn(label) {
		return fmt.Errorf("%s is the name of another method", label)
	}
	return nil
}

// StartProgram starts the program of NAME=command for its hello, and returns it
// as a method: in any language, it gets the events of a predictor or a
// forecaster and answers within the limit. It chooses in its hello whether it
// serves a series or a log, and whether it answers for each job or at ticks. If
// it answers with curves, a Leveled bounds by them.
// Its processes end with ctx.
func StartProgram(ctx context.Context, text string, limit time.Duration) (Method, error) {
	label, command, _ := strings.Cut(text, "=")
	m := Method{Name: label, Claims: Claims{Sides: BothSides},
		ExternalNote: "a program of its own, which could have read the log itself",
		Program:      &program.Program{Command: command, Limit: limit}}
	hello, err := m.Program.Greet(ctx)
	if err != nil {
		return m, fmt.Errorf("method %s cannot be used: %w", label, err)
	}
	client := client{program: m.Program, hello: hello}
	if hello.Scope == program.Series {
		m.Bound = func(Settings) Predictor {
			return &programPredictor{client: client, numbers: map[int]int{}}
		}
	} else {
		m.Forecaster = &ForecasterSpec{Name: label, New: func(log LogInfo) (Forecaster, error) {
			f := &programForecaster{client}
			return f, f.begin(log)
		}}
	}
	if hello.Curve != nil {
		m.Bound, m.Claims = NewLeveled, leveledClaims
	}
	return m, nil
}

// client drives one process of a program.
type client struct {
	program *program.Program
	process *program.Process
	hello   program.Hello
	bounds  [][]float64 // of the last tick, by queue and level, seconds
}

func (c *client) begin(log LogInfo) (err error) {
	message := program.LogInfo{Log: log.Log, Queues: log.Queues,
		Range: log.Range, Procs: log.MaxProcs}
	for _, l := range log.Levels {
		message.Levels = append(message.Levels, program.RequestedLevel{
			Quantile: l.Quantile, Confidence: l.Confidence, Side: l.Side.String()})
	}
	c.process, err = c.program.Begin(message)
	return err
}

// must panics with a Failure for an error of the program.
func must(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

func (c *client) Refit(now float64) {
	c.process.Send(program.Tick{Now: now})
	if c.hello.Answers == program.Ticks {
		var err error
		c.bounds, err = c.process.Bounds(now)
		must(err)
	}
}

// submitted reports a job and returns the answer for it, or the one of the last
// tick.
func (c *client) submitted(j program.Submission, q *Query) program.Answer {
	j.Submit = q.Submit
	j.Procs, j.Estimate = ifKnown(q.Procs), ifKnown(q.Estimate)
	j.User, j.Executable = ifKnown(q.User), ifKnown(q.Executable)
	c.process.Send(j)
	if c.hello.Answers == program.Ticks {
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
func ifKnown[N int64 | float64](n N) *N {
	if n >= 0 {
		return &n
	}
	return nil
}

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

// programPredictor is the predictor of a program. It numbers the jobs of its
// series from 0.
type programPredictor struct {
	client
	next    int
	numbers map[int]int // of jobs that wait, by index in the log
}

func (p *programPredictor) SetSeries(s LogInfo) { must(p.begin(s)) }

// Observe leaves submissions to Predict.
func (p *programPredictor) Observe(e Event) {
	switch e.Kind {
	case Started:
		p.process.Send(program.Started{Job: p.numbers[e.Index], Time: e.Submit + e.Wait,
			Wait: e.Wait, Counts: &e.Counts})
		delete(p.numbers, e.Index)
	case TrainingEnded:
		p.process.Send(program.Trained{Trained: true})
	}
}

func (p *programPredictor) Predict(q Query) (float64, bool) {
	bound := p.submitted(program.Submission{Index: p.next}, &q).Bounds[0]
	p.numbers[q.Index] = p.next
	p.next++
	return bound, !math.IsNaN(bound)
}

type programForecaster struct{ client }

func (f *programForecaster) Submitted(*QueuedJob, *Machine) {}

func (f *programForecaster) Forecast(j *QueuedJob, _ *Machine) Forecast {
	a := f.submitted(program.Submission{Index: j.Index, Queue: &j.Queue,
		Planned: ifKnown(j.Planned)}, &j.Query)
	forecast := Forecast{Wait: a.Wait, Turnaround: a.Turnaround, Bounds: a.Bounds}
	if len(a.Curve) > 0 {
		forecast.Curve = curves.New(f.hello.Curve, a.Curve)
	}
	return forecast
}

func (f *programForecaster) Started(j *QueuedJob, _ *Machine) {
	f.process.Send(program.Started{Job: j.Index, Time: j.Start, Wait: j.Start - j.Submit})
}

func (f *programForecaster) Ended(j *QueuedJob, now, run float64, _ *Machine) {
	f.process.Send(program.Ended{Job: j.Index, Time: now, Run: run})
}
