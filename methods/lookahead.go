package methods

import (
	"errors"
	"math"

	"waitbench/methods/sched"
)

// lookahead foresees waits by simulating the scheduler from the present state on, with the run times that RunTimes foresees. The queue is in
// order of submission: the log does not tell by which priorities it was served. No job comes later than the one that is asked about.
//
// A job that has run for longer than foreseen, as in longer, is foreseen to run longer. One that nobody could foresee is taken to run for no
// time when it starts. A job wider than the machine takes all of it.
type lookahead struct {
	outlook   *sched.Outlook
	procs     int64
	bandwidth float64 // that every task wants, MB/s
}

// newLookahead simulates a machine under a scheduler.
func newLookahead(site Site, m sched.Machine, s Scheduler, bandwidth float64) (Watcher, error) {
	if !site.RunTimes {
		return nil, errors.New("the log has no run times (field 4), so nobody can foresee when processors become free")
	}
	if m.Procs < 1 {
		return nil, errors.New("the log does not tell the number of processors: neither its header nor any job (fields 5 and 8) does")
	}
	d := sched.EASY
	if s == FCFSScheduler {
		d = sched.FCFS
	}
	outlook, err := sched.NewOutlook(m, d, longer)
	if err != nil {
		return nil, err
	}
	return &lookahead{outlook, m.Procs, bandwidth}, nil
}

// longer is the run time that a job is foreseen to have when it has run for j.Run: twice as much, for the longer a job has run the
// longer it will [Downey97], but no more than its estimate j.Wall until that is reached as well.
func longer(j sched.Job) float64 {
	run := max(2*j.Run, 1)
	if j.Run < j.Wall {
		run = min(run, j.Wall)
	}
	return run
}

// foreseen is the run time of a job as foreseen at its submission; 0 where it could not be.
func foreseen(j *Active) float64 {
	if math.IsNaN(j.Run) {
		return 0
	}
	return j.Run
}

// foreseenAt is the run time that a running job of that age is foreseen to have, seconds.
func foreseenAt(j *Active, age float64) float64 {
	s := sched.Job{Run: foreseen(j), Wall: j.Estimate}
	for s.Run <= age {
		s.Run = longer(s)
	}
	return s.Run
}

// Submitted implements Watcher.
func (l *lookahead) Submitted(j *Active, _ *Machine) Forecast {
	f := NoForecast
	start, end, err := l.outlook.Submit(j.Submit, l.job(j))
	if err != nil {
		return f
	}
	f.Point = start - j.Submit
	if !math.IsNaN(j.Run) {
		f.Turnaround = end - j.Submit
	}
	return f
}

// job is a job as the simulated scheduler knows it.
func (l *lookahead) job(j *Active) sched.Job {
	s := sched.Job{ID: int64(j.At), Procs: min(j.Procs, l.procs), Run: foreseen(j), Wall: max(j.Estimate, 0), Bandwidth: l.bandwidth}
	if !math.IsNaN(j.Busy) {
		s.Comm = 1 - j.Busy
	}
	return s
}

// Started implements Watcher.
func (l *lookahead) Started(j *Active, _ *Machine) { l.outlook.Begin(j.Start, int64(j.At)) }

// Ended implements Watcher.
func (l *lookahead) Ended(j *Active, now, _ float64, _ *Machine) { l.outlook.Finish(now, int64(j.At)) }

// Refit implements Watcher.
func (l *lookahead) Refit(float64) {}
