package figure

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// typefaces are the sizes of text in every figure.
type typefaces struct {
	title, panel, label, tick, power, small, strong font.Face
}

var faces = sync.OnceValue(func() *typefaces {
	const regular, bold = "LiberationSans-Regular", "LiberationSans-Bold"
	return &typefaces{
		title:  face(bold, 9.5),
		panel:  face(bold, 8),
		label:  face(regular, 8),
		tick:   face(regular, 7.5),
		power:  face(regular, 5.5), // exponents
		small:  face(regular, 7),
		strong: face(bold, 7),
	}
})

// face returns a font embedded in gonum/plot at a size in points.
func face(name string, size vg.Length) font.Face {
	for _, f := range liberation.Collection() {
		if f.Name() == name {
			f.Font.Size = size
			return f
		}
	}
	panic(fmt.Sprintf("figure: gonum/plot has no font %s", name))
}

// lineHeight is the distance between baselines of f.
func lineHeight(f font.Face) vg.Length { return 1.25 * f.Font.Size }

// middle is how far the baseline lies below the middle of digits and capitals.
func middle(f font.Face) vg.Length { return 0.35 * f.Font.Size }

// Alignment of text at its point: the share of its width to the left of it.
const (
	left   = 0.0
	center = 0.5
	right  = 1.0
)

// text draws s with its baseline at p, turned by angle (radians, anticlockwise).
func text(c *draw.Canvas, f font.Face, clr color.Color, p vg.Point, align, angle float64, s string) {
	if s == "" {
		return
	}
	c.SetColor(clr)
	shift := -f.Width(s) * vg.Length(align)
	if angle == 0 {
		c.FillString(f, vg.Point{X: p.X + shift, Y: p.Y}, s)
		return
	}
	c.Push()
	c.Translate(p)
	c.Rotate(angle)
	if _, pixels := c.Canvas.(*vgimg.Canvas); pixels {
		outlines(c, f, shift, s)
	} else {
		c.FillString(f, vg.Point{X: shift}, s)
	}
	c.Pop()
}

// outlines draws s as shapes, from x on. On pixels, turned letters come out
// sharper than the turned images of letters that FillString draws there.
func outlines(c *draw.Canvas, f font.Face, x vg.Length, s string) {
	const em = 64 * 64 // units of the outlines per font size: 64ths of 64 pixels
	var path vg.Path
	for i, r := range s {
		origin := x + f.Width(s[:i])
		at := func(x, y float64) vg.Point {
			return vg.Point{X: origin + vg.Length(x)/em*f.Font.Size, Y: -vg.Length(y) / em * f.Font.Size}
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
	c.Fill(path)
}

// lines draws text line by line downwards; y is the top of the first line.
func lines(c *draw.Canvas, f font.Face, clr color.Color, x, y vg.Length, align float64, ss []string) {
	for _, s := range ss {
		text(c, f, clr, vg.Point{X: x, Y: y - f.Font.Size}, align, 0, s)
		y -= lineHeight(f)
	}
}

// plain makes a caller's text fit for one line of an XML document: control
// characters become spaces, and what is not UTF-8 or not allowed in XML becomes
// the replacement character.
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

// plainAll is plain for each string.
func plainAll(ss []string) []string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = plain(s)
	}
	return out
}

// shorten cuts the middle out of s where it is wider than width, so that names
// that differ in their ends still do.
func shorten(f font.Face, s string, width vg.Length) string {
	if f.Width(s) <= width {
		return s
	}
	runes := []rune(s)
	for keep := min(len(runes)-1, int(width/f.Font.Size*4)); keep > 1; keep-- {
		cut := string(runes[:(keep+1)/2]) + "…" + string(runes[len(runes)-keep/2:])
		if f.Width(cut) <= width {
			return cut
		}
	}
	return "…"
}

// wrap breaks s at spaces, but not at no-break spaces, into lines of at most
// width; a newline in s always breaks, and a word wider than width is shortened.
func wrap(f font.Face, s string, width vg.Length) []string {
	var out []string
	for para := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range strings.FieldsFunc(plain(para), func(r rune) bool { return r == ' ' }) {
			word = shorten(f, word, width)
			switch {
			case line == "":
				line = word
			case f.Width(line+" "+word) <= width:
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

// widest is the width of the widest string.
func widest(f font.Face, ss []string) vg.Length {
	var w vg.Length
	for _, s := range ss {
		w = max(w, f.Width(s))
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

// finite tells whether v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
