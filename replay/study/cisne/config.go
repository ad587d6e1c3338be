package cisne

import (
	"cmp"
	"fmt"
	"slices"

	"waitbench/methods/sched"
	"waitbench/replay/study"
)

// Config has the parameters of the study.
type Config struct {
	Assumed
	Nodes   int    // of the cluster
	Jobs    int    // of a workload
	Seed    uint64 // of the first workload; the others follow
	Seeds   int    // workloads
	History int    // past jobs that predictors know, of earlier workloads
	Limits  []int  // of the tasks on a node, rising; a setting each
}

// Default returns the paper's study.
func Default() Config {
	return Config{
		Assumed: StandardAssumed(), Nodes: 16, Jobs: 90,
		Seed: 1, Seeds: 20, History: 10_000, Limits: []int{1, 2, 3, 4},
	}
}

// Check returns an error that names a parameter that is out of its range.
func (c *Config) Check() error {
	for i, l := range c.Limits {
		if err := study.Between("limits", l, 1, sched.MaxMPL); err != nil {
			return err
		}
		if i > 0 && l <= c.Limits[i-1] {
			return fmt.Errorf("limits: %d does not follow %d", l, c.Limits[i-1])
		}
	}
	return cmp.Or(
		study.Between("nodes", c.Nodes, max(slices.Max(c.Tasks), 2), 1024),
		study.Between("jobs", c.Jobs, 1, 10_000),
		study.Between("seeds", c.Seeds, 2, 10_000),
		study.Between("history", c.History, 100, 1_000_000),
		study.Between("limits", len(c.Limits), 1, sched.MaxMPL))
}

// Discipline is how jobs are taken from the queue, and by whose estimates.
type Discipline string

// The disciplines.
const (
	FCFS    Discipline = "fcfs"
	EASY    Discipline = "easy"         // by the estimates of the measured method
	Perfect Discipline = "easy-perfect" // by the true remaining times at the present pace
)

// Setting is the conditions of a cell.
type Setting struct {
	Discipline Discipline
	Selection  sched.Selection
	Limit      int  // of the tasks on a node
	Saturated  bool // local traffic holds every second link
}

// Settings returns those of the study: all without saturation, and the greatest
// limit with it.
func (c *Config) Settings() []Setting {
	var list []Setting
	add := func(saturated bool, limit int, disciplines ...Discipline) {
		for _, d := range disciplines {
			for _, s := range []sched.Selection{sched.Normal, sched.Uniform} {
				list = append(list, Setting{d, s, limit, saturated})
			}
		}
	}
	for _, limit := range c.Limits {
		add(false, limit, FCFS, EASY, Perfect)
	}
	add(true, slices.Max(c.Limits), FCFS, EASY)
	return list
}
