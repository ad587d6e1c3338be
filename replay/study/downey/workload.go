package downey

import (
	"math/rand/v2"

	"waitbench/traces/synth"
)

// Job is a job of the workload: its run time is known for every number of processors.
type Job struct {
	synth.Shape
	Arrival float64 // seconds after the begin of its day
	Most    int64   // largest number of processors it can use, not above those of the machine
}

// Workload is the jobs of each day, in order of arrival.
type Workload [][]Job

// rate is the mean number of jobs that arrive in a second of daytime. The load is
// sequential work over capacity [Downey97, section 4].
func (c *Config) rate() float64 {
	model := c.model()
	return c.Load * float64(c.Procs) / model.MeanWork()
}

// JobsPerDay is the mean number of jobs that arrive in a day.
func (c *Config) JobsPerDay() float64 { return c.rate() * dayLength }

// draw makes the workload of a seed. Each job takes its random numbers in the
// order gap, work, parallelism, variance. The job that would arrive after the
// daytime ends the day.
func (c *Config) draw(seed uint64) Workload {
	rng := rand.New(rand.NewPCG(seed, 0))
	days := make(Workload, c.Days)
	rate, model := c.rate(), c.model()
	for d := range days {
		arrival := 0.0
		for {
			arrival += synth.Gap(rng, rate)
			shape := model.Draw(rng)
			if arrival >= dayLength {
				break
			}
			days[d] = append(days[d], Job{shape, arrival, shape.Procs(c.Procs)})
		}
	}
	return days
}

func (w Workload) jobs() int {
	n := 0
	for _, day := range w {
		n += len(day)
	}
	return n
}
