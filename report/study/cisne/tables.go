package cisne

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods/sched"
	"waitbench/report/published"
	"waitbench/report/study"
	"waitbench/report/table"
)

// printedGain is a gain of SDPN over Hanzich in the paper, percent.
func printedGain(where string) float64 {
	return published.Number("sdpn", SDPN, "", where, "gain_over_hanzich_percent")
}

// gains shows the gains of the paper and the measured ones.
func (c *cluster) gains() *table.Table {
	t := texts.Table("gains", nil)
	t.Columns = table.Columns("where", "#paper|%", "#by the paper's mean|%", "#by sums|%")
	for _, gain := range []struct {
		where string
		paper float64
		which selected
	}{
		{"links free, MPL ≤ 4, all policies (figure 2)", printedGain("MPL up to 4"), c.atGreatest()},
		{"the same (conclusions)", printedGain("no saturation"), c.atGreatest()},
		{"links free, MPL ≤ 4, fcfs (figure 3)", math.NaN(), c.under(FCFS)},
		{"links free, MPL ≤ 4, easy (figure 3)", printedGain("backfilling"), c.under(EASY)},
		{"links saturated, all policies (section 3, conclusions)",
			printedGain("saturated links"), saturated},
	} {
		row := []any{gain.where, table.Number(gain.paper, "%.0f")}
		for _, m := range c.averagings() {
			g := m.gain(gain.which)
			row = append(row, table.Cell{Text: fmt.Sprintf("%.0f ± %.0f", g.Mean, g.Half),
				Missing: math.IsNaN(g.Mean), Bold: math.Abs(g.Mean-gain.paper) > g.Half})
		}
		t.Add(row...)
	}
	return t
}

// deviations shows the turnaround of all settings, a column for each of the
// paper's methods.
func (c *cluster) deviations(id string, m averaging) *table.Table {
	t := texts.Table(id, map[string]any{"Name": m.name, "Seeds": c.config.Seeds})
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
			same := func(o Setting) bool { return o == s }
			row = append(row, m.turnaround(method, same).Spread())
		}
		t.Add(row...)
	}
	return t
}

// conditions names what a setting adds to the cluster.
func conditions(s Setting) string {
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
	t := texts.Table("local", nil)
	t.Columns = table.Columns("#MPL", "conditions", "#fcfs", "#easy, by sdpn's estimates")
	type row struct {
		limit      int
		conditions string
	}
	var rows []row
	found := map[row]map[Discipline]study.Sample{}
	for _, cell := range c.cells {
		s := cell.Setting
		r := row{s.Limit, conditions(s)}
		if cell.Method != SDPN || s.Factor != 0 || s.Selection != sched.Normal {
			continue
		}
		if rows = table.AddNew(rows, r); found[r] == nil {
			found[r] = map[Discipline]study.Sample{}
		}
		found[r][s.Discipline] = cell.Local
	}
	for _, r := range rows {
		t.Add(r.limit, r.conditions, found[r][FCFS].Spread(), found[r][EASY].Spread())
	}
	return t
}

// kernels shows the order of the methods where the work of each kernel is halved
// and doubled.
func (c *cluster) kernels() *table.Table {
	m := c.averagings()[0]
	usual := func(s Setting) bool {
		return c.atGreatest()(s) && s.Selection == sched.Normal
	}
	order := func(which selected) (names []string) {
		return slices.SortedStableFunc(slices.Values(compared), func(a, b string) int {
			return cmp.Compare(m.turnaround(a, which).Spread().Mean,
				m.turnaround(b, which).Spread().Mean)
		})
	}
	expected := order(usual)
	t := texts.Table("kernels", nil)
	t.Columns = table.Columns("kernel", "#work|s", "order, the best first", "changed")
	t.Add("all as assumed", table.Missing(), strings.Join(expected, ", "), table.Missing())
	same, all := 0, 0
	for i, k := range c.config.Kernels {
		for _, factor := range []float64{0.5, 2} {
			now := order(func(s Setting) bool { return s.Factor == factor && s.Kernel == i })
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
