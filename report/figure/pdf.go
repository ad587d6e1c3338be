package figure

import (
	"io"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

func (p *page) writePDF(w io.Writer) error {
	canvas := pdfCanvas{vgpdf.New(p.width, p.height())}
	p.drawOn(canvas)
	_, err := canvas.WriteTo(w)
	return err
}

// pdfCanvas draws text that the canvas below it gets wrong: that one takes the bytes of a text for
// characters of Windows-1252, and the first of several fonts in a file has the letters of all.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString sets regular text of ASCII in a font within the file, so that it can be searched and
// copied, and draws any other as shapes.
func (c pdfCanvas) FillString(f font.Face, p vg.Point, s string) {
	regular := f.Font.Weight == 0
	if regular && !strings.ContainsFunc(s, func(r rune) bool { return r > '~' }) {
		c.Canvas.FillString(f, p, s)
		return
	}
	c.Push()
	c.Translate(p)
	outlines(&draw.Canvas{Canvas: c}, f, 0, s)
	c.Pop()
}
