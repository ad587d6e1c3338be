package study

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
)

type point struct {
	name string
	n    int64
	x    float64
}

func sample() *Report {
	t := &report.Table{
		ID: "table1-load", Title: "Table 1: load", Columns: []report.Column{{Heading: "load"}},
		Rows: [][]report.Cell{{report.Number(0.5, "%.2f")}}, Notes: []string{"a note"},
	}
	return &Report{
		Title: "A study",
		Sections: []Section{
			{Text: []string{"What was done."}},
			{Heading: "What came of it", Tables: []*report.Table{t},
				Figures: []Figure{{Name: "odds", Caption: "Odds.", Figure: &figure.Curves{Title: "Odds"}}}},
		},
		Cells: NewFrame([]*point{{"a", 1, 0.5}, {"b", 2, 0.25}},
			Text("name", func(p *point) string { return p.name }),
			Count("n", func(p *point) int64 { return p.n }),
			Number("x", func(p *point) float64 { return p.x })),
	}
}

const samplePage = `# A study

What was done.

## What came of it

### Table 1: load

| load |
| ---- |
| 0.50 |

- a note

![Odds.](figures/odds.svg)

Odds.
`

// write writes a report into a folder.
func write(t *testing.T, r *Report, dir string) error {
	t.Helper()
	f, err := output.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return r.Write(f)
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results", "study")
	for range 2 { // into a new folder, and over what is there
		if err := write(t, sample(), dir); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"README.md":              samplePage,
		"cells.csv":              "name,n,x\na,1,0.5\nb,2,0.25\n",
		"cells.arrow":            "ARROW1",
		"tables/table1-load.md":  "## Table 1: load",
		"tables/table1-load.csv": "load\n0.5\n",
		"tables/table1-load.tex": "% \\usepackage{booktabs,longtable}",
		"figures/odds.svg":       "<?xml",
		"figures/odds.csv":       "series,x,y",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !strings.HasPrefix(string(got), want) {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	var out bytes.Buffer
	if err := sample().WriteTables(&out); err != nil || out.String() != "Table 1: load\n\nload\n----\n0.50\n\na note\n\n" {
		t.Errorf("%v, tables\n%s", err, out.String())
	}
}

func TestWriteFails(t *testing.T) {
	r := sample()
	r.Sections[1].Figures[0].Name = "odds\x00"
	dir := filepath.Join(t.TempDir(), "study")
	if err := write(t, r, dir); err == nil || !strings.Contains(err.Error(), "odds\x00") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("something stays behind: %v", err)
	}
}
