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

// Table is a table with the meaning of its marks and its footnotes, ready to be written in several
// formats. Every row has as many cells as there are columns.
type Table struct {
	ID       string // which table it is, in letters that file names take: table3-correct-by-queue
	Title    string
	Question Question
	Run      string // that it is of, for labels; may be empty
	Trace    string // that it is about; empty for several or none, and so for method and level
	Method   string
	Level    string // as methods.Level writes it
	Columns  []Column
	Rows     [][]Cell
	Star     string   // what an asterisk means; shown if there is one
	Bold     string   // what bold means; shown if there is any
	Missing  string   // what a dash means; shown if there is one
	Notes    []string // below the table

	// Parts are what text, Markdown and LaTeX show in place of columns and rows where there are too
	// many columns to be read, each with a title and columns and rows of its own. They hold the
	// same cells. CSV is always of the columns and rows.
	Parts []*Table

	onlyLevel bool // there are no such tables of other levels, from which names would tell it apart
}

// Question is what a table answers. Readers find tables by their questions.
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

// Questions are all questions in the order in which a reader asks them.
var Questions = []Question{WhichToTrust, HowTight, WhenFailed, AgainstPaper, WhatChanged, WhatReplayed}

// FileName is the stem of the names of the table's files: which table it is, and what it is about.
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

// FileName makes the name of a file of a name that may be anybody's, such as that of a log in
// run.json: in letters that every file system takes, so that it leads into no other folder.
func FileName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+-._", r) {
			return r
		}
		return '_'
	}, name)
}

// OneTrace gives the table without its column of traces where all rows are of one, which the title
// then names.
func (t *Table) OneTrace() *Table {
	c := *t
	if len(t.Rows) == 0 || t.Columns[0].Heading != "trace" ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[0].Text != t.Rows[0][0].Text }) {
		return &c
	}
	if t.Parts == nil {
		c.Title += ", " + t.Rows[0][0].Text
	}
	c.Columns, c.Rows = t.Columns[1:], nil
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, row[1:])
	}
	return &c
}

// Column is the head of a column.
type Column struct {
	Key     string // name in CSV; the heading where empty
	Heading string
	Unit    string // shown behind the heading; empty for words, counts and fractions
	Align   Align
	Marked  bool // cells may carry marks; CSV gives them in columns of their own
	Counted bool // cells have a Cell.N; CSV gives it in a column of its own

	Metric, Label string // of the samples of the column, the metric with what it is: see WriteMetrics
}

// Columns are columns of words; of numbers where the text begins with a hash, which may carry marks
// where it is an asterisk. A key stands before an equals sign, a unit behind a bar:
// "#mean_wait_s=mean wait|s".
func Columns(texts ...string) []Column {
	var list []Column
	for _, text := range texts {
		heading := strings.TrimLeft(text, "#*")
		c := Column{Align: Align(heading != text), Marked: text[0] == '*'}
		if key, rest, ok := strings.Cut(heading, "="); ok {
			c.Key, heading = key, rest
		}
		c.Heading, c.Unit, _ = strings.Cut(heading, "|")
		list = append(list, c)
	}
	return list
}

// Align says to which side the cells of a column are aligned.
type Align bool

// The sides of a column.
const (
	Left  Align = false
	Right Align = true
)

// Cell is an entry of a table. The zero value is an empty one.
type Cell struct {
	Text     string  // as shown, without marks
	Value    float64 // in full precision, meaningful if HasValue
	HasValue bool
	N        int // number of jobs behind the value
	Star     bool
	Bold     bool
	Missing  bool // shown as a dash, whatever the text
}

// Words gives a cell of text.
func Words(text string) Cell { return Cell{Text: text} }

// Absent gives a cell without a value, shown as a dash and empty in CSV.
func Absent() Cell { return Cell{Missing: true} }

// Count gives a cell with a whole number.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), HasValue: true}
}

// Number gives a cell that shows a value by a format of package fmt. NaN gives an absent one.
func Number(v float64, format string) Cell {
	if math.IsNaN(v) {
		return Absent()
	}
	return Cell{Text: fmt.Sprintf(format, v), Value: v, HasValue: true}
}

// signed is Number for a difference: with its sign, unless it is shown as zero.
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

// shown gives the text of a cell without marks.
func (c *Cell) shown() string {
	if c.Missing {
		return "-"
	}
	return output.Printable(c.Text)
}

// title gives the heading with the unit.
func (c *Column) title() string {
	if c.Unit == "" {
		return output.Printable(c.Heading)
	}
	return output.Printable(c.Heading + " (" + c.Unit + ")")
}

// has reports whether any cell of the table, as it is printed, has a property.
func (t *Table) has(property func(*Cell) bool) bool {
	if t.Parts != nil {
		return slices.ContainsFunc(t.Parts, func(part *Table) bool { return part.has(property) })
	}
	for _, row := range t.Rows {
		for i := range row {
			if property(&row[i]) {
				return true
			}
		}
	}
	return false
}

// Mark is a mark of cells, and what it means.
type Mark struct{ Sign, Meaning string }

// Names reports whether a method stands in the table.
func (t *Table) Names(method string) bool {
	return t.Method == method || slices.ContainsFunc(t.Columns, func(c Column) bool { return strings.Contains(c.Heading, method) }) ||
		t.has(func(c *Cell) bool { return strings.Contains(c.Text, method) })
}

// Marks are those that the table has, with the signs by which a format shows them.
func (t *Table) Marks(star, bold, missing string) []Mark {
	var marks []Mark
	for _, m := range []struct {
		Mark
		is func(*Cell) bool
	}{
		{Mark{star, t.Star}, func(c *Cell) bool { return c.Star }},
		{Mark{bold, t.Bold}, func(c *Cell) bool { return c.Bold }},
		{Mark{missing, t.Missing}, func(c *Cell) bool { return c.Missing }},
	} {
		if m.Meaning != "" && t.has(m.is) {
			marks = append(marks, m.Mark)
		}
	}
	return marks
}

// notes gives the meaning of marks, shown as a format does, and the notes of the table.
func (t *Table) notes(star, bold, missing string) []string {
	var lines []string
	for _, m := range t.Marks(star, bold, missing) {
		lines = append(lines, m.Sign+" "+m.Meaning)
	}
	return append(lines, t.Notes...)
}
