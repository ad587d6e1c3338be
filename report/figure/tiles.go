package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// cell is the cell of a value: 0 for zero. The slack puts 1000 s, whose logarithm may come out
// below 3, into the cell that starts there.
func (a *axis) cell(v float64, perDecade int) int {
	if v == 0 {
		return 0
	}
	return 1 + max(0, int((math.Log10(v)-a.lo)*float64(perDecade)+1e-9))
}

// edges are the places between which a cell lies.
func (a *axis) edges(i, perDecade int) (from, to float64) {
	if i == 0 {
		half := (a.parting - a.zeroAt) / 2
		return a.zeroAt - half, a.zeroAt + half
	}
	at := func(i int) float64 { return min(a.lo+float64(i)/float64(perDecade), a.to) }
	return at(i - 1), at(i)
}

// shade is the colour of a logarithm of a count.
func (m *density) shade(log float64) color.Color {
	return rising.at(log / math.Log10(float64(max(10, m.most))))
}

// tiles are the cells of a panel. A plotter.HeatMap would leave seams between cells and have a path
// for each: cells of a colour side by side are one shape here, and each reaches a pixel of 180 dots
// per inch to the right and up.
type tiles struct {
	*density
	counts [][]int
}

// Plot implements plot.Plotter.
func (t tiles) Plot(c draw.Canvas, p *plot.Plot) {
	const seam = 0.4
	x, y := p.Transforms(&c)
	paths := make([]vg.Path, t.most+1)
	for row := range t.counts[0] {
		bottom, top := t.up.edges(row, t.perDecade)
		for k := 0; k < len(t.counts); {
			count, first := t.counts[k][row], k
			for k++; first > 0 && k < len(t.counts) && t.counts[k][row] == count; {
				k++
			}
			if count > 0 {
				left, _ := t.across.edges(first, t.perDecade)
				_, right := t.across.edges(k-1, t.perDecade)
				shape := vg.Rectangle{Min: vg.Point{X: x(left), Y: y(bottom)}, Max: vg.Point{X: x(right) + seam, Y: y(top) + seam}}
				paths[count] = append(paths[count], shape.Path()...)
			}
		}
	}
	for count, path := range paths {
		if len(path) > 0 {
			c.SetColor(t.shade(math.Log10(float64(count))))
			c.Fill(path)
		}
	}
}

// newKey is the bar of the colours of counts up to most.
func (m *density) newKey(most int) *plot.Plot {
	a := newAxis(true, 1, float64(max(10, most)))
	hi := math.Log10(float64(max(10, most)))
	var ticks []plot.Tick
	for _, t := range a.ticks {
		if t.Value <= hi+1e-9 {
			ticks = append(ticks, t)
		}
	}
	return colorKey(0, hi, ticks, m.shade)
}

// straight is the part of a line within the limits of both directions; slope and intercept are
// those of base-10 logarithms. It is empty where there is none.
func (a *axis) straight(slope, intercept float64) plotter.XYs {
	lo, hi := a.lo, a.hi
	switch {
	case slope != 0:
		x, y := (a.lo-intercept)/slope, (a.hi-intercept)/slope
		lo, hi = max(lo, min(x, y)), min(hi, max(x, y))
	case intercept < a.lo || intercept > a.hi:
		return nil
	}
	if lo >= hi {
		return nil
	}
	return plotter.XYs{{X: lo, Y: intercept + slope*lo}, {X: hi, Y: intercept + slope*hi}}
}
