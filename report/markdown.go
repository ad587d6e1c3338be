package report

import (
	"io"
	"strings"

	"waitbench/replay/output"
)

// WriteMarkdown writes the table as a heading, a pipe table padded so that its source reads as a
// table too, and a list of notes.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("## " + markdownText(t.Title) + "\n\n")
	t.eachPart(&b, func(part *Table) {
		if part != t {
			b.WriteString("### " + markdownText(part.Title) + "\n\n")
		}
		part.markdownBody(&b)
	})
	for _, note := range t.below(&b, "asterisk:", "bold:", "dash:") {
		b.WriteString("- " + markdownText(note) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownBody writes columns and rows.
func (t *Table) markdownBody(b *strings.Builder) {
	lines := make([]string, len(t.Rows)+2) // heading, rule, rows
	for i := range t.Columns {
		align := t.Columns[i].Align
		column := []string{markdownText(t.Columns[i].title()), ""}
		wide := max(3, width(column[0])) // a rule has at least three characters
		for _, row := range t.Rows {
			cell := markdownCell(&row[i])
			column, wide = append(column, cell), max(wide, width(cell))
		}
		if column[1] = strings.Repeat("-", wide); align == Right {
			column[1] = column[1][1:] + ":"
		}
		for k, text := range column {
			lines[k] += "| " + pad(text, wide, align) + " "
		}
	}
	for _, line := range lines {
		b.WriteString(line + "|\n")
	}
}

func markdownCell(c *Cell) string {
	text := markdownText(c.shown())
	if c.Bold {
		text = "**" + text + "**"
	}
	if c.Star {
		text += `\*`
	}
	return text
}

func markdownText(text string) string { return markdownEscaper.Replace(output.Printable(text)) }

var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `&`, `&amp;`, `~`, `\~`,
)
