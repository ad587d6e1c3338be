package figure

import (
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

func (s *sheet) writePDF(w io.Writer) error {
	canvas := vgpdf.New(s.width, s.height())
	s.draw(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}
