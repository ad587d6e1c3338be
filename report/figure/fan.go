package figure

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Fan is a plot of bounds of several quantiles over time: a band from the
// lowest to the highest quantile, on it a darker one from the second lowest to
// the second highest, and so on. The median and a quantile without a partner
// are lines, and the waits of the jobs are points.
type Fan struct {
	Bounds              // its lines ascend by quantile, and have the same times and no waits
	Quantiles []float64 // of the lines
	Jobs      Line      // the waits, without bounds
}

// fanPoints is the largest number of waits that a fan draws. It leaves out
// waits evenly, so that bands keep their share of points.
const fanPoints = 1000

func (f *Fan) draw(width string) *drawing {
	d, p := f.begin(width)
	t := tally{scale: waits}
	var shown []float64 // waits and bounds
	jobs := f.Jobs.points(f.Jobs.Waits, f.From, f.To, &t)
	every := (len(jobs) + fanPoints - 1) / fanPoints
	var points plotter.XYs
	for i := 0; i < len(jobs); i += every {
		points, shown = append(points, jobs[i]), append(shown, jobs[i].Y)
		d.rows.Add(f.Jobs.Name, "wait", jobs[i].X, jobs[i].Y)
	}
	above := []plot.Plotter{squares(points, f.To-f.From, translucent(4, 0xB0))} // black
	style := draw.LineStyle{Color: rising[len(rising)-1], Width: lineWidth}
	for i, l := range f.Lines {
		partner := len(f.Lines) - 1 - i
		if i < partner {
			band := &plotter.Polygon{XYs: f.band(i, partner), Color: rising[min(2*i, len(rising)-1)]}
			p.Add(band)
			d.explain(fmt.Sprintf("quantiles %v to %v", f.Quantiles[i], f.Quantiles[partner]), band)
		}
		runs := l.runs(f.From, f.To, &t)
		d.boundRows(l.Name, runs)
		for _, run := range runs {
			for k, at := range run {
				shown, run[k].Y = append(shown, at.Y), max(at.Y, 1)
			}
		}
		if i == partner || f.Quantiles[i] == 0.5 {
			for _, run := range runs {
				above = append(above,
					&plotter.Line{XYs: run, StepStyle: plotter.PostStep, LineStyle: style})
			}
			d.explain(fmt.Sprintf("quantile %v", f.Quantiles[i]), &plotter.Line{LineStyle: style})
		}
	}
	if p.Add(above...); f.Jobs.Waits != nil {
		name := output.Counted(len(jobs), "wait")
		if every > 1 {
			name += fmt.Sprintf(", 1 in %d drawn", every)
		}
		d.explain(name, &plotter.Scatter{GlyphStyle: draw.GlyphStyle{
			Color: colourOf(4), Radius: 1, Shape: draw.BoxGlyph{}}})
	}
	if d.finish(p, shown, &t); len(shown) == len(points) {
		d.notes = append(d.notes, "No bound in this period.")
	}
	return d
}

// band returns the steps of the band between two lines, where both have bounds.
func (f *Fan) band(low, high int) (boxes []plotter.XYs) {
	for k, to := range append(slices.Clone(f.Lines[low].Times), f.To)[1:] {
		from, to := max(f.Lines[low].Times[k], f.From), min(to, f.To)
		a, b := f.Lines[low].Bound[k], f.Lines[high].Bound[k]
		if from < to && waits.drawable(a) && waits.drawable(b) {
			boxes = append(boxes, box(from, to, max(min(a, b), 1), max(a, b, 1)))
		}
	}
	return boxes
}
