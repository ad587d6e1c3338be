package study

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/table"
)

// Page is the outcome of a study. Its text is a template.
type Page struct {
	Claims  *table.Table // of the paper, and whether they hold
	Figures []PageFigure
	Cells   output.CSV // everything that was measured, after the names of the columns
	Command string     // that makes the results again
	Values  any        // other values in the text

	template string
}

// PageFigure is a figure, the stem of its file's name, and the plain text below
// it.
type PageFigure struct {
	Name    string
	Caption string
	Figure  figure.Figure
}

// String returns the figure for the page, with the figure's own caption.
func (f PageFigure) String() string {
	return fmt.Sprintf("![%s](%s.svg)\n\n%s", f.Caption, f.Name,
		strings.TrimSpace(f.Caption+" "+figure.Caption(f.Figure)))
}

//go:embed *.md
var files embed.FS

// texts has the template of each page, and of the longer texts in tables.
var texts = template.Must(template.New("").
	Funcs(template.FuncMap{"table": markdown}).ParseFS(files, "*.md"))

// markdown returns a table under a heading of the third level.
func markdown(t *table.Table) (string, error) {
	var b strings.Builder
	b.WriteString("#")
	err := t.WriteMarkdown(&b)
	return strings.TrimSpace(b.String()), err
}

// oneLine returns the text of a template in one line.
func oneLine(name string, values any) string {
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, values); err != nil {
		panic(err) // a mistake in the template
	}
	return strings.Join(strings.Fields(b.String()), " ")
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
	if err := texts.ExecuteTemplate(&b, p.template, p); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.TrimSpace(b.String())+"\n")
	return err
}

// answer is the result of trying a claim.
type answer struct {
	verdict  string // yes, no, or something between
	measured string
}

// answerOf returns the answer of a claim that holds or does not.
func answerOf(holds bool, format string, values ...any) answer {
	a := answer{"no", fmt.Sprintf(format, values...)}
	if holds {
		a.verdict = "yes"
	}
	if strings.Contains(a.measured, "NaN") {
		a.verdict = "not measured"
	}
	return a
}

// claim is a sentence of a paper, and how to try it on measurements made in one
// way.
type claim[S any] struct {
	text string
	try  func(S) answer
}

// claimsTable tries every claim in each of the ways, which have headings.
func claimsTable[S any](claims []claim[S], headings []string, ways []S,
	notes ...string) *table.Table {
	t := &table.Table{ID: "claims", Title: "Claims of the paper, and whether they hold here",
		Columns: table.Columns("claim"), Notes: notes}
	for _, heading := range headings {
		t.Columns = append(t.Columns, table.Column{Heading: heading})
	}
	for _, c := range claims {
		row := []any{c.text}
		for _, way := range ways {
			a := c.try(way)
			row = append(row, a.verdict+": "+a.measured)
		}
		t.Add(row...)
	}
	return t
}
