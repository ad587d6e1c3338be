package downey

import (
	"math"

	"waitbench/methods/fit"
)

// Line is what logarithms of actual times are to those of predicted ones: Slope ln(predicted) +
// Intercept by least squares.
type Line struct {
	N                int // points
	Slope, Intercept float64
	Correlation      float64 // Pearson's, of the logarithms
}

// lineOf fits. Where the points do not make a line all numbers are NaN.
func lineOf(m *fit.Moments) Line {
	slope, intercept := m.Line()
	return Line{m.N, slope, intercept, m.Correlation()}
}

// Points are predicted and actual times until a number of processors is free, seconds: one point
// for each decision to hold out.
type Points struct {
	Predicted, Actual []float64
}

func (p *Points) add(predicted, actual float64) {
	p.Predicted = append(p.Predicted, predicted)
	p.Actual = append(p.Actual, actual)
}

// line fits the points of which neither time is below a least one, seconds.
func (p *Points) line(least float64) Line {
	var m fit.Moments
	for i, x := range p.Predicted {
		if y := p.Actual[i]; x > 0 && y > 0 && x >= least && y >= least {
			m.Add(math.Log(x), math.Log(y))
		}
	}
	return lineOf(&m)
}
