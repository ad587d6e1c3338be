package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"waitbench/replay/output"
)

// WriteLaTeX writes the table for a document that uses the packages booktabs and longtable: it goes
// on over pages with its heading, in the largest print in which it fits the width of the text or
// else in several tables below each other, and has caption, label and notes. Stars are superscripts
// that take no room, so that digits stay below digits.
func (t *Table) WriteLaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs,longtable}\n\\begingroup\n\\setlength{\\tabcolsep}{3pt}\n")
	label := t.FileName()
	if t.Run != "" {
		label = t.Run + ":" + label
	}
	shown := t.OneTrace()
	above := "  \\caption{" + latexText(shown.Title) + "}\\label{tab:" + label + "}\\\\\n"
	parts := shown.Parts
	if parts == nil {
		shown.Title = ""
		parts = []*Table{shown}
	}
	for _, part := range parts {
		part = part.OneTrace()
		for _, columns := range part.latexColumns() {
			if above == "" { // a longtable counts, whether it has a caption or not
				b.WriteString("\\addtocounter{table}{-1}\n")
			}
			if part.Title != "" {
				above += fmt.Sprintf("  \\multicolumn{%d}{l}{%s}\\\\\n", len(columns), latexText(part.Title))
			}
			part.latexBody(&b, above, columns)
			above = ""
		}
	}
	if notes := t.notes("asterisk:", "bold:", "dash:"); len(notes) > 0 {
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

// latexWidth is the width of the text of the class article, in points, and latexGap what is between
// two columns.
const latexWidth, latexGap = 345, 6

// latexSizes are sizes of print, and how many points a character takes.
var latexSizes = []struct {
	name  string
	point float64
}{{`\small`, 4.8}, {`\footnotesize`, 4.4}, {`\scriptsize`, 4.1}}

// latexHead folds the heading of a column, and gives the characters that the column is wide.
func (t *Table) latexHead(i int) (head string, wide int) {
	for _, row := range t.Rows {
		wide = max(wide, width(row[i].shown()))
	}
	lines := foldText(t.Columns[i].title(), wide, "")
	for k, line := range lines {
		wide = max(wide, width(line))
		lines[k] = latexText(line)
	}
	head = strings.Join(lines, `\\`)
	if len(lines) > 1 {
		head = fmt.Sprintf(`\shortstack[%s]{%s}`, t.Columns[i].latexSide(), head)
	}
	return head, wide
}

// latexColumn is a column of a table in LaTeX.
type latexColumn struct {
	at         int
	head, spec string
	wide       int // characters
}

// latexColumns deals the columns out to tables that fit the width of the text: all to one, with the
// longest columns of words folded, or else to several, each of which begins with the columns of
// words that come first.
func (t *Table) latexColumns() [][]latexColumn {
	var all []latexColumn
	var natural, least []int
	keys := 0
	for i := range t.Columns {
		head, wide := t.latexHead(i)
		all = append(all, latexColumn{i, head, t.Columns[i].latexSide(), wide})
		if natural = append(natural, wide); keys == i && t.Columns[i].Align == Left {
			keys++
		}
	}
	smallest := latexSizes[len(latexSizes)-1].point
	room := func(columns int) int { return int((latexWidth - latexGap*float64(columns)) / smallest) }
	least = t.fit(slices.Clone(natural), room(len(all)))
	for i, wide := range least {
		if wide < natural[i] {
			all[i].wide, all[i].spec = wide, fmt.Sprintf("p{%.1fem}", float64(wide)*0.52)
		}
	}
	groups := [][]latexColumn{all[:keys:keys]}
	for _, c := range all[keys:] {
		last := groups[len(groups)-1]
		if sumOf(last)+c.wide > room(len(last)+1) && len(last) > keys {
			groups, last = append(groups, nil), all[:keys:keys]
		}
		groups[len(groups)-1] = append(last, c)
	}
	return groups
}

func sumOf(columns []latexColumn) int {
	n := 0
	for _, c := range columns {
		n += c.wide
	}
	return n
}

// latexBody writes columns and their rows, below what is above.
func (t *Table) latexBody(b *strings.Builder, above string, columns []latexColumn) {
	size := latexSizes[len(latexSizes)-1].name
	for _, s := range slices.Backward(latexSizes) {
		if float64(sumOf(columns))*s.point+latexGap*float64(len(columns)) <= latexWidth {
			size = s.name
		}
	}
	var heads, specs []string
	for _, c := range columns {
		heads, specs = append(heads, c.head), append(specs, c.spec)
	}
	head := "  \\toprule\n  " + strings.Join(heads, " & ") + " \\\\\n  \\midrule\n"
	b.WriteString("{" + size + "\n\\begin{longtable}{" + strings.Join(specs, "") + "}\n" + above + head +
		"  \\endfirsthead\n" + head + "  \\endhead\n  \\bottomrule\n  \\endlastfoot\n")
	for _, row := range t.Rows {
		var cells []string
		for _, c := range columns {
			text := latexCell(&row[c.at])
			if strings.HasPrefix(c.spec, "p") {
				text = `\raggedright ` + text // after which \\ would only end a line
			}
			cells = append(cells, text)
		}
		b.WriteString("  " + strings.Join(cells, " & ") + " \\tabularnewline\n")
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

func latexText(text string) string { return latexEscaper.Replace(output.Printable(text)) }

// Brackets and asterisks are braced because a line break before them would take them for its own.
var latexEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `_`, `\_`, `%`, `\%`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`, `[`, `{[}`, `*`, `{*}`,
)
