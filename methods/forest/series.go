package forest

import "math"

// Series bounds the waits of a series at one quantile, from one side.
type Series struct {
	quantile float64
	upper    ladder
	lower    ladder // of a lower bound only

	known   int     // waits
	longest float64 // of them, seconds; every further one lets it fade
	most    float64 // what no upper bound is above as of the last Refit, seconds
}

const (
	capFrom = 200 // known waits
	capFade = .9997
	capOver = 3.0
	capLow  = 60.0 // seconds
)

// NewSeries returns a series of upper or lower bounds.
func NewSeries(quantile float64, lower bool) *Series {
	s := &Series{quantile: quantile, upper: newLadder(quantile, false), most: math.Inf(1)}
	if lower {
		s.lower = newLadder(1-quantile, true)
	}
	return s
}

// Bound is the bound of a job by the curve of its wait, seconds. A lower one is not above
// the upper one of the same quantile.
func (s *Series) Bound(at int, submit float64, c Curve) float64 {
	bound := s.upper.bound(c, s.quantile, s.most)
	if s.lower.rungs != nil {
		bound = min(bound, s.lower.bound(c, 1-s.quantile, s.most))
		s.lower.issue(at, submit)
	}
	s.upper.issue(at, submit)
	return bound
}

// Started records the wait of a job.
func (s *Series) Started(at int, submit, wait float64) {
	s.known++
	s.longest = max(wait, capFade*s.longest)
	s.upper.started(at, submit, wait)
	s.lower.started(at, submit, wait)
}

// Refit brings the levels up to date.
func (s *Series) Refit(now float64) {
	if s.known >= capFrom {
		s.most = max(capLow, capOver*s.longest)
	}
	s.upper.refit(now)
	s.lower.refit(now)
}

// references are the covered shares with levels of their own.
var references = []float64{.99, .95, .9, .75, .5, .25, .1, .05}

// ladder is levels from the highest share down to one. A bound of a lower share is not
// outside those of the higher ones.
type ladder struct {
	lower  bool
	shares []float64
	rungs  []*Level
	bounds []float64 // of a job
}

func newLadder(share float64, lower bool) ladder {
	l := ladder{lower: lower}
	for i, r := range references {
		if l.shares = append(l.shares, r); r <= share || i == len(references)-1 {
			break
		}
	}
	if last := len(l.shares) - 1; last == 0 && share > l.shares[0] || share < l.shares[last] {
		l.shares = append(l.shares, share)
	}
	for _, share := range l.shares {
		l.rungs = append(l.rungs, NewLevel(share))
	}
	l.bounds = make([]float64, len(l.rungs))
	return l
}

// bound is that of a job at a share, at most so many seconds.
func (l *ladder) bound(c Curve, share, most float64) float64 {
	for i, level := range l.rungs {
		b := c.Below(level.U())
		if !l.lower {
			b = min(c.Above(level.U()), most)
		}
		if i > 0 {
			if (l.shares[i] < l.shares[i-1]) == l.lower {
				b = max(b, l.bounds[i-1])
			} else {
				b = min(b, l.bounds[i-1])
			}
		}
		l.bounds[i] = b
	}
	last := len(l.bounds) - 1
	if share == l.shares[last] {
		return l.bounds[last]
	}
	part := (share - l.shares[last-1]) / (l.shares[last] - l.shares[last-1])
	return l.bounds[last-1] + float64(part*(l.bounds[last]-l.bounds[last-1]))
}

// issue notes that the job was given the bounds.
func (l *ladder) issue(at int, submit float64) {
	for i, level := range l.rungs {
		level.Issue(at, submit, l.bounds[i], !l.lower)
	}
}

func (l *ladder) started(at int, submit, wait float64) {
	for _, level := range l.rungs {
		level.Started(at, submit, wait)
	}
}

func (l *ladder) refit(now float64) {
	for _, level := range l.rungs {
		level.Refit(now)
	}
}
