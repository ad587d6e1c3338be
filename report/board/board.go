package board

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// drawLogs is the bootstrap of rankings, which draws logs.
var drawLogs = backtest.Bootstrap{Resamples: 4999, Confidence: 0.95, Seed: 1}

// alike is the p-value from which on a method is as good as the best one.
const alike = 0.05

// ranked is a method of a ranking, with its rows in the order of the queues.
type ranked struct {
	rows          []*Row
	verdict.Total // of the rows
	wins, ranks   []float64
}

// Board is the ranking of the methods of a suite, the best one first.
type Board struct {
	Suite   string
	queues  []*Row // of bmbp
	logs    []string
	methods []*ranked
}

// New ranks methods by their rows at the quantile of the first one. Every
// method needs a row for every queue of bmbp.
//
// Methods are ordered by the number of queues on which they are correct, and
// then by the geometric mean of the loss over the loss of bmbp. On a queue
// ranks count from 1 by loss, losses below 1 s as 1 s, and equal ones share the
// mean of their ranks. A method wins against the share of the others above
// which it ranks. Intervals and p-values come from a bootstrap that draws logs.
func New(rows []Row) (*Board, error) {
	b := &Board{Suite: rows[0].Suite}
	found := map[[2]string]*ranked{}
	for i := range rows {
		r := &rows[i]
		if r.Quantile != rows[0].Quantile || r.From != "" && r.Method == verdict.Reference {
			continue
		}
		key := [2]string{r.From, r.Method}
		if found[key] == nil {
			found[key] = &ranked{}
			b.methods = append(b.methods, found[key])
		}
		found[key].rows = append(found[key].rows, r)
	}
	reference := found[[2]string{"", verdict.Reference}]
	if reference == nil {
		return nil, fmt.Errorf("no rows of %s at quantile %v", verdict.Reference, rows[0].Quantile)
	}
	b.queues = reference.rows
	b.logs = table.Distinct(b.queues, func(r **Row) string { return (*r).Log })
	for _, m := range b.methods {
		if err := m.arrange(b.queues); err != nil {
			return nil, err
		}
	}
	b.rankQueues()
	slices.SortStableFunc(b.methods, func(x, y *ranked) int {
		return cmp.Or(cmp.Compare(y.Correct(), x.Correct()),
			cmp.Compare(x.Geometric(), y.Geometric()))
	})
	return b, nil
}

// arrange brings the rows of a method into the order of the queues of bmbp.
func (m *ranked) arrange(queues []*Row) error {
	all, name := m.rows, m.rows[0].Method
	m.rows = nil
	for _, q := range queues {
		i := slices.IndexFunc(all, func(r *Row) bool {
			return r.Log == q.Log && r.Queue == q.Queue
		})
		switch {
		case i < 0:
			return fmt.Errorf("%s has no row for queue %s of %s", name, q.Queue, q.Log)
		case all[i].Jobs != q.Jobs || all[i].ReferenceLoss != q.Loss:
			return fmt.Errorf("%s has %v jobs and a loss of %v s of %s for queue %s of %s:"+
				" want %v and %v", name, all[i].Jobs,
				all[i].ReferenceLoss, verdict.Reference, q.Queue, q.Log, q.Jobs, q.Loss)
		}
		m.rows = append(m.rows, all[i])
	}
	if len(all) != len(queues) {
		return fmt.Errorf("%s has %d rows: want one for each of the %d queues of %s", name,
			len(all), len(queues), verdict.Reference)
	}
	m.Total = totalOf(m.rows)
	return nil
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
		at := slices.Index(b.logs, b.queues[q].Log)
		groups[at] = append(groups[at], x)
	}
	return groups
}

// interval shows the mean of values of queues and its interval.
func (b *Board) interval(values []float64, format string, show func(float64) float64) []any {
	low, high := drawLogs.Interval(drawLogs.GroupMeans(b.byLog(values)))
	return []any{table.Number(show(backtest.Mean(values)), format), table.Number(show(low), format),
		table.Number(show(high), format)}
}

// pValues compares the ratios of all methods with those of the first, which has
// NaN. They are adjusted by Holm.
func (b *Board) pValues() []float64 {
	var p []float64
	for _, m := range b.methods[1:] {
		difference := m.LogRatios()
		for q, x := range b.methods[0].LogRatios() {
			difference[q] -= x
		}
		draws := drawLogs.GroupMeans(b.byLog(difference))
		p = append(p, backtest.Exceeds(backtest.Mean(difference), draws))
	}
	return append([]float64{math.NaN()}, backtest.Holm(p)...)
}

// ratioCell shows the ratio of losses, in brackets for a method that fails.
func ratioCell(t verdict.Total, fails bool) table.Cell {
	c := table.Number(t.Geometric(), "%.3f")
	if fails {
		c.Text = "(" + c.Text + ")"
	}
	return c
}

// values returns a number of the queues that have it.
func (m *ranked) values(of func(*Row) float64) (list []float64) {
	for _, r := range m.rows {
		if x := of(r); !math.IsNaN(x) {
			list = append(list, x)
		}
	}
	return list
}

