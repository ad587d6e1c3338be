package forest

import (
	"math"
	"slices"

	"waitbench/methods/heap"
)

// Series bounds the waits of a series at one quantile, from one side.
type Series struct {
	quantile float64
	levels   []level // of upper bounds, then of lower ones if wanted
	uppers   int     // of levels
	due      heap.Heap[outcomeAt]
	waiting  map[int]*waiting
	queued   map[int64]int // waiting jobs, by user
	own      []int         // jobs by queued jobs of their users at submission
	owned    int           // sum of own

	known     int     // waits
	longest   float64 // of them, seconds; it fades with jobs and with time
	lastStart float64
	cap       float64 // of upper bounds as of the last Refit, seconds
}

// level is the bounds of a side at one share, and how they did. A bound of
// score u is to miss the share exp(-u) of the waits.
type level struct {
	lower       bool
	scores      *scores // of the side
	share       float64 // to be covered
	miss        float64 // share to be missed, a little less than the rest
	least, most float64 // of the score, as far as misses that are owed raise it
	score       float64 // of the bounds since the last refit

	jobs, misses float64 // settled jobs
	missed       bool    // the job settled last is a miss
	more         float64 // added to the score if so
	after        float64 // settled jobs whose bounds had more in their score
}

// waiting is a job with bounds that has not started.
type waiting struct {
	user   int64
	curve  Curve
	bounds []bound // by level
}

// bound bounds the wait of a job. It is settled when the job starts or has
// waited for so long.
type bound struct {
	level   *level
	wait    float64 // seconds
	after   bool    // more was in its score
	settled bool
}

// outcomeAt is when it is known whether a bound holds.
type outcomeAt struct {
	time float64
	job  int
	miss bool
	of   *bound
}

// Before implements heap.Sooner.
func (o outcomeAt) Before(p outcomeAt) bool {
	return o.time < p.time || o.time == p.time &&
		(o.job < p.job || o.job == p.job && p.miss && !o.miss)
}

const (
	capFrom   = 200        // known waits
	capFade   = .9997      // of the longest wait, with each wait
	capHalf   = 60 * 86400 // seconds in which the longest wait fades to a half
	capOver   = 3.0        // times the longest wait
	leastCap  = 60.0       // seconds
	mostOwn   = 600        // queued jobs of a user that are counted
	usualOwn  = 10         // queued jobs of a user that are usual in all queues
	aboveOwn  = .015       // of all jobs have more than usual
	margin    = .008       // of the share .95
	overMost  = 1.2        // of the score above the score of the share itself
	afterStep = .05        // of more
	mostMore  = 3.0
	scoresPer = 50   // cells of scores for one unit
	trusted   = 50.0 // waits with right curves that a series is assumed to begin with
)

// NewSeries returns a series of upper or lower bounds.
func NewSeries(quantile float64, lower bool) *Series {
	s := &Series{quantile: quantile, cap: math.Inf(1)}
	s.waiting, s.queued = map[int]*waiting{}, map[int64]int{}
	s.add(quantile, false)
	s.uppers = len(s.levels)
	if lower {
		s.add(1-quantile, true)
	}
	s.Refit(math.Inf(-1))
	return s
}

// add adds levels for the usual shares, from .99 down or up to the first that
// reaches a share, and for the share itself if none does.
func (s *Series) add(share float64, lower bool) {
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
	for _, share := range shares {
		missed := 1 - share
		more := margin * math.Sqrt(share*missed/.0475)
		s.levels = append(s.levels, level{
			lower: lower, scores: past, share: share, miss: max(missed-more, missed/3),
			least: -math.Log(min(4*missed, 1-share/2)), most: overMost - math.Log(missed),
		})
	}
}

