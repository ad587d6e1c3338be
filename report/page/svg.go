package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// drawing turns SVG files into parts of a page. Only what draws is taken over: elements and
// attributes that could load or run something are left out. Styles become classes that all figures
// share, and numbers get two digits behind the point, a fifth of the size of a pixel of a printed
// figure; both are what makes figures of many points fit.
type drawing struct {
	classes map[string]string // name by style
	styles  []string          // in the order of their names
}

var drawn = setOf("svg g path rect circle ellipse line polyline polygon text tspan defs clipPath linearGradient radialGradient stop pattern marker title desc")

var kept = setOf("d x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy width height points transform viewBox preserveAspectRatio style id class " +
	"fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity " +
	"font-family font-size font-weight font-style text-anchor dominant-baseline baseline-shift rotate textLength lengthAdjust " +
	"clip-path clip-rule offset stop-color stop-opacity gradientUnits gradientTransform patternUnits markerWidth markerHeight refX refY orient")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// inline gives a figure as a part of the page; prefix keeps its names apart from those of other
// figures.
func (w *drawing) inline(svg []byte, alt, prefix string) (string, error) {
	d := xml.NewDecoder(bytes.NewReader(svg))
	out := &svgWriter{drawing: w, prefix: prefix, alt: alt}
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("not an SVG file: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if !drawn[t.Name.Local] {
				if err := d.Skip(); err != nil {
					return "", fmt.Errorf("not an SVG file: %w", err)
				}
				continue
			}
			out.start(&t)
		case xml.EndElement:
			out.end(t.Name.Local)
		case xml.CharData:
			out.text(string(t))
		}
	}
	if !out.rooted {
		return "", errors.New("not an SVG file: it has no svg element")
	}
	return out.b.String(), nil
}

// svgWriter writes a figure.
type svgWriter struct {
	*drawing
	b      strings.Builder
	prefix string
	alt    string
	rooted bool
	inText int    // how many text elements are open
	dots   string // the attributes of the dots that are gathered; empty for none
	places strings.Builder
	isDot  bool // the path that is open is one of them
}

func (w *svgWriter) start(e *xml.StartElement) {
	name := e.Name.Local
	if name == "path" && w.dot(e) {
		w.isDot = true
		return
	}
	w.flush()
	if name == "text" || name == "title" || name == "desc" {
		w.inText++
	}
	w.b.WriteString("<" + name)
	if !w.rooted {
		w.root(e)
	} else {
		w.attributes(e.Attr)
	}
	w.b.WriteString(">")
}

func (w *svgWriter) end(name string) {
	if w.isDot {
		w.isDot = false
		return
	}
	w.flush()
	if name == "text" || name == "title" || name == "desc" {
		w.inText--
	}
	w.b.WriteString("</" + name + ">")
}

func (w *svgWriter) text(text string) {
	if w.inText > 0 {
		w.b.WriteString(html.EscapeString(text))
	}
}

// root writes the attributes of the outermost element: its size is up to the page.
func (w *svgWriter) root(e *xml.StartElement) {
	w.rooted = true
	box := attribute(e, "viewBox")
	if box == "" {
		box = "0 0 " + number(attribute(e, "width")) + " " + number(attribute(e, "height"))
	}
	fmt.Fprintf(&w.b, ` viewBox="%s" role="img" aria-label="%s"`, html.EscapeString(box), html.EscapeString(w.alt))
}

