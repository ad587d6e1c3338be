package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
)

// Tables gives the tables of the paper for a run: table 1 of the traces; for each level tables 3
// and 4, the share of waits within the bound and the median ratio by queue, and in one table the
// shares of all methods by queue and range of processors, which is shown as tables 5 to 7. Where
// the scores hold several levels the names end in the level, as in -q0.5 and -q0.25l. The package
// documentation says what stars, bold and dashes mean.
func Tables(run *run.Record, scores []replay.Score) []*Table {
	tables := []*Table{traceTable(run)}
	bounded := WithBounds(scores)
	levels := LevelsIn(bounded)
	for _, l := range levels {
		g := newGrid(bounded, l, run.Settings.MinJobs)
		s := &levelTables{grid: g, settings: &run.Settings, only: len(levels) == 1}
		s.silent = slices.DeleteFunc(MethodsIn(scores), func(m string) bool { return slices.Contains(g.methods, m) })
		tables = append(tables, s.byQueue("table3-", shareCorrect), s.byQueue("table4-", medianRatio))
		if len(g.ranges) > 0 {
			tables = append(tables, s.byRange())
		}
	}
	return tables
}

// quantity is a number of a score that tables of the paper show.
type quantity struct {
	name   string // in file names
	title  string
	column string // of scores
	format string // as the paper prints it
}

var (
	shareCorrect = quantity{"correct", "share of waits within the bound", "correct", "%.3f"}
	medianRatio  = quantity{"median-ratio", "median of actual wait over bound", "median_ratio", "%.2e"}
)

// levelTables is the tables of one level.
type levelTables struct {
	*grid
	settings *run.Settings
	silent   []string // methods of the run that give no bounds
	only     bool     // the level is the only one
}

// table gives a table without columns and rows.
func (s *levelTables) table(id, title string) *Table {
	share, tightest := "the quantile", "highest"
	if s.level.Side == methods.Lower {
		share, tightest = fmt.Sprint(s.level.Target()), "lowest"
	}
	return &Table{
		ID:       id,
		Level:    s.level.String(),
		Question: WhichToTrust,

		onlyLevel: s.only,

		Title: title + ", " + LevelWords(s.level),
		Star:  fmt.Sprintf("the share of waits within the bound is below %v, compared before rounding", s.level.Target()),
		Bold: fmt.Sprintf("as in the paper: the %s median of actual wait over bound of the methods whose share is not below "+
			"%s; what is recommended is chosen by pinball loss", tightest, share),
		Missing: fmt.Sprintf("fewer than %d jobs, or no bounds", s.minJobs),
		Notes: []string{fmt.Sprintf("%s bounds of the %v quantile at confidence %v; %s",
			s.level.Side, s.level.Quantile, s.settings.Confidence, s.settings.Describe())},
	}
}

func (s *levelTables) byQueue(number string, of quantity) *Table {
	t := s.table(number+of.name+"-by-queue", capital(of.title)+", all jobs of each queue")
	t.Columns = Columns("trace", "queue", "#jobs", "#scored")
	for _, m := range s.methods {
		t.Columns = append(t.Columns, markedColumn(m, m))
	}
	for _, q := range s.queues {
		t.Rows = append(t.Rows, s.row(q, replay.AllRanges, of, Words(q.trace), Words(q.queue)))
	}
	t.Notes = append(t.Notes, "jobs without a bound do not count; the table of losses says how many each method bounds")
	if len(s.silent) > 0 {
		t.Notes = append(t.Notes, "forecasts but no bounds: "+strings.Join(s.silent, ", "))
	}
	if len(s.methods) > mostMethods {
		t.Parts = transposed(t)
	}
	t.Notes = append(t.Notes, s.smallSeries()...)
	return t
}

// row gives the row of a series: keys, jobs, those scored, and a quantity of each method with its
// marks.
func (s *levelTables) row(q traceQueue, procs string, of quantity, keys ...Cell) []Cell {
	row := append(keys, Absent(), Absent())
	for _, m := range s.methods {
		p := scoreKey{q, procs, m}
		if score := s.scores[p]; score != nil {
			row[len(keys)], row[len(keys)+1] = Count(score.Jobs), Count(score.Scored)
		}
		cell := Absent()
		if score := s.shown(p); score != nil {
			cell = Number(replay.FindColumn(of.column).Number(score), of.format)
			cell.N = score.Bounded
			cell.Star = !score.IsCorrect()
			cell.Bold = !cell.Star && score.MedianRatio == s.best(p)
		}
		row = append(row, cell)
	}
	return row
}

