package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
)

// Judgement is a run with its scores and verdicts, for a comparison of runs.
type Judgement struct {
	Name     string // such as its directory
	Run      *run.Record
	Scores   []replay.Score
	Verdicts []Verdict
}

// settingColumns are shown in notes.
var settingColumns = []string{"confidence", "epoch_s", "train"}

// change is a row of the table of changes.
type change struct {
	*replay.Score // names the series; nil for all
	method        string
	column        string
	was, is       table.Cell
}

// Changes returns the table of the differences between a run and an earlier
// one: a row for every verdict that recommends other methods, and for every
// column of scores that differs. Notes count the differences and name the
// settings and logs that differ.
func Changes(was, is *Judgement) *table.Table {
	rows := recommendations(was.Verdicts, is.Verdicts)
	verdicts, differ, both := len(rows), 0, 0
	before, after := ByName(was.Scores), ByName(is.Scores)
	oldMethods, newMethods := MethodsIn(was.Scores), MethodsIn(is.Scores)
	// one row for a method that is new or gone
	for _, m := range slices.Concat(newMethods, oldMethods) {
		if old, new := slices.Contains(oldMethods, m), slices.Contains(newMethods, m); old != new {
			rows = append(rows, change{nil, m, "replayed", table.YesNo(old), table.YesNo(new)})
		}
	}
	for i := range is.Scores {
		s := &is.Scores[i]
		old := before[nameOf(s)]
		if old == nil {
			if slices.Contains(oldMethods, s.Method) {
				rows = append(rows,
					change{s, s.Method, "jobs", table.Missing(), table.Count(s.Jobs)})
			}
			continue
		}
		both++
		n := len(rows)
		for k := range replay.Columns {
			if c := &replay.Columns[k]; c.Text(old) != c.Text(s) &&
				!slices.Contains(settingColumns, c.Name) {
				rows = append(rows, change{s, s.Method, c.Name,
					table.ScoreCell(old, c.Name), table.ScoreCell(s, c.Name)})
			}
		}
		if len(rows) > n {
			differ++
		}
	}
	for i := range was.Scores {
		if s := &was.Scores[i]; after[nameOf(s)] == nil && slices.Contains(newMethods, s.Method) {
			rows = append(rows, change{s, s.Method, "jobs", table.Count(s.Jobs), table.Missing()})
		}
	}
	t := table.New("changes", map[string]any{
		"Name": was.Name, "Recommended": verdicts,
		"Verdicts": len(is.Verdicts), "Differ": differ, "Both": both})
	t.Notes = append(t.Notes, otherSettings(was.Run, is.Run)...)
	t.Columns = table.Columns("@log", "@queue", "@procs_range", "@quantile", "method", "column",
		"#was", "#is")
	for _, c := range rows {
		if c.was.HasValue && c.is.HasValue && c.was.Text == c.is.Text { // show all digits
			c.was.Text, c.is.Text = fmt.Sprint(c.was.Value), fmt.Sprint(c.is.Value)
		}
		t.AddScore(c.Score, c.method, c.column, c.was, c.is)
	}
	return t
}

// recommendations returns the verdicts that recommend other methods.
func recommendations(was, is []Verdict) (rows []change) {
	recommended := func(v *Verdict) string {
		return cmp.Or(strings.Join(slices.Sorted(slices.Values(v.namesWith(Recommended))), ", "),
			"none")
	}
	for i := range is {
		v := &is[i]
		k := slices.IndexFunc(was, func(o Verdict) bool {
			return o.Log == v.Log && o.Queue == v.Queue &&
				o.Range == v.Range && o.Level == v.Level
		})
		if k >= 0 && recommended(&was[k]) != recommended(v) {
			rows = append(rows, change{v.Methods[0].Score, "", "recommended",
				table.Text(recommended(&was[k])), table.Text(recommended(v))})
		}
	}
	return rows
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
