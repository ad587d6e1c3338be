package reservations

import (
	"math"
	"slices"
	"strconv"

	"waitbench/report"
)

// printed is a cell of the paper's table 4.
type printed struct {
	predicted, actual float64
	count             int
}

// paperRequests are the odds of the columns of tables 3 and 4.
var paperRequests = []float64{0.5, 0.75, 0.95}

// paperCell gives what the paper prints for a fraction of jobs and odds; ok is false where it has
// no such cell.
func paperCell(fraction, request float64) (p printed, ok bool) {
	column := paperColumn(request)
	for _, row := range report.Published("varq-table4-simulation", 1) {
		if column >= 0 && row.Keys[0] == percent(fraction) {
			n := row.Numbers[3*column:]
			return printed{n[0], n[1], int(n[2])}, true
		}
	}
	return printed{}, false
}

// swapped reports whether the two numbers of a cell seem to have changed places: the mean of odds
// of at least request is below it.
func (p printed) swapped(request float64) bool { return p.predicted < request && p.actual >= request }

// paperColumn is the place of odds among those of the paper, -1 for others.
func paperColumn(request float64) int { return slices.Index(paperRequests, request) }

// percent is a fraction in percent.
func percent(fraction float64) string {
	return strconv.FormatFloat(math.Round(fraction*1e6)/1e4, 'g', -1, 64)
}
