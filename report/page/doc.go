// Package page writes report.html: a run on one page that needs no network and
// no other file.
//
//	predictions --Plot.Add--> Plot
//	run, scores, verdicts, tables, figures, Plot --Write--> report.html
//
// A page begins with the verdicts in sentences, and the methods. Then come the
// bounds of methods over time with the waits of jobs; tables and figures in the
// order of the questions they answer; the scores of one method at a time; and
// the input and settings of the run. uPlot (assets/vendor) draws the plot over
// time, and a few lines of JavaScript the rest. The address keeps the choices
// of the reader behind #?, so that it can be linked.
//
// The plot takes up to plotBytes, and the page names the series that do not
// fit. A series of more than mostPoints jobs is thinned: of each part of
// consecutive jobs the plot shows the first and those with the shortest and the
// longest wait. The bounded and covered jobs of a method are counted by day
// over the whole series, so that shares of days are exact. Upper bounds are
// rounded down to whole seconds (thousandths if waits have fractions) and lower
// ones up, which keeps every job on its side of the bound.
//
// A bound that stays the same from one refit to the next is drawn as a line. A
// bound that depends on the job is a mark for each job, since a line would join
// unrelated values.
package page
