package figure

import (
	"fmt"
	"maps"
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
		Panels:     []Panel{{Values: [][]float64{{.961, .955, .970, .962}, {.84, .94, .93, .95}, {.94, .965, .958, .957}}}},
		Target:     0.95,
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

// february is a month of bounds every 5 minutes, between 100 s and 10^6 s, and
// n waits, 1 in 20 of them 0 s.
func february(n int, w Width) *Bounds {
	r := rand.New(rand.NewPCG(3, 4))
	b := &Bounds{
		Title:    "SDSC-DS-2004, normal: bound on the 0.95 quantile of the wait",
		YLabel:   "bound and wait (s)",
		Location: pst,
		From:     start,
		To:       start + 28*day,
		Width:    w,
	}
	for _, name := range []string{ranges[0], ranges[2]} {
		l, p := Line{Name: name}, Points{Name: name}
		log := 4.0
		for t := start - hour; t < start+28*day; t += 300 {
			log = min(max(log+0.05*r.NormFloat64(), 2), 6)
			l.Times, l.Bound = append(l.Times, t), append(l.Bound, math.Pow(10, log))
		}
		for i := range n / 2 {
			p.Times = append(p.Times, start+28*day*r.Float64())
			p.Waits = append(p.Waits, math.Ceil(math.Exp(5+2*r.NormFloat64())))
			if i%20 == 0 {
				p.Waits[i] = 0
			}
		}
		b.Lines, b.Waits = append(b.Lines, l), append(b.Waits, p)
	}
	return b
}

// samples are figures of every kind and size, with odd ones among them.
func samples() map[string]Figure {
	narrow := sp2Correct()
	narrow.Width = OneColumn
	single := sp2Correct()
	single.Categories, single.Panels = []string{"all"}, []Panel{{Values: [][]float64{{.97}, {.96}, {.955}}}}
	many := byRange(sp2, true, TwoColumn)
	many.Series, many.Panels = longQueues(9), []Panel{{Values: make([][]float64, 9)}}
	for i := range many.Series {
		many.Panels[0].Values[i] = []float64{1, .1, 0, math.Inf(1)}
	}
	oneDay := february(3000, TwoColumn)
	oneDay.To = start + day
	twoDays := february(3000, OneColumn)
	twoDays.To = start + 2*day
	twoDays.Location, _ = time.LoadLocation("America/Los_Angeles")
	elapsed := february(100, OneColumn)
	elapsed.From, elapsed.To, elapsed.Elapsed = 0, 0, true
	all := map[string]Figure{
		"dots":              sp2Correct(),
		"dots narrow":       narrow,
		"dots one category": single,
		"dots nine series":  many,
		"dots empty":        &Dots{Title: "Empty", YLabel: "correct (fraction)"},
		"dots blank":        &Dots{Categories: sp2, Series: methods, Panels: []Panel{{Name: "1-4"}, {Name: "5-16"}}},
		"ranges":            byRange(sp2, true, TwoColumn),
		"ranges narrow":     byRange(sp2, true, OneColumn),
		"ranges linear":     byRange(sp2, false, TwoColumn),
		"ranges long names": byRange(longQueues(4), true, TwoColumn),
		"19 queues":         byRange(longQueues(19), true, TwoColumn),
		"30 queues":         byRange(longQueues(30), true, TwoColumn),
		"30 queues narrow":  byRange(longQueues(30), true, OneColumn),
		"month":             february(3000, TwoColumn),
		"month narrow":      february(3000, OneColumn),
		"day":               oneDay,
		"two days narrow":   twoDays,
		"elapsed narrow":    elapsed,
		"fan":               fanOf(february(3000, TwoColumn)),
		"coverage":          covered(1, TwoColumn),
		"coverage queues":   covered(4, TwoColumn),
		"coverage narrow":   covered(2, OneColumn),
		"coverage empty":    &Coverage{Title: "Empty", YLabel: "share", Target: 0.95, Low: 0.93, High: 0.96},
		"bounds empty":      &Bounds{Title: "Empty", YLabel: "bound (s)"},
		"bounds single": &Bounds{
			Lines: []Line{{"normal", []float64{start}, []float64{500}}},
			Waits: []Points{{"normal", []float64{start}, []float64{0}}},
		},
	}
	maps.Copy(all, evaluations())
	return all
}
