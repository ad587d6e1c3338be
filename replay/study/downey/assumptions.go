package downey

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods/lifetime"
)

// The names of lifetimes that follow from the workload, and of corrections that follow from PRED.
const (
	allocated  = "alloc"
	work       = "work"
	fitted     = "fitted"
	fittedLong = "fitted-10s"
)

// checkNames returns an error if there are no lifetimes, a name stands twice or says nothing.
func (c *Config) checkNames() error {
	if len(c.Lifetimes) == 0 {
		return fmt.Errorf("lifetimes: none are named")
	}
	for i, name := range c.Lifetimes {
		minLog, maxLog, err := pair(name)
		switch {
		case slices.Contains(c.Lifetimes[:i], name):
			return fmt.Errorf("lifetimes: %s is named twice", name)
		case name != allocated && name != work && (err != nil || minLog < -20 || maxLog > 50 || minLog >= maxLog):
			return fmt.Errorf("lifetimes %q are neither alloc nor work nor logarithms of a shortest and a longest such as 2:14", name)
		}
	}
	for i, name := range c.Biases {
		_, slope, err := pair(name)
		switch {
		case slices.Contains(c.Biases[:i], name):
			return fmt.Errorf("bias: %s is named twice", name)
		case name != fitted && name != fittedLong && (err != nil || slope <= 0):
			return fmt.Errorf("bias %q is neither fitted nor fitted-10s nor an intercept and a slope above 0 such as 1.7:0.6", name)
		}
	}
	return nil
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

// lifetimes are the distribution of a name that was checked, for the one fitted to the times under
// AVG.
func (c *Config) lifetimes(name string, underAVG lifetime.Model) lifetime.Model {
	switch name {
	case allocated:
		return underAVG
	case work:
		m := c.model()
		return logUniform(m.MinLogWork, m.MaxLogWork)
	}
	minLog, maxLog, _ := pair(name)
	return logUniform(minLog, maxLog)
}

// logUniform is the distribution between e^minLog and e^maxLog seconds.
func logUniform(minLog, maxLog float64) lifetime.Model {
	b1 := 1 / (maxLog - minLog)
	return lifetime.NewModel(float64(-b1*minLog), b1)
}

// correction is the line by which BIAS corrects predictions; nil for none:
//
//	corrected = exp(intercept + slope ln predicted)
type correction struct {
	intercept, slope float64
}

// newCorrection is the one of a name that was checked, for the points of PRED.
func newCorrection(name string, points *Points) *correction {
	least := 0.0
	switch name {
	case fitted:
	case fittedLong:
		least = 10
	default:
		intercept, slope, _ := pair(name)
		return &correction{intercept, slope}
	}
	m := points.moments(least)
	slope, intercept := m.Line()
	if math.IsNaN(slope) {
		return nil
	}
	return &correction{intercept, slope}
}

// apply corrects a time in seconds. No correction leaves it as it is.
func (c *correction) apply(t float64) float64 {
	if c == nil || t <= 0 || math.IsInf(t, 1) {
		return t
	}
	return math.Exp(c.intercept + float64(c.slope*math.Log(t)))
}

// inverse gives the time that is corrected to t; +Inf where no line that rises does.
func (c *correction) inverse(t float64) float64 {
	switch {
	case c == nil:
		return t
	case c.slope > 0:
		return math.Exp((math.Log(t) - c.intercept) / c.slope)
	}
	return math.Inf(1)
}
