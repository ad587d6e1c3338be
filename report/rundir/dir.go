package rundir

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/report/output"
)

// Dir is a run directory that was read.
type Dir struct {
	Run    *report.Run
	Scores []replay.Score
	Levels []methods.Level // of the run, the main one first
	// Formats are those of the figures that Render makes; none stand for FigureFormats.
	Formats []string

	path   string
	heads  []replay.Heads
	tables []*report.Table
}

// Open reads the record and the scores of a run directory. A folder that is none gives an error that is fs.ErrNotExist.
func Open(path string) (*Dir, error) {
	run, err := report.ReadRun(filepath.Join(path, runFile))
	if err != nil {
		return nil, err
	}
	levels, err := run.Settings.Levels()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(path, runFile), err)
	}
	if err := checkRun(run); err != nil {
		return nil, fmt.Errorf("%s is not the record of a run: %w", filepath.Join(path, runFile), err)
	}
	scores, err := arrowio.ReadScores(filepath.Join(path, scoresFile))
	if err != nil {
		return nil, err
	}
	return &Dir{Run: run, Scores: scores, Levels: levels, path: path}, nil
}

// checkRun finds out whether what every run has is in a record.
func checkRun(run *report.Run) error {
	if len(run.Settings.Methods) == 0 {
		return errors.New("it names no method")
	}
	if len(run.Traces) == 0 {
		return errors.New("it names no trace")
	}
	if levels, err := run.Settings.Levels(); err == nil {
		if _, err := run.Settings.Method(levels[0]); err != nil {
			return err
		}
	}
	for _, t := range run.Traces {
		if len(t.Queues) == 0 {
			return fmt.Errorf("trace %s has no queues", t.Name)
		}
	}
	return nil
}

// Render makes the tables and figures again.
func (d *Dir) Render() (err error) {
	if d.heads, err = readHeads(d.path); err != nil {
		return err
	}
	s, err := newStage(d.path)
	if err != nil {
		return err
	}
	defer s.remove()
	if err := d.render(s, d.predictionsPath()); err != nil {
		return err
	}
	return s.commit(pageFile)
}

// Tables are those that the run or Render made.
func (d *Dir) Tables() []*report.Table { return d.tables }

func (d *Dir) predictionsPath() string { return filepath.Join(d.path, predictionsFile) }

// render makes tables, figures and the report in a stage, the figures trace by trace, so that the jobs of one are in memory at a time.
func (d *Dir) render(s *stage, predictions string) error {
	r, err := arrowio.OpenPredictions(predictions)
	if err != nil {
		return err
	}
	defer r.Close()
	shared := &report.Shared{}
	var pictures []picture
	for i := range d.Run.Traces {
		v, err := d.look(r, &d.Run.Traces[i], shared)
		if err != nil {
			return err
		}
		made, err := d.renderFigures(s, r, v)
		if err != nil {
			return err
		}
		pictures = append(pictures, made...)
	}
	published, _ := report.Comparisons(d.Run, d.Scores) // the command says why there are none
	d.tables = slices.Concat(report.Tables(d.Run, d.Scores), report.BestTables(d.Run, d.Scores, shared), report.ForecastTables(d.Run, d.Scores),
		report.HeadTables(d.heads), report.Backtests(d.Run, d.Scores), report.SharedTables(d.Run, shared), published)
	for _, t := range d.tables {
		for _, format := range []struct {
			extension string
			write     func(io.Writer) error
		}{{".md", t.WriteMarkdown}, {".csv", t.WriteCSV}, {".tex", t.WriteLaTeX}} {
			if err := output.Write(s.folder(tablesFolder, t.Name+format.extension), format.write); err != nil {
				return err
			}
		}
	}
	return d.writePage(s, r, pictures)
}

// Trace finds the record of a trace; the empty name stands for the only one.
func (d *Dir) Trace(name string) (*report.TraceRecord, error) {
	var names []string
	for i := range d.Run.Traces {
		if t := &d.Run.Traces[i]; t.Name == name || name == "" && len(d.Run.Traces) == 1 {
			return t, nil
		}
		names = append(names, d.Run.Traces[i].Name)
	}
	if name == "" {
		return nil, fmt.Errorf("%s holds several traces, name one: %s", d.path, strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("unknown trace %q; %s holds %s", name, d.path, strings.Join(names, ", "))
}

// Method finds a method of the run; the empty name stands for the first.
func (d *Dir) Method(name string) (string, error) {
	if name == "" {
		return d.Run.Settings.Methods[0], nil
	}
	if !slices.Contains(d.Run.Settings.Methods, name) {
		return "", fmt.Errorf("unknown method %q; %s holds %s", name, d.path, strings.Join(d.Run.Settings.Methods, ", "))
	}
	return name, nil
}

// Task is a method on a series of the run, with the settings of the run and its main level.
func (d *Dir) Task(s *replay.Series, m methods.Method) replay.Task {
	return task(&d.Run.Settings, s, m, d.Levels[0])
}

// Level finds a level of the run; the empty text stands for the main one.
func (d *Dir) Level(text string) (methods.Level, error) {
	if text == "" {
		return d.Levels[0], nil
	}
	l, err := methods.ParseLevel(text, d.Run.Settings.Confidence)
	if err != nil {
		return l, err
	}
	if !slices.Contains(d.Levels, l) {
		return l, fmt.Errorf("no quantile %v; %s holds %s", l, d.path, strings.Join(d.Run.Settings.Quantiles, ", "))
	}
	return l, nil
}
