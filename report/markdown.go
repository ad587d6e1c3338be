package report

import (
	"io"
	"slices"
	"strings"
)

// WriteMarkdown writes the table as a heading, a pipe table padded so that its source reads as a
// table too, and a list of notes.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("## " + markdownEscaper.Replace(printable(t.Title)) + "\n\n")
	if t.Parts == nil {
		t.markdownBody(&b)
	}
	for i, part := range t.Parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("### " + markdownEscaper.Replace(printable(part.Title)) + "\n\n")
		part.markdownBody(&b)
	}
	notes := slices.Concat(t.legend("asterisk:", "bold:", "dash:"), t.Notes)
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	for _, note := range notes {
		b.WriteString("- " + markdownEscaper.Replace(printable(note)) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownBody writes columns and rows.
func (t *Table) markdownBody(b *strings.Builder) {
	columns := make([][]string, len(t.Columns)) // heading, then rows
	for i := range t.Columns {
		columns[i] = t.markdownColumn(i)
	}
	for line := range len(t.Rows) + 1 {
		for i, column := range columns {
			b.WriteString("| " + pad(column[line], width(column[0]), t.Columns[i].Align) + " ")
		}
		b.WriteString("|\n")
		if line == 0 {
			t.markdownRule(b, columns)
		}
	}
}

// markdownColumn gives heading and cells of a column, the heading padded to the widest.
func (t *Table) markdownColumn(i int) []string {
	cells := []string{markdownEscaper.Replace(t.Columns[i].title())}
	wide := max(3, width(cells[0])) // a rule has at least three characters
	for _, row := range t.Rows {
		cell := markdownCell(&row[i])
		wide = max(wide, width(cell))
		cells = append(cells, cell)
	}
	cells[0] = pad(cells[0], wide, t.Columns[i].Align)
	return cells
}

func (t *Table) markdownRule(b *strings.Builder, columns [][]string) {
	for i, column := range columns {
		rule := strings.Repeat("-", width(column[0]))
		if t.Columns[i].Align == Right {
			rule = rule[1:] + ":"
		}
		b.WriteString("| " + rule + " ")
	}
	b.WriteString("|\n")
}

func markdownCell(c *Cell) string {
	text := markdownEscaper.Replace(c.shown())
	if c.Bold {
		text = "**" + text + "**"
	}
	if c.Star {
		text += `\*`
	}
	return text
}

var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `&`, `&amp;`, `~`, `\~`,
)
