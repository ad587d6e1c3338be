package downey

import "math"

// Line is what logarithms of actual times are to those of predicted ones: Slope ln(predicted) + Intercept by least squares.
type Line struct {
	N                int // points
	Slope, Intercept float64
	Correlation      float64 // Pearson's, of the logarithms
}

// moments are those of points.
type moments struct {
	n          int
	x, y       float64 // means
	xx, xy, yy float64 // sums of products of deviations
}

func (m *moments) add(x, y float64) {
	m.n++
	dx, dy := x-m.x, y-m.y
	m.x += dx / float64(m.n)
	m.y += dy / float64(m.n)
	m.xx += float64(dx * (x - m.x))
	m.xy += float64(dx * (y - m.y))
	m.yy += float64(dy * (y - m.y))
}

// line fits. Where the points do not make a line all numbers are NaN.
func (m *moments) line() Line {
	slope := m.xy / m.xx
	return Line{m.n, slope, m.y - float64(slope*m.x), m.xy / math.Sqrt(m.xx*m.yy)}
}

// Points are predicted and actual times until a number of processors is free, seconds: one point for each decision to hold out.
type Points struct {
	Predicted, Actual []float64
}

func (p *Points) add(predicted, actual float64) {
	p.Predicted = append(p.Predicted, predicted)
	p.Actual = append(p.Actual, actual)
}

// line fits the points of which neither time is below a least one, seconds.
func (p *Points) line(least float64) Line {
	var m moments
	for i, x := range p.Predicted {
		if y := p.Actual[i]; x > 0 && y > 0 && x >= least && y >= least {
			m.add(math.Log(x), math.Log(y))
		}
	}
	return m.line()
}
