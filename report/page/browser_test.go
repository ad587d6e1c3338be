package page

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/swf/swftest"
)

var (
	desk  = screen{width: 1280, height: 900}
	phone = screen{width: 390, height: 844, touch: true}
)

// file writes a page into a file of its own.
func file(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	swftest.WriteFile(t, path, page)
	return path
}

// TestInBrowser looks at pages on several screens, and uses one by keyboard and
// mouse, all in one browser.
func TestInBrowser(t *testing.T) {
	b := startBrowser(t)
	plain := file(t, write(t, plainSample(t)))
	for _, c := range []struct{ name, path string }{
		{"levels", file(t, write(t, sampleOf(t, "first", []string{"normal", "low", "test"},
			[]string{"bmbp", "lognormal", "guess"}, "0.95", "0.5")))},
		{"hostile", file(t, write(t, sampleOf(t, hostile[0], hostile[1:4], hostile[3:])))}, {"run", plain},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.t = t
			b.open(c.path, desk)
			b.verdict("shift()")
			b.verdict("structure()")
			b.verdict("sorting()")
			b.verdict("filtering()")
			for _, s := range []screen{{width: 1280, height: 900, dark: true}, phone,
				{width: 800, height: 1000, print: true},
				desk} {
				b.show(s)
				b.verdict("overflow()")
				b.verdict("contrast()")
				if !s.print {
					b.accessible()
					b.verdict("rows()")
				}
			}
			b.quiet()
		})
	}
	t.Run("methods", func(t *testing.T) {
		b.t = t
		b.open(file(t, write(t, sampleOf(t, "first", []string{"normal", "low"},
			[]string{"forest", "bmbp", "lognormal", "lognormal-trim", "qbets", "downey", "downey-bias",
				"historical", "bmbp+aci", "downey+cal", "downey-bias+cal", "historical+cal", "smith+cal", "li+cal"}))),
			desk)
		b.verdict("fits()")
		b.show(phone)
		b.verdict("scrolls()")
		b.verdict("overflow()")
		b.show(screen{width: 800, height: 1000, print: true})
		b.verdict("printed()")
		b.quiet()
	})
	for _, name := range []string{"index.html", "SDSC-SP2-1998-4.2-cln.html"} {
		t.Run(name, func(t *testing.T) {
			b.t = t
			path, err := filepath.Abs(filepath.Join("..", "..", "results", name))
			if err != nil {
				t.Fatal(err)
			}
			b.open(path, desk)
			for _, s := range []screen{{width: 1280, height: 900, dark: true}, phone, desk} {
				b.show(s)
				b.verdict("overflow()")
				b.verdict("contrast()")
				b.accessible()
			}
			b.quiet()
		})
	}
	b.open(plain, desk)
	t.Run("drawing", func(t *testing.T) { b.t = t; b.verdict("drawing()"); b.verdict("shares()") })
	t.Run("keyboard", func(t *testing.T) { b.t = t; b.keyboard() })
	t.Run("mouse", func(t *testing.T) { b.t = t; b.pointing() })
	t.Run("address", func(t *testing.T) { b.t = t; b.address(plain) })
}

