package methods

import "waitbench/methods/forest"

var forestMethod = Method{
	Name: "forest",
	Doc: "quantiles of the waits of jobs that met the machine in like states, by trees that learn as jobs start, at a level that follows " +
		"hits and misses; leaves=live (so unless said) or stale, level=moving or fixed, state=seen or unseen",
	Source: "this project; trees after Breiman, Random Forests, and Meinshausen, Quantile Regression Forests",
	Cite:   []string{Project, "Breiman01", "Meinshausen06"},
	Claims: Claims{Sides: BothSides, Monotone: true, Holds: true},
	Configure: func(m *Method, p *Params) {
		m.Watch = forestWatches[forest.Options{
			Stale: p.Choice("leaves", "live", "stale") == "stale", Unseen: p.Choice("state", "seen", "unseen") == "unseen",
		}]
		fixed := p.Choice("level", "moving", "fixed") == "fixed"
		m.Bound = func(s Settings) Predictor {
			return &leveled{forest.NewSeries(s.Quantile, s.Side == Lower, fixed)}
		}
	},
}

// forestWatches are the watchers of forest, whole and without parts of it.
var forestWatches = func() map[forest.Options]*Watch {
	all := map[forest.Options]*Watch{}
	for _, without := range []forest.Options{{}, {Stale: true}, {Unseen: true}, {Stale: true, Unseen: true}} {
		all[without] = &Watch{Name: "forest", Cost: 20, New: func(s Site) (Watcher, error) {
			f := forest.New(s.Capacity, without)
			return &forester{learner{f}, f}, nil
		}}
	}
	return all
}()

// learner is the part of a watcher that tells what happens to something that learns from it.
type learner struct {
	learns interface {
		Started(id int, start float64)
		Ended(id int, now, run float64)
		Refit()
	}
}

// Started implements Watcher.
func (l *learner) Started(j *Active, _ *Machine) { l.learns.Started(j.At, j.Start) }

// Ended implements Watcher.
func (l *learner) Ended(j *Active, now, run float64, _ *Machine) { l.learns.Ended(j.At, now, run) }

// Refit implements Watcher.
func (l *learner) Refit(float64) { l.learns.Refit() }

func forestJob(j *Active) forest.Job {
	return forest.Job{Submit: j.Submit, Procs: j.Procs, Estimate: j.Estimate, User: j.User, Queue: j.Queue, Run: j.Run}
}

// forester is the watcher of forest.
type forester struct {
	learner
	forest *forest.Forest
}

// Submitted implements Watcher.
func (w *forester) Submitted(j *Active, m *Machine) Forecast {
	f := NoForecast
	if curve := w.forest.Submitted(j.At, forestJob(j), m.Free, !j.Unasked); curve != nil {
		f.Curve, f.Wait = curve, curve.Quantile(.5)
		f.Turnaround = f.Wait + j.Run
	}
	return f
}

// leveled is the predictor of forest. It bounds where the watcher says how a wait is distributed.
type leveled struct{ series *forest.Series }

// Observe implements Predictor.
func (p *leveled) Observe(e Event) {
	if e.Kind == Started {
		p.series.Started(e.At, e.Submit, e.Wait)
	}
}

// Refit implements Predictor.
func (p *leveled) Refit(now float64) { p.series.Refit(now) }

// Predict implements Predictor.
func (p *leveled) Predict(q Query) (float64, bool) {
	if q.Forecast.Curve == nil {
		return 0, false
	}
	return p.series.Bound(q.At, q.Submit, q.Forecast.Curve), true
}

// Probability implements Inverse: that of the curve itself. It is 0 where there is none.
func (p *leveled) Probability(q Query, d float64) float64 {
	if q.Forecast.Curve == nil {
		return 0
	}
	return forest.Curve(q.Forecast.Curve).Probability(d)
}
