// Package replay runs jobs of a log through predictors, which see only facts
// known when each job was submitted, and scores the bounds.
//
// # Data flow
//
//	swf.Reader --Load--> Log --Group--> Series --Tasks--> Task --Engine.Run--> Result
//
// Load keeps the selected jobs of one log, in order of submission. Group cuts
// them into series: all jobs of a queue, and its jobs within a range of
// processors. A Task is one method on one series. Engine runs tasks in parallel
// and returns their results in the order of the tasks. [Task] has the rules of
// the clock and of training, and [Score] the numbers.
package replay
