package cisne

import (
	"math"
	"time"

	"waitbench/methods/sched"
)

// Timing is what an estimate of a method costs.
type Timing struct {
	Method   string
	Running  int // jobs
	History  int // past jobs that are searched; 0 where none are
	Estimate time.Duration
}

// The sizes at which estimates are timed.
var (
	crowds       = []int{1, 2, 4, sched.MaxMPL} // tasks on every node
	historySizes = []int{1250, 2500, 5000, 10_000}
)

// Timings measures the time of an estimate with few and many running jobs, and with a short and a
// long history, by a clock. Jobs of two tasks fill the cluster, and one waits that wants all nodes;
// there are more jobs where nodes take more tasks.
func (c *Config) Timings(clock func() time.Duration) ([]Timing, error) {
	var list []Timing
	for i, limit := range crowds {
		short := *c
		short.History = historySizes[i]
		b, err := short.learn(crowded(4), func() error { return nil })
		if err != nil {
			return nil, err
		}
		running := c.Nodes * limit / 2 // jobs of two tasks that fill the cluster
		for _, name := range []string{SDPN, Hanzich} {
			v := analytics[name]
			t, j := c.crowd(crowded(limit), running)
			v.sample = t.sample(v.window)
			for _, r := range t.running {
				r.belief = []belief{{left: 0.5}}
			}
			t.waiting = append(t.waiting, j)
			list = append(list, Timing{name, running, 0, measure(clock, func() { _, _ = v.predict(t, j) })})
		}
		smith, err := c.newWatching(Smith, crowded(limit), b.record.run)
		if err != nil {
			return nil, err
		}
		t, j := c.crowd(crowded(limit), running, &scorer{predictor: smith})
		list = append(list, Timing{Smith, running, 0, measure(clock, func() { smith.again(t, j) })})
		t, j = c.crowd(crowded(4), 0)
		list = append(list, Timing{Historical, 0, short.History, measure(clock, func() { b.record.similar(t.state(j)) })})
		b.li.begin()
		list = append(list, Timing{Li, 0, short.History, measure(clock, func() { b.li.again(t, j) })})
	}
	return list, nil
}

// crowded is the setting of timings.
func crowded(limit int) Setting {
	return Setting{Discipline: FCFS, Selection: sched.Normal, Limit: limit}
}

// crowd is a cluster on which so many jobs of two tasks run, and a job that wants all of it and has
// just come.
func (c *Config) crowd(set Setting, running int, listeners ...listener) (*truth, *job) {
	t := c.newTruth(set, c.Seed, 0, running+1)
	t.listeners = listeners
	for i := range t.jobs {
		t.jobs[i].tasks, t.jobs[i].submit = 2, 0
	}
	t.jobs[running].tasks = c.Nodes
	t.look()
	for i := range t.jobs[:running] {
		j := &t.jobs[i]
		t.waiting = append(t.waiting, j)
		for _, l := range listeners {
			_ = l.submitted(t, j) // watching has no errors
		}
		t.start(0)
	}
	return t, &t.jobs[running]
}

// again lets a method predict a job, which then leaves the queue.
func (w *watching) again(t *truth, j *job) {
	_, _ = w.predict(t, j) // it has no errors
	a := w.active[j]
	w.machine.Waiting = remove(w.machine.Waiting, a)
	w.watcher.Ended(a, a.Submit, 0, &w.machine)
}

// measure is the time of a call: the least of five means over some 5 ms, as what disturbs a
// measurement makes it longer.
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
