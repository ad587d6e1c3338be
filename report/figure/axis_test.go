package figure

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // zones also where the system has none

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// xys are points of the coordinates given.
func xys(at ...float64) (list plotter.XYs) {
	for pair := range slices.Chunk(at, 2) {
		list = append(list, plotter.XY{X: pair[0], Y: pair[1]})
	}
	return list
}

// labels are the labelled ticks of an axis, from its lower end.
func labels(a *plot.Axis) string {
	ticks := slices.Clone(a.Tick.Marker.Ticks(a.Min, a.Max))
	slices.SortFunc(ticks, func(a, b plot.Tick) int { return int(math.Copysign(1, a.Value-b.Value)) })
	var out []string
	for _, t := range ticks {
		if t.Label != "" {
			out = append(out, strings.ReplaceAll(t.Label, "\n", "/"))
		}
	}
	return strings.Join(out, ", ")
}

func TestAxisLabels(t *testing.T) {
	linear, log, waits := ruler{length: 150}, ruler{log: true, length: 150}, ruler{waits: true, length: 185}
	for _, c := range []struct {
		ruler
		values []float64
		want   string
	}{
		{linear, []float64{.84, .95, 1}, "0.80, 0.85, 0.90, 0.95, 1.00"},
		{linear, []float64{.05, 1}, "0.0, 0.2, 0.4, 0.6, 0.8, 1.0"},
		{linear, []float64{-3, 4}, "−4, −2, 0, 2, 4"},
		{linear, nil, "0.0, 0.2, 0.4, 0.6, 0.8, 1.0"},
		{log, []float64{2e-3, .39}, "0.01, 0.1"},
		{log, []float64{.003, .04}, "0.005, 0.01, 0.02"},
		{log, []float64{3, 2e8}, "10, 100, 1000, 10,000, 100,000, 1,000,000, 1e+07, 1e+08"},
		{log, []float64{500}, "200, 500, 1000"},
		{log, []float64{0}, "0, 1, 2, 5, 10"},
		{log, nil, "1, 2, 5, 10"},
		{waits, []float64{0, 1, 1e6}, "0, 1 s, 10 s, 1 min, 10 min, 1 h, 6 h, 1 d, 1 week"},
		{waits, []float64{100, 101}, "50, 100, 200"},
		{ruler{waits: true, level: true, length: 110}, []float64{1, 1e6}, "1 s, 1 min, 1 h, 1 d"},
	} {
		p := plot.New()
		c.set(&p.Y, c.values...)
		if got := labels(&p.Y); got != c.want {
			t.Errorf("%v: labels %s, want %s", c.values, got, c.want)
		}
	}
}

// Any values have a place inside the frame, zero below all others, and at least two labels to read
// them by, but never so many that they do not fit.
func TestAxisCoversValues(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		values := make([]float64, 1+r.IntN(4))
		log := r.IntN(2) == 0
		for i := range values {
			values[i] = math.Ldexp(r.Float64(), r.IntN(80)-40)
			if log && r.IntN(3) == 0 {
				values[i] = math.Float64frombits(r.Uint64()) // any float64
			}
		}
		p := plot.New()
		ruler{log: log, length: 90}.set(&p.Y, values...)
		s := p.Y.Scale.(scale)
		for _, v := range values {
			if at := p.Y.Norm(v); drawable(v, log) && !(at >= 0.04 && at <= 0.96) {
				t.Fatalf("%v log=%t: %v at %v of %v to %v", values, log, v, at, p.Y.Min, p.Y.Max)
			}
		}
		if slices.Contains(values, 0) && log && !(s.zeroAt < s.parting() && s.parting() < p.Y.Norm(p.Y.Min)) {
			t.Fatalf("%v: zero at %v, parted at %v", values, s.zeroAt, s.parting())
		}
		if n := strings.Count(labels(&p.Y), ", ") + 1; n < 2 || n > 11 {
			t.Fatalf("%v log=%t: labels %s", values, log, labels(&p.Y))
		}
	}
}

