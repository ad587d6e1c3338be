package curves

import "math"

const Power, tail = .3, .005 // of seconds in curves; the share beyond the last level

// Levels are the levels of the quantiles of a curve.
var Levels = [...]float64{.02, .05, .1, .2, .3, .4, .5, .6, .7, .8,
	.86, .9, .93, .95, .965, .98, .99, 1 - tail}

var logs [len(Levels)]float64 // ln(1 - level)

const longest = 230 // ln of seconds

func init() {
	for i, level := range Levels {
		logs[i] = math.Log(1 - level)
	}
}

// Curve is the quantiles of a wait at Levels, in seconds to the Power.
type Curve []float32

// New returns the curve through waits in seconds at ascending levels. It is
// linear in -ln(1 - level) and in ln wait, from 1 s at the level 0 on, and beyond
// the last level as before it, to at most e^230 s. A wait counts as at least a
// second, and as at least the wait at the level before. The curve has this line
// at Levels only.
func New(levels, waits []float64) Curve {
	u, y := []float64{0}, []float64{0}
	for i, level := range levels {
		u = append(u, -math.Log(1-level))
		y = append(y, max(y[i], math.Log(max(waits[i], 1))))
	}
	curve, k := make(Curve, len(Levels)), 1
	for i := range curve {
		for k < len(levels) && u[k] < -logs[i] {
			k++
		}
		slope := (y[k] - y[k-1]) / (u[k] - u[k-1])
		log := y[k-1] + float64(slope*(-logs[i]-u[k-1]))
		curve[i] = float32(math.Exp(Power * min(log, longest)))
	}
	return curve
}

// Quantile returns the quantile at a level, in seconds. It is linear in
// -ln(1 - level) and in seconds to the Power.
func (c Curve) Quantile(level float64) float64 {
	i := 0
	for i < len(Levels) && Levels[i] < level {
		i++
	}
	if i == 0 || i == len(Levels) {
		return math.Pow(float64(c[min(i, len(Levels)-1)]), 1/Power)
	}
	part := (logs[i-1] - math.Log(1-level)) / (logs[i-1] - logs[i])
	low, high := float64(c[i-1]), float64(c[i])
	return math.Pow(low+float64(part*(high-low)), 1/Power)
}

// distribution is that of a wait.
type distribution interface {
	// bound returns the bound of score u, in seconds.
	bound(u float64, lower bool) float64
	// score returns the least score whose bound covers a wait.
	score(wait float64, lower bool) float64
}

// bound returns the bound of score u, which is to miss the share exp(-u) of
// waits. Beyond the last level an upper bound grows by exp(.5) for each unit of
// u, and a lower one falls. A lower bound of a second or less, which cannot be
// told from no wait, is 0.
func (c Curve) bound(u float64, lower bool) float64 {
	beyond := max(u+math.Log(tail), 0)
	miss := math.Exp(-(u - beyond))
	if !lower {
		return c.Quantile(1-miss) * math.Exp(.5*beyond)
	}
	if b := c.Quantile(miss) * math.Exp(-.5*beyond); b > 1 {
		return b
	}
	return 0
}

func (c Curve) score(wait float64, lower bool) float64 {
	wait = max(wait, 1)
	x, i := float32(math.Pow(wait, Power)), 0
	for i < len(c) && (c[i] < x || c[i] == x && lower) {
		i++
	}
	switch {
	case i == len(c) && !lower:
		return 2*math.Log(wait/c.Quantile(1)) - math.Log(tail)
	case i == 0 && lower:
		return 2*math.Log(c.Quantile(0)/wait) - math.Log(tail)
	case i == 0 || i == len(c):
		return 0
	}
	part := float64(x-c[i-1]) / float64(c[i]-c[i-1])
	log := logs[i-1] + float64(part*(logs[i]-logs[i-1])) // ln(1 - level of the wait)
	if lower {
		return otherSide(-log)
	}
	return -log
}

// remaining is the distribution of what remains of a wait that has lasted age
// seconds. Scores are those of the whole wait, less that of age.
type remaining struct {
	Curve
	age, score0 float64 // seconds; of age
}

func (c Curve) after(age float64) remaining { return remaining{c, age, c.score(age, false)} }

func (r remaining) bound(u float64, lower bool) float64 {
	if lower {
		u = min(otherSide(u), -math.Log(tail))
	}
	return max(0, r.Curve.bound(r.score0+u, false)-r.age)
}

func (r remaining) score(wait float64, lower bool) float64 {
	u := max(0, r.Curve.score(r.age+wait, false)-r.score0)
	if lower {
		return otherSide(u)
	}
	return u
}

// otherSide returns the score of a bound from the other side. What one misses
// the other covers.
func otherSide(u float64) float64 { return -math.Log(1 - math.Exp(-u)) }

// Probability returns the greatest level, a multiple of 0.01, whose quantile is
// at most d seconds, or 0.
func (c Curve) Probability(d float64) float64 {
	k := 99
	for k > 0 && c.Quantile(float64(k)/100) > d {
		k--
	}
	return float64(k) / 100
}
