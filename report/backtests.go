package report

import (
	"fmt"
	"strings"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/rundir"
)

// Backtests gives, for each level, a table of how far the bounds of each queue and method can be
// trusted: the share of waits covered and its interval, likelihood ratios of the tests of package
// backtest, how misses follow misses, and the worst month. Series of fewer jobs than tables show,
// and methods without bounds, are left out and counted in a note. Names are as for Tables.
func Backtests(run *rundir.Run, scores []replay.Score) []*Table {
	g := newBoundGrid(scores, run.Settings.MinJobs)
	var tables []*Table
	for _, l := range g.levels {
		tables = append(tables, newLevelTables(g, l, &run.Settings).backtests())
	}
	return tables
}

func (s *levelTables) backtests() *Table {
	t := s.table("backtests", "Backtests of the bounds of each queue")
	t.Bold = ""
	t.Missing = "not defined, as the share of misses after a miss where there is none"
	t.Columns = append(rowColumns(), Column{Heading: "method"}, markedColumn("correct", "correct"))
	for _, c := range backtestColumns {
		t.Columns = append(t.Columns, c.Column)
	}
	var out []string
	for _, q := range s.queues {
		for _, m := range s.methods {
			p := s.at(q, m)
			score := s.shown(p)
			if score == nil {
				if s.scores[p] != nil && s.scores[p].Jobs >= s.minJobs {
					out = append(out, s.label(q)+" "+m)
				}
				continue
			}
			correct := scoreCell(score, "correct")
			correct.N, correct.Star = score.Bounded, !score.IsCorrect()
			row := []Cell{Words(q.trace), Words(q.queue), Words(m), correct}
			for _, c := range backtestColumns {
				row = append(row, c.cell(score))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = append(t.Notes, s.smallSeries()...)
	t.Notes = append(t.Notes,
		"correct from, correct to: Wilson interval of the share covered at confidence 0.95, for independent misses",
		"LR: likelihood ratios, large where what they test does not hold; p: probability of one as large where it does. Kupiec: the share covered is the target; "+
			"independence: a job is missed as often after a miss as after a hit; conditional coverage: both together (Christoffersen)",
		fmt.Sprintf("worst month: the smallest share covered in a calendar month with %d jobs or more, in the time zone of the machine", replay.LeastMonth))
	if len(out) > 0 {
		t.Notes = append(t.Notes, "no bounds: "+strings.Join(out, ", "))
	}
	return t
}

// testColumn is a column behind the share covered, and what it shows of a score.
type testColumn struct {
	Column
	cell func(*replay.Score) Cell
}

var backtestColumns = []testColumn{
	ofScore("correct_lo"), ofScore("correct_hi"),
	ofScore("kupiec_lr"), pValue("kupiec_p", "kupiec_lr", 1),
	ofScore("christoffersen_ind_lr"), pValue("christoffersen_ind_p", "christoffersen_ind_lr", 1),
	ofScore("christoffersen_cc_lr"), pValue("christoffersen_cc_p", "christoffersen_cc_lr", 2),
	{numberColumn("", "missed"), func(s *replay.Score) Cell { return Number(1-s.Correct, "%.3f") }},
	ofScore("miss_after_miss"), ofScore("longest_miss_run"), ofScore("worst_month"), ofScore("worst_month_at"),
}

func ofScore(name string) testColumn {
	return testColumn{scoreColumn(name), func(s *replay.Score) Cell { return scoreCell(s, name) }}
}

// pValue is the probability of a likelihood ratio of so many degrees of freedom.
func pValue(key, of string, freedom int) testColumn {
	ratio := replay.FindColumn(of)
	return testColumn{Column{Key: key, Heading: "p", Align: Right}, func(s *replay.Score) Cell {
		return probability(backtest.PValue(ratio.Number(s), freedom))
	}}
}

// probability gives a cell for the probability of a test, of which small ones differ in nothing
// that matters.
func probability(p float64) Cell {
	c := Number(p, "%.4f")
	if p < 0.0001 {
		c.Text = "<0.0001"
	}
	return c
}

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
