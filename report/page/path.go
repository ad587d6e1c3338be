package page

import (
	"math"
	"strconv"
	"strings"
)

// point is a place in a figure, in hundredths of its unit, and so a fifth of a printed pixel or
// less.
type point struct{ x, y int }

// polyline is a part of a path that has only straight lines.
type polyline struct {
	points []point
	closed bool
}

// compactPath writes a path of straight lines in less room: each place as its distance from the one
// before, and long lines with no more than four places in half a unit of width. Other paths only
// get their numbers rounded.
func compactPath(d string) string {
	lines, ok := polylines(d)
	if !ok {
		return shorten(d)
	}
	var b strings.Builder
	for _, l := range lines {
		l.write(&b)
	}
	return b.String()
}

// polylines splits a path of the commands M, L and Z; it reports false for a path that has others.
func polylines(d string) (lines []polyline, ok bool) {
	for d = strings.TrimSpace(d); d != ""; d = strings.TrimSpace(d) {
		command := d[0]
		d = d[1:]
		if command == 'Z' {
			if len(lines) == 0 {
				return nil, false
			}
			lines[len(lines)-1].closed = true
			continue
		}
		end := strings.IndexFunc(d, func(r rune) bool { return r >= 'A' && r != 'E' && r != 'e' })
		if end < 0 {
			end = len(d)
		}
		x, y, found := strings.Cut(strings.TrimSpace(d[:end]), ",")
		p := point{hundredths(x), hundredths(y)}
		if !found || p.x == broken || p.y == broken {
			return nil, false
		}
		d = d[end:]
		switch {
		case command == 'M':
			lines = append(lines, polyline{points: []point{p}})
		case command == 'L' && len(lines) > 0 && !lines[len(lines)-1].closed:
			last := &lines[len(lines)-1]
			last.points = append(last.points, p)
		default:
			return nil, false
		}
	}
	return lines, len(lines) > 0
}

// broken stands for what is not a number, or not one of a figure.
const broken = math.MaxInt

func hundredths(text string) int {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(v) > 1e7 {
		return broken
	}
	return int(math.Round(100 * v))
}

// write writes the line; steps that go on in the direction of an axis become one.
func (l *polyline) write(b *strings.Builder) {
	points := l.downsample()
	at := points[0]
	b.WriteString("M" + hundredthsText(at.x) + "," + hundredthsText(at.y))
	for i := 1; i < len(points); i++ {
		for i+1 < len(points) && straight(at, points[i], points[i+1]) {
			i++
		}
		to := points[i]
		dx, dy := to.x-at.x, to.y-at.y
		switch {
		case dx == 0 && dy == 0 && len(points) > 2:
		case dy == 0:
			b.WriteString("h" + hundredthsText(dx))
		case dx == 0:
			b.WriteString("v" + hundredthsText(dy))
		default:
			b.WriteString("l" + hundredthsText(dx))
			if dy > 0 {
				b.WriteByte(',')
			}
			b.WriteString(hundredthsText(dy))
		}
		at = to
	}
	if l.closed {
		b.WriteByte('z')
	}
}

// straight reports whether a line goes from a over b to c along an axis without turning back.
func straight(a, b, c point) bool {
	between := func(a, b, c int) bool { return a <= b && b <= c || a >= b && b >= c }
	return a.y == b.y && b.y == c.y && between(a.x, b.x, c.x) || a.x == b.x && b.x == c.x && between(a.y, b.y, c.y)
}

// hundredthsText writes a number of hundredths without what can be left out.
func hundredthsText(v int) string {
	text := strconv.FormatFloat(float64(v)/100, 'f', -1, 64)
	text = strings.Replace(text, "-0.", "-.", 1)
	if strings.HasPrefix(text, "0.") {
		return text[1:]
	}
	return text
}

// downsample gives the places of the line; of a long one that goes to the right, the first, the
// lowest, the highest and the last of every half unit.
func (l *polyline) downsample() []point {
	const long, width = 50, 50
	p := l.points
	if len(p) < long || l.closed {
		return p
	}
	for i := 1; i < len(p); i++ {
		if p[i].x < p[i-1].x {
			return p
		}
	}
	var kept []point
	for first := 0; first < len(p); {
		low, high, end := first, first, first+1
		for end < len(p) && p[end].x/width == p[first].x/width {
			if p[end].y < p[low].y {
				low = end
			}
			if p[end].y > p[high].y {
				high = end
			}
			end++
		}
		last := -1
		for _, i := range []int{first, min(low, high), max(low, high), end - 1} {
			if i > last {
				kept = append(kept, p[i])
				last = i
			}
		}
		first = end
	}
	return kept
}
