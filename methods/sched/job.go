package sched

import (
	"fmt"
	"math"
)

// Machine is a number of equal processors that one job at a time holds, or a
// cluster.
type Machine struct {
	Procs      int64    // processors, at least 1
	KillAtWall bool     // jobs end at their wall times
	Cluster    *Cluster // of Procs nodes; nil for equal processors
}

// Job is one job.
type Job struct {
	ID    int64   // the caller's
	Procs int64   // processors, from 1 to all of the machine
	Run   float64 // run time if nothing slows the job down or ends it, seconds, 0 or more
	Wall  float64 // run time that the scheduler expects, seconds, 0 or more
	Class int     // index into Policy.Rank, such as the number of a batch queue
	Due   float64 // the job holds its processors idle until this time, seconds; 0 for none

	Comm      float64 // share of Run in which the job communicates, from 0 to 1
	Bandwidth float64 // that the job wants of the link of each node, MB/s
}

// Running is a job that holds its processors since Start.
type Running struct {
	Job
	Start float64 // seconds

	// Nodes are indices of classes of the cluster, of a single node each, that
	// take another task; nil for the nodes of the selection.
	Nodes []int
}

// Discipline decides which waiting jobs a pass may start.
type Discipline int

const (
	FCFS Discipline = iota // the head only: a head that does not fit blocks all behind it
	EASY                   // the head, and any other that does not delay the head's reservation
)

// Policy is how the scheduler takes jobs from the queue.
type Policy struct {
	Discipline Discipline
	Rank       []int // rank of every class, smaller first; nil: all classes are equal

	// KnowsEnds is for looking ahead, where run times are forecasts. Jobs end
	// by them. The scheduler plans by wall times, the users' estimates, or by
	// the end of a job where that is later.
	KnowsEnds bool
}

// rank is the rank of the job's class.
func (p Policy) rank(j *Job) int {
	if p.Rank == nil {
		return 0
	}
	return p.Rank[j.Class]
}

func (m Machine) check() error {
	if m.Procs < 1 {
		return fmt.Errorf("machine of %d processors", m.Procs)
	}
	if m.Cluster == nil {
		return nil
	}
	if n := m.Cluster.Procs(); n != m.Procs {
		return fmt.Errorf("machine of %d processors with a cluster of %d nodes", m.Procs, n)
	}
	return m.Cluster.Check()
}

// check returns an error if the machine can never run the job.
func (j *Job) check(m Machine) error {
	if j.Procs < 1 || j.Procs > m.Procs {
		return fmt.Errorf("job %d asks for %d processors, the machine has %d",
			j.ID, j.Procs, m.Procs)
	}
	for _, x := range []float64{j.Run, j.Wall, j.Due, j.Bandwidth} {
		if !(x >= 0 && finite(x)) {
			return fmt.Errorf("job %d: run time %g s, wall time %g s, "+
				"due at %g s and bandwidth %g MB/s "+
				"must be 0 or more", j.ID, j.Run, j.Wall, j.Due, j.Bandwidth)
		}
	}
	if !(j.Comm >= 0 && j.Comm <= 1) {
		return fmt.Errorf("job %d communicates for a share of %g of its run time", j.ID, j.Comm)
	}
	return nil
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
