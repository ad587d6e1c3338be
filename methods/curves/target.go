package curves

import (
	"math"
	"slices"
)

// target is the bounds of a side that are to cover one share of the waits, and
// how they did. A bound of score u is to miss the share exp(-u).
type target struct {
	lower           bool
	scores          *scores // of the side
	share           float64 // to be covered
	miss            float64 // share to be missed, a little less than the rest
	lowest, highest float64 // score, as far as misses that are owed raise it
	score           float64 // of the bounds since the last refit

	control Control
	pid     *pid // nil for another control

	jobs, misses float64 // settled jobs
	missed       bool    // the job settled last is a miss
	more         float64 // added to the score if so
	afterMiss    float64 // settled jobs whose bounds had more in their score
}

const (
	margin      = .008 // of the share .95
	highestOver = 1.2  // above the score of the share itself
	afterStep   = .05  // of more
	mostMore    = 3.0
	scoresPer   = 50 // cells of scores for one unit
)

// newTargets returns targets of the usual shares, from .99 down or up to the
// first that reaches a share, and of the share itself if none does. They begin
// with the scores of trusted waits with right curves.
func newTargets(share float64, lower bool, control Control, trusted float64) []target {
	past := &scores{}
	for i := range past.counts {
		from := float64(i) / scoresPer
		past.add(from, trusted*(math.Exp(-from)-math.Exp(-from-1./scoresPer)))
	}
	shares := []float64{.99, .95, .9, .75, .5, .25, .1, .05}
	reached := func(r float64) bool { return r <= share }
	if share > shares[0] {
		shares = []float64{.99, .995, .999, .9999}
		reached = func(r float64) bool { return r >= share }
	}
	if i := slices.IndexFunc(shares, reached); i >= 0 {
		shares = shares[:i+1]
	} else {
		shares = append(shares, share)
	}
	targets := make([]target, len(shares))
	for i, share := range shares {
		missed := 1 - share
		more := margin * math.Sqrt(share*missed/.0475)
		targets[i] = target{
			lower: lower, control: control, scores: past, share: share, miss: max(missed-more, missed/3),
			lowest: -math.Log(min(4*missed, 1-share/2)), highest: highestOver - math.Log(missed),
		}
		if control == PID {
			targets[i].pid = &pid{q: -math.Log(missed)}
		}
	}
	return targets
}

// refit sets the score: the share of past waits to be missed have a higher one.
func (t *target) refit() {
	switch t.control {
	case PID:
		t.score = t.pid.score(t.jobs)
	case None:
		t.score = -math.Log(1 - t.share)
	default:
		u := t.scores.above(t.miss)
		t.score = max(u+min(t.debt(), max(t.highest-u, 0)), t.lowest)
		if t.missed {
			t.score = max(t.score+t.more, 0)
		}
	}
}

// debt is the score for the misses beyond the share to be missed.
func (t *target) debt() float64 {
	owed := t.misses - float64(t.miss*t.jobs)
	return max(owed/(3+math.Sqrt((1-t.share)*t.jobs)), 0)
}

// settle counts a hit or a miss. A miss is likely to follow a miss, so more is
// learned from the jobs after misses.
func (t *target) settle(miss, after bool) {
	missed := 0.0
	if miss {
		missed = 1
	}
	t.misses += missed
	t.jobs++
	t.missed = miss
	if t.pid != nil {
		t.pid.settle(missed - (1 - t.share))
	}
	if after {
		t.afterMiss++
		step := max(afterStep, 1/math.Sqrt(t.afterMiss))
		t.more = min(max(t.more+float64(step*(missed-t.miss)), -1), mostMore)
	}
}

// scores counts the scores of past waits. The score of a wait is the least of
// the bounds that cover it.
type scores struct {
	counts [scoresPer * 12]float64
	total  float64
}

func (s *scores) add(score, weight float64) {
	s.counts[int(min(score*scoresPer, float64(len(s.counts)-1)))] += weight
	s.total += weight
}

// above returns the score that a share of the waits exceeds.
func (s *scores) above(share float64) float64 {
	i, left := fromTop(s.counts[:], share*s.total)
	return (float64(i+1) - left/s.counts[i]) / scoresPer
}

// fromTop returns the index of the count in which a sum from the last count
// down exceeds a number, and what is left of the number there.
func fromTop(counts []float64, left float64) (int, float64) {
	i := len(counts) - 1
	for ; i > 0 && left >= counts[i]; i-- {
		left -= counts[i]
	}
	return i, left
}
