// Package render makes tables, figures and the page of a run from its Arrow
// files and its record, and collects several runs in one folder.
//
//	run.Dir --Render--> tables/, figures/, report.html; Rerender does it for a finished run
//	        --Bounds--> a plot of bounds over time
//	        --Pairs---> two methods on the same jobs
//	        --Rank----> rows of a ranking
//	several run.Dir --Collection.Write--> index.html, methods.md, scores.csv, figures/,
//	        a page for each log
//
// Figures and queries use the main level of the run, its first, unless they
// name another. Render decides the verdicts from predictions.arrow, with the
// bounds of one series by all methods in memory at a time. The verdicts also
// choose the methods in figures (verdict.Ranked). Each figure has its numbers
// next to it as CSV. The same run makes the same bytes again.
package render
