// Package rundir keeps run directories: it writes them while a replay goes on, goes on with one that was interrupted, and
// makes their tables and figures, also again later.
//
//	replay.Result --Builder.Add--> .parts/TRACE/ --Builder.Finish--> run.json, scores.*, predictions.arrow, heads.arrow, tables/, figures/, report.html
//	Open(folder) --Dir--> Render (tables and figures again), Bounds (a plot of bounds over time), Series (jobs to replay again),
//	                      Pairs (two methods on the same jobs)
//
// A run has one or more levels, each of which is a replay of its own with its own change points. The first is the main one: figures and
// readers use it unless they are told another. What methods achieved on the same jobs is found when tables are made, from
// predictions.arrow, with the bounds of one series by all methods in memory at a time, and for figures the forecasts of a trace.
//
// A log that has too little for a method is replayed without it; the record of the trace says so, and tables and figures of that trace do not have it.
// What methods said of the jobs at the head of the queue is in heads.arrow, which is there only if any said something. A figure shows six methods at most:
// with more, those that give bounds are dealt out by family to several figures, and so are those that forecast. Beside every figure lie the numbers it
// shows, as CSV. All of it comes from the Arrow files and the record alone, so Render makes the same bytes again.
//
// Nothing under a final name is touched before everything is there: a trace that is finished waits in .parts, and Finish
// builds all files in .new and moves them at the end. So an interrupted run leaves earlier results as they were, and its
// finished traces for the next run with the same settings to take over. Such a run may also take over traces from the results
// themselves. Files that an earlier run left in tables/ and figures/ under names that the new one does not use are removed.
package render
