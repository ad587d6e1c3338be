package figure

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
)

// Dots is a dot plot of one value per category and series: the correct share or the median ratio
// per queue (category) and method (series), with bars for intervals. Panels share both axes; their
// number per row follows from the number of categories. Markers of one category stand side by side.
type Dots struct {
	Title  string // may be long; no-break spaces keep words on one line
	XLabel string
	YLabel string // with the unit

	Categories []string // along the horizontal axis
	Series     []string // in the legend
	Panels     []Panel  // at least one; more make small multiples

	// Target is a dashed line at this value; NaN or 0 draws none.
	Target float64

	// Log makes the vertical axis logarithmic, with zero on a line of its own. Otherwise it is
	// linear and ends at 1, or above where a value is larger.
	Log bool

	// Note is text under the plot, for example why values are missing.
	Note  string
	Width Width
}

// Panel holds the values of one panel. A panel with Values nil is empty.
type Panel struct {
	Name      string      // above the panel; may be empty in a figure of one
	Values    [][]float64 // [series][category]; NaN is missing and left blank
	Low, High [][]float64 // ends of intervals around the values, NaN for none; nil: none at all
}

func (d *Dots) heading() string { return d.Title }

// Room of panels, in points.
const (
	dotsTall   vg.Length = 150 // the only panel
	dotsRow    vg.Length = 120 // panels side by side
	leastDots  vg.Length = 92
	markerRoom vg.Length = 4.6 // per marker side by side
)

func (d *Dots) sheet() *sheet {
	panels := d.Panels
	if len(panels) == 0 {
		panels = []Panel{{}}
	}
	least := max(leastDots, vg.Length(len(d.Categories)*(len(d.Series)+1))*markerRoom)
	s, wide := newSheet(d.Width, d.Title, d.XLabel, d.YLabel, len(panels), least, 30)
	if s.tall = dotsTall; len(panels) > 1 {
		s.tall = dotsRow
	}
	var values []float64
	for _, p := range panels {
		values = append(values, slices.Concat(slices.Concat(p.Values, p.Low, p.High)...)...)
	}
	if d.hasTarget() {
		values = append(values, d.Target)
	}
	if !d.Log {
		values = append(values, 1)
	}
	for _, panel := range panels {
		p := newPlot()
		ruler{log: d.Log, length: s.tall}.set(&p.Y, values...)
		categories(&p.X, d.Categories, wide)
		add(p, stripes(d.Categories), &plotter.Grid{Horizontal: gridLine})
		if d.hasTarget() {
			add(p, level(p, d.Target, targetLine))
		}
		s.place(p, &frame{name: panel.Name, empty: !d.draw(p, panel, wide)})
	}
	return s.finish(d.legend(), d.notes(), d.data)
}

// hasTarget tells whether the target line is to be drawn.
func (d *Dots) hasTarget() bool { return d.Target != 0 && drawable(d.Target, d.Log) }

// stripes shades every other category.
func stripes(categories []string) plot.Plotter {
	return paint(func(c draw.Canvas, p *plot.Plot) {
		x, _ := p.Transforms(&c)
		c.SetColor(bandColor)
		for j := 1; j < len(categories); j += 2 {
			c.Fill(vg.Rectangle{Min: vg.Point{X: x(float64(j) - 0.5), Y: c.Min.Y}, Max: vg.Point{X: x(float64(j) + 0.5), Y: c.Max.Y}}.Path())
		}
	})
}

// draw draws the values of a panel of about the given width, and reports whether there are some.
func (d *Dots) draw(p *plot.Plot, panel Panel, wide vg.Length) (some bool) {
	slot := wide / vg.Length(max(1, len(d.Categories)))
	step := min(slot/vg.Length(len(d.Series)+1), 4*radius)
	for i, row := range panel.Values {
		l := lookOf(i)
		l.glyph.Radius = max(0.9, min(radius, step/2.5)) // shapes are up to 2.5 radii wide
		dodge := float64((vg.Length(i) - vg.Length(len(d.Series)-1)/2) * step / slot)
		marks := &plotter.Scatter{GlyphStyle: l.glyph}
		bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: l.line.Color, Width: 0.8}, CapWidth: 1.6 * l.glyph.Radius}
		for j, v := range row {
			if !drawable(v, d.Log) {
				continue
			}
			at := plotter.XY{X: float64(j) + dodge, Y: v}
			marks.XYs = append(marks.XYs, at)
			if panel.Low != nil && drawable(panel.Low[i][j], d.Log) && drawable(panel.High[i][j], d.Log) {
				bars.XYs = append(bars.XYs, at)
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{v - panel.Low[i][j], panel.High[i][j] - v})
			}
		}
		some = some || len(marks.XYs) > 0
		add(p, bars, marks)
	}
	return some
}

// longestName is the room along a turned name.
const longestName vg.Length = 100

// categories names places 0, 1, 2 ... below a frame of about the given width: level where the names
// fit, turned where not, and smaller where there is less room than text is high.
func categories(a *plot.Axis, names []string, wide vg.Length) {
	n := max(1, len(names))
	a.Min, a.Max, a.Tick.Length, a.Padding = -0.5, float64(n)-0.5, 0, 3
	slot := wide / vg.Length(n)
	room := slot - 4
	if widest(a.Tick.Label, names) > room {
		a.Tick.Label = aligned(a.Tick.Label, draw.XRight, draw.YCenter)
		a.Tick.Label.Font.Size = min(a.Tick.Label.Font.Size, slot)
		a.Tick.Label.Rotation = math.Pi / 2
		room = longestName
	}
	var ticks plot.ConstantTicks
	for j, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(j), Label: shorten(a.Tick.Label, name, room)})
	}
	a.Tick.Marker = ticks
}

// legend names the series and the target.
func (d *Dots) legend() (entries []entry) {
	for i, name := range d.Series {
		entries = append(entries, entry{name, sample{glyph: lookOf(i).glyph}})
	}
	if d.hasTarget() {
		entries = append(entries, targetEntry(d.Target))
	}
	return entries
}

func targetEntry(target float64) entry {
	return entry{"target " + strconv.FormatFloat(target, 'g', -1, 64), sample{line: targetLine}}
}

// notes are the caller's note and the number of values without a place.
func (d *Dots) notes() []string {
	lost := 0
	for _, p := range d.Panels {
		for _, v := range slices.Concat(p.Values...) {
			if !math.IsNaN(v) && !drawable(v, d.Log) {
				lost++
			}
		}
	}
	if lost > 0 {
		return []string{d.Note, output.Counted(lost, "value") + " not drawn: infinite, negative or beyond 10^12."}
	}
	return []string{d.Note}
}

func (d *Dots) data() [][]string {
	lines := [][]string{{"panel", "category", "series", "value", "low", "high"}}
	for _, p := range d.Panels {
		for i, row := range p.Values {
			for j, v := range row {
				low, high := math.NaN(), math.NaN()
				if p.Low != nil {
					low, high = p.Low[i][j], p.High[i][j]
				}
				lines = append(lines, []string{p.Name, d.Categories[j], d.Series[i], number(v), number(low), number(high)})
			}
		}
	}
	return lines
}
