package sched

import "fmt"

// Discipline says which waiting jobs a pass may start.
type Discipline int

const (
	FCFS Discipline = iota // the head only: one that does not fit blocks all behind it
	EASY                   // the head, and any other that does not delay the head's reservation
)

// String is the name of the discipline in lower case.
func (d Discipline) String() string {
	switch d {
	case FCFS:
		return "fcfs"
	case EASY:
		return "easy"
	}
	return fmt.Sprintf("discipline(%d)", int(d))
}

// Policy is how the scheduler takes jobs from the queue.
type Policy struct {
	Discipline Discipline
	Rank       []int // rank of every class, smaller first; nil: all classes are equal
	KnowsEnds  bool  // it plans by the end of a job where that is after the wall time
}

func (p Policy) check() error {
	if p.Discipline != FCFS && p.Discipline != EASY {
		return fmt.Errorf("unknown %v", p.Discipline)
	}
	return nil
}

// rank is the rank of the job's class.
func (p Policy) rank(j Job) (int, error) {
	if p.Rank == nil {
		return 0, nil
	}
	if j.Class < 0 || j.Class >= len(p.Rank) {
		return 0, fmt.Errorf("job %d is of class %d, the policy ranks classes 0 to %d", j.ID, j.Class, len(p.Rank)-1)
	}
	return p.Rank[j.Class], nil
}
