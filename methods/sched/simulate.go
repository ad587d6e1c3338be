package sched

import (
	"cmp"
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
	Policy  Policy // at first
	Changes []Change
}

// Change is a policy and the time from which it holds.
type Change struct {
	At     float64 // seconds
	Policy Policy
}

// Outcome is the start and the end of a job.
type Outcome struct {
	Started bool    // false: the job was withdrawn
	Killed  bool    // the job was ended at its wall time
	Start   float64 // seconds; 0 where the job was withdrawn
	End     float64 // of the run, or of the wait of a withdrawn job, seconds
}

// Events that are not ends, in the order in which they happen at one time.
const (
	change = iota
	arrival
	withdrawal
)

type event struct {
	time        float64
	kind, index int32 // index of the change or the arrival
}

// Simulate runs a workload on an empty machine until every job has ended or is
// withdrawn. outcomes[i] is of arrivals[i]. A job that the machine can never
// run is an error. All times must be finite and every class must have a rank.
func Simulate(m Machine, plan Plan, arrivals []Arrival) (outcomes []Outcome, err error) {
	state, err := NewState(m, plan.Policy, math.Inf(-1), nil)
	if err != nil {
		return nil, err
	}
	var events []event
	for i, c := range plan.Changes {
		events = append(events, event{c.At, change, int32(i)})
	}
	for i, a := range arrivals {
		events = append(events, event{a.Submit, arrival, int32(i)})
		if a.Patience > 0 {
			events = append(events, event{a.Submit + a.Patience, withdrawal, int32(i)})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.kind, b.kind))
	})
	outcomes = make([]Outcome, len(arrivals))
	for {
		t := state.NextEnd()
		if len(events) > 0 {
			t = min(t, events[0].time)
		}
		if math.IsInf(t, 1) {
			return outcomes, nil
		}
		for _, e := range state.Advance(t) {
			outcomes[e.ID].Killed, outcomes[e.ID].End = e.Killed, t
		}
		for ; len(events) > 0 && events[0].time == t; events = events[1:] {
			switch i := events[0].index; events[0].kind {
			case change:
				state.setPolicy(plan.Changes[i].Policy)
			case arrival:
				job := arrivals[i].Job
				job.ID = int64(i)
				if err := state.Submit(job); err != nil {
					return nil, err
				}
			case withdrawal:
				if state.Withdraw(int64(i)) {
					outcomes[i] = Outcome{End: t}
				}
			}
		}
		for _, job := range state.Schedule() {
			outcomes[job.ID] = Outcome{Started: true, Start: t}
		}
	}
}
