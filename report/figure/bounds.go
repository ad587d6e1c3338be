package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bounds is a plot of bounds over time, as figures 1 and 2 of [bmbp]: a step line per queue or
// processor range, with the waits of its jobs as points. The vertical axis is logarithmic, in
// seconds at the left and in minutes, hours and days at the right; 0 s has a line of its own at the
// bottom.
type Bounds struct {
	Title  string
	YLabel string // with the unit, s

	Lines []Line
	Waits []Points
	Bands []Band // shaded under the lines, later ones over earlier ones and darker

	// From and To limit the time axis, in the units of the times; where both are 0 the axis covers
	// all times. Waits outside are not drawn, and a bound from before From is drawn from there on.
	From, To float64

	// Elapsed says that times are seconds since the start of the log, because its date is not
	// known. Otherwise they are Unix times, in seconds, and the axis shows dates and times of day
	// in Location (nil: UTC).
	Elapsed  bool
	Location *time.Location

	Note  string // text under the plot
	Width Width
}

// Line is one series of bounds. Each holds from its time up to the next time.
type Line struct {
	Name  string
	Times []float64 // not decreasing
	Bound []float64 // s; NaN is no bound, and leaves a gap
}

// Band is the area between two lines of the same times, as places in Lines. It has gaps where
// either has no bound.
type Band struct{ Low, High int }

// Points are waits of jobs. They have the colour of the line of the same name.
type Points struct {
	Name  string
	Times []float64 // submit times, in any order
	Waits []float64 // s
}

const boundsTall vg.Length = 185

func (b *Bounds) sheet() (*sheet, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	w := newWindow(b)
	up := newAxis(true, w.values()...)
	out := &body{width: b.Width.length() - 2*margin, yLabel: b.YLabel, frame: vg.Point{Y: boundsTall}}
	up.fit(boundsTall)
	marks := up.units(boundsTall, func(string) vg.Length { return lineHeight(tickText) })
	out.fold(1, out.width, out.width, widestMark(up)+tickLength+3, 0, unitsWidth(marks)+1)
	across := newTimeAxis(w.from, w.to, b.Elapsed, b.Location, out.frame.X)
	out.xLabel = across.label
	p := newPlot()
	across.on(p)
	up.mark(&p.Y)
	column := (w.to - w.from) * float64(columnWidth/out.frame.X)
	for i, pair := range w.bands {
		area := &plotter.Polygon{Color: tint(okabe[0], 0.12+0.1*float64(i))}
		for _, r := range runs(pair[0], pair[1]) {
			ring, high := thinLine(stairs(pair[0][r[0]:r[1]], up), column), thinLine(stairs(pair[1][r[0]:r[1]], up), column)
			slices.Reverse(high)
			area.XYs = append(area.XYs, append(ring, high...))
		}
		add(p, area)
	}
	add(p, grid())
	if up.zero {
		add(p, level(p, up.parting, zeroLine))
	}
	for i := range w.waits {
		w.waits[i].thin(2*column, up, b.lookOf(i))
		add(p, w.waits[i].marks)
	}
	for i, steps := range w.steps {
		for _, r := range runs(steps, steps) {
			xys := thinLine(stairs(steps[r[0]:r[1]], up), column)
			if last := &xys[len(xys)-1]; last.X-xys[0].X < 2*column {
				last.X = xys[0].X + 2*column // else nothing would be seen
			}
			add(p, lines(xys, lookOf(i).line)...)
		}
	}
	p.Add(&frame{units: marks, empty: len(w.values()) == 0})
	out.plots = append(out.plots, p)
	data := func() [][]string { return b.data(w) }
	return newSheet(b.Width, b.Title, out, b.legend(w), b.notes(w), data), nil
}

func (b *Bounds) check() error {
	if !finite(b.From) || !finite(b.To) || b.From > b.To || max(-b.From, b.To) > lastTime {
		return fmt.Errorf("time axis from %v to %v", b.From, b.To)
	}
	for _, l := range b.Lines {
		if len(l.Times) != len(l.Bound) {
			return fmt.Errorf("line %q has %d times and %d bounds", l.Name, len(l.Times), len(l.Bound))
		}
		for i := 1; i < len(l.Times); i++ {
			if l.Times[i] < l.Times[i-1] {
				return fmt.Errorf("line %q: time %v comes after %v", l.Name, l.Times[i], l.Times[i-1])
			}
		}
	}
	for i, band := range b.Bands {
		if min(band.Low, band.High) < 0 || max(band.Low, band.High) >= len(b.Lines) {
			return fmt.Errorf("band %d is between lines %d and %d of %d", i, band.Low, band.High, len(b.Lines))
		}
		if !slices.Equal(b.Lines[band.Low].Times, b.Lines[band.High].Times) {
			return fmt.Errorf("band %d is between lines of different times", i)
		}
	}
	for _, p := range b.Waits {
		if len(p.Times) != len(p.Waits) {
			return fmt.Errorf("points %q have %d times and %d waits", p.Name, len(p.Times), len(p.Waits))
		}
	}
	return nil
}

// runs are the stretches of steps that follow on one another in both lists, as first and end.
func runs(a, b []step) (list [][2]int) {
	for first := 0; first < len(a); {
		end := first + 1
		for end < len(a) && a[end-1].to >= a[end].from && b[end-1].to >= b[end].from {
			end++
		}
		list = append(list, [2]int{first, end})
		first = end
	}
	return list
}

