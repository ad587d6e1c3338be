package report

import (
	"io"
	"slices"
	"strings"
)

// WriteLaTeX writes the table as a float with caption and label that needs no package: a tabular
// with rules, notes below it in small print. Stars are superscripts that take no room, so that
// digits stay below digits.
func (t *Table) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("\\begin{table}[htbp]\n  \\centering\n")
	b.WriteString("  \\caption{" + latexText(t.Title) + "}\n")
	b.WriteString("  \\label{tab:" + t.FileName() + "}\n")
	if t.Parts == nil {
		t.latexBody(&b)
	}
	for i, part := range t.Parts {
		if i > 0 {
			b.WriteString("  \\par\\medskip\n")
		}
		b.WriteString("  " + latexText(part.Title) + "\\par\\smallskip\n")
		part.latexBody(&b)
	}
	t.latexNotes(&b)
	b.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// latexBody writes columns and rows as a tabular.
func (t *Table) latexBody(b *strings.Builder) {
	sides := ""
	heads := make([]string, len(t.Columns))
	for i := range t.Columns {
		heads[i] = latexText(t.Columns[i].title())
		if t.Columns[i].Align == Right {
			sides += "r"
		} else {
			sides += "l"
		}
	}
	b.WriteString("  \\begin{tabular}{" + sides + "}\n    \\hline\n")
	b.WriteString("    " + strings.Join(heads, " & ") + " \\\\\n    \\hline\n")
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i := range row {
			cells[i] = latexCell(&row[i])
		}
		b.WriteString("    " + strings.Join(cells, " & ") + " \\\\\n")
	}
	b.WriteString("    \\hline\n  \\end{tabular}\n")
}

func (t *Table) latexNotes(b *strings.Builder) {
	notes := slices.Concat(t.legend("asterisk:", "bold:", "dash:"), t.Notes)
	if len(notes) == 0 {
		return
	}
	b.WriteString("  \\par\\smallskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\n")
	for _, note := range notes {
		b.WriteString("    " + latexText(note) + "\\par\n")
	}
	b.WriteString("  \\end{minipage}\n")
}

func latexCell(c *Cell) string {
	if c.Missing {
		return "--"
	}
	text := latexText(c.Text)
	if strings.HasPrefix(text, "-") && c.HasValue { // a minus sign, not a hyphen
		text = "$-$" + text[1:]
	}
	if c.Bold {
		text = `\textbf{` + text + "}"
	}
	if c.Star {
		text += `\rlap{$^{*}$}`
	}
	return text
}

func latexText(text string) string { return latexEscaper.Replace(printable(text)) }

// Brackets and asterisks are braced because a line break before them would take them for its own.
var latexEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`, `[`, `{[}`, `*`, `{*}`,
)
