// Package study writes the page of a simulation study, the figures on it, and
// the cells behind them for other programs.
//
//	results of replay/study --Downey, VARQ, CISNE--> Page --Write--> README.md, cells.csv, *.svg
//
// A page begins with the claims of the paper: whether each holds here, and what
// was measured. Numbers in its sentences come from the cells. Settings, which
// make the results again, come last.
//
// A study is a file here that fills in a Page, and a template of its text, such
// as downey.md. Claims are sentences with a function that tries them ([claim]),
// numbers next to those printed are rows of a table, and cells.csv lists all
// cells.
package study
