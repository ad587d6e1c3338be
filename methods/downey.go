package methods

import (
	"errors"
	"math"

	"waitbench/methods/lifetime"
)

const downeySource = "Downey, Using Queue Time Predictions for Processor Allocation, sections 3 and 5.4"

var downeyMethod = Method{
	Name:   "downey",
	Doc:    "time until enough running jobs have ended, by log-uniform lifetimes: predictor A with two benefactors, else B",
	Source: downeySource,
	Watch:  &Watch{Name: "downey", New: func(s Site) (Watcher, error) { return newDowney(s, combined) }},
}

var downeyExactMethod = Method{
	Name:   "downey-exact",
	Doc:    "the same by the exact distribution of the processors that running jobs free",
	Source: downeySource,
	Watch:  &Watch{Name: "downey-exact", New: func(s Site) (Watcher, error) { return newDowney(s, exact) }},
}

// downey is a HeadWatcher that predicts by lifetimes [Downey97, section 3]: a job starts once those
// that run have freed what it and all jobs ahead of it need beyond what is free now. It forecasts
// the median, its bounds the quantiles asked for, from above; the confidence plays no part. The
// distribution of lifetimes is fitted at ticks to the run times of all jobs that have ended by
// then. A job that fits and has nobody ahead of it is predicted to wait 0 s; for others there is no
// forecast before two different run times are known. A job that asks for more than the machine is
// as wide as the machine.
type downey struct {
	capacity int64
	levels   []Level
	bounds   []float64 // room for those of a forecast
	predict  predictor
	runs     lifetime.History
	model    lifetime.Model
	fitted   bool
	state    lifetime.State
}

// predictor gives the time, from a given time on, within which n processors are free with
// probability p.
type predictor func(s *lifetime.State, n int64, p, from float64) float64

func combined(s *lifetime.State, n int64, p, from float64) float64 { return s.Combined(n, p, from) }

func exact(s *lifetime.State, n int64, p, from float64) float64 {
	return s.Exact(n, p, from, s.Combined(n, p, from))
}

func newDowney(s Site, predict predictor) (*downey, error) {
	if !s.RunTimes {
		return nil, errors.New("the log has no run times")
	}
	return &downey{capacity: s.Capacity, levels: s.Levels, bounds: make([]float64, len(s.Levels)), predict: predict}, nil
}

// Submitted implements Watcher.
func (d *downey) Submitted(j *Active, m *Machine) Forecast {
	f := NoForecast
	n, from, ok := d.needs(j.Submit, m, len(m.Waiting)-1)
	if !ok {
		return f
	}
	f.Wait = d.predict(&d.state, n, 0.5, from)
	f.Bounds = d.bounds
	for i, l := range d.levels {
		earliest := from
		if l.Quantile > 0.5 {
			earliest = f.Wait
		}
		if d.bounds[i] = math.NaN(); l.Side == Upper {
			d.bounds[i] = d.predict(&d.state, n, l.Quantile, earliest)
		}
	}
	return f
}

// Head implements HeadWatcher.
func (d *downey) Head(now float64, m *Machine) float64 {
	n, from, ok := d.needs(now, m, 0)
	if !ok {
		return math.NaN()
	}
	return d.predict(&d.state, n, 0.5, from)
}

// needs gives how many processors have to become free before a waiting job starts that has a number
// of jobs ahead of it, and after how many seconds it starts at the earliest. The state is then that
// of the machine and the jobs ahead. ok is false where nothing is known of lifetimes.
func (d *downey) needs(now float64, m *Machine, ahead int) (n int64, from float64, ok bool) {
	procs := d.width(m.Waiting[ahead])
	switch {
	case ahead == 0 && procs <= m.Free:
		return 0, 0, true
	case !d.fitted:
		return 0, 0, false
	}
	d.state.Reset(d.model)
	for _, j := range m.Running {
		d.state.Add(j.Procs, now-j.Start)
	}
	line := d.state.Line(m.Free)
	for _, j := range m.Waiting[:ahead] {
		line.Place(d.width(j))
	}
	return line.Needed + procs, line.Last, true
}

func (d *downey) width(j *Active) int64 { return min(j.Procs, d.capacity) }

// Started implements Watcher.
func (d *downey) Started(*Active, *Machine) {}

// Ended implements Watcher.
func (d *downey) Ended(_ *Active, _, run float64, _ *Machine) {
	if run > 0 {
		d.runs.Insert(run)
	}
}

// Refit implements Watcher.
func (d *downey) Refit(float64) { d.model, d.fitted = d.runs.Fit() }
