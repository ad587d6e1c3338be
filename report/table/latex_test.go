package table

import (
	"fmt"
	"strings"
	"testing"
)

// A table with too many rows for a page is a longtable. The label has the log.
func TestLongLaTeX(t *testing.T) {
	for rows, want := range map[int]string{47: "{table}", 48: "{longtable}"} {
		table := &Table{ID: "jobs", Title: "Jobs", Columns: Columns("log", "#jobs")}
		for range rows {
			table.Add("a log", 1)
		}
		var b strings.Builder
		if err := table.WriteLaTeX(&b); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) ||
			!strings.Contains(got, `\caption{Jobs, a log}\label{tab:a_log:jobs}`) ||
			strings.Count(got, "1 \\\\\n") != rows {
			t.Errorf("%d rows, want %s:\n%s", rows, want, got)
		}
	}
}

// Where many methods have a column each, they are rows, and queues are columns.
func TestTurned(t *testing.T) {
	table := &Table{ID: "shares", Title: "Shares", Columns: Columns("queue", "#jobs", "**a", "**b", "**c", "**d")}
	table.Add("q", 5, Count(1), Count(2), Count(3), Missing())
	table.Add("r", 6, Count(7), Count(8), Count(9), Missing())
	if table.turned() != table {
		t.Error("four methods were turned")
	}
	for i := range latexSeries - 3 {
		table.Columns = append(table.Columns, Columns(fmt.Sprint("**m", i))...)
		table.Rows[0], table.Rows[1] = append(table.Rows[0], Count(i)), append(table.Rows[1], Count(-i))
	}
	var b strings.Builder
	if err := table.turned().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if want := `Shares

method  q   r
------  -  --
jobs    5   6
a       1   7
b       2   8
c       3   9
d       -   -
m0      0   0
m1      1  -1
m2      2  -2
`; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A note is below the first table of a document that has it.
func TestNotesOnce(t *testing.T) {
	tables := []*Table{{Notes: []string{"a", "b"}}, {Notes: []string{"b", "c", "a"}}}
	if got := NotesOnce(tables); fmt.Sprint(got[0].Notes, got[1].Notes) != "[a b] [c]" || len(tables[1].Notes) != 3 {
		t.Error(got[0].Notes, got[1].Notes, tables[1].Notes)
	}
}
