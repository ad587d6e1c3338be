package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// seriesHeads returns the columns that name a series. They name the level if
// the verdicts have several.
func seriesHeads(verdicts []Verdict, names ...string) []string {
	if len(levelsOf(verdicts)) > 1 {
		names = append(names, "@quantile")
	}
	return names
}

func levelsOf(verdicts []Verdict) []methods.Level {
	return Distinct(verdicts, func(v *Verdict) methods.Level { return v.Level })
}

// verdictRow is a method on a series.
type verdictRow struct {
	*Verdict
	*MethodVerdict
}

// ofMethods returns a row for each method of each verdict that has bounds.
func ofMethods(verdicts []Verdict) (rows []verdictRow) {
	for i := range verdicts {
		for k := range verdicts[i].Methods {
			if m := &verdicts[i].Methods[k]; m.Status != Silent {
				rows = append(rows, verdictRow{&verdicts[i], m})
			}
		}
	}
	return rows
}

// VerdictTables returns the verdicts as tables: verdict-by-queue with a row for
// each queue, verdict-by-range where the run has ranges of processors, and
// losses-by-queue with a row for each method of each queue.
func VerdictTables(record *run.Record, verdicts []Verdict) []*Table {
	queues, ranges := byRange(verdicts)
	tables := []*Table{bySeries(record, "verdict-by-queue", queues,
		seriesHeads(verdicts, "@log", "@queue"))}
	if len(ranges) > 0 {
		tables = append(tables, bySeries(record, "verdict-by-range", ranges,
			seriesHeads(verdicts, "@log", "@queue", "@procs_range")))
	}
	t := NewTable("losses-by-queue", bootstrap)
	t.Columns = Columns(append(seriesHeads(verdicts, "@log", "@queue"),
		"@method", "standing", "@correct", "#factor=loss / best", "#compared",
		"#pinball_s=pinball loss|s", "#difference_s=above the lowest|s", "#difference_lo_s=from|s",
		"#difference_hi_s=to|s", "@bounded", "@median_bound_s", "@mean_bound_s", "@mean_over_s",
		"@log_pinball")...)
	for _, r := range ofMethods(queues) {
		common, d := Missing(), r.Difference // with NaN unless correct and compared
		if r.Status <= Loose {
			common = Count(r.Common)
		}
		t.AddScore(r.Score, r.Status, factorCell(r.Factor), common, secondsCell(r.Loss),
			secondsCell(d.Mean), secondsCell(d.Low), secondsCell(d.High))
	}
	return append(tables, t)
}

// byRange separates the verdicts on all jobs of a queue from those on ranges.
func byRange(verdicts []Verdict) (queues, ranges []Verdict) {
	for _, v := range verdicts {
		if v.Range == replay.AllRanges {
			queues = append(queues, v)
		} else {
			ranges = append(ranges, v)
		}
	}
	return queues, ranges
}

// bySeries returns a table with a row for each verdict.
func bySeries(record *run.Record, id string, verdicts []Verdict, series []string) *Table {
	var remarks []string
	few := false
	for i := range verdicts {
		v := &verdicts[i]
		few = few || len(v.With(Sparse)) > 0
		remarks = append(remarks, v.remarks("in "+v.name(len(levelsOf(verdicts)) > 1))...)
	}
	t := NewTable(id, map[string]any{"Few": few, "Settings": &record.Settings})
	t.Notes = slices.Concat(remarks, t.Notes)
	t.Columns = Columns(append(series, "@scored", "recommended", scoreHead("correct"),
		"#pinball_s=pinball loss|s", scoreHead("median_bound_s"), "also_correct=also correct",
		"too_loose=too loose", "on_edge=on the edge", "fails")...)
	for i := range verdicts {
		v := &verdicts[i]
		var first *replay.Score // of the method that is recommended first
		loss := math.NaN()
		if m := &v.Methods[0]; m.Status == Recommended {
			first, loss = m.Score, m.Loss
		}
		also := v.names(Correct)
		for _, m := range v.names(Sparse) {
			also = append(also, m+" ("+Sparse.String()+")")
		}
		factor := func(m *MethodVerdict) string { return "×" + Factor(m.Factor) }
		t.AddScore(v.Methods[0].Score,
			cmp.Or(strings.Join(v.names(Recommended), ", "), "none"), scoreCell(first, "correct"),
			secondsCell(loss), scoreCell(first, "median_bound_s"), strings.Join(also, ", "),
			v.list(Loose, factor), v.list(OnEdge, shareAndLoss), v.list(Failed, shareAndLoss))
	}
	return t
}

// list lists the methods with a status, with some of their numbers.
func (v *Verdict) list(status Status, numbers func(*MethodVerdict) string) string {
	var list []string
	for _, m := range v.With(status) {
		list = append(list, m.Method+" "+numbers(&m))
	}
	return strings.Join(list, ", ")
}

func shareAndLoss(m *MethodVerdict) string {
	return fmt.Sprintf("(%.3f, %s s)", m.Coverage, secondsCell(m.Pinball).Text)
}

// name names the series, with its level where there are several.
func (v *Verdict) name(levels bool) string {
	name := v.Queue
	if v.Range != replay.AllRanges {
		name += " with " + v.Range + " processors"
	}
	if levels {
		name += ", " + LevelWords(v.Level)
	}
	return name
}

// Backtests returns the table of how the bounds of each queue and method hold
// and fail: the share of waits covered and its interval, likelihood ratios of
// the tests of package backtest, how misses follow misses, and the worst month.
func Backtests(verdicts []Verdict) *Table {
	queues, _ := byRange(verdicts)
	tests := []struct {
		name    string
		freedom int
	}{{"kupiec", 1}, {"christoffersen_ind", 1}, {"christoffersen_cc", 2}, {"settled_ind", 1}}
	heads := append(seriesHeads(verdicts, "@log", "@queue"),
		"@method", "@correct", "@correct_lo", "@correct_hi")
	for _, test := range tests {
		heads = append(heads, "@"+test.name+"_lr", "#"+test.name+"_p=p")
	}
	t := NewTable("backtests", replay.LeastMonth)
	t.Columns = Columns(append(heads, "@miss_after_miss", "@miss_after_settled",
		"@longest_miss_run", "@worst_month", "@worst_month_bursts", "@worst_month_at")...)
	for _, r := range ofMethods(queues) {
		var values []any
		for _, test := range tests {
			ratio := replay.FindColumn(test.name + "_lr").Number(r.Score)
			p := Number(backtest.PValue(ratio, test.freedom), "%.4f")
			if p.HasValue && p.Value < 0.0001 {
				p.Text = "<0.0001"
			}
			values = append(values, p)
		}
		t.AddScore(r.Score, values...)
	}
	return t
}
