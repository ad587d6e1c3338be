package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
	_ "time/tzdata" // zones also where the system has none

	"waitbench/methods"
)

var (
	nan, inf    = math.NaN(), math.Inf(1)
	methodNames = []string{"bmbp", "lognormal", "lognormal-trim"}
	styles      = map[string]int{"bmbp": 0, "lognormal": 1, "lognormal-trim": 2, "qbets": 3}
	sp2         = []string{"express", "high", "normal", "low"}
	pst         = time.FixedZone("PST", -8*hour)
	start       = float64(time.Date(2005, 2, 1, 0, 0, 0, 0, pst).Unix())
)

// longNames returns n long names that differ at their ends.
func longNames(n int) (texts []string) {
	for i := range n {
		texts = append(texts, fmt.Sprintf("a-very-long-queue-name-for-a-partition-of-a-machine-%02d", i))
	}
	return texts
}

// shares returns random shares by [row][column]; the first is missing.
func shares(rows, columns int) [][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([][]float64, rows)
	for i := range values {
		for range columns {
			values[i] = append(values[i], min(1, .95+.06*r.NormFloat64()))
		}
	}
	values[0][0] = nan
	return values
}

// correct is a plot of 4 queues and 3 methods, as in table 3 of [bmbp].
func correct() *Dots {
	return &Dots{
		Title: "SDSC-SP2-1998: share of waits within the bound", Label: "correct (fraction)",
		Categories: sp2, Series: methodNames, Styles: styles, Target: 0.95,
		Values: [][]float64{{.961, .955, .970, .962}, {.84, .94, .93, .95}, {.94, .965, .958, .957}},
		Low:    [][]float64{{.95, .94, .96, .95}, {.82, .93, .92, nan}, {.93, .95, .95, .94}},
		High:   [][]float64{{.97, .96, .98, .97}, {.86, .95, .94, nan}, {.95, .97, .97, .97}},
	}
}

func heat(rows, columns []string, panels int) *Heat {
	h := &Heat{Title: "Share of waits within the bound", XLabel: "processors", YLabel: "queue", Rows: rows,
		Columns: columns, Target: 0.95}
	for i := range panels {
		h.Panels = append(h.Panels, Panel{Name: methodNames[i%3], Values: shares(len(rows), len(columns))})
	}
	return h
}

// february is a month of bounds for n jobs of two sizes. One in 20 waited 0 s.
func february(n int) *Bounds {
	r := rand.New(rand.NewPCG(3, 4))
	b := &Bounds{Title: "SDSC-DS-2004, normal: bounds", YLabel: "bound and wait", Dates: pst, From: start, To: start +
		28*day}
	for _, name := range []string{"1-4 processors", "17-64 processors"} {
		l := Line{Name: name}
		log := 4.0
		for i := range n / 2 {
			log = min(max(log+0.05*r.NormFloat64(), 2), 6)
			l.Times, l.Bound = append(l.Times, start+float64(i)*28*day/float64(n/2)), append(l.Bound, math.Pow(10, log))
			l.Waits = append(l.Waits, math.Ceil(math.Exp(5+2*r.NormFloat64())))
			if i%20 == 0 {
				l.Waits[i] = 0
			}
		}
		b.Lines = append(b.Lines, l)
	}
	return b
}

// perJob is february with bounds that depend on the job.
func perJob() *Bounds {
	b := february(800)
	for i := range b.Lines {
		b.Lines[i].PerJob = true
	}
	return b
}

// compared is february by two methods, of which the second bounds each job by
// itself.
func compared(apart bool) *Compared {
	c := &Compared{Bounds: *february(800), Styles: Styles([]string{"bmbp", "forest"}),
		Level: methods.Level{Quantile: .95}, Apart: apart}
	c.Lines[1].Times, c.Lines[1].Waits, c.Lines[1].PerJob = c.Lines[0].Times, c.Lines[0].Waits, true
	c.Lines[0].Name, c.Lines[1].Name = "bmbp", "forest"
	return c
}

// fan is a month of bounds at some quantiles, which a gap of a day interrupts,
// for 20,000 jobs.
func fan(quantiles ...float64) *Fan {
	jobs := february(40_000).Lines[0]
	f := &Fan{Bounds: Bounds{Title: "Quantiles of the wait", YLabel: "wait", Dates: pst, From: start, To: start + 28*day},
		Quantiles: quantiles,
		Jobs:      Line{"normal", jobs.Times, nil, jobs.Waits, false}}
	for i, q := range quantiles {
		l := Line{Name: fmt.Sprint(q)}
		for k := range 56 {
			bound := math.Pow(10, float64(i)+math.Sin(float64(k)/4))
			if k == 20 || k == 21 {
				bound = nan
			}
			l.Times, l.Bound = append(l.Times, start+float64(k)*day/2), append(l.Bound, bound)
		}
		f.Lines = append(f.Lines, l)
	}
	return f
}

