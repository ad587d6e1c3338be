package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
)

// Tables returns the tables of the BMBP paper for a run. They are table 1, and for each level tables
// 3 and 4 by queue, and tables 5 to 7 in one table by queue and range of processors. If the scores
// hold several levels, the file names end in the level, as in -q0.5 and -q0.25l. The package
// documentation explains stars, bold and dashes.
func Tables(run *run.Record, scores []replay.Score) []*Table {
	tables := []*Table{traceTable(run)}
	bounded := WithBounds(scores)
	levels := LevelsIn(bounded)
	for _, l := range levels {
		s := &paperTables{newGrid(bounded, l, run.Settings.MinJobs), &run.Settings, len(levels) == 1}
		var silent []string
		for _, m := range MethodsIn(scores) {
			if !slices.Contains(s.methods, m) {
				silent = append(silent, m)
			}
		}
		for _, t := range []*Table{
			s.table("table3-correct-by-queue", shareCorrect, false),
			s.table("table4-median-ratio-by-queue", medianRatio, false),
		} {
			t.Notes = append(t.Notes, "jobs without a bound do not count; the table of losses says how many each method bounds")
			if len(silent) > 0 {
				t.Notes = append(t.Notes, "forecasts but no bounds: "+strings.Join(silent, ", "))
			}
			t.Notes = append(t.Notes, s.smallSeries()...)
			tables = append(tables, t)
		}
		if len(s.ranges) > 0 {
			tables = append(tables, s.table("table5-7-correct-by-range", shareCorrect, true))
		}
	}
	return tables
}

// quantity is a number of a score that tables of the paper show.
type quantity struct {
	title  string
	column string // of scores
	format string // as in the paper
}

var (
	shareCorrect = quantity{"share of waits within the bound", "correct", "%.3f"}
	medianRatio  = quantity{"median of actual wait over bound", "median_ratio", "%.2e"}
)

// paperTables makes the tables of one level.
type paperTables struct {
	*grid
	settings *run.Settings
	only     bool // the run has no other level
}

// table returns a quantity of all methods: a row for each queue, or for each range of each queue.
func (s *paperTables) table(id string, of quantity, byRange bool) *Table {
	tightest, share := "highest", "the quantile"
	if s.level.Side == methods.Lower {
		tightest, share = "lowest", fmt.Sprint(s.level.Target())
	}
	t := &Table{
		ID: id, Level: s.level.String(), onlyLevel: s.only, Question: WhichToTrust,
		Star: fmt.Sprintf("the share of waits within the bound is below %v, compared before rounding", s.level.Target()),
		Bold: fmt.Sprintf("as in the paper: the %s median of actual wait over bound of the methods whose share is not below "+
			"%s; what is recommended is chosen by pinball loss", tightest, share),
		Missing: fmt.Sprintf("fewer than %d jobs, or no bounds", s.minJobs),
		Columns: Columns("trace", "queue"),
		Notes: []string{fmt.Sprintf("%s bounds of the %v quantile at confidence %v; %s",
			s.level.Side, s.level.Quantile, s.settings.Confidence, s.settings.Describe())},
	}
	title, ranges := ", all jobs of each queue, ", []string{replay.AllRanges}
	if byRange {
		title, ranges = " by queue and range of processors, ", s.ranges
		t.Columns = append(t.Columns, Columns("procs_range=processors")...)
	}
	t.Title = strings.ToUpper(of.title[:1]) + of.title[1:] + title + LevelWords(s.level)
	t.Columns = append(t.Columns, Columns("#jobs", "#scored")...)
	for _, m := range s.methods {
		t.Columns = append(t.Columns, markedColumn(m, m))
	}
	for _, q := range s.queues {
		for _, r := range ranges {
			row := []Cell{Text(q.trace), Text(q.queue)}
			if byRange {
				row = append(row, Text(r))
			}
			t.Rows = append(t.Rows, append(row, s.cells(q, r, of)...))
		}
	}
	return t
}

// cells returns the numbers of a series: its jobs, the scored ones, and a quantity of each method.
func (s *paperTables) cells(q traceQueue, procs string, of quantity) []Cell {
	cells := []Cell{Missing(), Missing()}
	for _, m := range s.methods {
		p := scoreKey{q, procs, m}
		if score := s.scores[p]; score != nil {
			cells[0], cells[1] = Count(score.Jobs), Count(score.Scored)
		}
		cell := Missing()
		if score := s.shown(p); score != nil {
			cell = Number(replay.FindColumn(of.column).Number(score), of.format)
			cell.N = score.Bounded
			cell.Star = !score.IsCorrect()
			cell.Bold = !cell.Star && score.MedianRatio == s.best(p)
		}
		cells = append(cells, cell)
	}
	return cells
}

// markedColumn returns a column of shares or ratios, which carry marks and counts.
func markedColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Align: Right, Marked: true, Counted: true}
}

// smallSeries returns a note on the queues that are not shown, if there are any.
func (g *grid) smallSeries() []string {
	if g.small == 0 {
		return nil
	}
	return []string{fmt.Sprintf("queues of fewer than %d jobs, left out: %d", g.minJobs, g.small)}
}
