// Package forest forecasts the distributions of waits from the waits of jobs that
// met the machine in like states. Boost forecasts them by boosted quantiles.
//
// Regression trees put a job into leaves by its features at submission: its
// request, the machine, the work, count and age of the queue, recent waits, the
// user, the hour. A leaf keeps the waits of its last jobs. The waits in the
// leaves of a job are its curve. Package curves bounds the wait by it.
//
//	submitted:  x = features;  g = forecast of ln wait by the line, at x
//	            in each sub-forest (tree k is in sub-forest k mod 6), y and g' in the leaves of x:
//	                quantiles of y, and of y + clip((g - g') / 2, ±1.5) where y > 0
//	            curve = mean over sub-forests of both, weighted by their losses in the queue
//	                to the -4, in seconds^.3
//	tick:       for each job that has started: y = ln max(wait, 1 s)
//	                line learns (x, y), losses change, (y, g) goes into a leaf of each tree
//	            every 167 jobs: a new tree replaces the oldest of 72
//	tree:       2000 draws from the last 6000 and 15,000 jobs, rare queues more often; the 36 of 88
//	            features, in 32 bins, that the fewest trees have tried; least squares on
//	            exp(.2 y), best split first, to 128 leaves of 5 draws or more
//	leaf:       its first 16 jobs, then of every other job the last 16; of the other half in
//	            every second tree
//
// Nothing is known of the future. Features are of events before the submission.
// All else is learned at ticks from started jobs. Random numbers come from a seed.
//
// Limit: the first 100 started jobs of a log have no curves.
package forest
