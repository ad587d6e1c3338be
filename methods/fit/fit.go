// Package fit fits a line to points as they come, and finds order statistics.
package fit

import "math"

// Spread is the mean of numbers and the sum of their squared deviations from
// it, by Welford's recurrence, which loses no digits to cancellation. The zero
// value is of no numbers.
type Spread struct {
	N             int
	Mean, Squares float64
}

func (s *Spread) Add(x float64) {
	s.N++
	d := x - s.Mean
	s.Mean += d / float64(s.N)
	s.Squares += float64(d * (x - s.Mean))
}

// Moments has the sums for the least-squares line of y on x, and their
// correlation. The zero value is of no points.
type Moments struct {
	X, Y Spread
	XY   float64 // sum of products of deviations
}

func (m *Moments) Add(x, y float64) {
	dx := x - m.X.Mean
	m.X.Add(x)
	m.Y.Add(y)
	m.XY += float64(dx * (y - m.Y.Mean))
}

// Line returns the least-squares line of y on x; NaN where x does not vary.
func (m *Moments) Line() (slope, intercept float64) {
	slope = m.XY / m.X.Squares
	return slope, m.Y.Mean - float64(slope*m.X.Mean)
}

// Correlation is Pearson's; NaN where x or y does not vary.
func (m *Moments) Correlation() float64 { return m.XY / math.Sqrt(m.X.Squares*m.Y.Squares) }
