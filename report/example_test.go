package report_test

import (
	"os"

	"waitbench/report"
)

func ExampleTable_WriteText() {
	table := &report.Table{
		Title:   "Share of waits within the bound",
		Columns: []report.Column{{Heading: "queue"}, {Heading: "bmbp", Align: report.Right}},
		Rows:    [][]report.Cell{{report.Text("express"), report.Number(0.9613, "%.2f")}},
	}
	if err := table.WriteText(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// Share of waits within the bound
	//
	// queue    bmbp
	// -------  ----
	// express  0.96
}
