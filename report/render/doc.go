// Package render makes tables, figures and the page of a run from its Arrow files and its record,
// and collects several runs in one folder.
//
//	run.Dir --Render--> tables/, figures/, report.html, for the next state of the run's folder; Again does it for a finished run
//	        --Bounds--> a plot of bounds over time;  Pairs: two methods on the same jobs;  Rank: rows of a ranking
//	several run.Dir --Collection.Write--> index.html, methods.md, a page for each log, scores.csv, figures/
//
// Figures and queries use the main level of the run, its first, unless they name another. The
// verdicts are decided here, from predictions.arrow, with the bounds of one series by all methods in
// memory at a time. They also decide which methods the figures show (report.Ranked). Each figure has
// its numbers next to it as CSV. The same run gives the same bytes again.
package render
