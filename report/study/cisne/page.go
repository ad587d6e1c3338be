package cisne

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/study"
)

//go:embed cisne.md
var pageText string

var texts = study.NewTexts(pageText)

// cluster is the study of a non-dedicated cluster on its way to its page. The
// paper prints figures without numbers, so the order of the methods and the
// direction of effects are compared.
type cluster struct {
	config Config
	cells  []*Cell
}

type averaging struct {
	*cluster
	name   string
	number func(Deviation) float64
}

// averagings are the paper's way and ours.
func (c *cluster) averagings() []averaging {
	return []averaging{
		{c, "mean of |predicted - actual| / actual", Deviation.Mean},
		{c, "sum of |predicted - actual| over sum of actual", Deviation.Total},
	}
}

// Page makes the page from all cells of the study.
func Page(c Config, cells []*Cell) *study.Page {
	k := &cluster{c, cells}
	ways := k.averagings()
	return &study.Page{
		Texts: texts,
		Claims: claims.Table([]string{"by the paper's mean", "by sums"}, ways,
			"open: the 95 % interval of a difference holds 0, and none speaks against the claim",
			texts.Line("claims", map[string]any{"Mean": ways[0].name, "Sums": ways[1].name}), texts.Line("limit", slices.Max(c.Limits))),
		Figures: []study.Figure{k.limits(), k.parts()},
		Cells:   k.allCells(),
		Values: map[string]any{
			"Few": printedGain("MPL up to 4"), "Easy": printedGain("backfilling"),
			"All": printedGain("no saturation"), "Gains": k.gains(),
			"Deviations": k.deviations("deviations", ways[0]),
			"Totals":     k.deviations("totals", ways[1]), "Assumed": &c.Assumed,
			"Local": k.local(), "Kernels": k.kernels(),
		},
	}
}

type selected func(Setting) bool

// The settings that claims are about.

func saturated(s Setting) bool { return s.Saturated }

func limited(limit int) selected {
	return func(s Setting) bool {
		return s.Limit == limit && !s.Saturated && !s.Memory && s.Factor == 0 &&
			s.Discipline != Perfect
	}
}

func (c *cluster) atGreatest() selected { return limited(slices.Max(c.config.Limits)) }

func (c *cluster) under(d Discipline) selected {
	return func(s Setting) bool { return c.atGreatest()(s) && s.Discipline == d }
}

// compared are the five methods of the paper.
var compared = []string{SDPN, Hanzich, Historical, Smith, Li}

// mean is the mean deviation of a method over the selected settings that have
// one.
func (m averaging) mean(method string, time Time, which selected) study.Sample {
	values := make(study.Sample, m.config.Seeds)
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

func (m averaging) turnaround(method string, which selected) study.Sample {
	return m.mean(method, Turnaround, which)
}

// limits is figure 2 of the paper, followed by the saturated links of figure 3.
func (c *cluster) limits() study.Figure {
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
		var series []study.Spread
		for _, which := range groups {
			series = append(series, m.turnaround(method, which).Spread())
		}
		addDots(f, series)
	}
	return study.Figure{Name: "turnaround", Caption: texts.Line("figure", nil), Figure: f}
}

// parts is figure 4 of the paper: the deviations of the wait and of the
// execution, also by windows of samples.
func (c *cluster) parts() study.Figure {
	m := c.averagings()[0]
	names := []string{Historical, Hanzich, SDPN, SDPN30, SDPN120}
	f := &figure.Dots{Title: "Deviation of wait and execution", Categories: names,
		Label: "|predicted - actual| / actual", Series: []string{"wait", "execution"}, Log: true,
		Styles: map[string]int{"wait": -1, "execution": -2}}
	for _, time := range []Time{Wait, Execution} {
		var series []study.Spread
		for _, name := range names {
			series = append(series, m.mean(name, time, c.under(FCFS)).Spread())
		}
		addDots(f, series)
	}
	return study.Figure{Name: "wait-execution", Caption: texts.Line("parts", nil), Figure: f}
}

// addDots adds a series to a figure with a logarithmic axis.
func addDots(f *figure.Dots, series []study.Spread) {
	var values, low, high []float64
	for _, s := range series {
		values, high = append(values, s.Mean), append(high, s.Mean+s.Half)
		low = append(low, max(s.Mean-s.Half, s.Mean/10))
	}
	f.Values, f.Low, f.High = append(f.Values, values), append(f.Low, low), append(f.High, high)
}

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
				cell.Method, c.config.Seed + uint64(i), e[Turnaround].Jobs, e[Wait].Jobs}
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
