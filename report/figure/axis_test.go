package figure

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// labels returns the labelled ticks of an axis, from its lower end.
func labels(a *plot.Axis) string {
	ticks := slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return int(math.Copysign(1, a.Value-b.Value)) })
	var out []string
	for _, t := range ticks {
		if t.Label != "" && t.Value >= a.Min*(1-1e-9) && t.Value <= a.Max*(1+1e-9) {
			out = append(out, strings.ReplaceAll(t.Label, "\n", "/"))
		}
	}
	return strings.Join(out, ", ")
}

func TestAxisLabels(t *testing.T) {
	for _, c := range []struct {
		scale
		values []float64
		want   string
	}{
		{logarithmic, []float64{2e-3, .39}, "0.01, 0.1"},
		{logarithmic, []float64{.003, .04}, "0.005, 0.01, 0.02"},
		{logarithmic, []float64{3, 2e8}, "10, 100, 1000, 10000, 100000, 1e+06, 1e+07, 1e+08"},
		{logarithmic, []float64{500}, "500, 1000"},
		{logarithmic, nil, "1, 2, 5, 10"},
		{waits, []float64{0, 1, 1e6}, "1 s, 1 min, 1 h, 1 d"},
		{waits, []float64{hour, 30 * day}, "1 h, 1 d, 30 d"},
		{waits, []float64{100, 101}, "50 s, 100 s, 200 s"},
		{linear, []float64{0.93, 1}, "0.94, 0.96, 0.98, 1.00"},
		{linear, []float64{-0.04, 0.9}, "0.0, 0.2, 0.4, 0.6, 0.8"},
		{linear, []float64{1, 17}, "0, 5, 10, 15, 20"},
	} {
		p := plot.New()
		c.set(&p.Y, c.values...)
		if got := labels(&p.Y); got != c.want {
			t.Errorf("%v: labels %s, want %s", c.values, got, c.want)
		}
	}
}

// Any values have a position on the axis, zero below all others. A linear axis
// has 4 to 7 labels, another one at least one.
func TestAxisCoversValues(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		values := make([]float64, 1+r.IntN(4))
		s := scale(r.IntN(2))
		for i := range values {
			values[i] = math.Ldexp(r.Float64(), r.IntN(80)-40)
			if s == logarithmic && r.IntN(3) == 0 {
				values[i] = math.Float64frombits(r.Uint64()) // any float64
			}
		}
		p := plot.New()
		s.set(&p.Y, values...)
		for _, v := range values {
			if s == logarithmic {
				v = max(v, p.Y.Min)
			}
			if at := p.Y.Norm(v); s.drawable(v) && !(at >= 0 && at <= 1) {
				t.Fatalf("%v scale %d: %v at %v of %v to %v", values, s, v, at, p.Y.Min, p.Y.Max)
			}
		}
		n := strings.Count(labels(&p.Y), ", ") + 1
		if labels(&p.Y) == "" || s == linear && (n < 4 || n > 7) {
			t.Fatalf("%v scale %d: %d labels", values, s, n)
		}
	}
}

func TestTimeAxis(t *testing.T) {
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	unix := func(loc *time.Location, value string) float64 {
		parsed, err := time.ParseInLocation("2006-01-02 15:04:05", value, loc)
		if err != nil {
			t.Fatal(err)
		}
		return float64(parsed.Unix())
	}
	for _, c := range []struct {
		loc            *time.Location
		from, to       string
		ticks          int
		want, wantName string
	}{
		{pst, "2005-02-24 00:00:00", "2005-02-25 00:00:00", 11,
			"00:00, 03:00, 06:00, 09:00, 12:00, 15:00, 18:00, 21:00, 00:00", "date, 24 February 2005 (PST)"},
		// the clock goes from 2:00 to 3:00: two o'clock is not there
		{la, "2005-04-03 00:00:00", "2005-04-03 05:00:00", 6, "00:00, 01:00, 03:00, 04:00, 05:00",
			"date, 3 April 2005 (America/Los_Angeles)"},
		{time.UTC, "2005-02-01 00:00:00", "2005-03-01 00:00:00", 11, "1 Feb, 8 Feb, 15 Feb, 22 Feb, 1 Mar",
			"date, 1 February 2005 to 28 February 2005 (UTC)"},
		{time.UTC, "2004-11-15 00:00:00", "2005-08-02 00:00:00", 5, "Jan 2005, Apr 2005, Jul 2005",
			"date, 15 November 2004 to 1 August 2005 (UTC)"},
		{time.UTC, "1999-11-15 00:00:00", "2011-08-02 12:00:00", 4, "2000, 2005, 2010",
			"date, 15 November 1999 to 2 August 2011 (UTC)"},
	} {
		p := plot.New()
		name := timeAxis(&p.X, unix(c.loc, c.from), unix(c.loc, c.to), c.loc, tickSpace*vg.Length(c.ticks))
		if got := labels(&p.X); got != c.want || name != c.wantName {
			t.Errorf("%s to %s\ngot  %s | %s\nwant %s | %s", c.from, c.to, got, name, c.want, c.wantName)
		}
	}
	for span, want := range map[float64]string{0: "(h)", 40 * hour: "(h)", 30 * day: "(d)"} {
		p := plot.New()
		name := timeAxis(&p.X, 0, span, nil, 400)
		got := labels(&p.X)
		if first, _, _ := strings.Cut(got, ", "); !strings.HasSuffix(name, want) || first != "0" && first != "0.0" {
			t.Errorf("%v s: %s %s, want 0 and others %s", span, got, name, want)
		}
	}
}

// TestSpaced: on axes of all lengths the labels of a narrow axis do not touch,
// and an axis of two days keeps three.
func TestSpaced(t *testing.T) {
	for _, s := range []scale{logarithmic, waits} {
		for decades := 1.; decades < 12; decades += 0.1 {
			lo, hi, end, left := 0.9, math.Pow(10, decades), -100., 0
			for _, tick := range s.spaced(lo, hi) {
				if tick.Label == "" {
					continue
				}
				at, width := 85*math.Log(tick.Value/lo)/math.Log(hi/lo), float64(tickText.Width(tick.Label))
				if left++; at-width/2 < end+1 {
					t.Errorf("%v decades: %q touches the label before", decades, tick.Label)
				}
				end = at + width/2
			}
			if left < 2 {
				t.Errorf("%v decades: %d labels", decades, left)
			}
		}
	}
}
