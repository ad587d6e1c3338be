package forest

import (
	"math"
	"slices"

	"waitbench/methods/heap"
)

// Series bounds the waits of a series at one quantile, from one side.
type Series struct {
	quantile float64
	targets  []target // of upper bounds, then of lower ones if wanted
	uppers   int      // of targets
	due      heap.Heap[outcomeAt]
	waiting  map[int]*waiting
	floods   floods
	late     []int64 // users of the jobs since the last refit that floods has not; with ticks
	ticks    bool
	ceiling  ceiling
}

// waiting is a job with bounds that has not started.
type waiting struct {
	user   int64
	curve  Curve
	bounds []bound // by target
}

// bound bounds the wait of a job. It is settled when the job starts or has
// waited for so long.
type bound struct {
	target  *target
	wait    float64 // seconds
	after   bool    // more was in its score
	settled bool
}

// outcomeAt is when it is known whether a bound holds.
type outcomeAt struct {
	time  float64
	job   int
	miss  bool
	bound *bound
}

// Before implements heap.Sooner.
func (o outcomeAt) Before(p outcomeAt) bool {
	return o.time < p.time || o.time == p.time &&
		(o.job < p.job || o.job == p.job && p.miss && !o.miss)
}

// NewSeries returns a series of upper or lower bounds. With ticks a bound depends
// on no other job since the last Refit.
func NewSeries(quantile float64, lower, ticks bool) *Series {
	s := &Series{quantile: quantile, targets: newTargets(quantile, false),
		waiting: map[int]*waiting{}, floods: floods{queued: map[int64]int{}},
		ticks: ticks, ceiling: ceiling{limit: math.Inf(1)}}
	s.uppers = len(s.targets)
	if lower {
		s.targets = append(s.targets, newTargets(1-quantile, true)...)
	}
	s.Refit(math.Inf(-1))
	return s
}

// Bound bounds the wait of a job with a curve, in seconds. A lower bound is not
// above the upper one of the same quantile. The bound of a job stays until it
// starts.
func (s *Series) Bound(index int, submit float64, user int64, c Curve) float64 {
	w := s.waiting[index]
	if w == nil {
		w = &waiting{user, slices.Clone(c), s.bounds(c, s.floods.factor(user))}
		if s.late = append(s.late, user); !s.ticks {
			s.enter()
		}
		s.waiting[index] = w
		for i := range w.bounds {
			b := &w.bounds[i]
			s.due.Push(outcomeAt{submit + b.wait, index, !b.target.lower, b})
		}
	}
	b := between(s.quantile, w.bounds[:s.uppers])
	if s.uppers < len(s.targets) {
		b = min(b, between(1-s.quantile, w.bounds[s.uppers:]))
	}
	return b
}

// bounds returns the bounds by a curve, the upper ones times a factor. The
// bound of a lower share is not outside that of a higher one.
func (s *Series) bounds(c Curve, factor float64) []bound {
	bounds := make([]bound, len(s.targets))
	limit := s.ceiling.limit // by the bound before
	for i := range s.targets {
		t := &s.targets[i]
		if i == s.uppers {
			limit = 0
		}
		b := c.bound(t.score, t.lower)
		if !t.lower {
			b = min(b*factor, s.ceiling.limit)
		}
		higher := i > 0 && i != s.uppers && t.share > s.targets[i-1].share
		if higher == t.lower {
			limit = min(b, limit)
		} else {
			limit = max(b, limit)
		}
		bounds[i] = bound{target: t, wait: limit, after: t.missed}
	}
	return bounds
}

// between returns the bound of a share: the last, or one between the last two.
func between(share float64, bounds []bound) float64 {
	b := bounds[len(bounds)-1]
	if share == b.target.share {
		return b.wait
	}
	next := bounds[len(bounds)-2]
	part := (share - next.target.share) / (b.target.share - next.target.share)
	return next.wait + float64(part*(b.wait-next.wait))
}

// Started learns the wait of a job.
func (s *Series) Started(index int, submit, wait float64) {
	start := submit + wait
	s.ceiling.add(start, wait)
	w := s.leave(index)
	if w == nil {
		return
	}
	for i := range w.bounds {
		b, t := &w.bounds[i], w.bounds[i].target
		if i == 0 || i == s.uppers {
			t.scores.add(w.curve.score(wait, t.lower), 1)
		}
		miss := wait > b.wait && !t.lower || wait < b.wait && t.lower
		s.due.Push(outcomeAt{start, index, miss, b})
	}
}

// Left takes a job out of the queue that is not learned from. Its bounds that
// it outlived have come out by then; the others never do.
func (s *Series) Left(index int, wait float64) {
	if w := s.leave(index); w != nil {
		for i := range w.bounds {
			b := &w.bounds[i]
			b.settled = b.settled || wait <= b.wait
		}
	}
}

// enter adds the jobs to the floods that these have not.
func (s *Series) enter() {
	for _, user := range s.late {
		s.floods.enter(user)
	}
	s.late = s.late[:0]
}

// leave takes a job out of the queue; nil for one without bounds.
func (s *Series) leave(index int) *waiting {
	s.enter()
	w := s.waiting[index]
	if w != nil {
		delete(s.waiting, index)
		s.floods.leave(w.user)
	}
	return w
}

// Refit settles what is known by now, and updates the scores of the bounds.
func (s *Series) Refit(now float64) {
	s.enter()
	s.ceiling.refit()
	for len(s.due) > 0 && s.due[0].time <= now {
		if o := s.due.Pop(); !o.bound.settled {
			o.bound.settled = true
			o.bound.target.settle(o.miss, o.bound.after)
		}
	}
	for i := range s.targets {
		s.targets[i].refit()
	}
}