// byRange is the shares by queue and range, with a column for each method. Print shows them as
// tables 5 to 7 of the paper do: a table for each of the paper's methods with a column for each
// range, or of the run's first method where it has none of these.
func (s *levelTables) byRange() *Table {
	t := s.table("table5-7-correct-by-range", capital(shareCorrect.title)+" by queue and range of processors")
	t.Columns = Columns("trace", "queue", "procs_range=processors", "#jobs", "#scored")
	before := len(t.Columns)
	for _, m := range s.methods {
		t.Columns = append(t.Columns, markedColumn(m, m))
	}
	var counts []string
	for _, q := range s.queues {
		n := s.label(q)
		for _, r := range s.ranges {
			row := s.row(q, r, shareCorrect, Words(q.trace), Words(q.queue), Words(r))
			t.Rows = append(t.Rows, row)
			n += fmt.Sprintf(" %s: %s", r, row[before-1].shown())
		}
		counts = append(counts, n)
	}
	t.Notes = append(t.Notes, "n, jobs scored: "+strings.Join(counts, "; "))
	shown := slices.DeleteFunc(slices.Clone(paperMethods), func(m string) bool { return !slices.Contains(s.methods, m) })
	if len(shown) == 0 {
		shown = s.methods[:1]
	}
	for _, m := range shown {
		part := &Table{Title: m, Columns: Columns("trace", "queue")}
		for _, r := range s.ranges {
			part.Columns = append(part.Columns, markedColumn(r, r))
		}
		for ranges := range slices.Chunk(t.Rows, len(s.ranges)) {
			line := ranges[0][:2:2]
			for _, row := range ranges {
				line = append(line, row[before+slices.Index(s.methods, m)])
			}
			part.Rows = append(part.Rows, line)
		}
		t.Parts = append(t.Parts, part)
	}
	if len(s.methods) > len(shown) {
		t.Notes = append(t.Notes, "not shown here, but in the CSV file: "+strings.Join(slices.DeleteFunc(slices.Clone(s.methods),
			func(m string) bool { return slices.Contains(shown, m) }), ", "))
	}
	return t
}

// label names a queue in a note, with its trace where there are several.
func (g *grid) label(q traceQueue) string {
	if g.queues[0].trace == g.queues[len(g.queues)-1].trace {
		return q.queue
	}
	return q.trace + " " + q.queue
}

// markedColumn is a column of shares or ratios.
func markedColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Align: Right, Marked: true, Counted: true}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// smallSeries says how many queues are not shown, if there are any.
func (g *grid) smallSeries() []string {
	if g.small == 0 {
		return nil
	}
	return []string{fmt.Sprintf("queues of fewer than %d jobs, left out: %d", g.minJobs, g.small)}
}

// With more methods than mostMethods a table by queue is transposed for print: a table for each
// trace with a line per method and a column per queue. Twenty columns of methods fit neither a
// terminal of 120 columns nor a page, and cutting them into parts of six takes apart what is to be
// compared, the methods of one queue. Transposed, these stand below each other, digit below digit
// with the bold one among them, and seven queues fit beside the longest name of a method.
const (
	mostMethods = 6
	mostQueues  = 7
)

// transposed gives the parts of a table by queue.
func transposed(t *Table) []*Table {
	parts := []*Table{}
	for rows := t.Rows; len(rows) > 0; {
		trace := rows[0][0].Text
		end := slices.IndexFunc(rows, func(row []Cell) bool { return row[0].Text != trace })
		if end < 0 {
			end = len(rows)
		}
		n := (end + mostQueues - 1) / mostQueues
		for k := range n {
			title := trace
			if n > 1 {
				title += fmt.Sprintf(", part %d of %d", k+1, n)
			}
			parts = append(parts, transpose(t, title, rows[k*end/n:(k+1)*end/n]))
		}
		rows = rows[end:]
	}
	return parts
}

// transpose makes columns of some rows, with the numbers of jobs above and without methods that
// have nothing there.
func transpose(t *Table, title string, rows [][]Cell) *Table {
	part := &Table{Title: title, Columns: Columns("method")}
	for _, row := range rows {
		part.Columns = append(part.Columns, Column{Heading: row[1].Text, Align: Right})
	}
	for m := 2; m < len(t.Columns); m++ {
		line := []Cell{Words(t.Columns[m].Heading)}
		for _, row := range rows {
			line = append(line, row[m])
		}
		if slices.ContainsFunc(line[1:], func(c Cell) bool { return !c.Missing }) {
			part.Rows = append(part.Rows, line)
		}
	}
	return part
}
