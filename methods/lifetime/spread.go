package lifetime

import (
	"math"
	"slices"
)

// crowd is from how many jobs on the search for a bound by B begins near the one before. That of
// few may be reached, be missed again and then be reached once more: what counts is the first time.
const crowd = 100

// kind is one of predictors: B or Exact with a probability.
type kind struct {
	p     float64
	exact bool
}

// answer is what a predictor said last.
type answer struct {
	kind
	n        int64
	from, at float64 // seconds
	guess    float64 // that it was looked for with
	jobs     int     // of the state then; 0 where that was another one
	spread
}

// settle is the answer to a question: that of the last time, if it is the same. Else it is likely to be
// as far from its beginning as the last one, in proportion to how far their guesses were.
func (s *State) settle(k kind, n int64, from, guess float64, find func(*answer) float64) float64 {
	i := slices.IndexFunc(s.answers, func(a answer) bool { return a.kind == k })
	if i < 0 {
		i = len(s.answers)
		s.answers = append(s.answers, answer{kind: k, spread: spread{lattice: k.exact}})
	}
	a := &s.answers[i]
	if a.jobs != len(s.jobs) || a.n != n || a.from != from {
		s.grow()
		away := a.at - a.from
		switch {
		case guess <= from:
		case a.guess > a.from:
			away *= (guess - from) / (a.guess - a.from)
		case a.at == 0:
			away = guess - from
		}
		a.n, a.from, a.at, a.guess, a.jobs = n, from, from+min(away, max(s.end-from, 0)), guess, len(s.jobs)
		a.at = find(a)
	}
	return a.at
}

// about finds where an excess that goes by the spread passes zero, from a given time on: there the
// spread is to be good.
func (a *answer) about(s *State, from float64, excess func(t float64) (excess, slope, room float64)) float64 {
	at, trials := a.at, 3
	if s.count < crowd && !a.exact {
		at, trials = from, 0
	}
	for range trials {
		a.take(s, at)
		at, _ = s.reach(excess, from, at, enough)
		if math.Abs(at-a.middle) <= max(a.width, enough*(1+at)) {
			return at
		}
	}
	at, _ = s.reach(func(t float64) (float64, float64, float64) {
		a.spread.jobs = 0
		a.take(s, t)
		return excess(t)
	}, from, at, enough)
	return at
}

// varies reports whether the number of processors freed within t has a standard deviation above one.
func (s *State) varies(t, deviation float64) bool {
	var variance float64
	for i := range s.jobs {
		if j := &s.jobs[i]; variance <= deviation*deviation {
			p, procs := s.model.ended(j, t), float64(j.procs)
			variance += float64(procs * procs * p * (1 - p) * float64(j.count))
		}
	}
	return deviation >= 0 && variance > deviation*deviation
}

// spread is the variance and the next two cumulants of the number of processors freed, about a time.
type spread struct {
	middle, width float64    // seconds; within the width the variance is good to 1e-7
	jobs          int        // that are in it
	second        [3]float64 // powers of the time since the middle
	third, fourth [2]float64 // at the middle, and how they grow a second
	largest       []int      // jobs of the largest variances, each as often as it counts
	variances     []float64
	lattice       bool  // waves and the cumulants beyond the variance are wanted
	woven         int   // octaves whose waves are those of the batches
	ended         int64 // processors of jobs that have for certain
	batches       []batch
	sizes         [1 << octaves]uint8 // one more than the batch of each size, modulo 256
	waves         [octaves][harmonics]complex128
}

// Sizes are often multiples of powers of two, but for a few: then so is nearly what is freed, and
// the chance of n jumps at some n and stays at others. Where F is a multiple of g but for a part H,
// F >= n where the rest is at least n - H rounded up, on average over H: by a Fourier series the
// tail is that at
//
//	n + sum over g, and odd m, of g / (pi m) Im(exp(2 pi i m n / g) E[exp(-2 pi i m H / g)])
const (
	octaves   = 8 // g = 2, 4, ... 256
	harmonics = 4 // m = 1, 3, 5, 7
)

// batch is the jobs of one size, modulo 256, by the chances that they have ended.
type batch struct {
	procs   int64
	chances []chance
	sums    [6]float64 // of the chances p, and of q, q^2, q^3, (1-2p) q and (1-2p) q^2, with q = p (1-p)
}

