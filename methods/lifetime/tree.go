package lifetime

import "math"

const (
	leaf  = 8  // jobs of a node of the lowest level
	terms = 10 // of the expansion of a node
	ratio = 3  // least one of the age of a node's middle to half its width
	some  = 6  // terms where that ratio is at least wide
	wide  = 8
	few   = 4 // and at least slim
	slim  = 30
)

// node sums up jobs that follow each other in a state and are alike in age. Of a job that is r half
// widths older than the middle, with u = procs slope, the processors freed are, x being the age of the
// middle at the time and w = -half/x,
//
//	procs - u (ln tmax - ln x) - sum over k of u r^k w^k / k
//
// where all have their age above tmin and none is past tmax. Where x >= 3 half, the terms up to
// k = 9 leave an error below 3e-6 u.
type node struct {
	procs        float64 // of all
	old, young   float64 // ages, seconds
	center, half float64
	sums         [terms]float64 // of u r^k, 0 <= k < terms
	summed       bool           // sums are there
}

// span sets the ages that the node spans.
func (c *node) span(old, young float64) {
	c.old, c.young, c.center, c.half = old, young, (old+young)/2, (old-young)/2
}

// join adds the sums of a node whose span is a part.
func (c *node) join(part *node) {
	if c.half == 0 {
		c.sums[0] += part.sums[0]
		return
	}
	shift, scale, power := (part.center-c.center)/c.half, part.half/c.half, 1.0
	sums := part.sums
	for k := range sums {
		sums[k] *= power
		power *= scale
	}
	for i := 1; i < terms; i++ {
		for k := terms - 1; k >= i; k-- {
			sums[k] += float64(shift * sums[k-1])
		}
	}
	for k := range sums {
		c.sums[k] += sums[k]
	}
}

// grow makes the nodes of the jobs that have none yet, without their sums. Level 0 has one for every 8
// jobs, each level above one for every two below.
func (s *State) grow() {
	if len(s.levels) == 0 {
		s.levels = append(s.levels, nil)
	}
	for at := len(s.levels[0]) * leaf; at+leaf <= len(s.jobs); at += leaf {
		var c node
		jobs := s.jobs[at : at+leaf]
		old, young := jobs[0].age, jobs[0].age
		for i := range jobs {
			old, young = max(old, jobs[i].age), min(young, jobs[i].age)
			c.procs += float64(jobs[i].procs * jobs[i].count)
		}
		c.span(old, young)
		s.levels[0] = append(s.levels[0], c)
		for l := 0; len(s.levels[l])%2 == 0; l++ {
			if l+1 == len(s.levels) {
				s.levels = append(s.levels, nil)
			}
			parts := s.levels[l][len(s.levels[l])-2:]
			var c node
			c.procs = parts[0].procs + parts[1].procs
			c.span(max(parts[0].old, parts[1].old), min(parts[0].young, parts[1].young))
			s.levels[l+1] = append(s.levels[l+1], c)
		}
	}
}

// summed is a node with its sums, which are worked out when they are asked for.
func (s *State) summed(level, i int) *node {
	c := &s.levels[level][i]
	if !c.summed {
		s.sum(c, level, i)
	}
	return c
}

// sum works out the sums of a node. On level 1 jobs are summed up again, since few nodes of level 0
// are asked for themselves.
func (s *State) sum(c *node, level, i int) {
	c.summed = true
	if level > 1 {
		c.join(s.summed(level-1, 2*i))
		c.join(s.summed(level-1, 2*i+1))
		return
	}
	scale := 0.0
	if c.half > 0 {
		scale = 1 / c.half
	}
	jobs := s.jobs[i*leaf<<level : (i+1)*leaf<<level]
	for i := 0; i < len(jobs); i += 2 {
		a, b := &jobs[i], &jobs[i+1]
		u, v := a.weight, b.weight
		r, q := (a.age-c.center)*scale, (b.age-c.center)*scale
		for k := range c.sums {
			c.sums[k] += u + v
			u *= r
			v *= q
		}
	}
}

// freed is the mean number of processors freed within t, and by how much it grows a second.
func (s *State) freed(t float64) (mean, slope float64) {
	mean, slope, _ = s.flows(t)
	return mean, slope
}

// flows is freed, and a room in seconds: by a line through the mean a time within it is found up to the
// square of its distance over the room.
func (s *State) flows(t float64) (mean, slope, room float64) {
	f := flow{state: s, t: t, room: math.Inf(1)}
	if w := &s.window; math.Abs(t-w.middle) < w.half {
		f.mean, f.slope = w.at(t)
		mean, slope := w.together(t)
		f.mean, f.slope = f.mean+mean, f.slope+slope
		f.room = w.half
		f.jobs(w.near)
		f.jobs(s.jobs[w.from:])
		return f.mean, f.slope, f.room
	}
	for l := len(s.levels) - 1; l >= 0; l-- {
		if n := len(s.levels[l]); n%2 == 1 {
			f.node(l, n-1)
		}
	}
	var summed int
	if len(s.levels) > 0 {
		summed = len(s.levels[0]) * leaf
	}
	f.jobs(s.jobs[summed:])
	return f.mean, f.slope, f.room
}

