package rundir

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stage is the folder in which results are made before they take their places.
type stage struct {
	dir     string              // the run directory
	folders map[string][]string // files made in tables and figures
}

func newStage(dir string) (*stage, error) {
	s := &stage{dir: dir, folders: map[string][]string{}}
	s.remove()
	for _, folder := range []string{tablesFolder, figuresFolder} {
		if err := os.MkdirAll(s.path(folder), 0o777); err != nil {
			return nil, fmt.Errorf("cannot write into the run directory: %w", err)
		}
	}
	return s, nil
}

// path is where a file is made.
func (s *stage) path(name ...string) string {
	return filepath.Join(s.dir, newFolder, filepath.Join(name...))
}

// folder notes that a file of that name is made in tables or figures, and returns where.
func (s *stage) folder(folder, name string) string {
	s.folders[folder] = append(s.folders[folder], name)
	return s.path(folder, name)
}

func (s *stage) remove() { os.RemoveAll(s.path()) }

// made are the kinds of files that runs put into tables and figures, and madeNames how their names begin. Others are somebody's own.
var (
	made      = []string{".md", ".csv", ".tex", ".svg", ".png", ".pdf"}
	madeNames = []string{"table", "published-", "correct-by-", "median-ratio-by-", "bounds-month-", "bounds-day-",
		"coverage-", "heat-", "ratios-", "reliability-", "forecasts-", "heads", "best-by-queue", "backtests", "scores-by-queue", "intervals", "weighted-pinball"}
)

func isMade(name string) bool {
	return slices.Contains(made, filepath.Ext(name)) &&
		slices.ContainsFunc(madeNames, func(start string) bool { return strings.HasPrefix(name, start) })
}

// commit moves the files to their places, and those named last. Files of an earlier run in tables and figures go.
func (s *stage) commit(last ...string) error {
	for _, folder := range []string{tablesFolder, figuresFolder} {
		if err := os.MkdirAll(filepath.Join(s.dir, folder), 0o777); err != nil {
			return err
		}
	}
	for _, folder := range []string{tablesFolder, figuresFolder} {
		final := filepath.Join(s.dir, folder)
		old, err := os.ReadDir(final)
		if err != nil {
			return err
		}
		for _, e := range old {
			if isMade(e.Name()) && !slices.Contains(s.folders[folder], e.Name()) {
				if err := os.Remove(filepath.Join(final, e.Name())); err != nil {
					return err
				}
			}
		}
		for _, name := range s.folders[folder] {
			if err := os.Rename(s.path(folder, name), filepath.Join(final, name)); err != nil {
				return err
			}
		}
	}
	for _, name := range last {
		if err := os.Rename(s.path(name), filepath.Join(s.dir, name)); err != nil {
			return err
		}
	}
	return nil
}
