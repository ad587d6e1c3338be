package figure

import (
	"bytes"
	"fmt"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"waitbench/replay/output"
)

// dotsPerInch is the resolution of PNG files.
const dotsPerInch = 180

// Figure is a plot this package can render: a pointer to one of its types.
type Figure interface {
	// page lays the figure out; it fails where the caller's slices do not fit
	// together.
	page() (*page, error)
	heading() string
}

// Write renders f as "svg", "png" (180 dots per inch) or "pdf" to w, or writes
// the data it shows as "csv": a line of column names, then numbers in full
// precision.
//
// SVG text names the font Liberation Sans, then Arial and Helvetica, whose
// letters are as wide. Equal input gives equal bytes, but for PDF: those files
// carry the time at which they were made.
func Write(w io.Writer, f Figure, format string) error {
	p, err := f.page()
	if err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	return p.write(w, format)
}

// Save renders f in each format and writes base.svg, base.png and so on. Every
// format is rendered before the first file is touched, and a file gets its
// final name only when it is whole; the folder must exist.
func Save(f Figure, base string, formats ...string) error {
	p, err := f.page()
	if err != nil {
		return fmt.Errorf("figure %s: %w", base, err)
	}
	rendered := make([]bytes.Buffer, len(formats))
	for i, format := range formats {
		if err := p.write(&rendered[i], format); err != nil {
			return fmt.Errorf("figure %s: %w", base, err)
		}
	}
	for i, format := range formats {
		err := output.Write(base+"."+format, func(w io.Writer) error {
			_, err := w.Write(rendered[i].Bytes())
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *page) write(w io.Writer, format string) error {
	switch format {
	case "svg":
		return p.writeSVG(w)
	case "png":
		return p.writePNG(w)
	case "pdf":
		return p.writePDF(w)
	case "csv":
		return writeCSV(w, p.data())
	}
	return unknownFormat(format)
}

func (p *page) writeSVG(w io.Writer) error {
	canvas := vgsvg.New(p.width, p.height())
	p.drawOn(canvas)
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return err
	}
	svg := bytes.ReplaceAll(buf.Bytes(),
		[]byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	_, err := w.Write(svg)
	return err
}

func (p *page) writePNG(w io.Writer) error {
	canvas := vgimg.NewWith(vgimg.UseWH(p.width, p.height()), vgimg.UseDPI(dotsPerInch))
	p.drawOn(canvas)
	return png.Encode(w, canvas.Image())
}

func (p *page) drawOn(canvas vg.CanvasSizer) {
	c := draw.New(canvas)
	p.draw(&c)
}

// Title gives the title of a figure, for lists of figures.
func Title(f Figure) string { return f.heading() }

func (d *Dots) heading() string        { return d.Title }
func (b *Bounds) heading() string      { return b.Title }
func (v *Coverage) heading() string    { return v.Title }
func (d *Density) heading() string     { return d.Title }
func (p *Profile) heading() string     { return p.Title }
func (e *ECDF) heading() string        { return e.Title }
func (h *Heat) heading() string        { return h.Title }
func (r *Reliability) heading() string { return r.Title }
func (v *Curves) heading() string      { return v.Title }
