package sched

import (
	"fmt"
	"slices"
)

// A State can also follow a real machine, whose jobs start and end when they do: then Move, Begin
// and Finish take the place of Advance and Pass, and Job.Run is how long a job is believed to run.

// Move moves the clock to t (seconds), not back, and ends no job. One that should have ended by
// then is believed to run longer, as often as it takes: more gives its whole run time, of which
// Job.Run has been too little; seconds. It says whether there was such a job.
func (s *State) Move(t float64, more func(Job) float64) (prolonged bool) {
	if !(t >= s.now) {
		panic(fmt.Sprintf("sched: clock moved back from %g s to %g s", s.now, t))
	}
	s.now = t
	for !s.ends.empty() && s.ends.next().at <= t {
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

// Grow makes the machine one of procs processors, of which it must not have more
// yet. New nodes join the first class of the cluster, and are free.
func (s *State) Grow(procs int64) {
	more := procs - s.machine.Procs
	if more < 0 {
		panic(fmt.Sprintf("sched: machine of %d processors shrinks to %d", s.machine.Procs, procs))
	}
	s.machine.Procs = procs
	s.nodes.groups[0].count += more
	s.nodes.room += more
}

// Begin starts a waiting job now, on as many processors as there are, even if they are too few;
// false where it does not wait.
func (s *State) Begin(id int64) bool {
	at := s.place(id)
	if at < 0 {
		return false
	}
	slot := s.waiting[at].slot
	s.waiting = slices.Delete(s.waiting, at, at+1)
	s.occupy(slot, s.now, nil)
	return true
}

// Finish ends a running job now; false where it does not run.
func (s *State) Finish(id int64) bool {
	slot := s.slotOf(id)
	if slot < 0 {
		return false
	}
	s.vacate(slot)
	s.repace()
	return true
}
