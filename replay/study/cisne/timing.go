package cisne

import (
	"context"
	"math"
	"time"

	"waitbench/methods/sched"
)

// Timing is the cost of an estimate of a method.
type Timing struct {
	Method   string
	Running  int // jobs; 0 where they do not matter
	History  int // past jobs that are searched; 0 where none are
	Estimate time.Duration
}

// The sizes at which estimates are timed.
var (
	crowds       = []int{1, 2, 4, sched.MaxMPL} // tasks on every node
	historySizes = []int{1250, 2500, 5000, 10_000}
)

// Timings measures the time of an estimate with few and many running jobs, and
// with a short and a long history, by a clock. Jobs of two tasks fill the
// cluster, and one waits that wants all nodes.
func (c *Config) Timings(clock func() time.Duration) ([]Timing, error) {
	var list []Timing
	for i, limit := range crowds {
		short := *c
		short.History = historySizes[i]
		m, err := short.learn(context.Background(), crowded(4))
		if err != nil {
			return nil, err
		}
		smith, err := c.newWatching(Smith, crowded(limit), m.record.run)
		if err != nil {
			return nil, err
		}
		m.li.begin()
		running := c.Nodes * limit / 2
		for _, x := range []struct {
			method string
			p      predictor
			Timing
		}{
			{SDPN, analytic(SDPN), Timing{Running: running}},
			{Hanzich, analytic(Hanzich), Timing{Running: running}},
			{Smith, smith, Timing{Running: running}},
			{Historical, m.record, Timing{History: short.History}},
			{Li, m.li, Timing{History: short.History}},
		} {
			t, j := c.crowd(crowded(limit), x.Running, x.p)
			x.Method, x.Estimate = x.method, measure(clock, func() {
				_, _ = x.p.predict(t, j) // the cluster is valid
				if w, ok := x.p.(*watching); ok {
					w.forget(j)
				}
			})
			list = append(list, x.Timing)
		}
	}
	return list, nil
}

// crowded is the setting of timings.
func crowded(limit int) Setting {
	return Setting{Discipline: FCFS, Selection: sched.Normal, Limit: limit}
}

// crowd is a cluster on which that many jobs of two tasks run, of which p knows,
// and a job that wants all of it and has just come.
func (c *Config) crowd(set Setting, running int, p predictor) (*truth, *job) {
	t := c.newTruth(set, c.Seed, 0, running+1)
	t.scorers = []*scorer{{predictor: p}}
	for i := range running {
		j := &t.jobs[i]
		j.tasks, j.submit = 2, 0
		t.waiting = append(t.waiting, j)
		_, _ = p.predict(t, j) // the cluster is valid
		t.start(j)
	}
	last := &t.jobs[running]
	last.tasks, last.submit = c.Nodes, 0
	t.waiting = append(t.waiting, last)
	return t, last
}

// forget removes a job from the queue.
func (w *watching) forget(j *job) {
	a := w.active[j]
	w.machine.Waiting = without(w.machine.Waiting, a)
	w.forecaster.Ended(a, a.Submit, 0, &w.machine)
}

// measure is the time of a call: the least of five means over some 5 ms, as a
// disturbance makes a measurement longer.
func measure(clock func() time.Duration, call func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 5 {
		begin := clock()
		for n := time.Duration(1); ; n++ {
			call()
			if d := clock() - begin; d > 5*time.Millisecond {
				best = min(best, d/n)
				break
			}
		}
	}
	return best
}
