package methods

import "math"

// withDtACI is the suffix dtaci.
func withDtACI(m Method) (Method, error) {
	return withControl(m, "dynamically tuned adaptive conformal inference, with an account of misses",
		"Gibbs and Candes, Conformal Inference for Online Prediction with Arbitrary Distribution Shifts (2024)", "Gibbs24", newDtACI)
}

// dtaci is dynamically tuned adaptive conformal inference [Gibbs24], which needs no choice of a
// step: eight experts follow the target as aci does, each with a constant step of its own, and the
// level is their mean, weighted by how well they did of late. With r the lowest level whose bound
// covered the wait of a settled job, an expert at level a has lost
//
//	L(a, r) = (1-q) (a - r) if a >= r, else q (r - a)
//
// and the weights p, of sum 1, become
//
//	w = p exp(-eta L(a, r)),  p = (1-sigma) w / sum(w) + sigma / 8
//
// where sigma keeps every expert ready for a comeback. The parameters are those of the paper for
// periods of 500 jobs; the paper draws one of the experts for its proofs and takes the mean in
// practice. Its rivals measure bounds in units of the waits, AgACI [Zaffran22] its losses and
// conformal PID [Angelopoulos23] its steps, so that a day of long waits would decide for all
// others. Levels have no unit.
//
// The level r would take the history of the time when the job was submitted. What is remembered
// instead are the bounds at the experts' levels of that time. They tell exactly who covered the
// wait, and put r between two neighbouring levels: the highest that did not cover and the lowest
// that did. If all experts are on one side, their losses compare alike for any r there. Between two
// levels losses are linear in r, and the middle stands for it, which is right in the mean if waits
// between neighbouring bounds spread evenly over the levels between.
//
// DtACI has small regret but not the right share of hits where waits become known late: misses then
// come in bursts, and experts with small steps, which would remember them, lose against those that
// come back soon. So the hits that are owed are kept account of,
//
//	E = sum of (q - h) over settled jobs
//
// by the bounds given, and the level is the mean of the experts plus E times the smallest step, cut
// off at the ends of the range after the sum and not within it. This is the error integration of
// conformal PID: a base in a range of width D can be anything, and the bound is at the upper end
// once E reaches D over the step, so that E is at most that and the number of jobs pending, P. With
// the range 0.499 wide the share of hits is
//
//	mean of h over T jobs >= q - (500 + P) / T
//
// if bounds at the highest level cover all waits [Angelopoulos23]. In practice far less is owed.
// Hits of bounds at the lower end of the range do not count: the level could not have been lower,
// and credit for them would put up with misses later. Where bounds are above the lower end the same
// holds from above.
type dtaci struct {
	levelRange
	target  float64
	eta     float64
	experts [8]expert
	owed    float64 // E
}

type expert struct{ level, step, weight float64 }

// Parameters of [Gibbs24].
const (
	dtaciStep   = 0.001 // the smallest; each of the others is twice the one before
	dtaciPeriod = 500.0 // jobs
	dtaciMix    = 1 / (2 * dtaciPeriod)
)

func newDtACI(target float64) control {
	c := &dtaci{levelRange: levelRangeOf(target), target: target}
	q, k := target, float64(len(c.experts))
	// of the loss, in the mean, where nothing shifts
	square := q*q*(1-q)*(1-q)*(1-q) + (1-q)*(1-q)*q*q*q
	c.eta = math.Sqrt(3 / dtaciPeriod * (math.Log(k*dtaciPeriod) + 2) / square)
	step := dtaciStep
	for i := range c.experts {
		c.experts[i] = expert{target, step, 1 / k}
		step *= 2
	}
	return c
}

// levels gives the level of the bound and those of the experts.
func (c *dtaci) levels(dst []float64) []float64 {
	mean := c.target
	for _, e := range c.experts {
		// exactly the target as long as all are there
		mean += float64(e.weight * (e.level - c.target))
	}
	dst = append(dst, c.clip(mean+float64(dtaciStep*c.owed)))
	for _, e := range c.experts {
		dst = append(dst, e.level)
	}
	return dst
}

func (c *dtaci) settle(levels []float64, hits []bool) {
	if !hits[0] || levels[0] > c.low {
		c.owed += shortfall(c.target, hits[0])
	}
	levels, hits = levels[1:], hits[1:]
	reached := levelReached(levels, hits)
	total := 0.0
	for i := range c.experts {
		e := &c.experts[i]
		e.weight *= math.Exp(-c.eta * levelLoss(c.target, levels[i]-reached))
		total += e.weight
		e.level = c.follow(e.level, e.step, c.target, hits[i])
	}
	for i := range c.experts {
		e := &c.experts[i]
		e.weight = float64((1-dtaciMix)*e.weight/total) + dtaciMix/float64(len(c.experts))
	}
}

// levelReached is the middle between the highest level that missed and the lowest that hit, or the
// one that there is.
func levelReached(levels []float64, hits []bool) float64 {
	missed, hit := math.Inf(-1), math.Inf(1)
	for i, level := range levels {
		if hits[i] {
			hit = min(hit, level)
		} else {
			missed = max(missed, level)
		}
	}
	switch {
	case math.IsInf(missed, 0):
		return hit
	case math.IsInf(hit, 0):
		return missed
	}
	return (missed + hit) / 2
}

// levelLoss is L for a level that is too high by excess.
func levelLoss(target, excess float64) float64 {
	if excess >= 0 {
		return (1 - target) * excess
	}
	return -target * excess
}
