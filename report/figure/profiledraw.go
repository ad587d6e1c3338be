package figure

import (
	"cmp"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// daylight is a Profile laid out.
type daylight struct {
	*Profile
	array  array
	up     scale
	across scale
	most   int // jobs in an hour
}

// Sizes of panels, in points.
const (
	profileHeight    vg.Length = 150
	profileRowHeight vg.Length = 100 // in several panels
	leastProfile     vg.Length = 130
	profileRadius    vg.Length = 1.6
	stripHeight      vg.Length = 24 // of the bars
	stripGap         vg.Length = 3
)

func newDaylight(p *Profile) *daylight {
	d := &daylight{Profile: p, up: p.scale()}
	a := &d.array
	a.width = p.Width.length() - 2*margin
	a.names = []string{""}
	a.size.Y = profileHeight
	if p.Split && len(p.Series) > 0 {
		a.names = nil
		for _, s := range p.Series {
			a.names = append(a.names, s.Name)
		}
	}
	if len(a.names) > 1 {
		a.size.Y = profileRowHeight
	}
	a.xLabel = cmp.Or(p.XLabel, "time of day (h)")
	a.yLabel = wrap(faces().label, p.YLabel, a.size.Y*1.1)
	a.left = yLabelWidth(a.yLabel) + d.up.leftWidth()
	a.below = bottomHeight
	if p.Counts != nil {
		a.below += stripHeight + stripGap
		d.most = slices.Max(p.Counts)
		a.left = max(a.left, yLabelWidth([]string{"jobs"})+faces().tick.Width(thousands(d.most))+tickLength+2)
	}
	a.right = 2 // the middle of the last label stands at the edge of the frame
	a.fold(leastProfile, a.width)
	d.across = hoursAxis(a.size.X)
	return d
}

// hoursAxis marks every hour and labels as many as fit.
func hoursAxis(width vg.Length) scale {
	every := 3
	if width < leastProfile*1.3 {
		every = 6
	}
	s := scale{lo: 0, hi: hours}
	for h := 0; h <= hours; h++ {
		t := tick{at: float64(h)}
		if h%every == 0 {
			t.label = strconv.Itoa(h)
		}
		s.ticks = append(s.ticks, t)
	}
	return s
}

// draw draws the body of the page into r.
func (d *daylight) draw(c *draw.Canvas, r vg.Rectangle) {
	d.array.draw(c, r, func(i int, at place) {
		p := plane{frame{at.Rectangle, d.up}, d.across}
		p.rules(c)
		p.verticals(c)
		d.drawMarks(c, p)
		some := false
		if d.Split {
			some = d.drawSplit(c, p, i)
		} else {
			some = d.drawAll(c, p)
		}
		if !some {
			p.noData(c)
		}
		p.outline(c)
		p.leftTicks(c, at.first)
		if at.lowest && d.Counts != nil {
			p = d.drawStrip(c, p, at.first)
		}
		p.bottomTicks(c, at.lowest)
	})
}

// drawMarks draws the line at zero and the reference.
func (d *daylight) drawMarks(c *draw.Canvas, p plane) {
	if !d.Log && d.up.lo <= 0 && d.up.hi >= 0 {
		p.rule(c, p.y(0), draw.LineStyle{Color: faded, Width: thin})
	}
	if d.hasReference() {
		p.rule(c, p.y(d.Reference), targetLine)
	}
}

// drawAll draws all series into one panel and tells whether there was anything.
func (d *daylight) drawAll(c *draw.Canvas, p plane) bool {
	if d.banded() {
		for i, s := range d.Series {
			d.drawBand(c, p, lookOf(i), s)
		}
	}
	some := false
	for i, s := range d.Series {
		l := lookOf(i)
		some = d.drawMedians(c, p, l.line(), &l, s) || some
	}
	return some
}

// drawSplit draws one series over the others in grey.
func (d *daylight) drawSplit(c *draw.Canvas, p plane, i int) bool {
	if len(d.Series) == 0 {
		return false
	}
	for j, s := range d.Series {
		if j != i {
			d.drawMedians(c, p, draw.LineStyle{Color: otherColor, Width: thin}, nil, s)
		}
	}
	l := lookOf(i)
	d.drawBand(c, p, l, d.Series[i])
	return d.drawMedians(c, p, l.line(), &l, d.Series[i])
}

// drawMedians draws a line through the hours that have a place, broken where
// there is none, with markers where marks is given, and tells whether there
// were any.
func (d *daylight) drawMedians(c *draw.Canvas, p plane, style draw.LineStyle, marks *look, s ProfileSeries) bool {
	some := false
	var line []vg.Point
	for h := 0; h <= hours; h++ {
		if h < hours && drawable(s.Median[h], d.Log) {
			line = append(line, vg.Point{X: p.x(float64(h) + 0.5), Y: p.y(s.Median[h])})
			some = true
			continue
		}
		if len(line) > 1 {
			c.StrokeLines(style, line)
		}
		if marks != nil {
			for _, at := range line {
				marks.mark(c, at, profileRadius)
			}
		}
		line = nil
	}
	return some
}

// drawBand fills what lies between the limits of a series. An hour with none
// beside it has a bar as wide as a third of it.
func (d *daylight) drawBand(c *draw.Canvas, p plane, l look, s ProfileSeries) {
	if s.Low == nil {
		return
	}
	clr := l.color
	clr.A = 0x30
	edge := draw.LineStyle{Color: l.color, Width: hairline}
	var low, high []vg.Point
	for h := 0; h <= hours; h++ {
		if h < hours && drawable(s.Low[h], d.Log) && drawable(s.High[h], d.Log) {
			x := p.x(float64(h) + 0.5)
			low = append(low, vg.Point{X: x, Y: p.y(s.Low[h])})
			high = append(high, vg.Point{X: x, Y: p.y(s.High[h])})
			continue
		}
		if len(low) == 1 {
			half := vg.Point{X: (p.x(1) - p.x(0)) / 6}
			low = []vg.Point{low[0].Sub(half), low[0].Add(half)}
			high = []vg.Point{high[0].Sub(half), high[0].Add(half)}
		}
		if len(low) > 0 {
			c.SetColor(clr)
			c.Fill(between(low, high))
			c.StrokeLines(edge, low, high)
		}
		low, high = nil, nil
	}
}

// between is the outline of what lies between two lines.
func between(low, high []vg.Point) vg.Path {
	var path vg.Path
	path.Move(low[0])
	for _, p := range low[1:] {
		path.Line(p)
	}
	for i := len(high) - 1; i >= 0; i-- {
		path.Line(high[i])
	}
	path.Close()
	return path
}

// drawStrip draws the jobs per hour as bars below p, marks their number at the
// left where labels are due, and returns their frame.
func (d *daylight) drawStrip(c *draw.Canvas, p plane, labels bool) plane {
	p.Max.Y = p.Min.Y - stripGap
	p.Min.Y = p.Max.Y - stripHeight
	tall := stripHeight - 5 // of the most
	c.SetColor(otherColor)
	for h, n := range d.Counts {
		bar := vg.Rectangle{
			Min: vg.Point{X: p.x(float64(h)) + 0.5, Y: p.Min.Y},
			Max: vg.Point{X: p.x(float64(h)+1) - 0.5, Y: p.Min.Y + vg.Length(n)/vg.Length(max(1, d.most))*tall},
		}
		if n > 0 {
			c.Fill(bar.Path())
		}
	}
	p.outline(c)
	ticks := []tick{{label: "0"}, {at: 1, label: thousands(d.most)}}
	for _, t := range ticks[:min(2, d.most+1)] {
		y := p.Min.Y + vg.Length(t.at)*tall
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, p.Min.X-tickLength, y, p.Min.X, y)
		if labels {
			t.draw(c, p.Min.X-tickLength-2, y)
		}
	}
	if labels {
		yLabel(c, []string{"jobs"}, p.Min.X-d.array.left, (p.Min.Y+p.Max.Y)/2)
	}
	return p
}
