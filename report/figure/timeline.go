package figure

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// timeline is a Bounds laid out: everything is placed relative to the lower
// left corner of the body of the page.
type timeline struct {
	*Bounds
	*window
	frame  frame
	axis   timeAxis
	xLabel []string
	yLabel []string
	lines  [][]vg.Path // per line; a path ends where there is no bound
	areas  [][]vg.Path // per Band, closed
	points [][]vg.Point
	drawn  [][]sample // what the points are of
	looks  []look     // per Points
	empty  bool       // nothing to draw
}

const (
	timelineHeight vg.Length = 185
	rightMargin    vg.Length = 32   // for 10 min, 1 week
	tickRoom       vg.Length = 38   // per label of the time axis
	columnWidth    vg.Length = 0.25 // below the pixel of a screen or of 180 dpi
)

func newTimeline(b *Bounds) *timeline {
	t := &timeline{Bounds: b, window: newWindow(b), looks: b.pointLooks()}
	values := t.values()
	t.empty = len(values) == 0
	s := newScale(values, true)
	t.yLabel = wrap(faces().label, b.YLabel, timelineHeight)
	loc := b.Location
	if loc == nil {
		loc = time.UTC
	}
	lower := vg.Point{X: yLabelWidth(t.yLabel) + s.leftWidth()}
	upper := vg.Point{X: b.Width.length() - 2*margin - rightMargin}
	t.axis = newTimeAxis(t.from, t.to, b.Elapsed, loc, int((upper.X-lower.X)/tickRoom))
	t.xLabel = wrap(faces().label, t.axis.label, upper.X-lower.X+2*min(lower.X, rightMargin))
	lower.Y = t.axis.height() + vg.Length(len(t.xLabel))*lineHeight(faces().label)
	upper.Y = lower.Y + timelineHeight
	t.frame = frame{vg.Rectangle{Min: lower, Max: upper}, s}
	t.place()
	return t
}

// x is the place of a time in the window.
func (t *timeline) x(at float64) vg.Length {
	share := (at - t.from) / (t.to - t.from)
	return t.frame.Min.X + vg.Length(share)*t.frame.Size().X
}

// place turns bounds and waits into paths and points, downsampled.
func (t *timeline) place() {
	for _, steps := range t.steps {
		t.lines = append(t.lines, t.paths(steps))
	}
	for _, band := range t.bands {
		t.areas = append(t.areas, t.areasOf(band))
	}
	for _, waits := range t.waits {
		points := make([]vg.Point, len(waits))
		for i, w := range waits {
			points[i] = vg.Point{X: t.x(w.time), Y: t.frame.y(w.wait)}
		}
		var shown []vg.Point
		var drawn []sample
		for _, i := range downsamplePoints(points) {
			shown, drawn = append(shown, points[i]), append(drawn, waits[i])
		}
		t.points, t.drawn = append(t.points, shown), append(t.drawn, drawn)
	}
}

// paths joins steps that follow on one another.
func (t *timeline) paths(steps []step) []vg.Path {
	var paths []vg.Path
	var line []vg.Point
	finish := func() {
		if len(line) == 0 {
			return
		}
		if last := &line[len(line)-1]; last.X-line[0].X < medium/2 {
			last.X = line[0].X + medium/2 // else nothing would be seen
		}
		paths = append(paths, pieces(downsampleLine(line, columnWidth))...)
		line = nil
	}
	for i, s := range steps {
		if i > 0 && steps[i-1].to < s.from {
			finish()
		}
		y := t.frame.y(s.bound)
		line = append(line, vg.Point{X: t.x(s.from), Y: y}, vg.Point{X: t.x(s.to), Y: y})
	}
	finish()
	return paths
}

