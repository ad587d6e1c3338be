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
	for count > 0 {
		placed := 1
		if n := l.Needed + procs; n > 0 && n > l.second && procs != l.asked {
			placed = l.run(procs, count)
		} else {
			l.Last = l.Median(procs)
			l.Add(procs, -l.Last)
		}
		l.asked = 0
		l.grow()
		l.Needed += int64(placed) * procs
		count -= placed
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
		at, pace := l.reach(float64(n), 0, l.Last, l.Last+float64(float64(procs)*l.pace))
		l.pace = pace
		return at
	}
}

const (
	knots = 6    // starts that the next ones are extrapolated from
	stray = 1e-6 // of 1 + t: by how much an extrapolated start may be off
	most1 = 64   // jobs of a step
)

// run places jobs of one size whose medians are fluid. How the starts of such jobs go on is smooth in
// their number: of the next few only the last is worked out, with those between where the starts
// before it lead, and if it is as near to its own place by those as can be, they are interpolated.
func (l *Line) run(procs int64, count int) int {
	var c curve
	step := 1
	for done := 0; done < count; {
		step = min(step, count-done)
		before := *l.State
		guess := l.Last + float64(float64(procs)*l.pace)
		if len(c.x) > 1 {
			guess = c.at(float64(done + step))
		}
		for i := 1; i < step; i++ {
			l.Add(procs, -min(max(c.at(float64(done+i)), l.Last), guess))
		}
		n := l.Needed + int64(done+step)*procs
		at, pace := l.reach(float64(n), 0, l.Last, guess)
		off := math.Abs(at-guess) / (1 + at)
		if step > 1 && off > stray {
			l.restore(&before)
			step = max(step/4, 1)
			continue
		}
		l.restore(&before)
		c.add(float64(done+step), at)
		last := l.Last
		for i := 1; i < step; i++ {
			last = min(max(c.at(float64(done+i)), last), at)
			l.Add(procs, -last)
		}
		l.Add(procs, -at)
		l.grow()
		l.Last, l.pace = at, pace
		done += step
		if off < stray/8 {
			step = min(2*step, most1)
		}
	}
	return count
}

// restore takes back what was added since.
func (s *State) restore(before *State) {
	s.jobs, s.total, s.largest, s.second, s.end = s.jobs[:len(before.jobs)], before.total, before.largest, before.second, before.end
}

// curve is a polynomial through the last few points.
type curve struct {
	x, y, room []float64
	c          [knots]float64
}

func (c *curve) add(x, y float64) {
	if len(c.x) == knots {
		copy(c.x, c.x[1:])
		copy(c.y, c.y[1:])
		c.x, c.y = c.x[:knots-1], c.y[:knots-1]
	}
	c.x, c.y = append(c.x, x), append(c.y, y)
	n := len(c.x)
	copy(c.c[:], c.y)
	for k := 1; k < n; k++ {
		for i := n - 1; i >= k; i-- {
			c.c[i] = (c.c[i] - c.c[i-1]) / (c.x[i] - c.x[i-k])
		}
	}
}

func (c *curve) at(x float64) float64 {
	n := len(c.x)
	y := c.c[n-1]
	for i := n - 2; i >= 0; i-- {
		y = float64(y*(x-c.x[i])) + c.c[i]
	}
	return y
}
