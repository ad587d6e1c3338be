package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// array lays panels of one size that share their axes out in rows and columns.
type array struct {
	names   []string   // above the frames, at the left
	numbers []string   // above the frames, at the right; nil: none
	under   [][]string // lines between name and frame; nil: none

	xLabel string
	yLabel []string

	columns, rows int
	size          vg.Point  // of a frame
	left, right   vg.Length // room beside a row of frames
	below         vg.Length // room under the last frame of a column
	width         vg.Length // of the body
}

// place is the rectangle of a frame, and whether its labels are due.
type place struct {
	vg.Rectangle
	first, last bool // of its row
	lowest      bool // of its column
}

// fold chooses rows and columns so that frames are at least least wide, with as
// few empty places as can be, and sets the width of frames to what is there,
// up to most.
func (a *array) fold(least, most vg.Length) {
	room := a.width - a.left - a.right
	a.columns = max(1, min(len(a.names), int((room+panelGap)/(least+panelGap))))
	a.rows = max(1, (len(a.names)+a.columns-1)/a.columns)
	a.columns = max(1, (len(a.names)+a.rows-1)/a.rows)
	n := vg.Length(a.columns)
	a.size.X = min(most, (room-(n-1)*panelGap)/n)
}

// above is the room over each frame.
func (a *array) above() vg.Length {
	var h vg.Length
	if slices.ContainsFunc(slices.Concat(a.names, a.numbers), func(s string) bool { return s != "" }) {
		h = panelTitleHeight
	}
	most := 0
	for _, ss := range a.under {
		most = max(most, len(ss))
	}
	return h + vg.Length(most)*lineHeight(faces().small)
}

func (a *array) height() vg.Length {
	h := vg.Length(a.rows)*(a.above()+a.size.Y+panelGap/2) - panelGap/2 + a.below
	if a.xLabel != "" {
		h += lineHeight(faces().label) + 2
	}
	return h
}

// used is the width of all frames and what stands beside them.
func (a *array) used() vg.Length {
	n := vg.Length(a.columns)
	return a.left + n*a.size.X + (n-1)*panelGap + a.right
}

// places are the frames in the body r, centred where they do not fill it.
func (a *array) places(r vg.Rectangle) []place {
	x0 := r.Min.X + a.left + (a.width-a.used())/2
	var out []place
	for i := range a.names {
		column, row := i%a.columns, i/a.columns
		at := vg.Point{
			X: x0 + vg.Length(column)*(a.size.X+panelGap),
			Y: r.Max.Y - vg.Length(row)*(a.above()+a.size.Y+panelGap/2) - a.above() - a.size.Y,
		}
		out = append(out, place{
			Rectangle: vg.Rectangle{Min: at, Max: at.Add(a.size)},
			first:     column == 0,
			last:      column == a.columns-1 || i == len(a.names)-1,
			lowest:    i+a.columns >= len(a.names),
		})
	}
	return out
}

// draw writes the names and the labels of the axes, and calls panel for each
// frame.
func (a *array) draw(c *draw.Canvas, r vg.Rectangle, panel func(i int, p place)) {
	all := a.places(r)
	for i, p := range all {
		a.drawNames(c, i, p)
		panel(i, p)
	}
	area := all[0].Rectangle
	for _, p := range all {
		area.Min.Y, area.Max.X = min(area.Min.Y, p.Min.Y), max(area.Max.X, p.Max.X)
	}
	yLabel(c, a.yLabel, area.Min.X-a.left, (area.Min.Y+area.Max.Y)/2)
	f := faces().label
	mid := (area.Min.X + area.Max.X) / 2
	room := 2 * min(mid-r.Min.X, r.Max.X-mid)
	text(c, f, ink, vg.Point{X: mid, Y: r.Min.Y + 2}, center, 0, shorten(f, plain(a.xLabel), room))
}

// drawNames writes what stands above a frame.
func (a *array) drawNames(c *draw.Canvas, i int, p place) {
	y := p.Max.Y + a.above() - panelTitleHeight + 4
	room := p.Size().X
	if a.numbers != nil {
		f := faces().small
		text(c, f, faded, vg.Point{X: p.Max.X, Y: y}, right, 0, a.numbers[i])
		room -= f.Width(a.numbers[i]) + sampleGap
	}
	text(c, faces().panel, ink, vg.Point{X: p.Min.X, Y: y}, left, 0, shorten(faces().panel, plain(a.names[i]), room))
	if a.under != nil {
		lines(c, faces().small, faded, p.Min.X, y-2, left, a.under[i])
	}
}
