// Package study writes what a simulation study ends in: a page with tables and figures, the tables
// and figures by themselves, and the cells behind them for other programs.
//
//	Report --Write--> README.md, cells.csv, cells.arrow, tables/*.md, *.csv, *.tex, figures/*.svg, *.csv
//	rows of any type, Fields --NewFrame--> Report.Cells
//
// The page holds every table, and shows the figures; forges show it when the folder is opened.
// Every file is whole or not there.
//
//	r := &study.Report{Title: "Allocation", Sections: []study.Section{{Heading: "What it says", Text: paragraphs, Tables: tables}}}
//	r.Cells = study.NewFrame(cells, study.Number("load", func(c *Cell) float64 { return c.Load }))
//	files, err := r.Write("results/study-downey")
package study
