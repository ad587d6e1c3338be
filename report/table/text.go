package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"waitbench/replay"
)

// lineLength is the width in characters to which notes are folded.
const lineLength = 80

// WriteText writes the table for a terminal, with columns aligned by blanks. A
// star is "*" after the value and bold is "+". Marks have a width of their own,
// so that digits stay below digits. Columns that Fitted has no room for follow
// in further blocks.
func (t *Table) WriteText(w io.Writer) error {
	t = t.Readable()
	var b strings.Builder
	b.WriteString(plain.escape(t.Title) + "\n")
	for _, block := range t.blocks() {
		l, head, rows := block.narrowed().lines(&plain)
		b.WriteByte('\n')
		for _, line := range slices.Concat(head, []string{strings.Join(l.rules(), l.separator)}, rows) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	for i, note := range (&layout{markup: &plain, t: t}).footnotes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Join(fold(note, lineLength, "  "), "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// lines returns the lines of the headings, folded or not, and the rows.
func (t *Table) lines(m *markup) (l *layout, head, rows []string) {
	l, first, rows := m.lines(t)
	if t.heads == 0 {
		return l, []string{first}, rows
	}
	return l, rows[:t.heads], rows[t.heads:]
}

// Fitted returns the table for lines of text of so many characters. Where it is
// wider, WriteText folds headings and left-aligned texts between words.
func (t *Table) Fitted(characters int) *Table {
	c := *t
	c.width = characters
	return &c
}

// textWidths returns the widths of the columns as text, and the least widths to
// which they can be folded.
func (t *Table) textWidths() (wide, least []int) {
	const foldedTexts = 12
	bare := *t
	bare.Columns = make([]Column, len(t.Columns))
	l, _, _ := plain.lines(t)
	values, _, _ := plain.lines(&bare)
	for i, c := range t.Columns {
		narrow, words := values.widths[i]+l.marks[i], fold(c.title(), 0, "")
		if !c.Right {
			narrow = min(narrow, foldedTexts)
			for _, row := range t.Rows {
				words = append(words, fold(row[i].shown(), 0, "")...)
			}
		}
		for _, word := range words {
			narrow = max(narrow, width(word))
		}
		wide, least = append(wide, l.widths[i]+l.marks[i]), append(least, narrow)
	}
	return wide, least
}

// narrowed returns the table with its widest columns folded, as far as needed
// and possible.
func (t *Table) narrowed() *Table {
	wide, least := t.textWidths()
	over := -len(plain.separator) - t.width
	for _, n := range wide {
		over += n + len(plain.separator)
	}
	if t.width == 0 || over <= 0 {
		return t
	}
	for ; over > 0; over-- {
		widest := -1
		for i, n := range wide {
			if n > least[i] && (widest < 0 || n > wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		wide[widest]--
	}
	return t.folded(wide)
}

// blocks returns the columns that fit side by side. Each block begins with the
// texts on the left of the table, if they leave it half.
func (t *Table) blocks() (blocks []*Table) {
	var names, block []int
	used, usedByNames := 0, 0
	_, least := t.textWidths()
	for i, wide := range least {
		if t.width > 0 && used+wide > t.width && len(block) > len(names) {
			blocks = append(blocks, t.columns(block))
			block, used = slices.Clone(names), usedByNames
		}
		block, used = append(block, i), used+wide+len(plain.separator)
		if len(names) == i && !t.Columns[i].Right && used <= t.width/2 {
			names, usedByNames = append(names, i), used
		}
	}
	return append(blocks, t.columns(block))
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
