package board

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"waitbench/methods"
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
	name   string // without the seed if there are several
	copies []string
	rows   []*Row
	short  int       // queues on which it is short, of the seed with most
	sites  []float64 // mean of ln(loss / loss of bmbp) at each site
}

// Board is the ranking of the methods of a suite, the best one first.
type Board struct {
	Suite   string // or several, with and
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
// log, the logs of a site, and the sites. Of methods of this project with the same
// numbers on all queues the first one is ranked.
func New(rows []Row) (*Board, error) {
	suites := table.Distinct(rows, func(r *Row) string { return r.Suite })
	b := &Board{Suite: strings.Join(suites, " and ")}
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
	b.methods = joinCopies(b.methods)
	b.methods = b.sorted((*ranked).logLoss)
	return b, nil
}

// joinCopies leaves out methods of this project with the numbers of an earlier one.
func joinCopies(methods []*ranked) (list []*ranked) {
	for _, m := range methods {
		i := slices.IndexFunc(list, func(o *ranked) bool {
			same := func(x, y *Row) bool { return x.differs(y, false, "") == "" }
			return m.rows[0].From == "" && o.rows[0].From == "" && slices.EqualFunc(o.rows, m.rows, same)
		})
		if i < 0 {
			list = append(list, m)
		} else {
			list[i].copies = append(list[i].copies, m.name)
		}
	}
	return list
}

// sorted returns the methods ordered by short queues, and then by a loss.
func (b *Board) sorted(loss func(*ranked) float64) []*ranked {
	losses := map[*ranked]float64{}
	for _, m := range b.methods {
		losses[m] = loss(m)
	}
	return slices.SortedStableFunc(slices.Values(b.methods), func(x, y *ranked) int {
		return cmp.Or(x.short-y.short, cmp.Compare(losses[x], losses[y]))
	})
}

// logLoss returns the mean over sites of the logarithm of the loss over that of bmbp.
func (m *ranked) logLoss() float64 { return backtest.Mean(m.sites) }

// arrange brings the rows of each seed into the order of the queues of bmbp, and
// finds the short ones.
func (m *ranked) arrange(queues []*Row) error {
	seeds := group(m.rows, (*Row).method)
	if m.name = m.rows[0].Method; len(seeds) > 1 {
		m.name = seedParam.ReplaceAllString(m.name, "")
	}
	m.rows = nil
	for _, seed := range seeds {
		var shares, all []verdict.Share
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
			all = append(all, seed[i].shareWithCancelled())
		}
		if len(seed) != len(queues) {
			return fmt.Errorf("%s has %d rows: want one for each of the %d queues of %s", name,
				len(seed), len(queues), verdict.Reference)
		}
		of, shortAll := m.rows[len(m.rows)-len(shares):], verdict.Short(all)
		for i, short := range verdict.Short(shares) {
			of[i].short, of[i].shortAll = short, shortAll[i]
		}
	}
	m.short = countQueues(m.rows, (*Row).isShort)
	m.sites = siteMeans(m.rows, (*Row).logRatio)
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

// held returns the number of queues on which the seed with fewest holds, and that
// on which the seed with most is near.
func held(rows []*Row) (holds, near int) {
	holds = queues(rows) - countQueues(rows, func(r *Row) bool { return !r.holds() })
	return holds, countQueues(rows, func(r *Row) bool { return !r.holds() && !r.isShort() })
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

// pValue returns the p-value of equal losses of two methods by site.
func (m *ranked) pValue(o *ranked) float64 {
	differences := slices.Clone(m.sites)
	for k, x := range o.sites {
		differences[k] -= x
	}
	return backtest.SignFlips(differences)
}

// pCell shows a p-value times a number of tests as adjusted by Holm, rounded up
// where the test cannot give less. Few sites have none.
func (b *Board) pCell(p, adjusted float64) table.Cell {
	least := backtest.LeastSignFlips(b.sites)
	c := table.Number(adjusted, "%.2g")
	switch {
	case least > testLevel:
		c = table.Missing()
	case p == least:
		digit := math.Pow(10, math.Floor(math.Log10(adjusted))-1)
		c.Text = fmt.Sprintf("<= %.2g", digit*math.Ceil(adjusted/digit-1e-9))
	}
	return c
}

// pCells shows the p-values of equal losses of the first method and each,
// adjusted by Holm.
func (b *Board) pCells() []table.Cell {
	var p []float64
	for _, m := range b.methods[1:] {
		p = append(p, m.pValue(b.methods[0]))
	}
	cells := []table.Cell{table.Missing()}
	for i, adjusted := range backtest.Holm(p) {
		cells = append(cells, b.pCell(p[i], adjusted))
	}
	return cells
}

// otherOrder returns the methods that have another place with other losses, and
// both places.
func (b *Board) otherOrder(loss func(*ranked) float64) string {
	other := b.sorted(loss)
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
		"Logs": len(b.logs), "LeastLogLoss": leastLogLoss, "NotCaught": NotCaught,
		"ByQueues": b.otherOrder(func(m *ranked) float64 {
			return backtest.Mean(values(m.rows, (*Row).logRatio))
		}),
		"ByJobs": b.otherOrder((*ranked).byJobs), "Draws": siteDraws, "Copies": b.copies()})
	t.Columns = table.Columns("method", "submission", "external", "#short", "#near", "#holds",
		"#place_lo=place from", "#place_hi=to", "#loss_ratio=loss / "+verdict.Reference, "#loss_ratio_lo=from", "#loss_ratio_hi=to", "#p",
		"#seed_lo=lowest seed", "#seed_hi=highest seed",
		"#log_loss_ratio=log loss", "#short_all=short with cancelled",
		"#christoffersen_ind_lr=independence LR", "#settled_ind_lr=settled LR",
		"sees", "chosen_on=made on", "#cost_us=cost|µs")
	p := b.pCells()
	from, to := b.places()
	for i, m := range b.methods {
		low, high := backtest.SignFlipsInterval(m.sites, testLevel)
		var seeds []float64
		for _, seed := range group(m.rows, (*Row).method) {
			seeds = append(seeds, ratio(seed, (*Row).logRatio))
		}
		if len(seeds) == 1 {
			seeds = nil
		}
		seedLow, seedHigh := span(seeds)
		median := func(value func(*Row) float64) table.Cell {
			return table.Number(backtest.Median(values(m.rows, value)), "%.0f")
		}
		number := func(x float64) table.Cell { return table.Number(x, "%.3f") }
		first, costUS := m.rows[0], table.Missing()
		if cost != nil {
			costUS = table.Number(cost(first.Method), "%.3g")
		}
		holds, near := held(m.rows)
		external := map[bool]string{false: "yes"}[methods.IsBuiltIn(first.Method)]
		t.Add(m.name, first.From, external, m.short, near, holds, from[i], to[i],
			ratioCell(math.Exp(m.logLoss()), m.short > 0),
			number(math.Exp(low)), number(math.Exp(high)), p[i],
			number(seedLow), number(seedHigh),
			number(ratio(m.rows, (*Row).logLossRatio)),
			countQueues(m.rows, func(r *Row) bool { return r.shortAll || r.isReplaced() }),
			median(func(r *Row) float64 { return r.Independence }),
			median(func(r *Row) float64 { return r.SettledIndependence }),
			table.TextOrMissing(first.Sees), first.madeOn(), costUS)
	}
	for _, key := range []string{"submission", "external", "loss_ratio_lo", "loss_ratio_hi", "p", "seed_lo",
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
		"#short", "#near", "#holds", "#loss_ratio=loss / "+verdict.Reference)
	for _, m := range b.methods {
		for _, use := range []string{neverSeen, lookedAt, tunedOn} {
			rows := slices.DeleteFunc(slices.Clone(m.rows),
				func(r *Row) bool { return r.use() != use })
			stated := use == tunedOn || use == lookedAt
			if len(rows) == 0 || len(rows) == len(m.rows) && !stated {
				continue
			}
			holds, near := held(rows)
			t.Add(m.name, table.Number(m.rows[0].Variants, "%.0f"), use,
				queues(rows), countQueues(rows, (*Row).isShort),
				near, holds, ratioCell(ratio(rows, (*Row).logRatio), false))
		}
	}
	return t
}
