// Package report chooses the tables that a terminal and a page show. It also has
// what they show of a log, how methods look, and whether bounds depend on the
// job. The packages below it make the tables, from the record and the scores of
// a run only, so that a report can be made again without the log:
//
//	table      tables, their formats and words, and cells of scores
//	verdict    which methods can be trusted, how tight their bounds are, and
//	           when they failed; totals over queues
//	published  the tables of the BMBP paper [Brevik06], and printed numbers of
//	           papers next to the measured ones
//	board      the ranking of the methods of a suite, and its submissions
//	wait       answers about the wait of one job
//
// Imports go up this list only. Package render writes the tables of a run, and
// package page its page. Package batch replays several logs, and package suite
// those of a suite, whose methods it ranks.
package report
