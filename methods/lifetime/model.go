package lifetime

import "math"

// Model is a log-uniform distribution of run times.
type Model struct {
	min, max       float64 // seconds
	logMin, logMax float64
}

// NewModel returns the distribution with the cdf b0 + b1 ln t, b1 > 0.
func NewModel(b0, b1 float64) Model {
	logMax := (1 - b0) / b1
	return Model{min: math.Exp(-b0 / b1), max: math.Exp(logMax), logMin: -b0 / b1, logMax: logMax}
}

// Range returns the shortest and the longest run time, seconds.
func (m *Model) Range() (shortest, longest float64) { return m.min, m.max }
