package report

import (
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
	scores map[[5]string]*replay.Score // of byName
	level  methods.Level
}

// Comparisons returns tables of published next to measured numbers: tables 1,
// 3, 4, and 5 to 7 for a log of a machine of the paper, and a table for each
// quantile of the values of other papers and of the user's own. If tables of
// the paper are missing for such a log, why is a sentence with the reason.
func Comparisons(record *run.Record, scores []replay.Score,
	own []PublishedValue) (tables []*Table, why string) {
	c := &comparison{record: record, scores: byName(scores)}
	more := maps.Clone(papers())
	delete(more, bmbpPaper)
	more["own"] = own
	for _, name := range slices.Sorted(maps.Keys(more)) {
		tables = append(tables, c.others(name, more[name], MainLevel(record, scores))...)
	}
	c.level = paperLevel
	m, ok := MachineOf(&record.Log)
	if !ok {
		return tables, "" // the log is of no machine of the paper
	}
	log := &logOfPaper{MachineFacts: m, Log: &record.Log}
	printed := log.printed(Distinct(scores, func(s *replay.Score) string { return s.Range }))
	words := map[string]any{"Log": log, "First": true,
		"Here": record.Settings.Describe(), "There": paperSettings.Describe()}
	for _, part := range []struct{ id, title, sources string }{
		{"table1-logs", "jobs and waits of each queue", "table 1"},
		{"table3-correct-by-queue", shareCorrect.title + ", all jobs of each queue", "table 3"},
		{"table4-median-ratio-by-queue", medianRatio.title + ", all jobs of each queue", "table 4"},
		{"table5-7-correct-by-range", shareCorrect.title + ", by range of processors",
			"table 5, table 6, table 7"},
	} {
		values := slices.DeleteFunc(slices.Clone(printed), func(v PublishedValue) bool {
			return !strings.Contains(part.sources, v.Source)
		})
		words["Title"], words["ByRange"] = ": "+part.title, strings.Contains(part.id, "range")
		switch t := c.table("published-"+part.id, values, words); {
		case len(t.Rows) > 0:
			tables, words["First"] = append(tables, t), false
		case part.sources != "table 1" && why == "":
			why = fmt.Sprintf("no comparison with %s of the paper: "+
				"it has methods %s at quantile %v and confidence %v, and ranges %s",
				part.sources, strings.Join(paperMethods, ", "), paperLevel.Quantile,
				paperLevel.Confidence, replay.DefaultRanges)
		}
	}
	return tables, why
}

