package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"waitbench/replay"
)

// lineLength is the width in characters to which notes are folded.
const lineLength = 100

// WriteText writes the table for a terminal, with columns aligned by blanks. A
// star is "*" after the value and bold is "+". Marks have a width of their own,
// so that digits stay below digits.
func (t *Table) WriteText(w io.Writer) error {
	t = t.Readable()
	l, head, rows := plain.lines(t)
	var b strings.Builder
	b.WriteString(l.escape(t.Title) + "\n\n")
	for _, line := range slices.Concat([]string{head, strings.Join(l.rules(), l.separator)}, rows) {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for i, note := range l.footnotes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Join(fold(note, lineLength, "  "), "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pad fills text with blanks to a width, on its left to align it right.
func pad(text string, wide int, right bool) string {
	blanks := strings.Repeat(" ", max(0, wide-width(text)))
	if right {
		return blanks + text
	}
	return text + blanks
}

// width returns the number of characters of text.
func width(text string) int { return utf8.RuneCountInString(text) }

// Fitted returns a table whose long texts are folded over several rows, so that
// WriteText needs about so many characters a line. It folds left-aligned
// columns between words, the widest first.
func (t *Table) Fitted(characters int) *Table {
	const minWidth = 12 // width of a folded column
	t = t.Readable()
	l, _, _ := plain.lines(t)
	over := width(strings.Join(l.rules(), l.separator)) - characters
	for ; over > 0; over-- {
		widest := -1
		for i, wide := range l.widths {
			if !t.Columns[i].Right && (widest < 0 || wide > l.widths[widest]) {
				widest = i
			}
		}
		if widest < 0 || l.widths[widest] <= minWidth {
			break
		}
		l.widths[widest]--
	}
	folded := *t
	folded.Rows = nil
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, foldRow(row, l.widths)...)
	}
	return &folded
}

// foldRow spreads a row over as many rows as its cells need.
func foldRow(row []Cell, widths []int) [][]Cell {
	rows := [][]Cell{make([]Cell, len(row))}
	for i, c := range row {
		lines := fold(c.shown(), widths[i], "")
		if len(lines) < 2 {
			rows[0][i] = c
			continue
		}
		for k, line := range lines {
			if k == len(rows) {
				rows = append(rows, make([]Cell, len(row)))
			}
			rows[k][i] = Text(line)
		}
	}
	return rows
}

// fold breaks text between words into lines of at most so many characters, if
// the words allow. Lines after the first begin with an indent.
func fold(text string, characters int, indent string) []string {
	var lines []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		switch last := len(lines) - 1; {
		case last < 0:
			lines = append(lines, word)
		case width(lines[last])+1+width(word) <= characters:
			lines[last] += " " + word
		default:
			lines = append(lines, indent+word)
		}
	}
	return lines
}

// Folded returns text in lines for a terminal, with plain blanks only.
func Folded(text string) string {
	folded := strings.Join(fold(text, lineLength, ""), "\n") + "\n"
	return strings.ReplaceAll(folded, "\u00a0", " ")
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
