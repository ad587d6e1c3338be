package downey

import (
	"math"

	"waitbench/methods/fit"
)

// Points are predicted and actual times until a number of processors is free, seconds: one point
// for each decision to hold out.
type Points struct {
	Predicted, Actual []float64
}

func (p *Points) add(predicted, actual float64) {
	p.Predicted = append(p.Predicted, predicted)
	p.Actual = append(p.Actual, actual)
}

// moments are those of the logarithms of the points of which neither time is below a least one,
// seconds.
func (p *Points) moments(least float64) fit.Moments {
	var m fit.Moments
	for i, x := range p.Predicted {
		if y := p.Actual[i]; x > 0 && y > 0 && x >= least && y >= least {
			m.Add(math.Log(x), math.Log(y))
		}
	}
	return m
}
