package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/study/cisne"
	"waitbench/report"
	"waitbench/report/figure"
)

// cluster is the study of a non-dedicated cluster on its way to its page. The
// paper prints figures without numbers, so the order of the methods and the
// direction of effects are compared. Differences are taken within a seed, as all
// methods have the same workloads.
type cluster struct {
	config cisne.Config
	cells  []*cisne.Cell
}

// measure is a way to average deviations.
type measure struct {
	*cluster
	name                  string
	turnaround, wait, run quantityOf
}

// quantityOf is a deviation of a method in a workload.
type quantityOf func(*cisne.Errors) float64

// measures are the paper's measure and ours.
func (c *cluster) measures() []measure {
	of := func(name string, number func(*cisne.Deviation) float64) measure {
		return measure{c, name,
			func(e *cisne.Errors) float64 { return number(&e.Turnaround) },
			func(e *cisne.Errors) float64 { return number(&e.Wait) },
			func(e *cisne.Errors) float64 { return number(&e.Run) }}
	}
	return []measure{
		of("mean of |predicted - actual| / actual", (*cisne.Deviation).Mean),
		of("sum of |predicted - actual| over sum of actual", (*cisne.Deviation).Total),
	}
}

// CISNE makes the page from all cells of the study.
func CISNE(c cisne.Config, cells []*cisne.Cell) *Page {
	k := &cluster{c, cells}
	ways := k.measures()
	return &Page{
		Claims: claimsTable(cisneClaims, []string{ways[0].name, ways[1].name}, ways,
			"open: the 95 % interval of a difference holds 0, and none speaks against the claim",
			words("cisne claims", nil), words("cisne limit", slices.Max(c.Limits))),
		Figures: []Figure{k.limits()},
		Cells:   k.allCells(),
		Values: map[string]any{
			"Few": printedGain("MPL up to 4"), "Easy": printedGain("backfilling"),
			"All": printedGain("no saturation"), "Gains": k.gains(),
			"Deviations": k.deviations("deviations", "By the paper's mean", ways[0]),
			"Totals":     k.deviations("totals", "By sums", ways[1]), "Assumed": k.assumed(),
		},
		template: "cisne.md",
	}
}

// selected reports whether a setting counts.
type selected func(cisne.Setting) bool

// The settings that claims are about.

func saturated(s cisne.Setting) bool { return s.Saturated }

func limited(s cisne.Setting, limit int) bool {
	return s.Limit == limit && !s.Saturated && s.Discipline != cisne.Perfect
}

func alone(s cisne.Setting) bool { return limited(s, 1) }

func (c *cluster) most(s cisne.Setting) bool { return limited(s, slices.Max(c.config.Limits)) }

func (c *cluster) under(d cisne.Discipline) selected {
	return func(s cisne.Setting) bool { return c.most(s) && s.Discipline == d }
}

// compared are the five methods of the paper.
var compared = []string{cisne.SDPN, cisne.Hanzich, cisne.Historical, cisne.Smith, cisne.Li}

// sample is the mean of a quantity over the selected settings, for every seed;
// NaN where no setting has one.
func (c *cluster) sample(method string, q quantityOf, which selected) []float64 {
	values := make([]float64, c.config.Seeds)
	for i := range values {
		sum, n := 0.0, 0.0
		for _, cell := range c.cells {
			if cell.Method != method || !which(cell.Setting) {
				continue
			}
			if x := q(&cell.Seeds[i]); !math.IsNaN(x) {
				sum, n = sum+x, n+1
			}
		}
		values[i] = sum / n
	}
	return values
}

func (c *cluster) mean(method string, q quantityOf, which selected) interval {
	return meanOf(c.sample(method, q, which))
}

// interval is a mean over seeds and half its 95 % interval, by Student's
// distribution.
type interval struct{ mean, half float64 }

func (s interval) String() string { return fmt.Sprintf("%.2f ± %.2f", s.mean, s.half) }
func (s interval) signed() string { return fmt.Sprintf("%+.2f ± %.2f", s.mean, s.half) }

// meanOf ignores NaN.
func meanOf(values []float64) interval {
	n, mean, squares := 0.0, 0.0, 0.0
	for _, x := range values {
		if math.IsNaN(x) {
			continue
		}
		n++
		d := x - mean
		mean += d / n
		squares += float64(d * (x - mean))
	}
	switch n {
	case 0:
		return interval{math.NaN(), math.NaN()}
	case 1:
		return interval{mean, math.NaN()}
	}
	return interval{mean, student(int(n)-1) * math.Sqrt(squares/(n-1)/n)}
}

