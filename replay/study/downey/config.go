package downey

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/lifetime"
	"waitbench/traces/synth"
)

// Config has the parameters of the study. Times are in seconds.
type Config struct {
	Procs int64   // processors of the machine
	Days  int     // simulated, each on its own
	Load  float64 // arriving sequential work over capacity of the machine, both in daytime
	Seed  uint64  // of the first workload; the others follow
	Seeds int     // workloads

	// Lifetimes are the distributions that predictors assume, each on its own, as
	// the paper does not name one: "alloc", fitted to the allocated times n R(n)
	// under AVG; "work", of the work of jobs; or the natural logarithms of the
	// shortest and the longest lifetime in seconds, such as "2:14".
	Lifetimes []string

	// Biases are the corrections of BIAS, each on its own: "fitted", by a line
	// through all points of PRED on the same workload; "fitted-10s", through the
	// points from 10 s on; or an intercept and a slope such as "1.7:0.6", the
	// paper's.
	Biases []string
}

// Constants of the paper: days, HEUR, MIN and aversion to risk.
const (
	dayLength  = 12 * 3600. // daytime, in which jobs arrive, seconds
	patience   = 0.2        // share of the time saved that a job waits under HEUR
	leastShare = 0.4        // of the processors a job can use, below which none starts under MIN
	leastGain  = 0.2        // share of the run time to save under aversion to risk
)

// Default returns the paper's study. It has the predictors' distribution that
// follows from the workload and the one that fits the paper best, and the
// correction that follows from the predictions and the paper's.
func Default() Config {
	return Config{
		Procs: 128, Days: 120, Load: 0.75, Seed: 1, Seeds: 16,
		Lifetimes: []string{allocated, "2:14"}, Biases: []string{fitted, "1.7:0.6"},
	}
}

// model draws jobs, which can be as parallel as the machine is large.
func (c *Config) model() synth.Model { return synth.PaperModel(c.Procs) }

const mostJobs = 10_000_000 // of a seed; more are a mistake

// Check returns an error that names a parameter that is out of its range.
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

// The names of lifetimes that follow from the workload, and of corrections that
// follow from PRED.
const (
	allocated  = "alloc"
	work       = "work"
	fitted     = "fitted"
	fittedLong = "fitted-10s"
)

// checkNames returns an error if there are no lifetimes, or if a name appears
// twice or means nothing.
func (c *Config) checkNames() error {
	if len(c.Lifetimes) == 0 {
		return errors.New("lifetimes: none are named")
	}
	for i, name := range c.Lifetimes {
		minLog, maxLog, err := pair(name)
		if slices.Contains(c.Lifetimes[:i], name) {
			return fmt.Errorf("lifetimes: %s is named twice", name)
		}
		limits := err == nil && minLog >= -20 && maxLog <= 50 && minLog < maxLog
		if name != allocated && name != work && !limits {
			return fmt.Errorf("lifetimes %q are neither alloc nor work nor logarithms "+
				"of a shortest and a longest such as 2:14", name)
		}
	}
	for i, name := range c.Biases {
		_, slope, err := pair(name)
		if slices.Contains(c.Biases[:i], name) {
			return fmt.Errorf("bias: %s is named twice", name)
		}
		if name != fitted && name != fittedLong && (err != nil || slope <= 0) {
			return fmt.Errorf("bias %q is neither fitted nor fitted-10s "+
				"nor an intercept and a slope above 0 such as 1.7:0.6", name)
		}
	}
	return nil
}

// pair reads two finite numbers with a colon between them.
func pair(text string) (a, b float64, err error) {
	first, second, _ := strings.Cut(text, ":")
	a, errA := strconv.ParseFloat(first, 64)
	b, errB := strconv.ParseFloat(second, 64)
	if math.IsNaN(a-b) || math.IsInf(a-b, 0) {
		return 0, 0, strconv.ErrRange
	}
	return a, b, cmp.Or(errA, errB)
}

// lifetimes returns the distribution of a valid name. underAVG is the one fitted
// to the times under AVG.
func (c *Config) lifetimes(name string, underAVG lifetime.Model) lifetime.Model {
	switch name {
	case allocated:
		return underAVG
	case work:
		m := c.model()
		return logUniform(m.MinLogWork, m.MaxLogWork)
	}
	minLog, maxLog, _ := pair(name)
	return logUniform(minLog, maxLog)
}

// logUniform is log-uniform between e^minLog and e^maxLog seconds.
func logUniform(minLog, maxLog float64) lifetime.Model {
	b1 := 1 / (maxLog - minLog)
	return lifetime.NewModel(float64(-b1*minLog), b1)
}
