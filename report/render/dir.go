package render

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
)

// The folders of a run directory that hold what is made of its data.
const (
	tablesFolder  = "tables/"
	figuresFolder = "figures/"
)

// Dir is a run directory that was read, of which tables, figures and a page can be made.
type Dir struct {
	*run.Dir
	Published []report.PublishedValue // besides those of the paper, to be set beside what was measured
	Baseline  *Dir                    // a run that this one is compared with; nil for none
	// how far a phase is, as that of replay.Engine; may be nil
	Progress func(phase replay.Phase, done, total int64)
}

// begin begins a phase, and gives a function that counts its jobs.
func (d *Dir) begin(phase replay.Phase) (add func(jobs int)) {
	var done int64
	add = func(jobs int) {
		if done += int64(jobs); d.Progress != nil {
			d.Progress(phase, done, 0)
		}
	}
	add(0)
	return add
}

// Open is run.Open.
func Open(path string) (*Dir, error) {
	d, err := run.Open(path)
	return &Dir{Dir: d}, err
}

// Made is what was made of a run besides files.
type Made struct {
	Verdicts []report.Verdict
	Tables   []*report.Table
	Missing  string // why there is no comparison with the paper; empty if there is
}

// Again makes the tables, figures and page of a run directory again.
func (d *Dir) Again(figures Figures) (*Made, error) {
	folder, err := output.Open(d.Path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	made, err := d.Render(folder, figures)
	if err != nil {
		return nil, err
	}
	if err := folder.Keep(isData); err != nil {
		return nil, err
	}
	return made, folder.Commit()
}

// isData reports whether a file of a run directory is none of those that Render makes.
func isData(name string) bool {
	return !strings.HasPrefix(name, tablesFolder) && !strings.HasPrefix(name, figuresFolder) && name != pageFile
}

// Render makes tables, figures and the page for the next state of a folder. It reads the predictions
// once for the verdicts and tables, once for the figures that are wanted, and once for the page.
func (d *Dir) Render(f *output.Folder, figures Figures) (*Made, error) {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	common, verdicts := report.NewCommonJobs(d.Run), report.Judge(d.Scores, d.Run.Settings.MinJobs)
	submits := map[string][]float64{} // to the busiest queue of each trace
	busiest := map[string]string{}    // queue by trace
	for i := range d.Run.Traces {
		busiest[d.Run.Traces[i].Name] = d.Run.Traces[i].Busiest()[0]
	}
	count := d.begin(replay.Tables)
	var deciding errgroup.Group
	deciding.SetLimit(runtime.GOMAXPROCS(0))
	err = d.eachSeries(r, arrowio.Filter{}, everything, func(s *report.SeriesBounds) error {
		deciding.Go(func() error {
			s.Decide(verdicts)
			return nil
		})
		if s.Range != replay.AllRanges {
			return nil
		}
		if s.Jobs >= d.Run.Settings.MinJobs {
			common.Add(s)
		}
		if busiest[s.Trace] == s.Queue {
			submits[s.Trace] = s.Submit
		}
		count(s.Jobs)
		return nil
	})
	deciding.Wait()
	if err != nil {
		return nil, err
	}
	made, err := d.tables(f, verdicts, common)
	if err != nil {
		return nil, err
	}
	list, err := d.figures(f, r, verdicts, submits, figures)
	if err != nil {
		return nil, err
	}
	if err := writeCaptions(f, list); err != nil {
		return nil, err
	}
	return made, d.writePage(f, r, made, list)
}

// tables makes the tables.
func (d *Dir) tables(f *output.Folder, verdicts []report.Verdict, common *report.CommonJobs) (*Made, error) {
	heads, err := d.Heads()
	if err != nil {
		return nil, err
	}
	made := &Made{Verdicts: verdicts, Tables: report.VerdictTables(d.Run, verdicts)}
	published, why := report.Comparisons(d.Run, d.Scores, d.Published)
	made.Missing = why
	if d.isBatch() {
		made.Tables = append(made.Tables, report.OverQueues(d.Run, verdicts))
	}
	made.Tables = slices.Concat(made.Tables, report.Tables(d.Run, d.Scores), report.ForecastTables(d.Run, d.Scores),
		report.HeadTables(heads),
		[]*report.Table{common.Intervals, common.Weighted, report.Backtests(d.Run, verdicts)}, published)
	if d.Baseline != nil {
		was := d.Baseline
		before, err := was.verdicts()
		if err != nil {
			return nil, err
		}
		made.Tables = append(made.Tables, report.Changes(
			&report.Judgement{Name: was.Path, Run: was.Run, Scores: was.Scores, Verdicts: before},
			&report.Judgement{Run: d.Run, Scores: d.Scores, Verdicts: verdicts}))
	}
	made.Tables = slices.DeleteFunc(made.Tables, func(t *report.Table) bool { return len(t.Rows) == 0 && t.Question != report.WhatChanged })
	slices.SortStableFunc(made.Tables, func(a, b *report.Table) int {
		return slices.Index(report.Questions, a.Question) - slices.Index(report.Questions, b.Question)
	})
	for _, t := range made.Tables {
		t.Run = d.label()
		t.Notes = append(t.Notes, d.Run.OutsideNotes(t.Names)...)
		for _, format := range []struct {
			extension string
			write     func(io.Writer) error
		}{{".md", t.WriteMarkdown}, {".csv", t.WriteCSV}, {".tex", t.WriteLaTeX}} {
			if err := f.Write(tablesFolder+t.FileName()+format.extension, format.write); err != nil {
				return nil, err
			}
		}
	}
	return made, nil
}

// label names the run in labels of tables: by its logs, since files do not depend on their folder.
func (d *Dir) label() string {
	name := d.Run.Traces[0].Name
	if n := len(d.Run.Traces) - 1; n > 0 {
		name += fmt.Sprintf("-and-%d", n)
	}
	return name
}
