package report

import (
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
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
	tables := []*Table{logTable(run)}
	bounded := WithBounds(scores)
	levels := LevelsIn(bounded)
	for _, l := range levels {
		p := &paperTables{level: l, minJobs: run.Settings.MinJobs}
		if len(levels) > 1 {
			p.suffix = l.String()
		}
		p.methods = MethodsIn(slices.DeleteFunc(slices.Clone(bounded), func(s replay.Score) bool {
			return s.Level() != l
		}))
		p.silent = slices.DeleteFunc(MethodsIn(scores), func(m string) bool {
			return slices.Contains(p.methods, m)
		})
		p.series, p.small = seriesAt(bounded, l, p.minJobs)
		tables = append(tables, p.table("table3-correct-by-queue", shareCorrect, false),
			p.table("table4-median-ratio-by-queue", medianRatio, false))
		if ranges := p.table("table5-7-correct-by-range", shareCorrect, true); len(ranges.Rows) > 0 {
			tables = append(tables, ranges)
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
	silent  []string // methods without bounds
	small   int      // queues with fewer than minJobs jobs
}

// table shows a number of all methods: a row for each queue, or for each range
// of each queue.
func (p *paperTables) table(id string, number paperNumber, byRange bool) *Table {
	t := NewTable("paper", map[string]any{
		"Number": capital(number.title), "ByRange": byRange, "Words": LevelWords(p.level),
		"Target": p.level.Target(), "Lower": p.level.Side == methods.Lower, "MinJobs": p.minJobs,
		"Silent": strings.Join(p.silent, ", "), "Small": p.small,
	})
	t.ID, t.Level = id, p.suffix
	// The first columns are not of scores: a range may have none.
	t.Columns = Columns("log", "queue", "procs_range=processors", "@jobs", "@scored")
	for _, m := range p.methods {
		t.Columns = append(t.Columns, Column{Heading: m, Right: true, Marked: true, Counted: true})
	}
	for _, s := range p.series {
		if byRange == (s.procs == replay.AllRanges) {
			continue
		}
		row := []any{s.log, s.queue, s.procs}
		for _, m := range p.methods {
			row = append(row, p.cell(s, m, number))
		}
		t.AddScore(s.any(), row...)
	}
	if !byRange {
		t = t.Without("procs_range")
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
