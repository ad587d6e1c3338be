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
	"waitbench/replay/study"
	"waitbench/traces/synth"
)

// Config has the parameters of the study. Times are in seconds.
type Config struct {
	Procs int64   // processors of the machine
	Days  int     // simulated, each on its own
	Load  float64 // arriving sequential work over capacity of the machine, both in daytime
	Seed  uint64  // of the first workload; the others follow
	Seeds int     // workloads

	// Lifetimes are the distributions that predictors assume, each on its own:
	// "alloc", fitted to the allocated times n R(n) under AVG; "work", of the work of
	// jobs; or the natural logarithms of the shortest and the longest lifetime in
	// seconds, such as "2:14".
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

// Default returns the paper's study, with the distribution and the correction
// that follow from the workload, the distribution that fits the paper best, and
// the paper's correction.
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
	err := cmp.Or(
		study.Between("procs", c.Procs, 1, 1<<20),
		study.Between("days", c.Days, 1, 1e6),
		study.Between("load", c.Load, 1e-3, 10),
		study.Between("seeds", c.Seeds, 1, 1e6))
	switch jobs := c.JobsPerDay() * float64(c.Days); {
	case err != nil:
		return err
	case jobs > mostJobs:
		return fmt.Errorf("days: about %.2g jobs, more than %.2g", jobs, float64(mostJobs))
	case jobs < 1:
		return errors.New("days: less than a job is expected")
	case len(c.Lifetimes) == 0:
		return errors.New("lifetimes: none are named")
	}
	for i, name := range c.Lifetimes {
		minLog, maxLog := pair(name)
		switch limits := minLog >= -20 && maxLog <= 50 && minLog < maxLog; {
		case slices.Contains(c.Lifetimes[:i], name):
			return fmt.Errorf("lifetimes: %s is named twice", name)
		case name != allocated && name != work && !limits:
			return fmt.Errorf("lifetimes %q are neither alloc nor work nor logarithms "+
				"of a shortest and a longest such as 2:14", name)
		}
	}
	for i, name := range c.Biases {
		intercept, slope := pair(name)
		switch line := slope > 0 && !math.IsInf(slope-intercept, 0); {
		case slices.Contains(c.Biases[:i], name):
			return fmt.Errorf("bias: %s is named twice", name)
		case name != fitted && name != fittedLong && !line:
			return fmt.Errorf("bias %q is neither fitted nor fitted-10s "+
				"nor an intercept and a slope above 0 such as 1.7:0.6", name)
		}
	}
	return nil
}

// The names of lifetimes that follow from the workload, and of corrections that
// follow from PRED.
const (
	allocated  = "alloc"
	work       = "work"
	fitted     = "fitted"
	fittedLong = "fitted-10s"
)

// pair reads two numbers with a colon between them, NaN for any other text.
func pair(text string) (a, b float64) {
	first, second, _ := strings.Cut(text, ":")
	a, errA := strconv.ParseFloat(first, 64)
	b, errB := strconv.ParseFloat(second, 64)
	if errA != nil || errB != nil || math.IsNaN(a-b) {
		return math.NaN(), math.NaN()
	}
	return a, b
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
	minLog, maxLog := pair(name)
	return logUniform(minLog, maxLog)
}

// logUniform is log-uniform between e^minLog and e^maxLog seconds.
func logUniform(minLog, maxLog float64) lifetime.Model {
	b1 := 1 / (maxLog - minLog)
	return lifetime.NewModel(float64(-b1*minLog), b1)
}
