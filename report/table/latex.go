package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// latex braces a bracket or an asterisk, since a line break before it would
// take it for its own argument, and parts the two dashes of a flag. Stars have
// no width, so that digits stay below digits.
var latex = markup{
	escaper: strings.NewReplacer(
		`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`,
		`_`, `\_`, `%`, `\%`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`,
		`<`, `$<$`, `>`, `$>$`, `|`, `$|$`, `"`, `''`, `[`, `{[}`, `×`, `$\times$`, `*`, `{*}`, `--`, `-{}-`,
	),
	separator: " & ", dash: "--", minus: "$-$", bold: [2]string{`\textbf{`, `}`},
	star: `\rlap{$^{*}$}`, minWidth: 3, signs: inWords,
}

// A page of LaTeX is A4 with margins of 2.5 cm. A line holds so many characters
// of 8 points, and a page a table of so many lines. Methods in more columns than
// latexSeries are rows.
const (
	latexLine   = 104
	latexLines  = 50
	latexSeries = 6
)

// WriteLaTeX writes the table with caption, label and notes, for a page of A4.
// What is wider is folded or follows in further blocks. A table of more lines
// than a page has is a longtable for each block.
func (t *Table) WriteLaTeX(w io.Writer) error {
	label := t.FileName()
	if one := t.OneLog(); one != t {
		label, t = FileName(t.Rows[0][0].Text)+":"+label, one
	}
	t = t.Readable().turned()
	t = t.Fitted(latexLine - min(t.capitals()/2, latexLine/2))
	caption := fmt.Sprintf("\\caption{%s}\\label{tab:%s}", latex.escape(t.Title), label)
	notes, lines := "", 0
	if list := (&layout{markup: &latex, t: t}).footnotes(); len(list) > 0 {
		notes = "\\raggedright\\noindent\n  " + strings.Join(list, "\\par\n  ") + "\\par\n"
		lines = len(fold(notes, latexLine, "")) + len(list)
	}
	var onePage, long strings.Builder
	for i, block := range t.blocks() {
		l, head, rows := block.narrowed().lines(&latex)
		sides := ""
		for _, c := range l.t.Columns {
			sides += map[bool]string{false: "l", true: "r"}[c.Right]
		}
		lines += len(head) + len(rows) + 2
		const end = " \\\\\n"
		top := "\\toprule\n" + strings.Join(head, end) + end + "\\midrule\n"
		body := strings.Join(rows, end) + end
		fmt.Fprintf(&onePage, "\\begin{tabular}{%s}\n%s%s\\bottomrule\n\\end{tabular}\\par\\smallskip\n",
			sides, top, body)
		fmt.Fprintf(&long, "\\begin{longtable}{%s}\n%s%s\\endfirsthead\n%s\\endhead\n"+
			"\\bottomrule\\endlastfoot\n%s\\end{longtable}\n",
			sides, map[bool]string{true: caption + "\\\\\n"}[i == 0], top, top, body)
	}
	const size = "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
	text := "% \\usepackage{booktabs}\n\\begin{table}[htbp]\n\\centering" + size + "\n" + caption + "\n" +
		onePage.String() + notes + "\\end{table}\n"
	if lines > latexLines {
		text = "% \\usepackage{booktabs,longtable}\n{" + size +
			"\\setlength{\\LTcapwidth}{\\linewidth}\n" + long.String() + notes + "}\n"
	}
	_, err := io.WriteString(w, text)
	return err
}

// capitals returns the largest number of capital letters in a row or in the
// headings. They are half as wide again as other characters.
func (t *Table) capitals() (most int) {
	heads := make([]Cell, len(t.Columns))
	for i := range heads {
		heads[i].Text = t.Columns[i].title()
	}
	for _, row := range append([][]Cell{heads}, t.Rows...) {
		n := 0
		for _, c := range row {
			for _, r := range c.Text {
				if unicode.IsUpper(r) {
					n++
				}
			}
		}
		most = max(most, n)
	}
	return most
}

// turned returns the table with a row for each method, where many methods have
// a column each. The columns are what rows were: queues, or ranges of them.
func (t *Table) turned() *Table {
	first := len(t.Columns)
	for first > 0 && t.Columns[first-1].Counted {
		first--
	}
	if len(t.Columns)-first <= latexSeries {
		return t
	}
	c := *t
	c.Columns, c.Rows = Columns("method"), nil
	for _, row := range t.Rows {
		var names []string
		for i, cell := range row[:first] {
			if !t.Columns[i].Right {
				names = append(names, cell.Text)
			}
		}
		c.Columns = append(c.Columns, Column{Heading: strings.Join(names, " "), Right: true})
	}
	for i, column := range t.Columns {
		if !column.Right {
			continue
		}
		turned := []Cell{Text(column.title())}
		for _, row := range t.Rows {
			turned = append(turned, row[i])
		}
		c.Rows = append(c.Rows, turned)
	}
	return &c
}

// NotesOnce returns tables of one document: a note is below the first that has
// it.
func NotesOnce(tables []*Table) (document []*Table) {
	var said []string
	for _, t := range tables {
		c := *t
		c.Notes = slices.DeleteFunc(slices.Clone(t.Notes),
			func(note string) bool { return slices.Contains(said, note) })
		said, document = append(said, t.Notes...), append(document, &c)
	}
	return document
}
