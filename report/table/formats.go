package table

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"waitbench/replay/output"
)

// CSV and JSON hold values in full precision. A column X that may carry marks
// is followed by X_star and X_bold, true or false, and a column with counts by
// X_n, the number of jobs behind each value. All of them are empty, or null,
// where the value is missing.

// dataColumn is a column of CSV and JSON.
type dataColumn struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
	Unit    string `json:"unit"`

	index int             // of the cell
	value func(*Cell) any // text, float64, bool, int, or nil
}

func (t *Table) dataColumns() []dataColumn {
	columns := []dataColumn{}
	for i := range t.Columns {
		c := &t.Columns[i]
		add := func(suffix, unit string, value func(*Cell) any) {
			columns = append(columns, dataColumn{c.key() + suffix, c.Heading, unit, i, value})
		}
		add("", cmp.Or(c.DataUnit, c.Unit), func(c *Cell) any {
			switch {
			case c.HasValue:
				return c.Value
			case c.IsTruth:
				return c.Value != 0
			}
			return output.Printable(cmp.Or(c.Data, c.Text))
		})
		if c.Marked {
			add("_star", "", func(c *Cell) any { return c.Star })
			add("_bold", "", func(c *Cell) any { return c.Bold })
		}
		if c.Counted {
			add("_n", "", func(c *Cell) any {
				if c.N == 0 {
					return nil
				}
				return c.N
			})
		}
	}
	return columns
}

// valueIn returns the value in a row, nil for a missing one.
func (d *dataColumn) valueIn(row []Cell) any {
	if c := &row[d.index]; !c.Missing {
		return d.value(c)
	}
	return nil
}

// WriteCSV writes a line of column keys and then the rows, without title and
// notes.
func (t *Table) WriteCSV(w io.Writer) error {
	var keys []string
	columns := t.dataColumns()
	for _, c := range columns {
		keys = append(keys, c.Key)
	}
	lines := output.CSV{output.CSVFields(keys...)}
	for _, row := range t.Rows {
		var line []any
		for _, c := range columns {
			value := c.valueIn(row)
			if x, isNumber := value.(float64); isNumber {
				value = output.NumberText(x)
			}
			line = append(line, value)
		}
		lines.Add(line...)
	}
	return lines.Write(w)
}

// WriteJSON writes the table as one object: title, columns with key, heading
// and unit, rows as objects, and notes.
func (t *Table) WriteJSON(w io.Writer) error { return output.EncodeJSON(w, t.Data()) }

