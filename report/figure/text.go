package figure

import (
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"waitbench/replay/output"
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
	return draw.TextStyle{Color: ink, Font: f, Handler: text.Plain{Fonts: font.DefaultCache}}
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

// outliner draws letters as shapes: canvases get some text wrong. On pixels turned letters come out
// blurred, and PDF takes the bytes of a text for characters of Windows-1252, all in the first of
// several fonts.
type outliner struct{ vg.Canvas }

// FillString implements vg.Canvas.
func (o outliner) FillString(f font.Face, p vg.Point, s string) {
	const em = 64 * 64 // units of the outlines per font size: 64ths of 64 pixels
	var path vg.Path
	for i, r := range s {
		origin := p.X + f.Width(s[:i])
		glyph, err := f.Face.GlyphIndex(nil, r)
		if err != nil {
			continue
		}
		segments, err := f.Face.LoadGlyph(nil, glyph, em, nil)
		if err != nil {
			continue
		}
		for _, seg := range segments {
			var at [2]vg.Point
			for k := range at {
				x, y := vg.Length(seg.Args[k].X), vg.Length(seg.Args[k].Y)
				at[k] = vg.Point{X: origin + x/em*f.Font.Size, Y: p.Y - y/em*f.Font.Size}
			}
			switch seg.Op { // as numbered in golang.org/x/image/font/sfnt; TrueType has no cubics
			case 0:
				path.Move(at[0])
			case 1:
				path.Line(at[0])
			case 2:
				path.QuadTo(at[0], at[1])
			}
		}
	}
	o.Fill(path)
}

// lineHeight is the distance between baselines.
func lineHeight(s draw.TextStyle) vg.Length { return 1.25 * s.Font.Size }

// fillLines draws lines of text downwards from a point.
func fillLines(c *draw.Canvas, s draw.TextStyle, at vg.Point, lines []string) {
	s.YAlign = draw.YTop
	for i, line := range lines {
		c.FillText(s, at.Sub(vg.Point{Y: vg.Length(i) * lineHeight(s)}), line)
	}
}

// shorten makes s plain and cuts its middle out where it is wider than width, so that names that
// differ in their ends still do.
func shorten(sty draw.TextStyle, s string, width vg.Length) string {
	s = output.Printable(s)
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
		for _, word := range strings.FieldsFunc(output.Printable(para), func(r rune) bool { return r == ' ' }) {
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

// minus writes a number's hyphen as a minus sign.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }
