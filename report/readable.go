package report

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
)

// fileWords are names of columns and rules in files.
var fileWords = regexp.MustCompile(`\b(?:median_ratio|[a-z]+_wait_s|no_[a-z]+_time|zero_wait)\b`)

// seconds are durations in text.
var seconds = regexp.MustCompile(`(^|[ (])(\d+(?:\.\d+)?) s\b`)

// Words replaces names of columns and rules in files by words, and seconds by
// the units of Duration.
func Words(text string) string {
	text = seconds.ReplaceAllStringFunc(text, func(match string) string {
		part := seconds.FindStringSubmatch(match)
		v, _ := strconv.ParseFloat(part[2], 64) // matches
		return part[1] + Duration(v)
	})
	return fileWords.ReplaceAllStringFunc(text, func(name string) string {
		if seconds, ok := strings.CutSuffix(name, "_s"); ok {
			name = seconds + " (s)"
		}
		return strings.ReplaceAll(name, "_", " ")
	})
}

// Readable returns the table as people read it on a terminal or a page: with
// durations such as 46.8 h in columns of seconds, and words instead of the
// names of columns in files.
func (t *Table) Readable() *Table {
	c := *t
	c.Columns, c.Rows, c.Notes = slices.Clone(t.Columns), nil, nil
	for _, note := range t.Notes {
		c.Notes = append(c.Notes, Words(note))
	}
	for _, row := range t.Rows {
		row = slices.Clone(row)
		for i := range row {
			cell := &row[i]
			if !cell.HasValue {
				cell.Text = Words(cell.Text)
			} else if t.Columns[i].Unit == string(replay.Seconds) {
				sign := ""
				if strings.HasPrefix(cell.Text, "+") {
					sign = "+"
				}
				cell.Text = sign + Duration(cell.Value)
			}
		}
		c.Rows = append(c.Rows, row)
	}
	for i := range c.Columns {
		if column := &c.Columns[i]; column.Unit == string(replay.Seconds) {
			column.Unit, column.DataUnit = "", string(replay.Seconds)
		}
	}
	return &c
}

// Duration returns seconds as people read them, with at most three digits, and
// integers without decimals: in seconds below 2 min, minutes below 1 h, hours
// below 100 h, but 1 min and whole days so. It serves tables and sentences;
// readable of tables.js does the same.
func Duration(seconds float64) string {
	size, unit, digits := 1.0, "s", 0
	switch long := math.Abs(seconds); {
	case math.IsNaN(seconds):
		return "–"
	case long >= 100*3600, long > 0 && math.Mod(long, 86400) == 0:
		size, unit = 86400, "d"
	case long >= 3600:
		size, unit = 3600, "h"
	case long >= 120, long == 60:
		size, unit = 60, "min"
	}
	v := seconds / size
	switch small := math.Abs(v) < 9.95; {
	case v == math.Trunc(v):
	case small && size >= 3600:
		digits = 2
	case small || size >= 3600 && math.Abs(v) < 99.5:
		digits = 1
	}
	scale := math.Pow10(digits)
	rounded := math.Round(v*scale)/scale + 0 // no -0
	return strconv.FormatFloat(rounded, 'f', digits, 64) + " " + unit
}
