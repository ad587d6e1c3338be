package synth

import (
	"fmt"
	"math"

	"waitbench/methods/sched"
)

// Config describes a trace. Times are in seconds, shares are fractions in [0, 1].
type Config struct {
	Seed  uint64
	Procs int64   // processors of the machine, 1 to 1,000,000
	Days  int     // days of 24 h with arrivals; the trace goes on until the last job has ended
	Load  float64 // offered load: processor-seconds of the jobs / processor-seconds of the machine over all days and nights

	DayLength float64 // arrivals come in the first DayLength seconds of every 24 h
	Model             // of the jobs; MaxParallel is at most Procs

	Queues []Queue // batch queues 1, 2, ... in this order
	Phases []Phase // scheduling policies in order of time

	Walls      []float64 // wall times users ask for, ascending
	ShortShare float64   // share of jobs whose user asks for less than they need; they are killed at their wall time

	CancelShare float64 // share of jobs whose user loses patience in the queue
	CrashShare  float64 // share of jobs that fail at the moment of their start
}

// Queue is a batch queue.
type Queue struct {
	Name     string  // one word
	Weight   float64 // above 0
	MaxProcs int64   // processors of a job, 0: no limit
	MaxWall  float64 // wall time of a job, seconds, 0: no limit
}

// Phase is a scheduling policy and the time from which it holds.
type Phase struct {
	From       float64 // share of the days, 0 for the first phase
	Discipline sched.Discipline
	Ranks      []int // of the queues, smaller first; nil: all queues are equal
}

const (
	minute, hour, day = 60.0, 3600.0, 86400.0

	mostJobs = 50_000_000 // a trace of more is taken for a mistake

	minUse                   = 0.05 // a user believes a job to take run / U(minUse, 1), rounded up to a wall time
	minPatience, maxPatience = minute, day
	users, executables       = 60, 8 // executables of every user; number k has weight 1/k
)

// Default returns the trace of the demo: about 50,000 jobs on 256 processors. The
// lower queues wait longer without backfilling, and the upper ones with all
// queues equal.
func Default() Config {
	return Config{
		Seed: 1997, Procs: 256, Days: 65, Load: 0.8, DayLength: 12 * hour, Model: PaperModel(128),
		ShortShare: 0.03, CancelShare: 0.05, CrashShare: 0.01,
		Queues: []Queue{
			{Name: "express", Weight: 3, MaxProcs: 8, MaxWall: 2 * hour},
			{Name: "high", Weight: 1, MaxProcs: 64, MaxWall: 12 * hour},
			{Name: "normal", Weight: 4, MaxWall: 24 * hour},
			{Name: "low", Weight: 1},
		}, Phases: []Phase{
			{From: 0, Discipline: sched.EASY, Ranks: []int{0, 1, 2, 3}},
			{From: 0.4, Discipline: sched.FCFS, Ranks: []int{0, 1, 2, 3}},
			{From: 0.5, Discipline: sched.EASY},
			{From: 0.7, Discipline: sched.EASY, Ranks: []int{0, 1, 2, 3}},
		},
		Walls: []float64{5 * minute, 15 * minute, 30 * minute, 1 * hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 18 * hour,
			24 * hour, 36 * hour, 48 * hour}}
}

// check returns an error for the first parameter that is out of its range.
func (c *Config) check() error {
	for _, p := range []struct {
		name             string
		value, low, high float64
	}{
		{"procs", float64(c.Procs), 1, 1e6},
		{"days", float64(c.Days), 1, 1e6},
		{"load", c.Load, 1e-6, 100},
		{"min log work", c.MinLogWork, 0, 30},
		{"max log work", c.MaxLogWork, c.MinLogWork, 30},
		{"max parallel", float64(c.MaxParallel), 1, float64(c.Procs)},
	} {
		if !(p.value >= p.low && p.value <= p.high) {
			return fmt.Errorf("%s: %g is not between %g and %g", p.name, p.value, p.low, p.high)
		}
	}
	if jobs := c.expectedJobs(); jobs > mostJobs {
		return fmt.Errorf("days: about %.2g jobs, more than %.2g", jobs, float64(mostJobs))
	}
	if longest := math.Ceil(exp(c.MaxLogWork)); c.Walls[len(c.Walls)-1] < longest {
		return fmt.Errorf("walls: a job may run for %g s, no wall time is as long", longest)
	}
	return nil
}
