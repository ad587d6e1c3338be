package sched

import "slices"

// Schedule starts jobs at the time of the state and returns them in the order of their
// starts. The slice is valid until the next pass.
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

// backfill starts the jobs behind a head that does not fit, in queue order, if they do
// not delay it.
func (s *State) backfill() {
	s.shadow, s.extra = s.reservation(s.waiting[0].procs)
	kept := 1
	for i, w := range s.waiting[1:] {
		if w.procs <= s.nodes.free() && s.harmless(w.slot) {
			s.start(w.slot)
			continue
		}
		if kept != i+1 {
			s.waiting[kept] = w
		}
		kept++
	}
	s.waiting = s.waiting[:kept]
}

// harmless reports whether a job that fits can start without delaying the head, and
// takes its processors from extra.
func (s *State) harmless(slot int32) bool {
	j := &s.runs[slot].Job
	switch {
	case s.nodes.shared():
		return s.try(slot)
	case s.now+s.wall(j) <= s.shadow:
		return true
	case j.Procs <= s.extra:
		s.extra -= j.Procs
		return true
	}
	return false
}

// try reports whether the head could start as soon with the job on the machine as
// without. On shared nodes a count of processors does not tell: the job slows others
// down, and others may join it.
func (s *State) try(slot int32) bool {
	if s.trial == nil {
		s.trial = &State{}
	}
	s.trial.copyFrom(s)
	s.trial.occupy(slot, s.now, nil)
	shadow, _ := s.trial.reservation(s.waiting[0].procs)
	return shadow <= s.shadow
}

// copyFrom makes s a copy of another state.
func (s *State) copyFrom(o *State) {
	s.machine, s.policy, s.now = o.machine, o.policy, o.now
	s.nodes.copyFrom(&o.nodes)
	s.waiting, s.arrived = append(s.waiting[:0], o.waiting...), o.arrived
	s.runs, s.idle = append(s.runs[:0], o.runs...), append(s.idle[:0], o.idle...)
	s.ends.copyFrom(o.ends)
	s.expected.copyFrom(o.expected)
	s.begun = o.begun
	s.started, s.ended = s.started[:0], s.ended[:0]
}
