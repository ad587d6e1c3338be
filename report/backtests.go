package report

import (
	"fmt"
	"strings"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/rundir"
)

// Backtests gives, for each level, a table of how far the bounds of each queue and method can be trusted: the share of waits covered and
// its interval, likelihood ratios of the tests of package backtest, how misses follow misses, and the worst month. Series of
// fewer jobs than tables show, and methods without bounds, are left out and counted in a note. Names are as for Tables.
func Backtests(run *rundir.Run, scores []replay.Score) []*Table {
	g := newBoundGrid(scores, run.Settings.MinJobs)
	var tables []*Table
	for _, l := range g.levels {
		tables = append(tables, newSheet(g, l, &run.Settings).backtests())
	}
	return tables
}

func (s *sheet) backtests() *Table {
	t := s.table("backtests", "Backtests of the bounds of each queue")
	t.Bold = ""
	t.Missing = "not defined, as the share of misses after a miss where there is none"
	number := func(key, heading string) Column { return Column{Key: key, Heading: heading, Align: Right} }
	t.Columns = append(rowColumns(), Column{Heading: "method"}, markedColumn("correct", "correct"),
		number("correct_lo", "from"), number("correct_hi", "to"),
		number("kupiec_lr", "Kupiec LR"), number("kupiec_p", "p"),
		number("christoffersen_ind_lr", "independence LR"), number("christoffersen_ind_p", "p"),
		number("christoffersen_cc_lr", "both LR"), number("christoffersen_cc_p", "p"),
		number("missed", "missed"), number("miss_after_miss", "missed after a miss"), number("longest_miss_run", "longest run of misses"),
		number("worst_month", "worst month"), Column{Key: "worst_month_at", Heading: "which"})
	var out []string
	for _, q := range s.queues {
		for _, m := range s.methods {
			p := place{q, replay.AllRanges, s.level.String(), m}
			score := s.shown(p)
			if score == nil {
				if s.scores[p] != nil && s.scores[p].Jobs >= s.minJobs {
					out = append(out, s.label(q)+" "+m)
				}
				continue
			}
			correct := s.cell(p, quantity{format: "%.3f", value: shareCorrect.value})
			correct.Bold = false
			t.Rows = append(t.Rows, append([]Cell{Words(q.trace), Words(q.queue), Words(m), correct}, backtestCells(score)...))
		}
	}
	t.Notes = append(t.Notes, s.smallSeries()...)
	t.Notes = append(t.Notes,
		"from, to: Wilson interval of the share covered at confidence 0.95, for independent misses",
		"LR: likelihood ratios, large where what they test does not hold; p: probability of one as large where it does. Kupiec: the share covered is the target; "+
			"independence: a job is missed as often after a miss as after a hit; both: the two together (Christoffersen)",
		fmt.Sprintf("worst month: the smallest share covered in a calendar month with %d jobs or more, in the time zone of the machine", replay.LeastMonth))
	if len(out) > 0 {
		t.Notes = append(t.Notes, "no bounds: "+strings.Join(out, ", "))
	}
	return t
}

// backtestCells are those of a row behind the share covered.
func backtestCells(s *replay.Score) []Cell {
	longest, which := Count(s.LongestMisses), Words(s.WorstMonthAt)
	if s.LongestMisses < 0 {
		longest = Absent()
	}
	if s.WorstMonthAt == "" {
		which = Absent()
	}
	return []Cell{
		Number(s.CorrectLow, "%.3f"), Number(s.CorrectHigh, "%.3f"),
		Number(s.Kupiec, "%.2f"), probability(backtest.PValue(s.Kupiec, 1)),
		Number(s.Independence, "%.2f"), probability(backtest.PValue(s.Independence, 1)),
		Number(s.ConditionalCoverage, "%.2f"), probability(backtest.PValue(s.ConditionalCoverage, 2)),
		Number(1-s.Correct, "%.3f"), Number(s.MissAfterMiss, "%.3f"), longest, Number(s.WorstMonth, "%.2f"), which,
	}
}

// probability gives a cell for the probability of a test, of which small ones differ in nothing that matters.
func probability(p float64) Cell {
	c := Number(p, "%.4f")
	if p < 0.0001 {
		c.Text = "<0.0001"
	}
	return c
}

// smallSeries says which queues are not shown, and how many there are, if there are any.
func (s *sheet) smallSeries() []string {
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
