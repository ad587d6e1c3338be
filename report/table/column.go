package table

import (
	"strings"

	"waitbench/replay"
)

// Column is the head of a column.
type Column struct {
	Key     string // name in CSV and JSON; the heading if empty
	Heading string
	Unit    string // shown after the heading; empty for text, counts and fractions
	Right   bool   // numbers are aligned right, text left
	Marked  bool   // cells may carry marks, which CSV writes in columns of their own
	Counted bool   // cells have a Cell.N, which CSV writes in a column of its own

	// DataUnit is the unit of the values in JSON if texts have units of their
	// own, such as 5 min.
	DataUnit string

	score string // the column of scores that AddScore shows
}

// Columns parses short descriptions of columns. A column holds text, or numbers
// if the description begins with "#" or "*". After an asterisk the numbers may
// carry marks, after two they have counts too. A key ends with an equals sign,
// and a unit begins with a bar: "#mean_wait_s=mean wait|s". After a second bar
// is the DataUnit: "#age_s=waited||s". "@pinball_s" is a column of scores by its
// name in replay.Columns.
func Columns(texts ...string) []Column {
	var columns []Column
	for _, text := range texts {
		score, isScore := strings.CutPrefix(text, "@")
		if isScore {
			text = ScoreHead(score)
		} else {
			score = ""
		}
		heading := strings.TrimLeft(text, "#*")
		c := Column{Right: heading != text, Marked: text[0] == '*',
			Counted: strings.HasPrefix(text, "**"), score: score}
		if key, rest, ok := strings.Cut(heading, "="); ok {
			c.Key, heading = key, rest
		}
		c.Heading, c.Unit, _ = strings.Cut(heading, "|")
		c.Unit, c.DataUnit, _ = strings.Cut(c.Unit, "|")
		columns = append(columns, c)
	}
	return columns
}

// key returns the name of the column in CSV and JSON.
func (c *Column) key() string {
	if c.Key == "" {
		return c.Heading
	}
	return c.Key
}

func (c *Column) title() string {
	if c.Unit == "" {
		return c.Heading
	}
	return c.Heading + " (" + c.Unit + ")"
}

// ScoreHead returns the head of a column of scores for Columns.
func ScoreHead(name string) string {
	c := replay.FindColumn(name)
	head := name + "=" + c.Heading
	switch {
	case name == "procs_range":
		return "procs_range=processors"
	case name == "quantile":
		return name
	case name == "correct":
		return "**correct=share"
	case c.Unit == replay.Seconds:
		head += "|s"
	}
	if !c.IsText() {
		head = "#" + head
	}
	return head
}

// ScoreCell returns the value of a column, and a missing cell for none.
func ScoreCell(s *replay.Score, name string) Cell {
	c := replay.FindColumn(name)
	switch {
	case s == nil || c.IsNull(s):
		return Missing()
	case name == "quantile":
		return Text(s.Level().String())
	case name == "correct":
		share := Number(s.Coverage, c.Format)
		share.N = s.Bounded
		return share
	case c.Unit == replay.Seconds:
		return Seconds(c.Number(s))
	case c.IsText():
		return Text(c.Text(s))
	}
	return Number(c.Number(s), c.Format)
}
