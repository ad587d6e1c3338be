package methods

import (
	"errors"
	"math"
	"slices"
	"sync"

	"waitbench/methods/lifetime"
)

const downeySource = "Downey, Using Queue Time Predictions for Processor Allocation, sections 3 and 5.4"

var downeyMethod = downeyKind("downey",
	"time until enough running jobs have ended, by log-uniform lifetimes: predictor A with two benefactors, else B; "+
		"ahead are the jobs of its queue, order=queue (so unless said), or all, order=global",
	func(d *downey) Watcher { return d })

var downeyExactMethod = downeyKind("downey-exact",
	"the same by the exact distribution of the processors that running jobs free, where many run by its Edgeworth series",
	func(d *downey) Watcher { return &downeyExact{downey: d} })

// downeyKind is a method of the family. Its parameter order says which jobs are ahead of one: those
// of its queue, as in the paper, or those of all queues.
func downeyKind(name, doc string, watcher func(*downey) Watcher) Method {
	watch := func(name string, oneOrder bool) *Watch {
		return &Watch{Name: name, OneOrder: oneOrder, Cost: 30, New: func(s Site) (Watcher, error) {
			if !s.RunTimes {
				return nil, errors.New("the log has no run times")
			}
			line := &downeyLine{capacity: s.Capacity, oneOrder: oneOrder}
			return watcher(&downey{downeyLine: line, levels: s.Levels, bounds: make([]float64, len(s.Levels))}), nil
		}}
	}
	byQueue, global := watch(name, false), watch(name+":order=global", true)
	return Method{
		Name: name, Doc: doc, Source: downeySource, Cite: []string{"Downey97"}, Watch: byQueue,
		Configure: func(m *Method, p *Params) {
			if p.Choice("order", "queue", "global") == "global" {
				m.Watch = global
			}
		},
	}
}

// downey is a HeadWatcher that predicts by lifetimes [Downey97, section 3]: a job starts once those
// that run have freed what it and all jobs ahead of it need beyond what is free now. Ahead of it are
// the jobs that were submitted to its queue before: in the paper each queue is first come first
// served. Queues are taken not to be in each other's way. It forecasts the median, its bounds the
// quantiles asked for, from above; the confidence plays no part. The distribution of lifetimes is
// fitted at ticks to the run times of all jobs that have ended by then. A job that fits and has nobody
// ahead of it is predicted to wait 0 s; for others there is no forecast before two different run times
// are known. A job that asks for more than the machine is as wide as the machine.
type downey struct {
	*downeyLine
	levels []Level
	bounds []float64 // room for those of a forecast
}

// downeyLine is the jobs ahead of one, in front of those that run. It is the same for all methods of
// the family, so those of them that watch side by side share it. What it is told more than once counts
// once.
type downeyLine struct {
	capacity int64
	oneOrder bool // the jobs of all queues are ahead
	runs     lifetime.History
	ended    *Active // the last job that did
	model    lifetime.Model
	fitted   bool
	state    lifetime.State
	kept     lifetime.Line // of the last question
	keptAt   float64       // when that was asked
	keptIn   int32         // in the queue of which job
	sizes    []int64       // room
	placed   int           // so many of those that wait were looked at
	stands   bool          // the line is of use still
}

func (d *downeyLine) line() *downeyLine { return d }

// Share implements Sharer.
func (d *downey) Share(with Watcher) bool {
	other, ok := with.(interface{ line() *downeyLine })
	if ok = ok && other.line().oneOrder == d.oneOrder; ok {
		d.downeyLine = other.line()
	}
	return ok
}

// Submitted implements Watcher.
func (d *downey) Submitted(j *Active, m *Machine) Forecast {
	if j.Unasked {
		return NoForecast
	}
	return d.forecast(j, m)
}

// forecast is that of a job, without bounds if it is Unasked.
func (d *downey) forecast(j *Active, m *Machine) Forecast {
	f := NoForecast
	line, ok := d.ahead(j.Submit, m, len(m.Waiting)-1)
	if !ok {
		return f
	}
	if f.Wait = d.median(line, j); j.Unasked {
		return f
	}
	f.Bounds = d.bounds
	for i, l := range d.levels {
		if d.bounds[i] = math.NaN(); l.Side == Upper {
			d.bounds[i] = d.quantile(line, j, l.Quantile, f.Wait)
		}
	}
	return f
}

