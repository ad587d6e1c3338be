package study

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/output"
	"waitbench/report/figure"
)

func madePage() *Page {
	claims := Claims[int]{{"one is small", func(way int) Answer { return YesOrNo(way > 1, "%d", way) }}}
	return &Page{
		Claims:  claims.Table([]string{"first", "second"}, []int{1, 2}),
		Figures: []Figure{{Name: "odds", Caption: "Odds.", Figure: &figure.Curves{Title: "Odds"}}},
		Command: "waitbench study a", Values: "What was done.",
		Cells: output.CSV{{"name", "n", "x"}, {"a", "1", "0.5"}, {"b", "2", ""}},
		Texts: sample,
	}
}

var sample = NewTexts(`
# A study

{{.Values}}

{{table .Claims}}

{{index .Figures 0}}

    {{.Command}}
`)

const samplePage = `# A study

What was done.

### Claims of the paper, and whether they hold here

| claim        | first | second |
| ------------ | ----- | ------ |
| one is small | no: 1 | yes: 2 |

- first: 0 of 1 claims hold; second: 1 of 1 claims hold

![Odds.](odds.svg)

Odds.

    waitbench study a
`

// TestVerdicts: a terminal shows no measurements, and the page keeps them.
func TestVerdicts(t *testing.T) {
	p := madePage()
	row := p.Verdicts().Rows[0]
	if got := row[0].Text + "," + row[1].Text + "," + row[2].Text; got != "one is small,no,yes" {
		t.Errorf("row %q", got)
	}
	if kept := p.Claims.Rows[0][1].Text; kept != "no: 1" {
		t.Errorf("the page has %q", kept)
	}
}

// write writes a page into a folder.
func write(t *testing.T, p *Page, dir string) error {
	t.Helper()
	f, err := output.Begin(dir, false, output.Study)
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
