package sched

import "slices"

// run is a job that waits or runs. A running one goes on at one pace since a time at
// which it had done some of its work:
//
//	end = since + (Run − done) · stretch
type run struct {
	Job
	seq      int32   // order of the starts; 0 for a job that waits
	since    float64 // seconds; in the future for a job that is due later
	done     float64 // of Run, seconds
	stretch  float64 // seconds that a second of Run takes
	end      float64 // seconds
	expected float64 // end that the scheduler plans by, seconds
	by       float64 // end by the wall time, seconds
	missing  int64   // tasks that found no node
	killed   bool    // end is that by the wall time
}

// begin notes that the job starts.
func (r *run) begin(seq int32, start float64) {
	r.seq, r.since, r.by = seq, start, start+r.Wall
	if r.Due != 0 {
		r.since = max(start, r.Due)
	}
}

// forecast sets the end, which is not in the past, and the expected one.
func (s *State) forecast(r *run) {
	r.end = r.since + float64((r.Run-r.done)*r.stretch)
	if r.killed = s.machine.KillAtWall && r.by < r.end; r.killed {
		r.end = r.by
	}
	r.end = max(r.end, s.now)
	if r.expected = r.by; s.policy.KnowsEnds {
		r.expected = max(r.by, r.end)
	}
}

// book enters the ends of the running job in a slot.
func (s *State) book(slot int32) {
	r := &s.runs[slot]
	s.ends.add(booking{r.end, r.Procs, r.seq, slot})
	s.expected.add(booking{r.expected, r.Procs, r.seq, slot})
}

// unbook takes them out.
func (s *State) unbook(slot int32) {
	r := &s.runs[slot]
	s.ends.remove(booking{at: r.end, seq: r.seq})
	s.expected.remove(booking{at: r.expected, seq: r.seq})
}

// admit gives a job a slot.
func (s *State) admit(j Job) int32 {
	if n := len(s.idle); n > 0 {
		slot := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.runs[slot], s.slots[j.ID] = run{Job: j}, slot
		return slot
	}
	s.runs = append(s.runs, run{Job: j})
	s.slots[j.ID] = int32(len(s.runs) - 1)
	return int32(len(s.runs) - 1)
}

// dismiss takes its slot from a job.
func (s *State) dismiss(slot int32) {
	if id := s.runs[slot].ID; s.slots[id] == slot {
		delete(s.slots, id)
	}
	s.runs[slot] = run{}
	s.idle = append(s.idle, slot)
}

// occupy gives a job its processors, as many as there are, on the given nodes or those
// of the selection.
func (s *State) occupy(slot int32, start float64, nodes []int) {
	s.begun++
	r := &s.runs[slot]
	r.begin(s.begun, start)
	r.missing, r.stretch = s.nodes.take(s.runs, slot, nodes)
	s.forecast(r)
	s.book(slot)
	s.repace()
}

// vacate takes a running job off the machine.
func (s *State) vacate(slot int32) {
	s.unbook(slot)
	s.nodes.release(slot, s.runs[slot].missing)
	s.dismiss(slot)
}

// repace updates the ends of jobs that others have joined or left on some node.
func (s *State) repace() {
	slices.Sort(s.nodes.touched)
	for _, slot := range slices.Compact(s.nodes.touched) {
		r := &s.runs[slot]
		if r.seq == 0 { // it has left as well
			continue
		}
		stretch := s.nodes.stretched(s.runs, slot)
		if stretch == r.stretch {
			continue
		}
		s.unbook(slot)
		now := max(s.now, r.since)
		r.done += (now - r.since) / r.stretch
		r.since, r.stretch = now, stretch
		s.forecast(r)
		s.book(slot)
	}
	s.nodes.touched = s.nodes.touched[:0]
}

// slotOf is the slot of a running job; -1 if it does not run.
func (s *State) slotOf(id int64) int32 {
	if slot, ok := s.slots[id]; ok && s.runs[slot].seq > 0 {
		return slot
	}
	return -1
}

// wall is the time in which the scheduler expects a waiting job to end if it starts now,
// alone on its nodes; seconds.
func (s *State) wall(j *Job) float64 {
	if !s.policy.KnowsEnds || s.machine.KillAtWall {
		return j.Wall
	}
	d := s.alone(j)
	if j.Due != 0 {
		d += max(j.Due-s.now, 0)
	}
	return max(d, j.Wall)
}

// alone is the run time of a job that shares none of its nodes; seconds.
func (s *State) alone(j *Job) float64 { return float64(j.Run * s.nodes.alone(j).stretch(j.Comm)) }

// reservation is that of bookings, by the ends that the scheduler expects.
func (s *State) reservation(procs int64) (shadow float64, extra int64) {
	list := s.expected
	if s.nodes.shared() {
		s.openings = s.nodes.openings(s.openings[:0], s.runs)
		list = s.openings
	}
	return list.reservation(s.now, s.nodes.free(), procs)
}
