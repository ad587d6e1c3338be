// Package page writes report.html: a run on one page that needs no network and
// no other file.
//
//	Run, scores, verdicts, tables, figures, jobs --Write--> report.html
//
// A page begins with the verdicts, in sentences and in one chart. Then come the
// bounds of methods over time with the waits of jobs; tables and figures in the
// order of the questions they answer; the scores of one method at a time; and
// what was replayed. uPlot (assets/vendor) draws the plot over time, and a few
// lines of JavaScript the rest. The address keeps what the reader chose behind
// #?, so that it can be linked.
//
//	in := page.Input{Run: run, Scores: scores, Verdicts: verdicts, Tables: tables, Jobs: read}
//	err := output.Write("report.html", func(w io.Writer) error { return page.Write(w, &in) })
//
// Figures take up to a third of maxSize, and the plot over time up to plotBytes.
// The page names the figures and series that do not fit.
//
// A series of more than mostPoints jobs is thinned: of each part of consecutive
// jobs the plot shows the first and those with the shortest and the longest
// wait. The jobs that a method bounds and covers are counted by day over the
// whole series, so that shares of days are exact. Upper bounds are rounded down
// to whole seconds (thousandths if the log has fractions) and lower ones up,
// which keeps every job on its side of the bound.
//
// A bound that stays the same from one refit to the next is drawn as a line. One
// that depends on the job is a mark for each job, since a line would join what
// does not belong together.
package page
