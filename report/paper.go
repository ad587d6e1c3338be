package report

import (
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
)

// Tables returns the tables of the BMBP paper for a run: table 1, and for each
// level tables 3 and 4 by queue, and tables 5 to 7 as one table by queue and
// range of processors. If the scores hold several levels, the file names end in
// the level, as in -q0.5 and -q0.25l.
//
// A method is correct for a series of jobs if the share of waits within its
// bounds is not below the quantile, compared before rounding. For lower bounds
// the target is 1 less the quantile. A share below the target, and its median
// ratio, carry an asterisk. Bold is the most accurate of the correct methods:
// the one with the highest median of actual wait over bound, or for lower
// bounds the lowest. Methods with the same ratio are all bold. Verdicts
// recommend methods by pinball loss instead.
func Tables(run *run.Record, scores []replay.Score) []*Table {
	tables := []*Table{traceTable(run)}
	bounded := WithBounds(scores)
	levels := LevelsIn(bounded)
	for _, l := range levels {
		s := &paperTables{level: l, minJobs: run.Settings.MinJobs}
		if len(levels) > 1 {
			s.suffix = l.String()
		}
		s.methods = MethodsIn(slices.DeleteFunc(slices.Clone(bounded), func(s replay.Score) bool {
			return s.Level() != l
		}))
		var small int
		s.series, small = seriesAt(bounded, l, s.minJobs)
		silent := slices.DeleteFunc(MethodsIn(scores), func(m string) bool {
			return slices.Contains(s.methods, m)
		})
		s.silent, s.small = output.Printable(strings.Join(silent, ", ")), small
		tables = append(tables, s.table("table3-correct-by-queue", shareCorrect, false),
			s.table("table4-median-ratio-by-queue", medianRatio, false))
		if slices.ContainsFunc(s.series, func(s seriesScores) bool {
			return s.procs != replay.AllRanges
		}) {
			tables = append(tables, s.table("table5-7-correct-by-range", shareCorrect, true))
		}
	}
	return tables
}

// paperNumber is a number of a score that tables of the paper show.
type paperNumber struct {
	title  string
	column string // of scores
	format string // as in the paper
}

var (
	shareCorrect = paperNumber{"share of waits within the bound", "correct", "%.3f"}
	medianRatio  = paperNumber{"median of actual wait over bound", "median_ratio", "%.2e"}
)

// paperTables makes the tables of one level.
type paperTables struct {
	level   methods.Level
	suffix  string // level in file names
	minJobs int
	series  []seriesScores
	methods []string
	silent  string // methods without bounds
	small   int    // queues with fewer than minJobs jobs
}

// table shows a number of all methods: a row for each queue, or for each range
// of each queue.
func (p *paperTables) table(id string, number paperNumber, byRange bool) *Table {
	tightest := "highest"
	if p.level.Side == methods.Lower {
		tightest = "lowest"
	}
	values := map[string]any{
		"Number": strings.ToUpper(number.title[:1]) + number.title[1:],
		"Words":  "all jobs of each queue, " + LevelWords(p.level),
		"Target": p.level.Target(), "Tightest": tightest, "MinJobs": p.minJobs,
		"Silent": p.silent, "Small": p.small,
	}
	heads := []string{"trace", "queue"} // not of scores: a range may have none
	if byRange {
		values["Words"] = "by queue and range of processors, " + LevelWords(p.level)
		heads = append(heads, "procs_range=processors")
	}
	t := NewTable("paper", values)
	t.ID, t.Level = id, p.suffix
	t.Columns = Columns(append(heads, "@jobs", "@scored")...)
	for _, m := range p.methods {
		t.Columns = append(t.Columns, Column{Heading: m, Right: true, Marked: true, Counted: true})
	}
	for _, s := range p.series {
		if byRange == (s.procs == replay.AllRanges) {
			continue
		}
		row := []any{s.trace, s.queue}
		if byRange {
			row = append(row, s.procs)
		}
		for _, m := range p.methods {
			row = append(row, p.cell(s, m, number))
		}
		t.AddScore(s.any(), row...)
	}
	return t
}

// shown reports whether a series has enough jobs and the method gave bounds.
func (p *paperTables) shown(s *replay.Score) bool {
	return s != nil && s.Jobs >= p.minJobs && s.Bounded > 0
}

// cell returns a number of a method on a series. The tightest of the correct
// methods is bold.
func (p *paperTables) cell(series seriesScores, method string, number paperNumber) Cell {
	s := series.find(method)
	if !p.shown(s) {
		return Missing()
	}
	correct := slices.DeleteFunc(slices.Clone(series.scores), func(s *replay.Score) bool {
		return !p.shown(s) || !s.IsCorrect()
	})
	c := Number(replay.FindColumn(number.column).Number(s), number.format)
	c.N, c.Star = s.Bounded, !s.IsCorrect()
	c.Bold = !c.Star && s.MedianRatio == bestOf(correct, medianRatio.column)
	return c
}
