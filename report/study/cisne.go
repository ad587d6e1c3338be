package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods/sched"
	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/replay/study/cisne"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/table"
)

// cluster is the study of a non-dedicated cluster on its way to its page. The
// paper prints figures without numbers, so the order of the methods and the
// direction of effects are compared.
type cluster struct {
	config cisne.Config
	cells  []*cisne.Cell
}

// averaging is a way to average deviations.
type averaging struct {
	*cluster
	name   string
	number func(cisne.Deviation) float64
}

// averagings are the paper's way and ours.
func (c *cluster) averagings() []averaging {
	return []averaging{
		{c, "mean of |predicted - actual| / actual", cisne.Deviation.Mean},
		{c, "sum of |predicted - actual| over sum of actual", cisne.Deviation.Total},
	}
}

// CISNE makes the page from all cells of the study.
func CISNE(c cisne.Config, cells []*cisne.Cell) *Page {
	k := &cluster{c, cells}
	ways := k.averagings()
	return &Page{
		Claims: claimsTable(cisneClaims, []string{ways[0].name, ways[1].name}, ways,
			"open: the 95 % interval of a difference holds 0, and none speaks against the claim",
			oneLine("cisne claims", nil), oneLine("cisne limit", slices.Max(c.Limits))),
		Figures: []PageFigure{k.limits(), k.parts()},
		Cells:   k.allCells(),
		Values: map[string]any{
			"Few": printedGain("MPL up to 4"), "Easy": printedGain("backfilling"),
			"All": printedGain("no saturation"), "Gains": k.gains(),
			"Deviations": k.deviations("deviations", ways[0]),
			"Totals":     k.deviations("totals", ways[1]), "Assumed": &c.Assumed,
			"Local": k.local(), "Kernels": k.kernels(),
		},
		template: "cisne.md",
	}
}

// selected reports whether a setting counts.
type selected func(cisne.Setting) bool

// The settings that claims are about.

func saturated(s cisne.Setting) bool { return s.Saturated }

func limited(limit int) selected {
	return func(s cisne.Setting) bool {
		return s.Limit == limit && !s.Saturated && !s.Memory && s.Factor == 0 &&
			s.Discipline != cisne.Perfect
	}
}

func (c *cluster) atGreatest() selected { return limited(slices.Max(c.config.Limits)) }

func (c *cluster) under(d cisne.Discipline) selected {
	return func(s cisne.Setting) bool { return c.atGreatest()(s) && s.Discipline == d }
}

// compared are the five methods of the paper.
var compared = []string{cisne.SDPN, cisne.Hanzich, cisne.Historical, cisne.Smith, cisne.Li}

// mean is the mean deviation of a method over the selected settings that have
// one.
func (m averaging) mean(method string, time cisne.Time, which selected) sample {
	values := make(sample, m.config.Seeds)
	for i := range values {
		var all []float64
		for _, cell := range m.cells {
			if cell.Method == method && which(cell.Setting) {
				all = append(all, m.number(cell.Seeds[i][time]))
			}
		}
		values[i] = backtest.Mean(all)
	}
	return values
}

func (m averaging) turnaround(method string, which selected) sample {
	return m.mean(method, cisne.Turnaround, which)
}

