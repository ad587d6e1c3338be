package figure

import "math"

// Varying tests whether the bounds of a method depend on the job. A line over
// time would join unrelated values of such bounds.
type Varying struct {
	Epoch float64 // s between refits

	any           bool
	submit, bound float64 // of the last job
	pairs, differ int     // of jobs near each other, and those with two bounds
	next, jump    int     // of consecutive jobs, and those with bounds far apart
}

// Add adds the next job of the series: the time of its submission and its bound
// in seconds, NaN for none. Bounds of two jobs are compared if few refits lie
// between them: the method knew the same at both.
func (v *Varying) Add(submit, bound float64) {
	near := max(1, v.Epoch/10)
	if v.any && !math.IsNaN(v.bound) && !math.IsNaN(bound) {
		low, high := min(v.bound, bound), max(v.bound, bound)
		if v.next++; high > 1.5*max(low, 1) {
			v.jump++
		}
		if submit-v.submit <= near {
			v.pairs++
			if bound != v.bound {
				v.differ++
			}
		}
	}
	v.any, v.submit, v.bound = true, submit, bound
}

// PerJob reports whether bounds differ often between jobs near each other, or
// jump often from one job to the next, as those of qbets do between clusters.
func (v *Varying) PerJob() bool {
	return float64(v.differ) > 0.15*float64(v.pairs) || float64(v.jump) > 0.1*float64(v.next)
}
