package forest

import (
	"math"
	"slices"
)

// Series bounds the waits of a series at one quantile, from one side.
type Series struct {
	quantile     float64
	upper, lower *side // lower of lower bounds only
	waiting      map[int]*waiting
	own          ownJobs

	known     int     // waits
	longest   float64 // of them, seconds; it fades with jobs and with time
	lastStart float64
	cap       float64 // of upper bounds as of the last Refit, seconds
}

// waiting is a job with bounds that has not started.
type waiting struct {
	user         int64
	curve        Curve
	upper, lower []issued
}

const (
	capFrom  = 200        // known waits
	capFade  = .9997      // of the longest wait, with each wait
	capHalf  = 60 * 86400 // seconds in which the longest wait fades to a half
	capOver  = 3.0        // times the longest wait
	leastCap = 60.0       // seconds
)

// references are the covered shares whose misses are counted.
var references = []float64{.99, .95, .9, .75, .5, .25, .1, .05}

// NewSeries returns a series of upper or lower bounds.
func NewSeries(quantile float64, lower bool) *Series {
	s := &Series{quantile: quantile, waiting: map[int]*waiting{}, cap: math.Inf(1)}
	s.own.queued = map[int64]int{}
	s.upper = newSide(sharesTo(quantile), false)
	if lower {
		s.lower = newSide(sharesTo(1-quantile), true)
	}
	return s
}

// sharesTo returns the references down to the first that is not above a share.
// The share itself is added where they do not reach around it.
func sharesTo(share float64) []float64 {
	n := len(references)
	if i := slices.IndexFunc(references, func(r float64) bool { return r <= share }); i >= 0 {
		n = i + 1
	}
	list := slices.Clone(references[:n])
	if share > list[0] || share < list[n-1] {
		list = append(list, share)
	}
	return list
}

// Bound bounds the wait of a job with a curve, in seconds. A lower bound is not
// above the upper one of the same quantile.
func (s *Series) Bound(index int, submit float64, user int64, c Curve) float64 {
	s.forget(index) // of an earlier call
	w := &waiting{user: user, curve: slices.Clone(c)}
	s.waiting[index] = w
	w.upper = s.upper.bounds(c, s.own.enter(user), s.cap)
	s.upper.issue(index, submit, w.upper)
	bound := boundAt(s.quantile, w.upper)
	if s.lower != nil {
		w.lower = s.lower.bounds(c, 1, s.cap)
		s.lower.issue(index, submit, w.lower)
		bound = min(bound, boundAt(1-s.quantile, w.lower))
	}
	return bound
}

// forget removes a waiting job with its bounds.
func (s *Series) forget(index int) {
	if w := s.waiting[index]; w != nil {
		delete(s.waiting, index)
		s.own.leave(w.user)
		for i := range w.upper {
			w.upper[i].settled = true
		}
		for i := range w.lower {
			w.lower[i].settled = true
		}
	}
}

// boundAt returns the bound that covers a share: the last, or one between the
// last two.
func boundAt(share float64, list []issued) float64 {
	last := list[len(list)-1]
	if share == last.level.share {
		return last.bound
	}
	next := list[len(list)-2]
	part := (share - next.level.share) / (last.level.share - next.level.share)
	return next.bound + float64(part*(last.bound-next.bound))
}

// Started learns the wait of a job.
func (s *Series) Started(index int, submit, wait float64) {
	s.known++
	start := submit + wait
	fade := capFade * math.Exp2(-max(start-s.lastStart, 0)/capHalf)
	s.longest, s.lastStart = max(wait, fade*s.longest), start
	w, ok := s.waiting[index]
	if !ok {
		return
	}
	delete(s.waiting, index)
	s.own.leave(w.user)
	s.upper.started(index, submit, wait, w.curve, w.upper)
	if s.lower != nil {
		s.lower.started(index, submit, wait, w.curve, w.lower)
	}
}

// Refit brings the bounds up to date.
func (s *Series) Refit(now float64) {
	if s.known >= capFrom {
		s.cap = max(leastCap, capOver*s.longest)
	}
	s.upper.refit(now)
	if s.lower != nil {
		s.lower.refit(now)
	}
}

// ownJobs counts the jobs of each user in the queue. Where a user has far more
// than usual, they will wait for each other, as no like jobs did before.
type ownJobs struct {
	queued map[int64]int
	counts []int // of submitted jobs by queued jobs of their users
	total  int   // of counts
}

const (
	mostOwn  = 600
	usualOwn = 10   // queued jobs of a user that are usual in all queues
	aboveOwn = .015 // of all jobs have more than usual
)

// enter adds a job and returns the factor of its upper bounds: the queued jobs
// of its user over the usual number, at least 1.
func (o *ownJobs) enter(user int64) float64 {
	own := o.queued[user]
	usual, left := len(o.counts)-1, int(aboveOwn*float64(o.total))
	for ; usual > usualOwn && left >= o.counts[usual]; usual-- {
		left -= o.counts[usual]
	}
	o.queued[user]++
	o.total++
	at := min(own, mostOwn)
	for len(o.counts) <= at {
		o.counts = append(o.counts, 0)
	}
	o.counts[at]++
	if user < 0 { // unknown
		return 1
	}
	return max(float64(own)/float64(max(usual, usualOwn)), 1)
}

func (o *ownJobs) leave(user int64) {
	if o.queued[user]--; o.queued[user] == 0 {
		delete(o.queued, user)
	}
}
