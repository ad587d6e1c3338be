package figure

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// writeCSV writes the data of a figure: lines of fields, the first of which names the columns.
// Numbers are in full precision, nothing stands for a missing one. It is what the figure shows and
// no more: what is thinned, counted or summed up to be drawn is so here.
func writeCSV(w io.Writer, lines [][]string) error {
	out := csv.NewWriter(w)
	if err := out.WriteAll(lines); err != nil {
		return err
	}
	return out.Error()
}

// number is the shortest text that reads back as v, nothing for NaN.
func number(v float64) string {
	switch {
	case v != v:
		return ""
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v != 0 && math.Abs(v) < 1e-6 || math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// short is a number with as many digits as a place on an axis needs.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// timeColumn names the column of times.
func timeColumn(elapsed bool) string {
	if elapsed {
		return "seconds_of_log"
	}
	return "unix_s"
}
