package study

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
)

// Report is the outcome of a study.
type Report struct {
	Title    string
	Sections []Section
	Cells    arrowio.Frame // a row for each cell of the study
}

// Section is a part of the page: text, then tables, then figures.
type Section struct {
	Heading string
	Text    []string // paragraphs in Markdown
	Tables  []*report.Table
	Figures []Figure
}

// Figure is a figure and the stem of its files' names.
type Figure struct {
	Name    string
	Caption string // below it, plain text
	Figure  figure.Figure
}

// The folders of tables and figures, and the formats of figures, of which the page shows the first.
const (
	tablesFolder  = "tables/"
	figuresFolder = "figures/"
	pageFile      = "README.md"
)

var figureFormats = []string{"svg", "csv"}

// Write makes all files the next state of a folder and commits it.
func (r *Report) Write(f *output.Folder) error {
	for i := range r.Sections {
		if err := r.Sections[i].write(f); err != nil {
			return err
		}
	}
	cells, err := f.Add("cells.arrow")
	if err != nil {
		return err
	}
	if err := r.Cells.Write(cells); err != nil {
		return err
	}
	if err := f.Write("cells.csv", r.Cells.WriteCSV); err != nil {
		return err
	}
	if err := f.Write(pageFile, r.WritePage); err != nil {
		return err
	}
	return f.Commit(pageFile)
}

func (s *Section) write(f *output.Folder) error {
	for _, t := range s.Tables {
		base := tablesFolder + t.FileName()
		err := cmp.Or(
			f.Write(base+".md", t.WriteMarkdown),
			f.Write(base+".csv", t.WriteCSV),
			f.Write(base+".tex", t.WriteLaTeX),
		)
		if err != nil {
			return err
		}
	}
	for _, drawn := range s.Figures {
		for _, format := range figureFormats {
			if _, err := f.Add(figuresFolder + drawn.Name + "." + format); err != nil {
				return err
			}
		}
		if err := figure.Save(drawn.Figure, f.Path(figuresFolder+drawn.Name), figureFormats...); err != nil {
			return err
		}
	}
	return nil
}

// WritePage writes the page, whose links lead to the files that Write puts beside it.
func (r *Report) WritePage(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# " + r.Title + "\n")
	for i := range r.Sections {
		if err := r.Sections[i].writePage(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Section) writePage(b *strings.Builder) error {
	if s.Heading != "" {
		b.WriteString("\n## " + s.Heading + "\n")
	}
	for _, paragraph := range s.Text {
		b.WriteString("\n" + paragraph + "\n")
	}
	for _, t := range s.Tables {
		b.WriteString("\n#") // a level below the section
		if err := t.WriteMarkdown(b); err != nil {
			return err
		}
	}
	for _, f := range s.Figures {
		fmt.Fprintf(b, "\n![%s](%s%s.%s)\n", f.Caption, figuresFolder, f.Name, figureFormats[0])
		if f.Caption != "" {
			b.WriteString("\n" + f.Caption + "\n")
		}
	}
	return nil
}

// WriteTables writes the tables of all sections for a terminal.
func (r *Report) WriteTables(w io.Writer) error {
	for i := range r.Sections {
		for _, t := range r.Sections[i].Tables {
			if err := t.WriteText(w); err != nil {
				return err
			}
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}
