// Package replay runs jobs of a log through predictors that see only what was known when each job
// was submitted, and scores what they said.
//
// # Data flow
//
//	swf.Reader --Load--> Trace --Group--> Series --Tasks--> Task --Engine.Run--> Result (bounds and Score)
//
// Load keeps the selected jobs of one log, in order of submission. Group cuts them into series: all
// jobs of a queue, and all jobs of a queue within a range of processors. A Task is one method on
// one series; tasks share the jobs, which nobody writes to, and know nothing of each other. Engine
// runs tasks side by side and hands over their results in the order of the tasks, whatever finished
// first.
//
// # Clock
//
// Predictors are refitted at multiples of the epoch E, counted from second 0 of the log. For a job
// submitted at t in the interval that begins at the tick T = E floor(t/E):
//
//  1. if nothing was refitted at T yet, every earlier job with start (submit + wait) <= T becomes
//     known, in order of start, and the predictor is refitted;
//  2. every earlier job with start <= t becomes known, which may complete a change point but leaves
//     the bound as it is;
//  3. the job is given the bound.
//
// With E = 0 the predictor is refitted for every job, between 2 and 3. A wait becomes known when
// its job starts, never before. Jobs that start at the same time become known in order of
// submission; so the order in which the waits of a series become known does not depend on the
// predictor, and is worked out once per series.
//
// # Training
//
// The first floor(f n) jobs of n are replayed like all others but not scored. When the first scored
// job is submitted, after step 1 (with E = 0 after step 2, which then takes its place), predictors
// that have one end their training; misses of jobs that start after this moment count towards
// change points, also where the bound was given before it.
//
// # Score
//
// Over the scored jobs of a series: the share of bounded jobs with wait <= bound, or wait >= bound
// for a lower bound, and the median of max(wait, 1 s) / max(bound, 1 s) over bounded jobs. A job
// without a bound is neither covered nor missed. Package backtest adds whether the share is the one
// promised, whether misses come in bursts, and what the bounds cost; all of it in order of
// submission and over the bounded jobs of the series. Months are those of the machine's time zone
// (Clock).
package replay
