package table

import (
	"fmt"
	"math"
	"slices"
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

	width int // characters of a line of text; 0 for any number
	heads int // rows that are folded headings
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
	WhatReplayed Question = "What was replayed?"
)

// Questions lists all questions in the order of a report.
var Questions = []Question{WhichToTrust, HowTight, WhenFailed, HowLongStill, AgainstPaper,
	WhatReplayed}

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
	var indices []int
	for i := range t.Columns {
		if slices.Contains(keys, t.Columns[i].key()) {
			indices = append(indices, i)
		}
	}
	return t.columns(indices)
}

func (t *Table) columns(indices []int) *Table {
	c := *t
	c.Columns, c.Rows = nil, make([][]Cell, len(t.Rows))
	for _, k := range indices {
		c.Columns = append(c.Columns, t.Columns[k])
		for i, row := range t.Rows {
			c.Rows[i] = append(c.Rows[i], row[k])
		}
	}
	return &c
}

// Without returns the table without its first column of a key.
func (t *Table) Without(key string) *Table {
	c, k := *t, t.Index(key)
	c.Columns, c.Rows = slices.Delete(slices.Clone(t.Columns), k, k+1), nil
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, slices.Delete(slices.Clone(row), k, k+1))
	}
	return &c
}

// Index returns the index of the column with a key.
func (t *Table) Index(key string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.key() == key })
}

// Embolden makes the highest values of a column bold, in the rows from one on;
// the lowest if sign is -1.
func (t *Table) Embolden(from int, key string, sign float64) {
	k, best := t.Index(key), math.Inf(-1)
	for _, row := range t.Rows[from:] {
		if row[k].HasValue {
			best = max(best, sign*row[k].Value)
		}
	}
	for _, row := range t.Rows[from:] {
		row[k].Bold = row[k].HasValue && sign*row[k].Value == best
	}
}

// Shows reports whether the table shows a method.
func (t *Table) Shows(method string) bool {
	inHead := func(c Column) bool { return strings.Contains(c.Heading, method) }
	inCell := func(c Cell) bool { return strings.Contains(c.Text, method) }
	return slices.ContainsFunc(t.Columns, inHead) ||
		slices.ContainsFunc(t.Rows, func(row []Cell) bool {
			return slices.ContainsFunc(row, inCell)
		})
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
			row = append(row, ScoreCell(s, c.score))
		} else {
			row, values = append(row, values[0]), values[1:]
		}
	}
	t.Add(append(row, values...)...) // Add refuses values without a column
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
