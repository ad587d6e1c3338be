package sched

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// State is the machine at one time: running jobs, waiting jobs and a policy. The
// documentation of the package has the order of its methods. One goroutine uses it.
type State struct {
	machine Machine
	policy  Policy
	now     float64
	nodes   nodes

	waiting []waiting // by rank, then arrival
	arrived int64     // jobs submitted so far

	runs     []run           // by slot: waiting and running jobs
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

// waiting is a job in the queue.
type waiting struct {
	procs int64
	wall  float64 // planned time on equal nodes, seconds
	run   float64 // time it takes there, seconds
	seq   int64   // order of arrival
	rank  int
	slot  int32
}

// NewState returns a machine at time now (seconds) with running jobs and an empty
// queue. A running job that should have ended before now ends now. Running jobs that
// hold more processors than the machine has are an error.
func NewState(m Machine, p Policy, now float64, running []Running) (*State, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &State{machine: m, policy: p, now: now, nodes: newNodes(m), slots: map[int64]int32{}}
	for _, r := range running {
		if err := m.admit(r.Job); err != nil {
			return nil, fmt.Errorf("running: %w", err)
		}
		if !(r.Start <= now) {
			return nil, fmt.Errorf("running: job %d starts at %g s, after the time of the state, %g s", r.ID, r.Start, now)
		}
		if free := s.nodes.free(); r.Procs > free {
			return nil, fmt.Errorf("running: job %d holds %d processors, only %d of %d are left", r.ID, r.Procs, free, m.Procs)
		}
		if err := s.nodes.allow(r); err != nil {
			return nil, fmt.Errorf("running: %w", err)
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
	return s.ends.next().at
}

// Departure is the end of a job.
type Departure struct {
	Job
	Killed bool // at its wall time, with work left
}

// Advance moves the clock to t (seconds) and returns the jobs that end then; the slice
// is valid until the next call. A pass must follow every end: Advance panics unless t is
// between the time of the state and NextEnd.
func (s *State) Advance(t float64) []Departure {
	if !(t >= s.now && t <= s.NextEnd()) {
		panic(fmt.Sprintf("sched: clock moved from %g s to %g s, next end at %g s", s.now, t, s.NextEnd()))
	}
	s.now = t
	s.ended = s.ended[:0]
	for len(s.ends) > 0 && s.ends.next().at == t {
		slot := s.ends.next().slot
		s.ended = append(s.ended, Departure{s.runs[slot].Job, s.runs[slot].killed})
		s.vacate(slot)
	}
	s.repace()
	return s.ended
}

// Submit puts a job into the queue. It returns an error, and changes nothing, if the
// machine can never run the job or the policy does not rank its class.
func (s *State) Submit(j Job) error {
	if err := s.machine.admit(j); err != nil {
		return err
	}
	rank, err := s.policy.rank(j)
	if err != nil {
		return err
	}
	s.arrived++
	at := sort.Search(len(s.waiting), func(i int) bool { return s.waiting[i].rank > rank })
	s.waiting = slices.Insert(s.waiting, at, waiting{j.Procs, s.wall(&j), s.alone(&j), s.arrived, rank, s.admit(j)})
	return nil
}

// Withdraw takes a job out of the queue; false if it does not wait.
func (s *State) Withdraw(id int64) bool {
	at := s.index(id)
	if at < 0 {
		return false
	}
	s.dismiss(s.waiting[at].slot)
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return true
}

// index is the index of a job in the queue; -1 if it does not wait.
func (s *State) index(id int64) int {
	slot, ok := s.slots[id]
	if !ok || s.runs[slot].seq > 0 {
		return -1
	}
	return slices.IndexFunc(s.waiting, func(w waiting) bool { return w.slot == slot })
}

// setPolicy changes the policy and the order of the queue. It returns an error, and
// changes nothing, if the policy does not rank the class of a waiting job.
func (s *State) setPolicy(p Policy) error {
	if err := p.check(); err != nil {
		return err
	}
	if p.KnowsEnds != s.policy.KnowsEnds {
		return errors.New("a scheduler cannot begin or cease to forecast")
	}
	queue := slices.Clone(s.waiting)
	for i := range queue {
		rank, err := p.rank(s.runs[queue[i].slot].Job)
		if err != nil {
			return err
		}
		queue[i].rank = rank
	}
	slices.SortFunc(queue, func(a, b waiting) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.seq, b.seq))
	})
	s.policy, s.waiting = p, queue
	return nil
}
