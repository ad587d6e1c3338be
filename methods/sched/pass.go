package sched

import "slices"

// Pass is one scheduling pass: it starts jobs at the time of the state and returns them in the order of their starts. The slice is
// valid until the next pass.
func (s *State) Pass() []Job {
	s.started = s.started[:0]
	n := 0
	for n < len(s.waiting) && s.waiting[n].Procs <= s.free {
		s.start(s.waiting[n].Job)
		n++
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
	if s.policy.Discipline == EASY && s.free > 0 && len(s.waiting) > 1 {
		s.backfill()
	}
	return s.started
}

func (s *State) start(j Job) {
	s.occupy(Running{Job: j, Start: s.now})
	s.started = append(s.started, j)
}

// backfill starts the jobs behind a head that does not fit, in queue order, as long as they do not delay the head's reservation.
func (s *State) backfill() {
	shadow, extra := s.reservation(s.waiting[0].Procs)
	kept := 1
	for i := 1; i < len(s.waiting); i++ {
		w := &s.waiting[i]
		inTime := s.now+w.Wall <= shadow
		if w.Procs <= s.free && (inTime || w.Procs <= extra) {
			if !inTime {
				extra -= w.Procs
			}
			s.start(w.Job)
			continue
		}
		if kept != i {
			s.waiting[kept] = *w
		}
		kept++
	}
	s.waiting = s.waiting[:kept]
}

// reservation is the earliest time, by wall times, at which that many processors, more than are free, will be, and how many more there
// will be then. Jobs past their wall times are expected to end now.
func (s *State) reservation(procs int64) (shadow float64, extra int64) {
	free := s.free
	for i := len(s.expected) - 1; i >= 0; i-- {
		at := max(s.expected[i].at, s.now)
		if free >= procs && at > shadow {
			break
		}
		shadow = at
		free += s.expected[i].procs
	}
	return shadow, free - procs
}
