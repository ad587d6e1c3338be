package synth

import (
	"math"
	"math/rand/v2"
)

// rate is the number of jobs that arrive in a second of daytime, on average. Jobs that crash hold
// no processor.
//
//	rate = load N 86400 / (DayLength (1 − CrashShare) E[n/S(n)] E[L])
func (c *Config) rate() float64 {
	procSeconds := (1 - c.CrashShare) * c.overhead() * c.MeanWork()
	return c.Load * float64(c.Procs) * day / (c.DayLength * procSeconds)
}

func (c *Config) expectedJobs() float64 { return c.rate() * c.DayLength * float64(c.Days) }

// span is the time over which the load is offered, seconds.
func (c *Config) span() float64 { return float64(c.Days) * day }

// submits gives the times of submission, whole seconds in ascending order: a Poisson process on
// every day, nothing by night.
func (c *Config) submits(rng *rand.Rand) []float64 {
	rate := c.rate()
	times := make([]float64, 0, int(1.1*c.expectedJobs())+1)
	for d := range c.Days {
		dawn := float64(float64(d) * day)
		for t := Gap(rng, rate); t < c.DayLength; t += Gap(rng, rate) {
			times = append(times, math.Floor(dawn+t))
		}
	}
	return times
}

// Gap is the time to the next event of a Poisson process, seconds; rate is in events per second.
func Gap(rng *rand.Rand, rate float64) float64 { return -log(1-float64(rng.Float64())) / rate }
