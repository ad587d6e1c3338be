package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"waitbench/replay/output"
)

// CSV and JSON hold values in full precision. After a column X that may carry marks come X_star and
// X_bold, true or false. After a column with counts comes X_n, the number of jobs behind each value.
// All of them are empty, or null, where the value is missing.

// WriteCSV writes a line of column keys and then the rows, without title and notes.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var keys []string
	for _, c := range t.dataColumns() {
		keys = append(keys, output.CSVText(c.Key))
	}
	if err := out.Write(keys); err != nil {
		return err
	}
	for _, row := range t.Rows {
		var line []string
		for _, v := range t.values(row) {
			field := ""
			switch v := v.(type) {
			case nil:
			case float64:
				field = strconv.FormatFloat(v, 'g', -1, 64)
			default:
				field = output.CSVText(fmt.Sprint(v))
			}
			line = append(line, field)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// dataColumn is a column of CSV and JSON.
type dataColumn struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
	Unit    string `json:"unit"`
}

// dataColumns returns the columns of CSV and JSON.
func (t *Table) dataColumns() []dataColumn {
	list := []dataColumn{}
	for i := range t.Columns {
		c := &t.Columns[i]
		list = append(list, dataColumn{c.key(), c.Heading, c.Unit})
		if c.Marked {
			list = append(list, dataColumn{Key: c.key() + "_star", Heading: c.Heading}, dataColumn{Key: c.key() + "_bold", Heading: c.Heading})
		}
		if c.Counted {
			list = append(list, dataColumn{Key: c.key() + "_n", Heading: c.Heading})
		}
	}
	return list
}

// values returns a row in dataColumns: text, float64, bool, int, or nil for a missing value.
func (t *Table) values(row []Cell) []any {
	var values []any
	for i := range t.Columns {
		c := &row[i]
		var value, star, bold, n any
		if !c.Missing {
			value, star, bold = c.Text, c.Star, c.Bold
			if c.HasValue {
				value = c.Value
			}
			if c.N > 0 {
				n = c.N
			}
		}
		values = append(values, value)
		if t.Columns[i].Marked {
			values = append(values, star, bold)
		}
		if t.Columns[i].Counted {
			values = append(values, n)
		}
	}
	return values
}

// WriteJSON writes the table as one object: title, columns with key, heading and unit, rows as
// objects, and notes.
func (t *Table) WriteJSON(w io.Writer) error {
	table := struct {
		Title   string            `json:"title"`
		Columns []dataColumn      `json:"columns"`
		Rows    []json.RawMessage `json:"rows"`
		Notes   []string          `json:"notes"`
	}{output.Printable(t.Title), t.dataColumns(), []json.RawMessage{}, append([]string{}, t.Notes...)}
	for _, row := range t.Rows {
		var fields []string // an object whose keys keep the order of the columns
		for k, v := range t.values(row) {
			if text, ok := v.(string); ok {
				v = output.Printable(text)
			}
			value, err := json.Marshal(v)
			if err != nil {
				return fmt.Errorf("column %s: %w", table.Columns[k].Key, err)
			}
			fields = append(fields, fmt.Sprintf("%q:%s", table.Columns[k].Key, value))
		}
		table.Rows = append(table.Rows, json.RawMessage("{"+strings.Join(fields, ",")+"}"))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&table)
}

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
