// Package fit fits a line to points as they come.
package fit

import "math"

// Moments has the sums for the least-squares line of y on x, and their
// correlation, by Welford's recurrence. The zero value is of no points.
type Moments struct {
	N          int
	X, Y       float64 // means
	XX, XY, YY float64 // sums of products of deviations
}

// Add adds a point.
func (m *Moments) Add(x, y float64) {
	m.N++
	dx, dy := x-m.X, y-m.Y
	m.X += dx / float64(m.N)
	m.Y += dy / float64(m.N)
	m.XX += float64(dx * (x - m.X))
	m.XY += float64(dx * (y - m.Y))
	m.YY += float64(dy * (y - m.Y))
}

// Line returns the least-squares line of y on x; NaN where x does not vary.
func (m *Moments) Line() (slope, intercept float64) {
	slope = m.XY / m.XX
	return slope, m.Y - float64(slope*m.X)
}

// Correlation is Pearson's; NaN where x or y does not vary.
func (m *Moments) Correlation() float64 { return m.XY / math.Sqrt(m.XX*m.YY) }
