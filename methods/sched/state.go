package sched

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// State is the machine at one time: what runs, what waits, and by which policy the next job is
// chosen. See the package's documentation for the order in which its methods are called. A State is
// used by one goroutine.
type State struct {
	machine Machine
	policy  Policy
	now     float64
	nodes   nodes

	waiting []waiting // by rank, then arrival
	arrived int64     // jobs submitted so far

	runs     []run           // by slot: the jobs that wait or run, and free slots
	idle     []int32         // free slots
	slots    map[int64]int32 // by name; nil of a copy, of which nobody asks for a job by its name
	ends     bookings        // running jobs by the time they end as things stand
	expected bookings        // running jobs by the time that the scheduler plans by
	begun    int32           // jobs started so far

	started  []Job   // of the last pass
	ended    []End   // of the last advance
	shadow   float64 // of the head of the queue, as the last pass that looked for it left it
	extra    int64
	openings []booking // for reservation
	trial    *State    // for backfilling on shared nodes
}

// waiting is the place of a job in the queue.
type waiting struct {
	procs int64
	wall  float64 // seconds, that it is planned with where all nodes are alike
	run   float64 // seconds until it ends there
	seq   int64   // order of arrival
	rank  int
	slot  int32
}

// NewState is a machine at time now (seconds) with these running jobs and an empty queue. Waiting
// jobs are submitted in order of arrival. A running job that should have ended before now ends now.
// It is an error if the running jobs hold more processors than the machine has.
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

// NextEnd is the time at which the next running job ends, seconds; +Inf where none runs.
func (s *State) NextEnd() float64 {
	if s.ends.empty() {
		return math.Inf(1)
	}
	return s.ends.next().at
}

// End is the end of a job.
type End struct {
	Job
	Killed bool // at its wall time, with work left
}

// Advance moves the clock to t (seconds) and frees the processors of the jobs that end then, which
// it returns; the slice is valid until the next call. t lies from the last Advance up to NextEnd: a
// pass must follow every end. Anything else is a mistake of the caller's and panics.
func (s *State) Advance(t float64) []End {
	if !(t >= s.now && t <= s.NextEnd()) {
		panic(fmt.Sprintf("sched: clock moved from %g s to %g s, next end at %g s", s.now, t, s.NextEnd()))
	}
	s.now = t
	s.ended = s.ended[:0]
	for !s.ends.empty() && s.ends.next().at == t {
		slot := s.ends.next().slot
		s.ended = append(s.ended, End{s.runs[slot].Job, s.runs[slot].killed})
		s.vacate(slot)
	}
	s.repace()
	return s.ended
}

// Submit puts a job into the queue. It is an error if the machine can never run it or the policy
// does not rank its class; the state is then as before.
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

// Withdraw takes the job of that name out of the queue; false where it does not wait.
func (s *State) Withdraw(id int64) bool {
	at := s.place(id)
	if at < 0 {
		return false
	}
	s.dismiss(s.waiting[at].slot)
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return true
}

// place is that of a job in the queue; -1 if it does not wait.
func (s *State) place(id int64) int {
	slot, ok := s.slots[id]
	if !ok || s.runs[slot].seq > 0 {
		return -1
	}
	return slices.IndexFunc(s.waiting, func(w waiting) bool { return w.slot == slot })
}

// setPolicy changes the policy and puts the queue into its order. It is an error if the policy does
// not rank the class of a waiting job; the state is then as before.
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