// stairs is the line along steps.
func stairs(steps []step, up *axis) plotter.XYs {
	var line plotter.XYs
	for _, s := range steps {
		y := up.at(s.bound)
		line = append(line, plotter.XY{X: s.from, Y: y}, plotter.XY{X: s.to, Y: y})
	}
	return line
}

// lookOf is the look of waits: that of the line of the same name, else the next one not used.
func (b *Bounds) lookOf(i int) look {
	next := len(b.Lines)
	for k, p := range b.Waits[:i+1] {
		at := slices.IndexFunc(b.Lines, func(l Line) bool { return l.Name == p.Name })
		if at < 0 {
			at = next
			next++
		}
		if k == i {
			return lookOf(at)
		}
	}
	return look{}
}

// squares are many points: translucent squares, smaller and fainter the more there are. A square is
// a stroke as long as it is wide, which needs the fewest bytes of SVG, and the points are dealt out
// to a few paths: within one path overlaps do not darken, between paths they do.
type squares struct {
	plotter.XYs
	color color.NRGBA
}

// Plot implements plot.Plotter.
func (s squares) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var points []vg.Point
	for _, at := range s.XYs {
		points = append(points, vg.Point{X: x(at.X), Y: y(at.Y)})
	}
	s.draw(&c, points)
}

func (s squares) draw(c *draw.Canvas, points []vg.Point) {
	const layers = 6 // how many points on one another still darken
	size, alpha := vg.Length(2.2), uint8(0xB0)
	switch n := len(points); {
	case n > 2000:
		size, alpha = 1.4, 0x59
	case n > 300:
		size, alpha = 1.8, 0x70
	}
	s.color.A = alpha
	c.SetLineStyle(draw.LineStyle{Color: s.color, Width: size})
	for layer := range min(layers, len(points)) {
		var path vg.Path
		for i := layer; i < len(points); i += layers {
			path.Move(points[i].Sub(vg.Point{X: size / 2}))
			path.Line(points[i].Add(vg.Point{X: size / 2}))
		}
		c.Stroke(path)
	}
}

// Thumbnail implements plot.Thumbnailer.
func (s squares) Thumbnail(c *draw.Canvas) {
	p := c.Center()
	s.draw(c, []vg.Point{p.Add(vg.Point{X: -5, Y: 1}), p.Add(vg.Point{Y: -1.5}), p.Add(vg.Point{X: 5, Y: 1.5})})
}

// legend names the lines and, behind the line of the same name, the waits.
func (b *Bounds) legend(w *window) []entry {
	var entries []entry
	waits := func(named bool, name string) {
		for i, p := range b.Waits {
			is := slices.ContainsFunc(b.Lines, func(l Line) bool { return l.Name == p.Name })
			if is == named && (!named || p.Name == name) {
				text := p.Name + ", " + count(len(w.waits[i].all), "wait")
				entries = append(entries, entry{text, sample{other: squares{color: b.lookOf(i).line.Color.(color.NRGBA)}}})
			}
		}
	}
	for i, l := range b.Lines {
		name := l.Name
		if len(b.Waits) > 0 {
			name += ", bound"
		}
		entries = append(entries, entry{name, sample{line: lookOf(i).line}})
		waits(true, l.Name)
	}
	waits(false, "")
	return entries
}

// notes say what the eye cannot: how many points lie on one another, are left out, or have no
// place.
func (b *Bounds) notes(w *window) []string {
	var notes []string
	if b.Note != "" {
		notes = append(notes, b.Note)
	}
	seen, drawn := 0, 0
	for _, p := range w.waits {
		seen, drawn = seen+len(p.all), drawn+len(p.drawn)
	}
	if w.zeros > 0 {
		notes = append(notes, fmt.Sprintf("Waits of 0 s, on the line at the bottom: %s of %s.", thousands(w.zeros), thousands(seen)))
	}
	if drawn < seen {
		notes = append(notes, fmt.Sprintf("%s drawn as %s: of those that lie close together one is shown; the least and the largest at every time are kept.",
			count(seen, "wait"), count(drawn, "point")))
	}
	var without []string
	for i, l := range b.Lines {
		if len(w.steps[i]) == 0 {
			without = append(without, l.Name)
		}
	}
	if len(without) > 0 {
		notes = append(notes, "No bound in this period: "+strings.Join(without, ", ")+".")
	}
	if w.lost > 0 {
		notes = append(notes, count(w.lost, "value")+" not drawn (negative, infinite, or without a valid time).")
	}
	return notes
}

// data gives the steps of each line where the bound changes, nothing where one ends without a next,
// and the waits drawn.
func (b *Bounds) data(w *window) [][]string {
	lines := [][]string{{"series", "kind", timeColumn(b.Elapsed), "value_s"}}
	for i, steps := range w.steps {
		for k, s := range steps {
			joined := k > 0 && steps[k-1].to >= s.from
			if !joined && k > 0 {
				lines = append(lines, []string{b.Lines[i].Name, "bound", number(steps[k-1].to), ""})
			}
			if !joined || steps[k-1].bound != s.bound {
				lines = append(lines, []string{b.Lines[i].Name, "bound", number(s.from), number(s.bound)})
			}
		}
	}
	for i, p := range w.waits {
		for _, at := range p.drawn {
			lines = append(lines, []string{b.Waits[i].Name, "wait", number(at.X), number(at.Y)})
		}
	}
	return lines
}
