package methods

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"waitbench/methods/program"
)

// execMethod is a method in any language: a program that is told what a predictor or a watcher is,
// and answers. Whether it is of a series or of a log, and whether it is asked for each job or at the
// ticks, it says when it is started.
//
// Only Start does that, which is for what stands on a command line. A name alone, as settings of a
// run have it, starts nothing.
var execMethod = Method{
	Name: "exec", ByName: true, Source: "whoever wrote the program",
	Doc:     "what a program says, for which see waitbench help exec; limit is for an answer, runs=2 asks two of it and compares",
	Outside: "outside method, whose program could have read the log itself",
	Claims:  Claims{Sides: BothSides},
	Configure: func(m *Method, p *Params) {
		m.Program = &program.Program{
			Command: p.Text("COMMAND"), Limit: p.Duration("limit", 30*time.Second), Twice: p.Choice("runs", "1", "2") == "2",
		}
	},
}

// Start starts the program of a method that is one, for its hello, and makes the method one that can
// be asked. Processes of it end with ctx. Other methods stay as they are.
func (m Method) Start(ctx context.Context) (Method, error) {
	if m.Kind() != Unstarted {
		return m, nil
	}
	full := m.Name
	hello, err := m.Program.Greet(ctx)
	if err != nil {
		return m, fmt.Errorf("method %s cannot be used: %w", full, err)
	}
	outsider := outsider{program: m.Program, ticks: hello.Answers == program.Ticks}
	if hello.Scope == program.Series {
		m.Bound = func(Settings) Predictor { return &outsidePredictor{outsider} }
	} else {
		m.Watch = &Watch{Name: full, Cost: 50, New: func(s Site) (Watcher, error) {
			w := &outsideWatcher{outsider}
			return w, w.begin(s)
		}}
	}
	for _, word := range m.suffixes {
		m.Name = strings.TrimSuffix(m.Name, "+"+word)
	}
	return m.with(m.suffixes, full)
}

// outsider is a process of a program, and what it has bounded last.
type outsider struct {
	program *program.Program
	process *program.Process
	ticks   bool
	bounds  [][]float64 // by queue and level, of the last tick
}

func (o *outsider) begin(s Site) (err error) {
	site := program.Site{Log: s.Log, Queues: s.Queues, Range: s.Range, Procs: s.Capacity}
	for _, l := range s.Levels {
		site.Levels = append(site.Levels, program.Level{Quantile: l.Quantile, Confidence: l.Confidence, Side: l.Side.String()})
	}
	o.process, err = o.program.Begin(site)
	return err
}

// must ends the method where its program fails.
func must(err error) {
	if err != nil {
		panic(Failure{err})
	}
}

// Refit implements Predictor and Watcher.
func (o *outsider) Refit(now float64) {
	o.process.Tick(now)
	if o.ticks {
		var err error
		o.bounds, err = o.process.Bounds(now)
		must(err)
	}
}

// submitted tells of a job and asks about it, unless that was done at the tick.
func (o *outsider) submitted(q *Query, at int, queue int32, planned float64) program.Answer {
	o.process.Submitted(program.Job{
		At: at, Submit: q.Submit, Queue: queue, Procs: q.Procs, Estimate: q.Estimate, User: q.User, Executable: q.Executable, Planned: planned,
	})
	if o.ticks {
		return program.Answer{Wait: math.NaN(), Turnaround: math.NaN(), Bounds: o.bounds[max(queue, 0)]}
	}
	a, err := o.process.Job(at)
	must(err)
	return a
}

// End implements Ender.
func (o *outsider) End(whole bool) error {
	switch {
	case o.process == nil:
	case !whole:
		o.process.Kill()
	default:
		if err := o.process.End(); err != nil {
			return Failure{err}
		}
	}
	return nil
}

// outsidePredictor is the predictor of a program.
type outsidePredictor struct{ outsider }

// Place implements Placed.
func (p *outsidePredictor) Place(s Site) { must(p.begin(s)) }

// Observe implements Predictor. That a job is submitted the program is told when it is asked.
func (p *outsidePredictor) Observe(e Event) {
	switch e.Kind {
	case Started:
		p.process.Started(e.At, e.Submit+e.Wait, e.Wait, &e.Counts)
	case TrainingEnded:
		p.process.Trained()
	}
}

// Predict implements Predictor.
func (p *outsidePredictor) Predict(q Query) (float64, bool) {
	bound := p.submitted(&q, q.At, -1, math.NaN()).Bounds[0]
	return bound, !math.IsNaN(bound)
}

// outsideWatcher is the watcher of a program.
type outsideWatcher struct{ outsider }

// Submitted implements Watcher.
func (w *outsideWatcher) Submitted(j *Active, _ *Machine) Forecast {
	a := w.submitted(&j.Query, j.At, j.Queue, j.Planned)
	return Forecast{Wait: a.Wait, Turnaround: a.Turnaround, Bounds: a.Bounds}
}

// Started implements Watcher.
func (w *outsideWatcher) Started(j *Active, _ *Machine) {
	w.process.Started(j.At, j.Start, j.Start-j.Submit, nil)
}

// Ended implements Watcher.
func (w *outsideWatcher) Ended(j *Active, now, run float64, _ *Machine) {
	w.process.Ended(j.At, now, run)
}
