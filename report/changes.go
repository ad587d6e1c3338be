package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

// Judgement is a run with its scores and verdicts, for a comparison of runs.
type Judgement struct {
	Name     string // such as its directory
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []Verdict
}

// mostChanges is the number of rows of changes that Brief keeps.
const mostChanges = 40

var (
	mainChanges = []string{"recommended", "replayed", "jobs", "bounded", "correct", "pinball_s",
		"median_bound_s", "log_corr"}
	settingColumns = []string{"confidence", "epoch_s", "train"} // shown in notes
)

// change is a row of the table of changes.
type change struct {
	*replay.Score // names the series; nil for all
	method        string
	column        string
	was, is       Cell
}

// Changes returns the table of the differences between a run and an earlier
// one: a row for every verdict that recommends other methods, and for every
// column of scores that differs. Notes count the differences and name the
// settings and logs that differ.
func Changes(was, is *Judgement) *Table {
	list := recommendations(was.Verdicts, is.Verdicts)
	verdicts, differ, both := len(list), 0, 0
	before, after := byName(was.Scores), byName(is.Scores)
	names, others := MethodsIn(was.Scores), MethodsIn(is.Scores)
	for _, m := range slices.Concat(others, names) { // one row for a method that is new or gone
		if old, new := slices.Contains(names, m), slices.Contains(others, m); old != new {
			list = append(list, change{nil, m, "replayed", YesNo(old), YesNo(new)})
		}
	}
	for i := range is.Scores {
		s := &is.Scores[i]
		old := before[nameOf(s)]
		if old == nil {
			if slices.Contains(names, s.Method) {
				list = append(list, change{s, s.Method, "jobs", Missing(), Count(s.Jobs)})
			}
			continue
		}
		both++
		n := len(list)
		for k := range replay.Columns {
			if c := &replay.Columns[k]; c.Text(old) != c.Text(s) &&
				!slices.Contains(settingColumns, c.Name) {
				list = append(list, change{s, s.Method, c.Name,
					scoreCell(old, c.Name), scoreCell(s, c.Name)})
			}
		}
		if len(list) > n {
			differ++
		}
	}
	for i := range was.Scores {
		if s := &was.Scores[i]; after[nameOf(s)] == nil && slices.Contains(others, s.Method) {
			list = append(list, change{s, s.Method, "jobs", Count(s.Jobs), Missing()})
		}
	}
	t := NewTable("changes", map[string]any{
		"Name": was.Name, "Recommended": verdicts,
		"Verdicts": len(is.Verdicts), "Differ": differ, "Both": both})
	t.Notes = append(t.Notes, otherSettings(was.Run, is.Run)...)
	t.Columns = Columns("@log", "@queue", "@procs_range", "@quantile", "method", "column", "#was",
		"#is")
	for _, c := range list {
		if c.was.HasValue && c.is.HasValue && c.was.Text == c.is.Text { // show all digits
			c.was.Text, c.is.Text = fmt.Sprint(c.was.Value), fmt.Sprint(c.is.Value)
		}
		t.AddScore(c.Score, c.method, c.column, c.was, c.is)
	}
	return t
}

// Brief returns a table as a terminal and the page show it. Of many changes it
// keeps the first ones of the main columns; the files have all of them.
func Brief(t *Table) *Table {
	if t.ID != "changes" || len(t.Rows) <= mostChanges {
		return t
	}
	brief := *t
	brief.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(row []Cell) bool {
		return !slices.Contains(mainChanges, row[t.index("column")].Text)
	})
	brief.Rows = brief.Rows[:min(mostChanges, len(brief.Rows))]
	shown := fmt.Sprintf("shown: %d of %d rows; tables/changes.csv has all",
		len(brief.Rows), len(t.Rows))
	brief.Notes = append(slices.Clone(t.Notes), shown)
	return &brief
}

// nameOf returns the series, level and method of a score.
func nameOf(s *replay.Score) [5]string {
	return [...]string{s.Log, s.Queue, s.Range, s.Level().String(), s.Method}
}

func byName(scores []replay.Score) map[[5]string]*replay.Score {
	m := map[[5]string]*replay.Score{}
	for i := range scores {
		m[nameOf(&scores[i])] = &scores[i]
	}
	return m
}

// recommendations returns the verdicts that recommend other methods.
func recommendations(was, is []Verdict) (list []change) {
	names := func(v *Verdict) string {
		return cmp.Or(strings.Join(slices.Sorted(slices.Values(v.names(Recommended))), ", "),
			"none")
	}
	for i := range is {
		v := &is[i]
		k := slices.IndexFunc(was, func(o Verdict) bool {
			return o.Log == v.Log && o.Queue == v.Queue &&
				o.Range == v.Range && o.Level == v.Level
		})
		if k >= 0 && names(&was[k]) != names(v) {
			list = append(list, change{v.Methods[0].Score, "", "recommended",
				Text(names(&was[k])), Text(names(v))})
		}
	}
	return list
}

// otherSettings returns notes on the settings and logs that differ.
func otherSettings(was, is *run.Record) []string {
	var notes []string
	for i := range run.AllSettings {
		p := &run.AllSettings[i]
		if old, new := p.Value(&was.Settings).String(), p.Value(&is.Settings).String(); old != new {
			notes = append(notes, fmt.Sprintf("--%s was %s, is %s", p.Flag,
				cmp.Or(old, "empty"), cmp.Or(new, "empty")))
		}
	}
	if was.Log.Name == is.Log.Name && was.Log.SHA256 != is.Log.SHA256 {
		notes = append(notes, "the file of "+is.Log.Name+" changed")
	}
	return notes
}

// ForTerminal picks the tables of a run to print when it is done: the verdicts
// and the shares by queue, or the forecasts if no method makes bounds; then the
// tables that the user requested.
func ForTerminal(tables []*Table) []*Table {
	picked := withIDs(tables, "verdict-by-queue", "table3-")
	if len(picked) < 2 {
		picked = withIDs(tables, "forecasts-by-queue")
	}
	for _, t := range withIDs(tables, "published-own", "changes") {
		picked = append(picked, Brief(t))
	}
	return picked
}

// Summaries shortens tables of ForTerminal to the summary of a run: the first
// with few rows, at most two names in a cell, without columns that list methods
// and without notes, because the page explains it, and the tables that the user
// requested.
func Summaries(tables []*Table) []*Table {
	const most = 12 // rows
	requested := withIDs(tables, "published-own", "changes")
	if len(requested) == len(tables) {
		return tables
	}
	t := *tables[0]
	if t.ID == "verdict-by-queue" {
		t = *t.With("log", "queue", "quantile", "scored", "recommended", "correct", "pinball_s",
			"median_bound_s")
		at := t.index("recommended")
		for _, row := range t.Rows {
			if names := strings.Split(row[at].Text, ", "); len(names) > 2 {
				row[at].Text = fmt.Sprintf("%s + %d", names[0], len(names)-1)
			}
		}
	}
	t.Notes, t.Star, t.Bold, t.Missing = nil, "", "", ""
	if n := len(t.Rows) - most; n > 0 {
		t.Rows = t.Rows[:most]
		t.Notes = []string{output.Counted(n, "more row") + ": see the page"}
	}
	return append([]*Table{&t}, requested...)
}

// withIDs lists the tables whose IDs begin in one of the ways.
func withIDs(tables []*Table, beginnings ...string) []*Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool {
		return !slices.ContainsFunc(beginnings, func(b string) bool {
			return strings.HasPrefix(t.ID, b)
		})
	})
}
