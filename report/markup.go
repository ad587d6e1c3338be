package report

import (
	"fmt"
	"io"
	"strings"

	"waitbench/replay/output"
)

// markup is how a document format writes the cells of a table.
type markup struct {
	escaper    *strings.Replacer
	separator  string // between cells
	dash       string // for a missing value
	minus      string // before a negative number
	bold, star string // format of package fmt for a bold value; what follows a starred one
}

var markdown = markup{
	escaper: strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `&`, `&amp;`, `~`, `\~`,
	),
	separator: " | ", dash: "-", minus: "-", bold: "**%s**", star: `\*`,
}

// In LaTeX a bracket or an asterisk is braced, since a line break before it would take it for its
// own argument. Stars take no width, so that digits stay below digits.
var latex = markup{
	escaper: strings.NewReplacer(
		`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`, `~`, `\textasciitilde{}`,
		`^`, `\textasciicircum{}`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`, `[`, `{[}`, `*`, `{*}`,
	),
	separator: " & ", dash: "--", minus: "$-$", bold: `\textbf{%s}`, star: `\rlap{$^{*}$}`,
}

func (m *markup) escape(text string) string { return m.escaper.Replace(output.Printable(text)) }

func (m *markup) cell(c *Cell) string {
	if c.Missing {
		return m.dash
	}
	text := m.escape(c.Text)
	if digits, negative := strings.CutPrefix(text, "-"); negative && c.HasValue {
		text = m.minus + digits
	}
	if c.Bold {
		text = fmt.Sprintf(m.bold, text)
	}
	if c.Star {
		text += m.star
	}
	return text
}

// lines returns the heading and the rows with aligned columns, and the widths of the columns.
func (m *markup) lines(t *Table) (lines []string, widths []int) {
	lines = make([]string, 1+len(t.Rows))
	for i := range t.Columns {
		cells := []string{m.escape(t.Columns[i].title())}
		for _, row := range t.Rows {
			cells = append(cells, m.cell(&row[i]))
		}
		wide := 3 // what a rule in Markdown needs at least
		for _, text := range cells {
			wide = max(wide, width(text))
		}
		widths = append(widths, wide)
		for k, text := range cells {
			if i > 0 {
				lines[k] += m.separator
			}
			lines[k] += pad(text, wide, t.Columns[i].Align)
		}
	}
	return lines, widths
}

// footnotes returns the footnotes of a table in the format.
func (m *markup) footnotes(t *Table) []string {
	notes := t.footnotes(t.Marks("asterisk:", "bold:", "dash:"))
	for i, note := range notes {
		notes[i] = m.escape(note)
	}
	return notes
}

// WriteMarkdown writes the table as a heading, a pipe table whose source is aligned too, and a list
// of notes.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", markdown.escape(t.Title))
	lines, widths := markdown.lines(t)
	for k, line := range lines {
		fmt.Fprintf(&b, "| %s |\n", line)
		if k > 0 {
			continue
		}
		for i, wide := range widths {
			rule := strings.Repeat("-", wide)
			if t.Columns[i].Align == Right {
				rule = rule[1:] + ":"
			}
			fmt.Fprintf(&b, "| %s ", rule)
		}
		b.WriteString("|\n")
	}
	for i, note := range markdown.footnotes(t) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteLaTeX writes the table as a longtable with caption, label and notes. The document must use
// the packages booktabs and longtable.
func (t *Table) WriteLaTeX(w io.Writer) error {
	label := t.FileName()
	if t.Run != "" {
		label = t.Run + ":" + label
	}
	t = t.OneTrace()
	sides := ""
	for i := range t.Columns {
		sides += map[Align]string{Left: "l", Right: "r"}[t.Columns[i].Align]
	}
	lines, _ := latex.lines(t)
	head := fmt.Sprintf("  \\toprule\n  %s \\\\\n  \\midrule\n", lines[0])
	var b strings.Builder
	fmt.Fprintf(&b, "%% \\usepackage{booktabs,longtable}\n{\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{longtable}{%s}\n", sides)
	fmt.Fprintf(&b, "  \\caption{%s}\\label{tab:%s}\\\\\n%s  \\endfirsthead\n", latex.escape(t.Title), label, head)
	fmt.Fprintf(&b, "%s  \\endhead\n  \\bottomrule\n  \\endlastfoot\n", head)
	for _, line := range lines[1:] {
		fmt.Fprintf(&b, "  %s \\\\\n", line)
	}
	b.WriteString("\\end{longtable}\n")
	if notes := latex.footnotes(t); len(notes) > 0 {
		fmt.Fprintf(&b, "\\raggedright\\noindent\n  %s\\par\n", strings.Join(notes, "\\par\n  "))
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
