package report

import (
	"bufio"
	"cmp"
	"io"
	"strings"
	"unicode/utf8"

	"waitbench/replay/output"
)

// lineLength is the width in characters to which notes are folded.
const lineLength = 100

// longestName is the width in characters to which names of traces and queues are cut.
const longestName = 40

// WriteText writes the table for a terminal, with columns aligned by blanks. A star is written as
// "*" after the value and bold as "+". Marks have a width of their own, so that digits stay below
// digits.
func (t *Table) WriteText(w io.Writer) error {
	return t.StreamText(w, func(use func([]Cell) error) error {
		for _, row := range t.Rows {
			if err := use(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// StreamText is WriteText for rows that are not in memory. It calls each twice: first to find the
// widths of the columns, then to write. Function each passes all rows to use, one after another, and
// may fill t.Columns in its first call.
func (t *Table) StreamText(w io.Writer, each func(use func(row []Cell) error) error) error {
	var l textLayout
	err := each(func(row []Cell) error {
		l.fit(t, row)
		return nil
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(output.Printable(t.Title) + "\n\n" + l.head(t))
	err = each(func(row []Cell) error {
		_, err := out.WriteString(l.line(t, row))
		return err
	})
	for i, note := range t.footnotes(t.meanings(&l.marks, "*", "+", "-")) {
		if i == 0 {
			out.WriteByte('\n')
		}
		out.WriteString(strings.Join(fold(output.Printable(note), lineLength, "  "), "\n") + "\n")
	}
	return cmp.Or(err, out.Flush())
}

// textLayout holds the widths of columns in characters.
type textLayout struct {
	values, extra []int // for the values without marks, and for their marks
	marks         Cell  // all marks that occur
}

// fit makes columns wide enough for a row.
func (l *textLayout) fit(t *Table, row []Cell) {
	if l.values == nil {
		l.values, l.extra = make([]int, len(t.Columns)), make([]int, len(t.Columns))
	}
	for i := range row {
		l.values[i] = max(l.values[i], width(t.Columns[i].text(&row[i])))
		l.extra[i] = max(l.extra[i], len(textMarks(&row[i])))
	}
	l.marks.addMarks(row)
}

// head returns the headings and a rule below them.
func (l *textLayout) head(t *Table) string {
	l.fit(t, nil) // where there are no rows
	var titles, rules []string
	for i := range t.Columns {
		title := t.Columns[i].title()
		l.values[i] = max(l.values[i], width(title)-l.extra[i])
		titles = append(titles, pad(title, l.values[i]+l.extra[i], t.Columns[i].Align))
		rules = append(rules, strings.Repeat("-", l.values[i]+l.extra[i]))
	}
	return strings.TrimRight(strings.Join(titles, "  "), " ") + "\n" + strings.Join(rules, "  ") + "\n"
}

// line returns a row as text.
func (l *textLayout) line(t *Table, row []Cell) string {
	fields := make([]string, len(row))
	for i := range row {
		text := t.Columns[i].text(&row[i]) + pad(textMarks(&row[i]), l.extra[i], Left)
		fields[i] = pad(text, l.values[i]+l.extra[i], t.Columns[i].Align)
	}
	return strings.TrimRight(strings.Join(fields, "  "), " ") + "\n"
}

// text returns what a column shows of a cell, without marks.
func (c *Column) text(of *Cell) string {
	text := of.shown()
	if (c.Heading == "trace" || c.Heading == "queue") && width(text) > longestName {
		text = string([]rune(text)[:longestName-3]) + "..."
	}
	return text
}

func textMarks(c *Cell) string {
	marks := ""
	if c.Star {
		marks += "*"
	}
	if c.Bold {
		marks += "+"
	}
	return marks
}

// pad fills text with blanks to a width.
func pad(text string, wide int, align Align) string {
	blanks := strings.Repeat(" ", max(0, wide-width(text)))
	if align == Right {
		return blanks + text
	}
	return text + blanks
}

// width returns the number of characters of text.
func width(text string) int { return utf8.RuneCountInString(text) }

// Fitted returns a table whose long texts are folded over several rows, so that WriteText needs at
// most so many characters a line. It folds left-aligned columns only, between words, and the widest
// first, so that lines may still be longer.
func (t *Table) Fitted(characters int) *Table {
	widths, least := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	over := 2*(len(t.Columns)-1) - characters
	for i := range t.Columns {
		widths[i] = width(t.Columns[i].title())
		least[i] = widths[i]
		for _, row := range t.Rows {
			text := row[i].shown() + textMarks(&row[i])
			widths[i] = max(widths[i], width(text))
			for _, word := range strings.Fields(text) {
				least[i] = max(least[i], width(word))
			}
		}
		over += widths[i]
	}
	for ; over > 0; over-- {
		widest := -1
		for i := range widths {
			if t.Columns[i].Align == Left && widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	folded := *t
	folded.Rows = nil
	for _, row := range t.Rows {
		folded.Rows = append(folded.Rows, foldRow(row, widths)...)
	}
	return &folded
}

// foldRow spreads a row over as many rows as its cells need.
func foldRow(row []Cell, widths []int) [][]Cell {
	rows := [][]Cell{make([]Cell, len(row))}
	for i, c := range row {
		if width(c.shown())+len(textMarks(&c)) <= widths[i] {
			rows[0][i] = c
			continue
		}
		for k, line := range fold(c.shown()+textMarks(&c), widths[i], "") {
			if k == len(rows) {
				rows = append(rows, make([]Cell, len(row)))
			}
			rows[k][i] = Text(line)
		}
	}
	return rows
}

// fold breaks text between words into lines of at most so many characters, if the words allow. Lines
// after the first begin with an indent.
func fold(text string, characters int, indent string) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
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

// Folded returns text in lines for a terminal.
func Folded(text string) string {
	return strings.Join(fold(output.Printable(text), lineLength, ""), "\n") + "\n"
}
