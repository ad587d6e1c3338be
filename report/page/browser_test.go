package page

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var screenshots = flag.String("screenshots", "", "folder to write screenshots of the pages into")

var (
	desk  = screen{width: 1280, height: 900}
	phone = screen{width: 390, height: 844, touch: true}
)

// file writes a page into a file of its own.
func file(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// levelsSample is a run of two traces at two levels.
func levelsSample(t *testing.T) *Input {
	in := sample(t, []string{"first", "second"}, []string{"normal", "low", "test"}, []string{"bmbp", "lognormal", "guess"})
	in.Run.Settings.Quantiles = []string{"0.95", "0.5"}
	for _, s := range in.Scores {
		s.Quantile = 0.5
		in.Scores = append(in.Scores, s)
	}
	read := in.Jobs
	in.Jobs = func(k Key) (Jobs, error) {
		k.Level = "0.95"
		return read(k)
	}
	return in
}

func TestPagesInBrowser(t *testing.T) {
	b := startBrowser(t)
	pages := map[string]string{
		"run":     write(t, plainSample(t)),
		"levels":  write(t, levelsSample(t)),
		"hostile": write(t, sample(t, hostile[:1], hostile[1:4], hostile[3:])),
	}
	for _, name := range []string{"run", "levels", "hostile", "comparison"} {
		path := file(t, pages[name])
		t.Run(name, func(t *testing.T) {
			b.t = t
			for _, s := range []screen{desk, phone, {width: 390, height: 844, dark: true}, {width: 1280, height: 900, dark: true}, {width: 800, height: 1000, print: true}} {
				b.open(path, s)
				b.verdict("overflow()")
				b.verdict("shift()")
				b.shoot(shotName(name, s))
				b.verdict("contrast()")
				b.verdict("structure()")
				b.verdict("overflow()")
				b.quiet()
			}
			b.open(path, desk)
			b.verdict("sorting()")
			b.verdict("filtering()")
			b.verdict("columns()")
			b.quiet()
		})
	}
}

func shotName(name string, s screen) string {
	for _, part := range []struct {
		word string
		is   bool
	}{{" phone", s.width < 400}, {" dark", s.dark}, {" print", s.print}} {
		if part.is {
			name += part.word
		}
	}
	return name
}

func TestKeyboardInBrowser(t *testing.T) {
	b := startBrowser(t)
	b.open(file(t, write(t, plainSample(t))), desk)

	b.run(`document.querySelector('#headline button.sort').focus()`, nil)
	b.key("Enter", 0)
	var order string
	b.run(`document.querySelector('#headline thead th').getAttribute('aria-sort')`, &order)
	if order != "ascending" {
		t.Errorf("Enter on the head of a column: aria-sort is %q", order)
	}

	b.run(`plotOf().canvas.focus()`, nil)
	all := b.window()
	b.key("+", 0)
	zoomed := b.window()
	if !(width(zoomed) < width(all)) {
		t.Errorf("+ turns window %v into %v", all, zoomed)
	}
	b.key("ArrowRight", 0)
	if moved := b.window(); !(moved[0] > zoomed[0]) || math.Abs(width(moved)-width(zoomed)) > 1 {
		t.Errorf("the right arrow turns window %v into %v", zoomed, moved)
	}
	b.key("-", 0)
	b.key("d", 0)
	if day := b.window(); math.Abs(width(day)-86400) > 3600 {
		t.Errorf("d shows %v s", width(day))
	}
	b.key("ArrowRight", 8)
	first := b.readout()
	b.key("ArrowRight", 8)
	if second := b.readout(); !strings.HasPrefix(first, "Job ") || first == second || !strings.Contains(second, "waited") || !strings.Contains(second, "bmbp: bound 2 h (7200 s)") {
		t.Errorf("job by job: %q, then %q", first, second)
	}
	var said string
	b.run(`document.getElementById('plot-live').textContent`, &said)
	if !strings.HasPrefix(said, "Job ") {
		t.Errorf("a screen reader is told %q", said)
	}
	b.key("a", 0)
	if back := b.window(); math.Abs(back[0]-all[0])+math.Abs(back[1]-all[1]) > 1 {
		t.Errorf("a shows %v, want %v", back, all)
	}
	b.quiet()
}

func (b *browser) window() (w [2]float64) {
	b.t.Helper()
	b.run(`frames(2).then(windowOf)`, &w)
	return w
}

func width(w [2]float64) float64 { return w[1] - w[0] }

func (b *browser) readout() (text string) {
	b.t.Helper()
	b.run(`document.getElementById('readout').innerText`, &text)
	return text
}

func TestMouseInBrowser(t *testing.T) {
	b := startBrowser(t)
	b.open(file(t, write(t, plainSample(t))), desk)
	b.verdict("extremes()")
	var box struct{ X, Y, Width, Height float64 }
	b.run(`plotOf().canvas.scrollIntoView({block: 'center', behavior: 'instant'}), frames(2).then(() => plotOf().canvas.getBoundingClientRect().toJSON())`, &box)
	x, y := box.X+box.Width/2, box.Y+box.Height/2

	all := b.window()
	b.mouse("mouseWheel", x, y, map[string]any{"deltaX": 0, "deltaY": -120})
	if w := b.window(); w != all {
		t.Errorf("the wheel zooms a plot that nobody clicked: %v, then %v", all, w)
	}
	b.run(`plotOf().canvas.scrollIntoView({block: 'center', behavior: 'instant'})`, nil)
	press := map[string]any{"button": "left", "buttons": 1, "clickCount": 1}
	b.mouse("mousePressed", x, y, press)
	b.mouse("mouseReleased", x, y, press)
	for range 8 {
		b.mouse("mouseWheel", x, y, map[string]any{"deltaX": 0, "deltaY": -120})
	}
	zoomed := b.window()
	if !(width(zoomed) < width(all)/8) {
		t.Errorf("the wheel turns window %v into %v", all, zoomed)
	}

	b.mouse("mousePressed", x, y, press)
	b.mouse("mouseMoved", x-100, y, press)
	b.mouse("mouseMoved", x-200, y, press)
	b.mouse("mouseReleased", x-200, y, press)
	if moved := b.window(); !(moved[0] > zoomed[0]) || math.Abs(width(moved)-width(zoomed)) > 1 {
		t.Errorf("dragging turns window %v into %v", zoomed, moved)
	}

	b.run(`plotOf().act('day')`, nil)
	b.window()
	var spot struct{ X, Y, ID, Wait float64 }
	b.run(`spot()`, &spot)
	b.mouse("mouseMoved", spot.X, spot.Y, nil)
	b.window()
	if text := b.readout(); !strings.Contains(text, "Job "+number64(spot.ID)) || !strings.Contains(text, number64(spot.Wait)+" s") {
		t.Errorf("over job %v, which waited %v s, the readout is %q", spot.ID, spot.Wait, text)
	}
	b.shoot("day")
	b.quiet()
}

func number64(v float64) string { return significant(v) }
