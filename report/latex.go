package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteLaTeX writes the table for a document that uses the packages booktabs and longtable: it goes
// on over pages with its heading, in the largest print in which it fits the width of the text, and
// has caption, label and notes below it in small print. Stars are superscripts that take no room,
// so that digits stay below digits.
func (t *Table) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs,longtable}\n\\begingroup\n\\setlength{\\tabcolsep}{3pt}\n")
	label := t.FileName()
	if t.Run != "" {
		label = t.Run + ":" + label
	}
	caption := "  \\caption{" + latexText(t.Title) + "}\\label{tab:" + label + "}\\\\\n"
	if t.Parts == nil {
		t.latexBody(&b, caption)
	}
	for i, part := range t.Parts {
		if i > 0 { // a longtable counts, whether it has a caption or not
			b.WriteString("\\addtocounter{table}{-1}\n")
			caption = ""
		}
		part.latexBody(&b, caption+fmt.Sprintf("  \\multicolumn{%d}{l}{%s}\\\\\n", len(part.Columns), latexText(part.Title)))
	}
	if notes := slices.Concat(t.legend("asterisk:", "bold:", "dash:"), t.Notes); len(notes) > 0 {
		b.WriteString("{\\footnotesize\\raggedright\\noindent\n")
		for _, note := range notes {
			b.WriteString("  " + latexText(note) + "\\par\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("\\endgroup\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// latexSizes are sizes of print and how many characters fit beside each other in the text of the
// class article, 345 points wide; half as many points are between columns.
var latexSizes = []struct {
	name  string
	chars int
}{{`\small`, 72}, {`\footnotesize`, 80}, {`\scriptsize`, 92}, {`\tiny`, 126}}

// latexBody writes columns and rows, below a caption.
func (t *Table) latexBody(b *strings.Builder, caption string) {
	heads, natural := make([]string, len(t.Columns)), make([]int, len(t.Columns))
	for i := range t.Columns {
		for _, row := range t.Rows {
			natural[i] = max(natural[i], width(row[i].shown()))
		}
		lines := foldText(t.Columns[i].title(), natural[i])
		for k, line := range lines {
			natural[i] = max(natural[i], width(line))
			lines[k] = latexText(line)
		}
		if heads[i] = strings.Join(lines, `\\`); len(lines) > 1 {
			heads[i] = fmt.Sprintf(`\shortstack[%s]{%s}`, t.Columns[i].latexSide(), heads[i])
		}
	}
	size := latexSizes[len(latexSizes)-1]
	for _, s := range slices.Backward(latexSizes) {
		if sum(natural)+len(natural) <= s.chars {
			size = s
		}
	}
	fitted := t.fit(slices.Clone(natural), size.chars-len(natural))
	sides := ""
	for i := range t.Columns {
		if side := t.Columns[i].latexSide(); fitted[i] < natural[i] {
			sides += fmt.Sprintf("p{%.1fem}", float64(fitted[i])*0.55)
		} else {
			sides += side
		}
	}
	head := "  \\toprule\n  " + strings.Join(heads, " & ") + " \\\\\n  \\midrule\n"
	b.WriteString("{" + size.name + "\n\\begin{longtable}{" + sides + "}\n" + caption + head + "  \\endfirsthead\n" + head + "  \\endhead\n" +
		"  \\bottomrule\n  \\endlastfoot\n")
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i := range row {
			cells[i] = latexCell(&row[i])
		}
		b.WriteString("  " + strings.Join(cells, " & ") + " \\\\\n")
	}
	b.WriteString("\\end{longtable}}\n")
}

func (c *Column) latexSide() string {
	if c.Align == Right {
		return "r"
	}
	return "l"
}

func sum(x []int) int {
	n := 0
	for _, v := range x {
		n += v
	}
	return n
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
