package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/backtest"
	"waitbench/report/table"
)

// Sample has a number for every seed, NaN for none.
type Sample []float64

// Less takes differences within a seed, as all methods have its workload.
func (s Sample) Less(other Sample) Sample {
	d := slices.Clone(s)
	for i := range min(len(d), len(other)) {
		d[i] -= other[i]
	}
	return d
}

// Spread describes a sample without NaN; all of it is NaN for none, and sd and
// half for one.
type Spread struct {
	Mean, SD, Half   float64 // half the 95 % interval of the mean, by Student's distribution
	Lowest, Greatest float64
}

func (s Sample) Spread() Spread {
	all := slices.DeleteFunc(slices.Clone(s), math.IsNaN)
	if len(all) == 0 {
		all = Sample{math.NaN()}
	}
	n, mean, squares := len(all), backtest.Mean(all), 0.0
	for _, x := range all {
		squares += (x - mean) * (x - mean)
	}
	return Spread{mean, math.Sqrt(squares / float64(n-1)),
		backtest.StudentQuantile(0.975, n-1) * math.Sqrt(squares/float64((n-1)*n)), slices.Min(all), slices.Max(all)}
}

func (s Spread) String() string { return fmt.Sprintf("%.2f ± %.2f", s.Mean, s.Half) }
func (s Spread) Signed() string { return fmt.Sprintf("%+.2f ± %.2f", s.Mean, s.Half) }

// Show writes mean and range in a format.
func (s Spread) Show(format string) string {
	return fmt.Sprintf(format+" ("+format+" to "+format+")", s.Mean, s.Lowest, s.Greatest)
}

// Cell shows mean and range in a format.
func (s Spread) Cell(format string) table.Cell {
	return table.Cell{Text: s.Show(format), Missing: s.Mean != s.Mean}
}

// Has reports whether a printed number, to its last digit, lies in the range of
// the seeds.
func (s Spread) Has(printed float64) bool {
	_, digits, _ := strings.Cut(strconv.FormatFloat(printed, 'f', -1, 64), ".")
	half := 0.5 * math.Pow10(-len(digits))
	return printed+half >= s.Lowest && printed-half <= s.Greatest
}
