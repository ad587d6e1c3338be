package downey

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/published"
	"waitbench/report/study"
	"waitbench/report/table"
	"waitbench/traces/synth"
)

//go:embed downey.md
var pageText string

var texts = study.NewTexts(pageText)

// allocation is Downey's study on its way to its page. Means and ranges are
// over seeds, each a workload of its own. The paper has one workload, and most
// numbers move with how heavy it is.
type allocation struct {
	config     Config
	results    []*WorkloadResult
	values     map[measured]study.Sample
	comparable bool // the paper has the same machine and workload
}

type measured struct {
	Label
	number string
}

// Page makes the page of Downey's allocation study from its results, one or
// more.
func Page(c Config, results []*WorkloadResult) *study.Page {
	d := Default()
	a := &allocation{config: c, results: results, values: map[measured]study.Sample{}}
	a.comparable = c.Procs == d.Procs && c.Load == d.Load
	cells := output.CSV{strings.Fields("seed strategy lifetimes bias number value")}
	for _, r := range results {
		for _, n := range r.Numbers {
			k := measured{n.Label, n.Name}
			a.values[k] = append(a.values[k], n.Value)
			cells.Add(r.Seed, n.Strategy, n.Lifetimes, n.Bias, n.Name, n.Value)
		}
	}
	ways := a.assumptions()
	headings := table.Distinct(ways, func(w *assumption) string { return w.name() })
	text := map[string]any{"Comparable": a.comparable, "Days": c.Days, "PaperDays": d.Days}
	if avg := a.values[measured{Label{Strategy: AVG}, Turnaround}].Spread(); avg.SD > 0 {
		text["Deviations"] = fmt.Sprintf("%+.1f",
			(inPaper(AVG, Turnaround)-avg.Mean)/avg.SD)
	}
	var sections []section
	var all []printed
	for i, part := range []string{"the workload", "table 1", "table 2", "figure 5"} {
		rows := printedNumbers()[i]
		all = append(all, rows...)
		sections = append(sections, section{part, headings, a.tally(rows),
			a.numbers("Numbers of "+part, rows)})
	}
	text["Sections"], text["Predictors"] = sections, a.predictors()
	text["All"] = section{"the whole paper", headings, a.tally(all), nil}
	return &study.Page{
		Texts:   texts,
		Claims:  claims().Table(headings, ways, texts.Line("claims", a.lifetimes())),
		Figures: []study.Figure{a.predictions(), speedups()},
		Cells:   cells,
		Values:  text,
	}
}

// section is a table, and how many of its printed numbers come out in
// each of the ways, and of how many.
type section struct {
	What  string
	Ways  []string
	Tally []int // the last is all; nil if the paper's cannot be compared
	Table *table.Table
}

// assumption is a choice where the paper leaves one open.
type assumption struct {
	*allocation
	lifetimes, bias string
}

// assumptions are the two readings: the first of the lifetimes and corrections
// of the study, by default those that follow from its workload, and the last, of
// the paper's machine and as it prints them.
func (a *allocation) assumptions() []assumption {
	l := a.config.Lifetimes
	first, last := assumption{a, l[0], ""}, assumption{a, l[len(l)-1], ""}
	if b := a.config.Biases; len(b) > 0 {
		first.bias, last.bias = b[0], b[len(b)-1]
	}
	if first == last {
		return []assumption{first}
	}
	return []assumption{first, last}
}

func (a assumption) name() string { return strings.TrimSuffix(a.lifetimes+", "+a.bias, ", ") }

// label is the label of a strategy under the assumption.
func (a assumption) label(strategy string) Label {
	l := Label{Strategy: strategy}
	switch {
	case strings.HasPrefix(strategy, PRED):
		l.Lifetimes = a.lifetimes
	case strings.HasPrefix(strategy, BIAS):
		l.Lifetimes, l.Bias = a.lifetimes, a.bias
	}
	return l
}

func (a assumption) bySeed(strategy, number string) study.Sample {
	return a.values[measured{a.label(strategy), number}]
}

// mean describes a number in its unit.
func (a assumption) mean(strategy, number string) study.Spread {
	return a.over(strategy, "", number).Spread()
}

// over returns a number of a strategy in its unit, less that of another, if
// there is one. It returns nothing where a seed lacks the number.
func (a assumption) over(strategy, other, number string) study.Sample {
	s := a.bySeed(strategy, number).Less(a.bySeed(other, number))
	for i := range s {
		s[i] *= quantities[number].scale
	}
	if slices.ContainsFunc(s, math.IsNaN) {
		return nil
	}
	return s
}

// inPaper is a number of the paper. Its name in the file has a unit.
func inPaper(strategy, column string) float64 {
	return published.Number("downey", strategy, "", "", column)
}

// speedups is figure 2.
func speedups() study.Figure {
	f := &figure.Curves{Title: "Speedup of a job of average parallelism 64", XLabel: "processors",
		YLabel: "speedup"}
	const limitless = 1e9 // the speedup is as without limit to 6 digits
	for _, sigma := range []float64{0, 0.5, 1, 2, limitless} {
		c := figure.Curve{Name: fmt.Sprint("sigma ", sigma)}
		if sigma == limitless {
			c.Name = "sigma without limit"
		}
		job := synth.Shape{Parallelism: 64, Variance: sigma}
		for n := int64(1); n <= 256; n++ {
			c.X, c.Y = append(c.X, float64(n)), append(c.Y, job.Speedup(n))
		}
		f.Series = append(f.Series, c)
	}
	return study.Figure{Name: "figure2-speedup", Caption: "As figure 2 of the paper.", Figure: f}
}

// predictions is figure 5, before and after the correction, for the first
// assumption.
func (a *allocation) predictions() study.Figure {
	w := a.assumptions()[0]
	f := &figure.Density{
		Title: "Figure 5: predicted and actual times until the processors are free that a job " +
			"holds out for",
		XLabel: "predicted", YLabel: "actual",
		Note: fmt.Sprintf("Seed %d, %d days, %d jobs.", a.results[0].Seed,
			a.config.Days, a.results[0].Jobs),
	}
	for _, strategy := range []string{PRED, BIAS} {
		points := a.results[0].Points[w.label(strategy)]
		if points == nil {
			continue
		}
		p := figure.DensityPanel{Name: strategy, X: points.Predicted, Y: points.Actual}
		first := func(number string) float64 {
			return append(w.bySeed(strategy, number), math.NaN())[0]
		}
		if slope := first(Slope); slope == slope {
			p.Fit = &figure.Fit{Slope: slope, Intercept: first(Intercept),
				R: first(Correlation)}
		}
		f.Panels = append(f.Panels, p)
	}
	return study.Figure{Name: "figure5-predictions", Caption: "As figure 5 of the paper, with " + w.name() + ".", Figure: f}
}
