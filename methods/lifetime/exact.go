package lifetime

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods/internal/stat"
)

const (
	ceiling = 1 << 16 // jobs times counts of processors, up to which a convolution is made
	apart   = 8       // jobs that are told apart beyond that

	negligible = 1e-18 // probability of a count
)

// convolution is how the exact distribution is found for one number of processors. Of the
// processors freed and those kept the fewer are counted, as
//
//	F >= n  exactly where not F <= n-1, and where total - F <= total - n
//
// and no counts above the limit: all that matters is the probability of staying within it. Counts
// are in units of the greatest common divisor of the sizes.
type convolution struct {
	order []int     // of the jobs by size, each as often as it counts
	units []int     // size of each job of order, or one more than the limit
	keeps bool      // kept processors are counted, not freed ones
	top   int       // the limit in units
	dist  []float64 // probability of each count
}

// Exact is the time within which n processors are free with probability p by the exact
// distribution, from a given time on. A guess saves time. On the scale of normal quantiles the chance
// is nearly straight: after a first step by the slope of a normal distribution, the times so far are
// interpolated. That is trusted to three digits of a step, where no job begins or ceases to end
// between the last times.
func (s *State) Exact(n int64, p, from, guess float64) float64 {
	if n <= 0 {
		return from
	}
	unit := int64(0)
	for i := range s.jobs {
		if unit = divisor(s.jobs[i].procs, unit); unit == 1 {
			break
		}
	}
	if counts := min(n-1, s.total-n)/unit + 1; s.count*counts > ceiling {
		return s.nearly(n, unit, p, from, guess)
	}
	s.prepare(n)
	z := normal(p)
	var c curve // of times over how far the quantiles of their chances are from z
	at, _ := s.reach(func(t float64) (excess, slope, room float64) {
		f := flow{state: s, t: t, room: math.Inf(1)}
		f.jobs(s.jobs)
		chance, variance := s.chance(t)
		excess, slope = normal(chance)-z, f.slope/math.Sqrt(variance)
		if math.IsInf(excess, 0) {
			return excess, 0, 0
		}
		c.add(excess, t, knots)
		if step := c.at(0) - t; step*excess < 0 {
			slope = -excess / step
			if f.room > max(math.Abs(step), math.Abs(t-c.y[max(c.n-3, 0)])) {
				room = min(1000*math.Abs(step), step*step/(2*c.bend()))
			}
		}
		allowed := tolerance * (1 + t)
		if off := math.Abs(excess / slope); off < 1.5*allowed && off*off > allowed*room {
			slope = math.Abs(excess) / (1.5 * allowed) // steps past where it leads to, as it may not be the one there
		}
		return excess, slope, room
	}, from, guess, tolerance)
	return at
}

// nearly is Exact where the convolution would be long. The few jobs that vary most are told apart,
// the sum of all others is taken to be nearly normal: an Edgeworth series with skewness and
// kurtosis. Against the convolution of the first 1600 jobs of RICC-2010 medians and bounds are off
// by 2e-7 and 6e-5 in the middle, by 5e-4 and 2e-3 in nine of ten, and by 4 % at worst; on SDSC-SP2
// and the first 50,000 of SDSC-BLUE, of which few come here, by 4e-5 and 4e-3 at worst.
func (s *State) nearly(n, unit int64, p, from, guess float64) float64 {
	middle := float64((n+unit-1)/unit*unit) - float64(unit)/2 // between the sums below n and the others
	z := normal(p)
	return s.settle(kind{p, true}, n, from, guess, func(a *answer) float64 {
		before, at := math.NaN(), 0.0 // the excess of the last time
		return a.about(s, from, func(t float64) (excess, slope, room float64) {
			mean, slope := s.freed(t)
			variance, _ := a.variance(t)
			away, all := a.away(t), variance
			third, fourth := a.third[0]+float64(away*a.third[1]), a.fourth[0]+float64(away*a.fourth[1])
			sums := append(s.sums[:0], sum{0, 1})
			for _, i := range a.largest {
				j := &s.jobs[i]
				q, procs := s.model.ended(j, t), float64(j.procs)
				both := q * (1 - q)
				square := procs * procs
				if square*both*20 < all {
					continue
				}
				mean -= float64(procs * q)
				variance -= float64(square * both)
				third -= float64(square * procs * both * (1 - 2*q))
				fourth -= float64(square * square * both * (1 - 6*both))
				sums = fork(sums, procs, q)
			}
			deviation := math.Sqrt(max(variance, 1e-12))
			skewness := third / (deviation * deviation * deviation)
			kurtosis := fourth / (variance * variance)
			total, n := 0.0, a.rounded(middle, deviation)
			for _, c := range sums {
				total += float64(c.p * tail((n-c.procs-mean)/deviation, skewness, kurtosis))
			}
			s.sums = sums[:0]
			excess = max(math.Sqrt(all), 1e-6) * (normal(min(max(total, 1e-15), 1-1e-15)) - z)
			// from the time before, where no jump is between
			secant := (excess - before) / (t - at)
			if before, at = excess, t; secant > slope/2 && secant < 2*slope {
				slope = secant
			}
			return excess, slope, 0
		})
	})
}