// Table returns the ranking. cost returns the cost of a method in microseconds
// a job, NaN for an unknown one; nil leaves the column out.
func (b *Board) Table(cost func(method string) float64) *table.Table {
	t := table.New("ranking", map[string]any{"Queues": len(b.queues), "Logs": len(b.logs),
		"Draws": drawLogs})
	t.Columns = table.Columns("method", "submission", "#correct",
		"#loss_ratio=loss / "+verdict.Reference, "#loss_ratio_lo=from", "#loss_ratio_hi=to",
		"group", "#p", "#win_rate=wins", "#win_rate_lo=from", "#win_rate_hi=to",
		"#mean_rank=mean rank", "#mean_rank_lo=from", "#mean_rank_hi=to",
		"#replaced", "#christoffersen_ind_lr=independence LR", "#settled_ind_lr=settled LR",
		"chosen_on=made on", "#cost_us=cost|µs")
	self := func(x float64) float64 { return x }
	p := b.pValues()
	for i, m := range b.methods {
		group := ""
		switch {
		case i == 0:
			group = "best"
		case p[i] >= alike:
			group = "≈"
		}
		ratio := b.interval(m.LogRatios(), "%.3f", math.Exp)
		ratio[0] = ratioCell(m.Total, m.Correct() < len(m.rows))
		independence := m.values(func(r *Row) float64 { return r.Independence })
		settled := m.values(func(r *Row) float64 { return r.Settled })
		row := slices.Concat([]any{m.Method(), m.rows[0].From, m.Correct()}, ratio,
			[]any{group, table.Number(p[i], "%.4f")},
			b.interval(m.wins, "%.2f", self), b.interval(m.ranks, "%.1f", self),
			[]any{m.With(verdict.Sparse), table.Number(backtest.Median(independence), "%.0f"),
				table.Number(backtest.Median(settled), "%.0f"), m.madeOn(), table.Missing()})
		if cost != nil {
			row[len(row)-1] = table.Number(cost(m.Method()), "%.3g")
		}
		t.Add(row...)
	}
	if cost == nil {
		t = t.Without("cost_us")
	}
	if !slices.ContainsFunc(b.methods, func(m *ranked) bool { return m.rows[0].From != "" }) {
		t = t.Without("submission")
	}
	return t
}

// Forecasts returns the table of the methods that forecast waits.
func (b *Board) Forecasts() *table.Table {
	t := table.New("ranking-forecasts", nil)
	t.Columns = table.Columns("method", "#queues", "#within_1min=within 1 min",
		"#right_10min=right side of 10 min", "#mae_s=mean error|s",
		"#slowdown_error=slowdown error")
	for _, m := range b.methods {
		errors := m.values(func(r *Row) float64 { return r.MeanError })
		within := m.values(func(r *Row) float64 { return r.WithinMinute })
		right := m.values(func(r *Row) float64 { return r.RightSide })
		slowdown := m.values(func(r *Row) float64 { return r.SlowdownError })
		if len(errors) > 0 {
			t.Add(m.Method(), len(errors), table.Number(backtest.Mean(within), "%.3f"),
				table.Number(backtest.Mean(right), "%.3f"),
				table.Number(backtest.Mean(errors), "%.0f"),
				table.Number(backtest.Mean(slowdown), "%.1f"))
		}
	}
	return t
}

// madeOn returns how many logs were looked at while the method was made.
func (m *ranked) madeOn() string {
	switch logs := m.rows[0].ChosenOn; logs {
	case "":
		return "not stated"
	case noLogs:
		return noLogs
	default:
		return fmt.Sprintf("%d logs", len(strings.Fields(logs)))
	}
}

// ByLog returns the table of losses over the losses of bmbp on each log.
func (b *Board) ByLog() *table.Table {
	t := table.New("ranking-by-log", nil)
	t.Columns = table.Columns("method")
	for _, log := range b.logs {
		t.Columns = append(t.Columns, table.Columns("*"+log)...)
	}
	for _, m := range b.methods {
		row := []any{m.Method()}
		for _, log := range b.logs {
			on := m.on(func(name string) bool { return name == log })
			c := ratioCell(on.Total, on.Correct() < len(on.rows))
			c.Star = on.With(verdict.Sparse) > 0
			row = append(row, c)
		}
		t.Add(row...)
	}
	return t
}

// on returns the method on some logs.
func (m *ranked) on(has func(log string) bool) *ranked {
	rows := slices.DeleteFunc(slices.Clone(m.rows), func(r *Row) bool { return !has(r.Log) })
	return &ranked{rows: rows, Total: totalOf(rows)}
}

// TunedOn returns the table of the methods that were made on logs of the suite,
// with and without these logs.
func (b *Board) TunedOn() *table.Table {
	t := table.New("ranking-made-on", nil)
	t.Columns = table.Columns("method", "#variants_tried=variants tried")
	for _, part := range []struct{ key, heading string }{
		{}, {"_on", " on them"}, {"_without", " without"},
	} {
		t.Columns = append(t.Columns, table.Columns("#queues"+part.key+"=queues"+part.heading,
			"#correct"+part.key+"=correct"+part.heading,
			"#loss_ratio"+part.key+"=loss / "+verdict.Reference+part.heading)...)
	}
	for _, m := range b.methods {
		if !slices.ContainsFunc(b.logs, m.lookedAt) {
			continue
		}
		row := []any{m.Method(), table.Number(m.rows[0].Variants, "%.0f")}
		others := m.on(func(log string) bool { return !m.lookedAt(log) })
		for _, on := range []*ranked{m, m.on(m.lookedAt), others} {
			row = append(row, len(on.rows), on.Correct(), ratioCell(on.Total, false))
		}
		t.Add(row...)
	}
	return t
}

// lookedAt reports whether a log was looked at while the method was made.
func (m *ranked) lookedAt(log string) bool {
	return slices.Contains(strings.Fields(m.rows[0].ChosenOn), log)
}
