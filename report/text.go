package report

import (
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
	for _, note := range t.below(&b, "*", "+", "-") {
		b.WriteString(strings.Join(foldText(output.Printable(note), lineLength, "  "), "\n") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
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

// textBody writes columns and rows, each column padded to the same width.
func (t *Table) textBody(b *strings.Builder) {
	lines := make([][]string, len(t.Rows)+2) // heading, rule, rows
	for i := range t.Columns {
		column := []string{t.Columns[i].title(), ""}
		room := 0 // for marks
		for _, row := range t.Rows {
			room = max(room, len(textMarks(&row[i])))
		}
		wide := width(column[0])
		for _, row := range t.Rows {
			cell := row[i].shown()
			if h := t.Columns[i].Heading; (h == "trace" || h == "queue") && width(cell) > longestName {
				cell = string([]rune(cell)[:longestName-3]) + "..."
			}
			cell += pad(textMarks(&row[i]), room, Left)
			column, wide = append(column, cell), max(wide, width(cell))
		}
		column[1] = strings.Repeat("-", wide)
		for k, text := range column {
			lines[k] = append(lines[k], pad(text, wide, t.Columns[i].Align))
		}
	}
	for _, fields := range lines {
		b.WriteString(strings.TrimRight(strings.Join(fields, "  "), " ") + "\n")
	}
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