// chance is that of a number of jobs to have ended.
type chance struct {
	ended float64
	count int64
}

// gather takes up jobs that have ended with a chance.
func (p *spread) gather(procs int64, count, ended float64) {
	procs %= 1 << octaves
	if procs == 0 {
		return
	}
	i := int(p.sizes[procs])
	if i == 0 {
		i = len(p.batches) + 1
		p.sizes[procs] = uint8(i)
		p.batches = slices.Grow(p.batches, 1)[:i]
		p.batches[i-1] = batch{procs: procs, chances: p.batches[i-1].chances[:0]}
	}
	b := &p.batches[i-1]
	b.chances = append(b.chances, chance{ended, int64(count)})
	both, odd := ended*(1-ended), 1-2*ended
	all := count * both
	square := all * both
	b.sums[0] += float64(count * ended)
	b.sums[1] += all
	b.sums[2] += square
	b.sums[3] += float64(square * both)
	b.sums[4] += float64(all * odd)
	b.sums[5] += float64(square * odd)
}

// weave works out the waves of the next octave, those above 1e-4. Of many jobs of one size it takes
// the series of the logarithm, whose next term is below 1e-4.
func (p *spread) weave() {
	g, scale := int64(2)<<p.woven, int64(1<<octaves)>>(p.woven+1)
	for m := range p.waves[p.woven] {
		odd, fades := int64(2*m+1), 0.0
		for i := range p.batches {
			b := &p.batches[i]
			if fades += float64(b.sums[1] * (1 - real(roots[odd*b.procs&(g-1)*scale]))); fades > 9.6 {
				break
			}
		}
		if p.waves[p.woven][m] = 0; fades > 9.6 {
			continue
		}
		wave, re, im := roots[odd*p.ended&(g-1)*scale], 0.0, 0.0
		for i := range p.batches {
			b := &p.batches[i]
			part := odd * b.procs & (g - 1)
			x := 2 * math.Pi * float64(part) / float64(g)
			if 2*part > g {
				x -= 2 * math.Pi
			}
			switch square := x * x; {
			case part == 0:
			case math.Abs(x)*square*square*square*b.sums[1] < 0.5:
				fourth, fifth := b.sums[1]-float64(6*b.sums[2]), b.sums[4]-float64(12*b.sums[5])
				sixth := b.sums[1] - float64(30*b.sums[2]) + float64(120*b.sums[3])
				re -= float64(square * (b.sums[1]/2 - float64(square*(fourth/24-float64(square*sixth/720)))))
				im += float64(x * (b.sums[0] - float64(square*(b.sums[4]/6-float64(square*fifth/120)))))
			default:
				root := roots[part*scale]
				for _, c := range b.chances {
					factor := complex(1-c.ended+float64(c.ended*real(root)), c.ended*imag(root))
					for range c.count {
						wave *= factor
					}
				}
			}
		}
		if re != 0 || im != 0 {
			sin, cos := math.Sincos(im)
			wave *= complex(math.Exp(re), 0) * complex(cos, sin)
		}
		p.waves[p.woven][m] = wave
	}
	p.woven++
}

// roots are those of 1 in the complex plane.
var roots = func() (x [1 << octaves]complex128) {
	for i := range x {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(x)))
		x[i] = complex(cos, sin)
	}
	return x
}()

// rounded is where the tail is to be taken for n, half a unit lower.
func (p *spread) rounded(n, deviation float64) float64 {
	for p.woven < octaves && float64(int64(2)<<p.woven) <= deviation/2 {
		p.weave()
	}
	x := n
	sin, cos := math.Sincos(2 * math.Pi * (n/(1<<octaves) - math.Floor(n/(1<<octaves))))
	turn := complex(cos, sin) // exp(2 pi i n / g)
	for k := octaves - 1; k >= 0; k-- {
		g, double := float64(int64(2)<<k), turn*turn
		if g <= deviation/2 {
			for m, w := range p.waves[k] {
				if m > 0 {
					turn *= double
				}
				x += float64(g / (math.Pi * float64(2*m+1)) * (float64(imag(turn)*real(w)) - float64(real(turn)*imag(w))))
			}
		}
		turn = double
	}
	return x
}

