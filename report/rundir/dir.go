package rundir

import (
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
	path   string
}

// Open reads the record and the scores of a run directory. A folder that is none gives an error that is fs.ErrNotExist.
func Open(path string) (*Dir, error) {
	run, err := report.ReadRun(filepath.Join(path, runFile))
	if err != nil {
		return nil, err
	}
	scores, err := arrowio.ReadScores(filepath.Join(path, scoresFile))
	if err != nil {
		return nil, err
	}
	return &Dir{Run: run, Scores: scores, path: path}, nil
}

// Render makes the tables and figures again.
func (d *Dir) Render() error {
	s, err := newStage(d.path)
	if err != nil {
		return err
	}
	defer s.remove()
	if err := d.render(s, d.predictionsPath()); err != nil {
		return err
	}
	return s.commit()
}

func (d *Dir) predictionsPath() string { return filepath.Join(d.path, predictionsFile) }

// render makes tables and figures in a stage.
func (d *Dir) render(s *stage, predictions string) error {
	tables, why := report.Comparisons(d.Run, d.Scores)
	_ = why // the command says it
	for _, t := range append(report.Tables(d.Run, d.Scores), tables...) {
		for _, format := range []struct {
			extension string
			write     func(io.Writer) error
		}{{".md", t.WriteMarkdown}, {".csv", t.WriteCSV}, {".tex", t.WriteLaTeX}} {
			if err := output.Write(s.folder(tablesFolder, t.Name+format.extension), format.write); err != nil {
				return err
			}
		}
	}
	return d.renderFigures(s, predictions)
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

// Task is a method on a series of the run, with the settings of the run.
func (d *Dir) Task(s *replay.Series, m methods.Method) replay.Task {
	return task(&d.Run.Settings, s, m)
}
