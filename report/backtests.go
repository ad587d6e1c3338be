package report

import (
	"fmt"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/rundir"
)

// Backtests gives the table of how far the bounds of each queue and method can be trusted: the
// share of waits covered and its interval, likelihood ratios of the tests of package backtest, how
// misses follow misses, and the worst month. Series of fewer jobs than tables show are left out,
// and so are methods without bounds.
func Backtests(run *rundir.Run, verdicts []Verdict) *Table {
	b := verdictTables{run: run, levels: levelsOf(verdicts)}
	t := b.table("backtests", "How the bounds of each queue hold and fail")
	t.Question = WhenFailed
	columns, keys := b.keys(false)
	t.Columns = append(columns, Column{Heading: "method"}, markedColumn("correct", "share"))
	for _, c := range backtestColumns {
		t.Columns = append(t.Columns, c.Column)
	}
	t.Missing = "not defined, as the share of misses after a miss where there is none"
	for i := range verdicts {
		v := &verdicts[i]
		if v.Range != replay.AllRanges {
			continue
		}
		for _, j := range v.Methods {
			if j.Standing == Silent {
				continue
			}
			row := append(keys(v), Words(j.Method), shareCell(j.Score))
			for _, c := range backtestColumns {
				row = append(row, c.cell(j.Score))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = append(t.Notes,
		"correct from, correct to: Wilson interval of the share covered at confidence 0.95, for independent misses",
		"LR: likelihood ratios, large where what they test does not hold; p: probability of one as large where it does. "+
			"Kupiec: the share covered is the target; "+
			"independence: a job is missed as often after a miss as after a hit; conditional coverage: both together "+
			"(Christoffersen)",
		fmt.Sprintf("worst month: the smallest share covered in a calendar month with %d jobs or more, in the time zone of "+
			"the machine", replay.LeastMonth),
		"capped: jobs whose bound was cut off at 1.5 times the longest wait known, or a minute; missed by the cap: those of "+
			"them that the bound would else have covered")
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
	ofScore("miss_after_miss"), ofScore("longest_miss_run"), ofScore("worst_month"), ofScore("worst_month_at"),
	ofScore("capped"), ofScore("capped_missed"),
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
