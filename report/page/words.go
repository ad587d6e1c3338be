package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay/output"
)

// enumerate writes a list as a sentence has it: a, b and c.
func enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// percent writes a share with the three digits that tables show of it.
func percent(share float64) string {
	text := strconv.FormatFloat(100*share, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0") + "\u00a0%"
}

var units = []struct {
	name string
	size float64
}{{"d", 86400}, {"h", 3600}, {"min", 60}}

// duration writes seconds in the unit that suits them, with two digits or three.
func duration(seconds float64) string {
	if math.IsNaN(seconds) {
		return "–"
	}
	for _, u := range units {
		if seconds >= u.size {
			return trimmed(seconds/u.size) + "\u00a0" + u.name
		}
	}
	return trimmed(seconds) + "\u00a0s"
}

func trimmed(v float64) string {
	if math.Abs(v) < 9.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return output.Grouped(int(math.Round(v)))
}

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
