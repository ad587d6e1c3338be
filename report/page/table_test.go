package page

import (
	"reflect"
	"slices"
	"testing"

	"waitbench/replay"
	"waitbench/report"
)

func TestView(t *testing.T) {
	f := facets{Traces: []string{"demo"}, Methods: []string{"bmbp", "bmbp+aci", "lognormal"}, Ranges: []string{"all", "1-4"}, Levels: []string{"0.95", "0.5"}}
	v := f.view(&report.Table{
		ID: "table3-correct-by-queue", Level: "0.5", Title: "Shares", Star: "too low", Bold: "best", Missing: "few",
		Columns: []report.Column{{Heading: "trace"}, {Heading: "queue"}, {Heading: "jobs", Align: report.Right}, {Heading: "bmbp", Align: report.Right, Marked: true}},
		Rows: [][]report.Cell{
			{report.Words("demo"), report.Words("normal"), report.Count(3), {Text: "0.95", Value: 0.9496, HasValue: true, N: 2, Star: true}},
			{report.Words("demo"), report.Words("low"), report.Count(4), report.Absent()},
		},
		Notes: []string{"a note"},
	})
	if v.Method != "" || v.Level != "0.5" {
		t.Errorf("the table is about method %q and level %q", v.Method, v.Level)
	}
	if got := len(v.Columns); got != 3 || v.Columns[2].Method != "bmbp" || v.Columns[0].Heading != "queue" {
		t.Errorf("columns %v: that of the only trace should be left out", v.Columns)
	}
	want := row{Trace: "demo", Queue: "normal", Level: "0.5", Cells: []cell{
		{Text: "normal", Head: true}, {Text: "3", Number: true}, {Text: "0.95", Sort: "0.9496", N: 2, Star: true, Number: true},
	}}
	if !reflect.DeepEqual(v.Rows[0], want) {
		t.Errorf("row %+v, want %+v", v.Rows[0], want)
	}
	if v.Rows[0].Bare || !v.Rows[1].Bare {
		t.Error("the row without a share, and only that, should be bare")
	}
	if !slices.Equal(v.Notes, []note{{"*", "too low"}, {"–", "few"}, {"", "a note"}}) {
		t.Errorf("notes %v", v.Notes)
	}
}

// What a table is about it says itself; its name is not looked at.
func TestViewAbout(t *testing.T) {
	f := facets{Traces: []string{"a", "b"}, Methods: []string{"bmbp", "trim"}, Levels: []string{"0.95", "0.5"}}
	rows := [][]report.Cell{{report.Words("normal")}}
	columns := []report.Column{{Heading: "queue"}}
	v := f.view(&report.Table{ID: "x", Trace: "a", Method: "bmbp", Level: "0.5", Columns: columns, Rows: rows})
	if got := v.Rows[0]; v.Method != "bmbp" || v.Level != "0.5" || got.Trace != "a" || got.Method != "bmbp" || got.Level != "0.5" {
		t.Errorf("method %q, level %q, row %+v", v.Method, v.Level, got)
	}
	v = f.view(&report.Table{ID: "table-bmbp-q0.5", Columns: columns, Rows: rows})
	if v.Method != "" || v.Level != "" || v.Rows[0].Method != "" {
		t.Errorf("a table about nothing in particular is about method %q and level %q", v.Method, v.Level)
	}
}

func TestRangesWithRemarks(t *testing.T) {
	f := facets{Traces: []string{"a", "b"}}
	v := f.view(&report.Table{
		Columns: []report.Column{{Heading: "trace"}, {Heading: "range"}, {Key: "procs", Heading: "processors"}},
		Rows:    [][]report.Cell{{report.Words("a"), report.Words("17-64 (129-512 processors)"), report.Words("129-512")}},
	})
	if got := v.Rows[0]; got.Trace != "a" || got.Range != "129-512" || len(got.Cells) != 3 {
		t.Errorf("row %+v", got)
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		duration(0): "0\u00a0s", duration(59): "59\u00a0s", duration(90): "1.5\u00a0min", duration(7200): "2\u00a0h", duration(12 * 86400): "12\u00a0d",
		grouped(9999): "9999", grouped(1234567): "1\u202f234\u202f567",
		title(replay.FindColumn("median_bound_s")): "median bound (s)", title(replay.FindColumn("correct")): "correct",
		significant(0.95): "0.95", significant(12345.6): "12346", significant(1e-7): "1.00e-07", significant(0): "0",
		enumerate([]string{"a"}): "a", enumerate([]string{"a", "b", "c"}): "a, b and c",
		printable("a\x00\n\xffb"): "a  \ufffdb",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
