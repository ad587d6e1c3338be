package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
)

// comparison compares published values with the numbers of a run at a level.
type comparison struct {
	record *run.Record
	scores []replay.Score
	level  methods.Level
}

// Comparisons returns tables of published next to measured numbers: tables 1,
// 3, 4, and 5 to 7 for the logs of the paper's machines, and a table for each
// quantile of the values of other papers and of the user's own. If tables of
// the paper are missing for such a log, why is a sentence with the reason.
func Comparisons(record *run.Record, scores []replay.Score,
	own []PublishedValue) (tables []*Table, why string) {
	more := maps.Clone(papers())
	delete(more, bmbpPaper)
	more["own"] = own
	for _, name := range slices.Sorted(maps.Keys(more)) {
		tables = append(tables, others(record, scores, name, more[name])...)
	}
	c := &comparison{record, scores, paperLevel}
	printed, notes, ofRanges := c.printed()
	if len(notes) == 0 {
		return tables, "" // no log is of a machine of the paper
	}
	for _, of := range []struct{ id, title, sources string }{
		{"table1-traces", "jobs and waits of each queue", "table 1"},
		{"table3-correct-by-queue", shareCorrect.title + ", all jobs of each queue", "table 3"},
		{"table4-median-ratio-by-queue", medianRatio.title + ", all jobs of each queue", "table 4"},
		{"table5-7-correct-by-range", shareCorrect.title + ", by range of processors",
			"table 5, table 6, table 7"},
	} {
		values := slices.DeleteFunc(slices.Clone(printed), func(v PublishedValue) bool {
			return !strings.Contains(of.sources, v.Source)
		})
		t, _ := c.table("published-"+of.id, "Published and measured: "+of.title, values)
		if strings.Contains(of.id, "range") {
			t.Notes = append(t.Notes, ofRanges...)
		}
		switch {
		case len(t.Rows) > 0:
			t.Notes = append(t.Notes, notes...) // once
			tables, notes = append(tables, t), nil
		case of.sources != "table 1" && why == "":
			why = fmt.Sprintf("no comparison with %s of the paper: "+
				"it has methods %s at quantile %v and confidence %v, and ranges %s",
				of.sources, strings.Join(paperMethods, ", "), paperLevel.Quantile,
				paperLevel.Confidence, replay.DefaultRanges)
		}
	}
	return tables, why
}

