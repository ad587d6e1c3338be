package sched

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
)

// State is the machine at one time: what runs, what waits, and by which policy the next job is chosen. See the package's documentation for the
// order in which its methods are called. A State is used by one goroutine.
type State struct {
	machine Machine
	policy  Policy
	now     float64
	free    int64

	waiting []waiting // by rank, then arrival
	arrived int64     // jobs submitted so far

	ends     bookings // running jobs by the time they end
	expected bookings // running jobs by the time the scheduler expects them to end
	begun    int64    // jobs started so far

	started []Job // of the last pass
}

// waiting is a job in the queue.
type waiting struct {
	Job
	rank int
	seq  int64 // order of arrival
}

// NewState is a machine at time now (seconds) with these running jobs and an empty queue. Waiting jobs are submitted in order of arrival.
// A running job that should have ended before now ends now. It is an error if the running jobs hold more processors than the machine has.
func NewState(m Machine, p Policy, now float64, running []Running) (*State, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &State{machine: m, policy: p, now: now, free: m.Procs}
	for _, r := range running {
		if err := m.admit(r.Job); err != nil {
			return nil, fmt.Errorf("running: %w", err)
		}
		if !(r.Start <= now) {
			return nil, fmt.Errorf("running: job %d starts at %g s, after the time of the state, %g s", r.ID, r.Start, now)
		}
		if r.Procs > s.free {
			return nil, fmt.Errorf("running: job %d holds %d processors, only %d of %d are left", r.ID, r.Procs, s.free, m.Procs)
		}
		s.occupy(r)
	}
	return s, nil
}

// NextEnd is the time at which the next running job ends, seconds; +Inf where none runs.
func (s *State) NextEnd() float64 {
	if len(s.ends) == 0 {
		return math.Inf(1)
	}
	return s.ends.next().at
}

// Advance moves the clock to t (seconds) and frees the processors of the jobs that end then. t lies from the last Advance up to
// NextEnd: a pass must follow every end. Anything else is a mistake of the caller's and panics.
func (s *State) Advance(t float64) {
	if !(t >= s.now && t <= s.NextEnd()) {
		panic(fmt.Sprintf("sched: clock moved from %g s to %g s, next end at %g s", s.now, t, s.NextEnd()))
	}
	s.now = t
	for len(s.ends) > 0 && s.ends.next().at == t {
		b := s.ends.pop()
		s.free += b.procs
		s.expected.remove(booking{at: b.expected, seq: b.seq})
	}
}

// Submit puts a job into the queue. It is an error if the machine can never run it or the policy does not rank its class; the state
// is then as before.
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
	s.waiting = slices.Insert(s.waiting, at, waiting{Job: j, rank: rank, seq: s.arrived})
	return nil
}

// Withdraw takes the job of that name out of the queue; false where it does not wait.
func (s *State) Withdraw(id int64) bool {
	at := slices.IndexFunc(s.waiting, func(w waiting) bool { return w.ID == id })
	if at < 0 {
		return false
	}
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return true
}

// SetPolicy changes the policy and puts the queue into its order. It is an error if the policy does not rank the class of a waiting job;
// the state is then as before.
func (s *State) SetPolicy(p Policy) error {
	if err := p.check(); err != nil {
		return err
	}
	queue := slices.Clone(s.waiting)
	for i := range queue {
		rank, err := p.rank(queue[i].Job)
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

// occupy gives a job its processors.
func (s *State) occupy(r Running) {
	s.begun++
	s.free -= r.Procs
	end := max(s.now, r.Start+s.machine.Duration(r.Job))
	expected := r.Start + r.Wall
	s.ends.add(booking{at: end, seq: s.begun, procs: r.Procs, expected: expected})
	s.expected.add(booking{at: expected, seq: s.begun, procs: r.Procs})
}
