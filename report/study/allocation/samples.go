package allocation

import (
	"math"
	"slices"

	"waitbench/replay/study/downey"
)

// label is whose number it is: a strategy and, where it predicts, what its predictors assume and
// how it corrects them.
type label struct {
	strategy, lifetimes, bias string
}

// key is a number of a label.
type key struct {
	label
	name string
}

// samples are the numbers of all seeds.
type samples struct {
	labels []label           // in the order of the results
	values map[key][]float64 // by seed
}

func newSamples(results []*downey.Result) *samples {
	s := &samples{values: map[key][]float64{}}
	for _, r := range results {
		for _, n := range r.Numbers() {
			k := key{label{n.Strategy, n.Lifetimes, n.Bias}, n.Name}
			s.values[k] = append(s.values[k], n.Value)
			if !slices.Contains(s.labels, k.label) {
				s.labels = append(s.labels, k.label)
			}
		}
	}
	return s
}

// of gives the labels of a strategy.
func (s *samples) of(strategy string) []label {
	var found []label
	for _, l := range s.labels {
		if l.strategy == strategy {
			found = append(found, l)
		}
	}
	return found
}

// average is the label of AVG.
var average = label{strategy: downey.AVG}

// summary is what seeds give for a number. All of it is NaN where there are none.
type summary struct {
	mean, sd, least, greatest float64
	atPaper, residual         float64 // at the paper's turnaround; NaN with fewer than 4 seeds
}

const leastSeeds = 4 // for a line

// summary of a number in units of 1/scale.
func (s *samples) summary(k key, scale float64) summary {
	values := slices.Clone(s.values[k])
	for i := range values {
		values[i] *= scale
	}
	return s.summarize(values)
}

// summarize describes values, one of each seed.
func (s *samples) summarize(values []float64) summary {
	nan := math.NaN()
	sum := summary{nan, nan, nan, nan, nan, nan}
	if len(values) == 0 {
		return sum
	}
	turnarounds := s.values[key{average, downey.Turnaround}]
	var n, x, y, xx, xy, yy float64
	for i, v := range values {
		n++
		dx, dy := turnarounds[i]-x, v-y
		x += dx / n
		y += dy / n
		xx += dx * dx * (n - 1) / n
		xy += dx * dy * (n - 1) / n
		yy += dy * dy * (n - 1) / n
	}
	sum.mean, sum.least, sum.greatest = y, slices.Min(values), slices.Max(values)
	if n > 1 {
		sum.sd = math.Sqrt(yy / (n - 1))
	}
	if n >= leastSeeds && xx > 0 {
		slope := xy / xx
		sum.atPaper = y + slope*(paper().turnaround-x)
		sum.residual = math.Sqrt(max(yy-slope*xy, 0) / (n - 2))
	}
	return sum
}
