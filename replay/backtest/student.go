package backtest

import "math"

// StudentTail returns the probability that Student's t with df degrees of
// freedom, 1 or more, is t or less. It sums the finite series of equations
// 26.7.3 and 26.7.4 of [AbramowitzStegun64], with an error below 1e-13.
func StudentTail(t float64, df int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(df)))
	cos2 := math.Cos(angle) * math.Cos(angle)
	term, first := 1.0, 2
	if df%2 == 1 {
		term, first = math.Cos(angle), 3
	}
	sum := 0.0
	for k := first; k <= df; k += 2 {
		sum += term
		term *= cos2 * float64(k-1) / float64(k)
	}
	within := math.Sin(angle) * sum // of -t and t, with the sign of t
	if df%2 == 1 {
		within = (angle + within) * 2 / math.Pi
	}
	return (1 + within) / 2
}

// StudentQuantile returns the t that a value of Student's t distribution lies
// below with probability p, from 0.5 to 0.999.
func StudentQuantile(p float64, df int) float64 {
	low, high := 0.0, 1000.0
	for range 50 {
		if middle := (low + high) / 2; StudentTail(middle, df) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
