package lifetime

import "math"

// Model is a log-uniform distribution of run times.
type Model struct {
	min, max       float64 // seconds
	logMin, logMax float64
}

// NewModel makes the distribution with the cdf b0 + b1 ln t, b1 > 0.
func NewModel(b0, b1 float64) Model {
	logMax := (1 - b0) / b1
	return Model{min: math.Exp(-b0 / b1), max: math.Exp(logMax), logMin: -b0 / b1, logMax: logMax}
}

// Range gives the shortest and the longest run time, seconds.
func (m *Model) Range() (shortest, longest float64) { return m.min, m.max }

// job is a number of alike jobs on the machine. One that is yet to start in x seconds has the age -x.
type job struct {
	procs  int64 // of each
	count  int64
	age    float64 // seconds
	base   float64 // ln max(age, tmin)
	slope  float64 // 1 / (ln tmax - base)
	weight float64 // procs slope, of all
}

func (m *Model) job(procs, count int64, age float64) job {
	base := m.logMin
	if age > m.min {
		base = ln(age)
	}
	if base >= m.logMax {
		age = max(age, m.max)
	}
	slope := 1 / (m.logMax - base)
	return job{procs, count, age, base, slope, float64(procs*count) * slope}
}

// ended is the probability that a job ends within t seconds.
func (m *Model) ended(j *job, t float64) float64 {
	switch x := j.age + t; {
	case x <= m.min:
		return 0
	case x >= m.max:
		return 1
	default:
		return (ln(x) - j.base) * j.slope
	}
}

// normal is the standard normal quantile.
func normal(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