// cisneClaims are sentences of the paper's section 3.
var cisneClaims = []claim[averaging]{
	{"at MPL 1 Historical is worst", func(m averaging) answer {
		historical := m.turnaround(cisne.Historical, limited(1))
		return each(compared, func(method string) (string, sample) {
			s := m.turnaround(method, limited(1))
			return s.spread().String(), s.less(historical)
		})
	}},
	{"at MPL 1 Hanzich is slightly better than SDPN", func(m averaging) answer {
		return m.better(limited(1), cisne.Hanzich, cisne.SDPN)
	}},
	{"at MPL ≤ 4 SDPN beats Li", beats(cisne.SDPN, cisne.Li)},
	{"at MPL ≤ 4 SDPN beats Smith", beats(cisne.SDPN, cisne.Smith)},
	{"at MPL ≤ 4 Hanzich beats Li", beats(cisne.Hanzich, cisne.Li)},
	{"at MPL ≤ 4 Hanzich beats Smith", beats(cisne.Hanzich, cisne.Smith)},
	{"at MPL ≤ 4 SDPN beats Hanzich", beats(cisne.SDPN, cisne.Hanzich)},
	{"with saturated links SDPN beats Hanzich", func(m averaging) answer {
		return m.better(saturated, cisne.SDPN, cisne.Hanzich)
	}},
	{"with backfilling SDPN gains more on Hanzich than first come first served",
		func(m averaging) answer {
			easy, fcfs := m.gain(m.under(cisne.EASY)), m.gain(m.under(cisne.FCFS))
			d := spread{mean: fcfs.mean - easy.mean, half: math.Hypot(fcfs.half, easy.half)}
			return below(fmt.Sprintf("%.0f ± %.0f %% under easy, %.0f ± %.0f %% under fcfs",
				easy.mean, easy.half, fcfs.mean, fcfs.half), d)
		}},
	{"saturated links make all methods worse", func(m averaging) answer {
		return each(compared, func(method string) (string, sample) {
			less := m.turnaround(method, m.atGreatest()).less(m.turnaround(method, saturated))
			return m.worse(method).spread().signed(), less
		})
	}},
	{"saturated links make SDPN worse by the least", func(m averaging) answer {
		sdpn := m.worse(cisne.SDPN)
		return each(compared, func(method string) (string, sample) {
			d := m.worse(method)
			return d.spread().signed(), sdpn.less(d)
		})
	}},
	{"waiting is predicted worse than execution by Historical, Hanzich and SDPN",
		func(m averaging) answer {
			methods := []string{cisne.Historical, cisne.Hanzich, cisne.SDPN}
			return each(methods, func(method string) (string, sample) {
				w := m.mean(method, cisne.Wait, m.atGreatest())
				r := m.mean(method, cisne.Execution, m.atGreatest())
				return fmt.Sprintf("%v and %v", w.spread(), r.spread()), r.less(w)
			})
		}},
	{"longer windows improve SDPN's predictions of execution", func(m averaging) answer {
		return m.windows(cisne.Execution)
	}},
	{"longer windows do not improve SDPN's predictions of waiting", func(m averaging) answer {
		a := m.windows(cisne.Wait)
		switch a.verdict {
		case "yes":
			a.verdict = "no"
		case "no", "open":
			a.verdict = "yes"
		}
		return a
	}},
}

// below answers whether all differences are below 0: yes where all are by more
// than their intervals, no where one is above by more than that, else open.
func below(measured string, differences ...spread) answer {
	verdict := "yes"
	for _, d := range differences {
		switch {
		case d.mean > d.half:
			verdict = "no"
		case !(d.mean < -d.half) && verdict == "yes":
			verdict = "open"
		}
	}
	a := answerOf(false, "%s", measured)
	if a.verdict == "no" { // measured
		a.verdict = verdict
	}
	return a
}

// each is below for a difference of each method, except from itself.
func each(methods []string, difference func(method string) (string, sample)) answer {
	var texts []string
	var differences []spread
	for _, method := range methods {
		text, d := difference(method)
		texts = append(texts, method+" "+text)
		if s := d.spread(); s != (spread{}) {
			differences = append(differences, s)
		}
	}
	return below(strings.Join(texts, ", "), differences...)
}

// beats tries whether a method is better than another at the greatest limit.
func beats(better, worse string) func(averaging) answer {
	return func(m averaging) answer { return m.better(m.atGreatest(), better, worse) }
}

func (m averaging) better(which selected, better, worse string) answer {
	a, b := m.turnaround(better, which), m.turnaround(worse, which)
	d := a.less(b).spread()
	return below(fmt.Sprintf("%s %v, %s %v, difference %s", better, a.spread(), worse,
		b.spread(), d.signed()), d)
}

// gain is by how much SDPN's deviation is smaller than Hanzich's, percent.
func (m averaging) gain(which selected) spread {
	h := m.turnaround(cisne.Hanzich, which)
	d, whole := h.less(m.turnaround(cisne.SDPN, which)).spread(), h.spread().mean
	return spread{mean: 100 * d.mean / whole, half: 100 * d.half / whole}
}

// worse is by how much saturation makes a method worse.
func (m averaging) worse(method string) sample {
	return m.turnaround(method, saturated).less(m.turnaround(method, m.atGreatest()))
}

