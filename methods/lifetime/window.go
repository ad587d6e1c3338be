package lifetime

import "math"

// window is the mean number of processors freed at times about the last start of a line: a
// polynomial, and the jobs near it. As the next few starts lie in it, what is far is summed up once
// for them.
type window struct {
	middle, half float64        // seconds
	sums         [terms]float64 // of powers of the time since the middle in halves
	near         []job          // of the nodes; not in the polynomial
	groups       []group        // jobs as near that neither begin nor cease to end within the window
	ages         []float64      // theirs
	from         int            // the first job that was in no node
}

// group is a number of jobs that follow each other and have one weight, so few that the product of
// their ages does not overflow.
type group struct {
	weight float64
	count  int
}

// crowded is how many jobs may come to a window before it is made anew.
const crowded = 16

// holds reports whether a time lies well within the window, and most jobs of the state are in it.
func (s *State) holds(t float64) bool {
	w := &s.window
	return math.Abs(t-w.middle) <= 0.9*w.half && len(s.levels[0])*leaf-w.from < crowded
}

// open makes the window from one time to another.
func (s *State) open(from, to float64) {
	w := &s.window
	*w = window{
		middle: (from + to) / 2, half: (to - from) / 2, from: len(s.levels[0]) * leaf,
		near: w.near[:0], groups: w.groups[:0], ages: w.ages[:0],
	}
	for l := len(s.levels) - 1; l >= 0; l-- {
		if n := len(s.levels[l]); n%2 == 1 {
			s.take(l, n-1)
		}
	}
}

// take takes the jobs of a node into the window.
func (s *State) take(level, i int) {
	c, w, m := &s.levels[level][i], &s.window, &s.model
	x := c.center + w.middle
	switch {
	case c.old+w.middle+w.half <= m.min:
	case c.young+w.middle-w.half >= m.max:
		w.sums[0] += c.procs
	case x >= ratio*(c.half+w.half) && c.young+w.middle-w.half > m.min && c.old+w.middle+w.half < m.max:
		c = s.summed(level, i)
		w.sums[0] += c.procs - float64(c.sums[0]*(m.logMax-ln(x)))
		w.expand(c, x)
	case level > 0:
		s.take(level-1, 2*i)
		s.take(level-1, 2*i+1)
	default:
		for k := range leaf {
			s.takeJob(&s.jobs[i*leaf+k])
		}
	}
}

func (s *State) takeJob(j *job) {
	w, m := &s.window, &s.model
	x := j.age + w.middle
	switch {
	case x+w.half <= m.min:
	case x-w.half >= m.max:
		w.sums[0] += float64(j.procs * j.count)
	case x-w.half <= m.min || x+w.half >= m.max:
		w.near = append(w.near, *j)
	case x < ratio*w.half:
		last := len(w.groups) - 1
		if last < 0 || w.groups[last].weight != j.weight || w.groups[last].count == leaf {
			w.groups = append(w.groups, group{weight: j.weight})
			last++
		}
		w.groups[last].count++
		w.ages = append(w.ages, j.age)
		w.sums[0] -= float64(j.weight * j.base)
	default:
		w.sums[0] += float64(j.weight * (ln(x) - j.base))
		scale, power := -w.half/x, -j.weight
		n := wanted(w.half, x)
		for k := 1; k < n; k++ {
			power *= scale
			w.sums[k] += float64(power * inverse[k])
		}
	}
}

// wanted is how many terms a series needs.
func wanted(half, x float64) int {
	switch {
	case x >= slim*half:
		return few
	case x >= wide*half:
		return some
	}
	return terms
}

// expand adds the series of a node, whose middle has an age: of -ln(1 - (a + b)) with a and b
// the distances of time and job from their middles over that age.
func (w *window) expand(c *node, age float64) {
	var sums [terms]float64
	n := wanted(c.half, age)
	scale, power := -c.half/age, 1.0
	for k := range n {
		sums[k] = c.sums[k] * power
		power *= scale
	}
	scale, power = -w.half/age, 1.0
	for k := range wanted(w.half, age) {
		sum := 0.0
		for i, ways := range both[k][:min(n, terms-k)] {
			sum += float64(sums[i] * ways)
		}
		w.sums[k] -= float64(power * sum)
		power *= scale
	}
}

// both are the coefficients of a^j b^k in -ln(1 - a - b).
var both = func() (c [terms][terms]float64) {
	for j := range c {
		ways := 1.0 // (j+k)! / (j! k!)
		for k := range c[j] {
			if k > 0 {
				ways *= float64(j+k) / float64(k)
			}
			if j+k > 0 {
				c[j][k] = ways / float64(j+k)
			}
		}
	}
	return c
}()

// at is the polynomial at a time, and by how much it grows a second.
func (w *window) at(t float64) (mean, slope float64) {
	x := (t - w.middle) / w.half
	for k := terms - 1; k > 0; k-- {
		mean = float64(mean*x) + w.sums[k]
		slope = float64(slope*x) + float64(w.sums[k]*float64(k))
	}
	return float64(mean*x) + w.sums[0], slope / w.half
}

// together is what the groups add to the mean and the slope at a time, but for the
// logarithms of their ages now: that of a product is taken, of two factors at a time.
func (w *window) together(t float64) (mean, slope float64) {
	ages := w.ages
	for i := range w.groups {
		a := &w.groups[i]
		product, sum := 1.0, 0.0 // sum/product is that of 1/x
		if a.count%2 == 1 {
			product, sum, ages = ages[0]+t, 1, ages[1:]
		}
		for k := a.count / 2; k > 0 && len(ages) > 1; k-- {
			x, y := ages[0]+t, ages[1]+t
			sum = float64(sum*(x*y)) + float64(product*(x+y))
			product *= x * y
			ages = ages[2:]
		}
		mean += float64(a.weight * ln(product))
		slope += float64(a.weight * sum / product)
	}
	return mean, slope
}
