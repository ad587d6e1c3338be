package downey

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Correction is the line by which BIAS corrects predictions:
//
//	corrected = exp(Intercept + Slope ln predicted)
type Correction struct {
	Intercept, Slope float64
}

// apply corrects a time in seconds. No correction leaves it as it is.
func (c *Correction) apply(t float64) float64 {
	if c == nil || t <= 0 || math.IsInf(t, 1) {
		return t
	}
	return math.Exp(c.Intercept + float64(c.Slope*math.Log(t)))
}

// inverse gives the time that is corrected to t; +Inf where no line that rises does.
func (c *Correction) inverse(t float64) float64 {
	switch {
	case c == nil:
		return t
	case c.Slope > 0:
		return math.Exp((math.Log(t) - c.Intercept) / c.Slope)
	}
	return math.Inf(1)
}

// Bias says where the correction of BIAS comes from.
type Bias struct {
	Name   string // as ParseBias takes it
	fitted bool   // to the points of PRED
	least  float64
	given  Correction
}

// ParseBias reads "fitted", a line through all points of PRED on the same workload; "fitted-10s",
// through those from 10 s on; or intercept and slope such as "1.7:0.6", those of the paper.
func ParseBias(text string) (Bias, error) {
	switch text {
	case "fitted":
		return Bias{Name: text, fitted: true}, nil
	case "fitted-10s":
		return Bias{Name: text, fitted: true, least: 10}, nil
	}
	intercept, slope, err := pair(text)
	if err != nil || slope <= 0 {
		return Bias{}, fmt.Errorf(`bias %q is neither fitted nor fitted-10s nor an intercept and a slope above 0 such as 1.7:0.6`, text)
	}
	return Bias{Name: text, given: Correction{intercept, slope}}, nil
}

// correction gives the line, for the points of PRED.
func (b *Bias) correction(points *Points) *Correction {
	if !b.fitted {
		return &b.given
	}
	m := points.moments(b.least)
	slope, intercept := m.Line()
	if math.IsNaN(slope) {
		return nil
	}
	return &Correction{intercept, slope}
}

// pair reads two numbers with a colon between them.
func pair(text string) (a, b float64, err error) {
	first, second, _ := strings.Cut(text, ":")
	if a, err = strconv.ParseFloat(first, 64); err != nil {
		return 0, 0, err
	}
	if b, err = strconv.ParseFloat(second, 64); err != nil {
		return 0, 0, err
	}
	if math.IsNaN(a-b) || math.IsInf(a, 0) || math.IsInf(b, 0) {
		return 0, 0, strconv.ErrRange
	}
	return a, b, nil
}