func TestTimeAxis(t *testing.T) {
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	at := func(loc *time.Location, value string) float64 {
		parsed, err := time.ParseInLocation("2006-01-02 15:04:05", value, loc)
		if err != nil {
			t.Fatal(err)
		}
		return float64(parsed.Unix())
	}
	for _, c := range []struct {
		loc            *time.Location
		from, to       string
		most           int
		want, wantName string
	}{
		{pst, "2005-02-24 00:00:00", "2005-02-25 00:00:00", 11,
			"00:00, 03:00, 06:00, 09:00, 12:00, 15:00, 18:00, 21:00, 00:00", "date, 24 February 2005 (PST, UTC−08:00)"},
		{pst, "2005-02-24 06:50:30", "2005-02-24 06:51:00", 4, "06:50:30, 06:50:45, 06:51:00", "date, 24 February 2005 (PST, UTC−08:00)"},
		// the clock goes from 2:00 to 3:00: two o'clock is not there
		{la, "2005-04-03 00:00:00", "2005-04-03 05:00:00", 6,
			"00:00, 01:00, 03:00, 04:00, 05:00", "date, 3 April 2005 (America/Los_Angeles, UTC−08:00 then UTC−07:00)"},
		{la, "2005-04-02 12:00:00", "2005-04-05 00:00:00", 9,
			"3 Apr, 4 Apr, 5 Apr", "date, 2 April 2005 to 4 April 2005 (America/Los_Angeles, UTC−08:00 then UTC−07:00)"},
		{time.UTC, "2005-02-01 00:00:00", "2005-03-01 00:00:00", 11, "1 Feb, 8 Feb, 15 Feb, 22 Feb, 1 Mar", "date, 1 February 2005 to 28 February 2005 (UTC)"},
		{time.UTC, "2004-11-15 00:00:00", "2005-08-02 00:00:00", 5, "Jan 2005, Apr 2005, Jul 2005", "date, 15 November 2004 to 1 August 2005 (UTC)"},
		{time.UTC, "1999-11-15 00:00:00", "2011-08-02 12:00:00", 4, "2000, 2005, 2010", "date, 15 November 1999 to 2 August 2011 (UTC)"},
	} {
		p := plot.New()
		name := timeAxis(&p.X, at(c.loc, c.from), at(c.loc, c.to), false, c.loc, vg.Length(c.most)*tickRoom)
		if got := labels(&p.X); got != c.want || name != c.wantName {
			t.Errorf("%s to %s\ngot  %s | %s\nwant %s | %s", c.from, c.to, got, name, c.want, c.wantName)
		}
	}
	for _, c := range []struct {
		from, to float64
		want     string
	}{
		{0, 100, "0, 20, 40, 60, 80, 100 (s)"},
		{hour, 3 * hour, "60, 80, 100, 120, 140, 160, 180 (min)"},
		{0, 2 * day, "0, 10, 20, 30, 40 (h)"},
		{0.5 * day, 30 * day, "5, 10, 15, 20, 25, 30 (d)"},
	} {
		p := plot.New()
		name := timeAxis(&p.X, c.from, c.to, true, nil, 6*tickRoom)
		if got := labels(&p.X) + strings.TrimPrefix(name, "time since the start of the log"); got != c.want {
			t.Errorf("%v to %v\ngot  %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

// Any span up to the limits of time gives some ticks, in order and in range.
func TestTimeAxisAnySpan(t *testing.T) {
	for span := 2.0; span < lastTime/10; span *= 1.7 {
		p := plot.New()
		timeAxis(&p.X, start, start+span, false, pst, 10*tickRoom)
		last := start - 1
		ticks := p.X.Tick.Marker.Ticks(0, 0)
		for _, tick := range ticks {
			if tick.Value <= last || tick.Value > start+span {
				t.Errorf("span %v: tick at %v after %v", span, tick.Value, last)
			}
			last = tick.Value
		}
		if n := len(ticks); n < 2 || n > 12 {
			t.Errorf("span %v: %d ticks", span, n)
		}
	}
}
