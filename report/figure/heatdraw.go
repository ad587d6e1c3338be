package figure

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func newHeatTable(h *Heat) *heatTable {
	t := &heatTable{Heat: h, panels: h.Panels, tall: heatRow}
	if len(t.panels) == 0 {
		t.panels = []HeatPanel{{}}
	}
	a := &t.array
	least := leastCell
	for _, p := range t.panels {
		a.names = append(a.names, p.Name)
		for j, row := range p.Values {
			for k, v := range row {
				least = max(least, faces().small.Width(t.written(v))+5)
				if p.Counts != nil {
					t.tall = heatCountRow
					least = max(least, faces().power.Width(thousands(p.Counts[j][k]))+5)
				}
			}
		}
	}
	t.tall = max(t.tall, heatHeight/vg.Length(max(1, len(t.Rows))))
	t.setColors()
	t.layOut(least)
	return t
}

// height is that of a panel.
func (t *heatTable) height() vg.Length { return vg.Length(max(1, len(t.Rows))) * t.tall }

// setColors sets the spread and the colour bar.
func (t *heatTable) setColors() {
	t.spread = t.Spread
	lo, hi := t.Target, t.Target
	for _, v := range t.values() {
		lo, hi = min(lo, v), max(hi, v)
	}
	if t.spread == 0 {
		t.spread = max(hi-t.Target, t.Target-lo)
	}
	if least := 1e-6 * math.Abs(t.Target); t.spread <= least { // ticks need some room
		t.spread = max(0.1, math.Abs(t.Target)/10)
	}
	t.bar = colorBar{color: t.color, label: wrap(faces().label, t.Label, min(barHeight, t.height())+20)}
	s := scale{lo: t.Target - t.spread, hi: t.Target + t.spread}
	if lo >= 0 && hi <= 1 { // shares
		s.lo, s.hi = max(s.lo, 0), min(s.hi, 1)
	}
	t.bar.scale = s.between(t.Target, lo < s.lo, hi > s.hi)
}

// between marks the target and round values within the limits, and limits that
// also stand for what lies beyond.
func (s scale) between(target float64, lower, upper bool) scale {
	write := func(v float64, digits int) string { return minus(strconv.FormatFloat(v, 'f', digits, 64)) }
	step := niceStep((s.hi - s.lo) / 5)
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	exact := func(v float64) string { return minus(strconv.FormatFloat(v, 'g', 4, 64)) }
	s.ticks = append(s.ticks, tick{at: target, label: exact(target)})
	if lower {
		s.ticks = append(s.ticks, tick{at: s.lo, label: "≤" + exact(s.lo)})
	}
	if upper {
		s.ticks = append(s.ticks, tick{at: s.hi, label: "≥" + exact(s.hi)})
	}
	for i := math.Ceil(s.lo/step - 1e-9); i <= math.Floor(s.hi/step+1e-9); i++ {
		s.ticks = append(s.ticks, tick{at: i * step, label: write(i*step+0, digits)})
	}
	return s
}

// layOut sets the sizes of cells, at least least wide, and what stands around.
func (t *heatTable) layOut(least vg.Length) {
	a := &t.array
	n := vg.Length(max(1, len(t.Columns)))
	a.width = t.Width.length() - 2*margin
	a.size.Y = t.height()
	a.xLabel = t.XLabel
	a.yLabel = wrap(faces().label, t.YLabel, max(a.size.Y, 60))
	face := faces().tick
	for _, name := range t.Rows {
		t.rows = append(t.rows, shorten(face, plain(name), min(longestRow, a.width/4)))
	}
	axis := yLabelWidth(a.yLabel) + widest(face, t.rows) + 5
	a.left = axis
	a.right = t.bar.width()
	columns := plainAll(t.Columns)
	fold := func() {
		a.fold(n*least, max(n*mostCell, 80))
		t.names = newCategoryLabels(columns, a.size.X)
		if slot := t.names.slot; t.names.angle != 0 && widest(faces().small, columns)+3 <= slot {
			t.names = categoryLabels{face: faces().small, names: columns, slot: slot}
		}
	}
	fold()
	if more := t.names.overhang() - a.left; more > 0 {
		a.left += more
		fold()
	}
	a.below = t.names.height()
}

// color is that of a value.
func (t *heatTable) color(v float64) color.NRGBA {
	if v < t.Target {
		return below.at((t.Target - v) / t.spread)
	}
	return above.at((v - t.Target) / t.spread)
}

// drawCells draws the cells of a panel from the top row down.
func (t *heatTable) drawCells(c *draw.Canvas, r vg.Rectangle, p HeatPanel) {
	wide := r.Size().X / vg.Length(max(1, len(t.Columns)))
	for j, row := range p.Values {
		for k, v := range row {
			at := vg.Point{X: r.Min.X + vg.Length(k)*wide, Y: r.Max.Y - vg.Length(j+1)*t.tall}
			cell := vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: wide, Y: t.tall})}
			jobs := -1
			if p.Counts != nil {
				jobs = p.Counts[j][k]
			}
			t.drawCell(c, cell, v, jobs)
		}
	}
}

// drawCell draws one value; jobs below 0 are not written.
func (t *heatTable) drawCell(c *draw.Canvas, r vg.Rectangle, v float64, jobs int) {
	fill, face := missingColor, faces().small
	if !math.IsNaN(v) {
		fill = t.color(v)
	}
	if v < t.Target {
		face = faces().strong
	}
	c.SetColor(fill)
	c.Fill(r.Path())
	c.SetLineStyle(draw.LineStyle{Color: white, Width: 0.8})
	c.Stroke(r.Path())
	const dark = 58 // up to this lightness white reads better
	var clr color.Color = ink
	if lightness(fill) < dark {
		clr = white
	}
	mid := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
	if jobs < 0 {
		text(c, face, clr, vg.Point{X: mid.X, Y: mid.Y - middle(face)}, center, 0, t.written(v))
		return
	}
	text(c, face, clr, vg.Point{X: mid.X, Y: mid.Y + 0.5}, center, 0, t.written(v))
	text(c, faces().power, clr, vg.Point{X: mid.X, Y: mid.Y - 6.5}, center, 0, thousands(jobs))
}
