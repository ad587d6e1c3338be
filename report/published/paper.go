package published

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/report/verdict"
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
func Tables(run *run.Record, scores []replay.Score) []*table.Table {
	tables := []*table.Table{logTable(run)}
	bounded := verdict.WithBounds(scores)
	levels := verdict.LevelsIn(bounded)
	for _, l := range levels {
		p := &paperTables{level: l, minJobs: run.Settings.MinJobs}
		if len(levels) > 1 {
			p.suffix = l.String()
		}
		p.methods = verdict.MethodsIn(slices.DeleteFunc(slices.Clone(bounded),
			func(s replay.Score) bool { return s.Level() != l }))
		p.silent = slices.DeleteFunc(verdict.MethodsIn(scores), func(m string) bool {
			return slices.Contains(p.methods, m)
		})
		p.series, p.small = verdict.SeriesAt(bounded, l, p.minJobs)
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
	series  []verdict.SeriesScores
	methods []string
	silent  []string // methods without bounds
	small   int      // queues with fewer than minJobs jobs
}

// table shows a number of all methods: a row for each queue, or for each range
// of each queue.
func (p *paperTables) table(id string, number paperNumber, byRange bool) *table.Table {
	t := table.New("paper", map[string]any{
		"Number": table.Capital(number.title), "ByRange": byRange,
		"Words":  table.LevelWords(p.level),
		"Target": p.level.Target(), "Lower": p.level.Side == methods.Lower, "MinJobs": p.minJobs,
		"Silent": strings.Join(p.silent, ", "), "Small": p.small,
	})
	t.ID, t.Level = id, p.suffix
	t.Columns = table.Columns("log", "queue", "procs_range=processors", "#jobs", "#scored")
	for _, m := range p.methods {
		t.Columns = append(t.Columns,
			table.Column{Heading: m, Right: true, Marked: true, Counted: true})
	}
	for _, s := range p.series {
		if byRange == (s.Range == replay.AllRanges) {
			continue
		}
		row := []any{s.Log, s.Queue, s.Range, table.Missing(), table.Missing()}
		if len(s.Scores) > 0 { // a range may have none
			row[3], row[4] = s.Scores[0].Jobs, s.Scores[0].Scored
		}
		for _, m := range p.methods {
			row = append(row, p.cell(s, m, number))
		}
		t.Add(row...)
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
func (p *paperTables) cell(series verdict.SeriesScores, method string,
	number paperNumber) table.Cell {
	s := series.Find(method)
	if !p.shown(s) {
		return table.Missing()
	}
	shown := slices.DeleteFunc(slices.Clone(series.Scores),
		func(s *replay.Score) bool { return !p.shown(s) })
	c := table.Number(replay.FindColumn(number.column).Number(s), number.format)
	c.N, c.Star = s.Bounded, !s.IsCorrect()
	c.Bold = isTightest(s, shown)
	return c
}

// isTightest reports whether a score is correct and has the best median ratio of
// the correct ones among some: the highest, or for lower bounds the lowest. Any
// of them may be nil.
func isTightest(s *replay.Score, scores []*replay.Score) bool {
	if s == nil || !s.IsCorrect() || math.IsNaN(s.MedianRatio) {
		return false
	}
	return !slices.ContainsFunc(scores, func(o *replay.Score) bool {
		if o != nil && s.Side == methods.Lower {
			return o.IsCorrect() && o.MedianRatio < s.MedianRatio
		}
		return o != nil && o.IsCorrect() && o.MedianRatio > s.MedianRatio
	})
}

// logTable returns table 1 of the paper: the queues of the log and how long
// their jobs wait.
func logTable(record *run.Record) *table.Table {
	t := table.New("table1-logs", nil)
	t.Columns = table.Columns("log", "queue", "period", "#jobs", "#mean_wait_s=mean wait|s",
		"#median_wait_s=median wait|s", "#stddev_wait_s=standard deviation|s")
	log := &record.Log
	for _, q := range log.Queues {
		t.Add(log.Name, q.Name, table.TextOrMissing(Period(log)), q.Jobs,
			table.Seconds(float64(q.Mean)), table.Seconds(float64(q.Median)),
			table.Seconds(float64(q.StdDev)))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%s: %s of %s jobs replayed, by --select %s",
		log.Name, output.Grouped(log.Replayed()), output.Grouped(log.Read),
		record.Settings.Select))
	return t
}

// Period returns the first and the last month of the log as the paper writes
// them, 4/98 - 4/00, from StartTime and EndTime of the header or else from the
// clock of the log. Without either it returns "".
func Period(t *run.LogRecord) string {
	clock := t.Clock()
	month := func(header string, seconds float64) string {
		if words := strings.Fields(header); len(words) >= 5 { // Fri Apr 24 18:11:04 PDT 1998
			if date, err := time.Parse("Jan 2006", words[1]+" "+words[len(words)-1]); err == nil {
				return date.Format("1/06")
			}
		}
		if !clock.Dated {
			return ""
		}
		unix := clock.Unix(seconds)
		if offset := t.Header.TimeZone; offset != nil { // standard time of the machine
			unix += *offset
		}
		return time.Unix(unix, 0).UTC().Format("1/06")
	}
	first, last := month(t.Header.StartTime, t.Begin()), month(t.Header.EndTime, t.LastSubmit)
	if first == "" || last == "" {
		return ""
	}
	return first + " - " + last
}

// paperMethods are the methods of tables 3 and 4 in the order of their columns,
// and of tables 5 to 7.
var paperMethods = []string{"bmbp", "lognormal", "lognormal-trim"}
