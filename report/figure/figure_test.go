package figure

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"sync"
	"testing"
)

// svg is what tests look at in an SVG document.
type svg struct {
	texts  []string
	styles []string // of paths
}

// filled counts the paths filled in a colour such as #0072B2.
func (d svg) filled(colour string) (n int) {
	for _, s := range d.styles {
		if s == "fill:"+colour || strings.HasPrefix(s, "fill:"+colour+";") {
			n++
		}
	}
	return n
}

// render writes f as SVG and parses it, which fails if it is not well-formed.
func render(t *testing.T, f Figure) (doc svg) {
	t.Helper()
	var b bytes.Buffer
	if err := f.draw(TwoColumn).write(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	inText := false
	for dec := xml.NewDecoder(&b); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return doc
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			for _, a := range e.Attr {
				if e.Name.Local == "path" && a.Name.Local == "style" {
					doc.styles = append(doc.styles, a.Value)
				}
			}
		case xml.CharData:
			if inText {
				doc.texts = append(doc.texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

// Equal input makes equal bytes, also when figures are written in parallel.
// Nothing is drawn over the edge of a page, and the data of every figure is a
// table.
func TestSamples(t *testing.T) {
	figures, again := samples(), samples()
	var wg sync.WaitGroup
	for name := range figures {
		wg.Go(func() {
			for _, format := range []string{"svg", "png", "csv"} {
				if format == "png" && !strings.Contains(name, "long") && !strings.Contains(name, "one") {
					continue // slow
				}
				var a, b bytes.Buffer
				if err := errors.Join(figures[name].draw(TwoColumn).write(&a, format),
					again[name].draw(TwoColumn).write(&b, format)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if !bytes.Equal(a.Bytes(), b.Bytes()) {
					t.Errorf("%s.%s differs when written again", name, format)
				}
				switch format {
				case "png":
					picture, err := png.Decode(&a)
					width, _ := figures[name].draw(TwoColumn).size()
					if err != nil || !hasWhiteEdge(picture) || picture.Bounds().Dx() != int(width.Dots(dotsPerInch)) {
						t.Errorf("%s reaches the edge of the page, or %v", name, err)
					}
				case "csv":
					if lines, err := csv.NewReader(&a).ReadAll(); err != nil || len(lines) > 40_000 || len(lines[0]) < 3 {
						t.Errorf("%s: %d lines of data, %v", name, len(lines), err)
					}
				}
			}
		})
	}
	wg.Wait()
}

// hasWhiteEdge reports whether the outermost pixels of a picture are white.
func hasWhiteEdge(p image.Image) bool {
	b := p.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			if edge := x == 0 || y == 0 || x == b.Dx()-1 || y == b.Dy()-1; edge &&
				color.GrayModel.Convert(p.At(x, y)) != (color.Gray{Y: 0xFF}) {
				return false
			}
		}
	}
	return true
}

// A PDF file has one page, as wide as the figure, whatever characters its
// texts have.
func TestPDF(t *testing.T) {
	d := samples()["dots odd names"].draw(TwoColumn)
	var b bytes.Buffer
	err := d.write(&b, "pdf")
	width, _ := d.size()
	page := fmt.Sprintf("/MediaBox [0 0 %.2f ", width.Points())
	if text := b.String(); err != nil || !strings.Contains(text, "/Count 1\n") || !strings.Contains(text, page) {
		t.Errorf("%d bytes of PDF, error %v", len(text), err)
	}
}

func TestCheckFormats(t *testing.T) {
	for want, formats := range map[string][]string{
		`unknown format "gif"; known are svg, png, pdf, csv`: {"svg", "gif"},
		"no format is named": nil,
	} {
		if err := CheckFormats(formats); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if err := CheckFormats(Formats); err != nil {
		t.Error(err)
	}
}
