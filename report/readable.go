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

// Words replaces names of columns and rules in files by words.
func Words(text string) string {
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
				cell.Text = sign + readable(cell.Value)
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

// readable returns a duration with two or three digits: seconds below 2 min,
// minutes below 1 h, hours below 100 h. readable of tables.js does the same.
func readable(seconds float64) string {
	size, unit, digits := 1.0, "s", 1
	switch long := math.Abs(seconds); {
	case long >= 100*3600:
		size, unit = 86400, "d"
	case long >= 3600:
		size, unit = 3600, "h"
	case long >= 120:
		size, unit = 60, "min"
	}
	v := seconds / size
	if large := math.Abs(v) >= 9.95; large && size < 3600 || math.Abs(v) >= 99.5 {
		digits = 0
	} else if size >= 3600 && !large {
		digits = 2
	}
	return strconv.FormatFloat(v, 'f', digits, 64) + " " + unit
}
