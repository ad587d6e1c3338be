// Package history keeps the waits that an order statistic bounds, and drops those that a change
// point has made stale [Brevik06, section 4.1 and appendix]. bmbp is one such history, qbets one
// for each cluster of jobs, X+cal one of ratios; lognormal-trim takes the change points alone.
//
// # Data flow
//
//	Rule -> New -> History;  Add(wait, Outcome)... Refit -> Bound
//	                         EndTraining sets the threshold of the change points
//
// A history knows waits and whether they kept to the bounds that the jobs were given. What a job
// is, and at which level it was bounded, is the business of the method.
package history
