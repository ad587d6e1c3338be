package allocation

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"waitbench/replay/study/downey"
	"waitbench/report"
)

// printed is what the paper prints. Shares are in percent.
type printed struct {
	turnaround float64                       // under AVG, seconds
	strategies map[string]map[string]float64 // by strategy and name of number
}

// of gives a number of a strategy, NaN where the paper has none.
func (p *printed) of(strategy, name string) float64 {
	if v, ok := p.strategies[strategy][name]; ok {
		return v
	}
	return math.NaN()
}

// facts gives the numbers of the paper's text.
var facts = sync.OnceValue(func() map[string]float64 {
	m := map[string]float64{}
	for _, row := range report.Published("downey-facts", 1) {
		m[row.Keys[0]] = row.Numbers[0]
	}
	return m
})

// paper gives all numbers that are measured here too: tables 1 and 2 and the text.
var paper = sync.OnceValue(func() *printed {
	p := &printed{strategies: map[string]map[string]float64{}}
	put := func(strategy string, name string, v float64) {
		if p.strategies[strategy] == nil {
			p.strategies[strategy] = map[string]float64{}
		}
		if !math.IsNaN(v) {
			p.strategies[strategy][name] = v
		}
	}
	for _, row := range report.Published("downey-table1-strategies", 1) {
		for i, name := range []string{downey.Rebels, downey.RebelShare, downey.Saving, downey.Losers} {
			put(row.Keys[0], name, row.Numbers[i])
		}
	}
	for _, row := range report.Published("downey-table2-system", 1) {
		for i, name := range []string{downey.Busier, downey.Turnaround, downey.Slower} {
			put(row.Keys[0], name, row.Numbers[i])
		}
	}
	f := facts()
	p.turnaround = p.of(downey.AVG, downey.Turnaround)
	put(downey.AVG, downey.Jobs, f["jobs"])
	put(downey.AVG, downey.Spoiled, f["spoiled_percent"])
	put(downey.AVG, downey.MeanRun, f["mean_duration_h"])
	put(downey.AVG, downey.MedianRun, f["median_duration_min"])
	put(downey.AVG, downey.MeanWork, f["mean_lifetime_min"])
	put(downey.OPT, downey.RebelPart, f["rebels_percent_of_non_spoiled"])
	put(downey.OPT, downey.MedianSaved, f["median_savings_per_rebel_min"])
	put(downey.OPT, downey.MeanSaved, f["mean_savings_per_rebel_h"])
	put(downey.OPT, downey.WorkRatio, 8) // section 5.5
	put(downey.PRED, downey.OfOptimal, 100-f["pred_within_percent_of_optimal"])
	put(downey.PRED, downey.MedianSaved, 55) // section 5.3, also the next two
	put(downey.PRED, downey.MeanSaved, 2.7)
	put(downey.PRED, downey.MeanLost, 3.7)
	put(downey.PRED, downey.Correlation, f["prediction_cc_log"])
	put(downey.PRED, downey.Slope, f["prediction_slope"])
	put(downey.PRED, downey.Intercept, f["prediction_intercept"])
	put(downey.BIAS, downey.OfOptimal, 100-f["bias_within_percent_of_optimal"])
	put(downey.BIAS, downey.Correlation, f["bias_corrected_cc_log"])
	put(downey.BIAS, downey.Slope, f["bias_corrected_slope"])
	put(downey.BIAS, downey.Intercept, f["bias_corrected_intercept"])
	put(downey.LockIn, downey.Turnaround, f["bias_lockin_turnaround_s"])
	put(downey.LockIn, downey.Slower, 4.5) // section 6.1
	put(downey.LockInRisk, downey.Turnaround, f["bias_lockin_riskaverse_turnaround_s"])
	put(downey.MIN, downey.Slower, f["minimum_40_percent_turnaround_increase_percent"])
	return p
})

// outside reports whether a printed number, as far as its digits tell, lies outside the range of
// the seeds.
func (s summary) outside(printed float64) bool {
	_, digits, _ := strings.Cut(strconv.FormatFloat(printed, 'f', -1, 64), ".")
	half := 0.5 * math.Pow10(-len(digits))
	return printed+half < s.least || printed-half > s.greatest
}
