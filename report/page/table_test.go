package page

import (
	"slices"
	"testing"

	"waitbench/report"
)

func TestSortBy(t *testing.T) {
	for want, cell := range map[string]report.Cell{
		"":       report.Text("normal"),
		"0.9496": {Text: "0.950", Value: 0.9496, HasValue: true, N: 2, Star: true},
		"none":   report.Missing(),
	} {
		if got := sortBy(cell); got != want {
			t.Errorf("%+v is sorted by %q, want %q", cell, got, want)
		}
	}
}

// Tables are under their questions in the order of these; those about one
// method alone are left out, and so is the column of the only log.
func TestQuestions(t *testing.T) {
	rows := [][]report.Cell{{report.Text("demo"), report.Text("x")}}
	columns := []report.Column{{Heading: "log"}, {Heading: "queue"}}
	p := &runPage{Input: &Input{Tables: []*report.Table{
		{Title: "a", Question: report.WhatChanged, Columns: columns, Rows: rows}, {Title: "b", Question: report.HowTight, Columns: columns, Rows: rows},
		{Title: "c", Columns: columns, Rows: rows},
		{Title: "e", Question: report.HowTight, Columns: columns, Rows: rows}, {Title: "f", Question: report.WhenFailed, Columns: columns},
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
	if want := []string{"how-tight b", "how-tight e", "what-changed a", "what-was-replayed c"}; !slices.Equal(got, want) {
		t.Errorf("tables %q, want %q", got, want)
	}
}
