package sched

import (
	"fmt"
	"math"
)

// Machine is a number of equal processors.
type Machine struct {
	Procs      int64 // processors, at least 1
	KillAtWall bool  // a job still running at its wall time is ended there
}

// Job is one job: what the scheduler knows of it, and how long it runs.
type Job struct {
	ID    int64   // the caller's name of the job
	Procs int64   // processors, from 1 to those of the machine
	Run   float64 // how long the job runs if nobody ends it, seconds, 0 or more; the scheduler does not look at it
	Wall  float64 // how long the scheduler believes the job to run, seconds, 0 or more
	Class int     // index into Policy.Rank, such as the number of a batch queue
}

// Running is a job that holds its processors since Start.
type Running struct {
	Job
	Start float64 // seconds
}

// Duration is how long the machine lets the job run, seconds.
func (m Machine) Duration(j Job) float64 {
	if m.KillAtWall {
		return min(j.Run, j.Wall)
	}
	return j.Run
}

func (m Machine) check() error {
	if m.Procs < 1 {
		return fmt.Errorf("machine of %d processors", m.Procs)
	}
	return nil
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
	case !(j.Wall >= 0 && finite(j.Wall)):
		return fmt.Errorf("job %d has a wall time of %g s", j.ID, j.Wall)
	}
	return nil
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
