// Package render makes tables, figures and the page of a run from what the run left: its Arrow
// files and its record.
//
//	run.Dir --Render--> tables/, figures/, report.html, for the next state of the run's folder; Again does it for a finished run
//	           --Bounds--> a plot of bounds over time;  Pairs: two methods on the same jobs
//
// Figures and readers use the main level, the first of the run, unless they are told another.
// Verdicts are decided here, from predictions.arrow, with the bounds of one series by all methods
// in memory at a time, or of a range by the candidates. Then figures are filled from the verdicts and
// read the bounds and forecasts that they show, series by series; which methods these are follows
// from the verdicts (report.Ranked). Beside every figure lie the numbers it shows, as CSV. The same
// run gives the same bytes again.
package render
