package replay

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/methods/heap"
	"waitbench/swf"
)

// machine rebuilds the queue and the machine of a log from its jobs. At equal
// times jobs end first, then start, then are submitted. A job that does not
// wait starts right after its submission.
type machine struct {
	methods.Machine
	grows   bool  // nothing states the capacity: it is the most used or requested so far
	used    int64 // processors of running jobs, above Capacity where the log has too many
	starts  int
	over    int // starts that did not fit
	now     float64
	pending heap.Heap[event]
}

// LargestYet is the source of a machine's size that no header states.
const LargestYet = "most seen so far"

// MachineSize returns the stated processors of a machine, and their source:
// MaxProcs or MaxNodes of the header, else 0 and LargestYet.
func MachineSize(h *swf.Header) (procs int64, source string) {
	for _, source := range []string{"MaxProcs", "MaxNodes"} {
		if h != nil {
			if n, ok := h.Int(source); ok && n > 0 {
				return n, source
			}
		}
	}
	return 0, LargestYet
}

// event is the start or the end of a job, or its leaving the queue without
// having run. It holds future facts, which no method may see.
type event struct {
	time float64
	end  bool
	job  *methods.QueuedJob
	run  float64
}

// Before reports whether a happens before b: by time, ends before starts, then
// in order of submission.
func (a event) Before(b event) bool {
	switch {
	case a.time != b.time:
		return a.time < b.time
	case a.end != b.end:
		return a.end
	}
	return a.job.Index < b.job.Index
}

// submit puts a job into the queue, after all events up to its submission.
func (m *machine) submit(j *methods.QueuedJob, wait, run float64) {
	m.Waiting = append(m.Waiting, j)
	m.know(j.Procs)
	m.schedule(event{time: j.Submit + wait, job: j, run: run})
}

// schedule stores an event, if its time is known.
func (m *machine) schedule(e event) {
	if !math.IsNaN(e.time) && !math.IsInf(e.time, 1) {
		m.pending.Push(e)
	}
}

// advance handles the events up to now and reports them to p.
func (m *machine) advance(now float64, p *pass) {
	for len(m.pending) > 0 && m.pending[0].time <= now {
		e := m.pending.Pop()
		m.moveTo(e.time, p)
		switch {
		case e.end:
			m.Running = without(m.Running, e.job, func(j *methods.QueuedJob) float64 {
				return j.Start
			})
			m.use(-e.job.Procs)
			p.ended(e.job, e.time, e.run)
		case e.run <= 0:
			m.Waiting = without(m.Waiting, e.job, submission)
			p.ended(e.job, e.time, 0)
		default:
			m.Waiting = without(m.Waiting, e.job, submission)
			e.job.Start = e.time
			m.Running = append(m.Running, e.job)
			m.use(e.job.Procs)
			m.starts++
			if m.used > m.Capacity {
				m.over++
			}
			m.schedule(event{time: e.time + e.run, end: true, job: e.job, run: e.run})
			p.started(e.job)
		}
	}
	if !math.IsInf(now, 1) {
		m.moveTo(now, p)
	}
}

// moveTo moves the clock on, after all events at the time before.
func (m *machine) moveTo(now float64, p *pass) {
	if now > m.now {
		p.afterEvents(m.now)
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

func submission(j *methods.QueuedJob) float64 { return float64(j.Index) }

// without returns jobs, which are in ascending order of a key, without j.
func without(jobs []*methods.QueuedJob, j *methods.QueuedJob,
	key func(*methods.QueuedJob) float64) []*methods.QueuedJob {
	i, _ := slices.BinarySearchFunc(jobs, key(j), func(o *methods.QueuedJob, x float64) int {
		return cmp.Compare(key(o), x)
	})
	for jobs[i] != j {
		i++
	}
	return slices.Delete(jobs, i, i+1)
}