// others returns a table for each quantile of values that are not of the BMBP
// paper.
func others(record *run.Record, scores []replay.Score, name string,
	values []PublishedValue) (tables []*Table) {
	of := map[string][]PublishedValue{}
	for _, v := range values {
		wrong := slices.ContainsFunc([]run.TraceRecord{record.Log}, func(t run.TraceRecord) bool {
			return t.Name == v.Trace && misnamed(&t)
		})
		if !wrong && !v.ofStudy() && v.At == "" {
			of[v.Quantile] = append(of[v.Quantile], v)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(of)) {
		level, id, title := MainLevel(record, scores), "published-"+name, "Published and measured"
		if name != "own" {
			title += ": " + name
		}
		if q != "" {
			level, id = must(methods.ParseLevel(q, level.Confidence)), id+"-q"+q
			title += ", " + LevelWords(level)
		}
		t, without := (&comparison{record, scores, level}).table(id, title, of[q])
		if without > 0 && name == "own" {
			t.Notes = append(t.Notes,
				fmt.Sprintf("published values without a number in this run: %d", without))
		}
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// paperSettings are the settings of sections 5.1 and 6.2; the selection is the
// one that reproduces the job counts of table 1.
var paperSettings = run.Settings{Epoch: 300, Train: replay.Train{Fraction: 0.1}, Select: "paper", MinJobs: 1000}

// printed returns the values of the paper for the traces of its machines, with
// the names of the run. Notes name the machines and settings, and ofRanges
// traces whose ranges are not the same as in the paper.
func (c *comparison) printed() (values []PublishedValue, notes, ofRanges []string) {
	for range 1 {
		trace := &c.record.Log
		m, ok := MachineOf(trace)
		if !ok {
			continue
		}
		var absent []string
		nodes := false
		for _, v := range Published(bmbpPaper) {
			if v.Trace != m.Name {
				continue
			}
			if queueOf(trace, v.Queue) == nil {
				absent = addNew(absent, v.Queue)
				continue
			}
			v.Trace = trace.Name
			ours := m.processors(v.Range)
			if slices.ContainsFunc(c.scores, func(s replay.Score) bool { return s.Range == ours }) {
				v.Range, nodes = ours, true
			}
			values = append(values, v)
		}
		note := fmt.Sprintf("%s is %s of the paper, period there %s, here %s",
			trace.Name, m.TraceName, m.period,
			cmp.Or(trace.Period(), "not known"))
		if len(absent) > 0 {
			note += "; queues not in this run: " + strings.Join(absent, ", ")
		}
		if notes = append(notes, note); m.nodeProcs > 1 && !nodes {
			ofRanges = append(ofRanges, m.describeRanges(trace.Name))
		}
	}
	here, there := c.record.Settings.Describe(), paperSettings.Describe()
	if len(notes) > 0 && here != there {
		notes = append(notes, "the paper: "+there, "this run: "+here)
	}
	return values, notes, ofRanges
}

// queueOf returns a queue of a trace, or nil.
func queueOf(t *run.TraceRecord, name string) *run.QueueRecord {
	for i := range t.Queues {
		if t.Queues[i].Name == name {
			return &t.Queues[i]
		}
	}
	return nil
}

// measured returns the number that belongs to a value. It is false if the run
// has no such series and method at all.
func (c *comparison) measured(v *PublishedValue) (cell Cell, ok bool) {
	if v.Method == "" {
		for range 1 {
			t := &c.record.Log
			q, of := queueOf(t, v.Queue), waitColumns[v.Column]
			switch {
			case t.Name != v.Trace || q == nil || of == nil || v.Range != replay.AllRanges:
			case v.Column == "jobs":
				return Count(q.Jobs), true
			default:
				return secondsCell(of(q)), true
			}
		}
		return Cell{}, false
	}
	for i := range c.scores {
		s := &c.scores[i]
		if s.Trace == v.Trace && s.Queue == v.Queue && s.Range == v.Range &&
			s.Method == v.Method && s.Level() == c.level {
			if s.Jobs < c.record.Settings.MinJobs {
				return Missing(), true
			}
			return scoreCell(s, v.Column), true
		}
	}
	return Cell{}, false
}

// comparedValue is a published value and the measured one. The values of
// missing cells are NaN.
type comparedValue struct {
	*PublishedValue
	published, measured Cell
}

func (v *comparedValue) difference() float64 { return v.measured.Value - v.published.Value }
func (v *comparedValue) factor() float64     { return v.measured.Value / v.published.Value }
func (v *comparedValue) sameStar() bool      { return v.published.Star == v.measured.Star }

// closeShare and closeFactor are the largest distance of a close measured
// value: a share by its difference, another number by its factor either way.
const (
	closeShare  = 0.03
	closeFactor = 2
)

// rounding is the error of a difference of two decimal numbers.
const rounding = 1e-9

func (v *comparedValue) close() bool {
	if v.isShare() {
		return math.Abs(v.difference()) <= closeShare+rounding
	}
	return max(v.factor(), 1/v.factor()) <= closeFactor+rounding
}

// table returns published next to measured values, and how many of them the run
// has no number for. It leaves out columns that would be the same in all rows.
func (c *comparison) table(id, title string, values []PublishedValue) (t *Table, without int) {
	var rows []comparedValue
	shares := false
	for i := range values {
		v := &values[i]
		isShare := v.Column == shareCorrect.column
		shares = shares || isShare
		measured, ok := c.measured(v)
		if !ok {
			without++
			continue
		}
		if measured.Missing {
			measured.Value = math.NaN()
		}
		published := Cell{Text: v.Text, Value: v.Value, HasValue: true, Missing: v.Text == ""}
		published.Star = isShare && v.Value < c.level.Target()
		rows = append(rows, comparedValue{v, published, measured})
	}
	t = NewTable("published", map[string]any{"Target": c.level.Target(),
		"MinJobs": c.record.Settings.MinJobs})
	t.ID, t.Title, t.Notes = id, title, agreement(rows)
	var names []func(*PublishedValue) string // of the columns that name a row
	for i, key := range []struct {
		head string
		of   func(*PublishedValue) string
	}{
		{"trace", func(v *PublishedValue) string { return v.Trace }},
		{"queue", func(v *PublishedValue) string { return v.Queue }},
		{"procs_range=processors", func(v *PublishedValue) string { return v.Range }},
		{"method", func(v *PublishedValue) string { return v.Method }},
		{"column=number", func(v *PublishedValue) string { return v.Column }},
		{"source", func(v *PublishedValue) string { return v.Source }},
	} {
		if found := Distinct(values, key.of); i < 2 || len(found) > 1 ||
			key.head == "method" && len(found) > 0 && found[0] != "" {
			t.Columns, names = append(t.Columns, Columns(key.head)...), append(names, key.of)
		}
	}
	t.Columns = append(t.Columns, Columns("*published", "**measured", "#difference",
		"#factor=measured / published")...)
	if shares {
		t.Columns = append(t.Columns, Columns("stars")...)
	}
	for _, v := range rows {
		var row []any
		for _, name := range names {
			row = append(row, name(v.PublishedValue))
		}
		format, stars := "%.3g", Text("differ")
		switch {
		case v.isShare():
			format = "%.3f"
		case math.Abs(v.difference()) >= 1000:
			format = "%.0f"
		}
		switch {
		case math.IsNaN(v.difference()):
			stars = Missing()
		case v.Column != shareCorrect.column:
			stars = Text("")
		case v.sameStar():
			stars = Text("same")
		}
		row = append(row, v.published, v.measured, signed(v.difference(), format),
			Number(v.factor(), "%.2f"))
		if shares {
			row = append(row, stars)
		}
		t.Add(row...)
	}
	return t, without
}

// agreement returns a note for each column: how many measured values are close
// to the published ones.
func agreement(values []comparedValue) (notes []string) {
	for _, column := range Distinct(values, func(v *comparedValue) string { return v.Column }) {
		all, near, same, limit := 0, 0, 0, ""
		for i := range values {
			v := &values[i]
			if v.Column != column || math.IsNaN(v.difference()) {
				continue
			}
			all++
			if v.close() {
				near++
			}
			if v.sameStar() {
				same++
			}
			if limit = fmt.Sprintf("within a factor of %d", closeFactor); v.isShare() {
				limit = fmt.Sprintf("within %v", closeShare)
			}
		}
		note := fmt.Sprintf("%s: %d of %d measured %s of the published", column, near, all, limit)
		if column == shareCorrect.column {
			note += fmt.Sprintf("; %d of %d stars agree", same, all)
		}
		if all > 0 {
			notes = append(notes, note)
		}
	}
	return notes
}
