package downey

import (
	"context"
	"math"
	"slices"
)

// machine is the machine at one time. Unlike the scheduler of package sched it
// knows when jobs will end, for the oracle, and a job takes as many processors
// as it wants when it starts.
type machine struct {
	now     float64 // seconds after the begin of the day
	free    int64
	running []runningJob // by end
}

type runningJob struct {
	procs      int64
	start, end float64
}

// nextEnd is when the next job ends, +Inf where none runs.
func (m *machine) nextEnd() float64 {
	if len(m.running) == 0 {
		return math.Inf(1)
	}
	return m.running[0].end
}

// advance moves the clock and frees the processors of jobs that have ended.
func (m *machine) advance(t float64) {
	m.now = t
	ended := 0
	for ended < len(m.running) && m.running[ended].end <= t {
		m.free += m.running[ended].procs
		ended++
	}
	m.running = slices.Delete(m.running, 0, ended)
}

// start starts a job on n free processors for run seconds.
func (m *machine) start(n int64, run float64) {
	r := runningJob{n, m.now, m.now + run}
	m.free -= n
	i := len(m.running)
	for i > 0 && m.running[i-1].end > r.end {
		i--
	}
	m.running = slices.Insert(m.running, i, r)
}

// until is Q(n): the time, seconds from now, until n processors are free if no
// job starts.
func (m *machine) until(n int64) float64 {
	free := m.free
	for i := 0; free < n; i++ {
		if free += m.running[i].procs; free >= n {
			return m.running[i].end - m.now
		}
	}
	return 0
}

// outcome is the effect of a strategy on the whole machine.
type outcome struct {
	turnaround  float64   // mean from arrival to end, seconds
	wait        float64   // mean from arrival to start, seconds
	utilization []float64 // of each day: mean of S(n)/n over processors and daytime, 0 where idle
}

// simulate runs the days, each on an empty machine, until the last job of the
// queue has started. Jobs that still run have their run times all the same.
// Once ctx has ended no further day is run.
//
// before is called with every job before it decides: at least one processor is
// free, and later are the jobs of the day behind it. started is called with
// every job that has just started, on n processors. Both may be nil.
func (c *Config) simulate(ctx context.Context, days [][]job, r rule,
	before func(j *job, m *machine, later []job),
	started func(j *job, m *machine, n int64)) outcome {
	var o outcome
	var m machine
	jobs := 0.0
	for _, day := range days {
		if ctx.Err() != nil {
			break
		}
		m = machine{free: c.Procs, running: m.running[:0]}
		busy := 0.0 // integral of the speedups over daytime
		for i := range day {
			j, later := &day[i], day[i+1:]
			m.advance(max(m.now, j.arrival))
			if m.free == 0 {
				m.advance(m.nextEnd())
			}
			if before != nil {
				before(j, &m, later)
			}
			n, _ := begin(r, j, &m, later)
			run := j.Run(n)
			m.start(n, run)
			if started != nil {
				started(j, &m, n)
			}
			o.wait += m.now - j.arrival
			o.turnaround += m.now + run - j.arrival
			busy += j.Speedup(n) * max(0, min(m.now+run, dayLength)-m.now)
		}
		jobs += float64(len(day))
		o.utilization = append(o.utilization, busy/(float64(c.Procs)*dayLength))
	}
	o.wait /= jobs
	o.turnaround /= jobs
	return o
}

// change is the relative change of the utilization against AVG, the mean over
// the days that are not empty there.
func (o *outcome) change(avg *outcome) float64 {
	sum := 0.0
	for d, u := range o.utilization {
		if avg.utilization[d] > 0 {
			sum += u/avg.utilization[d] - 1
		}
	}
	return sum / float64(len(o.utilization))
}
