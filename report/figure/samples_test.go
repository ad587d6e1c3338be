package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

var (
	nan     = math.NaN()
	methods = []string{"bmbp", "lognormal", "lognormal-trim"}
	sp2     = []string{"express", "high", "normal", "low"}
	ranges  = []string{"1-4 processors", "5-16 processors", "17-64 processors", "65+ processors"}
)

// sp2Correct is a plot of 4 queues and 3 methods, as in table 3 of [bmbp].
func sp2Correct() *Dots {
	return &Dots{
		Title:      "SDSC-SP2-1998: share of waits within the bound",
		XLabel:     "queue",
		YLabel:     "correct (fraction)",
		Categories: sp2,
		Series:     methods,
		Panels: []Panel{{Values: [][]float64{{.961, .955, .970, .962}, {.84, .94, .93, .95}, {.94, .965, .958, .957}},
			Low: [][]float64{{.95, .94, .96, .95}, {.82, .93, .92, nan}, {.93, .95, .95, .94}}, High: [][]float64{{.97, .96, .98, .97}, {.86, .95, .94, nan}, {.95, .97, .97, .97}}}},
		Target: 0.95,
	}
}

// byRange is a plot with a panel per processor range of random values, one in
// ten of them missing.
func byRange(queues []string, log bool, w Width) *Dots {
	r := rand.New(rand.NewPCG(1, 2))
	d := &Dots{
		Title:      "SDSC-DS-2004 by processor range",
		XLabel:     "queue",
		YLabel:     "median ratio (wait / bound)",
		Categories: queues,
		Series:     methods,
		Log:        log,
		Width:      w,
		Note:       "Cells with fewer than 1000 jobs are left blank.",
	}
	for _, name := range ranges {
		p := Panel{Name: name}
		for range methods {
			row := make([]float64, len(queues))
			for j := range row {
				row[j] = math.Exp(-5 + 1.5*r.NormFloat64())
				if r.IntN(10) == 0 {
					row[j] = nan
				}
			}
			p.Values = append(p.Values, row)
		}
		d.Panels = append(d.Panels, p)
	}
	return d
}

// longQueues are n long names that differ at their ends.
func longQueues(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("a-very-long-queue-name-for-partition-%02d", i))
	}
	return names
}

// start is midnight of 1 February 2005 in pst.
var (
	pst   = time.FixedZone("PST", -8*hour)
	start = float64(time.Date(2005, 2, 1, 0, 0, 0, 0, pst).Unix())
)

// february is a month of bounds, between 100 s and 10^6 s, for n jobs of two sizes, 1 in 20 of which
// waited 0 s.
func february(n int, w Width) *Bounds {
	r := rand.New(rand.NewPCG(3, 4))
	b := &Bounds{
		Title:    "SDSC-DS-2004, normal: bound on the 0.95 quantile of the wait",
		YLabel:   "bound and wait",
		Location: pst,
		From:     start,
		To:       start + 28*day,
		Width:    w,
	}
	for _, name := range []string{ranges[0], ranges[2]} {
		l := Line{Name: name}
		log, step := 4.0, 28*day/float64(n/2)
		for i := range n / 2 {
			log = min(max(log+0.05*r.NormFloat64(), 2), 6)
			l.Times, l.Bound = append(l.Times, start+float64(i)*step), append(l.Bound, math.Pow(10, log))
			l.Waits = append(l.Waits, math.Ceil(math.Exp(5+2*r.NormFloat64())))
			if i%20 == 0 {
				l.Waits[i] = 0
			}
		}
		b.Lines = append(b.Lines, l)
	}
	return b
}

// samples are figures of every kind and size, with odd ones among them.
func samples() map[string]Figure {
	narrow := sp2Correct()
	narrow.Width = OneColumn
	many := byRange(sp2, true, TwoColumn)
	many.Series, many.Panels = longQueues(9), []Panel{{Values: make([][]float64, 9)}}
	for i := range many.Series {
		many.Panels[0].Values[i] = []float64{1, .1, 0, math.Inf(1)}
	}
	oneDay, twoDays, elapsed := february(800, TwoColumn), february(800, OneColumn), february(100, OneColumn)
	oneDay.To, twoDays.To = start+day, start+2*day
	twoDays.Location, _ = time.LoadLocation("America/Los_Angeles")
	elapsed.From, elapsed.To, elapsed.Elapsed = 0, 0, true
	two := predictions(1000)
	six := append(append(predictions(100), two...), two...)
	many19 := shares(longQueues(19), TwoColumn)
	many19.Columns = ranges
	return map[string]Figure{
		"dots":             sp2Correct(),
		"dots narrow":      narrow,
		"dots nine series": many,
		"dots empty":       &Dots{Title: "Empty", YLabel: "correct (fraction)"},
		"dots blank":       &Dots{Categories: sp2, Series: methods, Panels: []Panel{{Name: "1-4"}, {Name: "5-16"}}},
		"ranges narrow":    byRange(sp2, true, OneColumn),
		"ranges linear":    byRange(sp2, false, TwoColumn),
		"19 queues":        byRange(longQueues(19), true, TwoColumn),
		"30 queues narrow": byRange(longQueues(30), true, OneColumn),
		"month":            february(800, TwoColumn),
		"day":              oneDay,
		"two days narrow":  twoDays,
		"elapsed narrow":   elapsed,
		"fan":              fanOf(february(800, TwoColumn)),
		"bounds empty":     &Bounds{Title: "Empty", YLabel: "bound"},
		"bounds single":    &Bounds{Lines: []Line{{"normal", []float64{start}, []float64{500}, []float64{0}}}},
		"coverage queues":  covered(4, TwoColumn),
		"coverage narrow":  covered(1, OneColumn),
		"coverage empty":   &Coverage{Title: "Empty", YLabel: "share", Target: 0.95, Low: 0.93, High: 0.96},
		"density narrow":   densityOf(two, OneColumn),
		"density one":      densityOf(two[:1], TwoColumn),
		"density six":      densityOf(six, TwoColumn),
		"density empty":    &Density{Title: "Empty", XLabel: "predicted", YLabel: "actual"},
		"density zeros":    &Density{Panels: []DensityPanel{{X: []float64{0, 0}, Y: []float64{0, 0.5}}}, Columns: true},
		"density any size": &Density{Panels: []DensityPanel{{X: []float64{1e-300, 1e300}, Y: []float64{5e-324, math.MaxFloat64}, Fit: &Fit{1e12, -1e12, 1}}}},
		"curves":           curvesOf(true, TwoColumn),
		"curves narrow":    curvesOf(false, OneColumn),
		"kept narrow":      kept(OneColumn),
		"curves empty":     &Curves{Title: "Empty", XLabel: "ratio", Log: true},
		"heat":             shares(sp2, TwoColumn),
		"heat one row":     shares(sp2[:1], OneColumn),
		"heat 19 queues":   many19,
		"heat empty":       &Heat{Title: "Empty", Target: 0.95, Spread: 0.05},
	}
}