func (m averaging) windows(time cisne.Time) answer {
	mean := func(method string) sample { return m.mean(method, time, m.under(cisne.FCFS)) }
	now, longest := mean(cisne.SDPN), mean(cisne.SDPN120)
	d := longest.less(now).spread()
	return below(fmt.Sprintf("fcfs: now %v, 30 s %v, 120 s %v; 120 s less now %s",
		now.spread(), mean(cisne.SDPN30).spread(), longest.spread(), d.signed()), d)
}

// printedGain is a gain of SDPN over Hanzich in the paper, percent.
func printedGain(where string) float64 {
	return published.Number("sdpn", cisne.SDPN, "", where, "gain_over_hanzich_percent")
}

// gains shows the gains of the paper and the measured ones.
func (c *cluster) gains() *table.Table {
	t := table.NewFrom(texts, "gains", nil)
	t.Columns = table.Columns("where", "#paper|%", "#by the paper's mean|%", "#by sums|%")
	for _, gain := range []struct {
		where string
		paper float64
		which selected
	}{
		{"links free, MPL ≤ 4, all policies (figure 2)", printedGain("MPL up to 4"), c.atGreatest()},
		{"the same (conclusions)", printedGain("no saturation"), c.atGreatest()},
		{"links free, MPL ≤ 4, fcfs (figure 3)", math.NaN(), c.under(cisne.FCFS)},
		{"links free, MPL ≤ 4, easy (figure 3)", printedGain("backfilling"), c.under(cisne.EASY)},
		{"links saturated, all policies (section 3, conclusions)",
			printedGain("saturated links"), saturated},
	} {
		row := []any{gain.where, table.Number(gain.paper, "%.0f")}
		for _, m := range c.averagings() {
			g := m.gain(gain.which)
			row = append(row, table.Cell{Text: fmt.Sprintf("%.0f ± %.0f", g.mean, g.half),
				Missing: math.IsNaN(g.mean), Star: math.Abs(g.mean-gain.paper) > g.half})
		}
		t.Add(row...)
	}
	return t
}

// deviations shows the turnaround of all settings, a column for each of the
// paper's methods.
func (c *cluster) deviations(id string, m averaging) *table.Table {
	t := table.NewFrom(texts, id, map[string]any{"Name": m.name, "Seeds": c.config.Seeds})
	t.Columns = table.Columns("jobs", "nodes", "#MPL", "conditions")
	for _, method := range compared {
		t.Columns = append(t.Columns, table.Columns("#"+method)...)
	}
	for _, s := range c.config.Settings() {
		if s.Factor != 0 {
			continue
		}
		row := []any{s.Discipline, s.Selection, s.Limit, conditions(s)}
		for _, method := range compared {
			same := func(o cisne.Setting) bool { return o == s }
			row = append(row, m.turnaround(method, same).spread())
		}
		t.Add(row...)
	}
	return t
}

// conditions names what a setting adds to the cluster.
func conditions(s cisne.Setting) string {
	switch {
	case s.Saturated:
		return "links saturated"
	case s.Memory:
		return "memory"
	}
	return ""
}

// local shows the slowdown of local users by the limit of tasks on a node.
func (c *cluster) local() *table.Table {
	t := table.NewFrom(texts, "local", nil)
	t.Columns = table.Columns("#MPL", "conditions", "#fcfs", "#easy, by sdpn's estimates")
	type row struct {
		limit      int
		conditions string
	}
	var rows []row
	found := map[row]map[cisne.Discipline]sample{}
	for _, cell := range c.cells {
		s := cell.Setting
		r := row{s.Limit, conditions(s)}
		if cell.Method != cisne.SDPN || s.Factor != 0 || s.Selection != sched.Normal {
			continue
		}
		if rows = table.AddNew(rows, r); found[r] == nil {
			found[r] = map[cisne.Discipline]sample{}
		}
		found[r][s.Discipline] = cell.Local
	}
	for _, r := range rows {
		t.Add(r.limit, r.conditions, found[r][cisne.FCFS].spread(), found[r][cisne.EASY].spread())
	}
	return t
}

