package methods

import "math"

// levelRange is the range that levels are kept in.
type levelRange struct{ low, high float64 }

// levelRangeOf is from 0.5 to 0.999 for the usual targets. Where the target is close to an end, or
// outside, the range goes a third of the way further to 0 or 1, so that there is always room to
// move.
func levelRangeOf(target float64) levelRange {
	return levelRange{min(0.5, target*2/3), max(0.999, 1-(1-target)*2/3)}
}

func (r levelRange) clip(level float64) float64 { return min(max(level, r.low), r.high) }

// follow is a step g of adaptive conformal inference towards a target q, within the range: with h =
// 1 for a hit and 0 for a miss,
//
//	a <- a + g (q - h)
func (r levelRange) follow(level, step, target float64, hit bool) float64 {
	return r.clip(level + float64(step*shortfall(target, hit)))
}

// shortfall is q - h.
func shortfall(target float64, hit bool) float64 {
	if hit {
		return target - 1
	}
	return target
}

// aci is the control of [Gibbs21] with a step that starts large, so that a wrong start is soon
// forgotten, and ends small:
//
//	g = max(0.01, 0.6 / sqrt(n))
//
// for the n-th job settled. The level asked of the method inside is kept within the range. What the
// steps add up to may exceed the upper end, so that the misses of a burst are made up for and not
// forgotten there; it is kept from falling below the lower end, where the level could not have been
// lower and credit for hits would put up with misses later.
type aci struct {
	levelRange
	target  float64
	sum     float64 // the target and all steps
	settled int
}

func newACI(target float64) control {
	return &aci{levelRange: levelRangeOf(target), target: target, sum: target}
}

func (c *aci) levels(dst []float64) []float64 { return append(dst, c.clip(c.sum)) }

func (c *aci) settle(_ []float64, hits []bool) {
	c.settled++
	step := max(0.01, 0.6/math.Sqrt(float64(c.settled)))
	c.sum = max(c.sum+float64(step*shortfall(c.target, hits[0])), c.low)
}
