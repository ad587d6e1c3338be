package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// colours is the number of colours of methods.
const colours = 7

// look is how a method is drawn on the whole page. Colours and markers follow
// from the index of the method in Input.Looks and are those of package figure.
type look struct {
	Colour int    `json:"colour"` // CSS variable --c0 to --c6
	Marker string `json:"marker"` // path of SVG around 0, 0
	Hollow bool   `json:"hollow"`
}

// attributes returns the attributes of the path that is the mark.
func (l look) attributes() string {
	if l.Hollow {
		return fmt.Sprintf(`d="%s" fill="var(--ground)" stroke="var(--c%d)" stroke-width="1.6"`, l.Marker, l.Colour)
	}
	return fmt.Sprintf(`d="%s" fill="var(--c%d)"`, l.Marker, l.Colour)
}

// markers are the shapes of package figure in its order, and then hollow ones.
var markers = func() []string {
	circle := "M-4,0a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z"
	square, up := polygon(4, 4.9, math.Pi/4), polygon(3, 5.4, math.Pi/2)
	diamond, down := polygon(4, 5.2, 0), polygon(3, 5.4, -math.Pi/2)
	plus := "M-1.5,-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"
	cross := "M0,-2.1L3,-5L5,-3L2.1,0L5,3L3,5L0,2.1L-3,5L-5,3L-2.1,0L-5,-3L-3,-5z"
	return []string{circle, square, up, diamond, down, plus, cross, circle, square, up, diamond}
}()

const hollowMarkers = 7 // from here on

// polygon returns the path of a regular polygon of n corners at radius r, the
// first at an angle.
func polygon(n int, r, start float64) string {
	var b strings.Builder
	for i := range n {
		a := start + 2*math.Pi*float64(i)/float64(n)
		fmt.Fprintf(&b, "%c%s,%s", "ML"[min(i, 1)], decimal(r*math.Cos(a)), decimal(-r*math.Sin(a)))
	}
	return b.String() + "z"
}

// lookOf returns the look of the method at an index.
func lookOf(i int) look {
	i = max(i, 0)
	m := i % len(markers)
	return look{i % colours, markers[m], m >= hollowMarkers}
}

// decimal returns a length of a drawing with up to two digits after the point.
func decimal(v float64) string {
	text := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}
