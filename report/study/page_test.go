package study

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/table"
)

func madePage() *Page {
	claims := []claim[int]{{"one is small", func(way int) answer { return answerOf(way > 1, "%d", way) }}}
	return &Page{
		Claims:  claimsTable(claims, []string{"first", "second"}, []int{1, 2}),
		Figures: []PageFigure{{Name: "odds", Caption: "Odds.", Figure: &figure.Curves{Title: "Odds"}}},
		Command: "waitbench study a", Values: "What was done.",
		Cells:    output.CSV{{"name", "n", "x"}, {"a", "1", "0.5"}, {"b", "2", ""}},
		template: "sample",
	}
}

var _ = template.Must(texts.New("sample").Parse(`
# A study

{{.Values}}

{{table .Claims}}

{{index .Figures 0}}

    {{.Command}}
`))

const samplePage = `# A study

What was done.

### Claims of the paper, and whether they hold here

| claim        | first | second |
| ------------ | ----- | ------ |
| one is small | no: 1 | yes: 2 |

![Odds.](odds.svg)

Odds.

    waitbench study a
`

// write writes a page into a folder.
func write(t *testing.T, p *Page, dir string) error {
	t.Helper()
	f, err := output.Open(dir, false, output.Study)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return p.Write(f)
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results", "study")
	for range 2 { // into a new folder, and over what is there
		if err := write(t, madePage(), dir); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"README.md": samplePage, "cells.csv": "name,n,x\na,1,0.5\nb,2,\n", "odds.svg": "<?xml",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !strings.HasPrefix(string(got), want) {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
}

// text is a page as it is written.
func text(t *testing.T, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WritePage(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rowsOf gives a table as its CSV has it.
func rowsOf(t *testing.T, table *table.Table) [][]string {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// column gives the values of a column of rows with a heading.
func column(t *testing.T, rows [][]string, key string) (values []string) {
	t.Helper()
	at := slices.Index(rows[0], key)
	if at < 0 {
		t.Fatalf("no column %s in %q", key, rows[0])
	}
	for _, row := range rows[1:] {
		values = append(values, row[at])
	}
	return values
}

// wantAnswers compares how the claims of a table are answered in a column.
func wantAnswers(t *testing.T, table *table.Table, at int, want ...string) {
	t.Helper()
	if len(want) != len(table.Rows) {
		t.Fatalf("%d claims, not %d", len(table.Rows), len(want))
	}
	for i, row := range table.Rows {
		if got := row[at].Text; !strings.HasPrefix(got, want[i]) {
			t.Errorf("%s: %s, want %s", row[0].Text, got, want[i])
		}
	}
}
