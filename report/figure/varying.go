package figure

import "math"

// Varying tests whether the bounds of a method depend on the job. A line over
// time would join unrelated values of such bounds.
type Varying struct {
	Epoch float64 // s between refits

	any           bool
	submit, bound float64 // of the last job
	pairs, differ int     // of jobs near each other, and those with two bounds
}

// Add adds the next job of the series: the time of its submission and its bound
// in seconds, NaN for none. Bounds of two jobs are compared if few refits lie
// between them: the method knew the same at both.
func (v *Varying) Add(submit, bound float64) {
	near := max(1, v.Epoch/10)
	if v.any && submit-v.submit <= near && !math.IsNaN(v.bound) && !math.IsNaN(bound) {
		v.pairs++
		if bound != v.bound {
			v.differ++
		}
	}
	v.any, v.submit, v.bound = true, submit, bound
}

// PerJob reports whether bounds differ often between jobs near each other.
func (v *Varying) PerJob() bool { return float64(v.differ) > 0.15*float64(v.pairs) }
