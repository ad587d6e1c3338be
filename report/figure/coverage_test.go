package figure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// covered is a plot of n queues and 3 methods over a month, with bursts of
// misses. The last queue has no jobs if there are several.
func covered(n int, w Width) *Coverage {
	r := rand.New(rand.NewPCG(5, 6))
	v := &Coverage{
		Title:  "Share of waits within the bound over the last 500 jobs, and misses, SDSC-SP2-1998",
		YLabel: "share of the last 500 jobs",
		Series: methods, Target: 0.95, Low: 0.93, High: 0.968, Location: pst, Note: "Upper bounds.", Width: w,
	}
	for i := range n {
		p := CoveragePanel{Name: longQueues(n)[i]}
		for range methods {
			var s Shares
			var misses []float64
			share := 0.95
			for t := start; t < start+28*day && (n == 1 || i < n-1); t += 300 {
				share = min(max(share+0.004*r.NormFloat64(), 0.6), 1)
				s.Times, s.Values = append(s.Times, t), append(s.Values, share)
				if r.Float64() > share {
					misses = append(misses, t)
				}
			}
			p.Shares, p.Misses = append(p.Shares, s), append(p.Misses, misses)
		}
		v.Panels = append(v.Panels, p)
	}
	return v
}

// fanOf makes a fan of the lines of b and two between them.
func fanOf(b *Bounds) *Bounds {
	b.Lines[1].Times = b.Lines[0].Times
	for _, share := range []float64{0.3, 0.8} {
		l := Line{Name: "between", Times: b.Lines[0].Times}
		for i, low := range b.Lines[0].Bound {
			l.Bound = append(l.Bound, low+share*(b.Lines[1].Bound[i]-low))
		}
		b.Lines = append(b.Lines, l)
	}
	b.Bands = []Band{{0, 1}, {2, 3}}
	return b
}

func TestCoverageShowsEverything(t *testing.T) {
	v := covered(2, TwoColumn)
	v.Panels[0].Misses = [][]float64{{start, start + 60, start + day}, {}, {start + 2*day}}
	doc := render(t, v)
	for _, want := range []string{
		"Share of waits within the bound", v.YLabel, v.Note, "bmbp", "lognormal-trim", "target 0.95", "band of independent misses",
		v.Panels[0].Name, v.Panels[1].Name, "8 Feb", "no data", v.Panels[0].Name + ": misses bmbp 3, lognormal 0, lognormal-trim 1.",
	} {
		if !doc.hasText(want) {
			t.Errorf("no text %q", want)
		}
	}
}

// Every miss has a tick at its time in the row of its method, one for those that
// no eye tells apart.
func TestMissTicks(t *testing.T) {
	v := covered(1, TwoColumn)
	v.Panels[0].Misses = [][]float64{{start, start + 1, start + 14*day}, nil, nil}
	s := newStrips(v)
	rec := &recorder{stack: []affine{{a: 1, d: 1}}}
	canvas := draw.NewCanvas(rec, 500, 300)
	c := &canvas
	f := frame{vg.Rectangle{Min: vg.Point{X: 50, Y: 100}, Max: vg.Point{X: 450, Y: 200}}, s.scales[0]}
	s.drawMisses(c, f, 0, v.Panels[0].Misses[0])
	x := s.x(f)
	want := []vg.Length{x(start), x(start + 14*day)}
	var got []vg.Length
	for _, p := range rec.points {
		if !slices.Contains(got, p.X) {
			got = append(got, p.X)
		}
		if p.Y > f.Min.Y || p.Y < f.Min.Y-s.rows() {
			t.Errorf("tick at height %v outside its row", p.Y)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("ticks at %v, want %v", got, want)
	}
}

// Each panel has a scale that holds its lines, the target and the band.
func TestCoverageScales(t *testing.T) {
	v := covered(2, TwoColumn)
	v.Panels[0].Shares[0] = Shares{[]float64{start, start + day}, []float64{0.2, 0.9}}
	s := newStrips(v)
	if lo := s.scales[0].lo; lo > 0.2 || lo < 0 {
		t.Errorf("scale from %v, want one that holds 0.2", lo)
	}
	if sc := s.scales[1]; sc.lo > v.Low || sc.lo < 0.9 || sc.hi != 1 {
		t.Errorf("scale of an empty panel from %v to %v", sc.lo, sc.hi)
	}
}

func TestCoverageRefuses(t *testing.T) {
	for want, change := range map[string]func(*Coverage){
		"has 2 lines and 3 rows, want 3":  func(v *Coverage) { v.Panels[0].Shares = v.Panels[0].Shares[:2] },
		"bmbp: 1 times and 0 shares":      func(v *Coverage) { v.Panels[0].Shares[0] = Shares{Times: []float64{1}} },
		"bmbp: share 1.5":                 func(v *Coverage) { v.Panels[0].Shares[0].Values[3] = 1.5 },
		"bmbp: share NaN":                 func(v *Coverage) { v.Panels[0].Shares[0].Values[3] = nan },
		"lognormal: times decrease":       func(v *Coverage) { v.Panels[0].Misses[1] = []float64{2, 1} },
		"band from 0.96 to 0.968 around ": func(v *Coverage) { v.Low = 0.96 },
	} {
		v := covered(1, TwoColumn)
		change(v)
		if _, err := v.page(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want ...%s", err, want)
		}
	}
}

// The area of a band follows its lines and stops where either has no bound.
func TestBandSteps(t *testing.T) {
	times := []float64{0, 10, 20, 30, 40}
	b := &Bounds{
		Elapsed: true, To: 50,
		Lines: []Line{{"low", times, []float64{1, 2, nan, 3, 4}}, {"high", times, []float64{10, 20, 30, -1, 40}}},
		Bands: []Band{{0, 1}},
	}
	tl := newTimeline(b)
	if want := []step{{0, 10, 1}, {10, 20, 2}, {40, 50, 4}}; !slices.Equal(tl.bands[0][0], want) {
		t.Errorf("low steps %v, want %v", tl.bands[0][0], want)
	}
	if want := []step{{0, 10, 10}, {10, 20, 20}, {40, 50, 40}}; !slices.Equal(tl.bands[0][1], want) {
		t.Errorf("high steps %v, want %v", tl.bands[0][1], want)
	}
	if len(tl.areas[0]) != 2 {
		t.Errorf("%d areas, want 2", len(tl.areas[0]))
	}
	if tl.lost != 1 {
		t.Errorf("%d values lost, want the one below 0", tl.lost)
	}
	b.Bands = []Band{{0, 2}}
	if _, err := b.page(); err == nil || err.Error() != "band 0 is between lines 0 and 2 of 2" {
		t.Errorf("a band without a line: %v", err)
	}
	b.Bands, b.Lines[1].Times = []Band{{1, 0}}, []float64{0, 10, 20, 30, 41}
	if _, err := b.page(); err == nil || err.Error() != "band 0 is between lines of different times" {
		t.Errorf("a band of other times: %v", err)
	}
}

func TestFanIsShaded(t *testing.T) {
	doc := render(t, fanOf(february(100, TwoColumn)))
	for _, share := range []float64{0.12, 0.22} {
		clr := tint(palette[0], share)
		name := fmt.Sprintf("#%02X%02X%02X", clr.R, clr.G, clr.B)
		if n := doc.filled(name); n != 1 {
			t.Errorf("%d areas of colour %s, want 1", n, name)
		}
	}
}
