package report

import (
	"bufio"
	"cmp"
	"io"
	"strings"
	"unicode"

	"waitbench/replay/output"
)

// lineLength is the width to which notes are folded, in columns of a terminal. Tables are as wide
// as they are.
const lineLength = 100

// longestName is the width to which names of traces and queues are cut, in columns.
const longestName = 40

// WriteText writes the table for a terminal: columns aligned by blanks, "*" behind a starred value,
// "+" behind a bold one. Marks have room of their own, so that digits stay below digits.
func (t *Table) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString(output.Printable(t.Title) + "\n\n")
	t.eachPart(&b, func(part *Table) {
		if part != t {
			b.WriteString(output.Printable(part.Title) + "\n\n")
		}
		part.textBody(&b)
	})
	t.textNotes(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// textNotes writes what stands below the table.
func (t *Table) textNotes(b *strings.Builder) {
	for _, note := range t.below(b, "*", "+", "-") {
		b.WriteString(strings.Join(foldText(output.Printable(note), lineLength, "  "), "\n") + "\n")
	}
}

// eachPart writes what is shown of the table, itself or its parts, with empty lines between.
func (t *Table) eachPart(b *strings.Builder, write func(part *Table)) {
	if t.Parts == nil {
		write(t)
	}
	for i, part := range t.Parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		write(part)
	}
}

// below gives the meaning of marks, shown as a format does, and the notes, after an empty line if
// there are any.
func (t *Table) below(b *strings.Builder, star, bold, missing string) []string {
	notes := t.notes(star, bold, missing)
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	return notes
}

// StreamText is WriteText for a table whose rows are not in memory: each hands them all to a
// function, one after the other, and is called twice. The columns, as they are after the first
// time, count. The table has no rows, and keeps a cell with all their marks, for what they mean.
func (t *Table) StreamText(w io.Writer, each func(use func(row []Cell) error) error) error {
	var l textLayout
	err := each(func(row []Cell) error {
		l.fit(t, row)
		return nil
	})
	if err != nil {
		return err
	}
	t.Rows = [][]Cell{{l.marks}}
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(output.Printable(t.Title) + "\n\n" + l.head(t))
	err = each(func(row []Cell) error {
		_, err := out.WriteString(l.line(t, row))
		return err
	})
	var b strings.Builder
	t.textNotes(&b)
	out.WriteString(b.String())
	return cmp.Or(err, out.Flush())
}

// textBody writes columns and rows, each column padded to the same width.
func (t *Table) textBody(b *strings.Builder) {
	var l textLayout
	for _, row := range t.Rows {
		l.fit(t, row)
	}
	b.WriteString(l.head(t))
	for _, row := range t.Rows {
		b.WriteString(l.line(t, row))
	}
}

// textLayout is how wide the columns of a table are, as far as its rows are known.
type textLayout struct {
	wide, room []int // without marks, and for marks
	marks      Cell  // with all marks that there are
}

// fit makes room for a row.
func (l *textLayout) fit(t *Table, row []Cell) {
	if l.wide == nil {
		l.wide, l.room = make([]int, len(t.Columns)), make([]int, len(t.Columns))
	}
	for i := range row {
		c, all := &row[i], &l.marks
		l.wide[i] = max(l.wide[i], width(t.Columns[i].cell(c)))
		l.room[i] = max(l.room[i], len(textMarks(c)))
		all.Missing, all.Star, all.Bold = all.Missing || c.Missing, all.Star || c.Star, all.Bold || c.Bold
	}
}

// head is the headings, and a rule below them.
func (l *textLayout) head(t *Table) string {
	l.fit(t, nil) // of no rows
	var titles, rules []string
	for i := range t.Columns {
		title := t.Columns[i].title()
		l.wide[i] = max(l.wide[i], width(title)-l.room[i])
		titles = append(titles, pad(title, l.wide[i]+l.room[i], t.Columns[i].Align))
		rules = append(rules, strings.Repeat("-", l.wide[i]+l.room[i]))
	}
	return strings.TrimRight(strings.Join(titles, "  "), " ") + "\n" + strings.Join(rules, "  ") + "\n"
}

// line is a row as text.
func (l *textLayout) line(t *Table, row []Cell) string {
	fields := make([]string, len(row))
	for i := range row {
		text := t.Columns[i].cell(&row[i]) + pad(textMarks(&row[i]), l.room[i], Left)
		fields[i] = pad(text, l.wide[i]+l.room[i], t.Columns[i].Align)
	}
	return strings.TrimRight(strings.Join(fields, "  "), " ") + "\n"
}

// cell is what a column shows of a cell, without marks.
func (c *Column) cell(of *Cell) string {
	text := of.shown()
	if (c.Heading == "trace" || c.Heading == "queue") && width(text) > longestName {
		text = string([]rune(text)[:longestName-3]) + "..."
	}
	return text
}

// text is a cell as text shows it.
func (c *Cell) text() string { return c.shown() + textMarks(c) }

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

// pad fills text with blanks to a width in columns.
func pad(text string, wide int, align Align) string {
	blanks := strings.Repeat(" ", max(0, wide-width(text)))
	if align == Right {
		return blanks + text
	}
	return text + blanks
}

// width gives the number of columns a terminal takes to show text.
func width(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

// runeWidth gives 0 for marks that join the character before them, 2 for the wide characters of
// East Asian scripts and for pictures, 1 for all others.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	for _, wide := range wideRunes {
		if wide[0] <= r && r <= wide[1] {
			return 2
		}
	}
	return 1
}

// wideRunes are the blocks whose characters are all, or nearly all, wide by Unicode Standard Annex
// 11.
var wideRunes = [][2]rune{
	{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
	{0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
}
