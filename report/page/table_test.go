package page

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"waitbench/replay"
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

// The page has one column for both ends of an interval, each note once, and no
// tests of hypotheses, which stay in the files.
func TestShownTables(t *testing.T) {
	tests := &table.Table{ID: "backtests", Question: table.WhenFailed, Columns: table.Columns("@queue", "@correct_lo",
		"@correct_hi", "@kupiec_lr", "#kupiec_p=Kupiec p", "#difference_lo_s=from|s", "#difference_hi_s=to|s"),
		Notes: []string{"LR: large", "hypotheses: three", "settled: later"}}
	tests.Add("normal", table.Number(0.94, "%.3f"), table.Number(0.96, "%.3f"), 4, 0.5,
		table.Seconds(-5), table.Seconds(7200))
	tests.Add("low", table.Missing(), table.Missing(), 4, 0.5, table.Missing(), table.Missing())
	other := &table.Table{ID: "other", Columns: table.Columns("queue"), Rows: [][]table.Cell{{table.Text("low")}},
		Notes: []string{"settled: later", "new"}}
	p := &runPage{Input: &Input{Tables: []*table.Table{tests, other}}}
	shown := p.shownTables()
	var b strings.Builder
	if err := cmp.Or(shown[0].WriteText(&b), shown[1].WriteText(&b)); err != nil {
		t.Fatal(err)
	}
	if want := `

queue   share from, to     from, to
------  --------------  -----------
normal  0.940 to 0.960  -5 s to 2 h
low                  -            -

settled: later


queue
-----
low

new
`; b.String() != want || len(tests.Columns) != 7 || len(tests.Notes) != 3 {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestScoreIntervals: the range of a share by days, its odds of 9 times or by
// exp(2.0930 .02 / .09) = 1.5922.
func TestScoreIntervals(t *testing.T) {
	s := replay.NewScore()
	s.Method, s.Bounded, s.Coverage, s.ShareSE, s.Blocks = "a", 100, .9, .02, 20
	table := newScoreTable(&Input{Scores: []replay.Score{s}, Methods: []string{"a"}})
	at := slices.IndexFunc(table.Columns, func(c scoreColumn) bool { return c.Label == "share from, to" })
	if at < 0 || table.Rows[0][at] != "0.850 to 0.935" {
		t.Errorf("%+v", table)
	}
}
