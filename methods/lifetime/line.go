package lifetime

import "math"

// Line is jobs that queue for the machine of a state and start in their order.
type Line struct {
	*State
	Needed int64   // processors the jobs so far take beyond those that are free now
	Last   float64 // start of the last of them, seconds from now
	asked  int64   // what Median was asked about last; 0 for nothing since the last Place
	answer float64 // and what it said
	pace   float64 // seconds a processor about the last start; 0 where that is not known
}

// Line begins a line in front of the jobs that run, with free processors.
func (s *State) Line(free int64) Line {
	s.grow()
	return Line{State: s, Needed: -free}
}

// Place puts a number of jobs of one size at the end of the line. Each starts at the median and is
// then part of the state.
func (l *Line) Place(procs int64, count int) {
	for ; count > 0; count-- {
		if n := l.Needed + procs; n > 0 && n > l.second && procs != l.asked {
			l.asked = 0
			l.run(procs, count)
			return
		}
		l.Last = l.Median(procs)
		l.Add(procs, -l.Last)
		l.Needed += procs
		l.asked = 0
		l.grow()
	}
}

// Median is the combined median of the time at which a job would start at the end of the line, no
// earlier than the job before it. Place does not work it out again.
func (l *Line) Median(procs int64) float64 {
	if procs != l.asked {
		l.asked, l.answer = procs, l.median(procs)
	}
	return l.answer
}

func (l *Line) median(procs int64) float64 {
	switch n := l.Needed + procs; {
	case n <= 0:
		return l.Last
	case l.second >= n:
		l.pace = 0
		return l.A(n, 0.5, l.Last)
	default:
		return l.fluid(n, l.Last+float64(float64(procs)*l.pace))
	}
}

const (
	knots   = 6    // starts that the next ones are extrapolated from
	stray   = 1e-6 // of 1 + t: by how much an extrapolated start may be off
	longest = 64   // jobs of a step
)

// run places jobs of one size whose medians are fluid. How the starts of such jobs go on is smooth in
// their number: of the next few only the last is worked out, with those between where the starts
// before it lead. If it is as near to where they led itself, those between are interpolated, and the
// next step may be longer; else the step was too long.
func (l *Line) run(procs int64, count int) {
	var c curve
	for done, step := 0, 1; done < count; {
		step = min(step, count-done)
		before, jobs := *l.State, len(l.jobs)
		end := l.Last + float64(float64(procs)*l.pace)
		if c.n > 1 {
			end = c.at(float64(done + step))
		}
		l.between(&c, procs, done, step, end)
		at := l.fluid(l.Needed+int64(step)*procs, end)
		before.answers, before.levels = l.answers, l.levels
		*l.State = before
		l.jobs = l.jobs[:jobs]
		off := math.Abs(at-end) / (1 + at)
		if step > 1 && off > stray {
			step = max(step/4, 1)
			continue
		}
		c.add(float64(done+step), at)
		l.between(&c, procs, done, step, at)
		l.Add(procs, -at)
		l.grow()
		l.Last, l.Needed = at, l.Needed+int64(step)*procs
		done += step
		if off < stray/8 {
			step = min(2*step, longest)
		}
	}
}

// between adds the jobs of a step but the last, which starts at the end.
func (l *Line) between(c *curve, procs int64, done, step int, end float64) {
	last := l.Last
	for i := 1; i < step; i++ {
		last = min(max(c.at(float64(done+i)), last), end)
		l.Add(procs, -last)
	}
}

// fluid is B(n, 1/2, l.Last).
func (l *Line) fluid(n int64, guess float64) float64 {
	at, slope := l.reach(func(t float64) (excess, slope float64) {
		mean, slope := l.freed(t)
		return mean - float64(n), slope
	}, l.Last, guess)
	if l.pace = 0; slope > 0 {
		l.pace = 1 / slope
	}
	return at
}

// curve is a polynomial through the last few points.
type curve struct {
	x, y, c [knots]float64 // c are divided differences
	n       int
}

func (c *curve) add(x, y float64) {
	if c.n == knots {
		copy(c.x[:], c.x[1:])
		copy(c.y[:], c.y[1:])
		c.n--
	}
	c.x[c.n], c.y[c.n] = x, y
	c.n++
	c.c = c.y
	for k := 1; k < c.n; k++ {
		for i := c.n - 1; i >= k; i-- {
			c.c[i] = (c.c[i] - c.c[i-1]) / (c.x[i] - c.x[i-k])
		}
	}
}

func (c *curve) at(x float64) float64 {
	y := c.c[c.n-1]
	for i := c.n - 2; i >= 0; i-- {
		y = float64(y*(x-c.x[i])) + c.c[i]
	}
	return y
}
