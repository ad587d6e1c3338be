package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/backtest"
)

// drawLogs is the bootstrap of rankings, which draws logs.
var drawLogs = backtest.Bootstrap{Resamples: 4999, Confidence: 0.95, Seed: 1}

// alike is the p-value from which on a method is as good as the best one.
const alike = 0.05

// ranked is a method of a ranking, with its rows in the order of the queues.
type ranked struct {
	rows              []*RankRow
	correct, replaced int // queues
	ratios, wins      []float64
	ranks             []float64

	ratio, win, rank backtest.Estimate // the first of logarithms
	p                float64           // of the ratio of the best method, by Holm; NaN of that one
}

func (m *ranked) name() string { return m.rows[0].Method }

// Board is the ranking of the methods of a suite, the best one first.
type Board struct {
	Suite   string
	queues  []*RankRow // of bmbp
	logs    []string
	methods []*ranked
}

// NewBoard ranks methods by their rows at the quantile of the first one. Every
// method needs a row for every queue of bmbp.
//
// Methods are ordered by the number of queues on which they are correct, and
// then by the geometric mean of the loss over the loss of bmbp. On a queue
// ranks count from 1 by loss, losses below 1 s as 1 s, and equal ones share the
// mean of their ranks. A method wins against the share of the others above
// which it ranks. Intervals and p-values come from a bootstrap that draws logs.
func NewBoard(rows []RankRow) (*Board, error) {
	b := &Board{Suite: rows[0].Suite}
	of := map[[2]string]*ranked{}
	for i := range rows {
		r := &rows[i]
		if r.Quantile != rows[0].Quantile || r.From != "" && r.Method == Reference {
			continue
		}
		key := [2]string{r.From, r.Method}
		if of[key] == nil {
			of[key] = &ranked{p: math.NaN()}
			b.methods = append(b.methods, of[key])
		}
		of[key].rows = append(of[key].rows, r)
	}
	reference := of[[2]string{"", Reference}]
	if reference == nil {
		return nil, fmt.Errorf("no rows of %s at quantile %v", Reference, rows[0].Quantile)
	}
	b.queues = reference.rows
	b.logs = Distinct(b.queues, func(r **RankRow) string { return (*r).Trace })
	for _, m := range b.methods {
		if err := m.arrange(b.queues); err != nil {
			return nil, err
		}
	}
	b.rankQueues()
	for _, m := range b.methods {
		m.ratio, m.win, m.rank = b.estimate(m.ratios), b.estimate(m.wins), b.estimate(m.ranks)
	}
	slices.SortStableFunc(b.methods, func(x, y *ranked) int {
		return cmp.Or(cmp.Compare(y.correct, x.correct), cmp.Compare(x.ratio.Mean, y.ratio.Mean))
	})
	b.compareWithBest()
	return b, nil
}

// arrange brings the rows of a method into the order of the queues of bmbp.
func (m *ranked) arrange(queues []*RankRow) error {
	all, name := m.rows, m.name()
	m.rows = nil
	for _, q := range queues {
		i := slices.IndexFunc(all, func(r *RankRow) bool {
			return r.Trace == q.Trace && r.Queue == q.Queue
		})
		switch {
		case i < 0:
			return fmt.Errorf("%s has no row for queue %s of %s", name, q.Queue, q.Trace)
		case all[i].Jobs != q.Jobs || all[i].ReferenceLoss != q.Loss:
			return fmt.Errorf("%s has %v jobs and a loss of %v s of %s for queue %s of %s:"+
				" want %v and %v", name, all[i].Jobs,
				all[i].ReferenceLoss, Reference, q.Queue, q.Trace, q.Jobs, q.Loss)
		}
		m.rows = append(m.rows, all[i])
	}
	if len(all) != len(queues) {
		return fmt.Errorf("%s has %d rows: want one for each of the %d queues of %s", name,
			len(all), len(queues), Reference)
	}
	m.count()
	return nil
}

// count sets what follows from the rows.
func (m *ranked) count() {
	for _, r := range m.rows {
		m.ratios = append(m.ratios, r.ratio())
		if r.IsCorrect() {
			m.correct++
		}
		if r.IsReplaced() {
			m.replaced++
		}
	}
}

// rankQueues sets ranks and wins.
func (b *Board) rankQueues() {
	for q := range b.queues {
		for _, m := range b.methods {
			rank := 0.5
			for _, o := range b.methods {
				switch mine, other := max(m.rows[q].Loss, 1), max(o.rows[q].Loss, 1); {
				case other < mine:
					rank++
				case other == mine:
					rank += 0.5
				}
			}
			m.ranks = append(m.ranks, rank)
			m.wins = append(m.wins, (float64(len(b.methods))-rank)/float64(len(b.methods)-1))
		}
	}
}

