package curves

import (
	"math"
	"slices"
)

// Series bounds the waits of a series at one quantile, from one side. It also
// bounds what remains of the wait of a job that waits already.
type Series struct {
	submitted *level
	queue     []queuedJob // in order of submission; the first waits, others may have left
	aged      []aged      // in order of age
	floods    floods
	late      []int64 // users of the jobs since the last refit that floods has not; with ticks
	ticks     bool
}

// queuedJob is a job with a curve that was submitted at a time in seconds.
type queuedJob struct {
	index  int
	submit float64
	curve  Curve
}

// Ages are the times in seconds that jobs have waited when they get a level of
// their own.
var Ages = [...]float64{600, 3600, 6 * 3600, 86400}

// Curves of the first waits of a series are poor, so scores weigh more later on.
// Few jobs reach an age, so the weight is by all waits of the series.
const (
	trusted     = 50.0  // waits with right curves that a level is assumed to begin with
	agedTrusted = 100.0 // the same, of an age
	firstWeight = .5    // of a score
	weightPer   = 500.0 // waits for a weight of one more
	mostWeight  = 2.0
)

// aged bounds what remains of the waits of the jobs that have waited for age
// seconds.
type aged struct {
	age float64
	*level
	younger []queuedJob // in order of submission; they may have left
}

// Settings are the settings of a Series.
type Settings struct {
	Quantile float64
	Lower    bool    // the bounds are lower ones
	Control  Control // none is Misses
	Ticks    bool    // a bound depends on no other job since the last Refit
}

// NewSeries returns a series of no jobs.
func NewSeries(s Settings) *Series {
	series := &Series{submitted: newLevel(s, trusted),
		floods: floods{queued: map[int64]int{}}, ticks: s.Ticks}
	series.submitted.ceiling.present = true
	for _, age := range Ages {
		series.aged = append(series.aged, aged{age: age, level: newLevel(s, agedTrusted)})
	}
	return series
}

// Submitted bounds the wait of a job with a curve that is submitted. The bound
// stays until it starts.
func (s *Series) Submitted(index int, submit float64, user int64, c Curve) {
	factor := s.floods.factor(user) // of a new job
	if s.late = append(s.late, user); !s.ticks {
		s.enter()
	}
	c = slices.Clone(c)
	if len(s.queue) > 2*len(s.submitted.waiting)+100 {
		s.queue = slices.DeleteFunc(s.queue, s.hasLeft)
	}
	s.queue = append(s.queue, queuedJob{index, submit, c})
	for i := range s.aged {
		s.aged[i].younger = append(s.aged[i].younger, queuedJob{index, submit, c})
	}
	s.submitted.bound(index, submit, factor, c)
	s.submitted.waiting[index].user = user
}

// Bound returns the bound of the wait of a job with a curve, in seconds: that of
// Submitted, or of a job that asks only. ok is false where too few waits are known.
// It changes nothing.
func (s *Series) Bound(index int, user int64, c Curve) (b float64, ok bool) {
	l := s.submitted
	if w := l.waiting[index]; w != nil {
		return l.choose(w.bounds), s.enough()
	}
	return l.choose(l.bounds(c, s.floods.factor(user))), s.enough()
}

func (s *Series) hasLeft(j queuedJob) bool { return s.submitted.waiting[j.index] == nil }

// enter adds the jobs to the floods that these have not.
func (s *Series) enter() {
	for _, user := range s.late {
		s.floods.enter(user)
	}
	s.late = s.late[:0]
}

// leave takes a job out of the queue.
func (s *Series) leave(index int) {
	s.enter()
	if w := s.submitted.waiting[index]; w != nil {
		s.floods.leave(w.user)
	}
}

// enough reports whether enough waits are known for bounds.
func (s *Series) enough() bool { return !math.IsInf(s.submitted.ceiling.limit, 1) }

// Remaining bounds what remains of the wait of a job with a curve that has
// waited for age seconds, by the levels of submissions and ages. It changes
// nothing.
func (s *Series) Remaining(c Curve, age float64) (b float64, ok bool) {
	if !s.enough() {
		return 0, false
	}
	l := s.submitted
	for i, from := 0, 0.0; i < len(s.aged) && age > from; i++ {
		next := &s.aged[i]
		if l = next.level; age < next.age {
			l = s.before(i, from, age)
			break
		}
		from = next.age
	}
	return l.choose(l.bounds(c.after(age), 1)), true
}

// before returns a level for an age between that of index i and the one before,
// from. Its scores, and ages and limits together, are linear in ln(1 + age / 10
// min), so that the end of a wait does not jump as the job waits on.
func (s *Series) before(i int, from, age float64) *level {
	low, next := s.submitted, s.aged[i]
	if i > 0 {
		low = s.aged[i-1].level
	}
	log := func(age float64) float64 { return math.Log(1 + age/Ages[0]) }
	part := (log(age) - log(from)) / (log(next.age) - log(from))
	between := func(a, b float64) float64 { return a + float64(part*(b-a)) }
	l := &level{quantile: low.quantile, targets: slices.Clone(low.targets), uppers: low.uppers}
	for k := range l.targets {
		l.targets[k].score = between(low.targets[k].score, next.targets[k].score)
	}
	l.ceiling.limit = max(between(from+low.ceiling.limit, next.age+next.ceiling.limit)-age, 0)
	return l
}

// Started learns the wait of a job.
func (s *Series) Started(index int, submit, wait float64) {
	s.reach(submit + wait)
	s.leave(index)
	weight := min(firstWeight+float64(s.submitted.ceiling.waits)/weightPer, mostWeight)
	s.submitted.started(index, submit, wait, weight)
	for _, a := range s.aged {
		if wait > a.age {
			a.started(index, submit+a.age, wait-a.age, weight)
		}
	}
}

// Left takes a job out of the queue that is not learned from. Its bounds that
// it outlived have come out by then; the others never do.
func (s *Series) Left(index int, submit, wait float64) {
	s.reach(submit + wait)
	s.leave(index)
	s.submitted.left(index, wait)
	for _, a := range s.aged {
		a.left(index, wait-a.age)
	}
}

// Refit settles what is known by now, and updates the scores of the bounds.
func (s *Series) Refit(now float64) {
	s.reach(now)
	s.enter()
	for len(s.queue) > 0 && s.hasLeft(s.queue[0]) {
		s.queue = s.queue[1:]
	}
	oldest := 0.0
	if len(s.queue) > 0 {
		oldest = now - s.queue[0].submit
	}
	s.submitted.refit(now, oldest)
	for _, a := range s.aged {
		if a.refit(now, 0); a.ceiling.waits < LeastWaits {
			a.ceiling.limit = s.submitted.ceiling.limit
		}
	}
}

// reach bounds what remains of the waits of the jobs that have reached an age by
// now, by the scores of the last Refit.
func (s *Series) reach(now float64) {
	for i := range s.aged {
		a := &s.aged[i]
		for len(a.younger) > 0 && a.younger[0].submit+a.age < now {
			j := a.younger[0]
			a.younger = a.younger[1:]
			if !s.hasLeft(j) {
				a.bound(j.index, j.submit+a.age, 1, j.curve.after(a.age))
			}
		}
	}
}
