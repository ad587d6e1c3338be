package nondedicated

import (
	"fmt"
	"math"
	"strings"
	"time"

	"waitbench/methods/sched"
	"waitbench/replay/arrowio"
	"waitbench/replay/study/cisne"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/study"
)

// page is a study on its way to a report.
type page struct {
	config cisne.Config
	cells  []*cisne.Cell
	by     measure // of claims
}

// New makes the report of a study from all its cells.
func New(c cisne.Config, cells []*cisne.Cell) *study.Report {
	p := &page{c, cells, byMean}
	return &study.Report{
		Title: "Turnaround times on a non-dedicated cluster",
		Sections: []study.Section{
			p.introduction(), p.settings(),
			{Heading: "All settings", Tables: []*report.Table{
				p.deviations("deviations", "Mean of |predicted - actual| / actual", turnaround, wait, run),
				p.deviations("totals", "Sum of |predicted - actual| over sum of actual", totalTurnaround, totalWait, totalRun),
			}},
		},
		Cells: frame(c, cells),
	}
}

func (p *page) introduction() study.Section {
	return study.Section{
		Text: []string{
			"Lérida et al. (2008) compare five ways to predict the turnaround of parallel jobs on a cluster whose nodes also serve local users, by an experiment " +
				"with a real cluster. Here it is repeated on a simulated one that is richer than any of the methods believes: local users come and go, jobs take longer " +
				"or shorter than declared. The paper shows figures without numbers, so what is compared is the order of the methods and the direction of effects.",
			"**Most values of the cluster and of the jobs are assumed, as the paper does not state them: those of the table at the end of the settings.** Rules and readings are in " +
				"the documentation of package replay/study/cisne. Local users stretch jobs, which wait for the slowest of their nodes, so the cluster is much busier " +
				"than the offered load says. Few jobs wait at a high MPL; a job that waited less than a second has no deviation of its wait.",
			"The mean of |predicted - actual| / actual, the deviation of the paper, is ruled by jobs that last a few seconds: a method that is wrong by a minute is wrong by many " +
				"times their turnaround. The sum of deviations over the sum of actual times is ruled by the long ones. The claims are tried by both.",
			"The time of an estimate (table 1 of the paper) differs from run to run. It is not on this page, but in timings.md and timings.csv where it was measured.",
		},
		Tables: []*report.Table{
			p.claimsTable("claims", "Claims of the paper, and whether they hold here"),
			(&page{p.config, p.cells, byTotal}).claimsTable("claims-totals", "The same claims by sums of deviations"),
		},
		Figures: p.figures(),
	}
}

// settings is the table of parameters.
func (p *page) settings() study.Section {
	c := &p.config
	t := &report.Table{ID: "settings", Title: "Settings",
		Columns: []report.Column{{Heading: "setting"}, {Heading: "value", Align: report.Right}, {Heading: "from"}}}
	set := func(name, from, format string, values ...any) {
		t.Rows = append(t.Rows, []report.Cell{report.Words(name), report.Words(fmt.Sprintf(format, values...)), report.Words(from)})
	}
	const paper, ours, assumed = "paper", "ours", "assumed"
	set("nodes", paper, "%d", c.Nodes)
	set("jobs", paper, "%d", c.Jobs)
	set("MPL limits", paper, "%s", join(c.Limits))
	set("tasks", paper, "%s", join(c.Tasks))
	set("local users' share of processors", paper, "%.0f %%", 100*c.Busy/(c.Busy+c.Idle)*(c.Share[0]+c.Share[1])/2)
	set("seeds", ours, "%d to %d", c.Seed, c.Seed+uint64(c.Seeds)-1)
	set("past jobs, of earlier workloads", ours, "%d", c.History)
	set("offered load of the dedicated cluster", assumed, "%g", c.Load)
	set("powers of nodes, repeated", assumed, "%s", join(c.Powers))
	set("link, MB/s", assumed, "%g", c.Link)
	set("local user works, rests, mean, s", assumed, "%g, %g", c.Busy, c.Idle)
	set("share of the processor that he takes", assumed, "%g to %g", c.Share[0], c.Share[1])
	set("of the link, MB/s", paper, "%g", c.Traffic)
	set("share of every second link that is held where they are saturated", assumed, "%g", c.Held)
	set("coefficient of variation of run times", assumed, "%g", c.Variation)
	for _, k := range c.Kernels {
		set("kernel "+k.Name+"."+k.Class+": work s, communication, MB/s", assumed, "%g, %g, %g", k.Work, k.Comm, k.Bandwidth)
	}
	return study.Section{Heading: "Settings", Tables: []*report.Table{t}}
}

