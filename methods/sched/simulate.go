package sched

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Arrival is a job and the time at which it is submitted.
type Arrival struct {
	Job              // whose ID is not used
	Submit   float64 // seconds
	Patience float64 // the job is withdrawn if it waits for so long, seconds; 0 for never
}

// Plan is the policy of a scheduler over time.
type Plan struct {
	Policy  Policy   // at first
	Changes []Change // in order of time
}

// Change is a policy and the time from which it holds.
type Change struct {
	At     float64 // seconds
	Policy Policy
}

// Outcome is what became of a job.
type Outcome struct {
	Started bool    // false: the job was withdrawn
	Killed  bool    // the job was ended at its wall time
	Start   float64 // seconds; 0 where the job was withdrawn
	End     float64 // of the run, or of the wait of a withdrawn job, seconds
}

// Simulate runs a workload on an empty machine until every job has ended or is withdrawn.
// outcomes[i] is of arrivals[i]. Arrivals and changes of policy that are out of order, a
// job that the machine can never run and a class without a rank are errors.
func Simulate(m Machine, plan Plan, arrivals []Arrival) (outcomes []Outcome, err error) {
	if err := checkOrder(plan, arrivals); err != nil {
		return nil, err
	}
	state, err := NewState(m, plan.Policy, math.Inf(-1), nil)
	if err != nil {
		return nil, err
	}
	s := &simulation{
		state:       state,
		changes:     plan.Changes,
		arrivals:    arrivals,
		withdrawals: withdrawals(arrivals),
		outcomes:    make([]Outcome, len(arrivals)),
	}
	for {
		t := s.next()
		if math.IsInf(t, 1) {
			return s.outcomes, nil
		}
		if err := s.step(t); err != nil {
			return nil, err
		}
	}
}

func checkOrder(plan Plan, arrivals []Arrival) error {
	last := math.Inf(-1)
	for i, a := range arrivals {
		if !(a.Submit >= last && finite(a.Submit)) {
			return fmt.Errorf("arrival %d: submitted at %g s, after one at %g s", i, a.Submit, last)
		}
		if !(a.Patience >= 0 && finite(a.Patience)) {
			return fmt.Errorf("arrival %d: patience of %g s", i, a.Patience)
		}
		last = a.Submit
	}
	last = math.Inf(-1)
	for i, c := range plan.Changes {
		if !(c.At >= last && finite(c.At)) {
			return fmt.Errorf("change %d: at %g s, after one at %g s", i, c.At, last)
		}
		last = c.At
	}
	return nil
}

// withdrawal is the time at which the patience of a job ends.
type withdrawal struct {
	at  float64
	job int // index of the arrival
}

func withdrawals(arrivals []Arrival) []withdrawal {
	var list []withdrawal
	for i, a := range arrivals {
		if a.Patience > 0 {
			list = append(list, withdrawal{at: a.Submit + a.Patience, job: i})
		}
	}
	slices.SortStableFunc(list, func(a, b withdrawal) int { return cmp.Compare(a.at, b.at) })
	return list
}

// simulation is a state and the events to come, each kind in order of time.
type simulation struct {
	state       *State
	changes     []Change
	arrivals    []Arrival
	arrived     int // arrivals submitted so far
	withdrawals []withdrawal
	outcomes    []Outcome
}

// next is the time of the next event, +Inf after the last.
func (s *simulation) next() float64 {
	t := s.state.NextEnd()
	if s.arrived < len(s.arrivals) {
		t = min(t, s.arrivals[s.arrived].Submit)
	}
	if len(s.withdrawals) > 0 {
		t = min(t, s.withdrawals[0].at)
	}
	if len(s.changes) > 0 {
		t = min(t, s.changes[0].At)
	}
	return t
}

// step handles all events of time t and makes one pass.
func (s *simulation) step(t float64) error {
	for _, e := range s.state.Advance(t) {
		s.outcomes[e.ID].Killed, s.outcomes[e.ID].End = e.Killed, t
	}
	for ; len(s.changes) > 0 && s.changes[0].At == t; s.changes = s.changes[1:] {
		if err := s.state.setPolicy(s.changes[0].Policy); err != nil {
			return fmt.Errorf("change of policy at %g s: %w", t, err)
		}
	}
	for ; s.arrived < len(s.arrivals) && s.arrivals[s.arrived].Submit == t; s.arrived++ {
		job := s.arrivals[s.arrived].Job
		job.ID = int64(s.arrived)
		if err := s.state.Submit(job); err != nil {
			return err
		}
	}
	for ; len(s.withdrawals) > 0 && s.withdrawals[0].at == t; s.withdrawals = s.withdrawals[1:] {
		s.withdraw(s.withdrawals[0].job, t)
	}
	for _, job := range s.state.Schedule() {
		s.outcomes[job.ID] = Outcome{Started: true, Start: t}
	}
	return nil
}

func (s *simulation) withdraw(job int, t float64) {
	if !s.outcomes[job].Started && s.state.Withdraw(int64(job)) {
		s.outcomes[job] = Outcome{End: t}
	}
}
