package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Table is a table that can be written in several formats. Every row has as many cells as there are
// columns.
type Table struct {
	ID       string // what the table shows, in letters for file names: table3-correct-by-queue
	Title    string
	Question Question
	Run      string // the run, for labels in LaTeX; may be empty
	Trace    string // the trace that the table is about; empty for several or none
	Method   string // the method that the table is about; empty for several or none
	Level    string // the level that the table is about, as methods.Level writes it; may be empty
	Columns  []Column
	Rows     [][]Cell
	Star     string   // what an asterisk means
	Bold     string   // what bold means
	Missing  string   // what a dash means
	Notes    []string // below the table

	onlyLevel bool // no other level has such a table, so file names leave the level out
}

// Question is the question of a reader that a table answers.
type Question string

// The questions, in the order of Questions.
const (
	WhichToTrust Question = "Which can I trust?"
	HowTight     Question = "How tight?"
	WhenFailed   Question = "When did it fail?"
	AgainstPaper Question = "Against the paper?"
	WhatChanged  Question = "What changed?"
	WhatReplayed Question = "What was replayed?"
)

// Questions lists all questions in the order of a report.
var Questions = []Question{WhichToTrust, HowTight, WhenFailed, AgainstPaper, WhatChanged, WhatReplayed}

// FileName returns the name of the table's files without extension.
func (t *Table) FileName() string {
	name := t.ID
	if t.Trace != "" {
		name += "-" + t.Trace
	}
	if t.Method != "" {
		name += "-" + methods.Method{Name: t.Method}.ID()
	}
	if t.Level != "" && !t.onlyLevel {
		name += "-q" + t.Level
	}
	return FileName(name)
}

// FileName returns a file name for any name, such as the name of a log in a run.json that somebody
// sent. It keeps letters, digits, and + - . _ and replaces other characters, so that the name leads
// into no other folder.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+-._", r) {
			return r
		}
		return '_'
	}, name)
}

// OneTrace returns the table without its first column if that names the same trace in all rows. The
// title then names the trace.
func (t *Table) OneTrace() *Table {
	c := *t
	if len(t.Rows) == 0 || t.Columns[0].Heading != "trace" ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[0].Text != t.Rows[0][0].Text }) {
		return &c
	}
	c.Title += ", " + t.Rows[0][0].Text
	c.Columns, c.Rows = t.Columns[1:], nil
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, row[1:])
	}
	return &c
}

// Names reports whether the table shows a method.
func (t *Table) Names(method string) bool {
	inHead := func(c Column) bool { return strings.Contains(c.Heading, method) }
	inCell := func(c Cell) bool { return strings.Contains(c.Text, method) }
	return t.Method == method || slices.ContainsFunc(t.Columns, inHead) ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool { return slices.ContainsFunc(row, inCell) })
}

// Column is the head of a column.
type Column struct {
	Key     string // name in CSV and JSON; the heading where empty
	Heading string
	Unit    string // shown after the heading; empty for text, counts and fractions
	Align   Align
	Marked  bool // cells may carry marks, which CSV writes in columns of their own
	Counted bool // cells have a Cell.N, which CSV writes in a column of its own

	Metric, Label string // name and help of the metric, and label of its samples; see WriteMetrics
}

// Columns makes columns of short descriptions. A column is of text, or of numbers if the description
// begins with "#" or "*". After an asterisk the numbers may carry marks, after two they have counts
// too. A key stands before an equals sign, a unit after a bar: "#mean_wait_s=mean wait|s".
func Columns(texts ...string) []Column {
	var list []Column
	for _, text := range texts {
		heading := strings.TrimLeft(text, "#*")
		c := Column{Align: Align(heading != text), Marked: text[0] == '*', Counted: strings.HasPrefix(text, "**")}
		if key, rest, ok := strings.Cut(heading, "="); ok {
			c.Key, heading = key, rest
		}
		c.Heading, c.Unit, _ = strings.Cut(heading, "|")
		list = append(list, c)
	}
	return list
}

// columnOf is a column of a table whose rows show values of type T. The head is a description that
// Columns takes.
type columnOf[T any] struct {
	head string
	cell func(T) Cell
}

// fill adds columns to a table, with a row for each value.
func fill[T any](t *Table, values []T, columns ...columnOf[T]) *Table {
	for _, c := range columns {
		t.Columns = append(t.Columns, Columns(c.head)...)
	}
	for _, v := range values {
		var row []Cell
		for _, c := range columns {
			row = append(row, c.cell(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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
		return output.Printable(c.Heading)
	}
	return output.Printable(c.Heading + " (" + c.Unit + ")")
}

// Align is the side to which the cells of a column are aligned.
type Align bool

// The sides of a column.
const (
	Left  Align = false
	Right Align = true
)

// Cell is an entry of a table. The zero value is an empty cell.
type Cell struct {
	Text     string  // as shown, without marks
	Value    float64 // in full precision, valid if HasValue
	HasValue bool
	N        int // number of jobs behind the value
	Star     bool
	Bold     bool
	Missing  bool // shown as a dash, whatever the text
}

// Text returns a cell of text.
func Text(text string) Cell { return Cell{Text: text} }

// Missing returns a cell without a value, which is a dash in text and empty in CSV.
func Missing() Cell { return Cell{Missing: true} }

// Count returns a cell with an integer.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), HasValue: true}
}

// Number returns a cell that shows a value by a format of package fmt, and a missing cell for NaN.
func Number(v float64, format string) Cell {
	if math.IsNaN(v) {
		return Missing()
	}
	return Cell{Text: fmt.Sprintf(format, v), Value: v, HasValue: true}
}

// signed is Number for a difference: it shows the sign, unless the digits shown are all zero.
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

// shown returns the text of a cell without marks.
func (c *Cell) shown() string {
	if c.Missing {
		return "-"
	}
	return output.Printable(c.Text)
}

// addMarks adds the marks of other cells to c.
func (c *Cell) addMarks(row []Cell) {
	for i := range row {
		c.Star, c.Bold, c.Missing = c.Star || row[i].Star, c.Bold || row[i].Bold, c.Missing || row[i].Missing
	}
}

// Mark is a mark of cells with its meaning.
type Mark struct{ Sign, Meaning string }

// Marks returns the marks that occur in the table, with the signs of a format.
func (t *Table) Marks(star, bold, missing string) []Mark {
	var used Cell
	for _, row := range t.Rows {
		used.addMarks(row)
	}
	return t.meanings(&used, star, bold, missing)
}

func (t *Table) meanings(used *Cell, star, bold, missing string) []Mark {
	var marks []Mark
	for _, m := range []struct {
		Mark
		used bool
	}{{Mark{star, t.Star}, used.Star}, {Mark{bold, t.Bold}, used.Bold}, {Mark{missing, t.Missing}, used.Missing}} {
		if m.used && m.Meaning != "" {
			marks = append(marks, m.Mark)
		}
	}
	return marks
}

// footnotes returns the meanings of marks, and then the notes of the table.
func (t *Table) footnotes(marks []Mark) []string {
	var lines []string
	for _, m := range marks {
		lines = append(lines, m.Sign+" "+m.Meaning)
	}
	return append(lines, t.Notes...)
}
