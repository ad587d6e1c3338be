package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// svg is what tests look at in an SVG document.
type svg struct {
	texts  []string
	styles []string // of paths
}

// hasText tells whether some text of the document contains s.
func (d svg) hasText(s string) bool {
	return slices.ContainsFunc(d.texts, func(t string) bool { return strings.Contains(t, s) })
}

// filled counts the paths filled in a colour such as #0072B2.
func (d svg) filled(colour string) int {
	n := 0
	for _, s := range d.styles {
		if s == "fill:"+colour || strings.HasPrefix(s, "fill:"+colour+";") {
			n++
		}
	}
	return n
}

// render writes f as SVG and parses it.
func render(t *testing.T, f Figure) svg {
	t.Helper()
	var buf bytes.Buffer
	if err := Write(&buf, f, "svg"); err != nil {
		t.Fatal(err)
	}
	var doc svg
	inText := false
	for dec := xml.NewDecoder(&buf); ; {
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
			if e.Name.Local == "path" {
				for _, a := range e.Attr {
					if a.Name.Local == "style" {
						doc.styles = append(doc.styles, a.Value)
					}
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
