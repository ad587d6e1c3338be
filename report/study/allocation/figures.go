package allocation

import (
	"fmt"
	"math"
	"strings"

	"waitbench/replay/study/downey"
	"waitbench/report/figure"
	"waitbench/report/study"
)

// allocatedTime is figure 3.
func (p *page) allocatedTime() study.Figure {
	a := p.first.Average
	shortest, longest := a.Fitted.Range()
	m := &p.config.Model
	return study.Figure{
		Name: "figure3-allocated-time",
		Caption: "As figure 3 of the paper, which shows the jobs of a real machine. Allocated times are log-uniform but at the ends, and longer than the sequential run " +
			"times they come from, as more processors speed up less.",
		Figure: &figure.Curves{
			Title:  "Figure 3: distribution of allocated time under AVG",
			XLabel: "run time x processors (s)", YLabel: "share of jobs",
			Series: []figure.Curve{
				distribution("allocated time", a.Allocated),
				uniform(fmt.Sprintf("least squares, e^%.2f to e^%.2f s", math.Log(shortest), math.Log(longest)), shortest, longest),
				uniform(fmt.Sprintf("sequential run time, e^%g to e^%g s", m.MinLogWork, m.MaxLogWork), math.Exp(m.MinLogWork), math.Exp(m.MaxLogWork)),
			},
			Log: true, Note: p.firstNote(), Width: figure.TwoColumn,
		},
	}
}

// distribution is the share of values at or below each.
func distribution(name string, values []float64) figure.Curve {
	x, y := figure.Shares(values)
	return figure.Curve{Name: fmt.Sprintf("%s, n = %d", name, len(values)), X: x, Y: y}
}

// uniform is the distribution of a model that is uniform in logarithms between two values.
func uniform(name string, from, to float64) figure.Curve {
	return figure.Curve{Name: name, X: []float64{from, to}, Y: []float64{0, 1}, Model: true}
}

// sizes is figure 4.
func (p *page) sizes() study.Figure {
	a := p.first.Average
	return study.Figure{
		Name:    "figure4-sizes",
		Caption: "As figure 4 of the paper, which shows the jobs of a real machine and the same model of the average parallelism.",
		Figure: &figure.Curves{
			Title:  "Figure 4: distribution of cluster sizes",
			XLabel: "processors", YLabel: "share of jobs",
			Series: append([]figure.Curve{distribution("allocated under AVG", a.Sizes), distribution("all the job can use", a.Most)}, p.parallelism()...),
			Log:    true, Note: p.firstNote(), Width: figure.TwoColumn,
		},
	}
}

// parallelism is the model of sizes, where it is more than a single number.
func (p *page) parallelism() []figure.Curve {
	most := p.config.Model.MaxParallel
	if most < 2 {
		return nil
	}
	return []figure.Curve{uniform(fmt.Sprintf("average parallelism, 1 to %d", most), 1, float64(most))}
}

// predictions is figure 5, before and after the first correction; there is one for each
// distribution of lifetimes.
func (p *page) predictions(l *downey.Lifetimes) study.Figure {
	f := &figure.Density{
		Title:  "Figure 5: predicted and actual times until the processors are free that a job holds out for",
		XLabel: "predicted", YLabel: "actual",
		Columns: true,
		Note:    p.firstNote(), Width: figure.TwoColumn,
	}
	panel := func(name string, o *downey.Outcome) {
		points, line := o.Single.Points, o.Single.Held
		d := figure.DensityPanel{Name: name, X: points.Predicted, Y: points.Actual}
		if line.N > 1 && !math.IsNaN(line.Slope) {
			d.Fit = &figure.Fit{Slope: line.Slope, Intercept: line.Intercept, R: line.Correlation}
		}
		f.Panels = append(f.Panels, d)
	}
	panel("PRED", p.first.Find(downey.PRED, l.Name, ""))
	for _, b := range p.config.Biases {
		panel("BIAS "+b.Name, p.first.Find(downey.BIAS, l.Name, b.Name))
	}
	return study.Figure{
		Name: "figure5-predictions-" + fileName(l.Name),
		Caption: fmt.Sprintf("As figure 5 of the paper, lifetimes %s: one point for each decision to hold out, also of jobs that gave up later. Lines through "+
			"columns are means of logarithms and medians.", l.Name),
		Figure: f,
	}
}

// fileName makes a name of settings fit for files.
func fileName(name string) string { return strings.ReplaceAll(name, ":", "-") }

func (p *page) firstNote() string {
	return fmt.Sprintf("Seed %d, %d days, %d jobs.", p.first.Seed, p.config.Days, p.first.Jobs)
}
