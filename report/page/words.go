package page

import (
	"fmt"
	"math"
	"strconv"

	"waitbench/methods"
)

// levelWords names a level: 0.95 quantile, or 0.25 quantile from below.
func levelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}

// decimal writes a length of a drawing with two digits behind the point, fewer where they are 0.
func decimal(v float64) string {
	text := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}
