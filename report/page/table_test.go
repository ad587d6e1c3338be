package page

import (
	"slices"
	"testing"

	"waitbench/report"
)

func TestTable(t *testing.T) {
	b := &builder{in: &Input{}, traces: []string{"demo"}}
	of := &report.Table{
		ID: "table3-correct-by-queue", Level: "0.5", Title: "Shares", Star: "too low", Bold: "best", Missing: "few",
		Columns: []report.Column{{Heading: "trace"}, {Heading: "queue"}, {Heading: "jobs", Align: report.Right}, {Heading: "bmbp", Align: report.Right, Marked: true}},
		Rows: [][]report.Cell{
			{report.Text("demo"), report.Text("normal"), report.Count(3), {Text: "0.950", Value: 0.9496, HasValue: true, N: 2, Star: true}},
			{report.Text("demo"), report.Text("low"), report.Count(4), report.Missing()},
		},
		Notes: []string{"a note"},
	}
	v := b.table(of, true)
	if v.First != 1 {
		t.Errorf("the first column is %d: that of the only trace should be left out", v.First)
	}
	for i, want := range []string{"", "", "", "0.9496"} {
		if got := sortBy(of.Rows[0][i]); got != want {
			t.Errorf("cell %d is sorted by %q, want %q", i, got, want)
		}
	}
	if got := sortBy(of.Rows[1][3]); got != "none" {
		t.Errorf("a cell without a value is sorted by %q", got)
	}
	if marks := v.Marks("*", "bold", "–"); !slices.Equal(marks, []report.Mark{{Sign: "*", Meaning: "too low"}, {Sign: "–", Meaning: "few"}}) {
		t.Errorf("marks %v", marks)
	}
	b.traces = []string{"demo", "other"}
	if v := b.table(of, true); v.First != 0 {
		t.Errorf("the first column of two traces is %d", v.First)
	}
}

// Tables stand under their questions in the order of these; those about one method alone are left
// out.
func TestQuestions(t *testing.T) {
	rows := [][]report.Cell{{report.Text("x")}}
	columns := []report.Column{{Heading: "queue"}}
	b := &builder{in: &Input{Tables: []*report.Table{
		{Title: "a", Question: report.WhatChanged, Columns: columns, Rows: rows}, {Title: "b", Question: report.HowTight, Columns: columns, Rows: rows},
		{Title: "c", Columns: columns, Rows: rows}, {Title: "d", Question: report.HowTight, Method: "bmbp", Columns: columns, Rows: rows},
		{Title: "e", Question: report.HowTight, Columns: columns, Rows: rows}, {Title: "f", Question: report.WhenFailed, Columns: columns},
	}}}
	var got []string
	p := &runPage{}
	b.answer(p)
	for _, q := range append(p.Questions, p.Replayed) {
		for _, table := range q.Tables {
			got = append(got, q.ID+" "+table.Title)
			if table.Open != (table.Title != "e") {
				t.Errorf("table %s is open: %v", table.Title, table.Open)
			}
		}
	}
	if want := []string{"how-tight b", "how-tight e", "what-changed a", "what-was-replayed c"}; !slices.Equal(got, want) {
		t.Errorf("tables %q, want %q", got, want)
	}
}
