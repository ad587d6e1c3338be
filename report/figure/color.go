package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rising runs from few to many. Its colours are equally far apart in lightness
// (CIELAB, L* from 90 to 16) and turn from green over blue to violet, so that
// they keep their order in grey and to every kind of colour vision.
var rising = ramp{
	{R: 0xCF, G: 0xE9, B: 0xD5, A: 0xFF},
	{R: 0x98, G: 0xD5, B: 0xBE, A: 0xFF},
	{R: 0x53, G: 0xC0, B: 0xB3, A: 0xFF},
	{R: 0x04, G: 0xA7, B: 0xAD, A: 0xFF},
	{R: 0x05, G: 0x8B, B: 0xA0, A: 0xFF},
	{R: 0x03, G: 0x70, B: 0x8F, A: 0xFF},
	{R: 0x02, G: 0x57, B: 0x7C, A: 0xFF},
	{R: 0x02, G: 0x3E, B: 0x6B, A: 0xFF},
	{R: 0x1F, G: 0x26, B: 0x45, A: 0xFF},
}

// Away from a target the colours turn to orange below it and to blue above: a
// pair no kind of colour blindness confuses. L* falls from 97 in equal steps.
var (
	below = ramp{
		{R: 0xF6, G: 0xF6, B: 0xF6, A: 0xFF},
		{R: 0xF7, G: 0xCC, B: 0xB3, A: 0xFF},
		{R: 0xEF, G: 0xA3, B: 0x7B, A: 0xFF},
		{R: 0xE3, G: 0x78, B: 0x49, A: 0xFF},
		{R: 0xD3, G: 0x47, B: 0x1B, A: 0xFF},
	}
	above = ramp{
		{R: 0xF6, G: 0xF6, B: 0xF6, A: 0xFF},
		{R: 0xC6, G: 0xD8, B: 0xEF, A: 0xFF},
		{R: 0x95, G: 0xBB, B: 0xE4, A: 0xFF},
		{R: 0x5D, G: 0x9F, B: 0xD7, A: 0xFF},
		{R: 0x03, G: 0x83, B: 0xC3, A: 0xFF},
	}
)

// missingColor fills cells without a value.
var missingColor = color.NRGBA{R: 0xE4, G: 0xE4, B: 0xE4, A: 0xFF}

// ramp is a scale of colours.
type ramp []color.NRGBA

// at is the colour at a share in [0, 1] of the way, mixed from the two nearest.
func (r ramp) at(share float64) color.NRGBA {
	at := min(max(share, 0), 1) * float64(len(r)-1)
	i := min(int(at), len(r)-2)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a)))) }
	a, b := r[i], r[i+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// lightness is the CIELAB lightness L* of an sRGB colour, 0 to 100.
func lightness(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	y := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}

// colorBar is the key to a scale of colours, right of the panels.
type colorBar struct {
	scale scale
	color func(at float64) color.NRGBA // of a value, or of its base-10 logarithm
	label []string                     // lines
}

// Room for a colour bar, in points.
const (
	barGap    vg.Length = 9 // to what is left of it
	barWidth  vg.Length = 8
	barHeight vg.Length = 150 // at most
	barSteps            = 64
)

// width is the room of the bar, its labels and the gap before it.
func (b colorBar) width() vg.Length {
	return barGap + barWidth + b.labelWidth() + 2 + yLabelWidth(b.label)
}

// labelWidth is the room for tick marks and labels right of the bar.
func (b colorBar) labelWidth() vg.Length {
	var w vg.Length
	for _, t := range b.scale.ticks {
		w = max(w, t.width())
	}
	return tickLength + 2 + w
}

// draw draws the bar from x on, centred on the heights between low and high.
func (b colorBar) draw(c *draw.Canvas, x, low, high vg.Length) {
	tall := min(barHeight, high-low)
	mid := (low + high) / 2
	x += barGap
	f := frame{vg.Rectangle{
		Min: vg.Point{X: x, Y: mid - tall/2 - inset},
		Max: vg.Point{X: x + barWidth, Y: mid + tall/2 + inset},
	}, b.scale}
	span := b.scale.hi - b.scale.lo
	for i := range barSteps {
		from := b.scale.lo + span*float64(i)/barSteps
		strip := vg.Rectangle{Min: vg.Point{X: x, Y: f.height(from)}, Max: vg.Point{X: x + barWidth, Y: f.height(b.scale.hi)}}
		c.SetColor(b.color(from + span/barSteps/2)) // the next strip covers the rest
		c.Fill(strip.Path())
	}
	f.Min.Y, f.Max.Y = f.Min.Y+inset, f.Max.Y-inset
	f.outline(c)
	f.Min.Y, f.Max.Y = f.Min.Y-inset, f.Max.Y+inset
	b.drawTicks(c, f)
	yLabel(c, b.label, f.Max.X+b.labelWidth()+2, mid)
}

// drawTicks marks the bar; labels that would touch one before are left out.
func (b colorBar) drawTicks(c *draw.Canvas, f frame) {
	var taken []vg.Length
	for _, t := range b.scale.ticks {
		y := f.height(t.at)
		length := tickLength
		if t.label == "" {
			length /= 2
		}
		c.StrokeLine2(draw.LineStyle{Color: ink, Width: thin}, f.Max.X, y, f.Max.X+length, y)
		near := func(other vg.Length) bool { return math.Abs(float64(other-y)) < float64(faces().tick.Font.Size) }
		if t.label == "" || slices.ContainsFunc(taken, near) {
			continue
		}
		taken = append(taken, y)
		t.draw(c, f.Max.X+tickLength+2+t.width(), y)
	}
}