// areasOf outlines what is between two lines of steps, a path for each part
// without a gap.
func (t *timeline) areasOf(band [2][]step) []vg.Path {
	var areas []vg.Path
	for first := 0; first < len(band[0]); {
		end := first + 1
		for end < len(band[0]) && band[0][end-1].to >= band[0][end].from {
			end++
		}
		low, high := t.edge(band[0][first:end]), t.edge(band[1][first:end])
		slices.Reverse(high)
		var area vg.Path
		for i, p := range slices.Concat(low, high) {
			if i == 0 {
				area.Move(p)
			} else {
				area.Line(p)
			}
		}
		area.Close()
		areas = append(areas, area)
		first = end
	}
	return areas
}

// edge is a line along steps, downsampled.
func (t *timeline) edge(steps []step) []vg.Point {
	var line []vg.Point
	for _, s := range steps {
		y := t.frame.y(s.bound)
		line = append(line, vg.Point{X: t.x(s.from), Y: y}, vg.Point{X: t.x(s.to), Y: y})
	}
	return downsampleLine(line, columnWidth)
}

// pieces cuts a long line into paths that meet. The time to fill in a stroke's
// pixels grows with the square of its length.
func pieces(line []vg.Point) []vg.Path {
	const most = 150
	var paths []vg.Path
	for len(line) > 1 {
		n := min(most, len(line))
		var path vg.Path
		path.Move(line[0])
		for _, p := range line[1:n] {
			path.Line(p)
		}
		paths, line = append(paths, path), line[n-1:]
	}
	return paths
}

// pointLooks are the looks of the waits: that of the line of the same name,
// else the next one not used.
func (b *Bounds) pointLooks() []look {
	index := map[string]int{}
	for i, l := range b.Lines {
		index[l.Name] = i
	}
	next := len(b.Lines)
	var looks []look
	for _, p := range b.Waits {
		i, ok := index[p.Name]
		if !ok {
			i = next
			next++
		}
		looks = append(looks, lookOf(i))
	}
	return looks
}

// legend names the lines and, behind the line of the same name, the waits.
func (t *timeline) legend() []entry {
	var entries []entry
	waits := func(i int) {
		entries = append(entries, entry{
			t.Waits[i].Name + ", " + count(len(t.waits[i]), "wait"), lineWidth,
			func(c *draw.Canvas, p vg.Point) { t.looks[i].pointSample(c, p) },
		})
	}
	named := map[string]bool{}
	for i, l := range t.Lines {
		name := l.Name
		if len(t.Waits) > 0 {
			name += ", bound"
		}
		named[l.Name] = true
		entries = append(entries, entry{name, lineWidth, lineSample(lookOf(i).line())})
		for j, p := range t.Waits {
			if p.Name == l.Name {
				waits(j)
			}
		}
	}
	for j, p := range t.Waits {
		if !named[p.Name] {
			waits(j)
		}
	}
	return entries
}

// notes say what the eye cannot: how many points lie on one another, are left
// out, or have no place.
func (t *timeline) notes() []string {
	var notes []string
	if t.Note != "" {
		notes = append(notes, t.Note)
	}
	seen, drawn := 0, 0
	for i := range t.points {
		seen, drawn = seen+len(t.waits[i]), drawn+len(t.points[i])
	}
	if t.zeros > 0 {
		notes = append(notes, fmt.Sprintf("Waits of 0 s, on the line at the bottom: %s of %s.", thousands(t.zeros), thousands(seen)))
	}
	if drawn < seen {
		notes = append(notes, fmt.Sprintf("%s drawn as %s: of those that lie close together one is shown; the least and the largest at every time are kept.",
			count(seen, "wait"), count(drawn, "point")))
	}
	var without []string
	for i, l := range t.Lines {
		if len(t.steps[i]) == 0 {
			without = append(without, l.Name)
		}
	}
	if len(without) > 0 {
		notes = append(notes, "No bound in this period: "+strings.Join(without, ", ")+".")
	}
	if t.lost > 0 {
		notes = append(notes, count(t.lost, "value")+" not drawn (negative, infinite, or without a valid time).")
	}
	return notes
}
