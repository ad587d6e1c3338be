package replay

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/methods/heap"
)

// machine rebuilds the queue and the machine of a log from its jobs. At equal times jobs end first,
// then start, then are submitted; a job that does not wait starts right after its submission.
// A machine that grows has the most processors that jobs have used at a time or
// one has requested so far.
type machine struct {
	methods.Machine
	grows   bool  // nothing states the capacity: it is the most known so far
	used    int64 // processors of running jobs, above Capacity where the log has too many
	over    int   // starts that did not fit
	now     float64
	pending heap.Heap[event]
}

// event is the start or the end of a job, or its leaving the queue without having run.
type event struct {
	time float64
	job  *entry
	end  bool
}

// entry is a job of the log with what is not to be known of it yet.
type entry struct {
	*methods.Active
	run float64
}

// before says which of two events comes first: by time, ends before starts, then in order of
// submission.
func (a event) Before(b event) bool {
	switch {
	case a.time != b.time:
		return a.time < b.time
	case a.end != b.end:
		return a.end
	}
	return a.job.At < b.job.At
}

// listener is told what happens.
type listener interface {
	started(j *methods.Active)
	ended(j *methods.Active, now, run float64)
	settled(now float64) // nothing more happens at that time
}

// submit puts a job into the queue. Everything up to then must have happened.
func (m *machine) submit(q methods.Query, at int, wait, run float64) *methods.Active {
	j := &methods.Active{Query: q, At: at, Run: math.NaN()}
	m.Waiting = append(m.Waiting, j)
	m.know(q.Procs)
	m.schedule(event{time: q.Submit + wait, job: &entry{j, run}})
	return j
}

// schedule notes what will happen, if the log tells when.
func (m *machine) schedule(e event) {
	if !math.IsNaN(e.time) && !math.IsInf(e.time, 1) {
		m.pending.Push(e)
	}
}

// advance lets everything happen that happens until now, and tells l of it.
func (m *machine) advance(now float64, l listener) {
	for len(m.pending) > 0 && m.pending[0].time <= now {
		e := m.pending.Pop()
		m.tick(e.time, l)
		switch {
		case e.end:
			leave(&m.Running, e.job.Active, func(j *methods.Active) float64 { return j.Start })
			m.use(-e.job.Procs)
			l.ended(e.job.Active, e.time, e.job.run)
		case e.job.run <= 0:
			leave(&m.Waiting, e.job.Active, func(j *methods.Active) float64 { return float64(j.At) })
			l.ended(e.job.Active, e.time, 0)
		default:
			leave(&m.Waiting, e.job.Active, func(j *methods.Active) float64 { return float64(j.At) })
			e.job.Start = e.time
			m.Running = append(m.Running, e.job.Active)
			m.use(e.job.Procs)
			if m.used > m.Capacity {
				m.over++
			}
			m.schedule(event{time: e.time + e.job.run, job: e.job, end: true})
			l.started(e.job.Active)
		}
	}
	if !math.IsInf(now, 1) {
		m.tick(now, l)
	}
}

// tick moves the time on.
func (m *machine) tick(now float64, l listener) {
	if now > m.now {
		l.settled(m.now)
		m.now = now
	}
}

func (m *machine) use(procs int64) {
	m.used += procs
	m.know(m.used)
}

// know makes a machine that grows have at least so many processors.
func (m *machine) know(procs int64) {
	if m.grows {
		m.Capacity = max(m.Capacity, procs)
	}
	m.Free = max(m.Capacity-m.used, 0)
}

// leave takes a job out of the queue or off the machine, whose jobs are in order of some number.
func leave(jobs *[]*methods.Active, j *methods.Active, order func(*methods.Active) float64) {
	i, _ := slices.BinarySearchFunc(*jobs, order(j), func(o *methods.Active, x float64) int { return cmp.Compare(order(o), x) })
	for (*jobs)[i] != j {
		i++
	}
	*jobs = slices.Delete(*jobs, i, i+1)
}
