package varq

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/report/study"
)

// slack is how far a mean over seeds may go the other way without being a
// change.
const slack = 0.02

// claims are sentences of the paper.
var claims = study.Claims[variant]{
	{"where few reserve, as many reservations are kept as asked for, " +
		"no fewer and no more (within .05)",
		variant.asAskedFor},
	{"the more jobs reserve, the fewer reservations are kept", func(v variant) study.Answer {
		return v.steps("kept", sameRequest, keptShare, -1)
	}},
	{"the higher the request, the fewer reservations are accepted", func(v variant) study.Answer {
		return v.steps("accepted", sameFraction, acceptedShare, -1)
	}},
	{"greater certainty costs more", func(v variant) study.Answer {
		return v.steps("ratio", sameFraction, (*Cell).Ratio, 1)
	}},
	{"the probabilities are conservative: no fewer are kept than predicted", variant.asPredicted},
	{"the simulated time is about the same (within 1 %)", func(v variant) study.Answer {
		base := v.Result.Base.Span
		low, high := v.extremes(base, simulatedTime)
		return study.YesOrNo(high-low <= 0.01*base,
			"%.1f to %.1f days, without VARQ %.1f; but that is the length of the log",
			low/86400, high/86400, base/86400)
	}},
	{"no work is lost: as many nodes are at work as without VARQ (within .001)",
		func(v variant) study.Answer {
			base := v.Result.Base.Useful
			worst, high := v.extremes(base, usefulShare)
			if high-base > base-worst {
				worst = high
			}
			return study.YesOrNo(math.Abs(worst-base) <= 0.001,
				"%.4f without VARQ, farthest from it %.4f", base, worst)
		}},
	{"the others hardly notice (waits at most 5 % longer)", func(v variant) study.Answer {
		low, high := math.Inf(1), math.Inf(-1)
		for _, a := range v.enough() {
			longer := a.over(longerWaits).Mean
			low, high = min(low, longer), max(high, longer)
		}
		return study.YesOrNo(high <= 5, "%+.0f to %+.0f %%", low, high)
	}},
}

func sameFraction(a, b reserving) bool { return a.Fraction == b.Fraction }
func sameRequest(a, b reserving) bool  { return a.Request == b.Request }

// fewest returns the rows of the first fraction that the paper has as well,
// else of the first.
func (v variant) fewest(rows []reserving) (few []reserving) {
	k := slices.IndexFunc(v.Rows, func(a reserving) bool {
		return table4Cell(a.Fraction, 0.5).there()
	})
	for _, a := range rows {
		if a.Fraction == v.Rows[max(k, 0)].Fraction {
			few = append(few, a)
		}
	}
	return few
}

// tooFew is the answer of a claim without enough reservations.
var tooFew = study.Answer{Verdict: "not measured", Measured: "too few reservations"}

func (v variant) asAskedFor() study.Answer {
	holds, texts := true, []string(nil)
	for _, a := range v.fewest(v.enough()) {
		mean := a.over(keptShare).Mean
		d := mean - a.Request
		holds = holds && math.Abs(d) <= 0.05
		texts = append(texts, fmt.Sprintf("%.2f for %.2f (%+.2f)", mean, a.Request, d))
	}
	if texts == nil {
		return tooFew
	}
	return study.YesOrNo(holds, "%s", strings.Join(texts, ", "))
}

// steps goes from each row to the next of the same kind and answers whether a
// number grows in every step, or falls where the sign is -1. A step within the
// slack is a tie. The answer shows the step with the least growth.
func (v variant) steps(name string, sameKind func(a, b reserving) bool,
	number func(*Cell) float64, sign float64) study.Answer {
	rows := v.enough()
	grows, ties, n := 0, 0, 0
	slowest, text := math.Inf(1), ""
	for i, a := range rows {
		k := slices.IndexFunc(rows[i+1:], func(b reserving) bool { return sameKind(a, b) })
		if k < 0 {
			continue
		}
		b := rows[i+1+k]
		before, after := a.over(number).Mean, b.over(number).Mean
		growth := sign * (after - before)
		n++
		switch {
		case growth > slack:
			grows++
		case growth >= -slack:
			ties++
		}
		if growth < slowest {
			slowest = growth
			text = fmt.Sprintf("%s %.3f at %s, %.3f at %s", name, before, a.place(), after, b.place())
		}
	}
	switch {
	case n == 0:
		return tooFew
	case grows+ties < n:
		return study.YesOrNo(false, "in %d of %d steps, %d ties; farthest %s", grows, n, ties, text)
	case ties > 0:
		return study.Answer{Verdict: "not always", Measured: fmt.Sprintf(
			"in %d of %d steps, the others are ties; closest %s", grows, n, text)}
	}
	return study.YesOrNo(true, "in all %d steps; closest %s", n, text)
}

func (v variant) asPredicted() study.Answer {
	return v.conservative(meanOf(predictedOdds), "predicted")
}

// conservative answers whether no fewer reservations are kept than expected.
func (v variant) conservative(expected func(reserving) float64, word string) study.Answer {
	n, worst, text := 0, math.Inf(1), tooFew.Measured
	rows := v.enough()
	for _, a := range rows {
		promised, held := expected(a), a.over(keptShare).Mean
		d := held - promised
		if d >= -slack {
			n++
		}
		if d < worst {
			worst = d
			text = fmt.Sprintf("%.2f %s, %.2f kept (%s)", promised, word, held, a.place())
		}
	}
	return study.YesOrNo(n == len(rows) && n > 0, "in %d of %d; farthest %s", n, len(rows), text)
}

// extremes are the least and the greatest of a number of the cells and of base.
func (v variant) extremes(base float64,
	number func(*Cell) float64) (low, high float64) {
	low, high = base, base
	for _, a := range v.enough() {
		s := a.over(number)
		low, high = min(low, s.Lowest), max(high, s.Greatest)
	}
	return low, high
}
