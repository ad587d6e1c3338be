package downey

import "math"

// rule is how the job at the head of the queue decides between the processors that are free now and
// more of them later.
type rule interface {
	// decide gives what the job holds out for; ok is false where it starts at once. At least one
	// processor is free.
	decide(j *Job, m *machine) (h hold, ok bool)
	// prompted tells whether a job that holds out decides again on every arrival and completion,
	// and when it has waited as long as it meant to. Otherwise it starts then.
	prompted() bool
}

// hold is a decision to hold out.
type hold struct {
	target int64   // processors
	wait   float64 // seconds, +Inf for as long as it takes
	locked bool    // the job takes no more than target when that many are free
}

// average is AVG: nobody holds out.
type average struct{}

func (average) decide(*Job, *machine) (hold, bool) { return hold{}, false }
func (average) prompted() bool                     { return false }

// optimal is OPT: it knows when the jobs that run will end.
type optimal struct{}

func (optimal) decide(j *Job, m *machine) (hold, bool) {
	target, best := int64(0), j.Run(min(j.Most, m.free))
	free := m.free
	for i, r := range m.running {
		if free >= j.Most {
			break
		}
		if free += r.procs; i+1 < len(m.running) && m.running[i+1].end == r.end {
			continue // they end together
		}
		n := min(free, j.Most)
		if turnaround := r.end - m.now + j.Run(n); turnaround < best {
			target, best = n, turnaround
		}
	}
	return hold{target: target, wait: math.Inf(1)}, target > 0
}

func (optimal) prompted() bool { return false }

// heuristic is HEUR: every job that is offered less holds out for all it can use, for a share of
// the time this would save.
type heuristic struct {
	share float64
}

func (h heuristic) decide(j *Job, m *machine) (hold, bool) {
	if m.free >= j.Most {
		return hold{}, false
	}
	return hold{target: j.Most, wait: h.share * (j.Run(m.free) - j.Run(j.Most))}, true
}

func (heuristic) prompted() bool { return false }

// minimum starts no job on less than a share of the processors it can use.
type minimum struct {
	share float64
}

func (r minimum) decide(j *Job, m *machine) (hold, bool) {
	least := int64(math.Ceil(r.share * float64(j.Most)))
	return hold{target: least, wait: math.Inf(1)}, m.free < least
}

func (minimum) prompted() bool { return false }