// WriteJSONLines writes each row as an object on a line.
func (t *Table) WriteJSONLines(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, row := range t.Data().Rows {
		if err := e.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// Data is a table as JSON has it.
type Data struct {
	Title   string           `json:"title"`
	Columns []dataColumn     `json:"columns"`
	Rows    []map[string]any `json:"rows"`
	Notes   []string         `json:"notes"`
}

// Data returns the table as JSON has it.
func (t *Table) Data() *Data {
	table := &Data{output.Printable(t.Title), t.dataColumns(), []map[string]any{},
		append([]string{}, t.Notes...)}
	for _, row := range t.Rows {
		object := map[string]any{}
		for _, c := range table.Columns {
			object[c.Key] = c.valueIn(row)
		}
		table.Rows = append(table.Rows, object)
	}
	return table
}

// markup is how text, Markdown and LaTeX write the cells of a table.
type markup struct {
	escaper   *strings.Replacer
	separator string    // between cells
	dash      string    // for a missing value
	minus     string    // before a negative number
	bold      [2]string // before and after a bold value
	star      string    // after a starred value
	apart     bool      // marks after values are aligned by themselves
	minWidth  int       // width of a column
	signs     [3]string // of star, bold and dash in the notes
}

var plain = markup{
	escaper: strings.NewReplacer(), separator: "  ", dash: "-", minus: "-",
	bold: [2]string{"", "+"}, star: "*",
	apart: true, signs: [3]string{"*", "+", "-"},
}

var markdown = markup{
	escaper: strings.NewReplacer(
		`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `|`, `\|`, `[`, `\[`, `]`, `\]`, `<=`, `<=`, `<`, `&lt;`,
		`&`, `&amp;`, `~`, `\~`,
	),
	separator: " | ", dash: "-", minus: "-", bold: [2]string{"**", "**"}, star: `\*`,
	minWidth: 3, signs: inWords,
}

var inWords = [3]string{"asterisk:", "bold:", "dash:"}

func (m *markup) escape(text string) string { return m.escaper.Replace(output.Printable(text)) }

// cell returns the value of a cell, and the marks that are apart from it.
func (m *markup) cell(c *Cell) (value, marks string) {
	if c.Missing {
		return m.dash, ""
	}
	value = m.escape(c.Text)
	if digits, negative := strings.CutPrefix(value, "-"); negative && c.HasValue {
		value = m.minus + digits
	}
	if c.Bold {
		value, marks = m.bold[0]+value, m.bold[1]
	}
	if c.Star {
		marks += m.star
	}
	if m.apart {
		return value, marks
	}
	return value + marks, ""
}

// layout holds the widths of the columns of a table.
type layout struct {
	*markup
	t             *Table
	widths, marks []int // of the values, and of marks apart from them
}

// lines returns the headings and the rows of a table with aligned columns.
func (m *markup) lines(t *Table) (l *layout, head string, rows []string) {
	l = &layout{m, t, make([]int, len(t.Columns)), make([]int, len(t.Columns))}
	for _, row := range t.Rows {
		for i := range row {
			value, marks := m.cell(&row[i])
			l.widths[i], l.marks[i] = max(l.widths[i], width(value)), max(l.marks[i], width(marks))
		}
	}
	var titles []string
	for i := range t.Columns {
		title := m.escape(t.Columns[i].title())
		l.widths[i] = max(l.widths[i], width(title)-l.marks[i], m.minWidth)
		titles = append(titles, pad(title, l.widths[i]+l.marks[i], t.Columns[i].Right))
	}
	for _, row := range t.Rows {
		fields := make([]string, len(row))
		for i := range row {
			value, marks := m.cell(&row[i])
			fields[i] = pad(value+pad(marks, l.marks[i], false), l.widths[i]+l.marks[i],
				t.Columns[i].Right)
		}
		rows = append(rows, strings.Join(fields, m.separator))
	}
	return l, strings.Join(titles, m.separator), rows
}

// rules returns the dashes below the headings.
func (l *layout) rules() (rules []string) {
	for i, wide := range l.widths {
		rules = append(rules, strings.Repeat("-", wide+l.marks[i]))
	}
	return rules
}

// footnotes returns the meanings of the marks, and then the notes of the table.
func (l *layout) footnotes() []string {
	var lines []string
	for _, m := range l.t.Marks(l.signs[0], l.signs[1], l.signs[2]) {
		lines = append(lines, l.escape(m.Sign+" "+m.Meaning))
	}
	for _, note := range l.t.Notes {
		lines = append(lines, l.escape(note))
	}
	return lines
}

// WriteMarkdown writes the table as a heading, a pipe table whose source is
// aligned too, and a list of notes.
func (t *Table) WriteMarkdown(w io.Writer) error {
	l, head, rows := markdown.lines(t)
	rules := l.rules()
	for i, c := range t.Columns {
		if c.Right {
			rules[i] = rules[i][1:] + ":"
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n| %s |\n| %s |\n", l.escape(t.Title), head,
		strings.Join(rules, " | "))
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", row)
	}
	for i, note := range l.footnotes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// folded returns the table with headings and texts folded between words to
// these widths. The headings are its first rows.
func (t *Table) folded(widths []int) *Table {
	c, head := *t, make([]Cell, len(t.Columns))
	c.Columns = slices.Clone(t.Columns)
	for i := range c.Columns {
		head[i] = Text(t.Columns[i].title())
		c.Columns[i].Heading, c.Columns[i].Unit = "", ""
	}
	c.Rows = foldRow(head, widths)
	c.heads = len(c.Rows)
	for _, row := range t.Rows {
		c.Rows = append(c.Rows, foldRow(row, widths)...)
	}
	return &c
}
