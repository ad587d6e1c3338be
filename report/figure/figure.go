package figure

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"waitbench/replay/output"
)

// dotsPerInch is the resolution of PNG files.
const dotsPerInch = 180

// formats are those that Write knows.
var formats = []string{"svg", "png", "pdf", "csv"}

// Figure is a plot this package can render: a pointer to one of its types.
type Figure interface {
	// sheet lays the figure out; it fails where the caller's slices do not fit together.
	sheet() (*sheet, error)
	heading() string
}

// Title gives the title of a figure, for lists of figures.
func Title(f Figure) string { return f.heading() }

func (d *Dots) heading() string     { return d.Title }
func (h *Heat) heading() string     { return h.Title }
func (b *Bounds) heading() string   { return b.Title }
func (v *Coverage) heading() string { return v.Title }
func (d *Density) heading() string  { return d.Title }
func (v *Curves) heading() string   { return v.Title }

// Width is the printed width of a figure.
type Width int

const (
	TwoColumn Width = iota // 7.0 in, across both columns of a paper
	OneColumn              // 3.4 in, one column
)

func (w Width) length() vg.Length {
	if w == OneColumn {
		return 3.4 * vg.Inch
	}
	return 7 * vg.Inch
}

// ParseWidth reads a width by its name: two-column or one-column.
func ParseWidth(name string) (Width, error) {
	switch name {
	case "two-column":
		return TwoColumn, nil
	case "one-column":
		return OneColumn, nil
	}
	return 0, fmt.Errorf("unknown width %q (known: two-column, one-column)", name)
}

// CheckFormats fails where there is no format, or one that [Write] does not know; it lists those
// that it does.
func CheckFormats(names []string) error {
	if len(names) == 0 {
		return errors.New("no format (known: " + strings.Join(formats, ", ") + ")")
	}
	for _, name := range names {
		if !slices.Contains(formats, name) {
			return unknownFormat(name)
		}
	}
	return nil
}

func unknownFormat(name string) error {
	return fmt.Errorf("unknown format %q (known: %s)", name, strings.Join(formats, ", "))
}

// Save renders f in each format and writes base.svg, base.png (180 dots per inch), base.pdf, or as
// base.csv the data it shows: a line of column names, then numbers in full precision. Every format is
// rendered before the first file is touched, and a file gets its final name only when it is whole;
// the folder must exist.
//
// SVG text names the font Liberation Sans, then Arial and Helvetica, whose letters are as wide.
// Equal input gives equal bytes, but for PDF: those files carry the time at which they were made.
func Save(f Figure, base string, formats ...string) error {
	s, err := f.sheet()
	if err != nil {
		return fmt.Errorf("figure %s: %w", base, err)
	}
	rendered := make([]bytes.Buffer, len(formats))
	for i, format := range formats {
		if err := s.write(&rendered[i], format); err != nil {
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

func (s *sheet) write(w io.Writer, format string) error {
	switch format {
	case "svg":
		return s.writeSVG(w)
	case "png":
		canvas := vgimg.NewWith(vgimg.UseWH(s.width, s.height()), vgimg.UseDPI(dotsPerInch))
		s.draw(draw.New(canvas))
		return png.Encode(w, canvas.Image())
	case "pdf":
		canvas := vgpdf.New(s.width, s.height())
		s.draw(draw.New(canvas))
		_, err := canvas.WriteTo(w)
		return err
	case "csv":
		return writeCSV(w, s.data())
	}
	return unknownFormat(format)
}

func (s *sheet) writeSVG(w io.Writer) error {
	canvas := vgsvg.New(s.width, s.height())
	s.draw(draw.New(canvas))
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
