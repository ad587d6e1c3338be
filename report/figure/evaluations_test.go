package figure

import (
	"math"
	"math/rand/v2"
	"strings"
)

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

func density(panels []DensityPanel, w Width) *Density {
	return &Density{
		Title: "SDSC-SP2-1998: predicted and actual wait", XLabel: "predicted wait (s)", YLabel: "actual wait (s)",
		Panels: panels, Means: true, Medians: true, Note: "Jobs without a prediction are left out.", Width: w,
	}
}

// daily is a profile of n methods with bands in three parts, and an hour of each
// missing.
func daily(n int, split, log bool, w Width) *Profile {
	p := &Profile{
		Title: "SDSC-SP2-1998: predicted over actual wait by time of day", XLabel: "time of day (h, PST)", YLabel: "predicted / actual",
		Split: split, Log: log, Reference: 1, ReferenceName: "predicted = actual", Width: w,
	}
	for i := range n {
		s := ProfileSeries{Name: longQueues(n)[i]}
		for h := range hours {
			v := math.Exp(math.Sin(float64(h+i) / 4))
			s.Median, s.Low, s.High = append(s.Median, v), append(s.Low, v/2), append(s.High, v*3)
		}
		s.Median[i%hours] = nan
		s.Low[2], s.High[4] = nan, nan // the band of hour 3 stands alone
		p.Series = append(p.Series, s)
	}
	for h := range hours {
		p.Counts = append(p.Counts, 100*(h+2))
	}
	return p
}

// ratios are n ratios of each method, with zeros and infinities.
func ratios(n int, log bool, w Width) *ECDF {
	r := rand.New(rand.NewPCG(11, 12))
	e := &ECDF{Title: "SDSC-SP2-1998: actual over predicted wait", XLabel: "actual / predicted", Log: log, Mark: 1, MarkName: "actual = predicted", Width: w}
	for i, name := range methods {
		s := ECDFSeries{Name: name}
		for range n {
			s.Values = append(s.Values, math.Exp(float64(i)+2*r.NormFloat64()))
		}
		s.Values[0], s.Values[1] = 0, math.Inf(1)
		e.Series = append(e.Series, s)
	}
	return e
}

// shares is a heat map of random shares, some missing.
func shares(queues []string, counts bool, w Width) *Heat {
	r := rand.New(rand.NewPCG(13, 14))
	h := &Heat{
		Title: "SDSC-SP2-1998: share of waits within the bound", XLabel: "processors", YLabel: "queue", Label: "correct (fraction)",
		Rows: queues, Columns: []string{"1-4", "5-16", "17-64", "65+"}, Target: 0.95, Spread: 0.1, Width: w,
	}
	for _, name := range methods {
		p := HeatPanel{Name: name}
		for range queues {
			var row []float64
			var jobs []int
			for range h.Columns {
				row, jobs = append(row, min(1, .95+.06*r.NormFloat64())), append(jobs, r.IntN(20000))
			}
			row[r.IntN(4)] = nan
			p.Values = append(p.Values, row)
			if counts {
				p.Counts = append(p.Counts, jobs)
			}
		}
		h.Panels = append(h.Panels, p)
	}
	return h
}

// promises are shares near the quantiles asked for.
func promises(difference bool, w Width) *Reliability {
	r := &Reliability{Title: "SDSC-SP2-1998: requested and achieved shares", Difference: difference, Jobs: 2000, Width: w}
	for i, name := range methods {
		s := ReliabilitySeries{Name: name}
		for _, q := range []float64{.95, .05, .25, .5, .75, .99} {
			s.Requested, s.Achieved = append(s.Requested, q), append(s.Achieved, q+.2*float64(i-1)*q*(1-q))
		}
		r.Series = append(r.Series, s)
	}
	return r
}

// evaluations are samples of the figures of predictions.
func evaluations() map[string]Figure {
	two := predictions(2000)
	six := append(append(predictions(100), two...), two...)
	many := shares(longQueues(19), false, TwoColumn)
	many.Columns = ranges
	wide := shares(sp2, false, TwoColumn)
	wide.Panels, wide.Spread, wide.Digits = wide.Panels[:1], 0, 3
	one := shares(sp2[:1], true, OneColumn)
	one.Label = strings.Repeat("a long label ", 9)
	odd := ratios(5, true, OneColumn)
	odd.Series[0].Values = []float64{-1, 1e-300, 1e300, nan, 5}
	odd.YLabel = strings.Repeat("share ", 30)
	return map[string]Figure{
		"density":                   density(two, TwoColumn),
		"density narrow":            density(two, OneColumn),
		"density one":               density(two[:1], TwoColumn),
		"density one narrow":        density(two[1:], OneColumn),
		"density six":               density(six, TwoColumn),
		"density five":              density(six[:5], TwoColumn),
		"density empty":             &Density{Title: "Empty", XLabel: "predicted (s)", YLabel: "actual (s)"},
		"density zeros":             &Density{Panels: []DensityPanel{{X: []float64{0, 0}, Y: []float64{0, 0.5}}}, Medians: true},
		"density any size":          &Density{Panels: []DensityPanel{{X: []float64{1e-300, 1e300}, Y: []float64{5e-324, math.MaxFloat64}, Fit: &Fit{1e12, -1e12, 1}}}},
		"profile":                   daily(4, false, true, TwoColumn),
		"profile linear narrow":     daily(2, false, false, OneColumn),
		"profile split":             daily(5, true, true, TwoColumn),
		"profile split narrow":      daily(2, true, false, OneColumn),
		"profile empty":             &Profile{Title: "Empty", YLabel: "error (s)", Split: true},
		"ecdf":                      ratios(3000, true, TwoColumn),
		"ecdf narrow":               ratios(100, true, OneColumn),
		"ecdf linear":               ratios(100, false, TwoColumn),
		"ecdf odd":                  odd,
		"ecdf empty":                &ECDF{Title: "Empty", XLabel: "ratio", Log: true},
		"heat":                      shares(sp2, false, TwoColumn),
		"heat counts narrow":        shares(sp2, true, OneColumn),
		"heat one panel":            wide,
		"heat one row":              one,
		"heat 19 queues":            many,
		"heat 19 queues narrow":     shares(longQueues(19), true, OneColumn),
		"heat empty":                &Heat{Title: "Empty", Target: 0.95},
		"reliability":               promises(false, TwoColumn),
		"reliability narrow":        promises(false, OneColumn),
		"reliability of difference": promises(true, TwoColumn),
		"reliability empty":         &Reliability{Title: "Empty", Difference: true, Jobs: 1},
	}
}
