package stat

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

// Surface gives, for one confidence, the factor k(n; q, c) of [Factors] for any quantile q, also
// for one that is never asked for again. It is shared: any number of goroutines may use it.
//
// From n = 40 on, factors are interpolated: with u = 1/sqrt(n), and z the normal quantile of q,
//
//	k = z + u g(u, z)
//
// where g is a polynomial in both on each of the patches into which u and z are cut, made when it
// is first needed.
type Surface struct {
	c       decimal
	patches [pieceCount][patchCount]atomic.Pointer[patch]
	mu      sync.Mutex // guards the making of patches
}

// patch has the coefficients of T_i(u) T_j(z).
type patch [pieceTerms][pieceTerms]float64

const (
	patchHeight = 0.5 // in z
	patchCount  = 32  // centred on z = 0: up to |z| = 8, which is q within 6e-16 of 0 or 1
)

var toleranceSurfaces cache[float64, *Surface]

// ToleranceSurface gives the factors of upper bounds with confidence c, in (0, 1). Those of lower
// bounds are the factors of 1-c.
func ToleranceSurface(c float64) *Surface {
	return toleranceSurfaces.get(c, func() *Surface { return &Surface{c: newDecimal("confidence", c)} })
}

// At gives the factor for n values, n >= 2, and a quantile in (0, 1). It agrees with
// ToleranceFactors(q, c).At(n) to 1e-12 relative to |k|, or to 1/sqrt(n) where k is closer to 0
// than that. Cost: about 0.3 us; about 2 ms where a patch is new, and 20 us for n below 40.
func (s *Surface) At(n int, q float64) float64 {
	if n < 2 {
		panic(fmt.Sprintf("stat: tolerance factor of %d values", n))
	}
	mustBeFraction("quantile", q)
	z := decimal{value: q, rest: 1 - q}.z()
	j := int(math.Floor(z/patchHeight)) + patchCount/2
	if n < directBelow || j < 0 || j >= patchCount {
		return toleranceTestAt(z, s.c).factor(float64(n))
	}
	u := 1 / math.Sqrt(float64(n))
	at := u / pieceWidth
	i := min(int(at), pieceCount-1)
	x, y := 2*(at-float64(i))-1, 2*(z/patchHeight-float64(j-patchCount/2))-1
	return z + float64(u*s.patch(i, j).at(x, y))
}

// patch makes the patch if it is not there yet.
func (s *Surface) patch(i, j int) *patch {
	place := &s.patches[i][j]
	if p := place.Load(); p != nil {
		return p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := place.Load(); p != nil {
		return p
	}
	p := s.newPatch(i, j)
	place.Store(p)
	return p
}

// newPatch interpolates at the zeros of Chebyshev polynomials, in u for each z first.
func (s *Surface) newPatch(i, j int) *patch {
	var byZ [pieceTerms][pieceTerms]float64 // coefficients in u at each zero in z
	for l := range byZ {
		y := chebyshevZero(l)
		z := (float64(j-patchCount/2) + (y+1)/2) * patchHeight
		byZ[l] = toleranceTestAt(z, s.c).piece(i)
	}
	var p patch
	for m := range p {
		var values [pieceTerms]float64
		for l := range values {
			values[l] = byZ[l][m]
		}
		p[m] = chebyshevOf(values)
	}
	return &p
}

// at sums the coefficients times T_i(x) T_j(y).
func (p *patch) at(x, y float64) (sum float64) {
	tx, ty := chebyshevTerms(x), chebyshevTerms(y)
	for i := range p {
		row := 0.0
		for j, c := range p[i] {
			row += float64(c * ty[j])
		}
		sum += float64(row * tx[i])
	}
	return sum
}

// chebyshevTerms gives T_0(x), T_1(x), ...
func chebyshevTerms(x float64) (t [pieceTerms]float64) {
	t[0], t[1] = 1, x
	for m := 2; m < len(t); m++ {
		t[m] = float64(2*x*t[m-1]) - t[m-2]
	}
	return t
}
