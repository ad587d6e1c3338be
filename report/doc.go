// Package report has the rooms of a report. All of them but the studies work
// from the record, the scores and the predictions of a run, so that a report can
// be made again without the log:
//
//	table      tables, their formats and words, and cells of scores
//	figure     figures, and how methods look in them and on pages
//	facts      a log itself: where it is from, and what is odd in it
//	verdict    which methods can be trusted, how tight their bounds are, and
//	           when they failed; totals over queues
//	published  the tables of the BMBP paper [Brevik06], and printed numbers of
//	           papers next to the measured ones
//	board      the ranking of the methods of a suite, and its submissions
//	wait       answers about the wait of one job
//	kept       whether answers that a site has kept held
//	page       report.html
//	render     all files of a run, and of a collection of runs
//	study      the simulations of three papers, each a folder
//
// Imports go up this list only. Package batch replays several logs, and package
// suite those of a suite, whose methods it ranks.
package report