// curvesOf are distributions of ratios with zeros and infinities, and a model.
func curvesOf(log bool, w Width) *Curves {
	r := rand.New(rand.NewPCG(11, 12))
	v := &Curves{Title: "SDSC-SP2-1998: actual over predicted wait", XLabel: "actual / predicted", YLabel: "share of jobs", Log: log, Width: w}
	for i, name := range methods {
		values := []float64{0, math.Inf(1), nan}
		for range 300 {
			values = append(values, math.Exp(float64(i)+2*r.NormFloat64()))
		}
		x, y := Shares(values)
		v.Series = append(v.Series, Curve{Name: name, X: x, Y: y})
	}
	v.Series = append(v.Series, Curve{Name: "model", X: []float64{0.1, 10}, Y: []float64{0, 1}, Model: true})
	return v
}

// kept are shares near the quantiles asked for.
func kept(w Width) *Curves {
	v := &Curves{Title: "SDSC-SP2-1998: requested and achieved shares", XLabel: "requested", YLabel: "achieved", Diagonal: "achieved = requested", Width: w}
	for i, name := range methods {
		s := Curve{Name: name, Marks: true}
		for _, q := range []float64{.05, .25, .5, .75, .95, .99} {
			s.X, s.Y = append(s.X, q), append(s.Y, q+.2*float64(i-1)*q*(1-q))
		}
		v.Series = append(v.Series, s)
	}
	return v
}

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
			var s Covered
			share := 0.95
			for t := start; t < start+28*day && (n == 1 || i < n-1); t += 900 {
				share = min(max(share+0.004*r.NormFloat64(), 0.6), 1)
				s.Times, s.Shares = append(s.Times, t), append(s.Shares, share)
				if r.Float64() > share {
					s.Misses = append(s.Misses, t)
				}
			}
			p.Covered = append(p.Covered, s)
		}
		v.Panels = append(v.Panels, p)
	}
	return v
}

// fanOf makes a fan of the lines of b and two between them.
func fanOf(b *Bounds) *Bounds {
	b.Lines[1].Times, b.Lines[1].Waits = b.Lines[0].Times, nil
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

// predictions are n jobs with predictions of two kinds: near the wait, and drawn
// from all waits; 1 in 20 predictions and waits is 0 s.
func predictions(n int) []DensityPanel {
	r := rand.New(rand.NewPCG(9, 10))
	near, blind := DensityPanel{Name: "near", Fit: &Fit{.9, .4, .87}}, DensityPanel{Name: "blind", Fit: &Fit{.1, -5.2, nan}}
	for i := range n {
		wait := math.Floor(math.Exp(6 + 2.5*r.NormFloat64()))
		x, z := wait*math.Exp(.5*r.NormFloat64()), math.Exp(6+2.5*r.NormFloat64())
		if i%20 == 0 {
			wait, x = 0, 0
		}
		near.X, near.Y = append(near.X, x), append(near.Y, wait)
		blind.X, blind.Y = append(blind.X, z), append(blind.Y, wait)
	}
	return []DensityPanel{near, blind}
}

func densityOf(panels []DensityPanel, w Width) *Density {
	return &Density{
		Title: "SDSC-SP2-1998: predicted and actual wait", XLabel: "predicted wait", YLabel: "actual wait",
		Panels: panels, Columns: true, Note: "Jobs without a prediction are left out.", Width: w,
	}
}

// shares is a heat map of random shares, some missing.
func shares(queues []string, w Width) *Heat {
	r := rand.New(rand.NewPCG(13, 14))
	h := &Heat{
		Title: "SDSC-SP2-1998: share of waits within the bound", XLabel: "processors", YLabel: "queue",
		Rows: queues, Columns: []string{"1-4", "5-16", "17-64", "65+"}, Target: 0.95, Spread: 0.1, Digits: 2, Width: w,
	}
	for _, name := range methods {
		p := Panel{Name: name}
		for range queues {
			var row []float64
			for range h.Columns {
				row = append(row, min(1, .95+.06*r.NormFloat64()))
			}
			row[r.IntN(4)] = nan
			p.Values = append(p.Values, row)
		}
		h.Panels = append(h.Panels, p)
	}
	return h
}
