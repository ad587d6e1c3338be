package study

import (
	"fmt"
	"io"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
)

// Page is the outcome of a study.
type Page struct {
	Title    string
	Intro    []string      // paragraphs in Markdown
	Claims   *report.Table // of the paper, and whether they hold
	Sections []Section
	Assumed  *report.Table // what the study assumes; may be nil
	Command  string        // that makes the results again
	Cells    arrowio.Frame // all that was measured
}

// Section is a part of the page: text, then tables, then figures.
type Section struct {
	Heading string
	Text    []string // paragraphs in Markdown
	Tables  []*report.Table
	Figures []Figure
}

// Figure is a figure, the stem of its file's name, and what is said below it, in plain text.
type Figure struct {
	Name    string
	Caption string
	Figure  figure.Figure
}

const pageFile = "README.md"

// Write makes all files the next state of a folder and commits it.
func (p *Page) Write(f *output.Folder) error {
	for _, s := range p.Sections {
		for _, drawn := range s.Figures {
			if _, err := f.Add(drawn.Name + ".svg"); err != nil {
				return err
			}
			if err := figure.Save(drawn.Figure, f.Path(drawn.Name), "svg"); err != nil {
				return err
			}
		}
	}
	if err := f.Write("cells.csv", p.Cells.WriteCSV); err != nil {
		return err
	}
	if err := f.Write(pageFile, p.WritePage); err != nil {
		return err
	}
	return f.Commit(pageFile)
}

// WritePage writes the page, whose links lead to the figures that Write puts beside it.
func (p *Page) WritePage(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", p.Title)
	first := Section{Text: p.Intro, Tables: []*report.Table{p.Claims}}
	last := Section{Heading: "Settings", Text: []string{"This command makes the results again:", "    " + p.Command}}
	if p.Assumed != nil {
		last.Tables = []*report.Table{p.Assumed}
	}
	for _, s := range append(append([]Section{first}, p.Sections...), last) {
		if err := s.writePage(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Section) writePage(b *strings.Builder) error {
	if s.Heading != "" {
		fmt.Fprintf(b, "\n## %s\n", s.Heading)
	}
	for _, paragraph := range s.Text {
		fmt.Fprintf(b, "\n%s\n", paragraph)
	}
	for _, t := range s.Tables {
		b.WriteString("\n#") // a level below the section
		if err := t.WriteMarkdown(b); err != nil {
			return err
		}
	}
	for _, f := range s.Figures {
		fmt.Fprintf(b, "\n![%s](%s.svg)\n\n%s\n", f.Caption, f.Name, f.Caption)
	}
	return nil
}

// answer is what became of a claim.
type answer struct {
	verdict  string // yes, no, or what else there is to say
	measured string
}

// says is the answer of a claim that holds or does not.
func says(holds bool, format string, values ...any) answer {
	a := answer{"no", fmt.Sprintf(format, values...)}
	if holds {
		a.verdict = "yes"
	}
	if strings.Contains(a.measured, "NaN") {
		a.verdict = "not measured"
	}
	return a
}

// claim is a sentence of a paper, and how it is tried on what was measured in one way.
type claim[S any] struct {
	text string
	try  func(S) answer
}

// claimsTable tries every claim in each of the ways, which have names.
func claimsTable[S any](claims []claim[S], names []string, ways []S, notes ...string) *report.Table {
	t := &report.Table{
		ID: "claims", Title: "Claims of the paper, and whether they hold here",
		Columns: report.Columns("claim"), Notes: notes,
	}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Heading: name})
	}
	for _, c := range claims {
		row := []report.Cell{report.Text(c.text)}
		for _, way := range ways {
			a := c.try(way)
			row = append(row, report.Text(a.verdict+": "+a.measured))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// frame is a row for each cell. The names are those of the columns, and values gives what a cell
// has there: texts, whole numbers (int64) and numbers, NaN for null.
func frame[T any](cells []T, names string, values func(T) []any) arrowio.Frame {
	var f arrowio.Frame
	for _, name := range strings.Fields(names) {
		f = append(f, arrowio.Column{Name: name, Optional: true})
	}
	for _, cell := range cells {
		for i, v := range values(cell) {
			c := &f[i]
			switch v := v.(type) {
			case string:
				c.Texts = append(c.Texts, v)
			case int64:
				c.Counts = append(c.Counts, v)
			case float64:
				c.Numbers = append(c.Numbers, v)
			}
		}
	}
	return f
}