// others returns a table for each quantile of values that are not of the BMBP
// paper. Values without a quantile are of the main level.
func (c *comparison) others(name string, values []PublishedValue,
	main methods.Level) (tables []*Table) {
	groups := map[string][]PublishedValue{}
	for _, v := range values {
		wrong := c.record.Log.Name == v.Log && misnamed(&c.record.Log)
		if !wrong && !v.ofStudy() && v.At == "" {
			groups[v.Quantile] = append(groups[v.Quantile], v)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(groups)) {
		id, title := "published-"+name, ""
		c.level = main
		if name != "own" {
			title = ": " + name
		}
		if q != "" {
			c.level, id = must(methods.ParseLevel(q, main.Confidence)), id+"-q"+q
			title += ", " + LevelWords(c.level)
		}
		t := c.table(id, groups[q], map[string]any{"Title": title, "Own": name == "own"})
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	return tables
}

// paperSettings are the settings of sections 5.1 and 6.2; the selection is the
// one that reproduces the job counts of table 1.
var paperSettings = run.Settings{Epoch: 300, Train: replay.Train{Fraction: 0.1}, Select: "paper", MinJobs: 1000}

// logOfPaper is a log of a machine of the paper.
type logOfPaper struct {
	MachineFacts
	Log    *run.LogRecord
	Absent []string // queues that the run does not have
	Ranges string   // of the paper in processors; empty if the run has ranges of the same jobs
}

// printed returns the values of the paper for the machine, with the names of the
// run, which has scores of some ranges.
func (l *logOfPaper) printed(ranges []string) (values []PublishedValue) {
	if l.NodeProcs > 1 {
		l.Ranges = l.processors(replay.DefaultRanges)
	}
	for _, v := range Published(bmbpPaper) {
		if v.Log != l.Name {
			continue
		}
		if !slices.Contains(l.Log.QueueNames(), v.Queue) {
			l.Absent = addNew(l.Absent, v.Queue)
			continue
		}
		v.Log = l.Log.Name
		ours := l.processors(v.Range)
		if slices.Contains(ranges, ours) {
			v.Range, l.Ranges = ours, ""
		}
		values = append(values, v)
	}
	return values
}

// measured returns the number that belongs to a value. It is false if the run
// has no such series and method at all.
func (c *comparison) measured(v *PublishedValue) (cell Cell, ok bool) {
	log := &c.record.Log
	for i := range log.Queues {
		q := &log.Queues[i]
		if v.Method == "" && v.Range == replay.AllRanges && v.Queue == q.Name && v.Log == log.Name {
			return waitColumns[v.Column](q), true
		}
	}
	s := c.scores[[...]string{v.Log, v.Queue, v.Range, c.level.String(), v.Method}]
	switch {
	case s == nil || s.Level() != c.level:
		return Cell{}, false
	case s.Jobs < c.record.Settings.MinJobs:
		return Missing(), true
	}
	return scoreCell(s, v.Column), true
}

// comparedValue is a published value and the measured one. The values of
// missing cells are NaN.
type comparedValue struct {
	PublishedValue
	published, measured Cell
	difference, factor  float64
}

// join pairs values with the numbers of the run, and counts the others.
func (c *comparison) join(values []PublishedValue) (rows []comparedValue, without int) {
	for _, v := range values {
		measured, ok := c.measured(&v)
		if !ok {
			without++
			continue
		}
		if measured.Missing {
			measured.Value = math.NaN()
		}
		published := Cell{Text: v.Text, Value: v.Value, HasValue: true, Missing: v.Text == "",
			Star: v.IsCorrect() && v.Value < c.level.Target()}
		rows = append(rows, comparedValue{v, published, measured, measured.Value - v.Value,
			measured.Value / v.Value})
	}
	return rows, without
}

// closeShare and closeFactor are the largest distance of a close measured
// value: a share by its difference, another number by its factor either way.
const (
	closeShare  = 0.03
	closeFactor = 2
)

// rounding is the error of a difference of two decimal numbers.
const rounding = 1e-9

func (v *comparedValue) close() bool {
	if v.IsShare() {
		return math.Abs(v.difference) <= closeShare+rounding
	}
	return max(v.factor, 1/v.factor) <= closeFactor+rounding
}

// stars shows whether the published and the measured share have the same star.
func (v *comparedValue) stars() Cell {
	switch {
	case math.IsNaN(v.difference):
		return Missing()
	case !v.IsCorrect():
		return Text("")
	case v.sameStar():
		return Text("same")
	}
	return Text("differ")
}

func (v *comparedValue) sameStar() bool { return v.published.Star == v.measured.Star }

// table returns published next to measured values, with words for its title and
// notes. It leaves out columns that would be the same in all rows.
func (c *comparison) table(id string, values []PublishedValue, words map[string]any) *Table {
	rows, without := c.join(values)
	words["Target"], words["MinJobs"] = c.level.Target(), c.record.Settings.MinJobs
	words["Agreements"], words["Without"] = agreements(rows), without
	words["CloseShare"], words["CloseFactor"] = closeShare, closeFactor
	t := NewTable("published", words)
	t.ID = id
	t.Columns = Columns("log", "queue", "procs_range=processors", "method", "column=number",
		"source", "*published", "**measured", "#difference", "#factor=measured / published",
		"stars")
	for i := range rows {
		v, format := &rows[i], "%.3g"
		switch {
		case v.IsShare():
			format = "%.3f"
		case math.Abs(v.difference) >= 1000:
			format = "%.0f"
		}
		t.Add(v.Log, v.Queue, v.Range, v.Method, v.Column, v.Source, v.published, v.measured,
			signed(v.difference, format), Number(v.factor, "%.2f"), v.stars())
	}
	various := func(of func(*PublishedValue) string) bool { return len(Distinct(values, of)) > 1 }
	keys := []string{"log", "queue", "published", "measured", "difference", "factor"}
	for key, wanted := range map[string]bool{
		"procs_range": various(func(v *PublishedValue) string { return v.Range }),
		"method": slices.ContainsFunc(values, func(v PublishedValue) bool {
			return v.Method != ""
		}),
		"column": various(func(v *PublishedValue) string { return v.Column }),
		"source": various(func(v *PublishedValue) string { return v.Source }),
		"stars":  slices.ContainsFunc(values, PublishedValue.IsCorrect),
	} {
		if wanted {
			keys = append(keys, key)
		}
	}
	return t.With(keys...)
}

// agreement counts the values of a column that have a measured number.
type agreement struct {
	PublishedValue       // one of them
	All, Close, Same int // Same have the same star
}

func agreements(rows []comparedValue) (list []agreement) {
	for _, column := range Distinct(rows, func(v *comparedValue) string { return v.Column }) {
		of := slices.DeleteFunc(slices.Clone(rows), func(v comparedValue) bool {
			return v.Column != column || math.IsNaN(v.difference)
		})
		if len(of) > 0 {
			list = append(list, agreement{of[0].PublishedValue, len(of),
				count(of, (*comparedValue).close), count(of, (*comparedValue).sameStar)})
		}
	}
	return list
}
