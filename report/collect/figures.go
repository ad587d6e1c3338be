package collect

import (
	"math"
	"slices"

	"waitbench/report"
	"waitbench/report/figure"
)

// correctFigure shows for each method on which share of the queues it is correct and recommended.
func (c *collection) correctFigure(correct []tally) (figure.Figure, string) {
	d := &figure.Dots{
		Title: "Queues on which each method is correct, and recommended", YLabel: "share of queues",
		Series: []string{"correct", "recommended"}, Panels: []figure.Panel{{Values: make([][]float64, 2)}},
	}
	for i, list := range [][]tally{correct, c.tallies(anyMethod, stands(report.Recommended))} {
		for _, t := range list {
			d.Panels[0].Values[i] = append(d.Panels[0].Values[i], float64(t.n)/float64(t.of))
		}
	}
	for _, t := range correct {
		d.Categories = append(d.Categories, t.method)
	}
	return d, d.Title + ", of those where it gives bounds."
}

// point is a value and an interval around it.
type point struct{ v, low, high float64 }

var nothing = point{math.NaN(), math.NaN(), math.NaN()}

// byQueue fills a dot plot: a category for each queue.
func (c *collection) byQueue(d *figure.Dots, value func(series string, q *queue) point) {
	var p figure.Panel
	for _, s := range d.Series {
		var v, low, high []float64
		for _, q := range c.queues {
			at := value(s, q)
			v, low, high = append(v, at.v), append(low, at.low), append(high, at.high)
		}
		p.Values, p.Low, p.High = append(p.Values, v), append(p.Low, low), append(p.High, high)
	}
	for _, q := range c.queues {
		d.Categories = append(d.Categories, q.label())
	}
	d.Panels = []figure.Panel{p}
}

func (c *collection) burstFigure() (figure.Figure, string) {
	d := &figure.Dots{
		Title: "Jobs missed by " + reference + ", and jobs missed after a missed one", YLabel: "share of jobs",
		Series: []string{"missed", "missed after a miss"},
	}
	c.byQueue(d, func(series string, q *queue) point {
		j, ok := q.of(reference)
		switch {
		case !ok:
			return nothing
		case series == d.Series[0]:
			return point{1 - j.Correct, 1 - j.CorrectHigh, 1 - j.CorrectLow}
		}
		return point{j.MissAfterMiss, math.NaN(), math.NaN()}
	})
	return d, d.Title + ", by queue; bars are Wilson intervals."
}

func (c *collection) calibrationFigure(names []string) (figure.Figure, string) {
	v := &figure.Curves{
		Title:  "Calibrated forecasts: share of waits covered, and pinball loss over that of the best correct method",
		XLabel: "pinball loss / lowest of the queue", YLabel: "share covered", Log: true,
	}
	for _, m := range append([]string{reference}, names...) {
		all, over := by(c.of(named(m)), (*judged).overLowest)
		curve := figure.Curve{Name: m, X: over, Marks: true, NoLine: true}
		for _, j := range all {
			curve.Y = append(curve.Y, j.Correct)
		}
		if len(over) > 0 {
			v.Series = append(v.Series, curve)
		}
	}
	return v, v.Title + ", a point for each queue on which the method is a candidate."
}

func (c *collection) knowledgeFigure() (figure.Figure, string) {
	d := &figure.Dots{Title: "Correlation of the logarithms of forecasts and waits", YLabel: "correlation"}
	logs := slices.DeleteFunc(slices.Clone(c.logs), func(l *log) bool {
		return !slices.ContainsFunc(c.forecasts(pastJobs), func(j judged) bool { return j.log == l })
	})
	var p figure.Panel
	for _, l := range logs {
		d.Categories = append(d.Categories, l.short)
	}
	for _, f := range families {
		for _, m := range f.members {
			all := c.forecasts(m)
			if len(all) == 0 {
				continue
			}
			var v, low, high []float64
			for _, l := range logs {
				_, x := by(slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return j.log != l }), correlation)
				if len(x) == 0 {
					x = []float64{math.NaN()}
				}
				v, low, high = append(v, median(x)), append(low, x[0]), append(high, x[len(x)-1])
			}
			d.Series = append(d.Series, m)
			p.Values, p.Low, p.High = append(p.Values, v), append(p.Low, low), append(p.High, high)
		}
	}
	d.Panels = []figure.Panel{p}
	return d, d.Title + ": the median of the queues of each log, bars from the lowest to the highest."
}

func (c *collection) adaptationFigure() (figure.Figure, string) {
	d := &figure.Dots{Title: "Share of waits covered by adaptive levels and by " + reference,
		YLabel: "share covered", Target: c.level.Target()}
	for _, t := range c.tallies(func(m string) bool { return m == reference || adapts(m) }, (*judged).isCorrect) {
		d.Series = append(d.Series, t.method)
	}
	c.byQueue(d, func(series string, q *queue) point {
		if j, ok := q.of(series); ok {
			return point{j.Correct, j.CorrectLow, j.CorrectHigh}
		}
		return nothing
	})
	return d, d.Title + ", by queue; bars are Wilson intervals."
}
