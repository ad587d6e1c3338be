package nondedicated

import (
	"fmt"
	"math"

	"waitbench/replay/study/cisne"
)

// quantity is a deviation of a method in a workload.
type quantity struct {
	name, heading string
	of            func(*cisne.Errors) float64
}

// The quantities, in the order of tables.
var (
	turnaround = quantity{"turnaround", "turnaround", func(e *cisne.Errors) float64 { return e.Turnaround }}
	wait       = quantity{"wait", "waiting", func(e *cisne.Errors) float64 { return e.Wait }}
	run        = quantity{"run", "execution", func(e *cisne.Errors) float64 { return e.Run }}

	totalTurnaround = quantity{"total_turnaround", "turnaround", func(e *cisne.Errors) float64 { return e.TotalTurnaround }}
	totalWait       = quantity{"total_wait", "waiting", func(e *cisne.Errors) float64 { return e.TotalWait }}
	totalRun        = quantity{"total_run", "execution", func(e *cisne.Errors) float64 { return e.TotalRun }}
)

// measure is a way to average deviations.
type measure struct {
	name                  string
	turnaround, wait, run quantity
}

var (
	byMean  = measure{"mean of |predicted - actual| / actual", turnaround, wait, run}
	byTotal = measure{"sum of |predicted - actual| over sum of actual", totalTurnaround, totalWait, totalRun}
)

// selected says which settings count.
type selected func(cisne.Setting) bool

// sample is the mean of a quantity over the selected settings, for every seed; NaN where no setting
// has one.
func (p *page) sample(method string, q quantity, which selected) []float64 {
	values := make([]float64, p.config.Seeds)
	for i := range values {
		sum, n := 0.0, 0.0
		for _, c := range p.cells {
			if c.Method != method || !which(c.Setting) {
				continue
			}
			if x := q.of(&c.Seeds[i]); !math.IsNaN(x) {
				sum += x
				n++
			}
		}
		values[i] = sum / n
	}
	return values
}

// summary is a mean over seeds and half its 95 % interval.
type summary struct{ mean, half float64 }

func (s summary) String() string { return fmt.Sprintf("%.2f ± %.2f", s.mean, s.half) }

// summarize leaves out NaN.
func summarize(values []float64) summary {
	n, mean, squares := 0.0, 0.0, 0.0
	for _, x := range values {
		if math.IsNaN(x) {
			continue
		}
		n++
		d := x - mean
		mean += d / n
		squares += float64(d * (x - mean))
	}
	switch n {
	case 0:
		return summary{math.NaN(), math.NaN()}
	case 1:
		return summary{mean, math.NaN()}
	}
	return summary{mean, student(int(n)-1) * math.Sqrt(squares/(n-1)/n)}
}

// students is the 0.975 quantile of Student's distribution by degrees of freedom, from printed
// tables.
var students = []float64{0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101,
	2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042}

// student is that quantile, beyond the table by the first terms of its expansion around the normal
// distribution.
func student(freedom int) float64 {
	if freedom < len(students) {
		return students[freedom]
	}
	const z = 1.959964
	return z + (z*z*z+z)/(4*float64(freedom))
}

// paired is the summary of the differences of two samples of the same seeds.
func paired(a, b []float64) summary {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return summarize(d)
}