// kernels shows the order of the methods where the work of each kernel is halved
// and doubled.
func (c *cluster) kernels() *table.Table {
	m := c.averagings()[0]
	usual := func(s cisne.Setting) bool {
		return c.atGreatest()(s) && s.Selection == sched.Normal
	}
	order := func(which selected) (names []string) {
		return slices.SortedStableFunc(slices.Values(compared), func(a, b string) int {
			return cmp.Compare(m.turnaround(a, which).spread().mean,
				m.turnaround(b, which).spread().mean)
		})
	}
	expected := order(usual)
	t := table.NewFrom(texts, "kernels", nil)
	t.Columns = table.Columns("kernel", "#work|s", "order, the best first", "changed")
	t.Add("all as assumed", table.Missing(), strings.Join(expected, ", "), table.Missing())
	same, all := 0, 0
	for i, k := range c.config.Kernels {
		for _, factor := range []float64{0.5, 2} {
			now := order(func(s cisne.Setting) bool { return s.Factor == factor && s.Kernel == i })
			changed := !slices.Equal(now, expected)
			if all++; !changed {
				same++
			}
			t.Add(k.Name+"."+k.Class, table.Number(k.Work*factor, "%.4g"),
				strings.Join(now, ", "), table.YesNo(changed))
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("the order stays in %d of %d variations", same, all))
	return t
}

// limits is figure 2 of the paper, followed by the saturated links of figure 3.
func (c *cluster) limits() PageFigure {
	m := c.averagings()[0]
	f := &figure.Dots{
		Title: "Turnaround by MPL limit", Label: "|predicted - actual| / actual",
		Series: compared, Log: true, Styles: figure.Styles(compared),
	}
	var groups []selected
	for _, limit := range c.config.Limits {
		f.Categories, groups = append(f.Categories, fmt.Sprint("MPL ", limit)),
			append(groups, limited(limit))
	}
	f.Categories, groups = append(f.Categories, "links saturated"), append(groups, saturated)
	for _, method := range compared {
		var values, low, high []float64
		for _, which := range groups {
			s := m.turnaround(method, which).spread()
			values, high = append(values, s.mean), append(high, s.mean+s.half)
			low = append(low, max(s.mean-s.half, s.mean/10))
		}
		f.Values, f.Low, f.High = append(f.Values, values), append(f.Low, low), append(f.High, high)
	}
	return PageFigure{"turnaround", oneLine("cisne figure", nil), f}
}

// parts is figure 4 of the paper: the deviations of the wait and of the
// execution, also by windows of samples.
func (c *cluster) parts() PageFigure {
	m := c.averagings()[0]
	names := []string{cisne.Historical, cisne.Hanzich, cisne.SDPN, cisne.SDPN30, cisne.SDPN120}
	f := &figure.Dots{Title: "Deviation of wait and execution", Categories: names,
		Label: "|predicted - actual| / actual", Series: []string{"wait", "execution"}, Log: true,
		Styles: map[string]int{"wait": -1, "execution": -2}}
	for _, time := range []cisne.Time{cisne.Wait, cisne.Execution} {
		var values, low, high []float64
		for _, name := range names {
			s := m.mean(name, time, c.under(cisne.FCFS)).spread()
			values, high = append(values, s.mean), append(high, s.mean+s.half)
			low = append(low, max(s.mean-s.half, s.mean/10))
		}
		f.Values, f.Low, f.High = append(f.Values, values), append(f.Low, low), append(f.High, high)
	}
	return PageFigure{"wait-execution", oneLine("cisne parts", nil), f}
}

// allCells lists all cells of all seeds.
func (c *cluster) allCells() output.CSV {
	lines := output.CSV{strings.Fields(`jobs nodes mpl links method seed predicted waited
		turnaround wait run total_turnaround total_wait total_run memory kernel factor
		local_slowdown`)}
	for _, cell := range c.cells {
		for i, e := range cell.Seeds {
			links, kernel := "free", ""
			if cell.Saturated {
				links = "saturated"
			}
			if cell.Factor != 0 {
				k := c.config.Kernels[cell.Kernel]
				kernel = k.Name + "." + k.Class
			}
			line := []any{cell.Discipline, cell.Selection, cell.Limit, links,
				cell.Method, c.config.Seed + uint64(i), e[cisne.Turnaround].Jobs, e[cisne.Wait].Jobs}
			for _, m := range c.averagings() {
				for _, d := range e {
					line = append(line, m.number(d))
				}
			}
			lines.Add(append(line, cell.Memory, kernel, cell.Factor, cell.Local[i])...)
		}
	}
	return lines
}
