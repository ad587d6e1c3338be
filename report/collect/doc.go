// Package collect makes one folder of several run directories: what the methods achieved over all
// their logs.
//
//	run.Dir, one after another --load--> collection: logs with their verdicts
//	collection --> findings: sentences with numbers, each with a figure
//	           --> README.md, index.html, a page for each log, scores.csv
//
// Nothing in the folder is typed by hand: a sentence is put together from the scores, and left out
// where the runs have not what it is about. The same runs give the same bytes.
package collect
