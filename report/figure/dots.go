package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	Looks      []int    // of the series, to keep through several figures; nil: 0, 1, 2 ...
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

// Room of panels, in points.
const (
	dotsTall   vg.Length = 150 // the only panel
	dotsRow    vg.Length = 120 // panels side by side
	leastDots  vg.Length = 92
	markerRoom vg.Length = 4.6 // per marker side by side
)

func (d *Dots) sheet() (*sheet, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	up, panels := d.axis(), d.Panels
	if len(panels) == 0 {
		panels = []Panel{{}}
	}
	b := &body{width: d.Width.length() - 2*margin, xLabel: d.XLabel, yLabel: d.YLabel, frame: vg.Point{Y: dotsTall}}
	first := widestMark(up) + tickLength + 3
	n := vg.Length(len(d.Categories))
	b.fold(len(panels), max(leastDots, n*vg.Length(len(d.Series)+1)*markerRoom), b.width, first, panelGap+tickLength+1, 1)
	if len(panels) > 1 {
		b.frame.Y = dotsRow
	}
	up.fit(b.frame.Y)
	for i, panel := range panels {
		p := d.plot(panel, up, b.frame.X)
		if i%b.columns > 0 {
			unlabelled(&p.Y)
		}
		if i+b.columns < len(panels) {
			unlabelled(&p.X)
		}
		b.plots = append(b.plots, p)
	}
	return newSheet(d.Width, d.Title, b, d.legend(), d.notes(), d.data), nil
}

// check tells whether values and intervals have the shape [series][category].
func (d *Dots) check() error {
	for i, p := range d.Panels {
		for k, values := range [][][]float64{p.Values, p.Low, p.High} {
			what := [...]string{"values", "low ends", "high ends"}[k]
			if values == nil {
				continue
			}
			if len(values) != len(d.Series) {
				return fmt.Errorf("panel %d (%s) has %s of %d series, want %d", i, p.Name, what, len(values), len(d.Series))
			}
			for j, row := range values {
				if len(row) != len(d.Categories) {
					return fmt.Errorf("panel %d (%s), series %q has %d %s, want %d", i, p.Name, d.Series[j], len(row), what, len(d.Categories))
				}
			}
		}
		if (p.Low == nil) != (p.High == nil) || p.Low != nil && p.Values == nil {
			return fmt.Errorf("panel %d (%s) has not values with both ends of intervals", i, p.Name)
		}
	}
	return nil
}

// axis covers all values, intervals and the target.
func (d *Dots) axis() *axis {
	var values []float64
	for _, p := range d.Panels {
		values = append(values, slices.Concat(slices.Concat(p.Values, p.Low, p.High)...)...)
	}
	if d.hasTarget() {
		values = append(values, d.Target)
	}
	if d.Log {
		return newAxis(true, values...)
	}
	return shareAxis(values...)
}

// hasTarget tells whether the target line is to be drawn.
func (d *Dots) hasTarget() bool { return d.Target != 0 && drawable(d.Target, d.Log) }