// sum is a number of processors and its probability.
type sum struct{ procs, p float64 }

// fork adds a job that has ended with probability q to sums, the largest first.
func fork(sums []sum, procs, q float64) []sum {
	for i, n := 0, len(sums); i < n; i++ {
		with := sum{sums[i].procs + procs, sums[i].p * q}
		sums[i].p -= with.p
		if k := slices.IndexFunc(sums[:i], func(x sum) bool { return x.procs == with.procs }); k >= 0 {
			sums[k].p += with.p
		} else {
			sums = append(sums, with)
		}
	}
	slices.SortFunc(sums, func(a, b sum) int { return cmp.Compare(b.procs, a.procs) })
	return sums
}

// tail is the probability that a sum with mean 0 and variance 1 is above x, by an Edgeworth series.
func tail(x, skewness, kurtosis float64) float64 {
	square := x * x
	series := skewness/6*(square-1) + kurtosis/24*x*(square-3) + skewness*skewness/72*x*(square*square-10*square+15)
	return math.Erfc(x/math.Sqrt2)/2 + float64(math.Exp(-square/2)/math.Sqrt(2*math.Pi)*series)
}

// prepare sets the convolution up for n, which must not be more than the jobs have.
func (s *State) prepare(n int64) {
	limit := n - 1
	if s.keeps = s.total-n < limit; s.keeps {
		limit = s.total - n
	}
	s.order = s.order[:0]
	for i := range s.jobs {
		for range s.jobs[i].count {
			s.order = append(s.order, i)
		}
	}
	slices.SortFunc(s.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.jobs[a].procs, s.jobs[b].procs), a-b)
	})
	var unit int64
	for _, i := range s.order {
		if procs := s.jobs[i].procs; procs <= limit {
			unit = divisor(procs, unit)
		}
	}
	unit = max(unit, 1)
	s.top = int(limit / unit)
	s.units = s.units[:0]
	for _, i := range s.order {
		u := s.top + 1
		if procs := s.jobs[i].procs; procs <= limit {
			u = int(procs / unit)
		}
		s.units = append(s.units, u)
	}
}

// divisor is the greatest common divisor; that of 0 and x is x.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// chance is P[F >= n] within t, for the n that was prepared, and the variance of F. Counts at either
// end whose probability is below 1e-18, which no sum shows, are left out. Cost: jobs times the others,
// some 18 standard deviations.
func (s *State) chance(t float64) (chance, variance float64) {
	last, p, square := -1, 0.0, 0.0
	ended := func(k int) float64 {
		if i := s.order[k]; i != last {
			j := &s.jobs[i]
			procs := float64(j.procs)
			last, p, square = i, s.model.ended(j, t), procs*procs
		}
		variance += float64(square * p * (1 - p))
		if s.keeps {
			return 1 - p
		}
		return p
	}
	s.dist = append(s.dist[:0], make([]float64, s.top+1)...)
	s.dist[0] = 1
	within := 1.0     // that no job goes above the limit by itself
	low, high := 0, 0 // the least and the greatest count so far
	for k := 0; k < len(s.order); k++ {
		p, u := ended(k), s.units[k]
		switch {
		case p == 0:
			continue
		case u > s.top:
			within *= 1 - p
			continue
		case k+1 < len(s.order) && s.units[k+1] == u:
			k++
			high = min(high+2*u, s.top)
			convolvePair(s.dist[low:high+1], u, p, ended(k))
		default:
			high = min(high+u, s.top)
			convolve(s.dist[low:high+1], u, 1-p, p)
		}
		for ; low < high && s.dist[low] < negligible; low++ {
			s.dist[low] = 0
		}
		for ; high > low && s.dist[high] < negligible; high-- {
			s.dist[high] = 0
		}
	}
	within *= stat.Sum(s.dist)
	if s.keeps {
		return within, variance
	}
	return 1 - within, variance
}

// convolve adds u to the counts with probability one, and nothing with probability none.
func convolve(dist []float64, u int, none, one float64) {
	if u < len(dist) {
		to := dist[u:]
		from := dist[:len(to)]
		for k := len(to) - 1; k >= 0; k-- {
			to[k] = float64(to[k]*none) + float64(from[k]*one)
		}
	}
	for k := range dist[:min(u, len(dist))] {
		dist[k] *= none
	}
}

// convolvePair adds u to the counts with probability p, and once more with probability q.
func convolvePair(dist []float64, u int, p, q float64) {
	none, both := (1-p)*(1-q), p*q
	one := float64(p*(1-q)) + float64(q*(1-p))
	if 2*u < len(dist) {
		to := dist[2*u:]
		middle, from := dist[u:][:len(to)], dist[:len(to)]
		for k := len(to) - 1; k >= 0; k-- {
			to[k] = float64(to[k]*none) + float64(middle[k]*one) + float64(from[k]*both)
		}
	}
	convolve(dist[:min(2*u, len(dist))], u, none, one)
}
