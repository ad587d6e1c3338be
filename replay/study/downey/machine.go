package downey

import (
	"math"
	"slices"
)

// machine is what runs at one time. Unlike the scheduler of package sched it knows when jobs will
// end, for the oracle, and gives a job as many processors as the job takes when it starts.
type machine struct {
	now     float64 // seconds after the begin of the day
	free    int64
	running []running // by end
}

// running is a job on the machine.
type running struct {
	procs      int64
	start, end float64
}

// copyFrom makes m the same as another machine, in its own memory.
func (m *machine) copyFrom(other *machine) {
	jobs := append(m.running[:0], other.running...)
	*m = *other
	m.running = jobs
}

// empty is the machine in the morning.
func (m *machine) empty(procs int64) { m.now, m.free, m.running = 0, procs, m.running[:0] }

// nextEnd is when the next job ends, +Inf where none runs.
func (m *machine) nextEnd() float64 {
	if len(m.running) == 0 {
		return math.Inf(1)
	}
	return m.running[0].end
}

// advance moves on to a time and frees the processors of the jobs that have ended by then.
func (m *machine) advance(t float64) {
	m.now = t
	ended := 0
	for ended < len(m.running) && m.running[ended].end <= t {
		m.free += m.running[ended].procs
		ended++
	}
	m.running = slices.Delete(m.running, 0, ended)
}

// start gives n processors, of those that are free, to a job that runs for so many seconds.
func (m *machine) start(n int64, run float64) {
	r := running{n, m.now, m.now + run}
	m.free -= n
	i := len(m.running)
	for i > 0 && m.running[i-1].end > r.end {
		i--
	}
	m.running = slices.Insert(m.running, i, r)
}

// until is the time, seconds from now, after which n processors are free if nobody starts. It is
// Q(n).
func (m *machine) until(n int64) float64 {
	free := m.free
	for i := 0; free < n; i++ {
		if free += m.running[i].procs; free >= n {
			return m.running[i].end - m.now
		}
	}
	return 0
}
