package report

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/swf"
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

// Duration is swf.Duration.
var Duration = swf.Duration