// Head implements HeadWatcher.
func (d *downey) Head(now float64, m *Machine, at int) float64 {
	line, ok := d.ahead(now, m, at)
	if !ok {
		return math.NaN()
	}
	return d.median(line, m.Waiting[at])
}

// ahead is the jobs ahead of a waiting one. Of questions at one moment each goes on where the one
// before ended. ok is false where one has to wait and nothing is known of lifetimes.
func (d *downeyLine) ahead(now float64, m *Machine, at int) (line *lifetime.Line, ok bool) {
	job := m.Waiting[at]
	isAhead := func(j *Active) bool { return d.oneOrder || j.Queue == job.Queue }
	placed, stands := d.placed, d.stands
	d.stands = false // should what follows panic
	if !stands || placed > at || d.keptAt != now || !d.oneOrder && d.keptIn != job.Queue {
		placed = 0
		d.state.Reset(d.model)
		d.kept = d.state.Line(m.Free)
		if d.width(job) <= m.Free && !slices.ContainsFunc(m.Waiting[:at], isAhead) {
			return &d.kept, true
		}
		if !d.fitted {
			return nil, false
		}
		for _, j := range m.Running {
			d.state.Add(j.Procs, now-j.Start)
		}
		d.kept, d.keptAt, d.keptIn = d.state.Line(m.Free), now, job.Queue
	}
	d.sizes = d.sizes[:0]
	for _, j := range m.Waiting[placed:at] {
		if isAhead(j) {
			d.sizes = append(d.sizes, d.width(j))
		}
	}
	d.kept.Place(d.sizes)
	d.placed, d.stands = at, true
	return &d.kept, true
}

// median is the time within which a job at the end of a line starts with probability 1/2.
func (d *downey) median(line *lifetime.Line, j *Active) float64 { return line.Median(d.width(j)) }

// quantile is that with probability p.
func (d *downey) quantile(line *lifetime.Line, j *Active, p, median float64) float64 {
	return line.Combined(line.Needed+d.width(j), p, from(p, line.Last, median))
}

// from is when the search for a quantile begins: not before the median, if it is above it.
func from(p, last, median float64) float64 {
	if p > 0.5 {
		return median
	}
	return last
}

// downeyExact forecasts by the exact distribution, for which it looks about the forecasts of downey.
// These are all that others want of a line, so it works its own out beside them.
type downeyExact struct {
	*downey
	state lifetime.State // of the forecast that is worked out
	spare sync.Pool      // of *lifetime.Saved
}

// Submitted implements Watcher.
func (d *downeyExact) Submitted(j *Active, m *Machine) Forecast {
	f := d.downey.Submitted(j, m)
	if !(f.Wait > 0) {
		return f
	}
	line := &d.kept
	n, last := line.Needed+d.width(j), line.Last
	guesses := slices.Clone(f.Bounds)
	saved, _ := d.spare.Get().(*lifetime.Saved)
	if saved == nil {
		saved = &lifetime.Saved{}
	}
	line.Save(saved)
	return Forecast{Later: func() Forecast {
		d.state.Load(saved)
		d.spare.Put(saved)
		f := Forecast{Wait: d.state.Exact(n, 0.5, last, f.Wait), Turnaround: math.NaN(), Bounds: guesses}
		for i, l := range d.levels {
			if l.Side == Upper {
				f.Bounds[i] = d.state.Exact(n, l.Quantile, from(l.Quantile, last, f.Wait), guesses[i])
			}
		}
		return f
	}}
}

// Head implements HeadWatcher.
func (d *downeyExact) Head(now float64, m *Machine, at int) float64 {
	line, ok := d.ahead(now, m, at)
	if !ok {
		return math.NaN()
	}
	j := m.Waiting[at]
	return line.Exact(line.Needed+d.width(j), 0.5, line.Last, d.median(line, j))
}

func (d *downeyLine) width(j *Active) int64 { return min(j.Procs, d.capacity) }

// Started implements Watcher.
func (d *downeyLine) Started(*Active, *Machine) { d.stands = false }

// Ended implements Watcher.
func (d *downeyLine) Ended(j *Active, _, run float64, _ *Machine) {
	d.stands = false
	if run > 0 && j != d.ended {
		d.ended = j
		d.runs.Insert(run)
	}
}

// Refit implements Watcher.
func (d *downeyLine) Refit(float64) {
	d.model, d.fitted = d.runs.Fit()
	d.stands = false
}
