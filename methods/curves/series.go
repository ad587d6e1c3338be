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
	series := &Series{submitted: newLevel(s),
		floods: floods{queued: map[int64]int{}}, ticks: s.Ticks}
	series.submitted.ceiling.present = true
	for _, age := range Ages {
		series.aged = append(series.aged, aged{age: age, level: newLevel(s)})
	}
	return series
}

// Bound bounds the wait of a job with a curve, in seconds. The bound of a job
// stays until it starts. ok is false where too few waits are known.
func (s *Series) Bound(index int, submit float64, user int64, c Curve) (b float64, ok bool) {
	factor := s.floods.factor(user) // of a new job
	if s.submitted.waiting[index] == nil {
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
	}
	b = s.submitted.bound(index, submit, factor, c)
	s.submitted.waiting[index].user = user
	return b, s.enough()
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
// waited for age seconds, by the level of the greatest of the ages that is not
// above age, or of submissions. It changes nothing.
func (s *Series) Remaining(c Curve, age float64) (b float64, ok bool) {
	l := s.submitted
	for _, a := range s.aged {
		if a.age <= age {
			l = a.level
		}
	}
	return l.choose(l.bounds(c.after(age), 1)), s.enough()
}

// Started learns the wait of a job.
func (s *Series) Started(index int, submit, wait float64) {
	s.reach(submit + wait)
	s.leave(index)
	s.submitted.started(index, submit, wait)
	for _, a := range s.aged {
		if wait > a.age {
			a.started(index, submit+a.age, wait-a.age)
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