// Bound bounds the wait of a job with a curve, in seconds. A lower bound is not
// above the upper one of the same quantile. The bound of a job stays until it
// starts.
func (s *Series) Bound(index int, submit float64, user int64, c Curve) float64 {
	w := s.waiting[index]
	if w == nil {
		w = &waiting{user, slices.Clone(c), make([]bound, len(s.levels))}
		s.waiting[index] = w
		factor, last := s.rise(user), s.cap
		for i := range s.levels {
			l := &s.levels[i]
			if i == s.uppers {
				last = 0
			}
			// The bound of a lower share is not outside that of a higher one.
			b := c.bound(l.score, l.lower)
			if !l.lower {
				b = min(b*factor, s.cap)
			}
			higher := i > 0 && i != s.uppers && l.share > s.levels[i-1].share
			if higher == l.lower {
				last = min(b, last)
			} else {
				last = max(b, last)
			}
			w.bounds[i] = bound{level: l, wait: last, after: l.missed}
			s.due.Push(outcomeAt{submit + last, index, !l.lower, &w.bounds[i]})
		}
	}
	b := between(s.quantile, w.bounds[:s.uppers])
	if s.uppers < len(s.levels) {
		b = min(b, between(1-s.quantile, w.bounds[s.uppers:]))
	}
	return b
}

// between returns the bound of a share: the last, or one between the last two.
func between(share float64, list []bound) float64 {
	last := list[len(list)-1]
	if share == last.level.share {
		return last.wait
	}
	next := list[len(list)-2]
	part := (share - next.level.share) / (last.level.share - next.level.share)
	return next.wait + float64(part*(last.wait-next.wait))
}

// rise adds a job of a user to the queue and returns the factor of its upper
// bounds: the queued jobs of the user over the usual number, at least 1. Where
// a user has far more than usual, they will wait for each other, as no like
// jobs did before.
func (s *Series) rise(user int64) float64 {
	own := s.queued[user]
	usual, left := len(s.own)-1, int(aboveOwn*float64(s.owned))
	for ; usual > usualOwn && left >= s.own[usual]; usual-- {
		left -= s.own[usual]
	}
	s.queued[user]++
	s.owned++
	for len(s.own) <= min(own, mostOwn) {
		s.own = append(s.own, 0)
	}
	s.own[min(own, mostOwn)]++
	if user < 0 { // unknown
		return 1
	}
	return max(float64(own)/float64(max(usual, usualOwn)), 1)
}

// Started learns the wait of a job.
func (s *Series) Started(index int, submit, wait float64) {
	s.known++
	start := submit + wait
	fade := capFade * math.Exp2(-max(start-s.lastStart, 0)/capHalf)
	s.longest, s.lastStart = max(wait, fade*s.longest), start
	w := s.leave(index)
	if w == nil {
		return
	}
	for i := range w.bounds {
		b, l := &w.bounds[i], w.bounds[i].level
		if i == 0 || i == s.uppers {
			l.scores.add(w.curve.score(wait, l.lower), 1)
		}
		miss := wait > b.wait && !l.lower || wait < b.wait && l.lower
		s.due.Push(outcomeAt{start, index, miss, b})
	}
}

// Left takes a job out of the queue that is not learned from. Its bounds that it
// outlived have come out by then; the others never do.
func (s *Series) Left(index int, wait float64) {
	if w := s.leave(index); w != nil {
		for i := range w.bounds {
			b := &w.bounds[i]
			b.settled = b.settled || wait <= b.wait
		}
	}
}

// leave takes a job out of the queue; nil for one without bounds.
func (s *Series) leave(index int) *waiting {
	w := s.waiting[index]
	if w == nil {
		return nil
	}
	delete(s.waiting, index)
	if s.queued[w.user]--; s.queued[w.user] == 0 {
		delete(s.queued, w.user)
	}
	return w
}

// Refit settles what is known by now and sets the scores of the bounds: the
// share of past waits to be missed have a higher one. Misses beyond that share
// are owed, and raise it up to the most.
func (s *Series) Refit(now float64) {
	if s.known >= capFrom {
		s.cap = max(leastCap, capOver*s.longest)
	}
	for len(s.due) > 0 && s.due[0].time <= now {
		if o := s.due.Pop(); !o.of.settled {
			o.of.settled = true
			o.of.level.settle(o.miss, o.of.after)
		}
	}
	for i := range s.levels {
		l := &s.levels[i]
		owed := (l.misses - float64(l.miss*l.jobs)) / (3 + math.Sqrt((1-l.share)*l.jobs))
		u := l.scores.above(l.miss)
		l.score = max(u+min(max(owed, 0), max(l.most-u, 0)), l.least)
		if l.missed {
			l.score += l.more
		}
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
	i, left := len(s.counts)-1, share*s.total
	for ; i > 0 && left >= s.counts[i]; i-- {
		left -= s.counts[i]
	}
	return (float64(i+1) - left/s.counts[i]) / scoresPer
}
