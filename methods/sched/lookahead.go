package sched

import (
	"fmt"
	"math"
	"slices"
)

// Lookahead follows a real machine, whose jobs start and end when they do, and
// forecasts the start and the end of the last submitted job, as if no other
// came. All jobs are of one class, and none has a Due.
//
// Looking ahead is a simulation from the present to the start of the job. On
// equal nodes it is kept for the next submission: if nothing else has happened,
// that job joins the end of the queue. It then starts at one of the passes made
// already, if their vacancies take it, or the simulation goes on. A job behind
// thousands has an estimate instead (mostStarts).
type Lookahead struct {
	live  State // the present
	plain plain // on equal nodes: live, run on to the start of the last job
	ahead State // else: live, run on to its end
	kept  bool  // plain began at the present
	more  func(Job) float64
}

// NewLookahead returns a Lookahead of a machine without jobs. more returns the
// run time, in seconds, of a job that has run for Job.Run.
func NewLookahead(m Machine, d Discipline, more func(Job) float64) (*Lookahead, error) {
	live, err := NewState(m, Policy{Discipline: d, KnowsEnds: true}, math.Inf(-1), nil)
	if err != nil {
		return nil, err
	}
	return &Lookahead{live: *live, more: more}, nil
}

// Submit puts a job into the queue at time now and returns its forecast start
// and end, in seconds. See State.Submit for errors.
func (o *Lookahead) Submit(now float64, j Job) (start, end float64, err error) {
	o.move(now)
	if err := o.live.Submit(j); err != nil {
		return 0, 0, err
	}
	if !o.live.nodes.equal {
		start, end = o.run(j.ID)
		return start, end, nil
	}
	if last := o.live.waiting[len(o.live.waiting)-1]; o.continues(last) {
		o.plain.add(last)
	} else {
		o.plain.copyFrom(&o.live)
	}
	o.kept = true
	start, end = o.plain.run()
	return start, end, nil
}

// Grow adds processors up to procs. New nodes join the first class of the
// cluster, and are free. It takes them away again while they are.
func (o *Lookahead) Grow(procs int64) {
	o.kept = false
	s := &o.live
	more := procs - s.machine.Procs
	s.machine.Procs = procs
	s.nodes.groups[0].count += more
	s.nodes.open += more
}

// Start starts a waiting job, on as many processors as there are; false if it
// does not wait.
func (o *Lookahead) Start(now float64, id int64) bool {
	o.move(now)
	o.kept = false
	slot, ok := o.live.leave(id)
	if ok {
		o.live.occupy(slot, now, nil)
	}
	return ok
}

// End ends a running job, or takes a waiting one out of the queue; false if
// there is no such job.
func (o *Lookahead) End(now float64, id int64) bool {
	o.move(now)
	o.kept = false
	slot, ok := o.live.slots[id]
	if !ok || o.live.runs[slot].seq == 0 {
		return o.live.Withdraw(id)
	}
	o.live.vacate(slot)
	o.live.repace()
	return true
}

// move moves the clock to t (seconds), not back, and ends no job. A job that
// should have ended by then has a longer run time, by more.
func (o *Lookahead) move(t float64) {
	s := &o.live
	if t < s.now {
		panic(fmt.Sprintf("sched: clock moved back from %g s to %g s", s.now, t))
	}
	s.now = t
	for len(s.ends) > 0 && s.ends.next().time <= t {
		slot := s.ends.next().slot
		s.unbook(slot)
		r := &s.runs[slot]
		for r.end <= t {
			r.Run = o.more(r.Job)
			s.forecast(r)
		}
		s.book(slot)
		o.kept = false
	}
}

// continues reports whether the simulation can go on where it stopped: it began
// at the present, and the job does not start at an earlier pass.
func (o *Lookahead) continues(w waiting) bool {
	if !o.kept {
		return false
	}
	passes := o.plain.passes
	if now, first := o.live.now, &passes[0]; first.time < now {
		if first.started { // in the simulation alone
			return false
		}
		first.time = now // no job would start now either
	}
	return !slices.ContainsFunc(passes[:len(passes)-1], func(v vacancy) bool {
		return v.takes(need{w.procs, w.wall})
	})
}

// run simulates from the present to the end of a job, which the jobs that share
// its nodes may delay.
func (o *Lookahead) run(id int64) (start, end float64) {
	o.ahead.copyFrom(&o.live)
	for !slices.ContainsFunc(o.ahead.Schedule(), func(j Job) bool { return j.ID == id }) {
		o.ahead.Advance(o.ahead.NextEnd())
	}
	start = o.ahead.now
	for {
		end = o.ahead.NextEnd()
		if slices.ContainsFunc(o.ahead.Advance(end), func(e Departure) bool { return e.ID == id }) {
			return start, end
		}
		o.ahead.Schedule()
	}
}
