// Package forest bounds waits by the waits of jobs that met the machine in like
// states.
//
// Regression trees put a job into leaves by its features at submission: its
// request, the machine, the work, count and age of the queue, recent waits, the
// user, the hour. A leaf keeps the waits of its last jobs. The waits in the
// leaves of a job are its curve. A bound is a quantile of the curve, at a level
// that depends on where past waits were on their curves.
//
//	submitted:  x = features;  g = forecast of ln wait by the line, at x
//	            in each sub-forest (tree k is in sub-forest k mod 6), y and g' in the leaves of x:
//	                quantiles of y, and of y + clip((g - g') / 2, ±1.5) where y > 0
//	            curve = mean over sub-forests of both, weighted by their losses in the queue
//	                to the -4, in seconds^.3
//	tick:       for each job that has started: y = ln max(wait, 1 s)
//	                line learns (x, y), losses change, (y, g) goes into a leaf of each tree
//	            every 500 jobs: a new tree replaces the oldest
//	tree:       4000 draws from the last 6000 and 15,000 jobs, rare queues more often; 36 features
//	            of 88 in 32 bins; least squares on exp(.2 y), best split first, to 128 leaves
//	score:      a bound of score u misses the share exp(-u) by the curve; beyond .995 it grows by
//	            exp(.5) for each unit of u. The score of a wait is the least that covers it
//	level:      p = .042 for the share .95; n settled jobs, of which m are misses
//	            u = score that the share p of all past waits exceed
//	              + max(0, (m - p n) / (3 + sqrt(.05 n))), but not above 4.2 by this term
//	              + a term after a miss, which has hits and misses of its own
//	bound:      quantile of score u, times the queued jobs of the user over the number that 1.5 %
//	            of jobs exceed, if that is above 1; at most 3 times the longest wait, which fades
//
// There are targets for the shares .99, .95, .9, .75, .5, .25, .1 and .05. A
// bound of another share lies between the bounds of its neighbours.
//
// Nothing is known of the future. Features are of events before the submission.
// All else is learned at ticks, from started jobs, and from bounds whose jobs
// have started or waited for longer. Random numbers come from a seed.
//
// Limits: most jobs of a flood have their bounds before one of them is settled.
// The first 100 jobs of a log have no bounds.
package forest
