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
	e.Values, e.Mean = len(values), backtest.Mean(values)
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
		draws := drawLogs.GroupMeans(b.byLog(difference))
		p = append(p, backtest.Exceeds(backtest.Mean(difference), draws))
	}
	for i, x := range backtest.Holm(p) {
		b.methods[1+i].p = x
	}
}

// ratioCell shows the ratio of losses, in brackets for a method that fails.
func (m *ranked) ratioCell(fails bool) Cell {
	c := Number(math.Exp(backtest.Mean(m.ratios)), "%.3f")
	if fails {
		c.Text = "(" + c.Text + ")"
	}
	return c
}

// values returns a number of the queues that have it.
func (m *ranked) values(of func(*RankRow) float64) (list []float64) {
	for _, r := range m.rows {
		if x := of(r); !math.IsNaN(x) {
			list = append(list, x)
		}
	}
	return list
}

// Table returns the ranking. cost returns the cost of a method in microseconds
// a job, NaN for an unknown one; nil leaves the column out.
func (b *Board) Table(cost func(method string) float64) *Table {
	t := NewTable("ranking", map[string]any{"Queues": len(b.queues), "Logs": len(b.logs),
		"Draws": drawLogs})
	heads := []string{"method"}
	submitted := slices.ContainsFunc(b.methods, func(m *ranked) bool { return m.rows[0].From != "" })
	if submitted {
		heads = append(heads, "submission")
	}
	heads = append(heads, "#correct", "#loss_ratio=loss / "+Reference, "#loss_ratio_lo=from",
		"#loss_ratio_hi=to", "group", "#p", "#win_rate=wins", "#win_rate_lo=from",
		"#win_rate_hi=to", "#mean_rank=mean rank", "#mean_rank_lo=from", "#mean_rank_hi=to",
		"#replaced", "#christoffersen_ind_lr=independence LR", "#settled_ind_lr=settled LR",
		"chosen_on=made on")
	if cost != nil {
		heads = append(heads, "#cost_us=cost|µs")
	}
	t.Columns = Columns(heads...)
	for i, m := range b.methods {
		row := []any{m.name()}
		if submitted {
			row = append(row, m.rows[0].From)
		}
		group := ""
		switch {
		case i == 0:
			group = "best"
		case m.p >= alike:
			group = "≈"
		}
		independence := m.values(func(r *RankRow) float64 { return r.Independence })
		settled := m.values(func(r *RankRow) float64 { return r.Settled })
		row = append(row, m.correct, m.ratioCell(m.correct < len(m.rows)),
			Number(math.Exp(m.ratio.Low), "%.3f"), Number(math.Exp(m.ratio.High), "%.3f"),
			group, Number(m.p, "%.4f"),
			Number(m.win.Mean, "%.2f"), Number(m.win.Low, "%.2f"), Number(m.win.High, "%.2f"),
			Number(m.rank.Mean, "%.1f"), Number(m.rank.Low, "%.1f"), Number(m.rank.High, "%.1f"),
			m.replaced, Number(backtest.Median(independence), "%.0f"),
			Number(backtest.Median(settled), "%.0f"), m.madeOn())
		if cost != nil {
			row = append(row, Number(cost(m.name()), "%.3g"))
		}
		t.Add(row...)
	}
	return t
}

// Forecasts returns the table of the methods that forecast waits.
func (b *Board) Forecasts() *Table {
	t := NewTable("ranking-forecasts", nil)
	t.Columns = Columns("method", "#queues", "#within_1min=within 1 min",
		"#right_10min=right side of 10 min", "#mae_s=mean error|s", "#slowdown_error=slowdown error")
	for _, m := range b.methods {
		errors := m.values(func(r *RankRow) float64 { return r.MeanError })
		within := m.values(func(r *RankRow) float64 { return r.WithinMinute })
		right := m.values(func(r *RankRow) float64 { return r.RightSide })
		slowdown := m.values(func(r *RankRow) float64 { return r.SlowdownError })
		if len(errors) > 0 {
			t.Add(m.name(), len(errors), Number(backtest.Mean(within), "%.3f"),
				Number(backtest.Mean(right), "%.3f"), Number(backtest.Mean(errors), "%.0f"),
				Number(backtest.Mean(slowdown), "%.1f"))
		}
	}
	return t
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
	t.Columns = Columns("method")
	for _, log := range b.logs {
		t.Columns = append(t.Columns, Columns("*"+log)...)
	}
	for _, m := range b.methods {
		row := []any{m.name()}
		for _, log := range b.logs {
			on := m.on(func(trace string) bool { return trace == log })
			c := on.ratioCell(on.correct < len(on.rows))
			c.Star = on.replaced > 0
			row = append(row, c)
		}
		t.Add(row...)
	}
	return t
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
	t.Columns = Columns("method", "#variants_tried=variants tried")
	for _, part := range []struct{ key, heading string }{
		{}, {"_on", " on them"}, {"_without", " without"},
	} {
		t.Columns = append(t.Columns, Columns("#queues"+part.key+"=queues"+part.heading,
			"#correct"+part.key+"=correct"+part.heading,
			"#loss_ratio"+part.key+"=loss / "+Reference+part.heading)...)
	}
	for _, m := range b.methods {
		if !slices.ContainsFunc(b.logs, m.lookedAt) {
			continue
		}
		row := []any{m.name(), Number(m.rows[0].Variants, "%.0f")}
		others := m.on(func(trace string) bool { return !m.lookedAt(trace) })
		for _, on := range []*ranked{m, m.on(m.lookedAt), others} {
			row = append(row, len(on.rows), on.correct, on.ratioCell(false))
		}
		t.Add(row...)
	}
	return t
}

// lookedAt reports whether a log was looked at while the method was made.
func (m *ranked) lookedAt(trace string) bool {
	return slices.Contains(strings.Fields(m.rows[0].ChosenOn), trace)
}
