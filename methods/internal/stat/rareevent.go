package stat

import (
	"math"
	"slices"
)

// Band is the number of misses in a row that is a rare event for autocorrelations from From on, up to
// the next band.
type Band struct {
	From   float64
	Misses int
}

// Thresholds says how many misses in a row of a bound on the q-quantile are a rare event, by the
// lag-1 autocorrelation of the waits. It is read only.
type Thresholds struct{ bands []Band }

// bandEnds are the lower ends of the bands, r, of the authors' table.
var bandEnds = [8]float64{0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// publishedMisses is the table in the authors' own program, for q = 0.95, found by Monte Carlo
// simulation [Brevik06, section 4.1].
var publishedMisses = [len(bandEnds)]int{3, 4, 5, 6, 8, 10, 14, 28}

var rareEvents cache[float64, *Thresholds]

// RareEvents gives the thresholds for the quantile q in (0, 1): the authors' own for q = 0.95, and
// [ComputedRareEvents] for any other.
func RareEvents(q float64) *Thresholds {
	return rareEvents.get(q, func() *Thresholds {
		if q == 0.95 {
			return newThresholds(publishedMisses)
		}
		return ComputedRareEvents(q)
	})
}

func newThresholds(misses [len(bandEnds)]int) *Thresholds {
	t := &Thresholds{bands: make([]Band, len(bandEnds))}
	for i, from := range bandEnds {
		t.bands[i] = Band{from, misses[i]}
	}
	return t
}

// At gives the threshold, a number of misses in a row, for waits of lag-1 autocorrelation r. A
// negative r counts as 0, and 1 and above as the last band.
func (t *Thresholds) At(r float64) int {
	misses := t.bands[0].Misses
	for _, b := range t.bands[1:] {
		if r >= b.From {
			misses = b.Misses
		}
	}
	return misses
}

// Bands gives the bands in increasing order of autocorrelation, from 0 to 1.
func (t *Thresholds) Bands() []Band { return slices.Clone(t.bands) }

// ComputedRareEvents computes the thresholds for the quantile q in (0, 1). With k0 the misses that
// are rare among independent waits,
//
//	k0 = min{ k : (1-q)^(k-1) < 0.05 }
//
// the threshold for r is the smallest k for which k values in a row of a stationary Gaussian series
// X_(t+1) = r X_t + sqrt(1-r^2) e_t are all above its q-quantile with probability at most (1-q)^k0.
// A band is computed at its lower end. For q = 0.95 this gives 3 4 5 6 7 9 12 23, against 3 4 5 6 8
// 10 14 28 in the authors' table; at the upper ends it would be 4 5 6 7 9 12 23 and more, further
// off, and 4 where the paper says 3 for independent waits.
//
// Cost: some ms.
func ComputedRareEvents(q float64) *Thresholds {
	mustBeFraction("quantile", q)
	first := independentMisses(q)
	rare := float64(first) * logOf(complement(q), q) // ln (1-q)^k0
	misses := [len(bandEnds)]int{first}              // r = 0 has a tie: (1-q)^k0 is at most itself
	for i := 1; i < len(bandEnds); i++ {
		misses[i] = newExceedance(q, bandEnds[i]).firstBelow(rare)
	}
	return newThresholds(misses)
}

// independentMisses is k0 for p = 1-q. p = 0.05 is the one tie among decimals: p^1 is 0.05 and not
// below it, which gives 3.
func independentMisses(q float64) int {
	const rare = 0.05
	p := complement(q)
	if p == rare {
		return 3
	}
	return 2 + int(math.Log(rare)/logOf(p, q))
}

// exceedance is a stationary Gaussian AR(1) series above its q-quantile z, on Gauss-Legendre nodes
// x_i of [z, far end].
//
//	f_1(x) = phi(x)
//	f_(k+1)(y) = integral over x > z of f_k(x) phi((y - r x)/s) / s,  s = sqrt(1-r^2)
//
// f_k is the density of the last of k values that are all above z; its integral is the probability
// of that.
type exceedance struct {
	weight []float64   // of the nodes
	kernel [][]float64 // kernel[j][i]: from node i to node j, with the weight of i
	mass   []float64   // f_1 at the nodes
}

const (
	exceedanceNodes = 96
	exceedanceReach = 9 // above max(z, 0), where phi no longer counts
)

func newExceedance(q, r float64) *exceedance {
	z := normalQuantile(q)
	nodes, weights := gaussLegendre(exceedanceNodes, z, max(z, 0)+exceedanceReach)
	e := &exceedance{weight: weights, kernel: make([][]float64, len(nodes)), mass: make([]float64, len(nodes))}
	s := math.Sqrt(1 - r*r)
	for j, y := range nodes {
		e.mass[j] = normalDensity(y)
		e.kernel[j] = make([]float64, len(nodes))
		for i, x := range nodes {
			e.kernel[j][i] = weights[i] * normalDensity((y-r*x)/s) / s
		}
	}
	return e
}

// advance takes f_k to f_(k+1), divided by its integral, and gives that integral relative to the
// one before: the probability that one more value is above z.
func (e *exceedance) advance() float64 {
	next := make([]float64, len(e.mass))
	for j, row := range e.kernel {
		for i, k := range row {
			next[j] += k * e.mass[i]
		}
	}
	e.mass = next
	return e.normalise()
}

// normalise divides f_k by its integral, which it gives.
func (e *exceedance) normalise() float64 {
	var total float64
	for i, w := range e.weight {
		total += w * e.mass[i]
	}
	for i := range e.mass {
		e.mass[i] /= total
	}
	return total
}

// firstBelow gives the smallest k for which the logarithm of the probability of k values above z is
// at most limit. Once the ratio of neighbouring probabilities has settled, which takes some tens of
// values, the rest is a geometric series and is counted in one step; without that a q near 0 would
// take for ever.
func (e *exceedance) firstBelow(limit float64) int {
	log := math.Log(e.normalise())
	var last float64
	for k := 1; ; k++ {
		if log <= limit {
			return k
		}
		ratio := e.advance()
		if math.Abs(ratio-last) <= 1e-14*ratio {
			return k + int(math.Ceil((limit-log)/math.Log(ratio)))
		}
		last = ratio
		log += math.Log(ratio)
	}
}

// gaussLegendre gives the n nodes and weights of Gauss-Legendre quadrature on [a, b], by Newton's
// method on the Legendre polynomial, from the usual guess for its zeros [AS64, 22.16.6].
func gaussLegendre(n int, a, b float64) (nodes, weights []float64) {
	nodes, weights = make([]float64, n), make([]float64, n)
	half := (b - a) / 2
	for i := range n {
		x := -math.Cos(math.Pi * (float64(i) + 0.75) / (float64(n) + 0.5))
		var slope float64
		for range 6 {
			var p float64
			p, slope = legendre(n, x)
			x -= p / slope
		}
		nodes[i] = a + half*(1+x)
		weights[i] = half * 2 / ((1 - x*x) * slope * slope)
	}
	return nodes, weights
}

// legendre gives the Legendre polynomial of degree n >= 1 at x, and its derivative, for |x| < 1.
func legendre(n int, x float64) (p, slope float64) {
	p, before := x, 1.0
	for m := 2; m <= n; m++ {
		p, before = (float64(2*m-1)*x*p-float64(m-1)*before)/float64(m), p
	}
	return p, float64(n) * (x*p - before) / (x*x - 1)
}
