package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"waitbench/replay"
)

// Table is a table that can be written in several formats. Every row has as
// many cells as there are columns.
type Table struct {
	ID       string // for file names: table3-correct-by-queue
	Title    string
	Question Question
	Level    string // the level of the table, as in file names; empty for several or the only one
	Columns  []Column
	Rows     [][]Cell
	Star     string   // meaning of an asterisk
	Bold     string   // meaning of bold
	Missing  string   // meaning of a dash
	Notes    []string // below the table
}

// Question is the question of a reader that a table answers.
type Question string

// The questions, in the order of Questions.
const (
	WhichToTrust Question = "Which can I trust?"
	HowTight     Question = "How tight?"
	WhenFailed   Question = "When did it fail?"
	HowLongStill Question = "How long is the remaining wait?"
	AgainstPaper Question = "Against the paper?"
	WhatChanged  Question = "What changed?"
	WhatReplayed Question = "What was replayed?"
)

// Questions lists all questions in the order of a report.
var Questions = []Question{WhichToTrust, HowTight, WhenFailed, HowLongStill, AgainstPaper,
	WhatChanged, WhatReplayed}

// FileName returns the name of the table's files without extension.
func (t *Table) FileName() string {
	if t.Level != "" {
		return FileName(t.ID + "-q" + t.Level)
	}
	return FileName(t.ID)
}

// FileName returns a file name for any name, such as a log's name in a run.json
// of unknown origin. It keeps letters, digits, and + - . _ and replaces other
// characters, so that the name leads into no other folder.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+-._", r) {
			return r
		}
		return '_'
	}, name)
}

// OneLog returns the table without its first column if that names the same
// log in all rows. The title then names the log.
func (t *Table) OneLog() *Table {
	if len(t.Rows) == 0 || t.Columns[0].Heading != "log" ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool {
			return row[0].Text != t.Rows[0][0].Text
		}) {
		return t
	}
	c := t.Without("log")
	c.Title += ", " + t.Rows[0][0].Text
	return c
}

// With returns the table with some of its columns, by their keys.
func (t *Table) With(keys ...string) *Table {
	c := *t
	c.Columns, c.Rows = nil, make([][]Cell, len(t.Rows))
	for k, column := range t.Columns {
		if slices.Contains(keys, column.key()) {
			c.Columns = append(c.Columns, column)
			for i, row := range t.Rows {
				c.Rows[i] = append(c.Rows[i], row[k])
			}
		}
	}
	return &c
}

// Without returns the table without its first column of a key.
func (t *Table) Without(key string) *Table {
	c, k := *t, t.index(key)
	c.Columns, c.Rows = slices.Delete(slices.Clone(t.Columns), k, k+1), nil
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, slices.Delete(slices.Clone(row), k, k+1))
	}
	return &c
}

// index returns the index of the column with a key.
func (t *Table) index(key string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.key() == key })
}

// embolden makes the highest values of a column bold, in the rows from one on;
// the lowest if sign is -1.
func (t *Table) embolden(from int, key string, sign float64) {
	k, best := t.index(key), math.Inf(-1)
	for _, row := range t.Rows[from:] {
		if row[k].HasValue {
			best = max(best, sign*row[k].Value)
		}
	}
	for _, row := range t.Rows[from:] {
		row[k].Bold = row[k].HasValue && sign*row[k].Value == best
	}
}

// Names reports whether the table shows a method.
func (t *Table) Names(method string) bool {
	inHead := func(c Column) bool { return strings.Contains(c.Heading, method) }
	inCell := func(c Cell) bool { return strings.Contains(c.Text, method) }
	return slices.ContainsFunc(t.Columns, inHead) ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool {
			return slices.ContainsFunc(row, inCell)
		})
}

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
	var list []Column
	for _, text := range texts {
		score, isScore := strings.CutPrefix(text, "@")
		if isScore {
			text = scoreHead(score)
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
		list = append(list, c)
	}
	return list
}