// flow is what freed adds up.
type flow struct {
	state       *State
	t           float64
	mean, slope float64
	room        float64 // no job begins or ceases to end, or is younger, within it
}

// jobs adds up jobs. Of those that follow each other and are of one weight the logarithm of a
// product is taken.
func (f *flow) jobs(jobs []job) {
	const many = 1e100 // of a product
	min, max, room := f.state.model.min, f.state.model.max, f.room
	for i := 0; i < len(jobs); {
		j := &jobs[i]
		product, sum, bases := 1.0, 0.0, 0.0 // sum/product is that of 1/x
		for ; i < len(jobs) && product < many && jobs[i].weight == j.weight; i++ {
			switch x := jobs[i].age + f.t; {
			case x <= min:
				room = least(room, min-x)
			case x >= max:
				room = least(room, x-max)
				f.mean += float64(jobs[i].procs * jobs[i].count)
			default:
				room = least(room, least(x-min, max-x))
				sum = float64(sum*x) + product
				product *= x
				bases += jobs[i].base
			}
		}
		if sum > 0 {
			f.mean += float64(j.weight * (ln(product) - bases))
			f.slope += float64(j.weight * sum / product)
		}
	}
	f.room = room
}

func (f *flow) node(level, i int) {
	c := &f.state.levels[level][i]
	x := c.center + f.t
	switch m := &f.state.model; {
	case c.old+f.t <= m.min:
		f.room = least(f.room, m.min-c.old-f.t)
	case c.young+f.t >= m.max:
		f.room = least(f.room, c.young+f.t-m.max)
		f.mean += c.procs
	case x >= ratio*c.half && c.young+f.t > m.min && c.old+f.t < m.max:
		f.room = least(f.room, least(c.young+f.t-m.min, m.max-c.old-f.t))
		// in parts that do not wait for each other
		u, w := &f.state.summed(level, i).sums, -c.half/x
		square := w * w
		value := u[1] + float64(w*(u[2]*inverse[2])) + float64(square*(u[3]*inverse[3]))
		slope := u[1] + float64(w*u[2]) + float64(square*u[3])
		if n := wanted(c.half, x); n > few {
			power := square * w
			value += float64(power * (float64(u[4]*inverse[4]) + float64(w*(u[5]*inverse[5]))))
			slope += float64(power * (u[4] + float64(w*u[5])))
			if n > some {
				power *= square
				high := float64(u[8]*inverse[8]) + float64(w*(u[9]*inverse[9]))
				value += float64(power * (float64(u[6]*inverse[6]) + float64(w*(u[7]*inverse[7])) + float64(square*high)))
				slope += float64(power * (u[6] + float64(w*u[7]) + float64(square*(u[8]+float64(w*u[9])))))
			}
		}
		f.mean += c.procs - float64(u[0]*(m.logMax-ln(x))) - float64(value*w)
		f.slope += (u[0] + float64(slope*w)) / x
	case level > 0:
		f.node(level-1, 2*i)
		f.node(level-1, 2*i+1)
	default:
		f.jobs(f.state.jobs[i*leaf : (i+1)*leaf])
	}
}

// inverse is 1/k.
var inverse = func() (x [terms]float64) {
	for k := 1; k < terms; k++ {
		x[k] = 1 / float64(k)
	}
	return x
}()

// By how much a solution may be off, of 1 + t: by B, and by A and Exact.
const (
	enough    = 1e-7
	tolerance = 1e-8
)

// reach is the time, from a given one on, at which an excess, of which slope and room are told as well,
// passes zero, and about the slope there, 0 where that is not known. It is found by Newton's method
// from a guess on, and by bisection in ln(1 + t) where that leads away and, as a slope may mislead,
// every other time from the 12th on.
func (s *State) reach(excess func(t float64) (excess, slope, room float64), from, guess, enough float64) (at, slope float64) {
	a, b := from, max(s.end, from)
	t := min(max(guess, a), b)
	began := t == a
	for n := 1; b-a > enough/10*(1+a); n++ {
		v, slope, room := excess(t)
		if v < 0 {
			a = t
		} else {
			b = t
		}
		step := -v / slope
		if off := math.Abs(step); slope > 0 && (off <= enough*(1+t) || off < room && step*step <= enough*(1+t)*room) {
			return min(max(t+step, a), b), slope
		}
		switch t += step; {
		case (n < 12 || n%2 > 0) && slope > 0 && t > a && t < b:
		case t <= from && a == from && !began:
			t, began = a, true
		default:
			t = math.Expm1((math.Log1p(a) + math.Log1p(b)) / 2)
		}
	}
	return b, 0
}
