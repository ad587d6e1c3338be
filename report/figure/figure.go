package figure

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"waitbench/methods"
	"waitbench/replay/output"
)

// dotsPerInch is the resolution of PNG files.
const dotsPerInch = 180

// Formats lists the formats that Save knows.
var Formats = []string{"svg", "png", "pdf", "csv"}

// Figure is a plot that this package can render: a pointer to one of its types.
type Figure interface {
	heading() string
	draw(width string) *drawing
}

// Title returns the title of a figure.
func Title(f Figure) string { return f.heading() }

// Caption returns the text below the picture: the caller's note, and the number
// of values that are missing or drawn elsewhere. It may be empty.
func Caption(f Figure) string {
	return output.Printable(strings.TrimSpace(strings.Join(f.draw(TwoColumn).notes, " ")))
}

// CheckFormats fails if there is no format, or a format unknown to [Save].
func CheckFormats(names []string) error {
	if len(names) == 0 {
		return errors.New("no format is named")
	}
	return methods.CheckNames("format", Formats, names...)
}

// Save renders f at a width, in each format, and writes base.svg, base.png (180
// dots per inch), base.pdf, or base.csv: a row of column names, then numbers in
// full precision. The formats must pass [CheckFormats] in lower case. A file gets
// its final name only when it is complete. The folder must exist.
//
// SVG text names the font Liberation Sans, then Arial and Helvetica, whose
// letters are as wide. Equal input makes equal bytes, except for PDF, which
// holds its creation time.
func Save(f Figure, base, width string, formats ...string) error {
	d := f.draw(width)
	for _, format := range formats {
		err := output.Write(base+"."+format, func(w io.Writer) error {
			return d.write(w, strings.ToLower(format))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// OnPage returns f as SVG for the page of a run: as wide as the page or, with too
// few panels for a row, as Save writes it for two columns.
func OnPage(f Figure) ([]byte, error) {
	d := f.draw(onPage)
	if len(d.panels) < d.perRow {
		d = f.draw(TwoColumn)
	}
	var b bytes.Buffer
	err := d.write(&b, "svg")
	return b.Bytes(), err
}

// write writes a drawing in one format.
func (d *drawing) write(w io.Writer, format string) error {
	width, height := d.size()
	var canvas interface {
		vg.CanvasSizer
		io.WriterTo
	}
	switch format {
	case "csv":
		return d.rows.Write(w)
	case "svg":
		canvas = vgsvg.New(width, height)
	case "png":
		canvas = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height),
			vgimg.UseDPI(dotsPerInch))}
	case "pdf": // fails on bold fonts
		canvas = vgpdf.New(width, height)
	}
	d.draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	data := b.Bytes()
	if format == "svg" {
		const named, fallbacks = "font-family:Liberation Sans", ",Arial,Helvetica,sans-serif"
		data = bytes.ReplaceAll(data, []byte(named), []byte(named+fallbacks))
	}
	_, err := w.Write(data)
	return err
}
