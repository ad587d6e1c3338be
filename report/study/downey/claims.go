package downey

import (
	"fmt"
	"math"
	"strings"

	"waitbench/report/published"
	"waitbench/report/study"
)

// lifetimes are the lifetimes as they are in the first workload.
func (a *allocation) lifetimes() string {
	var texts []string
	for _, l := range a.config.Lifetimes {
		assumed := Label{Strategy: PRED, Lifetimes: l}
		texts = append(texts, fmt.Sprintf("%s: e^%.2f to e^%.2f s", l,
			a.values[measured{assumed, MinLog}][0],
			a.values[measured{assumed, MaxLog}][0]))
	}
	return strings.Join(texts, ", ")
}

// about tries a claim on a number of a strategy, or on its difference from
// another's. text and format show it.
func about(strategy, other, number, text, format string,
	holds func(mean float64) bool) func(assumption) study.Answer {
	return func(a assumption) study.Answer {
		s := a.over(strategy, other, number).Spread()
		return study.YesOrNo(holds(s.Mean), text, s.Show(format))
	}
}

func rises(x float64) bool { return x > 0 }
func falls(x float64) bool { return x < 0 }
func stays(x float64) bool { return math.Abs(x) <= 1 }

// claims are sentences of the paper's sections 5 to 7.
func claims() study.Claims[assumption] {
	const pred, bias, heur, opt = PRED, BIAS, HEUR, OPT
	lost := func(strategy string) float64 { return 100 - inPaper(strategy, "of_optimal_percent") }
	within := func(strategy string) func(assumption) study.Answer {
		return about(strategy, "", OfOptimal, "saves %s %% of it", "%.1f",
			func(x float64) bool { return x >= 100-lost(strategy) })
	}
	turnaround := func(strategy string) float64 { return inPaper(strategy, Turnaround) }
	jobs := func(load string) float64 {
		return published.Number("downey", "", "", load, "jobs_per_day")
	}
	corrected := inPaper(bias, Correlation) - inPaper(pred, Correlation)
	half, full := jobs("load 0.5"), jobs("load 1")
	return study.Claims[assumption]{
		{fmt.Sprintf("PRED saves within %.0f %% of what an oracle saves", lost(pred)),
			within(pred)},
		{fmt.Sprintf("BIAS saves within %.0f %%", lost(bias)), within(bias)},
		{"correcting the bias raises the correlation of predicted and actual times",
			func(a assumption) study.Answer {
				d := a.over(bias, pred, Correlation).Spread()
				return study.YesOrNo(d.Lowest > 0, "from %.3f to %.3f, by %s",
					a.mean(pred, Correlation).Mean,
					a.mean(bias, Correlation).Mean, d.Show("%.3f"))
			}},
		{"HEUR saves a job about as much as PRED (within 1 min)",
			about(heur, pred, Saving, "%s min", "%+.1f", stays)},
		{fmt.Sprintf("the number of benefactors from which on A predicts, 1 to 4, hardly matters "+
			"(less than correcting the bias, %.2f of correlation)", corrected),
			func(a assumption) study.Answer {
				var means study.Sample
				for _, p := range Predictors[2:] {
					correlations := a.bySeed(p.Strategy, Correlation+Every)
					means = append(means, correlations.Spread().Mean)
				}
				s := means.Spread()
				return study.YesOrNo(s.Greatest-s.Lowest < corrected, "%.3f to %.3f", s.Lowest, s.Greatest)
			}},
		{"PRED in force lowers the mean turnaround",
			about(pred, "", Slower, "%s %%", "%+.1f", falls)},
		{"PRED in force raises utilization",
			about(pred, "", Busier, "%s %%", "%+.1f", rises)},
		{"OPT in force raises the mean turnaround",
			about(opt, "", Slower, "%s %%", "%+.1f", rises)},
		{"BIAS in force raises it less than OPT",
			about(bias, opt, Slower, "%s points", "%+.1f", falls)},
		{"HEUR in force raises it most", func(a assumption) study.Answer {
			slower := func(strategy string) float64 { return a.mean(strategy, Slower).Mean }
			h, b, o := slower(heur), slower(bias), slower(opt)
			return study.YesOrNo(h > b && h > o, "HEUR %+.1f %%, BIAS %+.1f %%, OPT %+.1f %%", h, b, o)
		}},
		{fmt.Sprintf("lock-in lowers that of BIAS (by %.0f s)",
			turnaround(bias)-turnaround(LockIn)),
			about(LockIn, bias, Turnaround, "%s s", "%+.0f", falls)},
		{fmt.Sprintf("risk aversion lowers it further (by %.0f s)",
			turnaround(LockIn)-turnaround(LockInRisk)),
			about(LockInRisk, LockIn, Turnaround, "%s s", "%+.0f", falls)},
		{"with both, BIAS is as good for the system as AVG (within 1 %)",
			about(LockInRisk, "", Slower, "%s %%", "%+.1f", stays)},
		{fmt.Sprintf("%.0f jobs a day arrive at load 0.5, %.0f at load 1 (within 1 %%)",
			half, full),
			func(a assumption) study.Answer {
				c := a.config
				c.Load = 0.5
				h := c.JobsPerDay()
				near := math.Abs(h/half-1) <= 0.01 && math.Abs(2*h/full-1) <= 0.01
				return study.YesOrNo(near, "%.1f and %.1f", h, 2*h)
			}},
	}
}
