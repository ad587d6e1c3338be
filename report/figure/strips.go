package figure

import (
	"image/color"
	"math"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// strips is a Coverage laid out: panels from top to bottom over a common time
// axis, each with a scale of its own, and rows of misses under its frame.
type strips struct {
	*Coverage
	scales   []scale
	axis     timeAxis
	from, to float64
	xLabel   []string
	yLabel   []string
	left     vg.Length // of the frames
	right    vg.Length
}

const (
	panelTall     vg.Length = 84
	onlyPanelTall vg.Length = 140
	missRow       vg.Length = 5    // height of the ticks of a method
	missColumn    vg.Length = 0.25 // misses nearer than this are one tick
)

var coverageBand = color.Gray{Y: 0xE2}

func newStrips(v *Coverage) *strips {
	s := &strips{Coverage: v}
	s.from, s.to = math.Inf(1), math.Inf(-1)
	for _, p := range s.panels() {
		values := []float64{v.Target, v.Low}
		for i, shares := range p.Shares {
			values = append(values, shares.Values...)
			for _, times := range [][]float64{shares.Times, p.Misses[i]} {
				if n := len(times); n > 0 {
					s.from, s.to = min(s.from, times[0]), max(s.to, times[n-1])
				}
			}
		}
		scale := newScale(values, false)
		s.scales = append(s.scales, scale)
		s.left = max(s.left, scale.leftWidth())
	}
	if s.from > s.to {
		s.from, s.to = 0, 0
	}
	if s.from == s.to {
		s.from -= hour / 2
		s.to += hour / 2
	}
	location := v.Location
	if location == nil {
		location = time.UTC
	}
	s.yLabel = wrap(faces().label, v.YLabel, s.frames())
	s.left += yLabelWidth(s.yLabel)
	s.right = v.Width.length() - 2*margin - 4
	s.axis = newTimeAxis(s.from, s.to, v.Elapsed, location, int((s.right-s.left)/tickRoom))
	s.xLabel = wrap(faces().label, s.axis.label, s.right)
	return s
}

// panels are at least one, which may be empty.
func (s *strips) panels() []CoveragePanel {
	if len(s.Panels) == 0 {
		return []CoveragePanel{{}}
	}
	return s.Panels
}

// tall is the height of a frame.
func (s *strips) tall() vg.Length {
	if len(s.panels()) == 1 {
		return onlyPanelTall
	}
	return panelTall
}

// rows is the height of the rows of misses under a frame.
func (s *strips) rows() vg.Length { return missRow*vg.Length(len(s.Series)) + 2 }

// pitch is the height of a panel with its name.
func (s *strips) pitch() vg.Length {
	pitch := s.tall() + s.rows() + gap
	if s.titled() {
		pitch += panelTitleHeight
	}
	return pitch
}

func (s *strips) titled() bool {
	for _, p := range s.Panels {
		if p.Name != "" {
			return true
		}
	}
	return false
}

// frames is the height of all panels.
func (s *strips) frames() vg.Length { return s.pitch() * vg.Length(len(s.panels())) }

func (s *strips) height() vg.Length {
	return s.frames() + s.axis.height() + vg.Length(len(s.xLabel))*lineHeight(faces().label)
}

// draw draws the body of the page into r.
func (s *strips) draw(c *draw.Canvas, r vg.Rectangle) {
	top := r.Max.Y
	var last frame
	for i, p := range s.panels() {
		y := top - vg.Length(i)*s.pitch()
		if s.titled() {
			y -= panelTitleHeight
		}
		last = frame{vg.Rectangle{
			Min: vg.Point{X: r.Min.X + s.left, Y: y - s.tall()},
			Max: vg.Point{X: r.Min.X + s.right, Y: y},
		}, s.scales[i]}
		s.drawPanel(c, last, p)
	}
	last.Min.Y -= s.rows()
	s.axis.drawLabels(c, last, s.x(last))
	lines(c, faces().label, ink, (last.Min.X+last.Max.X)/2, last.Min.Y-s.axis.height(), center, s.xLabel)
	yLabel(c, s.yLabel, r.Min.X, top-s.frames()/2)
}

// x gives the places of times in a frame.
func (s *strips) x(f frame) func(float64) vg.Length {
	return func(at float64) vg.Length {
		return f.Min.X + vg.Length((at-s.from)/(s.to-s.from))*f.Size().X
	}
}

// drawPanel draws a frame with its name above and its misses below.
func (s *strips) drawPanel(c *draw.Canvas, f frame, p CoveragePanel) {
	text(c, faces().panel, ink, vg.Point{X: f.Min.X, Y: f.Max.Y + 4}, left, 0, shorten(faces().panel, plain(p.Name), f.Size().X))
	c.SetColor(coverageBand)
	c.Fill(vg.Rectangle{Min: vg.Point{X: f.Min.X, Y: f.y(s.Low)}, Max: vg.Point{X: f.Max.X, Y: f.y(s.High)}}.Path())
	f.rules(c)
	x := s.x(f)
	for _, tick := range s.axis.ticks {
		c.StrokeLine2(draw.LineStyle{Color: gridColor, Width: hairline}, x(tick.at), f.Min.Y-s.rows(), x(tick.at), f.Max.Y)
	}
	f.rule(c, f.y(s.Target), targetLine)
	empty := true
	for i, shares := range p.Shares {
		empty = empty && len(shares.Times) == 0
		s.drawLine(c, f, lookOf(i), shares)
		s.drawMisses(c, f, i, p.Misses[i])
	}
	if empty {
		f.noData(c)
	}
	f.outline(c)
	f.leftTicks(c, true)
}

// drawLine draws a share over time; it holds from its time up to the next.
func (s *strips) drawLine(c *draw.Canvas, f frame, l look, shares Shares) {
	x := s.x(f)
	var points []vg.Point
	for i, at := range shares.Times {
		if i > 0 {
			points = append(points, vg.Point{X: x(at), Y: f.y(shares.Values[i-1])})
		}
		points = append(points, vg.Point{X: x(at), Y: f.y(shares.Values[i])})
	}
	style := l.line()
	style.Width = thin
	c.SetLineStyle(style)
	for _, path := range pieces(downsampleLine(points, columnWidth)) {
		c.Stroke(path)
	}
}

// drawMisses draws the row of method i under a frame.
func (s *strips) drawMisses(c *draw.Canvas, f frame, i int, times []float64) {
	x := s.x(f)
	top := f.Min.Y - 1.5 - vg.Length(i)*missRow
	style := draw.LineStyle{Color: lookOf(i).color, Width: hairline}
	c.SetLineStyle(style)
	var path vg.Path
	last := vg.Length(math.Inf(-1))
	for _, at := range times {
		if p := x(at); p-last >= missColumn {
			last = p
			path.Move(vg.Point{X: p, Y: top})
			path.Line(vg.Point{X: p, Y: top - missRow + 1})
		}
	}
	if len(path) > 0 {
		c.Stroke(path)
	}
}