func attribute(e *xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number cuts a unit off a length.
func number(length string) string {
	length = strings.TrimRight(length, "abcdefghijklmnopqrstuvwxyz%")
	if v, err := strconv.ParseFloat(length, 64); err != nil || !(v > 0) {
		return "100"
	}
	return length
}

func (w *svgWriter) attributes(list []xml.Attr) {
	for _, a := range list {
		name, value := a.Name.Local, a.Value
		switch {
		case !kept[name] || a.Name.Space != "" || loads(value):
			continue
		case name == "style":
			name, value = "class", w.class(strings.ReplaceAll(value, "url(#", "url(#"+w.prefix))
		case name == "class":
			continue // of a style sheet that is not taken over
		case name == "id":
			value = w.prefix + value
		case strings.Contains(value, "url(#"):
			value = strings.ReplaceAll(value, "url(#", "url(#"+w.prefix)
		case name == "d":
			value = compactPath(value)
		case name != "viewBox":
			value = shorten(value)
		}
		w.b.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
	}
}

// loads reports whether a value could make the browser fetch something.
func loads(value string) bool {
	value = strings.ToLower(value)
	return strings.Contains(strings.ReplaceAll(value, "url(#", ""), "url(") || strings.ContainsAny(value, `@\<{}`) || strings.Contains(value, "script:")
}

// class gives the class of a style.
func (w *drawing) class(style string) string {
	name, ok := w.classes[style]
	if !ok {
		name = "s" + strconv.FormatInt(int64(len(w.styles)), 36)
		w.classes[style] = name
		w.styles = append(w.styles, style)
	}
	return name
}

// css gives the rules of all classes.
func (w *drawing) css() string {
	var b strings.Builder
	for _, style := range w.styles {
		b.WriteString("." + w.classes[style] + "{" + style + "}\n")
	}
	return b.String()
}

var longNumber = regexp.MustCompile(`-?\d*\.\d{3,}(?:[eE][-+]?\d+)?`)

// shorten rounds the numbers of a value to two digits behind the point.
func shorten(value string) string {
	return longNumber.ReplaceAllStringFunc(value, func(text string) string {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return text
		}
		return decimal(v)
	})
}

func decimal(v float64) string {
	text := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

var (
	ring  = regexp.MustCompile(`^M([-\d.]+),([-\d.]+)A([\d.]+),([\d.]+) 0 1 1 ([-\d.]+),([-\d.]+)A([\d.]+),([\d.]+) 0 1 1 ([-\d.]+),([-\d.]+)Z$`)
	plain = regexp.MustCompile(`^fill:(#[0-9A-Fa-f]{3,6})$`)
)

// dot gathers a path that is nothing but a filled circle. Many of one look become a single path of
// strokes without a length and with round ends, which look the same and take a sixth of the room.
func (w *svgWriter) dot(e *xml.StartElement) bool {
	fill := plain.FindStringSubmatch(strings.ReplaceAll(attribute(e, "style"), " ", ""))
	if len(e.Attr) != 2 || fill == nil {
		return false
	}
	at := circle(attribute(e, "d"))
	if at == nil {
		return false
	}
	look := w.class(fmt.Sprintf("fill:none;stroke-linecap:round;stroke:%s;stroke-width:%s", fill[1], decimal(2*at[2])))
	if look != w.dots {
		w.flush()
		w.dots = look
	}
	w.places.WriteString("M" + decimal(at[0]) + "," + decimal(at[1]) + "h0")
	return true
}

// circle gives centre and radius of a path that is a circle of two halves, else nil.
func circle(path string) []float64 {
	parts := ring.FindStringSubmatch(path)
	if parts == nil {
		return nil
	}
	var v [10]float64
	for i := range v {
		var err error
		if v[i], err = strconv.ParseFloat(parts[i+1], 64); err != nil {
			return nil
		}
	}
	r := v[2]
	const slack = 0.02 // of rounding
	near := func(a, b float64) bool { return math.Abs(a-b) <= slack }
	if v[3] != r || v[6] != r || v[7] != r || !near(v[1], v[5]) || !near(v[8], v[0]) || !near(v[9], v[1]) || !near(math.Abs(v[0]-v[4]), 2*r) {
		return nil
	}
	return []float64{(v[0] + v[4]) / 2, v[1], r}
}

// flush writes the dots that were gathered.
func (w *svgWriter) flush() {
	if w.dots == "" {
		return
	}
	w.b.WriteString(`<path class="` + w.dots + `" d="` + w.places.String() + `"></path>`)
	w.places.Reset()
	w.dots = ""
}
