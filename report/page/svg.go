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
// share, and paths places of a tenth of a unit, a pixel of a printed figure; both are what makes
// figures of many points fit. On a dark screen the page turns the lightness of figures around.
type drawing struct {
	classes map[string]string // name by style
	styles  []string          // in the order of their names
}

var elements = setOf("svg g path rect circle ellipse line polyline polygon text tspan defs clipPath linearGradient radialGradient stop pattern marker title desc")

var kept = setOf("d x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy width height points transform viewBox preserveAspectRatio style id " +
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
			if !elements[t.Name.Local] {
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
	inText int // how many text elements are open
}

func (w *svgWriter) start(e *xml.StartElement) {
	name := e.Name.Local
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
	var styles []string
	for _, a := range list {
		name, value := a.Name.Local, a.Value
		switch {
		case !kept[name] || a.Name.Space != "" || loads(value):
			continue
		case name == "style" || name == "fill" || name == "stroke":
			value = strings.ReplaceAll(value, "url(#", "url(#"+w.prefix)
			if name != "style" {
				value = name + ":" + value
			}
			styles = append(styles, value)
			continue
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
	if styles != nil {
		w.b.WriteString(` class="` + w.class(strings.Join(styles, ";")) + `"`)
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

var (
	straight = regexp.MustCompile(`^(?:[ML][-\d.eE]+,[-\d.eE]+|Z|\s+)+$`)
	step     = regexp.MustCompile(`([ML])([-\d.eE]+),([-\d.eE]+)|Z`)
)

// compactPath writes a path of straight lines in less room: places as tenths, each as its distance
// from the one before, and none twice. Other paths only get their numbers rounded.
func compactPath(d string) string {
	if !straight.MatchString(d) {
		return shorten(d)
	}
	var b strings.Builder
	var x, y int
	fresh := false // at a beginning, where a line without a length is a dot
	for _, part := range step.FindAllStringSubmatch(d, -1) {
		if part[0] == "Z" {
			b.WriteByte('z')
			continue
		}
		toX, errX := strconv.ParseFloat(part[2], 64)
		toY, errY := strconv.ParseFloat(part[3], 64)
		if errX != nil || errY != nil {
			return shorten(d)
		}
		nextX, nextY := int(math.Round(10*toX)), int(math.Round(10*toY))
		dx, dy := nextX-x, nextY-y
		switch {
		case part[1] == "M":
			b.WriteString("M" + tenths(nextX) + "," + tenths(nextY))
		case dx == 0 && dy == 0 && !fresh:
		case dy == 0:
			b.WriteString("h" + tenths(dx))
		case dx == 0:
			b.WriteString("v" + tenths(dy))
		default:
			b.WriteString("l" + tenths(dx) + "," + tenths(dy))
		}
		x, y, fresh = nextX, nextY, part[1] == "M"
	}
	return b.String()
}

func tenths(v int) string { return decimal(float64(v) / 10) }
