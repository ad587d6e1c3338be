package downey

import (
	"errors"
	"fmt"
	"slices"

	"waitbench/traces/synth"
)

// Config is the parameters of the study. Times are in seconds.
type Config struct {
	Model synth.Model // of the jobs
	Procs int64       // processors of the machine
	Days  int         // simulated, each on its own
	Load  float64     // sequential work that arrives in daytime over the capacity of the machine in daytime
	Seed  uint64      // of the first workload; the others follow
	Seeds int         // workloads

	Lifetimes []Lifetimes // that predictors assume, each on its own
	Biases    []Bias      // that BIAS corrects, each on its own
	Exact     bool        // predict by the exact distribution of the processors freed, not by predictors A and B
}

// What the paper has of days, HEUR, MIN and aversion to risk.
const (
	dayLength  = 12 * 3600. // daytime, in which jobs arrive, seconds
	patience   = 0.2        // share of the time saved that a job waits under HEUR
	leastShare = 0.4        // of the largest useful number of processors, below which no job starts under MIN
	leastGain  = 0.2        // share of the run time that must be saved where users are averse to risk
)

// Default is the paper's study, with the predictors' distribution as it follows from the workload
// and as it fits the paper best, and the correction as it follows from the predictions and as the
// paper has it.
func Default() Config {
	const procs = 128
	return Config{
		Model: synth.PaperModel(procs), Procs: procs, Days: 120, Load: 0.75, Seed: 1, Seeds: 16,
		Lifetimes: []Lifetimes{{Name: allocated}, {"2:14", 2, 14}},
		Biases:    []Bias{{Name: "fitted", fitted: true}, {Name: "1.7:0.6", given: Correction{1.7, 0.6}}},
	}
}

// SetProcs makes the machine another, with jobs that can be as parallel as it is large.
func (c *Config) SetProcs(procs int64) { c.Model, c.Procs = synth.PaperModel(procs), procs }

const mostJobs = 10_000_000 // of a seed; more are taken for a mistake

// Check returns an error that names the parameter that is out of its range.
func (c *Config) Check() error {
	for _, p := range []struct {
		name             string
		value, low, high float64
	}{
		{"procs", float64(c.Procs), 1, 1 << 20},
		{"days", float64(c.Days), 1, 1e6},
		{"load", c.Load, 1e-3, 10},
		{"seeds", float64(c.Seeds), 1, 1e6},
	} {
		if !(p.value >= p.low && p.value <= p.high) {
			return fmt.Errorf("%s: %g is not between %g and %g", p.name, p.value, p.low, p.high)
		}
	}
	switch jobs := c.JobsPerDay() * float64(c.Days); {
	case jobs > mostJobs:
		return fmt.Errorf("days: about %.2g jobs, more than %.2g", jobs, float64(mostJobs))
	case jobs < 1:
		return errors.New("days: less than a job is expected")
	}
	return c.checkNames()
}

// checkNames returns an error if there are no lifetimes, or a name stands twice.
func (c *Config) checkNames() error {
	if len(c.Lifetimes) == 0 {
		return errors.New("lifetimes: none are named")
	}
	for i, l := range c.Lifetimes {
		if slices.ContainsFunc(c.Lifetimes[:i], func(other Lifetimes) bool { return other.Name == l.Name }) {
			return fmt.Errorf("lifetimes: %s is named twice", l.Name)
		}
	}
	for i, b := range c.Biases {
		if slices.ContainsFunc(c.Biases[:i], func(other Bias) bool { return other.Name == b.Name }) {
			return fmt.Errorf("bias: %s is named twice", b.Name)
		}
	}
	return nil
}
