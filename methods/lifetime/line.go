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

// Place puts jobs of some sizes at the end of the line. Each starts at the median and is then part of
// the state.
func (l *Line) Place(sizes []int64) {
	goal := l.Needed
	for _, procs := range sizes {
		goal += procs
	}
	for i := 0; i < len(sizes); {
		procs, from := sizes[i], i
		for i++; i < len(sizes) && sizes[i] == procs; i++ {
		}
		l.place(procs, i-from, goal)
	}
}

// place puts a number of jobs of one size in the line.
func (l *Line) place(procs int64, count int, goal int64) {
	for ; count > 0; count-- {
		if n := l.Needed + procs; n > 0 && n > l.second && procs != l.asked {
			l.asked = 0
			l.run(procs, count, goal)
			return
		}
		l.Last = l.Median(procs)
		l.Add(procs, 1, -l.Last)
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
		return l.fluid(n, l.Last+float64(float64(procs)*l.pace), 1, enough)
	}
}

const (
	knots   = 4    // starts that the next ones are extrapolated from
	stray   = 1e-6 // of 1 + t: by how much an extrapolated start may be off at the end of the line
	longest = 64   // jobs of a step
)

// run places jobs of one size whose medians are fluid. How the starts of such jobs go on is smooth in
// their number: of the next few only the last is worked out, with those between where the starts
// before it lead. If it is as near to where they led itself, those between are interpolated, and the
// next step may be longer; else the step was too long. The farther away the goal is, the processors
// that all of the line need, the less it matters when exactly these few start.
func (l *Line) run(procs int64, count int, goal int64) {
	var c curve
	for done, step := 0, 1; done < count; {
		step = min(step, count-done)
		before, jobs := l.extent, len(l.jobs)
		needs := int64(step) * procs
		needed := l.Needed + needs
		end := l.Last + float64(float64(needs)*l.pace)
		if c.n > 1 {
			end = c.at(float64(done + step))
		}
		for i := 1; i < step; i++ {
			l.Add(procs, 1, 0)
		}
		l.between(&c, done, step, end)
		allowed := stray * max(1, float64(goal-needed)/float64(needs))
		at := l.fluid(needed, end, step, allowed/10)
		off := math.Abs(at-end) / (1 + at)
		if step > 1 && off > allowed {
			l.extent, l.jobs = before, l.jobs[:jobs]
			step = max(step/4, 1)
			continue
		}
		c.add(float64(done+step), at)
		l.between(&c, done, step, at)
		l.Add(procs, 1, -at)
		l.grow()
		l.Last, l.Needed = at, needed
		done += step
		if off < allowed/8 {
			step = min(2*step, longest)
		}
	}
}

// between sets the starts of the jobs of a step but the last, which starts at the end.
func (l *Line) between(c *curve, done, step int, end float64) {
	last := l.Last
	l.end = max(l.end, l.model.max+end)
	jobs := l.jobs[len(l.jobs)-step+1:]
	for i := range jobs {
		last = min(max(c.at(float64(done+i+1)), last), end)
		jobs[i].age = -last
	}
}

// fluid is B(n, 1/2, l.Last), the start of the last of some jobs of one size.
func (l *Line) fluid(n int64, guess float64, jobs int, enough float64) float64 {
	if ahead := guess - l.Last; ahead > 0 && !l.holds(guess) {
		l.open(guess-ahead/4, guess+ahead/4+4*ahead/float64(jobs))
	}
	at, slope := l.reach(func(t float64) (excess, slope, room float64) {
		mean, slope, room := l.flows(t)
		return mean - float64(n), slope, room
	}, l.Last, guess, enough)
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

// bend is by how much at(0) would differ without the oldest point.
func (c *curve) bend() float64 {
	y := c.c[c.n-1]
	for _, x := range c.x[1:c.n] {
		y *= x
	}
	return math.Abs(y)
}
