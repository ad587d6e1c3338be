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

// Again makes the tables, figures and page of a run directory again, and returns the tables.
func (d *Dir) Again(figures Figures) ([]*report.Table, error) {
	folder, err := output.Open(d.Path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	tables, err := d.Render(folder, figures)
	if err != nil {
		return nil, err
	}
	if err := folder.Keep(isData); err != nil {
		return nil, err
	}
	return tables, folder.Commit()
}

// isData reports whether a file of a run directory is none of those that Render makes.
func isData(name string) bool {
	return !strings.HasPrefix(name, tablesFolder) && !strings.HasPrefix(name, figuresFolder) && name != pageFile
}

// Render makes tables, figures and the page for the next state of a folder, the figures that are
// asked for and trace by trace, so that the jobs of one are in memory at a time. It returns the
// tables.
func (d *Dir) Render(f *output.Folder, figures Figures) ([]*report.Table, error) {
	heads, err := d.Heads()
	if err != nil {
		return nil, err
	}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	shared := &report.Shared{}
	var pictures []picture
	for i := range d.Run.Traces {
		v, err := d.look(r, &d.Run.Traces[i], shared)
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
	tables := slices.Concat(report.Tables(d.Run, d.Scores), report.BestTables(d.Run, d.Scores, shared), report.ForecastTables(d.Run, d.Scores),
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
	return tables, d.writePage(f, r, tables, pictures)
}
