package forest

import (
	"math"

	"waitbench/methods/heap"
)

// side bounds the waits of a series from one side, at several shares of covered
// waits. A bound of score u is to miss the share exp(-u) of the waits.
type side struct {
	lower  bool
	scores scores
	levels []level
	due    heap.Heap[outcomeAt]
}

// level is the bounds of one share, and how they did.
type level struct {
	share       float64 // to be covered
	miss        float64 // share to be missed: a little less than the rest
	least, most float64 // of the score, as far as misses that are owed raise it
	score       float64 // of the bounds since the last refit

	jobs, misses float64 // settled jobs
	missed       bool    // the job settled last is a miss
	more         float64 // added to the score if so
	after        float64 // settled jobs whose bounds had more in their score
}

// issued is a bound of a job. It is settled when the job starts or has waited
// for so long.
type issued struct {
	level   *level
	bound   float64 // seconds
	after   bool    // more was in its score
	settled bool
}

// outcomeAt is when it is known whether a bound holds.
type outcomeAt struct {
	time float64
	job  int
	miss bool
	of   *issued
}

// Before implements heap.Sooner.
func (o outcomeAt) Before(p outcomeAt) bool {
	if o.time != p.time {
		return o.time < p.time
	}
	return o.job < p.job || o.job == p.job && !o.miss && p.miss
}

const (
	margin    = .008 // of the share .95
	overMost  = 1.2  // of the score above the score of the share itself
	afterStep = .05  // of more
	mostMore  = 3.0
)

// newSide returns bounds for shares from the highest on.
func newSide(shares []float64, lower bool) *side {
	s := &side{lower: lower, scores: newScores()}
	for _, share := range shares {
		missed := 1 - share
		more := margin * math.Sqrt(share*missed/.0475)
		s.levels = append(s.levels, level{
			share: share, miss: max(missed-more, missed/3),
			least: -math.Log(min(4*missed, 1-share/2)), most: overMost - math.Log(missed),
		})
	}
	s.refit(math.Inf(-1))
	return s
}

// bounds returns the bounds of a job by share. Upper ones are raised by a
// factor, up to a cap. The bound of a lower share is not outside that of a
// higher one.
func (s *side) bounds(c Curve, factor, cap float64) []issued {
	list := make([]issued, len(s.levels))
	for i := range s.levels {
		l := &s.levels[i]
		b := c.Below(l.score)
		if !s.lower {
			b = min(c.Above(l.score)*factor, cap)
		}
		if i > 0 && s.lower {
			b = max(b, list[i-1].bound)
		} else if i > 0 {
			b = min(b, list[i-1].bound)
		}
		list[i] = issued{level: l, bound: b, after: l.missed}
	}
	return list
}

// issue notes the bounds of a job.
func (s *side) issue(job int, submit float64, list []issued) {
	for i := range list {
		s.due.Push(outcomeAt{submit + list[i].bound, job, !s.lower, &list[i]})
	}
}

// started learns the wait of a job.
func (s *side) started(job int, submit, wait float64, c Curve, list []issued) {
	if s.lower {
		s.scores.add(c.belowScore(wait), 1)
	} else {
		s.scores.add(c.aboveScore(wait), 1)
	}
	for i := range list {
		if b := &list[i]; !b.settled {
			miss := wait > b.bound
			if s.lower {
				miss = wait < b.bound
			}
			s.due.Push(outcomeAt{submit + wait, job, miss, b})
		}
	}
}

// refit settles what is known by now and sets the scores of the bounds.
func (s *side) refit(now float64) {
	for len(s.due) > 0 && s.due[0].time <= now {
		if o := s.due.Pop(); !o.of.settled {
			o.of.settled = true
			o.of.level.settle(o.miss, o.of.after)
		}
	}
	for i := range s.levels {
		s.levels[i].refit(&s.scores)
	}
}

// settle counts a hit or a miss. A miss is likely to follow a miss, so more is
// learned from the jobs after misses.
func (l *level) settle(miss, after bool) {
	part := -l.miss
	if miss {
		part++
		l.misses++
	}
	l.jobs++
	l.missed = miss
	if after {
		l.after++
		step := max(afterStep, 1/math.Sqrt(l.after))
		l.more = min(max(l.more+float64(step*part), -1), mostMore)
	}
}

// refit sets the score: the share of past waits to be missed have a higher one.
// Misses beyond that share are owed, and raise it up to the most.
func (l *level) refit(s *scores) {
	owed := (l.misses - float64(l.miss*l.jobs)) / (3 + math.Sqrt((1-l.share)*l.jobs))
	u := s.above(l.miss)
	l.score = max(u+min(max(owed, 0), max(l.most-u, 0)), l.least)
	if l.missed {
		l.score += l.more
	}
}

// scores counts the scores of past waits. The score of a wait is the least of
// the bounds that cover it.
type scores struct {
	counts [scoresPer * 12]float64
	total  float64
}

const (
	scoresPer = 50   // cells for one unit
	trusted   = 50.0 // waits with right curves that a series is assumed to begin with
)

func newScores() (s scores) {
	for i := range s.counts {
		from := float64(i) / scoresPer
		s.add(from, trusted*(math.Exp(-from)-math.Exp(-from-1./scoresPer)))
	}
	return s
}

func (s *scores) add(score, weight float64) {
	s.counts[int(min(score*scoresPer, float64(len(s.counts)-1)))] += weight
	s.total += weight
}

// above returns the score that a share of the waits exceeds.
func (s *scores) above(share float64) float64 {
	left := share * s.total
	for i := len(s.counts) - 1; i >= 0; i-- {
		if n := s.counts[i]; n > left {
			return (float64(i+1) - left/n) / scoresPer
		}
		left -= s.counts[i]
	}
	return 0
}
