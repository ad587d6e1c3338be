// Package curves bounds waits whose distributions are forecast, such as by
// package forest.
//
// The distribution of a wait is a curve. A bound is a quantile of the curve, at a
// level that depends on where past waits of the series were on their curves.
//
//	score:   a bound of score u misses the share exp(-u) by the curve; beyond .995 it grows by
//	         exp(.5) for each unit of u. The score of a wait is the least that covers it
//	level:   p = .042 for the share .95; n settled jobs, of which m are misses
//	         u = score that the share p of all past waits exceed, the first ones by half,
//	             those after 750 waits of the series by two (min(.5 + waits / 500, 2))
//	           + max(0, (m - p n) / (3 + sqrt(.05 n))), but not above 4.2 by this term
//	           + a term after a miss, which has hits and misses of its own
//	bound:   quantile of score u, times the queued jobs of the user over the number that 1.5 %
//	         of jobs exceed, if that is above 1; at most the caps
//	caps:    3 times the longest wait, which fades; the longest of: 3 times what the oldest job
//	         with a curve has waited and the waits of the last 300 jobs that started within 14
//	         days, or of the last 30; the longest wait, which fades; a day
//	at ages: jobs that have waited 10 min, 1 h, 6 h or a day have levels of their own. The score
//	         of a wait at age a is u(wait) - u(a). A job is settled when it starts or outlives its
//	         bound at a, by the scores of the last tick at which some job came. The bound of what
//	         remains has the first cap alone, of remaining waits, or the caps of whole waits
//	         before 59 remaining ones are known. Between two ages, or submission and the first,
//	         u, and a + cap, are linear in ln(1 + a / 10 min): a wait's end does not jump
//	control: pid and none choose u otherwise; all else is as above
//
// A bound that a job outlives before it is cancelled is a miss, since a promise
// holds for those who give up, too. Without these misses queues with many
// cancelled jobs lose up to 4 % less, and share_all is up to .006 lower
// (development logs, first seed).
//
// There are targets for the shares .99, .95, .9, .75, .5, .25, .1 and .05. A
// bound of another share lies between the bounds of its neighbours.
//
// Nothing is known of the future. Levels and caps are learned at ticks, from
// started jobs, and from bounds whose jobs have started or waited for longer.
//
// Limits: most jobs of a flood have their bounds before one of them is settled. A
// series has no bounds before 59 waits are known. The factor of queued jobs is in
// the bound at submission alone, so what remains may jump just after it.
package curves
