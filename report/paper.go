package report

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/rundir"
)

// Tables gives the tables of the paper for a run: table 1 of the traces; for each level tables 3
// and 4, the share of waits within the bound and the median ratio by queue, and in one table the
// shares of all methods by queue and range of processors, which is shown as tables 5 to 7. Where
// the scores hold several levels the names end in the level, as in -q0.5 and -q0.25l. The package
// documentation says what stars, bold and dashes mean.
func Tables(run *rundir.Run, scores []replay.Score) []*Table {
	tables := []*Table{traceTable(run)}
	g := newBoundGrid(scores, run.Settings.MinJobs)
	for _, l := range g.levels {
		s := newLevelTables(g, l, &run.Settings)
		tables = append(tables, s.byQueue("table3-", shareCorrect), s.byQueue("table4-", medianRatio))
		if len(g.ranges) > 0 {
			tables = append(tables, s.byRange())
		}
	}
	return tables
}

// levelTables is the tables of one level.
type levelTables struct {
	*grid
	level    methods.Level
	settings *rundir.Settings
	methods  []string // with scores at the level
}

func newLevelTables(g *grid, l methods.Level, settings *rundir.Settings) *levelTables {
	s := &levelTables{grid: g, level: l, settings: settings}
	has := map[string]bool{}
	for p := range g.scores {
		has[p.method] = has[p.method] || p.level == l.String()
	}
	for _, m := range g.methods {
		if has[m] {
			s.methods = append(s.methods, m)
		}
	}
	return s
}

// table gives a table without columns and rows.
func (s *levelTables) table(id, title string) *Table {
	quantile, share, tightest := fmt.Sprintf("%v quantile", s.level.Quantile), "the quantile", "highest"
	if s.level.Side == methods.Lower {
		quantile += " from below"
		share, tightest = fmt.Sprint(s.level.Target()), "lowest"
	}
	return &Table{
		ID:       id,
		Level:    s.level.String(),
		Question: WhichToTrust,

		onlyLevel: len(s.levels) <= 1,

		Title: title + ", " + quantile,
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
	t.Columns = append(rowColumns(), jobsColumn(), numberColumn("", "scored"))
	for _, m := range s.methods {
		t.Columns = append(t.Columns, markedColumn(m, m))
	}
	for _, q := range s.queues {
		if !s.large(q) {
			continue
		}
		row := []Cell{Words(q.trace), Words(q.queue), Absent(), Absent()}
		for _, m := range s.methods {
			p := s.at(q, m)
			row = append(row, s.cell(p, of))
			if score := s.scores[p]; score != nil {
				row[2], row[3] = Count(score.Jobs), Count(score.Scored)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, "jobs without a bound do not count; the table of losses says how many each method bounds")
	if silent := slices.DeleteFunc(slices.Clone(s.named), func(m string) bool { return slices.Contains(s.methods, m) }); len(silent) > 0 {
		t.Notes = append(t.Notes, "forecasts but no bounds: "+strings.Join(silent, ", "))
	}
	if len(s.methods) > mostMethods {
		t.Parts = transposed(t)
	}
	t.Notes = append(t.Notes, s.smallSeries()...)
	return t
}

// byRange is the shares by queue and range, with a column for each method. Print shows them as
// tables 5 to 7 of the paper do: a table for each of the paper's methods with a column for each
// range, or of the run's first method where it has none of these.
func (s *levelTables) byRange() *Table {
	t := s.table("table5-7-correct-by-range", capital(shareCorrect.title)+" by queue and range of processors")
	t.Columns = append(rowColumns(), Column{Key: "procs_range", Heading: "processors"}, jobsColumn(),
		numberColumn("", "scored"))
	shown := slices.DeleteFunc(slices.Clone(paperMethods), func(m string) bool { return !slices.Contains(s.methods, m) })
	if len(shown) == 0 {
		shown = s.methods[:min(1, len(s.methods))]
	}
	for _, m := range s.methods {
		t.Columns = append(t.Columns, markedColumn(m, m))
	}
	for _, m := range shown {
		part := &Table{Title: m, Columns: rowColumns()}
		for _, r := range s.ranges {
			part.Columns = append(part.Columns, markedColumn(r, r))
		}
		t.Parts = append(t.Parts, part)
	}
	var counts []string
	for _, q := range s.queues {
		if !s.large(q) {
			continue
		}
		n, rows := s.label(q), make([][]Cell, len(shown))
		for _, r := range s.ranges {
			row := []Cell{Words(q.trace), Words(q.queue), Words(r), Absent(), Absent()}
			for _, m := range s.methods {
				p := scoreKey{q, r, s.level.String(), m}
				cell := s.cell(p, shareCorrect)
				if row = append(row, cell); s.scores[p] != nil {
					row[3], row[4] = Count(s.scores[p].Jobs), Count(s.scores[p].Scored)
				}
				if i := slices.Index(shown, m); i >= 0 {
					rows[i] = append(rows[i], cell)
				}
			}
			t.Rows = append(t.Rows, row)
			n += fmt.Sprintf(" %s: %s", r, row[4].shown())
		}
		for i, part := range t.Parts {
			part.Rows = append(part.Rows, append([]Cell{Words(q.trace), Words(q.queue)}, rows[i]...))
		}
		counts = append(counts, n)
	}
	t.Notes = append(t.Notes, "n, jobs scored: "+strings.Join(counts, "; "))
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

func rowColumns() []Column { return []Column{{Heading: "trace"}, {Heading: "queue"}} }

func jobsColumn() Column { return numberColumn("", "jobs") }

// numberColumn is a column of numbers without a unit; without a key the heading is the key.
func numberColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Align: Right}
}

// markedColumn is a column of shares or ratios.
func markedColumn(key, heading string) Column {
	return Column{Key: key, Heading: heading, Align: Right, Marked: true, Counted: true}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// smallSeries says which queues are not shown, and how many there are, if there are any.
func (s *levelTables) smallSeries() []string {
	small := 0
	for _, q := range s.queues {
		if !s.large(q) {
			small++
		}
	}
	if small == 0 {
		return nil
	}
	return []string{fmt.Sprintf("queues of fewer than %d jobs, left out: %d", s.minJobs, small)}
}
