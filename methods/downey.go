package methods

import (
	"errors"
	"math"

	"waitbench/methods/lifetime"
)

const downeySource = "Downey, Using Queue Time Predictions for Processor Allocation, " +
	"sections 3 and 5.4"

var downeyMethod, downeySpecs = downeyKind("downey",
	"time until enough jobs end, by log-uniform lifetimes; "+
		"predictor A with two benefactors, else B; benefactors=1 to 4; "+
		"predictor=a or b alone; "+
		"ahead are the jobs of its queue, order=queue (default), or all, order=global",
	nil, func(d *downey) Forecaster { return d })

// downeyKind returns a method of the family and its specs by their parameters:
// the jobs ahead of another are those of its queue, as in the paper, or of all
// queues; predictor A predicts from two benefactors on, as in the paper, from
// another number, or one predictor is alone. It corrects the forecasts of plain
// specs, if any.
func downeyKind(name, doc string, plain map[string]*ForecasterSpec,
	forecaster func(*downey) Forecaster) (Method, map[string]*ForecasterSpec) {
	specs := map[string]*ForecasterSpec{}
	for order, oneOrder := range map[string]bool{"": false, ":order=global": true} {
		for rule, least := range map[string]int{
			"": lifetime.Usual, ":predictor=a": lifetime.OnlyA, ":predictor=b": lifetime.OnlyB,
			":benefactors=1": 1, ":benefactors=3": 3, ":benefactors=4": 4,
		} {
			make := func(log LogInfo) (Forecaster, error) {
				if !log.RunTimes {
					return nil, errors.New("the log has no run times")
				}
				return forecaster(&downey{oneOrder: oneOrder, least: least, levels: log.Levels}), nil
			}
			specs[order+rule] = &ForecasterSpec{Name: name + order + rule, OneOrder: oneOrder,
				New: make, Plain: plain[order+rule]}
		}
	}
	return Method{
		Name: name, Doc: doc, Source: downeySource, Cite: []string{"Downey97"},
		Forecaster: specs[""],
		Configure: func(m *Method, p *Params) {
			p.Choice("order", "queue", "global")
			p.Choice("predictor", "both", "a", "b")
			p.Choice("benefactors", "2", "1", "3", "4")
			if m.Forecaster = specs[p.kept]; m.Forecaster == nil && p.err == nil {
				p.err = errors.New("a predictor alone takes no number of benefactors")
			}
		},
	}, specs
}

// downey is a HeadForecaster that predicts by lifetimes [Downey97, section 3].
// A job starts once running jobs have freed the processors that it and all jobs
// ahead of it need beyond the free ones. Ahead of it are the earlier jobs of
// its queue: in the paper each queue is first come first served, and queues do
// not disturb each other.
//
// It forecasts the median. Its bounds are the requested quantiles, from above,
// whatever the confidence. At ticks it fits the lifetimes to the run times of
// all jobs that have ended. A job that fits and has none ahead of it has a
// forecast of 0 s; others have none before two different run times are known. A
// job wider than the machine takes all of it.
type downey struct {
	oneOrder bool // the jobs of all queues are ahead
	least    int  // benefactors of predictor A: see lifetime.State
	levels   []Level
	runs     lifetime.History
	model    lifetime.Model
	fitted   bool
	moment   moment
	state    lifetime.State // of the running jobs and the jobs ahead at the moment
	ahead    []int64        // their processors
	seen     int            // jobs of Machine.Waiting
}

// moment is what jobs that share the line ahead of them have in common.
type moment struct {
	now      float64
	queue    int32
	capacity int64
	model    lifetime.Model
}

func (d *downey) Forecast(j *QueuedJob, m *Machine) Forecast {
	n, from, wait, ok := d.simulate(j.Submit, m, len(m.Waiting)-1)
	if !ok {
		return NoForecast
	}
	return Forecast{Wait: wait, Turnaround: math.NaN(), Bounds: d.bounds(func(p float64) float64 {
		if p > 0.5 {
			return d.state.Combined(n, p, wait)
		}
		return d.state.Combined(n, p, from)
	})}
}

// bounds returns the quantiles of the wait at the levels of upper bounds.
func (d *downey) bounds(quantile func(p float64) float64) []float64 {
	bounds := make([]float64, len(d.levels))
	for i, l := range d.levels {
		if bounds[i] = math.NaN(); l.Side == Upper {
			bounds[i] = quantile(l.Quantile)
		}
	}
	return bounds
}

// simulate sets the state to the running jobs and the jobs ahead of
// m.Waiting[index]. It returns the number of processors that have to become
// free, the earliest time, and the median, in seconds from now. ok is false
// where nothing is known of lifetimes, or predictor A alone has no benefactor.
func (d *downey) simulate(now float64, m *Machine, index int) (n, from, wait float64, ok bool) {
	j := m.Waiting[index]
	if is := (moment{now, j.Queue, m.Capacity, d.model}); is != d.moment || index < d.seen {
		d.moment, d.ahead, d.seen = is, d.ahead[:0], 0
		d.state.Reset(d.model, d.least)
		for _, r := range m.Running {
			d.state.Add(r.Procs, now-r.Start)
		}
	}
	for ; d.seen < index; d.seen++ {
		if other := m.Waiting[d.seen]; d.oneOrder || other.Queue == j.Queue {
			d.ahead = append(d.ahead, min(other.Procs, m.Capacity))
		}
	}
	procs := min(j.Procs, m.Capacity)
	if fits := len(d.ahead) == 0 && procs <= m.Free; fits || !d.fitted {
		return 0, 0, 0, fits
	}
	needed, from := d.state.Queue(m.Free, d.ahead)
	n = float64(needed + procs)
	wait = d.state.Combined(n, 0.5, from)
	return n, from, wait, !math.IsInf(wait, 1)
}

func (d *downey) Head(now float64, m *Machine, index int) Forecast {
	_, _, wait, ok := d.simulate(now, m, index)
	if !ok {
		return NoForecast
	}
	return Forecast{Wait: wait}
}

func (d *downey) Submitted(*QueuedJob, *Machine) {}

func (d *downey) Started(*QueuedJob, *Machine) { d.moment = moment{} }

func (d *downey) Ended(_ *QueuedJob, _, run float64, _ *Machine) {
	if d.moment = (moment{}); run > 0 {
		d.runs.Insert(run)
	}
}

func (d *downey) Refit(float64) { d.model, d.fitted = d.runs.Fit() }
