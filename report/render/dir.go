package render

import (
	"io"
	"slices"
	"strings"

	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/rundir"
	"waitbench/report"
)

// The folders of a run directory that hold what is made of its data.
const (
	tablesFolder  = "tables/"
	figuresFolder = "figures/"
)

// Dir is a run directory that was read, of which tables, figures and a page can be made.
type Dir struct{ *rundir.Dir }

// Open is rundir.Open.
func Open(path string) (*Dir, error) {
	d, err := rundir.Open(path)
	return &Dir{d}, err
}

// Made is what was made of a run besides files.
type Made struct {
	Verdicts []report.Verdict
	Tables   []*report.Table
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

// Render makes tables, figures and the page for the next state of a folder, the figures that are
// asked for and trace by trace, so that the jobs of one are in memory at a time.
func (d *Dir) Render(f *output.Folder, figures Figures) (*Made, error) {
	heads, err := d.Heads()
	if err != nil {
		return nil, err
	}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	shared, verdicts := &report.Shared{}, report.Judge(d.Scores, d.Run.Settings.MinJobs)
	var pictures []picture
	for i := range d.Run.Traces {
		v, err := d.look(r, &d.Run.Traces[i], shared, verdicts)
		if err != nil {
			return nil, err
		}
		v.heads = heads
		made, err := d.renderFigures(f, r, v, figures)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, made...)
	}
	published, _ := report.Comparisons(d.Run, d.Scores) // the command says why there are none
	tables := slices.Concat(report.VerdictTables(d.Run, verdicts), report.Tables(d.Run, d.Scores), report.ForecastTables(d.Run, d.Scores),
		report.HeadTables(heads), report.Backtests(d.Run, d.Scores), report.SharedTables(d.Run, shared), published)
	for _, t := range tables {
		for _, format := range []struct {
			extension string
			write     func(io.Writer) error
		}{{".md", t.WriteMarkdown}, {".csv", t.WriteCSV}, {".tex", t.WriteLaTeX}} {
			if err := f.Write(tablesFolder+t.FileName()+format.extension, format.write); err != nil {
				return nil, err
			}
		}
	}
	return &Made{verdicts, tables}, d.writePage(f, r, verdicts, tables, pictures)
}
