package run

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// The files of a run.
const (
	RecordFile      = "run.json"
	ScoresFile      = "scores.arrow"
	scoresCSVFile   = "scores.csv"
	PredictionsFile = "predictions.arrow"
	HeadsFile       = "heads.arrow" // only if a method has forecasts for heads of queues
)

// Dir is a run directory that was read, or the next state that a Writer
// has finished.
type Dir struct {
	Path   string
	Run    *Record
	Scores []replay.Score  // of bounds made at submission
	Aged   []replay.Score  // of bounds of remaining waits
	Levels []methods.Level // of the run, the main one first
}

// Open reads the record and the scores of a run directory.
func Open(path string) (*Dir, error) {
	if at, _ := output.Look(path); at.CutOff {
		return nil, fmt.Errorf("%s may have tables of two reports: repeat waitbench report %[1]s",
			path)
	}
	return OpenAgain(path)
}

// OpenAgain is Open for a program that replaces tables and figures. They may be
// of two reports.
func OpenAgain(path string) (*Dir, error) {
	at, _ := output.Look(path) // whose faults reading the record shows
	run, err := ReadRecord(at.Record)
	if errors.Is(err, fs.ErrNotExist) && at.Begun {
		return nil, fmt.Errorf("%s holds no finished run: go on with --resume", path)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, fmt.Errorf("%s is no run directory: %s", path, WhyNotARun(path, ""))
	}
	if err != nil {
		return nil, err
	}
	if err := run.check(); err != nil {
		return nil, fmt.Errorf("%s is not the record of a run: %w", at.Record, err)
	}
	if err := run.checkFiles(path); err != nil {
		return nil, err
	}
	levels, _ := run.Settings.Levels() // checked
	scores, err := arrowio.ReadScores(filepath.Join(path, ScoresFile))
	if err != nil {
		return nil, err
	}
	d := &Dir{Path: path, Run: run, Levels: levels}
	d.add(scores)
	return d, nil
}

// WhyNotARun describes a path that is not what a command needs, for errors: what
// it is, and which path near it would work. file is the file that the command
// reads in a run directory, or "" for the directory.
func WhyNotARun(path, file string) string {
	exists := func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	}
	parent := filepath.Dir(path)
	info, err := os.Stat(path)
	at, _ := output.Look(path)
	switch {
	case err != nil:
		return "no such file or directory; make one with waitbench replay LOG"
	case !info.IsDir() && exists(filepath.Join(parent, RecordFile)):
		return fmt.Sprintf("it is a file of the run %s: use %s", parent, filepath.Join(parent, file))
	case !info.IsDir() && strings.HasSuffix(path, ".csv"):
		return "it is a CSV file, which any editor shows"
	case !info.IsDir():
		return "it is another file; make one with waitbench replay LOG"
	case exists(at.Record):
		return fmt.Sprintf("it is a run directory: use %s", filepath.Join(path, file))
	case len(at.Runs) > 0:
		return "it has run directories: use one, such as " + filepath.Join(at.Runs[0], file)
	case strings.HasPrefix(at.Kind, output.Collection.Name):
		return "it is a folder of waitbench collect: open " + filepath.Join(path, "index.html")
	}
	return "it has no run.json; make a run with waitbench replay LOG"
}

func (d *Dir) add(scores []replay.Score) {
	for _, s := range scores {
		if s.Age > 0 {
			d.Aged = append(d.Aged, s)
			continue
		}
		s.Age = 0 // missing in files of earlier versions
		d.Scores = append(d.Scores, s)
	}
}

// check returns an error for a record without methods or queues, or with invalid
// settings.
func (r *Record) check() error {
	if len(r.Settings.Methods) == 0 {
		return errors.New("it has no method")
	}
	if err := r.Settings.Check(); err != nil {
		return err
	}
	if len(r.Log.Queues) == 0 {
		return errors.New("its log has no queues")
	}
	return nil
}

// checkFiles returns an error if an Arrow file in a folder is not the one that
// the run wrote. Files may be missing, and records of earlier versions have no
// sums.
func (r *Record) checkFiles(dir string) error {
	found, err := sums(dir)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if r.Files != nil && found[name] != r.Files[name] {
			return fmt.Errorf("%s was changed after the run: it does not have the SHA-256 "+
				"in %s; replay the logs again", filepath.Join(dir, name), RecordFile)
		}
	}
	return err
}

// sums returns the SHA-256 of the Arrow files in a folder, by name.
func sums(dir string) (map[string]string, error) {
	sums := map[string]string{}
	for _, name := range []string{ScoresFile, PredictionsFile, HeadsFile} {
		sum, err := SHA256(filepath.Join(dir, name))
		if err == nil {
			sums[name] = sum
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return sums, nil
}

// SHA256 returns the SHA-256 of a file in hexadecimal.
func SHA256(path string) (string, error) {
	sum := sha256.New()
	f, err := os.Open(path)
	if err == nil {
		_, err = io.Copy(sum, f)
		f.Close()
	}
	if err != nil {
		return "", output.CannotRead(path, err)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

func (d *Dir) Predictions() string { return filepath.Join(d.Path, PredictionsFile) }

// Heads reads the forecasts for the heads of the queues. A run without the file
// has none.
func (d *Dir) Heads() ([]replay.Heads, error) {
	heads, err := arrowio.ReadHeads(filepath.Join(d.Path, HeadsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return heads, err
}

// write writes the files of a run, except its predictions, to the next state of
// a folder. The record is the last.
func (d *Dir) write(folder *output.Folder, o *outcome) error {
	var err error
	write := func(name string, write func(path string) error) {
		var path string
		if err == nil {
			path, err = folder.Add(name)
		}
		if err == nil {
			err = write(path)
		}
	}
	write(ScoresFile, func(path string) error {
		return arrowio.WriteScores(path, d.Run.Metadata(), o.scores)
	})
	write(scoresCSVFile, func(path string) error {
		return output.Write(path, func(w io.Writer) error {
			return arrowio.WriteScoresCSV(w, o.scores)
		})
	})
	if len(o.heads) > 0 {
		write(HeadsFile, func(path string) error {
			return arrowio.WriteHeads(path, d.Run.Metadata(), o.heads)
		})
	}
	write(RecordFile, func(path string) error {
		if d.Run.Files, err = sums(filepath.Dir(path)); err != nil {
			return err
		}
		return WriteRecord(path, d.Run)
	})
	return err
}

// Method returns a method of the run. An empty name means the first.
func (d *Dir) Method(name string) (string, error) {
	names := d.Run.Settings.Methods
	if name == "" {
		return names[0], nil
	}
	if !slices.Contains(names, name) {
		return "", fmt.Errorf("%s: %w", d.Path, methods.Unknown("method", name, names))
	}
	return name, nil
}

// Level returns a level of the run. An empty text means the main one. The error
// is an output.UsageError.
func (d *Dir) Level(text string) (methods.Level, error) {
	if text == "" {
		return d.Levels[0], nil
	}
	l, err := methods.ParseLevel(text, d.Run.Settings.Confidence)
	if err == nil && !slices.Contains(d.Levels, l) {
		err = fmt.Errorf("%s: %w", d.Path,
			methods.Unknown("quantile", l.String(), d.Run.Settings.Quantiles))
	}
	if err != nil {
		return l, output.UsageError{Err: err}
	}
	return l, nil
}
