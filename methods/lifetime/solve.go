package lifetime

import "math"

const (
	tolerance = 1e-8 // of solutions, in ln(1 + t)
	firstStep = 0.05 // of the search for a bracket, in ln(1 + t)
)

// solve gives a time t, from <= t <= end, at which f passes zero from below; from if f is not below
// zero there, and end if it is below zero up to there. It looks first around a guess. f is
// continuous.
func solve(f func(t float64) float64, from, guess, end float64) float64 {
	end = max(end, from)
	first, last := math.Log1p(from), math.Log1p(end)
	at := func(y float64) float64 { return f(math.Expm1(y)) }
	b := math.Log1p(min(max(guess, from), end))
	fb := at(b)
	a, fa := b, fb
	for step := firstStep; fa >= 0 && a > first; step *= 2 {
		b, fb = a, fa
		a = max(a-step, first)
		fa = at(a)
	}
	for step := firstStep; fb < 0 && b < last; step *= 2 {
		a, fa = b, fb
		b = min(b+step, last)
		fb = at(b)
	}
	switch {
	case fa >= 0:
		return from
	case fb < 0:
		return end
	}
	return max(math.Expm1(narrow(at, a, fa, b, fb)), from)
}

// narrow finds a zero of f between a and b, where f(a) < 0 <= f(b), by interpolation, truncation
// and projection [Oliveira21]: as quickly as the secant method on smooth functions and in no more
// than one step more than bisection on all.
func narrow(f func(float64) float64, a, fa, b, fb float64) float64 {
	// what bisection could still leave, doubled
	slack := tolerance * math.Exp2(math.Ceil(math.Log2((b-a)/tolerance)))
	spread := 0.2 / (b - a)
	for b-a > tolerance {
		middle := (a + b) / 2
		x := (fb*a - fa*b) / (fb - fa)
		away := middle - x
		if shift := max(spread*(b-a)*(b-a), tolerance/2); shift < math.Abs(away) {
			x += math.Copysign(shift, away)
		} else {
			x = middle
		}
		if room := slack - (b-a)/2; math.Abs(x-middle) > room {
			x = middle - math.Copysign(room, away)
		}
		slack /= 2
		if fx := f(x); fx < 0 {
			a, fa = x, fx
		} else {
			b, fb = x, fx
		}
	}
	return (a + b) / 2
}
