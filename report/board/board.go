package board

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

const (
	testLevel = 0.05 // of p-values and intervals
	mostSites = 20   // the exact test counts 2^sites patterns
)

// seedParam is the part of a method's name in which the rows of one method of
// the board may differ.
var seedParam = regexp.MustCompile(`:seed=[^:+]+`)

// ranked is a method of a ranking. Its rows are in the order of the queues, for
// one seed after the other.
type ranked struct {
	name string // without the seed if there are several
	rows []*Row
	loss float64 // over the loss of bmbp
}

// Board is the ranking of the methods of a suite, the best one first.
type Board struct {
	Suite   string
	queues  []*Row // of bmbp
	logs    []string
	sites   int
	methods []*ranked
}

// New ranks methods by their rows at the quantile of the first one. Every
// method needs a row for every queue of bmbp. Methods whose names differ by
// seed=N alone are one method, with the seed that is short on most queues.
//
// Methods are ordered by the number of queues on which they are short, and then
// by the loss over the loss of bmbp: the geometric mean over the queues of a
// log, the logs of a site, and the sites.
func New(rows []Row) (*Board, error) {
	b := &Board{Suite: rows[0].Suite}
	found := map[[2]string]*ranked{}
	for i := range rows {
		r := &rows[i]
		if r.Quantile != rows[0].Quantile || r.From != "" && r.Method == verdict.Reference {
			continue
		}
		key := [2]string{r.From, seedParam.ReplaceAllString(r.Method, "")}
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
	b.queues = slices.Clone(reference.rows)
	b.logs = table.Distinct(b.queues, func(r **Row) string { return (*r).Log })
	if b.sites = len(group(b.queues, (*Row).site)); b.sites > mostSites {
		return nil, fmt.Errorf("%d sites: want at most %d", b.sites, mostSites)
	}
	for _, m := range b.methods {
		if err := m.arrange(b.queues); err != nil {
			return nil, err
		}
	}
	sortBy(b.methods, func(m *ranked) float64 { return m.loss })
	return b, nil
}

// sortBy orders methods by short queues, and then by a loss.
func sortBy(list []*ranked, loss func(*ranked) float64) {
	slices.SortStableFunc(list, func(x, y *ranked) int {
		return cmp.Or(countQueues(x.rows, (*Row).isShort)-countQueues(y.rows, (*Row).isShort),
			cmp.Compare(loss(x), loss(y)))
	})
}

// arrange brings the rows of each seed into the order of the queues of bmbp, and
// finds the short ones.
func (m *ranked) arrange(queues []*Row) error {
	seeds := group(m.rows, (*Row).method)
	if m.name = m.rows[0].Method; len(seeds) > 1 {
		m.name = seedParam.ReplaceAllString(m.name, "")
	}
	m.rows = nil
	for _, seed := range seeds {
		var shares []verdict.Share
		name := seed[0].Method
		for _, q := range queues {
			i := slices.IndexFunc(seed, func(r *Row) bool {
				return r.Log == q.Log && r.Queue == q.Queue
			})
			switch {
			case i < 0:
				return fmt.Errorf("%s has no row for queue %s of %s", name, q.Queue, q.Log)
			case seed[i].Compared != q.Compared || seed[i].ReferenceLoss != q.Loss:
				return fmt.Errorf("%s has %v jobs and a loss of %v s of %s for queue %s of %s:"+
					" want %v and %v", name, seed[i].Compared,
					seed[i].ReferenceLoss, verdict.Reference, q.Queue, q.Log, q.Compared, q.Loss)
			case seed[i].ReferenceLogLoss != q.LogLoss:
				return fmt.Errorf("%s has a loss of logarithms of %v of %s for queue %s of %s: want %v",
					name, seed[i].ReferenceLogLoss, verdict.Reference, q.Queue, q.Log, q.LogLoss)
			}
			m.rows, shares = append(m.rows, seed[i]), append(shares, seed[i].share())
		}
		if len(seed) != len(queues) {
			return fmt.Errorf("%s has %d rows: want one for each of the %d queues of %s", name,
				len(seed), len(queues), verdict.Reference)
		}
		for i, short := range verdict.Short(shares) {
			m.rows[len(m.rows)-len(shares)+i].short = short
		}
	}
	m.loss = ratio(m.rows, (*Row).logRatio)
	return nil
}

// group groups rows by a text, in the order in which the texts first appear.
func group(rows []*Row, by func(*Row) string) (groups [][]*Row) {
	index := map[string]int{}
	for _, r := range rows {
		i, found := index[by(r)]
		if !found {
			i = len(groups)
			index[by(r)], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	return groups
}

// countQueues returns the number of queues with a property, of the seed with most.
func countQueues(rows []*Row, has func(*Row) bool) (n int) {
	for _, seed := range group(rows, (*Row).method) {
		n = max(n, table.CountIf(seed, func(r **Row) bool { return has(*r) }))
	}
	return n
}

// queues returns the number of queues of rows, of one seed or several.
func queues(rows []*Row) int { return countQueues(rows, func(*Row) bool { return true }) }

// correct returns the number of queues on which the seed with fewest is correct.
func correct(rows []*Row) int {
	return queues(rows) - countQueues(rows, func(r *Row) bool { return !r.IsCorrect() })
}

// siteMeans returns the mean of a number at each site: over the queues and seeds
// of a log, and then over the logs.
func siteMeans(rows []*Row, number func(*Row) float64) (means []float64) {
	for _, site := range group(rows, (*Row).site) {
		var logs []float64
		for _, log := range group(site, func(r *Row) string { return r.Log }) {
			logs = append(logs, backtest.Mean(values(log, number)))
		}
		means = append(means, backtest.Mean(logs))
	}
	return means
}

// values returns a number of the rows that have it.
func values(rows []*Row, number func(*Row) float64) (list []float64) {
	for _, r := range rows {
		if x := number(r); !math.IsNaN(x) {
			list = append(list, x)
		}
	}
	return list
}

// span returns the smallest and the largest number, NaN for none.
func span(x []float64) (low, high float64) {
	if len(x) == 0 {
		return math.NaN(), math.NaN()
	}
	return slices.Min(x), slices.Max(x)
}

// ratio returns the geometric mean of ratios over sites.
func ratio(rows []*Row, log func(*Row) float64) float64 {
	return math.Exp(backtest.Mean(siteMeans(rows, log)))
}

// pCells shows the p-values of equal losses of the first method and each, by
// site, adjusted by Holm.
func (b *Board) pCells() []table.Cell {
	least := backtest.LeastSignFlips(b.sites)
	best := siteMeans(b.methods[0].rows, (*Row).logRatio)
	var p []float64
	for _, m := range b.methods[1:] {
		differences := siteMeans(m.rows, (*Row).logRatio)
		for k, x := range best {
			differences[k] -= x
		}
		p = append(p, backtest.SignFlips(differences))
	}
	cells := []table.Cell{table.Missing()}
	for i, adjusted := range backtest.Holm(p) {
		c := table.Number(adjusted, "%.2g")
		switch {
		case least > testLevel:
			c = table.Missing()
		case p[i] == least:
			c.Text = "<= " + c.Text
		}
		cells = append(cells, c)
	}
	return cells
}

// otherOrder returns the methods that have another place with other losses, and
// both places.
func (b *Board) otherOrder(loss func(*ranked) float64) string {
	other := slices.Clone(b.methods)
	sortBy(other, loss)
	var moved []string
	for i, m := range b.methods {
		if k := slices.Index(other, m); k != i {
			moved = append(moved, fmt.Sprintf("%s %d (not %d)", m.name, k+1, i+1))
		}
	}
	return cmp.Or(strings.Join(moved, ", "), "the same")
}

// ratioCell shows the ratio of losses, in brackets for a method that is short.
func ratioCell(ratio float64, short bool) table.Cell {
	c := table.Number(ratio, "%.3f")
	if short {
		c.Text = "(" + c.Text + ")"
	}
	return c
}

// Table returns the ranking. cost returns the cost of a method in microseconds
// a job, NaN for an unknown one; nil leaves the column out. Other columns that
// may have no value are left out without one.
func (b *Board) Table(cost func(method string) float64) *table.Table {
	t := table.New("ranking", map[string]any{"Queues": len(b.queues), "Sites": b.sites,
		"Logs": len(b.logs), "LeastLogLoss": leastLogLoss,
		"ByQueues": b.otherOrder(func(m *ranked) float64 {
			return backtest.Mean(values(m.rows, (*Row).logRatio))
		}),
		"ByJobs": b.otherOrder((*ranked).byJobs)})
	t.Columns = table.Columns("method", "submission", "#short", "#correct",
		"#loss_ratio=loss / "+verdict.Reference, "#loss_ratio_lo=from", "#loss_ratio_hi=to", "#p",
		"#seed_lo=lowest seed", "#seed_hi=highest seed",
		"#log_loss_ratio=log loss", "#share_all",
		"#christoffersen_ind_lr=independence LR", "#settled_ind_lr=settled LR",
		"sees", "chosen_on=made on", "#cost_us=cost|µs")
	p := b.pCells()
	for i, m := range b.methods {
		low, high := backtest.SignFlipsInterval(siteMeans(m.rows, (*Row).logRatio), testLevel)
		var seeds []float64
		for _, seed := range group(m.rows, (*Row).method) {
			seeds = append(seeds, ratio(seed, (*Row).logRatio))
		}
		if len(seeds) == 1 {
			seeds = nil
		}
		seedLow, seedHigh := span(seeds)
		shareAll, _ := span(values(m.rows, func(r *Row) float64 { return r.ShareAll }))
		median := func(value func(*Row) float64) table.Cell {
			return table.Number(backtest.Median(values(m.rows, value)), "%.0f")
		}
		number := func(x float64) table.Cell { return table.Number(x, "%.3f") }
		first, costUS := m.rows[0], table.Missing()
		if cost != nil {
			costUS = table.Number(cost(first.Method), "%.3g")
		}
		short := countQueues(m.rows, (*Row).isShort)
		t.Add(m.name, first.From, short, correct(m.rows), ratioCell(m.loss, short > 0),
			number(math.Exp(low)), number(math.Exp(high)), p[i],
			number(seedLow), number(seedHigh),
			number(ratio(m.rows, (*Row).logLossRatio)), number(shareAll),
			median(func(r *Row) float64 { return r.Independence }),
			median(func(r *Row) float64 { return r.SettledIndependence }),
			table.TextOrMissing(first.Sees), first.madeOn(), costUS)
	}
	for _, key := range []string{"submission", "loss_ratio_lo", "loss_ratio_hi", "p", "seed_lo",
		"seed_hi", "cost_us"} {
		k := t.Index(key)
		if !slices.ContainsFunc(t.Rows, func(row []table.Cell) bool { return row[k].Text != "" }) {
			t = t.Without(key)
		}
	}
	return t
}

// byJobs returns the loss over the loss of bmbp, where each job counts the same.
func (m *ranked) byJobs() float64 {
	sum, jobs := 0.0, 0.0
	for _, r := range m.rows {
		n := float64(r.Compared)
		sum, jobs = sum+float64(n*r.logRatio()), jobs+n
	}
	return sum / jobs
}

// Forecasts returns the table of the methods that forecast waits.
func (b *Board) Forecasts() *table.Table {
	t := table.New("ranking-forecasts", nil)
	t.Columns = table.Columns("method", "#queues", "#within_1min=within 1 min",
		"#right_10min=right side of 10 min", "#mae_s=mean error|s",
		"#slowdown_error=slowdown error")
	for _, m := range b.methods {
		mean := func(value func(*Row) float64, format string) table.Cell {
			return table.Number(backtest.Mean(values(m.rows, value)), format)
		}
		n := countQueues(m.rows, func(r *Row) bool { return !math.IsNaN(r.Forecasts.MeanError) })
		if n > 0 {
			t.Add(m.name, n, mean(func(r *Row) float64 { return r.Forecasts.WithinMinute }, "%.3f"),
				mean(func(r *Row) float64 { return r.Forecasts.RightSide }, "%.3f"),
				mean(func(r *Row) float64 { return r.Forecasts.MeanError }, "%.0f"),
				mean(func(r *Row) float64 { return r.Forecasts.SlowdownError }, "%.1f"))
		}
	}
	return t
}

// ByLog returns the table of losses over the losses of bmbp on each log.
func (b *Board) ByLog() *table.Table {
	t := table.New("ranking-by-log", nil)
	t.Columns = table.Columns("method")
	for _, log := range b.logs {
		t.Columns = append(t.Columns, table.Columns("*"+log)...)
	}
	for _, m := range b.methods {
		row := []any{m.name}
		for _, rows := range group(m.rows, func(r *Row) string { return r.Log }) {
			c := ratioCell(ratio(rows, (*Row).logRatio), countQueues(rows, (*Row).isShort) > 0)
			c.Star = countQueues(rows, (*Row).isReplaced) > 0
			row = append(row, c)
		}
		t.Add(row...)
	}
	return t
}

// TunedOn returns the table of the methods whose makers saw logs of the suite,
// by what they did with the logs.
func (b *Board) TunedOn() *table.Table {
	t := table.New("ranking-made-on", nil)
	t.Columns = table.Columns("method", "#variants_tried=variants tried", "logs", "#queues",
		"#short", "#correct", "#loss_ratio=loss / "+verdict.Reference)
	for _, m := range b.methods {
		for _, use := range []string{neverSeen, lookedAt, tunedOn} {
			rows := slices.DeleteFunc(slices.Clone(m.rows),
				func(r *Row) bool { return r.use() != use })
			stated := use == tunedOn || use == lookedAt
			if len(rows) == 0 || len(rows) == len(m.rows) && !stated {
				continue
			}
			t.Add(m.name, table.Number(m.rows[0].Variants, "%.0f"), use,
				queues(rows), countQueues(rows, (*Row).isShort),
				correct(rows), ratioCell(ratio(rows, (*Row).logRatio), false))
		}
	}
	return t
}