// students is the 0.975 quantile of Student's distribution by degrees of
// freedom, from printed tables.
var students = []float64{
	0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
	2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
	2.048, 2.045, 2.042,
}

// student is that quantile. Beyond the table it is the first terms of the
// expansion around the normal distribution.
func student(freedom int) float64 {
	if freedom < len(students) {
		return students[freedom]
	}
	const z = 1.959964
	return z + (z*z*z+z)/(4*float64(freedom))
}

// paired is the mean of the differences of two samples of the same seeds.
func paired(a, b []float64) interval {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return meanOf(d)
}

// cisneClaims are sentences of the paper's section 3.
var cisneClaims = []claim[measure]{
	{"at MPL 1 Historical is worst", func(m measure) answer {
		own := m.sample(cisne.Historical, m.turnaround, alone)
		return m.each(compared, func(method string) (string, interval) {
			s := m.sample(method, m.turnaround, alone)
			return meanOf(s).String(), paired(s, own)
		})
	}},
	{"at MPL 1 Hanzich is slightly better than SDPN", func(m measure) answer {
		return m.better(alone, cisne.Hanzich, cisne.SDPN)
	}},
	{"at MPL ≤ 4 SDPN beats Li", most(cisne.SDPN, cisne.Li)},
	{"at MPL ≤ 4 SDPN beats Smith", most(cisne.SDPN, cisne.Smith)},
	{"at MPL ≤ 4 Hanzich beats Li", most(cisne.Hanzich, cisne.Li)},
	{"at MPL ≤ 4 Hanzich beats Smith", most(cisne.Hanzich, cisne.Smith)},
	{"at MPL ≤ 4 SDPN beats Hanzich", most(cisne.SDPN, cisne.Hanzich)},
	{"with saturated links SDPN beats Hanzich", func(m measure) answer {
		return m.better(saturated, cisne.SDPN, cisne.Hanzich)
	}},
	{"with backfilling SDPN gains more on Hanzich than first come first served", func(m measure) answer {
		easy, fcfs := m.gain(m.under(cisne.EASY)), m.gain(m.under(cisne.FCFS))
		d := interval{fcfs.mean - easy.mean, math.Hypot(fcfs.half, easy.half)}
		return below(fmt.Sprintf("%.0f ± %.0f %% under easy, %.0f ± %.0f %% under fcfs",
			easy.mean, easy.half, fcfs.mean, fcfs.half), d)
	}},
	{"saturated links make all methods worse", func(m measure) answer {
		return m.each(compared, func(method string) (string, interval) {
			d := meanOf(m.increases(method))
			return d.signed(), interval{-d.mean, d.half}
		})
	}},
	{"saturated links make SDPN worse by the least", func(m measure) answer {
		own := m.increases(cisne.SDPN)
		return m.each(compared, func(method string) (string, interval) {
			d := m.increases(method)
			return meanOf(d).signed(), paired(own, d)
		})
	}},
	{"waiting is predicted worse than execution by Historical, Hanzich and SDPN", func(m measure) answer {
		methods := []string{cisne.Historical, cisne.Hanzich, cisne.SDPN}
		return m.each(methods, func(method string) (string, interval) {
			w, r := m.sample(method, m.wait, m.most), m.sample(method, m.run, m.most)
			return fmt.Sprintf("%v and %v", meanOf(w), meanOf(r)), paired(r, w)
		})
	}},
	{"longer windows improve SDPN's predictions of execution", func(m measure) answer {
		return m.windows(m.run)
	}},
	{"longer windows do not improve SDPN's predictions of waiting", func(m measure) answer {
		a := m.windows(m.wait)
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
func below(measured string, differences ...interval) answer {
	verdict := "yes"
	for _, d := range differences {
		switch {
		case d.mean > d.half:
			verdict = "no"
		case !(d.mean < -d.half) && verdict == "yes":
			verdict = "open"
		}
	}
	a := says(false, "%s", measured)
	if a.verdict == "no" { // measured
		a.verdict = verdict
	}
	return a
}

// each is below for a difference of each method, except from itself.
func (m measure) each(methods []string, difference func(method string) (string, interval)) answer {
	var texts []string
	var list []interval
	for _, method := range methods {
		text, d := difference(method)
		texts = append(texts, method+" "+text)
		if d != (interval{}) {
			list = append(list, d)
		}
	}
	return below(strings.Join(texts, ", "), list...)
}

// most tries whether a method is better than another at the greatest limit.
func most(better, worse string) func(measure) answer {
	return func(m measure) answer { return m.better(m.most, better, worse) }
}

func (m measure) better(which selected, better, worse string) answer {
	a, b := m.sample(better, m.turnaround, which), m.sample(worse, m.turnaround, which)
	d := paired(a, b)
	return below(fmt.Sprintf("%s %v, %s %v, difference %s", better, meanOf(a), worse, meanOf(b), d.signed()), d)
}

// gain is by how much SDPN's deviation is smaller than Hanzich's, percent.
func (m measure) gain(which selected) interval {
	h := m.sample(cisne.Hanzich, m.turnaround, which)
	d, of := paired(h, m.sample(cisne.SDPN, m.turnaround, which)), meanOf(h).mean
	return interval{100 * d.mean / of, 100 * d.half / of}
}

// increases is by how much saturation makes a method worse, seed by seed.
func (m measure) increases(method string) []float64 {
	d := m.sample(method, m.turnaround, saturated)
	for i, x := range m.sample(method, m.turnaround, m.most) {
		d[i] -= x
	}
	return d
}

func (m measure) windows(q quantityOf) answer {
	which := m.under(cisne.FCFS)
	now, longest := m.sample(cisne.SDPN, q, which), m.sample(cisne.SDPN120, q, which)
	d := paired(longest, now)
	return below(fmt.Sprintf("fcfs: now %v, 30 s %v, 120 s %v; 120 s less now %s",
		meanOf(now), m.mean(cisne.SDPN30, q, which), meanOf(longest), d.signed()), d)
}

// printedGain is a gain of SDPN over Hanzich in the paper, percent.
func printedGain(at string) float64 {
	return report.PublishedNumber("sdpn", cisne.SDPN, "", at, "gain_over_hanzich_percent")
}

// gains shows the gains of the paper and the measured ones.
func (c *cluster) gains() *report.Table {
	t := &report.Table{
		ID: "gains", Title: "By how much of Hanzich's deviation SDPN's is smaller",
		Columns: report.Columns("where", "#paper|%", "#by the paper's mean|%", "#by sums|%"),
		Star:    "the paper's number lies outside the 95 % interval of the mean",
		Missing: "not printed: \"very similar\"",
	}
	for _, r := range []struct {
		where string
		paper float64
		which selected
	}{
		{"links free, MPL ≤ 4, all policies (figure 2)", printedGain("MPL up to 4"), c.most},
		{"the same (conclusions)", printedGain("no saturation"), c.most},
		{"links free, MPL ≤ 4, fcfs (figure 3)", math.NaN(), c.under(cisne.FCFS)},
		{"links free, MPL ≤ 4, easy (figure 3)", printedGain("backfilling"), c.under(cisne.EASY)},
		{"links saturated, all policies (section 3, conclusions)", printedGain("saturated links"), saturated},
	} {
		row := []report.Cell{report.Text(r.where), report.Number(r.paper, "%.0f")}
		for _, m := range c.measures() {
			g := m.gain(r.which)
			row = append(row, report.Cell{Text: fmt.Sprintf("%.0f ± %.0f", g.mean, g.half),
				Missing: math.IsNaN(g.mean), Star: math.Abs(g.mean-r.paper) > g.half})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// deviations shows the turnaround of all settings, a column for each of the
// paper's methods.
func (c *cluster) deviations(id, title string, m measure) *report.Table {
	t := &report.Table{
		ID: id, Title: title + ": deviation of the turnaround",
		Columns: report.Columns("jobs", "nodes", "#MPL", "links"),
		Notes:   []string{words("cisne deviations", map[string]any{"Name": m.name, "Seeds": c.config.Seeds})},
	}
	for _, method := range compared {
		t.Columns = append(t.Columns, report.Columns("#"+method)...)
	}
	for _, set := range c.config.Settings() {
		row := []report.Cell{report.Text(string(set.Discipline)), report.Text(set.Selection.String()),
			report.Count(set.Limit), report.Text(links(set.Saturated))}
		this := func(s cisne.Setting) bool { return s == set }
		for _, method := range compared {
			row = append(row, report.Text(m.mean(method, m.turnaround, this).String()))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func links(saturated bool) string {
	return map[bool]string{true: "saturated", false: "free"}[saturated]
}

// limits is figure 2 of the paper, followed by the saturated links of figure 3.
func (c *cluster) limits() Figure {
	m := c.measures()[0]
	f := &figure.Dots{
		Title: "Turnaround by MPL limit", YLabel: "|predicted - actual| / actual",
		Series: compared, Log: true,
	}
	var groups []selected
	for _, limit := range c.config.Limits {
		f.Categories = append(f.Categories, fmt.Sprint("MPL ", limit))
		groups = append(groups, func(s cisne.Setting) bool { return limited(s, limit) })
	}
	f.Categories, groups = append(f.Categories, "links saturated"), append(groups, saturated)
	for _, method := range compared {
		var values, low, high []float64
		for _, which := range groups {
			s := m.mean(method, m.turnaround, which)
			values, high = append(values, s.mean), append(high, s.mean+s.half)
			low = append(low, max(s.mean-s.half, s.mean/10))
		}
		f.Values, f.Low, f.High = append(f.Values, values), append(f.Low, low), append(f.High, high)
	}
	return Figure{"turnaround", words("cisne figure", nil), f}
}

// allCells lists all cells of all seeds.
func (c *cluster) allCells() csvLines {
	type row struct {
		*cisne.Cell
		seed int
	}
	var rows []row
	for _, cell := range c.cells {
		for i := range cell.Seeds {
			rows = append(rows, row{cell, i})
		}
	}
	const names = `jobs nodes mpl links method seed predicted waited turnaround wait run
		total_turnaround total_wait total_run`
	return cellsOf(rows, names, func(r row) []any {
		e := &r.Seeds[r.seed]
		return []any{
			string(r.Discipline), r.Selection.String(), int64(r.Limit), links(r.Saturated), r.Method,
			int64(c.config.Seed) + int64(r.seed), int64(e.Turnaround.Jobs), int64(e.Wait.Jobs),
			e.Turnaround.Mean(), e.Wait.Mean(), e.Run.Mean(),
			e.Turnaround.Total(), e.Wait.Total(), e.Run.Total(),
		}
	})
}

// assumed is what the paper does not state.
func (c *cluster) assumed() *report.Table {
	t := &report.Table{
		Title: "Assumed, as the paper does not state it", Columns: report.Columns("what", "#value"),
	}
	set := func(what, format string, values ...any) {
		row := []report.Cell{report.Text(what), report.Text(fmt.Sprintf(format, values...))}
		t.Rows = append(t.Rows, row)
	}
	a := &c.config.Assumed
	set("offered load of the dedicated cluster", "%g", a.Load)
	set("tasks of a job", "%v", a.Tasks)
	set("powers of nodes, repeated", "%v", a.Powers)
	set("link, and the local user's part of it (MB/s)", "%g, %g", a.Link, a.Traffic)
	set("local user works, rests (mean, s)", "%g, %g", a.Busy, a.Idle)
	set("share of the processor that he takes", "%g to %g", a.Share[0], a.Share[1])
	set("share of every second link that is held where they are saturated", "%g", a.Held)
	set("coefficient of variation of run times", "%g", a.Variation)
	for _, k := range a.Kernels {
		set("kernel "+k.Name+"."+k.Class+": work (s), communication, MB/s", "%g, %g, %g",
			k.Work, k.Comm, k.Bandwidth)
	}
	return t
}

// Timings is the table of the time of an estimate, as table 1 of the paper. Its
// numbers differ from run to run.
func Timings(list []cisne.Timing) *report.Table {
	costs := map[string]float64{}
	for name, method := range map[string]string{
		"SDPN": cisne.SDPN, "Historical": cisne.Historical, "Li": cisne.Li,
	} {
		costs[name] = report.PublishedNumber("sdpn", method, "", "", "estimate_ms")
	}
	t := &report.Table{
		ID: "timings", Title: "Time of an estimate", Missing: "no such jobs",
		Columns: report.Columns("method", "#running jobs", "#past jobs", "#estimate|ms", "#growth"),
		Notes:   []string{words("cisne growth", nil), words("cisne costs", costs)},
	}
	for _, method := range compared {
		var before cisne.Timing
		for _, x := range list {
			if x.Method != method {
				continue
			}
			row := []report.Cell{report.Text(x.Method), report.Missing(), report.Missing(),
				report.Number(x.Estimate.Seconds()*1000, "%.4f"), report.Missing()}
			if x.Running > 0 {
				row[1] = report.Count(x.Running)
			}
			if x.History > 0 {
				row[2] = report.Count(x.History)
			}
			if before.Estimate > 0 {
				jobs := float64(x.Running+x.History) / float64(before.Running+before.History)
				times := x.Estimate.Seconds() / before.Estimate.Seconds()
				row[4] = report.Number(math.Log(times)/math.Log(jobs), "%.1f")
			}
			before = x
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