func join[T any](values []T) string { return strings.Trim(fmt.Sprint(values), "[]") }

// deviations is a table with a row for each cell.
func (p *page) deviations(name, title string, quantities ...quantity) *report.Table {
	t := &report.Table{
		ID: name, Title: title, Missing: "no job waited for a second",
		Columns: []report.Column{{Heading: "jobs"}, {Heading: "nodes"}, {Heading: "MPL", Align: report.Right}, {Heading: "links"}, {Heading: "method"}},
		Notes: []string{
			fmt.Sprintf("mean over %d seeds and half its 95 %% interval; easy: by the estimates of the method, those with run times of similar jobs share a schedule; "+
				"easy-perfect: by true times and progress", p.config.Seeds),
		},
	}
	for _, q := range quantities {
		t.Columns = append(t.Columns, report.Column{Key: q.name, Heading: q.heading, Align: report.Right},
			report.Column{Key: q.name + "_half", Heading: "±", Align: report.Right})
	}
	for _, c := range p.cells {
		row := []report.Cell{report.Words(string(c.Discipline)), report.Words(c.Selection.String()), report.Count(c.Limit), report.Words(links(c.Saturated)), report.Words(c.Method)}
		for _, q := range quantities {
			s := p.mean(c.Method, q, func(s cisne.Setting) bool { return s == c.Setting })
			row = append(row, report.Number(s.mean, "%.2f"), report.Number(s.half, "%.2f"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func links(saturated bool) string {
	return map[bool]string{true: "saturated", false: "free"}[saturated]
}

// figures are as figures 2 to 4 of the paper.
func (p *page) figures() []study.Figure {
	var limits, policies []string
	var byLimit, byPolicy, bySaturated []selected
	for _, limit := range p.config.Limits {
		limits = append(limits, fmt.Sprint("MPL ", limit))
		byLimit = append(byLimit, func(s cisne.Setting) bool { return s.Limit == limit && !s.Saturated && s.Discipline != cisne.Perfect })
	}
	for _, d := range []cisne.Discipline{cisne.FCFS, cisne.EASY} {
		for _, n := range []sched.Selection{sched.Normal, sched.Uniform} {
			policies = append(policies, fmt.Sprintf("%s %s", d, n))
			same := func(s cisne.Setting) bool { return s.Discipline == d && s.Selection == n }
			byPolicy = append(byPolicy, func(s cisne.Setting) bool { return same(s) && p.most(s) })
			bySaturated = append(bySaturated, func(s cisne.Setting) bool { return same(s) && p.saturated(s) })
		}
	}
	parts := []quantity{wait, run}
	deviation := "|predicted - actual| / actual"
	return []study.Figure{
		{Name: "figure2-limits", Caption: "As figure 2: deviation of the turnaround by the limit of tasks on a node.",
			Figure: &figure.Dots{Title: "Figure 2: turnaround by MPL limit", YLabel: deviation, Categories: limits, Series: compared, Log: true, Width: figure.TwoColumn,
				Panels: []figure.Panel{p.panel("", turnaround, byLimit)}}},
		{Name: "figure3-saturation", Caption: "As figure 3: deviation of the turnaround by policy, without and with saturated links, at the greatest limit.",
			Figure: &figure.Dots{Title: "Figure 3: turnaround by policy", YLabel: deviation, Categories: policies, Series: compared, Log: true, Width: figure.TwoColumn,
				Panels: []figure.Panel{p.panel("links free", turnaround, byPolicy), p.panel("half of the links saturated", turnaround, bySaturated)}}},
		{Name: "figure4-parts", Caption: "As figure 4 (left): deviation of waiting and execution at the greatest limit.",
			Figure: &figure.Dots{Title: "Figure 4: waiting and execution", YLabel: deviation, Categories: []string{"waiting", "execution"}, Series: compared, Log: true,
				Width: figure.TwoColumn, Panels: []figure.Panel{p.parts(compared, parts)}}},
		{Name: "figure4-windows", Caption: "As figure 4 (right): deviation of SDPN by the window of its samples, fcfs at the greatest limit.",
			Figure: &figure.Dots{Title: "Figure 4: windows of samples", YLabel: deviation, Categories: []string{"waiting", "execution"},
				Series: []string{cisne.SDPN, cisne.SDPN30, cisne.SDPN120}, Width: figure.TwoColumn,
				Panels: []figure.Panel{p.parts([]string{cisne.SDPN, cisne.SDPN30, cisne.SDPN120}, parts)}}},
	}
}

// panel is a quantity of the compared methods under several selections of settings.
func (p *page) panel(name string, q quantity, categories []selected) figure.Panel {
	panel := figure.Panel{Name: name}
	for _, m := range compared {
		var values []float64
		for _, which := range categories {
			values = append(values, p.mean(m, q, which).mean)
		}
		panel.Values = append(panel.Values, values)
	}
	return panel
}

// parts is several quantities of methods, fcfs at the greatest limit.
func (p *page) parts(methods []string, quantities []quantity) figure.Panel {
	var panel figure.Panel
	for _, m := range methods {
		var values []float64
		for _, q := range quantities {
			values = append(values, p.mean(m, q, p.under(cisne.FCFS)).mean)
		}
		panel.Values = append(panel.Values, values)
	}
	return panel
}

// row is a cell of a seed.
type row struct {
	*cisne.Cell
	seed   uint64
	errors *cisne.Errors
}

// frame lists all cells of all seeds.
func frame(c cisne.Config, cells []*cisne.Cell) arrowio.Frame {
	var all []*row
	for _, cell := range cells {
		for i := range cell.Seeds {
			all = append(all, &row{cell, c.Seed + uint64(i), &cell.Seeds[i]})
		}
	}
	fields := []study.Field[row]{
		study.Text("jobs", func(r *row) string { return string(r.Discipline) }),
		study.Text("nodes", func(r *row) string { return r.Selection.String() }),
		study.Count("mpl", func(r *row) int64 { return int64(r.Limit) }),
		study.Text("links", func(r *row) string { return links(r.Saturated) }),
		study.Text("method", func(r *row) string { return r.Method }),
		study.Count("seed", func(r *row) int64 { return int64(r.seed) }),
		study.Count("predicted", func(r *row) int64 { return int64(r.errors.Jobs) }),
		study.Count("waited", func(r *row) int64 { return int64(r.errors.Waited) }),
	}
	for _, q := range []quantity{turnaround, wait, run, totalTurnaround, totalWait, totalRun} {
		fields = append(fields, study.Number(q.name, func(r *row) float64 { return q.of(r.errors) }))
	}
	return study.NewFrame(all, fields...)
}

// Timings is the table of the time of an estimate, as table 1 of the paper. Its numbers differ from
// run to run.
func Timings(list []cisne.Timing) *report.Table {
	t := &report.Table{
		ID: "timings", Title: "Time of an estimate", Missing: "no such jobs",
		Columns: []report.Column{{Heading: "method"}, {Heading: "running jobs", Align: report.Right}, {Heading: "past jobs", Align: report.Right},
			{Key: "estimate_ms", Heading: "estimate", Unit: "ms", Align: report.Right}, {Heading: "growth", Align: report.Right}},
		Notes: []string{
			"measured here, different in every run; growth: exponent of the number of jobs since the line of the method before",
			"the paper has 2.8 ms for SDPN and Hanzich, quadratic in running jobs, 24 ms for Historical, linear in past jobs, and 52 ms for Li and Smith",
		},
	}
	before := map[string]cisne.Timing{}
	for _, method := range compared {
		for _, x := range list {
			if x.Method != method {
				continue
			}
			row := []report.Cell{report.Words(x.Method), report.Absent(), report.Absent(), report.Number(float64(x.Estimate)/float64(time.Millisecond), "%.4f"), report.Absent()}
			if x.Running > 0 {
				row[1] = report.Count(x.Running)
			}
			if x.History > 0 {
				row[2] = report.Count(x.History)
			}
			if b, ok := before[method]; ok {
				jobs := float64(x.Running+x.History) / float64(b.Running+b.History)
				row[4] = report.Number(math.Log(float64(x.Estimate)/float64(b.Estimate))/math.Log(jobs), "%.1f")
			}
			before[method] = x
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
