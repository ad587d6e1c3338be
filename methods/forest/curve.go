package forest

import (
	"math"
	"slices"
)

// Power is the power of seconds in which curves are kept and averaged.
const Power = .3

// Levels are the levels of the quantiles of a curve.
var Levels = [...]float64{.02, .05, .1, .2, .3, .4, .5, .6, .7, .8, .86, .9, .93, .95, .965, .98, .99, 1 - tail}

// levels are the same, and one that no rank reaches.
var levels = func() (l [len(Levels) + 1]float32) {
	for i, x := range Levels {
		l[i] = float32(x)
	}
	l[len(Levels)] = 2
	return l
}()

// logs are ln(1 - level).
var logs = func() (l [len(Levels)]float64) {
	for i, x := range Levels {
		l[i] = math.Log(1 - x)
	}
	return l
}()

// tail is what lies beyond the last level.
const tail = .005

// Curve is the quantiles of a wait at Levels, in seconds to the Power.
type Curve []float32

// Quantile is the quantile at a level, in seconds: linear in -ln(1 - level) and in seconds to the
// Power.
func (c Curve) Quantile(level float64) float64 {
	i, _ := slices.BinarySearch(Levels[:], level)
	if i == 0 || i == len(Levels) {
		return math.Pow(float64(c[min(i, len(Levels)-1)]), 1/Power)
	}
	a, b := logs[i-1], logs[i]
	part := (a - math.Log(1-level)) / (a - b)
	low, high := float64(c[i-1]), float64(c[i])
	return math.Pow(low+float64(part*(high-low)), 1/Power)
}

// Above is the bound with the share exp(-u) of waits above it. Beyond the last level it
// grows by exp(.5) for each unit of u.
func (c Curve) Above(u float64) float64 {
	beyond := max(u+math.Log(tail), 0)
	return c.Quantile(1-math.Exp(-(u-beyond))) * math.Exp(.5*beyond)
}

// Below is the bound with the share exp(-u) of waits below it.
func (c Curve) Below(u float64) float64 {
	beyond := max(u+math.Log(tail), 0)
	return c.Quantile(math.Exp(-(u - beyond))) * math.Exp(-.5*beyond)
}

// Probability is the greatest level, a multiple of 0.01, whose quantile is at most d
// seconds; 0 for none.
func (c Curve) Probability(d float64) float64 {
	for k := 99; k > 0; k-- {
		if c.Quantile(float64(k)/100) <= d {
			return float64(k) / 100
		}
	}
	return 0
}