// byLog groups values of queues by log.
func (b *Board) byLog(values []float64) [][]float64 {
	groups := make([][]float64, len(b.logs))
	for q, x := range values {
		at := slices.Index(b.logs, b.queues[q].Trace)
		groups[at] = append(groups[at], x)
	}
	return groups
}

// estimate returns the mean of values of queues and its interval.
func (b *Board) estimate(values []float64) (e backtest.Estimate) {
	e.Values, e.Mean = len(values), mean(values)
	e.Low, e.High = drawLogs.Interval(drawLogs.GroupMeans(b.byLog(values)))
	return e
}

// compareWithBest sets the p-values of all methods but the first.
func (b *Board) compareWithBest() {
	var p []float64
	for _, m := range b.methods[1:] {
		difference := slices.Clone(m.ratios)
		for q, x := range b.methods[0].ratios {
			difference[q] -= x
		}
		p = append(p, backtest.Exceeds(mean(difference), drawLogs.GroupMeans(b.byLog(difference))))
	}
	for i, x := range backtest.Holm(p) {
		b.methods[1+i].p = x
	}
}

// ratioCell shows the ratio of losses, in brackets for a method that fails.
func (m *ranked) ratioCell(fails bool) Cell {
	c := Number(math.Exp(mean(m.ratios)), "%.3f")
	if fails {
		c.Text = "(" + c.Text + ")"
	}
	return c
}

// Table returns the ranking. cost returns the cost of a method in microseconds
// a job, NaN for an unknown one; nil leaves the column out.
func (b *Board) Table(cost func(method string) float64) *Table {
	t := NewTable("ranking", map[string]any{"Queues": len(b.queues), "Logs": len(b.logs),
		"Draws": drawLogs})
	number := func(head, format string, of func(*ranked) float64) ColumnOf[*ranked] {
		return ColumnOf[*ranked]{"#" + head, func(m *ranked) Cell { return Number(of(m), format) }}
	}
	medianColumn := func(head string, of func(*RankRow) float64) ColumnOf[*ranked] {
		return ColumnOf[*ranked]{head, func(m *ranked) Cell {
			var list []float64
			for _, r := range m.rows {
				list = append(list, of(r))
			}
			return Number(Median(list), "%.0f")
		}}
	}
	columns := []ColumnOf[*ranked]{textColumn("method", (*ranked).name)}
	if slices.ContainsFunc(b.methods, func(m *ranked) bool { return m.rows[0].From != "" }) {
		columns = append(columns, textColumn("submission",
			func(m *ranked) string { return m.rows[0].From }))
	}
	columns = append(columns,
		countColumn("#correct", func(m *ranked) int { return m.correct }),
		ColumnOf[*ranked]{"#loss_ratio=loss / " + Reference,
			func(m *ranked) Cell { return m.ratioCell(m.correct < len(m.rows)) }},
		number("loss_ratio_lo=from", "%.3f",
			func(m *ranked) float64 { return math.Exp(m.ratio.Low) }),
		number("loss_ratio_hi=to", "%.3f",
			func(m *ranked) float64 { return math.Exp(m.ratio.High) }),
		textColumn("group", func(m *ranked) string {
			switch {
			case m == b.methods[0]:
				return "best"
			case m.p >= alike:
				return "≈"
			}
			return ""
		}),
		number("p", "%.4f", func(m *ranked) float64 { return m.p }),
		number("win_rate=wins", "%.2f", func(m *ranked) float64 { return m.win.Mean }),
		number("win_rate_lo=from", "%.2f", func(m *ranked) float64 { return m.win.Low }),
		number("win_rate_hi=to", "%.2f", func(m *ranked) float64 { return m.win.High }),
		number("mean_rank=mean rank", "%.1f", func(m *ranked) float64 { return m.rank.Mean }),
		number("mean_rank_lo=from", "%.1f", func(m *ranked) float64 { return m.rank.Low }),
		number("mean_rank_hi=to", "%.1f", func(m *ranked) float64 { return m.rank.High }),
		countColumn("#replaced", func(m *ranked) int { return m.replaced }),
		medianColumn("#christoffersen_ind_lr=independence LR",
			func(r *RankRow) float64 { return r.Independence }),
		medianColumn("#settled_ind_lr=settled LR", func(r *RankRow) float64 { return r.Settled }),
		textColumn("chosen_on=made on", (*ranked).madeOn))
	if cost != nil {
		columns = append(columns, ColumnOf[*ranked]{"#cost_us=cost|µs",
			func(m *ranked) Cell { return Number(cost(m.name()), "%.3g") }})
	}
	return Fill(t, b.methods, columns...)
}

