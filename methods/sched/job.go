package sched

import (
	"fmt"
	"math"
)

// Machine is a number of processors: equal ones that one job at a time holds, or the nodes of a
// cluster.
type Machine struct {
	Procs      int64    // processors, at least 1
	KillAtWall bool     // a job still running at its wall time is ended there
	Cluster    *Cluster // of Procs nodes; nil for equal processors
}

// Job is one job: what the scheduler knows of it, and how long it runs.
type Job struct {
	ID    int64   // the caller's name of the job
	Procs int64   // processors, from 1 to those of the machine
	Run   float64 // how long the job runs if nothing slows it down or ends it, seconds, 0 or more
	Wall  float64 // how long the scheduler believes the job to run, seconds, 0 or more
	Class int     // index into Policy.Rank, such as the number of a batch queue
	// the job works from this time on, and if it starts sooner holds its processors idle until
	// then, seconds; 0: it works at once
	Due float64

	// share of Run in which the job communicates, from 0 to 1; it computes in the rest
	Comm      float64
	Bandwidth float64 // of the link of each of its nodes that the job wants, MB/s
}

// Running is a job that holds its processors since Start.
type Running struct {
	Job
	Start float64 // seconds

	// Nodes are the nodes of its tasks: indices of classes of the cluster, each
	// of which has a single node. The selection chooses where it is nil.
	Nodes []int
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

// admit reports why the machine cannot take the job.
func (m Machine) admit(j Job) error {
	switch {
	case j.Procs < 1:
		return fmt.Errorf("job %d asks for %d processors", j.ID, j.Procs)
	case j.Procs > m.Procs:
		return fmt.Errorf("job %d asks for %d processors, the machine has %d", j.ID, j.Procs, m.Procs)
	case !(j.Run >= 0 && finite(j.Run)):
		return fmt.Errorf("job %d runs for %g s", j.ID, j.Run)
	case !finite(j.Due):
		return fmt.Errorf("job %d is due at %g s", j.ID, j.Due)
	case !(j.Wall >= 0 && finite(j.Wall)):
		return fmt.Errorf("job %d has a wall time of %g s", j.ID, j.Wall)
	case !(j.Comm >= 0 && j.Comm <= 1):
		return fmt.Errorf("job %d communicates for a share of %g of its run time", j.ID, j.Comm)
	case !(j.Bandwidth >= 0 && finite(j.Bandwidth)):
		return fmt.Errorf("job %d wants %g MB/s of each link", j.ID, j.Bandwidth)
	}
	return nil
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
