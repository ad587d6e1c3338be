package verdict

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
	"waitbench/report/table"
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
	return table.Distinct(verdicts, func(v *Verdict) methods.Level { return v.Level })
}

type verdictRow struct {
	*Verdict
	*Method
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

// Tables returns the verdicts as tables: verdict-by-queue with a row for
// each queue, verdict-by-range where the run has ranges of processors, and
// losses-by-queue with a row for each method of each queue.
func Tables(record *run.Record, verdicts []Verdict) []*table.Table {
	queues, ranges := byRange(verdicts)
	tables := []*table.Table{bySeries(record, "verdict-by-queue", queues,
		seriesHeads(verdicts, "@log", "@queue"))}
	if len(ranges) > 0 {
		tables = append(tables, bySeries(record, "verdict-by-range", ranges,
			seriesHeads(verdicts, "@log", "@queue", "@procs_range")))
	}
	t := table.New("losses-by-queue", bootstrap)
	t.Columns = table.Columns(append(seriesHeads(verdicts, "@log", "@queue"),
		"@method", "standing", "@correct", "#factor=loss / best", "#compared",
		"#pinball_s=pinball loss|s", "#difference_s=above the lowest|s", "#difference_lo_s=from|s",
		"#difference_hi_s=to|s", "@bounded", "@median_bound_s", "@mean_bound_s", "@mean_over_s",
		"@log_pinball")...)
	for _, r := range ofMethods(queues) {
		common, d := table.Missing(), r.Difference // NaN if short or not compared
		if r.Status <= Wide {
			common = table.Count(r.Common)
		}
		t.AddScore(r.Score, r.Word(), table.FactorCell(r.Factor), common, table.Seconds(r.Loss),
			table.Seconds(d.Mean), table.Seconds(d.Low), table.Seconds(d.High))
		star(t, r.Status == TooShort)
	}
	return append(tables, t)
}

// star marks the share of the last row if the method is short there.
func star(t *table.Table, short bool) {
	t.Rows[len(t.Rows)-1][t.Index("correct")].Star = short
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

// ofVerdicts returns a table without columns, with remarks on verdicts. The
// words are for marks or for numbers.
func ofVerdicts(record *run.Record, id string, verdicts []Verdict, marks bool) *table.Table {
	var remarks []string
	few, levels := false, len(levelsOf(verdicts)) > 1
	for i := range verdicts {
		v := &verdicts[i]
		few = few || len(v.With(Sparse)) > 0
		remarks = append(remarks, v.remarks(v.name(record, levels))...)
	}
	t := table.New(id, map[string]any{"Few": few, "Marks": marks, "Settings": &record.Settings})
	t.Notes = slices.Concat(remarks, t.Notes)
	return t
}

// bySeries returns a table with a row for each verdict.
func bySeries(record *run.Record, id string, verdicts []Verdict, series []string) *table.Table {
	t := ofVerdicts(record, id, verdicts, false)
	t.Columns = table.Columns(append(series, "@scored", "recommended", table.ScoreHead("correct"),
		"#pinball_s=pinball loss|s", table.ScoreHead("median_bound_s"), Holds, Near,
		"wide", "short")...)
	for i := range verdicts {
		v := &verdicts[i]
		var best *replay.Score // of the method that is recommended first
		loss := math.NaN()
		if m := &v.Methods[0]; m.Status == Recommended {
			best, loss = m.Score, m.Loss
		}
		words := map[string][]string{}
		for _, m := range v.Methods {
			word, name := m.Word(), m.Method
			if m.Status == Sparse {
				word, name = Holds, name+" ("+word+")"
				if !m.IsCorrect() {
					word = Near
				}
			}
			words[word] = append(words[word], name)
		}
		factor := func(m *Method) string { return "×" + table.Factor(m.Factor) }
		shareAndLoss := func(m *Method) string {
			return fmt.Sprintf("(%.3f, %s s)", m.Coverage, table.Seconds(m.Pinball).Text)
		}
		t.AddScore(v.Methods[0].Score,
			cmp.Or(strings.Join(v.namesWith(Recommended), ", "), "none"),
			table.ScoreCell(best, "correct"), table.Seconds(loss),
			table.ScoreCell(best, "median_bound_s"), strings.Join(words[Holds], ", "),
			strings.Join(words[Near], ", "), v.withNumbers(Wide, factor), v.withNumbers(TooShort, shareAndLoss))
	}
	return t
}

// Marks returns the table verdict-by-queue or verdict-by-range for a page: with
// a column for each method, and in it a mark instead of numbers.
func Marks(record *run.Record, id string, verdicts []Verdict, methodNames []string) *table.Table {
	names := []string{"@queue"}
	queues, ranges := byRange(verdicts)
	if verdicts = queues; id == "verdict-by-range" {
		verdicts, names = ranges, append(names, "@procs_range")
	}
	t := ofVerdicts(record, id, verdicts, true)
	t.Columns = table.Columns(append(seriesHeads(verdicts, names...), "@scored")...)
	for _, name := range methodNames {
		t.Columns = append(t.Columns, table.Column{Heading: name})
	}
	for i := range verdicts {
		var marks []any
		for _, name := range methodNames {
			marks = append(marks, verdicts[i].mark(name))
		}
		t.AddScore(verdicts[i].Methods[0].Score, marks...)
	}
	t.Notes = append(t.Notes, record.OutsideNotes(t.Shows)...)
	return t
}

// mark returns the cell of a method, which is sorted by its status.
func (v *Verdict) mark(method string) table.Cell {
	m := v.Find(method)
	if m == nil || m.Status == Silent {
		return table.Missing()
	}
	c := table.Cell{Text: m.Word(), Value: float64(m.Status), HasValue: true}
	if m.Status == Recommended {
		if c.Bold = v.Methods[0].Method == method; !c.Bold {
			c.Text = "as good"
		}
	}
	return c
}

// withNumbers lists the methods with a status, with some of their numbers.
func (v *Verdict) withNumbers(status Status, numbers func(*Method) string) string {
	var list []string
	for _, m := range v.With(status) {
		list = append(list, m.Method+" "+numbers(&m))
	}
	return strings.Join(list, ", ")
}

// name says where the series is, with its level where there are several.
func (v *Verdict) name(record *run.Record, levels bool) string {
	name := Where(record, v.Queue)
	if v.Range != replay.AllRanges {
		name += " with " + v.Range + " processors"
	}
	if levels {
		name += ", " + table.LevelWords(v.Level)
	}
	return name
}

// Backtests returns the table of how the bounds of each queue and method hold
// and fail: the share of waits covered and its interval, likelihood ratios of
// the tests of package backtest, how misses follow misses, and the worst month.
func Backtests(verdicts []Verdict) *table.Table {
	queues, _ := byRange(verdicts)
	tests := []struct {
		name, short string
		freedom     int
	}{{"kupiec", "Kupiec", 1}, {"christoffersen_ind", "independence", 1},
		{"christoffersen_cc", "conditional coverage", 2}, {"settled_ind", "settled", 1}}
	heads := append(seriesHeads(verdicts, "@log", "@queue"),
		"@method", "@correct", "#share_lo=share from", "#share_hi=share to")
	for _, test := range tests {
		heads = append(heads, "@"+test.name+"_lr",
			"#"+test.name+"_p="+test.short+" p")
	}
	t := table.New("backtests", replay.LeastMonth)
	t.Columns = table.Columns(append(heads, "@miss_after_miss", "@miss_after_settled",
		"@longest_miss_run", "@worst_month", "@worst_month_bursts", "@worst_month_at")...)
	for _, r := range ofMethods(queues) {
		low, high := ShareInterval(r.Score)
		values := []any{table.Number(low, "%.3f"), table.Number(high, "%.3f")}
		for _, test := range tests {
			ratio := replay.FindColumn(test.name + "_lr").Number(r.Score)
			p := table.Number(backtest.PValue(ratio, test.freedom), "%.4f")
			if p.HasValue && p.Value < 0.0001 {
				p.Text = "<0.0001"
			}
			values = append(values, p)
		}
		t.AddScore(r.Score, values...)
		star(t, r.Status == TooShort)
	}
	return t
}
