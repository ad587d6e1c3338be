// Package replay runs jobs of a log through predictors, which see only facts
// known when each job was submitted, and scores the bounds.
//
// # Data flow
//
//	swf.Reader --Load--> Trace --Group--> Series --Tasks--> Task --Engine.Run--> Result
//
// Load keeps the selected jobs of one log, in order of submission. Group cuts
// them into series: all jobs of a queue, and its jobs within a range of
// processors. A Task is one method on one series. Engine runs tasks in parallel
// and returns their results in the order of the tasks.
//
// # Clock
//
// Predictors are refitted at multiples of the epoch E, counted from second 0 of
// the log. For a job submitted at t, after the tick T = E floor(t/E):
//
//  1. unless the predictor was refitted at T, every earlier job with start
//     (submit + wait) <= T becomes known, in order of start, and the predictor
//     is refitted;
//  2. every earlier job with start <= t becomes known, which may complete a
//     change point but does not change the bound;
//  3. the job gets its bound.
//
// With E = 0 the predictor is refitted for every job, between 2 and 3. Of jobs
// that start at the same time the first submitted becomes known first.
//
// The remaining wait of a job that has waited for an age a, with wait > a, is
// bounded at submission + a: after step 1 for the last tick before that moment,
// whether or not a job was submitted since. The score is of wait - a.
//
// # Training
//
// The first floor(f n) jobs of n are replayed but not scored. When the first
// scored job is submitted, after step 1 (with E = 0 after step 2), predictors
// end their training. Misses of jobs that start later count towards change
// points, also if the bound is older.
//
// # Score
//
// Over the scored jobs of a series: the share of bounded jobs with wait <=
// bound, or wait >= bound for a lower bound, and the median of max(wait, 1 s) /
// max(bound, 1 s). A job without a bound is neither covered nor missed. Package
// backtest adds tests of the share, of bursts of misses, and losses. Months are
// in the machine's time zone.
package replay
