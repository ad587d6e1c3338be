package figure

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"waitbench/replay/output"
)

// dotsPerInch is the resolution of PNG files.
const dotsPerInch = 180

// formats lists the formats that Save knows.
var formats = []string{"svg", "png", "pdf", "csv"}

// Figure is a plot that this package can render: a pointer to one of its types.
type Figure interface {
	heading() string
	draw() *drawing
}

// Title returns the title of a figure.
func Title(f Figure) string { return f.heading() }

// Caption returns what a reader must know besides the picture: the caller's
// note, and what is missing or drawn in another place. It may be empty.
func Caption(f Figure) string {
	notes := slices.DeleteFunc(f.draw().notes, func(s string) bool { return s == "" })
	return output.Printable(strings.Join(notes, " "))
}

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

// ParseWidth returns the width with a name: two-column or one-column.
func ParseWidth(name string) (Width, error) {
	switch name {
	case "two-column":
		return TwoColumn, nil
	case "one-column":
		return OneColumn, nil
	}
	return 0, fmt.Errorf("unknown width %q (known: two-column, one-column)", name)
}

// CheckFormats fails if there is no format, or one that [Save] does not know.
func CheckFormats(names []string) error {
	known := "(known: " + strings.Join(formats, ", ") + ")"
	if len(names) == 0 {
		return errors.New("no format " + known)
	}
	for _, name := range names {
		if !slices.Contains(formats, name) {
			return fmt.Errorf("unknown format %q %s", name, known)
		}
	}
	return nil
}

// Save renders f in each format and writes base.svg, base.png (180 dots per
// inch), base.pdf, or base.csv: a row of column names, then numbers in full
// precision. A file gets its final name only when it is complete. The folder
// must exist.
//
// SVG text names the font Liberation Sans, then Arial and Helvetica, whose
// letters are as wide. PDF text is limited to Latin-1; other characters become
// question marks. Equal input gives equal bytes, except for PDF, which carries
// the time at which it was made.
func Save(f Figure, base string, formats ...string) error {
	if err := CheckFormats(formats); err != nil {
		return fmt.Errorf("figure %s: %w", base, err)
	}
	d := f.draw()
	for _, format := range formats {
		if err := output.Write(base+"."+format, func(w io.Writer) error { return d.write(w, format) }); err != nil {
			return err
		}
	}
	return nil
}

// write writes a drawing in one format.
func (d *drawing) write(w io.Writer, format string) error {
	width, height := d.size()
	switch format {
	case "csv":
		return csv.NewWriter(w).WriteAll(d.rows)
	case "svg":
		canvas := vgsvg.New(width, height)
		d.draw(draw.New(canvas))
		var b bytes.Buffer
		if _, err := canvas.WriteTo(&b); err != nil {
			return err
		}
		const named, fallbacks = "font-family:Liberation Sans", ",Arial,Helvetica,sans-serif"
		_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(named), []byte(named+fallbacks)))
		return err
	case "png":
		canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
		d.draw(draw.New(canvas))
		return png.Encode(w, canvas.Image())
	default: // pdf
		canvas := vgpdf.New(width, height)
		d.draw(draw.NewCanvas(latin1{canvas}, width, height))
		_, err := canvas.WriteTo(w)
		return err
	}
}

// latin1 is a canvas that writes text in Latin-1, the encoding that vgpdf
// expects. vgpdf also fails on bold fonts, so that no figure uses them.
type latin1 struct{ vg.Canvas }

// FillString implements vg.Canvas.
func (c latin1) FillString(f font.Face, p vg.Point, s string) {
	var text []byte
	for _, r := range s {
		if r > 0xFF {
			r = '?'
		}
		text = append(text, byte(r))
	}
	c.Canvas.FillString(f, p, string(text))
}
