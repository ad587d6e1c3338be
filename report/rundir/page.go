package rundir

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/report/output"
	"waitbench/report/page"
)

// pageFile is the report of a run that people read: one file with all tables and figures.
const pageFile = "report.html"

// writePage makes the report of the run in a stage, of the tables and figures that are there.
func (d *Dir) writePage(s *stage, r *arrowio.PredictionReader, pictures []picture) error {
	in, err := d.input(filepath.Base(d.path))
	if err != nil {
		return err
	}
	in.Tables = d.tables
	in.Jobs = func(k page.Key) (page.Jobs, error) { return jobsOf(r, k) }
	for _, p := range pictures {
		svg, err := os.ReadFile(s.path(figuresFolder, p.name+".svg"))
		if err != nil {
			return err
		}
		alt := fmt.Sprintf("%s; the numbers are in figures/%s.csv", p.title, p.name)
		in.Figures = append(in.Figures, page.Figure{Name: p.name, Title: p.title, Alt: alt, SVG: svg})
	}
	return output.Write(s.path(pageFile), func(w io.Writer) error { return page.Write(w, in) })
}

// input is what pages show of a run besides tables, figures and jobs.
func (d *Dir) input(name string) (*page.Input, error) {
	var csv bytes.Buffer
	if err := arrowio.WriteScoresCSV(&csv, d.Scores); err != nil {
		return nil, err
	}
	in := &page.Input{Name: name, Run: d.Run, Scores: d.Scores, ScoresCSV: csv.Bytes(), Command: command(d.Run)}
	if _, why := report.Comparisons(d.Run, d.Scores); why != "" {
		in.Warnings = []string{why}
	}
	return in, nil
}

// command is a call that makes the run, with the settings that matter for what comes out.
func command(run *report.Run) string {
	words := []string{"waitbench", "replay"}
	for _, t := range run.Traces {
		words = append(words, t.Name)
	}
	s := &run.Settings
	words = append(words, "--methods", strings.Join(s.Methods, ","), "--quantile", strings.Join(s.Quantiles, ","),
		"--confidence", fmt.Sprint(s.Confidence), "--epoch", fmt.Sprint(s.Epoch), "--train", fmt.Sprint(s.Train),
		"--select", s.Select, "--ranges", s.Ranges, "--min-jobs", fmt.Sprint(s.MinJobs), "--rank", s.Rank)
	if len(s.Queues) > 0 {
		words = append(words, "--queues", strings.Join(s.Queues, ","))
	}
	return strings.Join(words, " ")
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

// Compare writes one page with the differences between runs, the first of which is what the others are compared with.
func Compare(path string, dirs []*Dir) error {
	var runs []*page.Input
	for _, d := range dirs {
		in, err := d.input(d.path)
		if err != nil {
			return err
		}
		runs = append(runs, in)
	}
	return output.Write(path, func(w io.Writer) error { return page.WriteComparison(w, runs) })
}
