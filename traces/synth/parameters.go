package synth

import (
	"fmt"
	"math"

	"waitbench/methods/sched"
)

// Parameters describes a trace. Times are in seconds.
type Parameters struct {
	Seed  uint64
	Procs int64   // processors of the machine
	Days  int     // days of 24 h with arrivals; the trace ends with the last job
	Load  float64 // work of the jobs over capacity of the machine, nights included

	Model          // of the jobs; MaxParallel is at most Procs
	Queues []Queue // batch queues 1, 2, ...
	Phases []Phase // scheduling policies in order of time
}

// Queue is a batch queue.
type Queue struct {
	Name     string // one word
	Weight   float64
	MaxProcs int64   // processors of a job, 0: no limit
	MaxWall  float64 // wall time of a job, seconds, 0: no limit
}

// Phase is a scheduling policy and its begin.
type Phase struct {
	From       float64 // share of the days, 0 for the first phase
	Discipline sched.Discipline
	Ranks      []int // of the queues, smaller first; nil: all queues are equal
}

const (
	minute, hour, day = 60.0, 3600.0, 86400.0

	dayLength   = 12 * hour // jobs arrive in the first seconds of every 24 h
	shortShare  = 0.03      // of jobs that ask for too little and are killed
	cancelShare = 0.05      // of jobs whose user loses patience
	crashShare  = 0.01      // of jobs that fail when they start

	minUse                   = 0.05 // see request
	minPatience, maxPatience = minute, day
	users, executables       = 60, 8 // executables of each user; number k has weight 1/k

	mostJobs = 50_000_000 // more are a mistake
)

// walls are the wall times that users ask for.
var walls = []float64{
	5 * minute, 15 * minute, 30 * minute, 1 * hour, 2 * hour, 4 * hour,
	8 * hour, 12 * hour, 18 * hour,
	24 * hour, 36 * hour, 48 * hour,
}

// Default returns the trace of the demo: about 50,000 jobs on 256 processors.
// The lower queues wait longer without backfilling, and the upper ones with all
// queues equal.
func Default() Parameters {
	ranks := []int{0, 1, 2, 3}
	return Parameters{
		Seed: 1997, Procs: 256, Days: 65, Load: 0.8, Model: PaperModel(128),
		Queues: []Queue{
			{Name: "express", Weight: 3, MaxProcs: 8, MaxWall: 2 * hour},
			{Name: "high", Weight: 1, MaxProcs: 64, MaxWall: 12 * hour},
			{Name: "normal", Weight: 4, MaxWall: 24 * hour},
			{Name: "low", Weight: 1},
		},
		Phases: []Phase{
			{From: 0, Discipline: sched.EASY, Ranks: ranks},
			{From: 0.4, Discipline: sched.FCFS, Ranks: ranks},
			{From: 0.5, Discipline: sched.EASY},
			{From: 0.7, Discipline: sched.EASY, Ranks: ranks},
		},
	}
}

// check returns an error for the first parameter that is out of its range.
func (c *Parameters) check() error {
	for _, p := range []struct {
		name             string
		value, low, high float64
	}{
		{"procs", float64(c.Procs), 1, 1e6},
		{"days", float64(c.Days), 1, 1e6},
		{"load", c.Load, 1e-6, 100},
		{"max-parallel", float64(c.MaxParallel), 1, float64(c.Procs)},
	} {
		if !(p.value >= p.low && p.value <= p.high) {
			return fmt.Errorf("%s is %.15g: not between %g and %.15g", p.name, p.value, p.low, p.high)
		}
	}
	if jobs := c.expectedJobs(); jobs > mostJobs {
		return fmt.Errorf("days is %d: about %.0f jobs, more than %d", c.Days, jobs, mostJobs)
	}
	return nil
}

// rate returns how many jobs arrive in a second of daytime, on average.
func (c *Parameters) rate() float64 {
	procSeconds := (1 - crashShare) * c.overhead() * c.MeanWork() // crashed jobs hold no processor
	return c.Load * float64(c.Procs) * day / (dayLength * procSeconds)
}

func (c *Parameters) expectedJobs() float64 { return c.rate() * dayLength * float64(c.Days) }

// span returns the time over which the load is offered, in seconds.
func (c *Parameters) span() float64 { return float64(c.Days) * day }

// begin returns the whole second at which the phase begins.
func (c *Parameters) begin(p Phase) float64 { return math.Round(p.From * c.span()) }

// plan returns the phases as the scheduler needs them.
func (c *Parameters) plan() sched.Plan {
	var plan sched.Plan
	for i, p := range c.Phases {
		policy := sched.Policy{Discipline: p.Discipline, Rank: p.Ranks}
		if i == 0 {
			plan.Policy = policy
		} else {
			plan.Changes = append(plan.Changes, sched.Change{At: c.begin(p), Policy: policy})
		}
	}
	return plan
}
