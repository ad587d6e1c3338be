package render

import (
	"fmt"
	"io"
	"os"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report/figure"
	"waitbench/report/page"
)

// pageFile is the report of a run that people read: one file with all tables and figures.
const pageFile = "report.html"

// writePage makes the report of the run in a stage, of the tables and figures that are there.
func (d *Dir) writePage(f *output.Folder, r *arrowio.PredictionReader, made *Made, pictures []picture) error {
	in := d.input("")
	if made.Missing != "" {
		in.Warnings = []string{made.Missing}
	}
	in.Tables, in.Verdicts = made.Tables, made.Verdicts
	in.Jobs = func(k page.Key) (page.Jobs, error) { return jobsOf(r, k) }
	for _, p := range pictures {
		svg, err := os.ReadFile(f.Path(figuresFolder + p.name + ".svg"))
		if err != nil {
			return err
		}
		alt := fmt.Sprintf("%s; the numbers are in figures/%s.csv", figure.Title(p), p.name)
		in.Figures = append(in.Figures, page.Figure{Name: p.name, Title: figure.Title(p), Alt: alt, SVG: svg})
	}
	return f.Write(pageFile, func(w io.Writer) error { return page.Write(w, in) })
}

// input is what pages show of a run besides tables, figures and jobs.
func (d *Dir) input(name string) *page.Input {
	in := &page.Input{Name: name, Run: d.Run, Scores: d.Scores, Command: shellLine(d.Run.CommandLine())}
	return in
}

// shellLine writes words as a shell reads them.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; w == "" || strings.ContainsAny(w, " \t\n;&|<>()$`\\\"'*?[]#~{}!") {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// jobsOf reads the jobs of a series with the bounds of a method.
func jobsOf(r *arrowio.PredictionReader, k page.Key) (page.Jobs, error) {
	var jobs page.Jobs
	err := r.Series(arrowio.Filter{Trace: k.Trace, Queue: k.Queue, Range: k.Range, Method: k.Method, Level: k.Level}, func(b *arrowio.Block) error {
		jobs.ID = append(jobs.ID, b.JobID...)
		jobs.Submit = append(jobs.Submit, b.Submit...)
		jobs.Wait = append(jobs.Wait, b.Wait...)
		jobs.Procs = append(jobs.Procs, b.Procs...)
		jobs.Bound = append(jobs.Bound, b.Bound...)
		jobs.Scored = append(jobs.Scored, b.Scored...)
		return nil
	})
	return jobs, err
}
