package render

import (
	"fmt"
	"math"
	"strings"

	"waitbench/methods/lifetime"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/figure"
)

// Workload draws how sizes, run times, processor times and waits of jobs are
// distributed, with the fitted uniform-log lines. Jobs that lack a value are
// not in its panel.
func Workload(title string, jobs []replay.Job) figure.Figure {
	v := &figure.Distributions{Title: title}
	var fits []string
	for _, q := range []struct {
		label, unit string
		value       func(replay.Job) float64 // NaN for none
	}{
		{"processors", "", func(j replay.Job) float64 { return float64(j.Procs) }},
		{"run time", " s", func(j replay.Job) float64 { return j.Run }},
		{"run time x processors", " s", func(j replay.Job) float64 {
			if j.Procs < 0 {
				return math.NaN()
			}
			return j.Run * float64(j.Procs)
		}},
		{"wait", " s", func(j replay.Job) float64 { return j.Wait }},
	} {
		p := figure.Distribution{Label: q.label, Times: q.unit != "",
			Intercept: math.NaN(), Slope: math.NaN()}
		var h lifetime.History
		for _, j := range jobs {
			if x := q.value(j); x >= 0 && !math.IsInf(x, 1) && (x > 0 || p.Times) {
				p.Values = append(p.Values, x)
				h.Insert(max(x, 1))
			}
		}
		if b0, b1, ok := h.Coefficients(); ok {
			p.Intercept, p.Slope = b0, b1
			fits = append(fits, fmt.Sprintf("%s %.4f + %.4f ln x, from e^%.2f to e^%.2f%s",
				q.label, b0, b1, -b0/b1, (1-b0)/b1, q.unit))
		}
		v.Panels = append(v.Panels, p)
	}
	v.Note = fmt.Sprintf("%s. Lines by least squares, x in processors or seconds, times below "+
		"1 s as 1 s: %s.", output.Counted(len(jobs), "job"), strings.Join(fits, "; "))
	return v
}
