package study

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/table"
)

// Page is the outcome of a study.
type Page struct {
	Texts   Texts
	Claims  *table.Table // of the paper, and whether they hold
	Figures []Figure
	Cells   output.CSV // everything that was measured, after the names of the columns
	Command string     // that makes the results again
	Values  any        // other values in the text
}

// Figure is a figure, the stem of its file's name, and the plain text below it.
type Figure struct {
	Name    string
	Caption string
	Figure  figure.Figure
}

// String returns the figure for the page, with the figure's own caption.
func (f Figure) String() string {
	return fmt.Sprintf("![%s](%s.svg)\n\n%s", f.Caption, f.Name,
		strings.TrimSpace(f.Caption+" "+figure.Caption(f.Figure)))
}

// Texts is the text of a page as a template, and the longer texts in its tables
// as templates defined there.
type Texts struct{ *template.Template }

// NewTexts parses the text of a page.
func NewTexts(text string) Texts {
	functions := template.FuncMap{"table": markdown}
	return Texts{template.Must(template.New("page").Funcs(functions).Parse(text))}
}

// Table returns a table without columns and rows, with the words of its ID.
func (t Texts) Table(id string, values any) *table.Table {
	return table.NewFrom(t.Template, id, values)
}

// Line returns a text in one line.
func (t Texts) Line(name string, values any) string {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, values); err != nil {
		panic(err) // a mistake in the template
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// markdown returns a table under a heading of the third level.
func markdown(t *table.Table) (string, error) {
	var b strings.Builder
	b.WriteString("#")
	err := t.WriteMarkdown(&b)
	return strings.TrimSpace(b.String()), err
}

// PageFile is the page in the folder of a study.
const PageFile = "README.md"

// Write writes all files into a folder and commits it.
func (p *Page) Write(f *output.Folder) error {
	for _, drawn := range p.Figures {
		if _, err := f.Add(drawn.Name + ".svg"); err != nil {
			return err
		}
		if err := figure.Save(drawn.Figure, f.Path(drawn.Name), figure.TwoColumn, "svg"); err != nil {
			return err
		}
	}
	if err := f.Write("cells.csv", p.Cells.Write); err != nil {
		return err
	}
	if err := f.Write(PageFile, p.WritePage); err != nil {
		return err
	}
	return f.Commit()
}

// WritePage writes the page. Its links lead to the figures that Write puts next
// to it.
func (p *Page) WritePage(w io.Writer) error {
	var b strings.Builder
	if err := p.Texts.Execute(&b, p); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.TrimSpace(b.String())+"\n")
	return err
}

// Answer is the result of trying a claim.
type Answer struct {
	Verdict  string // yes, no, or something between
	Measured string
}

// YesOrNo returns the answer of a claim that holds or does not, by what was
// measured.
func YesOrNo(holds bool, format string, values ...any) Answer {
	a := Answer{"no", fmt.Sprintf(format, values...)}
	if holds {
		a.Verdict = "yes"
	}
	if strings.Contains(a.Measured, "NaN") {
		a.Verdict = "not measured"
	}
	return a
}

// Claims are sentences of a paper, and how to try each on measurements made in
// one way.
type Claims[S any] []struct {
	Text string
	Try  func(S) Answer
}

// Table tries every claim in each of the ways, which have headings. The first
// note says how many hold.
func (claims Claims[S]) Table(headings []string, ways []S, notes ...string) *table.Table {
	t := &table.Table{ID: "claims", Title: "Claims of the paper, and whether they hold here",
		Columns: table.Columns("claim")}
	for _, heading := range headings {
		t.Columns = append(t.Columns, table.Column{Heading: heading})
	}
	for _, c := range claims {
		row := []any{c.Text}
		for _, way := range ways {
			a := c.Try(way)
			row = append(row, a.Verdict+": "+a.Measured)
		}
		t.Add(row...)
	}
	var counts []string
	for i, heading := range headings {
		fails := func(row []table.Cell) bool { return !strings.HasPrefix(row[i+1].Text, "yes: ") }
		hold := len(slices.DeleteFunc(slices.Clone(t.Rows), fails))
		counts = append(counts, fmt.Sprintf("%s: %d of %d claims hold", heading, hold, len(claims)))
	}
	t.Notes = append([]string{strings.Join(counts, "; ")}, notes...)
	return t
}

// Verdicts returns the claims without what was measured, for a terminal.
func (p *Page) Verdicts() *table.Table {
	t := *p.Claims
	t.Rows = nil
	for _, row := range p.Claims.Rows {
		row = slices.Clone(row)
		for i := 1; i < len(row); i++ {
			row[i].Text, _, _ = strings.Cut(row[i].Text, ": ")
		}
		t.Rows = append(t.Rows, row)
	}
	return &t
}
