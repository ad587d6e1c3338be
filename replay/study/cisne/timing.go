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
		m, err := short.learn(context.Background(), Setting{FCFS, sched.Normal, 4, false})
		if err != nil {
			return nil, err
		}
		set := Setting{FCFS, sched.Normal, limit, false}
		smith, err := c.newForecasting(Smith, set, m.record.run)
		if err != nil {
			return nil, err
		}
		running := c.Nodes * limit / 2
		for _, x := range []struct {
			p predictor
			Timing
		}{
			{analytic(SDPN), Timing{Method: SDPN, Running: running}},
			{analytic(Hanzich), Timing{Method: Hanzich, Running: running}},
			{smith, Timing{Method: Smith, Running: running}},
			{m.record, Timing{Method: Historical, History: short.History}},
			{m.li.begin(), Timing{Method: Li, History: short.History}},
		} {
			t, j := c.crowd(set, x.Running, x.p)
			x.Estimate = measure(clock, func() {
				_, _ = x.p.predict(t, j) // the cluster is valid
				if f, ok := x.p.(*forecasting); ok {
					f.forget(j)
				}
			})
			list = append(list, x.Timing)
		}
	}
	return list, nil
}

// crowd is a cluster on which that many jobs of two tasks run, of which p
// knows, and a job that wants all of it and has just come.
func (c *Config) crowd(set Setting, running int, p predictor) (*truth, *job) {
	t := c.newTruth(set, c.Seed, 0, running+1)
	t.scorers = []*scorer{{predictor: p}}
	for i := range t.jobs {
		j := &t.jobs[i]
		j.tasks, j.submit = 2, 0
		t.waiting = append(t.waiting, j)
		if i < running {
			_, _ = p.predict(t, j) // the cluster is valid
			t.start(j)
		}
	}
	t.waiting[0].tasks = c.Nodes
	return t, t.waiting[0]
}

// forget removes a job from the queue.
func (f *forecasting) forget(j *job) {
	a := f.active[j]
	f.machine.Waiting = without(f.machine.Waiting, a)
	f.forecaster.Ended(a, a.Submit, 0, &f.machine)
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
