package sched

import (
	"fmt"
	"slices"
)

// A State can also follow a real machine, whose jobs start and end when they do. Then
// Move, Begin and Finish replace Advance and Pass, and Job.Run is a forecast.

// Move moves the clock to t (seconds), not back, and ends no job. A job that should have
// ended by then has another run time, by more, until it ends later. Move reports whether
// there was such a job.
func (s *State) Move(t float64, more func(Job) float64) (prolonged bool) {
	if !(t >= s.now) {
		panic(fmt.Sprintf("sched: clock moved back from %g s to %g s", s.now, t))
	}
	s.now = t
	for len(s.ends) > 0 && s.ends.next().at <= t {
		slot := s.ends.next().slot
		s.unbook(slot)
		r := &s.runs[slot]
		for r.end <= t {
			run := more(r.Job)
			if !(run > r.Run && finite(run)) {
				panic(fmt.Sprintf("sched: job %d runs longer than %g s, not %g s", r.ID, r.Run, run))
			}
			r.Run = run
			s.forecast(r)
		}
		s.book(slot)
		prolonged = true
	}
	return prolonged
}

// Grow adds processors up to procs, at least as many as there are. New nodes join the
// first class of the cluster, and are free.
func (s *State) Grow(procs int64) {
	more := procs - s.machine.Procs
	if more < 0 {
		panic(fmt.Sprintf("sched: machine of %d processors shrinks to %d", s.machine.Procs, procs))
	}
	s.machine.Procs = procs
	s.nodes.groups[0].count += more
	s.nodes.room += more
}

// Start starts a waiting job now, on as many processors as there are; false if it does
// not wait.
func (s *State) Start(id int64) bool {
	at := s.index(id)
	if at < 0 {
		return false
	}
	slot := s.waiting[at].slot
	s.waiting = slices.Delete(s.waiting, at, at+1)
	s.occupy(slot, s.now, nil)
	return true
}

// End ends a running job now; false if it does not run.
func (s *State) End(id int64) bool {
	slot := s.slotOf(id)
	if slot < 0 {
		return false
	}
	s.vacate(slot)
	s.repace()
	return true
}
