package figure

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Equal input gives equal bytes, also when figures are written side by side.
func TestSameBytes(t *testing.T) {
	first, second := samples(), samples()
	var wg sync.WaitGroup
	for name := range first {
		formats := []string{"svg"}
		if name == "two days narrow" || name == "density one" {
			formats = append(formats, "png") // slow under -race
		}
		if name == "curves" {
			formats = append(formats, "csv")
		}
		for _, format := range formats {
			wg.Go(func() {
				var a, b bytes.Buffer
				if err := errors.Join(Write(&a, first[name], format), Write(&b, second[name], format)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if !bytes.Equal(a.Bytes(), b.Bytes()) {
					t.Errorf("%s.%s differs when written again", name, format)
				}
			})
		}
	}
	wg.Wait()
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	if err := Save(sp2Correct(), filepath.Join(dir, "correct"), "svg", "png"); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, "correct.png", "correct.svg")
	f, err := os.Open(filepath.Join(dir, "correct.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	config, err := png.DecodeConfig(f)
	if err != nil || config.Width != 7*dotsPerInch {
		t.Errorf("PNG of width %d, %v, want %d", config.Width, err, 7*dotsPerInch)
	}
}

// A PDF file is of one page, as wide as the figure, and has its letters as shapes, whatever characters
// its texts have.
func TestPDF(t *testing.T) {
	drawn := samples()
	odd := sp2Correct()
	odd.Title, odd.Categories = "größe ≤ 5 (a\\b)", []string{"日本語", "(", "é", "\xff"}
	for _, f := range []Figure{odd, drawn["two days narrow"], drawn["density one"]} {
		p := f.sheet()
		var buf bytes.Buffer
		if err := p.write(&buf, "pdf"); err != nil {
			t.Errorf("%s: %v", Title(f), err)
			continue
		}
		doc := buf.String()
		for _, want := range []string{"%PDF-1.", "/Count 1\n", fmt.Sprintf("/MediaBox [0 0 %.2f ", p.width.Points()), "%%EOF\n"} {
			if !strings.Contains(doc, want) {
				t.Errorf("%s: no %q", Title(f), want)
			}
		}
		if n := strings.Count(doc, "/FontFile2 "); n != 0 {
			t.Errorf("%s: %d fonts, want shapes", Title(f), n)
		}
	}
}

// wantFiles checks that dir holds the named files, in order, and no others.
func wantFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("files %v, want %v", got, names)
	}
}

// A figure that fails leaves what was there, and nothing else.
func TestSaveFails(t *testing.T) {
	dir := t.TempDir()
	base := filepath.Join(dir, "correct")
	if err := os.WriteFile(base+".svg", []byte("earlier"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		figure  Figure
		base    string
		formats []string
		want    string
	}{
		{sp2Correct(), base, []string{"svg", "gif"}, `unknown format "gif" (known: svg, png, pdf, csv)`},
		{sp2Correct(), filepath.Join(dir, "missing", "correct"), []string{"svg"}, "no such file or directory"},
		{sp2Correct(), filepath.Join(base+".svg", "correct"), []string{"svg"}, "not a directory"},
	} {
		err := Save(c.figure, c.base, c.formats...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	wantFiles(t, dir, "correct.svg")
	if data, _ := os.ReadFile(base + ".svg"); string(data) != "earlier" {
		t.Errorf("the earlier file became %q", data)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteError(t *testing.T) {
	for _, format := range []string{"svg", "png", "pdf", "csv"} {
		if err := Write(fullDisk{}, sp2Correct(), format); err == nil {
			t.Errorf("%s: no error from a writer that fails", format)
		}
	}
}

// Names from logs are arbitrary bytes; the document stays well-formed (render
// checks that) and shows what can be shown.
func TestOddNames(t *testing.T) {
	d := sp2Correct()
	d.Title = "a <b> & \"c\"\n\xff\x00\uFFFE"
	d.Categories = []string{"<&>", "\x1b[0m", "\xff\xfe", "größe"}
	d.Series = []string{"", "日本語", "]]>"}
	doc := render(t, d)
	for _, want := range []string{"<&>", "größe", "]]>", `a <b> & "c"`} {
		if !doc.hasText(want) {
			t.Errorf("no text %q in %q", want, doc.texts)
		}
	}
	if err := Write(io.Discard, d, "png"); err != nil {
		t.Error(err)
	}
}

// Write renders a figure in one format.
func Write(w io.Writer, f Figure, format string) error {
	return f.sheet().write(w, format)
}
