package page

import (
	"slices"
	"testing"

	"waitbench/report/table"
)

func TestSortBy(t *testing.T) {
	for want, cell := range map[string]table.Cell{
		"":       table.Text("normal"),
		"0.9496": {Text: "0.950", Value: 0.9496, HasValue: true, N: 2, Star: true},
		"none":   table.Missing(),
	} {
		if got := sortBy(cell); got != want {
			t.Errorf("%+v is sorted by %q, want %q", cell, got, want)
		}
	}
}

// Tables are under their questions in the order of these; those about one
// method alone are left out, and so is the column of the only log.
func TestQuestions(t *testing.T) {
	rows := [][]table.Cell{{table.Text("demo"), table.Text("x")}}
	columns := []table.Column{{Heading: "log"}, {Heading: "queue"}}
	p := &runPage{Input: &Input{Tables: []*table.Table{
		{Title: "a", Question: table.AgainstPaper, Columns: columns, Rows: rows}, {Title: "b", Question: table.HowTight,
			Columns: columns, Rows: rows},
		{Title: "c", Columns: columns, Rows: rows},
		{Title: "e", Question: table.HowTight, Columns: columns, Rows: rows}, {Title: "f", Question: table.WhenFailed,
			Columns: columns},
	}}}
	p.answer()
	var got []string
	for _, q := range append(p.Questions, p.Replayed) {
		for _, table := range q.Tables {
			got = append(got, q.ID+" "+table.Title)
			if len(table.Columns) != 1 || len(table.Rows[0]) != 1 {
				t.Errorf("table %s has columns %v", table.Title, table.Columns)
			}
		}
	}
	if want := []string{"how-tight b", "how-tight e", "against-the-paper a", "what-was-replayed c"}; !slices.Equal(got,
		want) {
		t.Errorf("tables %q, want %q", got, want)
	}
}
