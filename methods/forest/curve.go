package forest

import (
	"cmp"
	"math"
	"slices"
)

// Power is the power of seconds in curves.
const Power = .3

// Levels are the levels of the quantiles of a curve.
var Levels = [...]float64{.02, .05, .1, .2, .3, .4, .5, .6, .7, .8,
	.86, .9, .93, .95, .965, .98, .99, 1 - tail}

// levels are Levels and a level that no rank reaches.
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

// tail is the share beyond the last level.
const tail = .005

// Curve is the quantiles of a wait at Levels, in seconds to the Power.
type Curve []float32

// Quantile returns the quantile at a level, in seconds. It is linear in
// -ln(1 - level) and in seconds to the Power.
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

// Above returns the upper bound of score u, which is to miss the share exp(-u)
// of waits. Beyond the last level it grows by exp(.5) for each unit of u.
func (c Curve) Above(u float64) float64 {
	beyond := max(u+math.Log(tail), 0)
	return c.Quantile(1-math.Exp(-(u-beyond))) * math.Exp(.5*beyond)
}

// Below returns the lower bound of score u. It is 0 for a second or less, which
// cannot be told from no wait.
func (c Curve) Below(u float64) float64 {
	beyond := max(u+math.Log(tail), 0)
	bound := c.Quantile(math.Exp(-(u - beyond))) * math.Exp(-.5*beyond)
	if bound <= 1 {
		return 0
	}
	return bound
}

// aboveScore returns the least score whose upper bound covers a wait.
func (c Curve) aboveScore(wait float64) float64 {
	wait = max(wait, 1)
	x, last := float32(math.Pow(wait, Power)), len(c)-1
	i, _ := slices.BinarySearch(c, x) // the first that is not below x
	switch {
	case i > last:
		return 2*math.Log(wait/c.Quantile(1)) - math.Log(tail)
	case i == 0:
		return 0
	}
	return -c.logAt(x, i)
}

// Remaining returns the quantile of what remains of a wait that has lasted age
// seconds, at a level, in seconds: with S the share of the curve above age,
//
//	max(0, quantile at 1 - (1 - level) S  -  age)
func (c Curve) Remaining(level, age float64) float64 {
	return max(0, c.Above(c.aboveScore(age)-math.Log(1-level))-age)
}

// belowScore returns the least score whose lower bound covers a wait.
func (c Curve) belowScore(wait float64) float64 {
	wait = max(wait, 1)
	x := float32(math.Pow(wait, Power))
	after := func(c, x float32) int { return cmp.Or(cmp.Compare(c, x), -1) }
	i, _ := slices.BinarySearchFunc(c, x, after) // the first above x
	switch {
	case i == 0:
		return 2*math.Log(c.Quantile(0)/wait) - math.Log(tail)
	case i == len(c):
		return 0
	}
	return -math.Log(1 - math.Exp(c.logAt(x, i)))
}

// logAt returns ln(1 - level) where the curve is x, between the quantiles i-1
// and i.
func (c Curve) logAt(x float32, i int) float64 {
	part := float64(x-c[i-1]) / float64(c[i]-c[i-1])
	return logs[i-1] + float64(part*(logs[i]-logs[i-1]))
}

// Probability returns the greatest level, a multiple of 0.01, whose quantile is
// at most d seconds, or 0.
func (c Curve) Probability(d float64) float64 {
	for k := 99; k > 0; k-- {
		if c.Quantile(float64(k)/100) <= d {
			return float64(k) / 100
		}
	}
	return 0
}
