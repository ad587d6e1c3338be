package render

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
	"waitbench/report/figure"
	"waitbench/report/page"
)

// pageFile is the report of a run that people read: one file with all tables and figures.
const pageFile = "report.html"

// writePage makes the report of the run in a stage, of the tables and figures that are there.
func (d *Dir) writePage(f *output.Folder, r *arrowio.PredictionReader, made *Made, list []picture) error {
	read := d.begin(replay.Page)
	jobs := func(f arrowio.Filter, use func(*arrowio.Block) error) error {
		return r.Series(f, func(b *arrowio.Block) error {
			read(len(b.JobID))
			return use(b)
		})
	}
	in := &page.Input{
		Run: d.Run, Scores: d.Scores, Verdicts: made.Verdicts, Tables: made.Tables, Unpublished: made.Missing, Command: ShellLine(d.Run.CommandLine()),
		Styles: d.ranked(made.Verdicts), Jobs: jobs,
	}
	for _, p := range list {
		kind := slices.IndexFunc(pageFigures, func(k pageFigure) bool { return strings.HasPrefix(p.name, k.prefix) })
		if kind >= 0 && pageFigures[kind].drawn {
			continue
		}
		svg, err := os.ReadFile(f.Path(figuresFolder + p.name + ".svg"))
		if err != nil {
			return err
		}
		title := figure.Title(p)
		shown := page.Figure{Name: p.name, Title: title, Alt: fmt.Sprintf("%s; the numbers are in figures/%s.csv", title, p.name), Caption: figure.Caption(p), SVG: svg}
		if shown.Question = report.HowTight; kind >= 0 {
			shown.Question = pageFigures[kind].question
		}
		in.Figures = append(in.Figures, shown)
	}
	return f.Write(pageFile, func(w io.Writer) error { return page.Write(w, in) })
}

// pageFigure is a kind of figures on the page.
type pageFigure struct {
	prefix   string // of the names of its files
	question report.Question
	drawn    bool // the page draws the same itself, for the reader to look into
}

var pageFigures = []pageFigure{
	{prefix: "correct-by-queue", drawn: true}, {prefix: "bounds-", drawn: true},
	{prefix: "heat", question: report.WhichToTrust}, {prefix: "coverage", question: report.WhenFailed},
}

// ShellLine writes words as a shell reads them.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n;&|<>()$`\\\"'*?[]#~{}!") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