// plot draws one panel on a frame of the given width.
func (d *Dots) plot(panel Panel, up *axis, wide vg.Length) *plot.Plot {
	p := newPlot()
	up.mark(&p.Y)
	d.nameCategories(&p.X, wide)
	for j := 1; j < len(d.Categories); j += 2 {
		band := box(float64(j)-0.5, float64(j)+0.5, p.Y.Min, p.Y.Max)
		band.Color = bandColor
		add(p, band)
	}
	add(p, levels())
	if up.zero {
		add(p, level(p, up.parting, zeroLine))
	}
	if d.hasTarget() {
		add(p, level(p, up.at(d.Target), targetLine))
	}
	slot := wide / vg.Length(max(1, len(d.Categories)))
	step := min(slot/vg.Length(len(d.Series)+1), 4*radius)
	empty := true
	for i, row := range panel.Values {
		l := lookOf(place(d.Looks, i))
		l.glyph.Radius = max(0.9, min(radius, step/2.5)) // shapes are up to 2.5 radii wide
		dodge := float64((vg.Length(i) - vg.Length(len(d.Series)-1)/2) * step / slot)
		marks := &plotter.Scatter{GlyphStyle: l.glyph}
		bars := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: l.line.Color, Width: 0.8}, CapWidth: 1.6 * l.glyph.Radius}
		for j, v := range row {
			if !drawable(v, d.Log) {
				continue
			}
			at := plotter.XY{X: float64(j) + dodge, Y: up.at(v)}
			marks.XYs = append(marks.XYs, at)
			if panel.Low != nil && drawable(panel.Low[i][j], d.Log) && drawable(panel.High[i][j], d.Log) {
				bars.XYs = append(bars.XYs, at)
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{at.Y - up.at(panel.Low[i][j]), up.at(panel.High[i][j]) - at.Y})
			}
		}
		empty = empty && len(marks.XYs) == 0
		add(p, bars, marks)
	}
	p.Add(&frame{name: panel.Name, empty: empty})
	return p
}

// nameCategories names categories below a frame: level where they fit, slanted where not, and
// upright in a smaller size where there is less room than text is high.
func (d *Dots) nameCategories(a *plot.Axis, wide vg.Length) {
	n := max(1, len(d.Categories))
	a.Min, a.Max = -0.5, float64(n)-0.5
	a.Tick.Length, a.Padding = 0, 3
	var ticks plot.ConstantTicks
	for j, name := range labelled(a, d.Categories, wide/vg.Length(n)) {
		ticks = append(ticks, plot.Tick{Value: float64(j), Label: name})
	}
	a.Tick.Marker = ticks
}

// longestName is the room along a turned name.
const longestName vg.Length = 100

// labelled turns the labels of a horizontal axis so that names fit into slots, and cuts them.
func labelled(a *plot.Axis, names []string, slot vg.Length) []string {
	room := slot - 4
	if widest(a.Tick.Label, names) > room {
		a.Tick.Label = aligned(a.Tick.Label, draw.XRight, draw.YCenter)
		a.Tick.Label.Font.Size = min(a.Tick.Label.Font.Size, slot)
		a.Tick.Label.Rotation = math.Pi / 2
		room = longestName
	}
	var out []string
	for _, name := range names {
		out = append(out, shorten(a.Tick.Label, name, room))
	}
	return out
}

// widestMark is the width of the widest label of an axis.
func widestMark(a *axis) (w vg.Length) {
	for _, t := range a.marks() {
		w = max(w, tickText.Width(t.Label))
	}
	return w
}

// legend names the series and the target.
func (d *Dots) legend() []entry {
	var entries []entry
	for i, name := range d.Series {
		entries = append(entries, entry{name, sample{glyph: lookOf(place(d.Looks, i)).glyph, mark: true}})
	}
	if d.hasTarget() {
		entries = append(entries, entry{"target " + strconv.FormatFloat(d.Target, 'g', -1, 64), sample{line: targetLine}})
	}
	return entries
}

// notes are the caller's note and the number of values without a place.
func (d *Dots) notes() []string {
	lost := 0
	for _, p := range d.Panels {
		for _, v := range slices.Concat(p.Values...) {
			if v == v && !drawable(v, d.Log) {
				lost++
			}
		}
	}
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	if lost > 0 {
		why := "infinite or beyond 10^12"
		if d.Log {
			why = "infinite or negative"
		}
		notes = append(notes, fmt.Sprintf("%s not drawn (%s).", count(lost, "value"), why))
	}
	return notes
}

func (d *Dots) data() [][]string {
	lines := [][]string{{"panel", "category", "series", "value", "low", "high"}}
	for _, p := range d.Panels {
		for i, row := range p.Values {
			for j, v := range row {
				low, high := "", ""
				if p.Low != nil {
					low, high = number(p.Low[i][j]), number(p.High[i][j])
				}
				lines = append(lines, []string{p.Name, d.Categories[j], d.Series[i], number(v), low, high})
			}
		}
	}
	return lines
}
