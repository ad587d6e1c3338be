package figure

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
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

// formats are those that Save knows.
var formats = []string{"svg", "png", "pdf", "csv"}

// Figure is a plot this package can render: a pointer to one of its types.
type Figure interface {
	sheet() *sheet
	heading() string
}

// Title gives the title of a figure, for lists of figures.
func Title(f Figure) string { return f.heading() }

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

// CheckFormats fails where there is no format, or one that [Save] does not know; it lists those
// that it does.
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

// Save renders f in each format and writes base.svg, base.png (180 dots per inch), base.pdf, or as
// base.csv the data it shows: a line of column names, then numbers in full precision. Every format is
// rendered before the first file is touched, and a file gets its final name only when it is whole;
// the folder must exist.
//
// SVG text names the font Liberation Sans, then Arial and Helvetica, whose letters are as wide.
// Equal input gives equal bytes, but for PDF: those files carry the time at which they were made.
func Save(f Figure, base string, formats ...string) error {
	if err := CheckFormats(formats); err != nil {
		return fmt.Errorf("figure %s: %w", base, err)
	}
	s := f.sheet()
	rendered := make([]bytes.Buffer, len(formats))
	for i, format := range formats {
		if err := s.write(&rendered[i], format); err != nil {
			return fmt.Errorf("figure %s: %w", base, err)
		}
	}
	for i, format := range formats {
		if err := output.Write(base+"."+format, func(w io.Writer) error {
			_, err := w.Write(rendered[i].Bytes())
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// write renders the sheet in one of the formats.
func (s *sheet) write(w io.Writer, format string) error {
	switch format {
	case "svg":
		canvas := vgsvg.New(s.width, s.height())
		s.draw(draw.New(canvas))
		var b bytes.Buffer
		if _, err := canvas.WriteTo(&b); err != nil {
			return err
		}
		_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
		return err
	case "png":
		canvas := vgimg.NewWith(vgimg.UseWH(s.width, s.height()), vgimg.UseDPI(dotsPerInch))
		s.draw(draw.NewCanvas(outliner{canvas}, s.width, s.height()))
		return png.Encode(w, canvas.Image())
	case "pdf":
		canvas := vgpdf.New(s.width, s.height())
		s.draw(draw.NewCanvas(outliner{canvas}, s.width, s.height()))
		_, err := canvas.WriteTo(w)
		return err
	}
	lines := s.data()
	for _, line := range lines {
		for i, text := range line {
			line[i] = output.CSVText(text)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// number is the shortest text that reads back as v, nothing for NaN.
func number(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v != 0 && math.Abs(v) < 1e-6 || math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
