// Package page writes report.html: a run, or the differences of several, on one page that needs no
// network and no other file.
//
//	Run, scores, tables, figures, jobs --Write--> report.html
//	several runs --WriteComparison--> one page with what differs
//
// A page says what was replayed and which method can be trusted where; its tables sort and filter
// by trace, queue, range, method and level; figures are part of the page; and a plot shows the
// bounds of methods over time with the waits of the jobs, down to a single job. It is one file of
// HTML with its style, its script and its data inside. The script is plain JavaScript, without a
// library: what it does is sort rows and draw lines, and there is nothing to keep up to date.
//
//	in := page.Input{Run: run, Scores: scores, Tables: tables, Figures: figures, Jobs: read}
//	err := output.Write("report.html", func(w io.Writer) error { return page.Write(w, &in) })
//
// Methods, columns of scores, tables and figures that this package has never heard of appear like
// the others. Columns are those of replay.Columns, and tables say themselves what they are about.
//
// # Size
//
// A page stays below maxSize. Text and tables take what they need; figures get up to half of
// maxSize, and those that do not fit are named; the plot over time gets what is left, by the rule
// that choose.go describes, and says what it leaves out.
//
// # What the plot keeps
//
// Times and waits are kept in whole seconds, in thousandths where a log has fractions. Upper bounds
// are rounded down to that unit and lower ones up, which leaves every job on the side of the bound
// it was on. Series of very many jobs are downsampled: of every stretch of consecutive jobs those
// with the shortest and longest wait and the lowest and highest bound of every method stay. The
// browser draws a line as its first, lowest, highest and last value in every column of pixels, and
// a point for every pixel that has one. A wait or bound of 0 has no place on a logarithmic axis and
// stands on a line of its own.
package page
