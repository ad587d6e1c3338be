package synth

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods/sched"
)

// Config is all that makes a trace. Times are in seconds, shares are fractions in [0, 1]. Default
// gives every value its default.
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
	MinUse     float64   // a user believes a job to take run / U(MinUse, 1), rounded up to a wall time
	ShortShare float64   // share of jobs whose user asks for less than they need; they are killed at their wall time

	CancelShare float64 // share of jobs whose user loses patience after e^U seconds in the queue, between MinPatience and MaxPatience
	MinPatience float64
	MaxPatience float64
	CrashShare  float64 // share of jobs that fail at the moment of their start

	Users       int     // user k has weight 1/k^Skew
	Executables int     // of every user, in the same proportions
	Skew        float64 // 0: all alike
}

// Queue is a batch queue. A user picks one at random, in proportion to the weights, among those
// whose limits hold the job.
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
)

// Default is the trace of the demo: about 50,000 jobs on 256 processors, of which a job asks for
// half at most. Two fifths of the days are scheduled by EASY backfilling with ranks, a tenth
// without backfilling, which makes the lower queues wait, a fifth with all queues equal, which
// makes the upper ones wait, and the rest as at first.
func Default() Config {
	return Config{
		Seed:  1997,
		Procs: 256,
		Days:  65,
		Load:  0.8,

		DayLength: 12 * hour,
		Model:     PaperModel(128),

		Queues: []Queue{
			{Name: "express", Weight: 3, MaxProcs: 8, MaxWall: 2 * hour},
			{Name: "high", Weight: 1, MaxProcs: 64, MaxWall: 12 * hour},
			{Name: "normal", Weight: 4, MaxWall: 24 * hour},
			{Name: "low", Weight: 1},
		},
		Phases: []Phase{
			{From: 0, Discipline: sched.EASY, Ranks: []int{0, 1, 2, 3}},
			{From: 0.4, Discipline: sched.FCFS, Ranks: []int{0, 1, 2, 3}},
			{From: 0.5, Discipline: sched.EASY},
			{From: 0.7, Discipline: sched.EASY, Ranks: []int{0, 1, 2, 3}},
		},

		Walls: []float64{5 * minute, 15 * minute, 30 * minute, 1 * hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 18 * hour,
			24 * hour, 36 * hour, 48 * hour},
		MinUse:     0.05,
		ShortShare: 0.03,

		CancelShare: 0.05,
		MinPatience: 1 * minute,
		MaxPatience: 1 * day,
		CrashShare:  0.01,

		Users:       60,
		Executables: 8,
		Skew:        1,
	}
}

// check reports the first parameter that is out of its range.
func (c *Config) check() error {
	for _, p := range []struct {
		name      string
		value     float64
		low, high float64
		unit      string
	}{
		{"procs", float64(c.Procs), 1, 1e6, ""},
		{"days", float64(c.Days), 1, 1e6, ""},
		{"load", c.Load, 1e-6, 100, ""},
		{"day length", c.DayLength, 1, day, " s"},
		{"min log work", c.MinLogWork, 0, 30, ""},
		{"max log work", c.MaxLogWork, c.MinLogWork, 30, ""},
		{"max parallel", float64(c.MaxParallel), 1, float64(c.Procs), ""},
		{"max variance", c.MaxVariance, 0, 100, ""},
		{"min use", c.MinUse, 1e-3, 1, ""},
		{"short share", c.ShortShare, 0, 1, ""},
		{"cancel share", c.CancelShare, 0, 1, ""},
		{"min patience", c.MinPatience, 1, 1e9, " s"},
		{"max patience", c.MaxPatience, c.MinPatience, 1e9, " s"},
		{"crash share", c.CrashShare, 0, 0.99, ""},
		{"users", float64(c.Users), 1, 1e6, ""},
		{"executables", float64(c.Executables), 1, 1e4, ""},
		{"skew", c.Skew, 0, 10, ""},
	} {
		if !(p.value >= p.low && p.value <= p.high) {
			return fmt.Errorf("%s: %g is not between %g and %g%s", p.name, p.value, p.low, p.high, p.unit)
		}
	}
	if jobs := c.expectedJobs(); jobs > mostJobs {
		return fmt.Errorf("days: about %.2g jobs, more than %.2g", jobs, float64(mostJobs))
	}
	for _, check := range []func() error{c.checkWalls, c.checkQueues, c.checkPhases} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// longestRun is the longest time a job can run: all its work on one processor.
func (c *Config) longestRun() float64 { return math.Ceil(exp(c.MaxLogWork)) }

func (c *Config) checkWalls() error {
	for i, w := range c.Walls {
		if !(w >= 1 && w == math.Floor(w)) || i > 0 && w <= c.Walls[i-1] {
			return fmt.Errorf("walls: %g s is not a whole number of seconds above the one before", w)
		}
	}
	if n := len(c.Walls); n == 0 || c.Walls[n-1] < c.longestRun() {
		return fmt.Errorf("walls: a job may run for %g s, no wall time is as long", c.longestRun())
	}
	return nil
}

func (c *Config) checkQueues() error {
	open := false
	for i, q := range c.Queues {
		switch {
		case !isWord(q.Name):
			return fmt.Errorf("queues: name %q of queue %d is not one word", q.Name, i+1)
		case slices.ContainsFunc(c.Queues[:i], func(other Queue) bool { return other.Name == q.Name }):
			return fmt.Errorf("queues: two are called %s", q.Name)
		case !(q.Weight > 0 && q.Weight <= 1e9):
			return fmt.Errorf("queues: weight %g of %s is not above 0", q.Weight, q.Name)
		case q.MaxProcs < 0:
			return fmt.Errorf("queues: processor limit %d of %s is negative", q.MaxProcs, q.Name)
		case !(q.MaxWall >= 0 && q.MaxWall == math.Floor(q.MaxWall)):
			return fmt.Errorf("queues: wall time limit %g s of %s is not a whole number of seconds", q.MaxWall, q.Name)
		}
		open = open || q.takes(c.MaxParallel, c.longestRun())
	}
	if !open {
		return fmt.Errorf("queues: none takes a job of %d processors that runs for %g s", c.MaxParallel, c.longestRun())
	}
	return nil
}

// isWord tells whether the name of a queue reads back from a header as it is.
func isWord(name string) bool {
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_') {
			return false
		}
	}
	return name != ""
}

func (c *Config) checkPhases() error {
	if len(c.Phases) == 0 || c.Phases[0].From != 0 {
		return fmt.Errorf("phases: the first one must be from 0")
	}
	for i, p := range c.Phases {
		switch {
		case i > 0 && !(p.From > c.Phases[i-1].From && p.From < 1):
			return fmt.Errorf("phases: from %g is not between %g, the phase before, and 1", p.From, c.Phases[i-1].From)
		case p.Discipline != sched.FCFS && p.Discipline != sched.EASY:
			return fmt.Errorf("phases: unknown %v", p.Discipline)
		case p.Ranks != nil && len(p.Ranks) != len(c.Queues):
			return fmt.Errorf("phases: %d ranks for %d queues", len(p.Ranks), len(c.Queues))
		}
	}
	return nil
}