// Forecasts returns the table of the methods that forecast waits.
func (b *Board) Forecasts() *Table {
	ofMean := func(head, format string, of func(*RankRow) float64) ColumnOf[*ranked] {
		return ColumnOf[*ranked]{"#" + head, func(m *ranked) Cell {
			return Number(mean(m.forecasts(of)), format)
		}}
	}
	forecasting := slices.DeleteFunc(slices.Clone(b.methods), func(m *ranked) bool {
		return len(m.forecasts(func(r *RankRow) float64 { return r.MeanError })) == 0
	})
	return Fill(NewTable("ranking-forecasts", nil), forecasting,
		textColumn("method", (*ranked).name),
		countColumn("#queues", func(m *ranked) int {
			return len(m.forecasts(func(r *RankRow) float64 { return r.MeanError }))
		}),
		ofMean("within_1min=within 1 min", "%.3f",
			func(r *RankRow) float64 { return r.WithinMinute }),
		ofMean("right_10min=right side of 10 min", "%.3f",
			func(r *RankRow) float64 { return r.RightSide }),
		ofMean("mae_s=mean error|s", "%.0f", func(r *RankRow) float64 { return r.MeanError }),
		ofMean("slowdown_error=slowdown error", "%.1f",
			func(r *RankRow) float64 { return r.SlowdownError }))
}

// forecasts returns a result of the queues that has a value.
func (m *ranked) forecasts(of func(*RankRow) float64) (list []float64) {
	for _, r := range m.rows {
		if x := of(r); !math.IsNaN(x) {
			list = append(list, x)
		}
	}
	return list
}

// madeOn returns how many logs were looked at while the method was made.
func (m *ranked) madeOn() string {
	switch logs := m.rows[0].ChosenOn; logs {
	case "":
		return "not stated"
	case NoLogs:
		return NoLogs
	default:
		return fmt.Sprintf("%d logs", len(strings.Fields(logs)))
	}
}

// ByLog returns the table of losses over the losses of bmbp on each log.
func (b *Board) ByLog() *Table {
	t := NewTable("ranking-by-log", nil)
	columns := []ColumnOf[*ranked]{textColumn("method", (*ranked).name)}
	for _, log := range b.logs {
		columns = append(columns, ColumnOf[*ranked]{"*" + log, func(m *ranked) Cell {
			on := m.on(func(trace string) bool { return trace == log })
			c := on.ratioCell(on.correct < len(on.rows))
			c.Star = on.replaced > 0
			return c
		}})
	}
	return Fill(t, b.methods, columns...)
}

// on returns the method on some logs.
func (m *ranked) on(has func(trace string) bool) *ranked {
	part := &ranked{rows: slices.DeleteFunc(slices.Clone(m.rows),
		func(r *RankRow) bool { return !has(r.Trace) })}
	part.count()
	return part
}

// MadeOn returns the table of the methods that were made on logs of the suite,
// with and without these logs.
func (b *Board) MadeOn() *Table {
	t := NewTable("ranking-made-on", nil)
	var made []*ranked
	for _, m := range b.methods {
		if slices.ContainsFunc(b.logs, m.lookedAt) {
			made = append(made, m)
		}
	}
	columns := []ColumnOf[*ranked]{textColumn("method", (*ranked).name),
		{"#variants_tried=variants tried", func(m *ranked) Cell {
			return Number(m.rows[0].Variants, "%.0f")
		}}}
	for _, part := range []struct {
		key, heading string
		has          func(m *ranked, trace string) bool
	}{
		{"", "", func(*ranked, string) bool { return true }},
		{"_on", " on them", (*ranked).lookedAt},
		{"_without", " without", func(m *ranked, trace string) bool { return !m.lookedAt(trace) }},
	} {
		on := func(m *ranked) *ranked {
			return m.on(func(trace string) bool { return part.has(m, trace) })
		}
		columns = append(columns,
			countColumn("#queues"+part.key+"=queues"+part.heading,
				func(m *ranked) int { return len(on(m).rows) }),
			countColumn("#correct"+part.key+"=correct"+part.heading,
				func(m *ranked) int { return on(m).correct }),
			ColumnOf[*ranked]{"#loss_ratio" + part.key + "=loss / " + Reference + part.heading,
				func(m *ranked) Cell { return on(m).ratioCell(false) }})
	}
	return Fill(t, made, columns...)
}

// lookedAt reports whether a log was looked at while the method was made.
func (m *ranked) lookedAt(trace string) bool {
	return slices.Contains(strings.Fields(m.rows[0].ChosenOn), trace)
}

// Median returns the median of numbers without NaN, and NaN for none. It changes
// the list.
func Median(list []float64) float64 {
	list = slices.Sorted(slices.Values(slices.DeleteFunc(list, math.IsNaN)))
	if len(list) == 0 {
		return math.NaN()
	}
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
