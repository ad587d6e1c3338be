package sched

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
)

// State is the machine at one time: running jobs, waiting jobs and a policy.
// One goroutine uses it. At one time the order of events is
//
//	Advance    the clock moves and the jobs that end then free their processors
//	Submit     jobs arrive
//	Withdraw   jobs leave the queue without having started
//	Schedule   one scheduling pass, which starts jobs
//
// and the time of the next end is NextEnd. A job that runs for no time ends
// after the pass that started it, at the same time, and another pass follows.
type State struct {
	machine Machine
	policy  Policy
	now     float64
	nodes   nodes

	waiting []waiting // by rank, then arrival
	arrived int64     // jobs submitted so far

	runs     []jobState      // by slot: waiting and running jobs
	idle     []int32         // free slots
	slots    map[int64]int32 // by ID; nil in a copy
	ends     bookings        // running jobs by the times they end
	expected bookings        // running jobs by the times the scheduler plans by
	begun    int32           // jobs started so far

	started  []Job       // of the last pass
	ended    []Departure // of the last advance
	shadow   float64     // of the head, in the last pass that looked for it
	extra    int64
	openings bookings // for reservation
	trial    *State   // for backfilling on shared nodes
}

type waiting struct {
	procs int64
	wall  float64 // planned time on equal nodes, seconds
	run   float64 // time it takes there, seconds
	seq   int64   // order of arrival
	rank  int
	slot  int32
}

// jobState is a job that waits or runs. A running job goes on at one pace since
// a time at which it had done some of its work:
//
//	end = since + (Run − done) · stretch
type jobState struct {
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

// NewState returns a machine at time now (seconds) with running jobs and an
// empty queue. A running job that should have ended before now ends now.
func NewState(m Machine, p Policy, now float64, running []Running) (*State, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	s := &State{machine: m, policy: p, now: now, nodes: newNodes(m), slots: map[int64]int32{}}
	for _, r := range running {
		if err := r.check(m); err != nil {
			return nil, err
		}
		s.occupy(s.admit(r.Job), r.Start, r.Nodes)
	}
	return s, nil
}

// NextEnd returns the time of the next end, seconds; +Inf where no job runs.
func (s *State) NextEnd() float64 {
	if len(s.ends) == 0 {
		return math.Inf(1)
	}
	return s.ends.next().time
}

// Departure is the end of a job.
type Departure struct {
	Job
	Killed bool // at its wall time, with work left
}

// Advance moves the clock to t (seconds) and returns the jobs that end then;
// the slice is valid until the next call. A pass must follow every end: Advance
// panics unless t is between the time of the state and NextEnd.
func (s *State) Advance(t float64) []Departure {
	if !(t >= s.now && t <= s.NextEnd()) {
		panic(fmt.Sprintf("sched: clock moved from %g s to %g s, next end at %g s",
			s.now, t, s.NextEnd()))
	}
	s.now = t
	s.ended = s.ended[:0]
	for len(s.ends) > 0 && s.ends.next().time == t {
		slot := s.ends.next().slot
		s.ended = append(s.ended, Departure{s.runs[slot].Job, s.runs[slot].killed})
		s.vacate(slot)
	}
	s.repace()
	return s.ended
}

// Submit puts a job into the queue. It returns an error, and changes nothing,
// if the machine can never run the job.
func (s *State) Submit(j Job) error {
	if err := j.check(s.machine); err != nil {
		return err
	}
	s.arrived++
	rank := s.policy.rank(&j)
	at := sort.Search(len(s.waiting), func(i int) bool { return s.waiting[i].rank > rank })
	w := waiting{j.Procs, s.wall(&j), s.alone(&j), s.arrived, rank, s.admit(j)}
	s.waiting = slices.Insert(s.waiting, at, w)
	return nil
}

// Withdraw takes a job out of the queue; false if it does not wait.
func (s *State) Withdraw(id int64) bool {
	slot, ok := s.leave(id)
	if ok {
		s.dismiss(slot)
	}
	return ok
}

// leave takes a job out of the queue, but not out of its slot.
func (s *State) leave(id int64) (slot int32, ok bool) {
	slot, ok = s.slots[id]
	if !ok || s.runs[slot].seq > 0 {
		return 0, false
	}
	at := slices.IndexFunc(s.waiting, func(w waiting) bool { return w.slot == slot })
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return slot, true
}

// setPolicy changes the policy and the order of the queue.
func (s *State) setPolicy(p Policy) {
	s.policy = p
	for i := range s.waiting {
		w := &s.waiting[i]
		w.rank = p.rank(&s.runs[w.slot].Job)
	}
	slices.SortFunc(s.waiting, func(a, b waiting) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.seq, b.seq))
	})
}

// forecast sets the end, which is not in the past, and the expected one.
func (s *State) forecast(r *jobState) {
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
	s.ends.remove(booking{time: r.end, seq: r.seq})
	s.expected.remove(booking{time: r.expected, seq: r.seq})
}

// admit finds a slot for a job.
func (s *State) admit(j Job) int32 {
	if len(s.idle) == 0 {
		s.runs = append(s.runs, jobState{})
		s.idle = append(s.idle, int32(len(s.runs)-1))
	}
	slot := s.idle[len(s.idle)-1]
	s.idle = s.idle[:len(s.idle)-1]
	s.runs[slot], s.slots[j.ID] = jobState{Job: j}, slot
	return slot
}

// dismiss takes its slot from a job.
func (s *State) dismiss(slot int32) {
	if id := s.runs[slot].ID; s.slots[id] == slot {
		delete(s.slots, id)
	}
	s.runs[slot] = jobState{}
	s.idle = append(s.idle, slot)
}

// occupy starts a job on as many processors as there are, on the given nodes or
// by the selection.
func (s *State) occupy(slot int32, start float64, nodes []int) {
	s.begun++
	r := &s.runs[slot]
	r.seq, r.since, r.by = s.begun, start, start+r.Wall
	if r.Due != 0 {
		r.since = max(start, r.Due)
	}
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

// wall is the time in which the scheduler expects a waiting job to end if it
// starts now, alone on its nodes; seconds.
func (s *State) wall(j *Job) float64 {
	if !s.policy.KnowsEnds || s.machine.KillAtWall {
		return j.Wall
	}
	return max(s.alone(j), j.Wall)
}

// alone is the run time of a job that shares none of its nodes; seconds.
func (s *State) alone(j *Job) float64 { return float64(j.Run * s.nodes.alone(j).stretch(j.Comm)) }

// copyFrom makes s a copy of another state.
func (s *State) copyFrom(o *State) {
	s.machine, s.policy, s.now = o.machine, o.policy, o.now
	s.nodes.copyFrom(&o.nodes)
	s.waiting, s.arrived = append(s.waiting[:0], o.waiting...), o.arrived
	s.runs, s.idle = append(s.runs[:0], o.runs...), append(s.idle[:0], o.idle...)
	s.ends, s.expected = append(s.ends[:0], o.ends...), append(s.expected[:0], o.expected...)
	s.begun = o.begun
	s.started, s.ended = s.started[:0], s.ended[:0]
}
