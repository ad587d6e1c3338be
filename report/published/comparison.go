package published

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// comparison compares published values with the numbers of a run at a level.
type comparison struct {
	record *run.Record
	scores map[[5]string]*replay.Score // of verdict.ByName
	level  methods.Level
}

// Comparisons returns tables of published next to measured numbers: tables 1,
// 3, 4, and 5 to 7 for a log of a machine of the paper, and a table for each
// quantile of the values of other papers and of the user's own. If tables of
// the paper are missing for such a log, why is a sentence with the reason.
func Comparisons(record *run.Record, scores []replay.Score,
	added []Value) (tables []*table.Table, why string) {
	c := &comparison{record: record, scores: verdict.ByName(scores)}
	more := maps.Clone(papers())
	delete(more, bmbpPaper)
	more["own"] = added
	for _, name := range slices.Sorted(maps.Keys(more)) {
		tables = append(tables, c.others(name, more[name], verdict.MainLevel(record, scores))...)
	}
	c.level = paperLevel
	m, ok := MachineOf(&record.Log)
	if !ok {
		return tables, "" // the log is of no machine of the paper
	}
	log := &logOfPaper{Machine: m, Log: &record.Log}
	printed := log.printed(table.Distinct(scores, func(s *replay.Score) string { return s.Range }))
	words := map[string]any{"Log": log, "First": true, "Period": Period(&record.Log),
		"Here": record.Settings.Describe(), "There": paperSettings.Describe()}
	for _, part := range []struct{ id, title, sources string }{
		{"table1-logs", "jobs and waits of each queue", "table 1"},
		{"table3-correct-by-queue", shareCorrect.title + ", all jobs of each queue", "table 3"},
		{"table4-median-ratio-by-queue", medianRatio.title + ", all jobs of each queue", "table 4"},
		{"table5-7-correct-by-range", shareCorrect.title + ", by range of processors",
			"table 5, table 6, table 7"},
	} {
		values := slices.DeleteFunc(slices.Clone(printed), func(v Value) bool {
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
func (c *comparison) others(name string, values []Value,
	main methods.Level) (tables []*table.Table) {
	groups := map[string][]Value{}
	for _, v := range values {
		wrong := c.record.Log.Name == v.Log && misnamed(&c.record.Log)
		if !wrong && !v.ofStudy() && v.When == "" {
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
			c.level, _ = methods.ParseLevel(q, main.Confidence) // which Read checked
			id += "-q" + q
			title += ", " + table.LevelWords(c.level)
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
var paperSettings = run.Settings{Epoch: 300, Train: replay.Train{Fraction: 0.1}, Select: "paper",
	MinJobs: 1000}

// logOfPaper is a log of a machine of the paper.
type logOfPaper struct {
	Machine
	Log    *run.LogRecord
	Absent []string // queues that the run does not have
	Ranges string   // of the paper in processors; empty if the run has ranges of the same jobs
}

// printed returns the values of the paper for the machine, with the names of the
// run, which has scores of some ranges.
func (l *logOfPaper) printed(ranges []string) (values []Value) {
	if l.NodeProcs > 1 {
		l.Ranges = l.processors(replay.DefaultRanges)
	}
	for _, v := range Values(bmbpPaper) {
		if v.Log != l.Name {
			continue
		}
		if !slices.Contains(l.Log.QueueNames(), v.Queue) {
			l.Absent = table.AddNew(l.Absent, v.Queue)
			continue
		}
		v.bold = v.isBold()
		v.Log = l.Log.Name
		ours := l.processors(v.Range)
		if slices.Contains(ranges, ours) {
			v.Range, l.Ranges = ours, ""
		}
		values = append(values, v)
	}
	return values
}

// isBold reports whether the value is of the method that table 3 of the paper
// prints bold: of the correct ones it has the highest ratio in table 4.
func (v *Value) isBold() bool {
	byMethod := map[string]*replay.Score{}
	for _, o := range Values(bmbpPaper) {
		if o.Log == v.Log && o.Queue == v.Queue && o.Range == v.Range && o.Method != "" {
			s := byMethod[o.Method]
			if s == nil {
				s = &replay.Score{Quantile: paperLevel.Quantile, MedianRatio: math.NaN()}
				byMethod[o.Method] = s
			}
			*replay.FindColumn(o.Column).At(s).(*float64) = o.Value
		}
	}
	return isTightest(byMethod[v.Method], slices.Collect(maps.Values(byMethod)))
}

// measured returns the number that belongs to a value. It is false if the run
// has no such series and method at all.
func (c *comparison) measured(v *Value) (cell table.Cell, ok bool) {
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
		return table.Cell{}, false
	case s.Jobs < c.record.Settings.MinJobs:
		return table.Missing(), true
	}
	cell = table.ScoreCell(s, v.Column)
	cell.Star = v.IsCorrect() && !cell.Missing && !s.IsCorrect() // as in the paper
	if v.Range == replay.AllRanges {
		var all []*replay.Score
		for _, m := range paperMethods {
			key := [...]string{v.Log, v.Queue, v.Range, c.level.String(), m}
			all = append(all, c.scores[key])
		}
		cell.Bold = isTightest(s, all)
	}
	return cell, true
}

// comparedValue is a published value and the measured one. The values of
// missing cells are NaN.
type comparedValue struct {
	Value
	published, measured table.Cell
	difference, factor  float64
}

// join pairs values with the numbers of the run, and counts the others.
func (c *comparison) join(values []Value) (rows []comparedValue, without int) {
	bold := slices.ContainsFunc(values, func(v Value) bool { return v.bold })
	for _, v := range values {
		measured, ok := c.measured(&v)
		if !ok {
			without++
			continue
		}
		measured.Bold = measured.Bold && bold
		if measured.Missing {
			measured.Value = math.NaN()
		}
		published := table.Cell{Text: v.Text, Value: v.Value, HasValue: true, Missing: v.Text == "",
			Bold: v.bold,
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

func (v *comparedValue) close() bool {
	if v.IsShare() {
		return math.Abs(v.difference) <= closeShare+table.Rounding
	}
	return max(v.factor, 1/v.factor) <= closeFactor+table.Rounding
}

// stars shows whether the published and the measured share have the same star.
func (v *comparedValue) stars() table.Cell {
	switch {
	case math.IsNaN(v.difference):
		return table.Missing()
	case !v.IsCorrect():
		return table.Text("")
	case v.sameStar():
		return table.Text("same")
	}
	return table.Text("differ")
}

func (v *comparedValue) sameStar() bool { return v.published.Star == v.measured.Star }

// table returns published next to measured values, with words for its title and
// notes. It leaves out columns that would be the same in all rows.
func (c *comparison) table(id string, values []Value, words map[string]any) *table.Table {
	rows, without := c.join(values)
	words["Target"], words["MinJobs"] = c.level.Target(), c.record.Settings.MinJobs
	words["Agreements"], words["Without"] = agreements(rows), without
	words["CloseShare"], words["CloseFactor"] = closeShare, closeFactor
	t := table.New("published", words)
	t.ID = id
	t.Columns = table.Columns("log", "queue", "procs_range=processors", "method", "column=number",
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
			table.Signed(v.difference, format), table.Number(v.factor, "%.2f"), v.stars())
	}
	various := func(of func(*Value) string) bool { return len(table.Distinct(values, of)) > 1 }
	keys := []string{"log", "queue", "published", "measured", "difference", "factor"}
	for key, wanted := range map[string]bool{
		"procs_range": various(func(v *Value) string { return v.Range }),
		"method": slices.ContainsFunc(values, func(v Value) bool {
			return v.Method != ""
		}),
		"column": various(func(v *Value) string { return v.Column }),
		"source": various(func(v *Value) string { return v.Source }),
		"stars":  slices.ContainsFunc(values, Value.IsCorrect),
	} {
		if wanted {
			keys = append(keys, key)
		}
	}
	return t.With(keys...)
}

// agreement counts the values of a column that have a measured number.
type agreement struct {
	Value            // one of them
	All, Close       int
	Stars, Bold, Any int // of All with the same star, the same type, and with a bold one
}

func agreements(rows []comparedValue) (counted []agreement) {
	for _, column := range table.Distinct(rows, func(v *comparedValue) string { return v.Column }) {
		of := slices.DeleteFunc(slices.Clone(rows), func(v comparedValue) bool {
			return v.Column != column || math.IsNaN(v.difference)
		})
		if len(of) > 0 {
			counted = append(counted, agreement{of[0].Value, len(of),
				table.CountIf(of, (*comparedValue).close),
				table.CountIf(of, (*comparedValue).sameStar),
				table.CountIf(of, func(v *comparedValue) bool { return v.published.Bold == v.measured.Bold }),
				table.CountIf(of, func(v *comparedValue) bool { return v.published.Bold })})
		}
	}
	return counted
}
