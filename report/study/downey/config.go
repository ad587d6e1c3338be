package downey

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/lifetime"
	"waitbench/report/study"
	"waitbench/traces/synth"
)

// Config has the parameters of the study.
type Config struct {
	Procs int64   // processors of the machine
	Days  int     // simulated, each on its own
	Load  float64 // arriving sequential work over capacity of the machine, both in daytime
	Seed  uint64  // of the first workload; the others follow
	Seeds int     // workloads

	// Lifetimes are the distributions that predictors assume, each on its own:
	// "alloc", fitted to the allocated times n R(n) under AVG; "work", of the
	// work of jobs; or the natural logarithms of the shortest and the longest
	// lifetime in seconds, such as "2:14".
	Lifetimes []string

	// Biases are the corrections of BIAS, each on its own: "fitted", by a line
	// through all points of PRED on the same workload, or an intercept and a
	// slope such as "1.7:0.6", the paper's.
	Biases []string
}

// The names of lifetimes that follow from the workload, and of the correction
// that follows from PRED.
const (
	allocated = "alloc"
	work      = "work"
	fitted    = "fitted"
)

// Constants of the paper: days, HEUR, MIN and aversion to risk.
const (
	dayLength  = 12 * 3600. // daytime, in which jobs arrive, seconds
	patience   = 0.2        // share of the time saved that a job waits under HEUR
	leastShare = 0.4        // of the processors a job can use, below which none starts under MIN
	leastGain  = 0.2        // share of the run time to save under aversion to risk
)

// Default returns the paper's study, with the distribution and the correction
// that follow from the workload, the distribution of the processor times in
// SDSC-Par-1996, the log of the paper's machine of a year later, and the paper's
// correction.
func Default() Config {
	return Config{
		Procs: 128, Days: 120, Load: 0.75, Seed: 1, Seeds: 16,
		Lifetimes: []string{allocated, "1.06:15.22"}, Biases: []string{fitted, "1.7:0.6"},
	}
}

const mostJobs = 10_000_000 // of a seed

// Check returns an error that names a parameter that is out of its range.
func (c *Config) Check() error {
	err := cmp.Or(
		study.Between("procs", c.Procs, 1, 1<<20),
		study.Between("days", c.Days, 1, 1e6),
		study.Between("load", c.Load, 1e-3, 10),
		study.Between("seeds", c.Seeds, 1, 1e6))
	if err != nil {
		return err
	}
	if len(c.Lifetimes) == 0 {
		return errors.New("lifetimes: none are named")
	}
	return cmp.Or(
		study.Between("expected jobs", c.JobsPerDay()*float64(c.Days), 1, mostJobs),
		checkNames("lifetimes",
			"alloc, work, or logarithms of a shortest and a longest such as 2:14",
			c.Lifetimes, func(name string) bool {
				a, b := pair(name)
				return name == allocated || name == work || a >= -20 && b <= 50 && a < b
			}),
		checkNames("bias", "fitted, or an intercept and a slope above 0 such as 1.7:0.6",
			c.Biases, func(name string) bool {
				intercept, slope := pair(name)
				return name == fitted || slope > 0 && !math.IsInf(slope-intercept, 0)
			}))
}

func checkNames(what, want string, names []string, valid func(string) bool) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("%s: %s is named twice", what, name)
		}
		if !valid(name) {
			return fmt.Errorf("invalid %s %q: want %s", what, name, want)
		}
	}
	return nil
}

// pair reads two numbers with a colon between them, NaN for any other text.
func pair(text string) (a, b float64) {
	first, second, _ := strings.Cut(text, ":")
	a, errA := strconv.ParseFloat(first, 64)
	b, errB := strconv.ParseFloat(second, 64)
	if errA != nil || errB != nil {
		return math.NaN(), math.NaN()
	}
	return a, b
}

// lifetimes returns the distribution of a valid name. underAVG is the one
// fitted to the times under AVG.
func (c *Config) lifetimes(name string, underAVG lifetime.Model) lifetime.Model {
	minLog, maxLog := pair(name)
	switch name {
	case allocated:
		return underAVG
	case work:
		m := synth.PaperModel(c.Procs)
		minLog, maxLog = m.MinLogWork, m.MaxLogWork
	}
	return logUniform(minLog, maxLog)
}

// logUniform is log-uniform between e^minLog and e^maxLog seconds.
func logUniform(minLog, maxLog float64) lifetime.Model {
	b1 := 1 / (maxLog - minLog)
	return lifetime.NewModel(float64(-b1*minLog), b1)
}

// job is a job of the workload: its run time is known for every number of
// processors.
type job struct {
	synth.Shape
	arrival float64 // seconds after the begin of its day
	usable  int64   // processors: the largest number it can use, at most the whole machine
}

// rate is the mean number of jobs that arrive in a second of daytime. The load
// is sequential work over capacity [Downey97, section 4].
func (c *Config) rate() float64 {
	model := synth.PaperModel(c.Procs)
	return c.Load * float64(c.Procs) / model.MeanWork()
}

// JobsPerDay is the mean number of jobs that arrive in a day.
func (c *Config) JobsPerDay() float64 { return c.rate() * dayLength }

// draw makes the days of a seed, each with its jobs in order of arrival. Each
// job takes its random numbers in the order gap, work, parallelism, variance.
// The job that would arrive after the daytime ends the day.
func (c *Config) draw(seed uint64) [][]job {
	rng := rand.New(rand.NewPCG(seed, 0))
	days := make([][]job, c.Days)
	rate, model := c.rate(), synth.PaperModel(c.Procs)
	for d := range days {
		arrival := 0.0
		for {
			arrival += synth.Gap(rng, rate)
			shape := model.Draw(rng)
			if arrival >= dayLength {
				break
			}
			days[d] = append(days[d], job{shape, arrival, shape.Procs(c.Procs)})
		}
	}
	return days
}
