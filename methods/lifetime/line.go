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
	later  float64 // seconds by which the last start has moved since it was known, NaN where it was not
	step   int     // jobs of the next step of run
}

// Line begins a line in front of the jobs that run, with free processors.
func (s *State) Line(free int64) Line {
	s.grow()
	return Line{State: s, Needed: -free, later: math.NaN()}
}

// Place puts jobs of some sizes at the end of the line. Each starts at the median and is then part of
// the state. starts become theirs, seconds from now; they are those in a line that was much like this
// one, near which they are looked for, NaN where there was none.
func (l *Line) Place(sizes []int64, starts []float64) {
	goal := l.Needed
	for _, procs := range sizes {
		goal += procs
	}
	for i := 0; i < len(sizes); {
		from, known := i, !math.IsNaN(starts[i])
		for i++; i < len(sizes) && sizes[i] == sizes[from] && !math.IsNaN(starts[i]) == known; i++ {
		}
		l.place(sizes[from], starts[from:i], goal)
	}
}

// place puts jobs of one size in the line.
func (l *Line) place(procs int64, starts []float64, goal int64) {
	for i := range starts {
		if n := l.Needed + procs; n > 0 && n > l.second && procs != l.asked {
			l.asked = 0
			l.run(procs, starts[i:], goal)
			return
		}
		l.Last, l.later = l.Median(procs), math.NaN()
		l.Add(procs, 1, -l.Last)
		l.Needed += procs
		l.asked = 0
		l.grow()
		starts[i] = l.Last
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
		return l.fluid(n, l.Last+float64(float64(procs)*l.pace), 1, false, enough)
	}
}

const (
	knots   = 4    // starts that the next ones are extrapolated from
	moves   = 2    // known starts, by whose moves those of the next ones are
	stray   = 1e-6 // of 1 + t: by how much an extrapolated start may be off at the end of the line
	longest = 64   // jobs of a step
	most    = 4    // times as many as of the step before

	rounding = 1e-12 // of a mean, which may stay at the number that is needed
)

// run places jobs of one size whose medians are fluid. How the starts of such jobs go on is smooth in
// their number, and more so by how much they have moved since they were known: of the next few only the
// last is worked out, with those between where the starts before it lead. If it is as near to where
// they led itself, those between are interpolated; else the step was too long. The next one is as long
// as would have been near enough. The farther away the goal is, the processors that all of the line
// need, the less it matters when exactly these few start.
func (l *Line) run(procs int64, starts []float64, goal int64) {
	var c curve // of starts, less those that are known
	next, known, points := l.model.job(procs, 1, 0), !math.IsNaN(starts[0]), moves
	if !known {
		clear(starts)
		points = knots
	}
	if math.IsNaN(l.later) || !known {
		l.step = 1
	} else {
		c.add(0, l.later, points)
	}
	for done := 0; done < len(starts); {
		step := min(l.step, len(starts)-done)
		to := done + step
		before, jobs := l.end, len(l.jobs)
		needs := int64(step) * procs
		needed := l.Needed + needs
		end := starts[to-1]
		switch {
		case c.n > 1 || known && c.n > 0:
			end += c.at(float64(to))
		case !known:
			end = l.Last + float64(float64(needs)*l.pace)
		}
		for i := 1; i < step; i++ {
			l.jobs = append(l.jobs, next)
		}
		l.between(&c, starts, done, step, end)
		allowed := stray * max(1, float64(goal-needed)/float64(needs))
		at := l.fluid(needed, end, step, known, allowed/10)
		off := math.Abs(at-end) / (1 + at)
		moved := at - starts[to-1]
		after := c
		after.add(float64(to), moved, points)
		if step > 1 && off <= allowed {
			l.between(&after, starts, done, step, at)
			middle := (step - 1) / 2
			off = max(off, l.amiss(jobs+middle, l.Needed+int64(middle+1)*procs))
		}
		if step > 1 && off > allowed {
			l.end, l.jobs = before, l.jobs[:jobs]
			l.step = max(step/4, 1)
			continue
		}
		if c, l.later = after, math.NaN(); known {
			l.later = moved
		}
		next.age = -at
		l.jobs = append(l.jobs, next)
		l.join(procs, step, l.model.max+at)
		l.grow()
		for i := range step {
			starts[done+i] = -l.jobs[jobs+i].age
		}
		l.Last, l.Needed = at, needed
		done = to
		longer := math.Sqrt(allowed / (4 * off)) // errors grow by the square of a step, or of its square
		if !known {
			longer = math.Sqrt(longer)
		}
		l.step = max(1, min(int(float64(step)*min(longer, most)), longest))
	}
}

// amiss is how far a job's start is off, of 1 + t, with which so many processors are needed.
func (l *Line) amiss(i int, n int64) float64 {
	t := -l.jobs[i].age
	if t <= l.Last {
		return 0
	}
	mean, slope, _ := l.flows(t)
	if slope <= 0 {
		return 1
	}
	return math.Abs(mean-float64(n)) / slope / (1 + t)
}

// between sets the starts of the jobs of a step but the last, which starts at the end.
func (l *Line) between(c *curve, starts []float64, done, step int, end float64) {
	last := l.Last
	l.end = max(l.end, l.model.max+end)
	jobs := l.jobs[len(l.jobs)-step+1:]
	for i := range jobs {
		if at := starts[done+i] + c.at(float64(done+i+1)); at > last {
			last = least(at, end)
		}
		jobs[i].age = -last
	}
}

// fluid is B(n, 1/2, l.Last), the start of the last of some jobs of one size. Where it is about known,
// it is not looked for often enough for a window to be worth it.
func (l *Line) fluid(n int64, guess float64, jobs int, known bool, enough float64) float64 {
	if ahead := guess - l.Last; ahead > 0 && !known && !l.holds(guess) {
		l.open(guess-ahead/4, guess+ahead/4+4*ahead/float64(jobs))
	}
	at, slope := l.reach(func(t float64) (excess, slope, room float64) {
		mean, slope, room := l.flows(t)
		return mean - float64(n)*(1-rounding), slope, room
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

// add adds a point, and leaves out the first if there are more than some.
func (c *curve) add(x, y float64, most int) {
	if c.n == most {
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
