package table

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

// sample has what the formats have to take care of.
func sample() *Table {
	return &Table{
		ID:    "sample",
		Title: "Shares & ratios, 95% of C_max {x} #1",
		Columns: []Column{
			{Heading: "queue"},
			{Key: "mean_wait_s", Heading: "mean wait", Unit: "s", Right: true},
			{Key: "share", Heading: "share", Right: true, Marked: true, Counted: true},
			{Heading: "difference", Right: true},
		},
		Rows: [][]Cell{
			{Text("normal"), Number(1234.5678, "%.0f"), {Text: "0.97", Value: 0.9712, HasValue: true, N: 4535,
				Bold: true}, Signed(-0.031, "%.2f")},
			{Text("q_64|m*"), Number(7, "%.0f"), {Text: "0.95", Value: 0.9499, HasValue: true, N: 12, Star: true},
				Signed(0.25, "%.2f")},
			{Text("été 日本"), Number(math.NaN(), "%.0f"), Missing(), Signed(-0.001, "%.2f")},
			{Text("e\u0301t\x1b[1m\n<b>"), Count(3), {Text: "1.00", Value: 1, HasValue: true}, Missing()},
			{Text(`a\b~^"$` + "\xff"), Count(0), {Text: "0.50", Value: 0.5, HasValue: true, N: 2, Star: true,
				Bold: true}, Signed(0, "%.2f")},
		},
		Star:    "below 0.95",
		Bold:    "most accurate",
		Missing: "fewer than 1000 jobs",
		Notes: []string{"100% of the jobs_read",
			"a long note that goes on and on so that it does not fit in the width of a terminal" +
				" and has to be folded, for which it needs some more words than these"},
	}
}

func TestTableFormats(t *testing.T) {
	for _, format := range []struct {
		file  string
		write func(*Table, io.Writer) error
	}{
		{"sample.txt", (*Table).WriteText},
		{"sample.md", (*Table).WriteMarkdown},
		{"sample.csv", (*Table).WriteCSV},
		{"sample.json", (*Table).WriteJSON},
		{"sample.tex", (*Table).WriteLaTeX},
	} {
		var b strings.Builder
		if err := format.write(sample(), &b); err != nil {
			t.Fatal(err)
		}
		swftest.Golden(t, "testdata/"+format.file, b.String())
		if err := format.write(sample(), fullDisk{}); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: error %v", format.file, err)
		}
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// Names of files are made from what a table is about, in letters that every
// file system takes.
// TestNoMinusZero: -0, and what rounds to it, have no sign.
func TestNoMinusZero(t *testing.T) {
	for _, v := range []float64{math.Copysign(0, -1), -0.001} {
		for format, want := range map[string]string{"%.0f": "0", "%.2f": "0.00", "%+.1f": "0.0"} {
			for _, c := range []Cell{Number(v, format), Signed(v, format)} {
				if c.Text != want || v == 0 && math.Signbit(c.Value) {
					t.Errorf("%v by %s: %+v, want %s", v, format, c, want)
				}
			}
		}
	}
	if got := Signed(0.001, "%.2f").Text + Signed(0.01, "%.2f").Text; got != "0.00+0.01" {
		t.Error(got)
	}
}

func TestFileName(t *testing.T) {
	for want, table := range map[string]Table{
		"table3-correct-by-queue":      {ID: "table3-correct-by-queue"},
		"correct-by-range-a+aci-q.25l": {ID: "correct-by-range-a+aci", Level: ".25l"},
		"day-a_b_..-demo":              {ID: "day-a/b\\..-demo"},
	} {
		if got := table.FileName(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestFitted folds a table: no line is longer, and no word is lost. Columns
// without room come in a further block.
func TestFitted(t *testing.T) {
	table := &Table{
		Title:   "Logs",
		Columns: Columns("name", "#jobs=jobs that have started", "about", "source"),
		Rows: [][]Cell{
			{Text("a-name"), Count(123456), Text("a machine of many nodes, with queues"),
				Text("somebody, in a journal of that time")},
			{Text("b"), Missing(), Text("short"), Text("")},
		},
	}
	for columns, lines := range map[int]int{200: 6, 100: 7, 80: 7, 60: 9, 40: 15} {
		var b strings.Builder
		if err := table.Fitted(columns).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n != lines {
			t.Errorf("%d lines in %d columns, want %d", n, columns, lines)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			if width(line) > columns {
				t.Errorf("%d columns in %d: %q", width(line), columns, line)
			}
		}
		for _, word := range strings.Fields("started 123456 machine many nodes, queues somebody, journal time short") {
			if strings.Count(b.String(), word) != 1 {
				t.Errorf("%q does not appear once in %d columns:\n%s", word, columns, b.String())
			}
		}
	}
}

// TestLargeNumbers: CSV has numbers as cat writes them, without an exponent, and JSON
// lines have a row each.
func TestLargeNumbers(t *testing.T) {
	table := &Table{Columns: Columns("#n", "queue"), Rows: [][]Cell{{Count(2091849), Text("a<b")},
		{Number(123456789012, "%v"), Missing()}}}
	var csv, lines strings.Builder
	if err := errors.Join(table.WriteCSV(&csv), table.WriteJSONLines(&lines)); err != nil {
		t.Fatal(err)
	}
	if got, want := csv.String(), "n,queue\n2091849,a<b\n123456789012,\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := `{"n":2091849,"queue":"a<b"}` + "\n" + `{"n":123456789012,"queue":null}` + "\n"
	if lines.String() != want {
		t.Errorf("%q, want %q", &lines, want)
	}
}
