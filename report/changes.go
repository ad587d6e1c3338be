package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/run"
)

// Judgement is a run with its scores and verdicts, as far as runs are compared.
type Judgement struct {
	Name     string // such as its directory
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []Verdict
}

// mostChanges is the number of rows of changes that Brief keeps.
const mostChanges = 40

var (
	mainChanges    = []string{"recommended", "jobs", "bounded", "correct", "pinball_s", "median_bound_s", "log_corr"}
	settingColumns = []string{"confidence", "epoch_s", "train"} // which the notes tell
)

// Changes gives the table of what is otherwise in a run than it was in another: a row for every
// verdict that recommends other methods, and for every column of scores that differs in a series by
// a method. Settings and logs that differ are in the notes, and so is how many values do.
func Changes(was, is *Judgement) *Table {
	t := &Table{
		ID: "changes", Title: "What changed since " + was.Name, Question: WhatChanged,
		Missing: "not in that run, or without a value",
		Columns: Columns("trace", "queue", "procs_range=processors", "quantile", "method", "column", "#was", "#is"),
	}
	t.recommended(was.Verdicts, is.Verdicts)
	verdicts := len(t.Rows)
	before, after := byName(was.Scores), byName(is.Scores)
	differ, both := 0, 0
	for i := range is.Scores {
		s := &is.Scores[i]
		old := before[nameOf(s)]
		if old == nil {
			t.change(s, s.Method, "jobs", Missing(), Count(s.Jobs))
			continue
		}
		both++
		rows := len(t.Rows)
		for k := range replay.Columns {
			if c := &replay.Columns[k]; c.Text(old) != c.Text(s) && !slices.Contains(settingColumns, c.Name) {
				t.change(s, s.Method, c.Name, scoreCell(old, c.Name), scoreCell(s, c.Name))
			}
		}
		if len(t.Rows) > rows {
			differ++
		}
	}
	for i := range was.Scores {
		if s := &was.Scores[i]; after[nameOf(s)] == nil {
			t.change(s, s.Method, "jobs", Count(s.Jobs), Missing())
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("verdicts with other recommendations: %d of %d; scores that differ: %d of the "+
		"%d that both runs have",
		verdicts, len(is.Verdicts), differ, both))
	t.Notes = append(t.Notes, otherwise(was.Run, is.Run)...)
	return t
}

// Brief returns a table as a terminal and the page show it. Of many changes it keeps the first ones
// of the main columns, and the files have all of them. Other tables are returned as they are.
func Brief(t *Table) *Table {
	if t.ID != "changes" || len(t.Rows) <= mostChanges {
		return t
	}
	brief := *t
	brief.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(row []Cell) bool { return !slices.Contains(mainChanges, row[5].Text) })
	brief.Rows = brief.Rows[:min(mostChanges, len(brief.Rows))]
	brief.Notes = append(slices.Clone(t.Notes), fmt.Sprintf("shown: %d of %d rows; tables/changes.csv has all", len(brief.Rows), len(t.Rows)))
	return &brief
}

// nameOf says what a score is of, whatever the confidence.
func nameOf(s *replay.Score) [5]string {
	return [...]string{s.Trace, s.Queue, s.Range, s.Level().String(), s.Method}
}

func byName(scores []replay.Score) map[[5]string]*replay.Score {
	m := map[[5]string]*replay.Score{}
	for i := range scores {
		m[nameOf(&scores[i])] = &scores[i]
	}
	return m
}

// recommended adds the verdicts that recommend other methods.
func (t *Table) recommended(was, is []Verdict) {
	for i := range is {
		v := &is[i]
		k := slices.IndexFunc(was, func(o Verdict) bool {
			return o.Trace == v.Trace && o.Queue == v.Queue && o.Range == v.Range && o.Level == v.Level
		})
		if k < 0 || len(v.Methods) == 0 {
			continue
		}
		old, new := namesOf(was[k].With(Recommended)), namesOf(v.With(Recommended))
		slices.Sort(old)
		slices.Sort(new)
		if !slices.Equal(old, new) {
			none := func(names []string) Cell { return Text(cmp.Or(strings.Join(names, ", "), "none")) }
			t.change(v.Methods[0].Score, "", "recommended", none(old), none(new))
		}
	}
}

// change adds a row. Values that differ in digits that are not shown are shown with more.
func (t *Table) change(s *replay.Score, method, column string, was, is Cell) {
	if was.HasValue && is.HasValue && was.Text == is.Text {
		if was.Text, is.Text = fmt.Sprintf("%.6g", was.Value), fmt.Sprintf("%.6g", is.Value); was.Text == is.Text {
			was.Text, is.Text = fmt.Sprint(was.Value), fmt.Sprint(is.Value)
		}
	}
	t.Rows = append(t.Rows, []Cell{Text(s.Trace), Text(s.Queue), Text(s.Range), Text(s.Level().String()),
		Text(method), Text(column), was, is})
}

// otherwise says which settings and logs differ.
func otherwise(was, is *run.Record) []string {
	var notes []string
	for i := range run.AllSettings {
		p := &run.AllSettings[i]
		if old, new := p.Value(&was.Settings).String(), p.Value(&is.Settings).String(); old != new {
			notes = append(notes, fmt.Sprintf("--%s was %s, is %s", p.Flag, cmp.Or(old, "empty"), cmp.Or(new, "empty")))
		}
	}
	for _, t := range is.Traces {
		if k := slices.IndexFunc(was.Traces, func(o run.TraceRecord) bool { return o.Name == t.Name }); k >= 0 && was.Traces[k].SHA256 != t.SHA256 {
			notes = append(notes, t.Name+" is another file than it was")
		}
	}
	return notes
}
