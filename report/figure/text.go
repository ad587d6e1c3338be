package figure

import (
	"fmt"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Styles of text in every figure, in points.
var (
	titleText = textStyle(9.5, true)
	panelText = textStyle(8, true)
	labelText = textStyle(8, false)
	tickText  = textStyle(7.5, false)
	smallText = textStyle(7, false)
	boldText  = textStyle(7, true)
)

func textStyle(size vg.Length, bold bool) draw.TextStyle {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = 3
	}
	return draw.TextStyle{Color: ink, Font: f, Handler: handler{text.Plain{Fonts: font.DefaultCache}}}
}

// aligned is a style of text that stands at its point in another way.
func aligned(s draw.TextStyle, x text.XAlignment, y text.YAlignment) draw.TextStyle {
	s.XAlign, s.YAlign = x, y
	return s
}

// faint is a style of text in grey.
func faint(s draw.TextStyle) draw.TextStyle {
	s.Color = faded
	return s
}

// lineHeight is the distance between baselines.
func lineHeight(s draw.TextStyle) vg.Length { return 1.25 * s.Font.Size }

// handler draws plain text, and what canvases get wrong as shapes: turned letters on pixels, which
// come out sharper so, and in a PDF what is not ASCII or not regular, as that canvas takes the
// bytes of a text for characters of Windows-1252, and the first of several fonts has the letters of
// all.
type handler struct{ text.Plain }

// raised stands before an exponent in the label of a tick: the font lacks some of the raised
// digits. It is no character of a caller's text, see plain.
const raised = "\x1e"

// exponent is the font of exponents.
func exponent(f font.Font) font.Font {
	f.Size *= 0.73
	return f
}

// Box implements text.Handler.
func (h handler) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	base, power, _ := strings.Cut(txt, raised)
	width, height, depth = h.Plain.Box(base, f)
	more, _, _ := h.Plain.Box(power, exponent(f))
	return width + more, height, depth
}

// Draw implements text.Handler.
func (h handler) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if base, power, ok := strings.Cut(txt, raised); ok { // level text alone has exponents
		pt.X += vg.Length(sty.XAlign) * sty.Width(txt)
		sty.XAlign = draw.XLeft
		h.Draw(c, base, sty, pt)
		pt = pt.Add(vg.Point{X: sty.Width(base), Y: vg.Length(0.36+0.3*sty.YAlign) * sty.Font.Size})
		sty.Font = exponent(sty.Font)
		h.Draw(c, power, sty, pt)
		return
	}
	shapes := false
	switch within(c).(type) {
	case *vgimg.Canvas:
		shapes = sty.Rotation != 0
	case *vgpdf.Canvas:
		shapes = sty.Font.Weight != 0 || strings.ContainsFunc(txt, func(r rune) bool { return r > '~' })
	}
	if shapes {
		c = outliner{c}
	}
	h.Plain.Draw(c, txt, sty, pt)
}

// within is the canvas that parts of it are drawn on.
func within(c vg.Canvas) vg.Canvas {
	for {
		switch part := c.(type) {
		case *draw.Canvas:
			c = part.Canvas
		case draw.Canvas:
			c = part.Canvas
		default:
			return c
		}
	}
}

// outliner draws letters as shapes.
type outliner struct{ vg.Canvas }

// FillString implements vg.Canvas.
func (o outliner) FillString(f font.Face, p vg.Point, s string) {
	const em = 64 * 64 // units of the outlines per font size: 64ths of 64 pixels
	var path vg.Path
	for i, r := range s {
		origin := p.X + f.Width(s[:i])
		at := func(x, y float64) vg.Point {
			return vg.Point{X: origin + vg.Length(x)/em*f.Font.Size, Y: p.Y - vg.Length(y)/em*f.Font.Size}
		}
		glyph, err := f.Face.GlyphIndex(nil, r)
		if err != nil {
			continue
		}
		segments, err := f.Face.LoadGlyph(nil, glyph, em, nil)
		if err != nil {
			continue
		}
		for _, seg := range segments {
			a, b := seg.Args[0], seg.Args[1]
			switch seg.Op { // as numbered in golang.org/x/image/font/sfnt; TrueType has no cubics
			case 0:
				path.Move(at(float64(a.X), float64(a.Y)))
			case 1:
				path.Line(at(float64(a.X), float64(a.Y)))
			case 2:
				path.QuadTo(at(float64(a.X), float64(a.Y)), at(float64(b.X), float64(b.Y)))
			}
		}
	}
	o.Fill(path)
}

// fillLines draws lines of text downwards; y is the top of the first.
func fillLines(c *draw.Canvas, s draw.TextStyle, x, y vg.Length, lines []string) {
	s.YAlign = draw.YTop
	for i, line := range lines {
		c.FillText(s, vg.Point{X: x, Y: y - vg.Length(i)*lineHeight(s)}, line)
	}
}

// plain makes a caller's text fit for one line of an XML document: control characters become
// spaces, and what is not UTF-8 or not allowed in XML becomes the replacement character.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case r == 0xFFFE || r == 0xFFFF:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// shorten makes s plain and cuts its middle out where it is wider than width, so that names that
// differ in their ends still do.
func shorten(sty draw.TextStyle, s string, width vg.Length) string {
	s = plain(s)
	if sty.Width(s) <= width {
		return s
	}
	runes := []rune(s)
	for keep := min(len(runes)-1, int(width/sty.Font.Size*4)); keep > 1; keep-- {
		cut := string(runes[:(keep+1)/2]) + "…" + string(runes[len(runes)-keep/2:])
		if sty.Width(cut) <= width {
			return cut
		}
	}
	return "…"
}

// wrap breaks s at spaces, but not at no-break spaces, into lines of at most width; a newline in s
// always breaks, and a word wider than width is shortened.
func wrap(sty draw.TextStyle, s string, width vg.Length) []string {
	var out []string
	for para := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range strings.FieldsFunc(plain(para), func(r rune) bool { return r == ' ' }) {
			word = shorten(sty, word, width)
			switch {
			case line == "":
				line = word
			case sty.Width(line+" "+word) <= width:
				line += " " + word
			default:
				out = append(out, line)
				line = word
			}
		}
		if line != "" {
			out = append(out, line)
		}
	}
	return out
}

// widest is the width of the widest text.
func widest(sty draw.TextStyle, ss []string) (w vg.Length) {
	for _, s := range ss {
		w = max(w, sty.Width(s))
	}
	return w
}

// thousands writes n with commas: 12,345.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// count writes a number with its noun: 1 value, 2 values.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// minus writes a number's hyphen as a minus sign.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
