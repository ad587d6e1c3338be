package stat

import "math"

// bandEnds are the lower ends of the bands of autocorrelations, r, of the
// authors' table.
var bandEnds = [8]float64{0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}

// Thresholds are the numbers of misses in a row of a bound on the q-quantile
// that are a rare event, by band of the lag-1 autocorrelation of the waits.
type Thresholds [len(bandEnds)]int

// published is the table of the authors' program for q = 0.95, found by Monte
// Carlo simulation [Brevik06, section 4.1]. By the words of the paper, a run that
// occurs for less than 5 % of the errors, it would be 3, 3, 3, 4, 4, 5, 7, 11. The
// rule of [ComputedRareEvents] comes nearer: 3, 4, 5, 6, 7, 9, 12, 23.
var published = Thresholds{3, 4, 5, 6, 8, 10, 14, 28}

var rareEvents cache[float64, Thresholds]

// RareEvents returns the thresholds for the quantile q in (0, 1): the authors'
// for q = 0.95, and [ComputedRareEvents] for any other.
func RareEvents(q float64) Thresholds {
	if q == 0.95 {
		return published
	}
	return rareEvents.get(q, func() Thresholds { return ComputedRareEvents(q) })
}

// At returns the threshold for waits of lag-1 autocorrelation r. A negative r
// counts as 0.
func (t Thresholds) At(r float64) int {
	misses := t[0]
	for i, end := range bandEnds {
		if r >= end {
			misses = t[i]
		}
	}
	return misses
}

// ComputedRareEvents computes the thresholds for the quantile q in (0, 1). With
// k0 the misses that are rare among independent waits,
//
//	k0 = min{ k : (1-q)^(k-1) < 0.05 }
//
// the threshold for r is the smallest k for which k values in a row of a
// stationary Gaussian series X_(t+1) = r X_t + sqrt(1-r^2) e_t are all above
// its q-quantile with probability at most (1-q)^k0. A band is computed at its
// lower end. Cost: some ms.
func ComputedRareEvents(q float64) Thresholds {
	mustBeFraction("quantile", q)
	t := Thresholds{independentMisses(q)}           // r = 0 has a tie: (1-q)^k0 is at most itself
	rare := float64(t[0]) * logOf(complement(q), q) // ln (1-q)^k0
	for i := 1; i < len(t); i++ {
		t[i] = newExceedance(q, bandEnds[i]).firstBelow(rare)
	}
	return t
}

// independentMisses is k0. p = 1-q = 0.05 is the one tie among decimals: p^1 is
// not below 0.05.
func independentMisses(q float64) int {
	const rare = 0.05
	p := complement(q)
	if p == rare {
		return 3
	}
	return 2 + int(math.Log(rare)/logOf(p, q))
}

// exceedance is a stationary Gaussian AR(1) series above its q-quantile z, on
// the nodes x_i of a quadrature of [z, far end].
//
//	f_1(x) = phi(x)
//	f_(k+1)(y) = integral over x > z of f_k(x) phi((y - r x)/s) / s,  s = sqrt(1-r^2)
//
// f_k is the density of the last of k values that are all above z; its integral
// is their probability.
type exceedance struct {
	weight []float64   // of the nodes
	kernel [][]float64 // kernel[j][i]: from node i to node j, with the weight of i
	mass   []float64   // f_k at the nodes
}

const exceedanceReach = 9 // above max(z, 0), where phi no longer counts

func newExceedance(q, r float64) *exceedance {
	z := normalQuantile(q)
	nodes, weights := quadrature(z, max(z, 0)+exceedanceReach)
	e := &exceedance{weight: weights, kernel: make([][]float64, len(nodes)),
		mass: make([]float64, len(nodes))}
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

// advance takes f_k to f_(k+1), divided by its integral. It returns the
// probability that one more value is above z.
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

// normalise divides f_k by its integral, which it returns.
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

// firstBelow returns the smallest k for which the logarithm of the probability
// of k values above z is at most limit. Once the ratio of neighbouring
// probabilities has settled, the rest is a geometric series, counted in one
// step.
func (e *exceedance) firstBelow(limit float64) int {
	log := math.Log(e.normalise())
	var before float64
	for k := 1; ; k++ {
		if log <= limit {
			return k
		}
		ratio := e.advance()
		if math.Abs(ratio-before) <= 1e-14*ratio {
			return k + int(math.Ceil((limit-log)/math.Log(ratio)))
		}
		before = ratio
		log += math.Log(ratio)
	}
}

// gauss8 are the positive nodes and the weights of Gaussian quadrature with
// eight nodes on [-1, 1] [AS64, table 25.4].
var gauss8 = [4]struct{ node, weight float64 }{
	{0.1834346424956498, 0.3626837833783620},
	{0.5255324099163290, 0.3137066458778873},
	{0.7966664774136267, 0.2223810344533745},
	{0.9602898564975363, 0.1012285362903763},
}

// quadrature returns nodes and weights on [a, b], eight in each of 16 equal
// parts.
func quadrature(a, b float64) (nodes, weights []float64) {
	const parts = 16
	half := (b - a) / (2 * parts)
	for i := range parts {
		middle := a + float64(2*i+1)*half
		for _, g := range gauss8 {
			nodes = append(nodes, middle-half*g.node, middle+half*g.node)
			weights = append(weights, half*g.weight, half*g.weight)
		}
	}
	return nodes, weights
}
