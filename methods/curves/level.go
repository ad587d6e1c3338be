package curves

import (
	"math"

	"waitbench/methods/heap"
)

// level bounds waits by their distributions, at one quantile from one side.
type level struct {
	quantile float64
	targets  []target // of upper bounds, then of lower ones if wanted
	uppers   int      // of targets
	due      heap.Heap[outcomeAt]
	waiting  map[int]*waiting
	ceiling  ceiling
	changed  bool // since the last refit
}

// waiting is a job with bounds that has not started.
type waiting struct {
	curve  distribution
	bounds []bound // by target
	user   int64   // set by Series, of a job bounded at submission
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

// newLevel returns a level that begins with trusted waits with right curves.
func newLevel(s Settings, trusted float64) *level {
	l := &level{quantile: s.Quantile, targets: newTargets(s.Quantile, false, s.Control, trusted),
		waiting: map[int]*waiting{}, ceiling: ceiling{limit: math.Inf(1)}, changed: true}
	l.uppers = len(l.targets)
	if s.Lower {
		l.targets = append(l.targets, newTargets(1-s.Quantile, true, s.Control, trusted)...)
	}
	l.refit(math.Inf(-1), 0)
	return l
}

// bound bounds the wait of a job, in seconds, an upper bound times a factor. The
// bound of a job stays until it starts.
func (l *level) bound(index int, submit, factor float64, d distribution) float64 {
	w := l.waiting[index]
	if w == nil {
		w = &waiting{curve: d, bounds: l.bounds(d, factor)}
		l.waiting[index] = w
		for i := range w.bounds {
			b := &w.bounds[i]
			l.due.Push(outcomeAt{submit + b.wait, index, !b.target.lower, b})
		}
	}
	return l.choose(w.bounds)
}

// choose returns the bound at the quantile. A lower bound is not above the upper
// one of the same quantile.
func (l *level) choose(bounds []bound) float64 {
	b := between(l.quantile, bounds[:l.uppers])
	if l.uppers < len(l.targets) {
		b = min(b, between(1-l.quantile, bounds[l.uppers:]))
	}
	return b
}

// bounds returns the bounds by a distribution, the upper ones times a factor. The
// bound of a lower share is not outside that of a higher one.
func (l *level) bounds(d distribution, factor float64) []bound {
	bounds := make([]bound, len(l.targets))
	limit := l.ceiling.limit // by the bound before
	for i := range l.targets {
		t := &l.targets[i]
		if i == l.uppers {
			limit = 0
		}
		b := d.bound(t.score, t.lower)
		if !t.lower {
			b = min(b*factor, l.ceiling.limit)
		}
		higher := i > 0 && i != l.uppers && t.share > l.targets[i-1].share
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

// started learns the wait of a job, whose score has a weight.
func (l *level) started(index int, submit, wait, weight float64) {
	start := submit + wait
	l.ceiling.add(start, wait)
	w := l.waiting[index]
	if w == nil {
		return
	}
	delete(l.waiting, index)
	l.changed = true
	score := 0.0 // of the side
	for i := range w.bounds {
		b, t := &w.bounds[i], w.bounds[i].target
		if i == 0 || i == l.uppers {
			score = w.curve.score(wait, t.lower)
			t.scores.add(score, weight)
		}
		if t.pid != nil {
			t.pid.add(score)
		}
		miss := wait > b.wait && !t.lower || wait < b.wait && t.lower
		l.due.Push(outcomeAt{start, index, miss, b})
	}
}

// left takes a job out of the queue that is not learned from. Its bounds that
// it outlived have come out by then; the others never do.
func (l *level) left(index int, wait float64) {
	if w := l.waiting[index]; w != nil {
		delete(l.waiting, index)
		for i := range w.bounds {
			b := &w.bounds[i]
			b.settled = b.settled || wait <= b.wait
		}
	}
}

// refit settles what is known by now, and updates the scores of the bounds.
// oldest is how long the oldest job has waited, 0 if none waits.
func (l *level) refit(now, oldest float64) {
	l.ceiling.refit(now, oldest)
	for len(l.due) > 0 && l.due[0].time <= now {
		if o := l.due.Pop(); !o.bound.settled {
			l.changed = true
			o.bound.settled = true
			o.bound.target.settle(o.miss, o.bound.after)
		}
	}
	if !l.changed {
		return
	}
	l.changed = false
	for i := range l.targets {
		l.targets[i].refit()
	}
}
