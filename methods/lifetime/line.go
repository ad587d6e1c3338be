package lifetime

import "math"

// Line is jobs that queue for the machine of a state and start in their order.
type Line struct {
	*State
	Needed int64   // processors the jobs so far take beyond those that are free now
	Last   float64 // start of the last of them, seconds from now
	cell   cell    // in which predictor B looks for the next start, if Last is in it
	asked  int64   // what Median was asked about last; 0 for nothing since the last Place
	answer float64 // and what it said
}

// Line begins a line in front of the jobs that run, with free processors.
func (s *State) Line(free int64) Line {
	return Line{State: s, Needed: -free, cell: cell{to: math.Inf(-1), rough: s.rough[:0]}}
}

// Place puts a job at the end of the line. It starts at the median and is then part of the state.
func (l *Line) Place(procs int64) {
	l.Last = l.Median(procs)
	l.asked = 0
	l.Add(procs, -l.Last)
	l.Needed += procs
	l.cell.add(l.State, len(l.jobs)-1)
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
		l.cell.slope = 0
		return l.A(n, 0.5, l.Last)
	default:
		return l.fluid(float64(n))
	}
}

// fluid is B(n, 1/2, l.Last), by cells: most starts are close to the one before.
func (l *Line) fluid(n float64) float64 {
	c := &l.cell
	switch {
	case c.from <= l.Last && l.Last <= c.to:
	case c.near:
		c.begin(l.State, l.Last, l.Last)
	default:
		c.whole(l.State, l.Last)
	}
	for c.freedTo < n && c.to < l.end {
		_, slope := c.freed(l.State, c.to)
		if at := c.to + (n-c.freedTo)/slope; at <= c.to+float64(far*cellWidth*(1+c.to)) {
			c.begin(l.State, c.to, at)
		} else {
			c.whole(l.State, c.to)
		}
	}
	start := max(c.from, l.Last)
	guess := start
	if c.slope > 0 && start == l.Last {
		guess += (n - float64(l.Needed)) / c.slope
	}
	at := c.reach(l.State, n, start, guess)
	if c.half == 0 { // a whole is of no use again
		*c = cell{to: math.Inf(-1), rough: c.rough, near: at-start < far*cellWidth*(1+start)}
	}
	return at
}

// cell is a stretch of time in which it is cheap to tell how many processors are freed on average.
// Of a job that is of age x in its middle and m within half its width d, this is
//
//	(ln x - base) slope + slope sum over k of -(-d/x)^k (m/d)^k / k
//
// unless the job starts, ends for certain or is young in the cell, x < 8 d: then the job is rough
// and computed by itself. With the terms up to k = 8 the error is below 1e-9 of slope.
type cell struct {
	from, to float64 // seconds
	middle   float64
	half     float64        // of the width
	sum      [terms]float64 // coefficients of the powers of m/d, of all jobs that are not rough
	rough    []int          // places of the others
	freedTo  float64        // processors freed at the end of the cell
	// by how much more are freed a second about the last start, which reach found; 0 if it did not
	slope float64
	near  bool // there is no cell, and the last start was close to the one before
}

const (
	cellWidth = 0.05 // at most, of 1 + t
	far       = 4    // cells beyond which a start is looked for without walking there
	terms     = 9
)

// begin makes the cell that begins at a time and goes on to another one, if that is not too far. To
// make it costs as much as many looks at what is rough in it, of which there is more in a wide one:
// it is to be as wide as it takes to place about sqrt(jobs)/4 more.
func (c *cell) begin(s *State, from, at float64) {
	width := 2 * (at - from)
	if back := len(s.jobs) - int(math.Sqrt(float64(len(s.jobs)))/4) - 1; back >= 0 {
		width = max(width, from+s.jobs[back].age)
	}
	width = min(max(width, cellWidth/100*(1+from)), cellWidth*(1+from), max(s.end-from, 0))
	to := from + width
	*c = cell{from: from, to: to, middle: (from + to) / 2, half: width / 2, rough: c.rough[:0]}
	var powers [terms]float64 // sums of procs slope (d/x)^k
	for i := range s.jobs {
		j := &s.jobs[i]
		switch x := j.age + c.middle; {
		case x+c.half <= s.model.min:
		case x-c.half >= s.model.max:
			c.sum[0] += float64(j.procs)
		case x-c.half > s.model.min && x+c.half < s.model.max && x >= 8*c.half:
			weight := float64(j.procs) * j.slope
			c.sum[0] += float64(weight * (math.Log(x) - j.base))
			ratio := c.half / x
			for k := 1; k < terms; k++ {
				weight *= ratio
				powers[k] += weight
			}
		default:
			c.rough = append(c.rough, i)
		}
	}
	sign := 1.0
	for k := 1; k < terms; k++ {
		c.sum[k] = sign * powers[k] / float64(k)
		sign = -sign
	}
	c.freedTo, _ = c.freed(s, to)
	s.rough = c.rough // for its room
}

// whole is the rest of the time as a cell, in which all jobs are rough. It is for starts that are far
// apart.
func (c *cell) whole(s *State, from float64) {
	*c = cell{from: from, to: max(s.end, from), rough: c.rough[:0]}
	for i := range s.jobs {
		c.rough = append(c.rough, i)
	}
	c.freedTo = float64(s.total)
}

// add takes up a job that is new in the state, unless it is certain to run on throughout the cell.
func (c *cell) add(s *State, i int) {
	if s.jobs[i].age+c.to <= s.model.min {
		return
	}
	c.rough = append(c.rough, i)
	c.freedTo += float64(float64(s.jobs[i].procs) * s.model.ended(&s.jobs[i], c.to))
}

// freed is the mean number of processors freed within t, which is in the cell, and by how much it
// grows a second.
func (c *cell) freed(s *State, t float64) (mean, slope float64) {
	if c.half > 0 {
		u := (t - c.middle) / c.half
		for k := terms - 1; k > 0; k-- {
			slope = float64(slope*u) + float64(k)*c.sum[k]
			mean = float64(mean*u) + c.sum[k]
		}
		mean, slope = float64(mean*u), slope/c.half
	}
	mean += c.sum[0]
	for _, i := range c.rough {
		j := &s.jobs[i]
		switch x := j.age + t; {
		case x <= s.model.min:
		case x >= s.model.max:
			mean += float64(j.procs)
		default:
			weight := float64(j.procs) * j.slope
			mean += float64(weight * (math.Log(x) - j.base))
			slope += weight / x
		}
	}
	return mean, slope
}

// reach is the time, from a given one on, at which n processors are freed: they are by the end of
// the cell. It is found by Newton's method in ln(1 + t) from a guess on, and by bisection where that
// leads away.
func (c *cell) reach(s *State, n, from, guess float64) float64 {
	const enough = 1e-9 // of ln(1 + t)
	t, to := min(guess, c.to), c.to
	for to-from > enough*(1+from) {
		v, slope := c.freed(s, t)
		if v < n {
			from = t
		} else {
			to = t
		}
		step := (n - v) / (slope * (1 + t))
		t += float64(math.Expm1(step) * (1 + t))
		if math.Abs(step) <= enough {
			c.slope = slope
			return min(max(t, from), to)
		}
		if !(t > from && t < to) {
			t = math.Expm1((math.Log1p(from) + math.Log1p(to)) / 2)
		}
	}
	c.slope = 0
	return to
}