// covered is a plot of n queues and 4 methods over a month, with bursts of
// misses.
func covered(n int) *Coverage {
	r := rand.New(rand.NewPCG(5, 6))
	v := &Coverage{Title: "Share of waits within the bound, SDSC-SP2-1998", YLabel: "share of the last 500 jobs",
		Series: append(methodNames, "qbets"), Styles: styles,
		Target: 0.95, Jobs: 500, Dates: pst, Note: "Upper bounds."}
	for i := range n {
		p := CoveragePanel{Name: longNames(n)[i]}
		for range v.Series {
			var s Covered
			share := 0.95
			for t := start; t < start+28*day; t += 900 {
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

// densities are n jobs for each of some panels; 1 in 20 predictions and waits
// is 0 s.
func densities(panels, n int) *Density {
	r := rand.New(rand.NewPCG(9, 10))
	d := &Density{Title: "SDSC-SP2-1998: predicted and actual wait", XLabel: "predicted wait", YLabel: "actual wait",
		Note: "All jobs."}
	for k := range panels {
		p := DensityPanel{Name: methodNames[k%3], Fit: &Fit{.9, .4, .87}}
		for i := range n {
			wait := math.Floor(math.Exp(6 + 2.5*r.NormFloat64()))
			x := wait * math.Exp(.5*r.NormFloat64())
			if i%20 == 0 {
				wait, x = 0, 0
			}
			p.X, p.Y = append(p.X, x), append(p.Y, wait)
		}
		d.Panels = append(d.Panels, p)
	}
	return d
}

// narrow is a figure that is one column wide.
type narrow struct{ Figure }

func (n narrow) draw(string) *drawing { return n.Figure.draw(OneColumn) }

// distributions are panels of 5000 jobs, some of 0 s and some missing.
func distributions() *Distributions {
	r := rand.New(rand.NewPCG(6, 7))
	f := &Distributions{Title: "Jobs of KTH-SP2"}
	for _, label := range []string{"processors", "run time", "run time x processors", "wait"} {
		p := Distribution{Label: label, Times: label != "processors"}
		for i := range 5000 {
			p.Values = append(p.Values, math.Floor(math.Exp(15*r.Float64())))
			if i%50 == 0 {
				p.Values[i] = []float64{0, nan}[i/50%2]
			}
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

// samples are figures of every kind and size, with odd ones among them.
func samples() map[string]Figure {
	long := correct()
	long.Categories, long.Log, long.Values, long.Low = longNames(30), true, shares(3, 30), nil
	long.Values[0][3], long.Values[0][4] = 0, inf
	odd := correct()
	odd.Title, odd.Categories, odd.Series = "a <b> & \"c\"\n\xff\x00\uFFFE",
		[]string{"<&>", "\x1b[0m", "\xff\xfe", "größe"}, []string{"", "日本語", "]]>"}
	day1, elapsed := february(800), february(100)
	day1.To = start + day
	elapsed.Dates = nil
	return map[string]Figure{
		"fan":             fan(.05, .25, .5, .75, .95),
		"fan one column":  narrow{fan(.25, .5, .95)},
		"fan empty":       &Fan{},
		"dots":            correct(),
		"dots long":       long,
		"dots odd names":  odd,
		"dots empty":      &Dots{Title: "Empty"},
		"dots blank":      &Dots{Categories: sp2, Series: methodNames},
		"heat":            heat(sp2, []string{"1-4", "5-16", "17-64", "65+"}, 6),
		"heat one column": narrow{heat(sp2, []string{"1-4", "5-16"}, 6)},
		"dots one column": narrow{correct()},
		"coverage narrow": narrow{covered(4)},
		"density narrow":  narrow{densities(6, 1000)},
		"heat long":       heat(longNames(19), strings.Fields("1 2-4 5-8 9-16 17-128 129-512 513+"), 1),
		"heat empty":      &Heat{Title: "Empty", Target: 0.95},
		"month":           february(800),
		"month per job":   perJob(),
		"compared":        compared(false),
		"compared apart":  narrow{compared(true)},
		"day":             narrow{day1},
		"elapsed":         elapsed,
		"bounds empty":    &Bounds{Title: "Empty"},
		"bounds single": &Bounds{From: start, To: start + 1, Lines: []Line{{"normal", []float64{start}, []float64{500},
			[]float64{0}, true}}},
		"coverage":       covered(4),
		"coverage one":   covered(1),
		"coverage empty": &Coverage{Title: "Empty", Target: 0.95, Jobs: 500},
		"density":        densities(6, 1000),
		"density one":    densities(1, 1000),
		"density empty":  &Density{Title: "Empty"},
		"density any size": &Density{Panels: []DensityPanel{{X: []float64{1e-300, 1e300},
			Y: []float64{5e-324, math.MaxFloat64}, Fit: &Fit{1e12, -1e12, 1}}}},
		"workload": distributions(), "workload one column": narrow{distributions()},
		"workload empty": &Distributions{Panels: make([]Distribution, 4)},
		"curves empty":   &Curves{Title: "Empty"},
		"curves diagonal": &Curves{Series: []Curve{{Name: "a", X: []float64{.5, .9}, Y: []float64{.6, .8}, Marks: true}},
			Diagonal: "equal"},
		"curves points": &Curves{Series: []Curve{{Name: "a", X: []float64{1, 1 + 1e-16, 1}, Y: []float64{1e11, 1e11, nan},
			NoLine: true}}},
	}
}