// accessible checks the page with axe-core, with everything unfolded.
func (b *browser) accessible() {
	axe, err := os.ReadFile(filepath.Join("..", "examples", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		b.t.Logf("npm install in report/examples has not installed axe-core: %v", err)
		return
	}
	b.run(string(axe)+";undefined", nil)
	b.verdict("axeFinds()")
}

// keyboard uses a table and the plot by keys alone.
func (b *browser) keyboard() {
	t := b.t
	b.run(`document.querySelector('button.sort').focus()`, nil)
	b.key("Enter", 0)
	var order string
	b.run(`document.querySelector('thead th').getAttribute('aria-sort')`, &order)
	if order != "ascending" {
		t.Errorf("Enter on the head of a column: aria-sort is %q", order)
	}
	b.run(`plotOf().chart.focus()`, nil)
	month := b.window()
	if w := width(month); w < 27*86400 || w > 32*86400 {
		t.Errorf("the plot begins with %v s, want a month", w)
	}
	b.key("+", 0)
	zoomed := b.window()
	if !(width(zoomed) < width(month)) {
		t.Errorf("+ turns window %v into %v", month, zoomed)
	}
	b.key("ArrowRight", 0)
	if moved := b.window(); !(moved[0] > zoomed[0]) || math.Abs(width(moved)-width(zoomed)) > 1 {
		t.Errorf("the right arrow turns window %v into %v", zoomed, moved)
	}
	b.key("d", 0)
	if day := b.window(); math.Abs(width(day)-86400) > 3600 {
		t.Errorf("d shows %v s", width(day))
	}
	b.run(`plotOf().root.querySelector('[name=m][value=bmbp]').checked ||
		plotOf().root.querySelector('[name=m][value=bmbp]').click(), frames(3)`, nil)
	b.run(`plotOf().chart.focus()`, nil)
	b.key("ArrowRight", 8)
	first := b.tip()
	b.key("ArrowRight", 8)
	if second := b.tip(); !strings.HasPrefix(first, "Job ") || first == second || !strings.Contains(second, "waited") ||
		!strings.Contains(second, "bmbp: bound 2 h") {
		t.Errorf("job by job: %q, then %q", first, second)
	}
	var said string
	b.run(`document.getElementById('plot-live').textContent`, &said)
	if !strings.HasPrefix(said, "Job ") {
		t.Errorf("a screen reader is told %q", said)
	}
	b.key("a", 0)
	if all := b.window(); !(width(all) > width(month)) {
		t.Errorf("a shows %v, a month was %v", all, month)
	}
	b.key("m", 0)
	var saved []string
	b.run(`(() => {
		URL.createObjectURL = blob => { window.blob = blob; return '#'; };
		plotOf().root.querySelector('[data-do=save]').click();
		return blob.text().then(text => {
			const root = new DOMParser().parseFromString(text, blob.type).documentElement;
			return [root.tagName, root.querySelectorAll('path').length > 20 ? 'drawn' : '', root.textContent];
		});
	})()`, &saved)
	// The legend says what is drawn.
	if len(saved) != 3 || saved[0] != "svg" || saved[1] != "drawn" || !strings.Contains(saved[2], "\nbmbp covers ") {
		t.Errorf("the picture is %q", saved)
	}
	b.quiet()
}

func (b *browser) window() (w [2]float64) {
	b.t.Helper()
	b.run(`frames(2).then(windowOf)`, &w)
	return w
}

func width(w [2]float64) float64 { return w[1] - w[0] }

func (b *browser) tip() (text string) {
	b.t.Helper()
	b.run(`frames(2).then(() => document.querySelector('.tip').innerText)`, &text)
	return text
}

// pointing zooms the plot with a mouse, and points at a job.
func (b *browser) pointing() {
	t := b.t
	var box struct{ X, Y, Width, Height float64 }
	const centre = `plotOf().act('all'), document.activeElement.blur(),
		plotOf().chart.scrollIntoView({block: 'center', behavior: 'instant'}),
		frames(3).then(() => plotOf().u.over.getBoundingClientRect().toJSON())`
	b.run(centre, &box)
	x, y := box.X+box.Width/2, box.Y+box.Height/2
	all := b.window()
	press := map[string]any{"button": "left", "buttons": 1, "clickCount": 1}
	b.mouse("mousePressed", x-100, y, press)
	b.mouse("mouseMoved", x, y, press)
	b.mouse("mouseMoved", x+100, y, press)
	b.mouse("mouseReleased", x+100, y, press)
	dragged := b.window()
	if share := width(dragged) / width(all); math.Abs(share-200/box.Width) > 0.02 {
		t.Errorf("dragging over %.3f of the plot turns window %v into %v", 200/box.Width, all, dragged)
	}
	var spot struct{ X, Y, ID float64 }
	b.run(`spot()`, &spot)
	b.mouse("mouseMoved", spot.X+1, spot.Y, nil)
	b.mouse("mouseMoved", spot.X, spot.Y, nil)
	if text := b.tip(); !strings.HasPrefix(text, fmt.Sprintf("Job %v,", spot.ID)) {
		t.Errorf("over job %v the tip is %q", spot.ID, text)
	}
	b.quiet()
}

// address opens a finding that was linked, and finds what is shown in the
// address.
func (b *browser) address(path string) {
	jobs := inventJobs(1, sampleJobs[1], replay.AllRanges)
	const local = 951_000_000 - 8*3600 // the jobs are in winter
	from, to := local+jobs.Submit[500], local+jobs.Submit[700]
	b.open(fmt.Sprintf("%s#?series=low&m=guess,bmbp&from=%.0f&to=%.0f&queue=low&method=guess", path, from, to), desk)
	if w := b.window(); math.Abs(w[0]-from)+math.Abs(w[1]-to) > 2 {
		b.t.Errorf("the plot shows %v, want %v to %v", w, from, to)
	}
	var shown struct{ Series, Methods, Queue, Method string }
	b.run(`({series: plotOf().s.label, methods: plotOf().on.join(),
		queue: document.querySelector('#filters [name=queue]').value,
		method: document.querySelector('#scores [name=method]').value})`, &shown)
	if shown.Series != "low" || shown.Methods != "guess,bmbp" || shown.Queue != "low" || shown.Method != "guess" {
		b.t.Errorf("shown is %+v", shown)
	}
	var hash string
	b.run(`document.querySelector('#plot-methods :checked').click(),
		document.querySelector('#plot-methods :checked').click(),
		every('details.filtered')[1].open = true, new Promise(done => setTimeout(() => done(location.hash), 400))`, &hash)
	b.open(path+hash, desk)
	var again struct {
		Methods int
		Open    bool
	}
	b.run(`({methods: plotOf().on.length, open: every('details.filtered')[1].open})`, &again)
	if again.Methods != 0 || !again.Open {
		b.t.Errorf("from %s the page shows %+v", hash, again)
	}
	b.run(`plotOf().act('all'), new Promise(done => setTimeout(() => done(location.hash), 400))`, &hash)
	if !strings.Contains(hash, "series=low") || strings.Contains(hash, fmt.Sprintf("from=%.0f&", from)) {
		b.t.Errorf("the address ends in %s", hash)
	}
	b.quiet()
}
