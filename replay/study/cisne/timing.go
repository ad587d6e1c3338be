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
// cluster, and one waits that wants all nodes. There are more jobs where nodes
// take more tasks.
func (c *Config) Timings(clock func() time.Duration) ([]Timing, error) {
	var list []Timing
	for i, limit := range crowds {
		short := *c
		short.History = historySizes[i]
		m, err := short.learn(context.Background(), crowded(4))
		if err != nil {
			return nil, err
		}
		running := c.Nodes * limit / 2
		add := func(method string, running, history int, call func()) {
			list = append(list, Timing{method, running, history, measure(clock, call)})
		}
		for _, name := range []string{SDPN, Hanzich} {
			v := analytic(name)
			t, j := c.crowd(crowded(limit), running, &scorer{predictor: v})
			for _, b := range v.beliefs {
				b.left = 0.5
			}
			t.waiting = append(t.waiting, j)
			add(name, running, 0, func() { _, _ = v.predict(t, j) })
		}
		smith, err := c.newWatching(Smith, crowded(limit), m.record.run)
		if err != nil {
			return nil, err
		}
		t, j := c.crowd(crowded(limit), running, &scorer{predictor: smith})
		add(Smith, running, 0, func() { smith.again(t, j) })
		t, j = c.crowd(crowded(4), 0, nil)
		add(Historical, 0, short.History, func() { _, _ = m.record.predict(t, j) })
		m.li.begin()
		add(Li, 0, short.History, func() { m.li.again(t, j) })
	}
	return list, nil
}

// crowded is the setting of timings.
func crowded(limit int) Setting {
	return Setting{Discipline: FCFS, Selection: sched.Normal, Limit: limit}
}

// crowd is a cluster on which that many jobs of two tasks run, and a job that
// wants all of it and has just come. The scorer may be nil.
func (c *Config) crowd(set Setting, running int, s *scorer) (*truth, *job) {
	t := c.newTruth(set, c.Seed, 0, running+1)
	for i := range t.jobs {
		t.jobs[i].tasks, t.jobs[i].submit = 2, 0
	}
	t.jobs[running].tasks = c.Nodes
	if s != nil {
		t.scorers = []*scorer{s}
	}
	for i := range t.jobs[:running] {
		j := &t.jobs[i]
		t.waiting = append(t.waiting, j)
		for _, s := range t.scorers {
			if w, ok := s.predictor.(*watching); ok {
				_, _ = w.predict(t, j) // it has no errors
			}
		}
		t.start(j)
	}
	return t, &t.jobs[running]
}

// again predicts a job, which then leaves the queue.
func (w *watching) again(t *truth, j *job) {
	_, _ = w.predict(t, j) // it has no errors
	a := w.active[j]
	w.machine.Waiting = without(w.machine.Waiting, a)
	w.watcher.Ended(a, a.Submit, 0, &w.machine)
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
