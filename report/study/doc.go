// Package study writes the page that a simulation study ends in, the figures on it, and the cells
// behind them for other programs.
//
//	results of replay/study --Downey, VARQ, CISNE--> Page --Write--> README.md, cells.csv, *.svg
//
// A page begins with the claims of the paper: whether each holds here, and what was measured. What
// it says with numbers is made from the cells. Settings, which make the results again, come last.
//
// A study is a file here that fills in a Page: claims are sentences with a function that tries
// them ([claim]), numbers beside those printed are rows of a table, and a frame lists all cells.
package study
