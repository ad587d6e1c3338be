package sched

import (
	"fmt"
	"math"
)

// Machine is a number of equal processors that one job at a time holds, or a cluster.
type Machine struct {
	Procs      int64    // processors, at least 1
	KillAtWall bool     // jobs end at their wall times
	Cluster    *Cluster // of Procs nodes; nil for equal processors
}

// Job is one job.
type Job struct {
	ID    int64   // the caller's
	Procs int64   // processors, from 1 to those of the machine
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

	// indices of classes of the cluster, of a single node each; nil for those of the
	// selection
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