// sort puts jobs to the largest, as many as are of them, and reports whether that is all.
func (p *spread) sort(i int, count int64, variance float64) bool {
	for range min(count, apart) {
		k := len(p.largest)
		if k < apart {
			p.largest, p.variances = append(p.largest, i), append(p.variances, variance)
		} else if k--; variance <= p.variances[k] {
			return false
		}
		for ; k > 0 && p.variances[k-1] < variance; k-- {
			p.largest[k], p.variances[k] = p.largest[k-1], p.variances[k-1]
		}
		p.largest[k], p.variances[k] = i, variance
	}
	return true
}

// alike is by what part of its age at the time the first of jobs of one size that follow each other in
// the queue may be older than the others, for all to be taken for their mean where there is a crowd.
const alike = 0.05

// take makes the spread good about a time, and takes up new jobs of the state.
func (p *spread) take(s *State, t float64) {
	if p.jobs == 0 || math.Abs(t-p.middle) > p.width {
		*p = spread{middle: t, width: math.Inf(1), largest: p.largest[:0], variances: p.variances[:0], lattice: p.lattice, batches: p.batches[:0]}
	}
	p.woven = 0
	min, max, logMax := s.model.min, s.model.max, s.model.logMax
	near := alike
	if s.count < crowd {
		near = 0
	}
	for i := p.jobs; i < len(s.jobs); {
		j, first := &s.jobs[i], i
		i++
		x := j.age + p.middle
		switch {
		case x <= min:
			p.width = least(p.width, min-x+min/100)
			continue
		case x >= max:
			p.width = least(p.width, x-max)
			p.ended += j.procs * j.count
			continue
		}
		p.width = least(p.width, least(0.005*x, max-x))
		low, count, sum, squares := (1-near)*x, float64(j.count), 0.0, 0.0
		for ; i < len(s.jobs) && s.jobs[i].procs == j.procs && s.jobs[i].slope == j.slope; i++ {
			off, n := s.jobs[i].age+p.middle-x, float64(s.jobs[i].count)
			if y := x + off; off > 0 || y <= low || y <= min {
				break
			}
			count += n
			sum += float64(n * off)
			squares += float64(n * off * off)
		}
		ages := 0.0 // their variance; logs and chances are those of their logarithms and of p
		if i > first+1 {
			mean := sum / count
			x += mean
			ages = squares/count - float64(mean*mean)
		}
		one := 1 / x
		procs := float64(j.procs)
		square := procs * procs
		all := square * count
		logs := ages * one * one
		left := j.slope * (logMax - ln(x) + logs/2) // 1 - p
		odd, rate := 2*left-1, j.slope*one          // 1 - 2p and the derivative of p
		chances := j.slope * j.slope * logs
		both := float64(left*(1-left)) - chances
		p.second[0] += float64(all * both)
		p.second[1] += float64(all * odd * rate)
		p.second[2] -= float64(all * rate * (float64(odd*one) + 2*rate) / 2)
		if !p.lattice {
			continue
		}
		k, step := first, 1 // from the largest variance on
		if odd < 0 {
			k, step = i-1, -1
		}
		for first <= k && k < i && p.sort(k, s.jobs[k].count, square*(both+float64(odd*rate*(s.jobs[k].age+p.middle-x)))) {
			k += step
		}
		p.gather(j.procs, count, 1-left)
		p.third[0] += float64(all * procs * (both - 2*chances) * odd)
		p.third[1] += float64(all * procs * rate * (1 - 6*both))
		p.fourth[0] += float64(all * square * (float64(both*(1-6*both)) - float64(6*chances*odd*odd)))
		p.fourth[1] += float64(all * square * rate * odd * (1 - 12*both))
	}
	p.jobs = len(s.jobs)
}

func least(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

// away is how far a time is from the middle, up to 20 widths.
func (p *spread) away(t float64) float64 {
	return math.Min(math.Max(t-p.middle, -20*p.width), 20*p.width)
}

// variance is that at a time and how it grows a second. Far from the middle it is that at the end of
// 20 widths.
func (p *spread) variance(t float64) (variance, slope float64) {
	d := p.away(t)
	slope = p.second[1] + float64(2*d*p.second[2])
	return math.Max(p.second[0]+float64(d*(p.second[1]+float64(d*p.second[2]))), 0), slope
}
