package sched

import "slices"

// Schedule starts jobs at the time of the state and returns them in the order
// of their starts. The slice is valid until the next pass.
//
// Waiting jobs are in order of the rank of their class, then of arrival. The
// first is the head. Heads start while they fit. Under FCFS the first head that
// does not fit blocks all behind it. Under EASY [Lifka 1995] it has a
// reservation, and jobs behind it start now if they do not delay it:
//
//	shadow = the earliest time at which, by wall times, the head fits; all jobs that end then count
//	extra  = processors free at shadow − processors of the head
//
// A job that fits starts if now + wall ≤ shadow, or if it needs no more than
// extra processors, which it then takes from extra. On shared nodes it starts
// if the head's reservation, found with the job running, is no later. A job
// that runs past its wall time is expected to end now. The scheduler sees wall
// times only, not run times.
func (s *State) Schedule() []Job {
	s.started = s.started[:0]
	n := 0
	for n < len(s.waiting) && s.waiting[n].procs <= s.nodes.free() {
		s.start(s.waiting[n].slot)
		n++
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
	if s.policy.Discipline == EASY && s.nodes.free() > 0 && len(s.waiting) > 1 {
		s.backfill()
	}
	return s.started
}

func (s *State) start(slot int32) {
	s.occupy(slot, s.now, nil)
	s.started = append(s.started, s.runs[slot].Job)
}

// backfill starts the jobs behind a head that does not fit, in queue order, if
// they do not delay it.
func (s *State) backfill() {
	s.shadow, s.extra = s.reservation(s.waiting[0].procs)
	behind := s.waiting[1:]
	s.waiting = s.waiting[:1]
	for _, w := range behind {
		if w.procs <= s.nodes.free() && s.harmless(w.slot) {
			s.start(w.slot)
		} else {
			s.waiting = append(s.waiting, w)
		}
	}
}

// harmless reports whether a job that fits can start without delaying the head,
// and takes its processors from extra. On shared nodes a count of processors is
// not enough, as jobs slow each other down. So the start is tried on a copy.
func (s *State) harmless(slot int32) bool {
	j := &s.runs[slot].Job
	switch {
	case s.nodes.shared():
		if s.trial == nil {
			s.trial = &State{}
		}
		s.trial.copyFrom(s)
		s.trial.occupy(slot, s.now, nil)
		shadow, _ := s.trial.reservation(s.waiting[0].procs)
		return shadow <= s.shadow
	case s.now+s.wall(j) <= s.shadow:
		return true
	case j.Procs <= s.extra:
		s.extra -= j.Procs
		return true
	}
	return false
}

// reservation is the reservation by the ends that the scheduler expects.
func (s *State) reservation(procs int64) (shadow float64, extra int64) {
	list := s.expected
	if s.nodes.shared() {
		s.openings = s.nodes.openings(s.openings[:0], s.runs)
		list = s.openings
	}
	return list.reservation(s.now, s.nodes.free(), procs)
}
