package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
)

// verdictRow is a row of a table of verdicts: a series, or a method on a
// series.
type verdictRow struct {
	*Verdict
	m *MethodVerdict // the method; for a series the first one recommended, or nil
}

func (r verdictRow) score() *replay.Score {
	if r.m == nil {
		return nil
	}
	return r.m.Score
}

// series returns a score that names the series.
func (r verdictRow) series() *replay.Score { return r.Methods[0].Score }

// seriesColumns returns the columns that name the series of a row. They name
// the level if the verdicts have several.
func seriesColumns(verdicts []Verdict, byRange bool) []ColumnOf[verdictRow] {
	names := []string{"trace", "queue"}
	if byRange {
		names = append(names, "procs_range")
	}
	if len(levelsOf(verdicts)) > 1 {
		names = append(names, "quantile")
	}
	return scoreColumns(verdictRow.series, names...)
}

func levelsOf(verdicts []Verdict) []methods.Level {
	return Distinct(verdicts, func(v *Verdict) methods.Level { return v.Level })
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
	tables := []*Table{bySeries(record, "verdict-by-queue", queues, seriesColumns(verdicts, false))}
	if len(ranges) > 0 {
		tables = append(tables, bySeries(record, "verdict-by-range", ranges,
			seriesColumns(verdicts, true)))
	}
	compared := func(head string, cell func(verdictRow) Cell) ColumnOf[verdictRow] {
		return ColumnOf[verdictRow]{head, func(r verdictRow) Cell {
			if r.m.Status > Loose {
				return Missing()
			}
			return cell(r)
		}}
	}
	losses := Fill(NewTable("losses-by-queue", bootstrap), ofMethods(queues), slices.Concat(
		seriesColumns(verdicts, false),
		scoreColumns(verdictRow.score, "method"),
		[]ColumnOf[verdictRow]{
			textColumn("standing", func(r verdictRow) string { return r.m.Status.String() }),
		},
		scoreColumns(verdictRow.score, "correct"),
		[]ColumnOf[verdictRow]{
			{"#factor=loss / best", func(r verdictRow) Cell {
				cell := Number(r.m.Factor, "%v")
				cell.Text = Factor(r.m.Factor)
				return cell
			}},
			compared("#compared", func(r verdictRow) Cell { return Count(r.Common) }),
			compared("#pinball_s=pinball loss|s", func(r verdictRow) Cell {
				return secondsCell(r.m.Loss)
			}),
			compared("#difference_s=above the lowest|s", func(r verdictRow) Cell {
				return secondsCell(r.m.Difference.Mean)
			}),
			compared("#difference_lo_s=from|s", func(r verdictRow) Cell {
				return secondsCell(r.m.Difference.Low)
			}),
			compared("#difference_hi_s=to|s", func(r verdictRow) Cell {
				return secondsCell(r.m.Difference.High)
			}),
		},
		scoreColumns(verdictRow.score, "bounded", "median_bound_s", "mean_bound_s", "mean_over_s",
			"log_pinball"))...)
	return append(tables, losses)
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
func bySeries(record *run.Record, id string, verdicts []Verdict,
	columns []ColumnOf[verdictRow]) *Table {
	var rows []verdictRow
	var remarks []string
	few := false
	several := len(Distinct(verdicts, func(v *Verdict) string { return v.Trace })) > 1
	for i := range verdicts {
		v := &verdicts[i]
		row := verdictRow{Verdict: v}
		if v.Methods[0].Status == Recommended {
			row.m = &v.Methods[0]
		}
		rows = append(rows, row)
		few = few || len(v.With(Sparse)) > 0
		remarks = append(remarks, v.remarks("in "+v.name(several, len(levelsOf(verdicts)) > 1))...)
	}
	t := NewTable(id, map[string]any{"Few": few, "Settings": &record.Settings})
	t.Notes = slices.Concat(remarks, t.Notes)
	return Fill(t, rows, slices.Concat(
		columns,
		scoreColumns(verdictRow.series, "scored"),
		[]ColumnOf[verdictRow]{textColumn("recommended", func(r verdictRow) string {
			return cmp.Or(strings.Join(r.names(Recommended), ", "), "none")
		})},
		scoreColumns(verdictRow.score, "correct"),
		[]ColumnOf[verdictRow]{{"#pinball_s=pinball loss|s", func(r verdictRow) Cell {
			if r.m == nil {
				return Missing()
			}
			return secondsCell(r.m.Loss)
		}}},
		scoreColumns(verdictRow.score, "median_bound_s"),
		[]ColumnOf[verdictRow]{
			textColumn("also_correct=also correct", func(r verdictRow) string {
				also := r.names(Correct)
				for _, m := range r.names(Sparse) {
					also = append(also, m+" ("+Sparse.String()+")")
				}
				return strings.Join(also, ", ")
			}),
			listColumn("too_loose=too loose", Loose,
				func(m *MethodVerdict) string { return "×" + Factor(m.Factor) }),
			listColumn("on_edge=on the edge", OnEdge, shareAndLoss),
			listColumn("fails", Failed, shareAndLoss),
		})...)
}

// listColumn returns the column of the methods with a status, with some of
// their numbers.
func listColumn(head string, status Status,
	numbers func(*MethodVerdict) string) ColumnOf[verdictRow] {
	return textColumn(head, func(r verdictRow) string {
		var list []string
		for _, m := range r.With(status) {
			list = append(list, m.Method+" "+numbers(&m))
		}
		return strings.Join(list, ", ")
	})
}

func shareAndLoss(m *MethodVerdict) string {
	return fmt.Sprintf("(%.3f, %s s)", m.Coverage, secondsCell(m.Pinball).Text)
}

// name names the series, with its log and level where there are several.
func (v *Verdict) name(logs, levels bool) string {
	name := QueueName(v, logs)
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
	pValue := func(of, head string, freedom int) ColumnOf[verdictRow] {
		return ColumnOf[verdictRow]{head, func(r verdictRow) Cell {
			p := backtest.PValue(replay.FindColumn(of).Number(r.m.Score), freedom)
			c := Number(p, "%.4f")
			if p < 0.0001 {
				c.Text = "<0.0001"
			}
			return c
		}}
	}
	columns := append(seriesColumns(verdicts, false),
		scoreColumns(verdictRow.score, "method", "correct", "correct_lo", "correct_hi")...)
	for _, test := range []struct {
		name    string
		freedom int
	}{{"kupiec", 1}, {"christoffersen_ind", 1}, {"christoffersen_cc", 2}, {"settled_ind", 1}} {
		columns = append(columns, scoreColumns(verdictRow.score, test.name+"_lr")...)
		columns = append(columns, pValue(test.name+"_lr", "#"+test.name+"_p=p", test.freedom))
	}
	return Fill(NewTable("backtests", replay.LeastMonth), ofMethods(queues),
		append(columns, scoreColumns(verdictRow.score, "miss_after_miss", "miss_after_settled",
			"longest_miss_run", "worst_month", "worst_month_bursts", "worst_month_at", "capped",
			"capped_missed")...)...)
}
