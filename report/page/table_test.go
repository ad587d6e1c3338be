package page

import (
	"reflect"
	"slices"
	"testing"

	"waitbench/report"
)

func TestView(t *testing.T) {
	f := facets{Traces: []string{"demo"}, Methods: []string{"bmbp", "bmbp+aci", "lognormal"}, Ranges: []string{"all", "1-4"}, Levels: []string{"0.95", "0.5"}}
	v := f.view(&report.Table{
		Name: "table3-correct-by-queue-q0.5", Title: "Shares", Star: "too low", Bold: "best", Missing: "few",
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

func TestAbout(t *testing.T) {
	f := facets{Methods: []string{"bmbp", "bmbp+aci", "trim", "lognormal-trim"}, Levels: []string{"0.95", "0.25l"}}
	for name, want := range map[string][2]string{
		"table5-correct-by-range-bmbp":                {"bmbp", ""},
		"table5-correct-by-range-bmbp-q0.95":          {"bmbp", "0.95"},
		"median-ratio-by-range-lognormal-trim-q0.25l": {"lognormal-trim", "0.25l"},
		"published-table5-correct-by-range-bmbp+aci":  {"bmbp+aci", ""},
		"table1-traces":                                {},
		"table3-correct-by-queue-q0.5":                 {},
		"correct-by-range-of-a-method-nobody-heard-of": {},
	} {
		method, level := f.about(name)
		if got := [2]string{method, level}; got != want {
			t.Errorf("%s is about %q, want %q", name, got, want)
		}
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
		heading("median_bound_s"): "median bound (s)", heading("correct"): "correct",
		significant(0.95): "0.95", significant(12345.6): "12346", significant(1e-7): "1.00e-07", significant(0): "0",
		enumerate([]string{"a"}): "a", enumerate([]string{"a", "b", "c"}): "a, b and c",
		printable("a\x00\n\xffb"): "a  \ufffdb",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
