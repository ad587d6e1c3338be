package sched

import (
	"math"

	"waitbench/methods/heap"
)

// plain simulates a State from its present on, where all nodes are alike and
// one job at a time holds each. Then a job is planned with the same time
// whenever it starts, so little has to be copied.
type plain struct {
	live     *State
	now      float64
	free     int64
	queue    []need // of live.waiting, by index
	head     int    // index of the first job that still waits
	left     int    // jobs that still wait
	ends     bookings
	newEnds  heap.Heap[ending] // of jobs that this simulation started
	expected bookings
	begun    int32
	passes   []vacancy
	end      float64 // of the last job, once it has started; NaN
}

// need is a request of a waiting job: processors, and seconds by the
// scheduler's plan.
type need struct {
	procs int64
	wall  float64
}

// started is the need of a job that no longer waits: no vacancy takes it.
var started = need{math.MaxInt64, math.Inf(1)}

// vacancy is the space that a pass left for a job at the end of the queue: free
// processors until the shadow time, and extra of them for longer.
type vacancy struct {
	time    float64
	started bool // the pass started a job
	free    int64
	extra   int64
	shadow  float64 // NaN where the pass did not look for it
}

// takes reports whether a job of that need might start.
func (m *vacancy) takes(n need) bool {
	return n.procs <= m.free && (n.procs <= m.extra ||
		m.time+n.wall <= m.shadow || math.IsNaN(m.shadow))
}

// ending is the end of a job that the simulation started.
type ending struct {
	end     float64
	booking // in expected
}

func (e ending) Before(o ending) bool { return e.end < o.end }

// copyFrom goes back to the present of s.
func (p *plain) copyFrom(s *State) {
	p.live, p.now, p.free, p.begun = s, s.now, s.nodes.free(), s.begun
	p.ends, p.expected = append(p.ends[:0], s.ends...), append(p.expected[:0], s.expected...)
	p.queue, p.head, p.left = p.queue[:0], 0, 0
	for _, w := range s.waiting {
		p.add(w)
	}
	p.passes = append(p.passes[:0], vacancy{})
	p.newEnds = p.newEnds[:0]
}

// add puts a job at the end of the queue.
func (p *plain) add(w waiting) {
	p.queue = append(p.queue, need{w.procs, w.wall})
	p.left++
	p.end = math.NaN()
}

// mostStarts is the number of jobs that a simulation starts before it ends in
// an estimate. It bounds the time that long queues take. The longest queue of
// ten real logs has 2,486 jobs. In a generated log with queues of up to 6,600
// jobs, one forecast in fourteen changed, by 4 % in the median.
const mostStarts = 2500

// run goes on to the start of the last job.
func (p *plain) run() (start, end float64) {
	for p.pass(); math.IsNaN(p.end); p.pass() {
		if p.begun-p.live.begun >= mostStarts {
			return p.flow()
		}
		p.advance()
		p.passes = append(p.passes, vacancy{})
	}
	return p.now, p.end
}

// flow estimates the start and the end of the last job: from the next end on,
// all processors work on the jobs before it.
func (p *plain) flow() (start, end float64) {
	start = p.next()
	last := len(p.queue) - 1
	for i := p.head; i < last; i++ {
		if w := &p.live.waiting[i]; p.queue[i] != started {
			start += w.run * float64(w.procs) / float64(p.live.machine.Procs)
		}
	}
	return start, start + p.live.waiting[last].run
}

// next is the time of the next end; +Inf where no job runs.
func (p *plain) next() float64 {
	at := math.Inf(1)
	if len(p.newEnds) > 0 {
		at = p.newEnds[0].end
	}
	if len(p.ends) > 0 {
		at = min(at, p.ends.next().time)
	}
	return at
}

// advance goes to the next end.
func (p *plain) advance() {
	p.now = p.next()
	for len(p.ends) > 0 && p.ends.next().time == p.now {
		b := *p.ends.next()
		p.ends = p.ends[:len(p.ends)-1]
		p.expected.remove(booking{time: p.live.runs[b.slot].expected, seq: b.seq})
		p.free += b.procs
	}
	for len(p.newEnds) > 0 && p.newEnds[0].end == p.now {
		b := p.newEnds.Pop().booking
		p.expected.remove(b)
		p.free += b.procs
	}
}

// pass makes a pass. Another one may follow at the same time.
func (p *plain) pass() {
	waited := p.left
	for p.left > 0 && p.queue[p.head].procs <= p.free {
		p.start(p.head)
	}
	m := &p.passes[len(p.passes)-1]
	*m = vacancy{time: p.now, started: m.started, free: p.free, shadow: math.NaN()}
	switch {
	case p.left == 0:
		m.shadow = math.Inf(1)
	case p.live.policy.Discipline == FCFS:
		m.free = 0
	case p.free > 0 && p.left > 1:
		p.backfill(m)
	}
	m.started = m.started || p.left < waited
}

// backfill starts jobs behind the head, which does not fit.
func (p *plain) backfill(m *vacancy) {
	m.shadow, m.extra = p.expected.reservation(p.now, p.free, p.queue[p.head].procs)
	for i := p.head + 1; i < len(p.queue) && m.free > 0; i++ {
		n := p.queue[i]
		if !m.takes(n) {
			continue
		}
		if m.time+n.wall > m.shadow {
			m.extra -= n.procs
		}
		p.start(i)
		m.free = p.free
	}
}

// start starts the job at an index of the queue.
func (p *plain) start(i int) {
	w := &p.live.waiting[i]
	end, expected := p.now+w.run, p.now+w.wall // as State.forecast has them
	if p.live.machine.KillAtWall {
		end = min(end, expected)
	}
	p.begun++
	b := booking{time: expected, procs: w.procs, seq: p.begun}
	p.newEnds.Push(ending{end, b})
	p.expected.add(b)
	p.free -= w.procs
	p.queue[i] = started
	p.left--
	for p.head < len(p.queue) && p.queue[p.head] == started {
		p.head++
	}
	if i == len(p.queue)-1 {
		p.end = end
	}
}
