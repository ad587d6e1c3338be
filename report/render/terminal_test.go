package render

import (
	"slices"
	"strings"
	"testing"

	"waitbench/report/published"
	"waitbench/report/reporttest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// A method without bounds is in no table of bounds, and a terminal gets few tables.
func TestPrintedTables(t *testing.T) {
	shares := reporttest.Find(t, published.Tables(reporttest.Run(), reporttest.ManyScores()), "table3-correct-by-queue")
	verdicts := verdict.Judge(reporttest.ManyScores(), 1000)
	for _, of := range append(verdict.Tables(reporttest.Run(), verdicts), shares, verdict.Backtests(verdicts)) {
		for _, row := range of.Rows {
			if slices.ContainsFunc(row, func(c table.Cell) bool { return c.Text == "li" }) {
				t.Errorf("%s names a method without bounds", of.ID)
			}
		}
	}
	if shares.Columns[4].Heading != "bmbp" || len(shares.Columns) != 4+7 || len(shares.Rows) != 8 {
		t.Errorf("%d columns, %d rows", len(shares.Columns), len(shares.Rows))
	}
	tables := append(verdict.Tables(reporttest.Run(), verdicts), shares)
	if picked := ForTerminal(tables); len(picked) != 2 || picked[0].ID != "verdict-by-queue" || picked[1] != shares {
		t.Errorf("printed are %d tables", len(picked))
	}
	long := *tables[0]
	long.Rows = slices.Repeat(long.Rows[:1], 40)
	long.Rows[0] = slices.Clone(long.Rows[0])
	long.Rows[0][3].Text = "bmbp, qbets, last"
	var text strings.Builder
	if short := Summaries([]*table.Table{&long, shares}); len(short) != 1 || short[0].WriteText(&text) != nil ||
		strings.Count(text.String(), "\n") > 18 || !strings.Contains(text.String(), " bmbp + 2 ") {
		t.Errorf("a summary of %d tables:\n%s", len(short), text.String())
	}
}