// Add adds a row of cells, integers and texts, one for each column.
func (t *Table) Add(values ...any) {
	if len(values) != len(t.Columns) {
		panic(fmt.Sprintf("table %s has %d columns, a row has %d", t.ID, len(t.Columns), len(values)))
	}
	row := make([]Cell, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case Cell:
			row[i] = v
		case int:
			row[i] = Count(v)
		default:
			row[i] = Text(fmt.Sprint(v))
		}
	}
	t.Rows = append(t.Rows, row)
}

// AddScore adds a row. The columns of scores show s, which may be nil, and the
// others the values in order.
func (t *Table) AddScore(s *replay.Score, values ...any) {
	var row []any
	for _, c := range t.Columns {
		if c.score != "" {
			row = append(row, scoreCell(s, c.score))
		} else {
			row, values = append(row, values[0]), values[1:]
		}
	}
	t.Add(append(row, values...)...) // Add refuses values without a column
}

// key returns the name of the column in CSV and JSON.
func (c *Column) key() string {
	if c.Key == "" {
		return c.Heading
	}
	return c.Key
}

// title returns the heading with the unit.
func (c *Column) title() string {
	if c.Unit == "" {
		return c.Heading
	}
	return c.Heading + " (" + c.Unit + ")"
}

// Cell is an entry of a table. The zero value is an empty cell.
type Cell struct {
	Text     string  // as shown, without marks
	Value    float64 // in full precision, valid if HasValue
	HasValue bool
	IsTruth  bool // CSV and JSON have false for the value 0, else true
	N        int  // number of jobs behind the value
	Star     bool
	Bold     bool
	Missing  bool // shown as a dash, whatever the text
}

// Text returns a cell of text.
func Text(text string) Cell { return Cell{Text: text} }

// Missing returns a cell without a value: a dash in text, empty in CSV.
func Missing() Cell { return Cell{Missing: true} }

// Count returns a cell with an integer.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), HasValue: true}
}

// YesNo returns a cell that shows yes or no.
func YesNo(yes bool) Cell {
	if yes {
		return Cell{Text: "yes", Value: 1, IsTruth: true}
	}
	return Cell{Text: "no", IsTruth: true}
}

// Number returns a cell that shows a value by a format of package fmt, and a
// missing cell for NaN.
func Number(v float64, format string) Cell {
	if math.IsNaN(v) {
		return Missing()
	}
	return Cell{Text: fmt.Sprintf(format, v), Value: v, HasValue: true}
}

// signed is Number for a difference: it shows the sign, unless the digits shown
// are all zero.
func signed(v float64, format string) Cell {
	c := Number(v, format)
	switch {
	case strings.Trim(c.Text, "-0.") == "":
		c.Text = strings.TrimPrefix(c.Text, "-")
	case v > 0:
		c.Text = "+" + c.Text
	}
	return c
}

// secondsCell shows a duration, below 10 s with a decimal.
func secondsCell(v float64) Cell {
	if math.Abs(v) < 10 {
		return Number(v, "%.1f")
	}
	return Number(v, "%.0f")
}

// factorCell shows a factor as Factor does.
func factorCell(v float64) Cell {
	c := Number(v, "%v")
	c.Text = Factor(v)
	return c
}

// textOrMissing returns a missing cell for an empty text.
func textOrMissing(text string) Cell { return Cell{Text: text, Missing: text == ""} }

// shown returns the text of a cell without marks.
func (c *Cell) shown() string {
	if c.Missing {
		return "-"
	}
	return c.Text
}

// Mark is a mark of cells with its meaning.
type Mark struct{ Sign, Meaning string }

// Marks returns the marks that occur in the table, with the signs of a format.
func (t *Table) Marks(star, bold, missing string) (marks []Mark) {
	add := func(sign, meaning string, carries func(Cell) bool) {
		if meaning != "" && slices.ContainsFunc(t.Rows, func(row []Cell) bool {
			return slices.ContainsFunc(row, carries)
		}) {
			marks = append(marks, Mark{sign, meaning})
		}
	}
	add(star, t.Star, func(c Cell) bool { return c.Star })
	add(bold, t.Bold, func(c Cell) bool { return c.Bold })
	add(missing, t.Missing, func(c Cell) bool { return c.Missing })
	return marks
}
