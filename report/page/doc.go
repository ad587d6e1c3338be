// Package page writes report.html: a run on one page that needs no network and no other file.
//
//	Run, scores, verdicts, tables, figures, jobs --Write--> report.html
//
// A page begins with what the verdicts come to, in sentences and in one chart; then come the bounds
// of methods over time with the waits of the jobs, down to a single job; then tables and figures in
// the order of the questions they answer, the numbers of one method at a time, and at last what was
// replayed. It is one file of HTML with its style, its scripts and its data inside. What is drawn
// over time is drawn by uPlot (assets/vendor), all else by a few lines of JavaScript of its own.
// What the reader chose stands in the address behind #?, so that it can be linked.
//
//	in := page.Input{Run: run, Scores: scores, Verdicts: verdicts, Tables: tables, Jobs: read}
//	err := output.Write("report.html", func(w io.Writer) error { return page.Write(w, &in) })
//
// Methods, tables and figures that this package has never heard of appear like the others. Tables
// say themselves which question they answer.
//
// # Size
//
// A page stays below maxSize. Text and tables take what they need; figures get up to a third of
// maxSize, and those that do not fit are named; the plot over time gets what is left, by the rule
// that plot.go describes, and says what it leaves out.
//
// # What the plot keeps
//
// Times and waits are kept in whole seconds, in thousandths where a log has fractions. Upper bounds
// are rounded down to that unit and lower ones up, which leaves every job on the side of the bound
// it was on. Series of very many jobs are downsampled: of every part of consecutive jobs those with
// the shortest and longest wait and the lowest and highest bound of every method stay. How many
// jobs a method bounds and covers is kept for every stretch of the whole series, so that shares are
// exact, also where jobs are left out.
//
// A bound that stays as it is from one refit to the next is drawn as a line. One that depends on the
// job is not, since a line would join what does not belong together: it has a mark for each job, or,
// where there are too many jobs or too little room for its bounds, a band of 80 % of the bounds of
// every stretch. A wait or bound of 0 has no place on a logarithmic axis and stands on a line of its
// own.
package page
