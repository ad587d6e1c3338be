package run

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// findFinished finds the logs that earlier runs have finished in the folder: in
// its results, and in the parts of a run that was interrupted. Without resume
// it removes the parts.
func (w *Writer) findFinished(logs []string, resume, force bool) error {
	dir := w.Folder.Dir()
	parts, err := runsIn(w.Folder.Parts())
	if err != nil {
		return err
	}
	for _, folder := range append([]string{dir}, parts...) {
		record, _ := output.RecordIn(folder, RecordFile)
		earlier, err := ReadRecord(record)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			var expected []string // other logs in parts are ignored
			if folder == dir {
				expected = logs
			}
			for _, t := range earlier.Traces {
				w.Replaced[t.Name] = t
			}
			if what := w.difference(earlier, expected, resume); what != "" {
				err = fmt.Errorf("%s holds a run with %s", dir, what)
			}
		}
		if err == nil && resume {
			err = w.addFinished(folder)
		}
		if err != nil && !force {
			return fmt.Errorf("%w; --force replaces it", err)
		}
	}
	if resume {
		return nil
	}
	return removeRuns(w.Folder.Parts())
}

// difference returns a difference between an earlier run and this one, or "".
// If logs are given, the earlier run must not have others.
func (p *Plan) difference(earlier *Record, logs []string, resume bool) string {
	if what := earlier.Settings.Difference(&p.Settings); what != "" {
		return what
	}
	was, is := earlier.Settings.MinJobs, p.Settings.MinJobs
	if was != is && slices.ContainsFunc(p.Methods, func(m methods.Method) bool {
		return p.hasNoProcess(m, -1) // whatever --min-jobs is
	}) {
		return fmt.Sprintf("--min-jobs %d, not %d", was, is)
	}
	if was, is := earlier.External, p.record().External; !reflect.DeepEqual(was, is) {
		return fmt.Sprintf("%v, not %v", was, is)
	}
	if resume && earlier.Version != Version {
		return fmt.Sprintf("version %s of the program, not %s", earlier.Version, Version)
	}
	if p.Shard != nil && !reflect.DeepEqual(earlier.Build, p.Build) {
		return fmt.Sprintf("another build of the program (%v, not %v)", earlier.Build, p.Build)
	}
	for _, t := range earlier.Traces {
		if logs != nil && !slices.Contains(logs, t.Name) {
			return fmt.Sprintf("log %s, not %s", t.Name, strings.Join(logs, ", "))
		}
	}
	return ""
}

// addFinished adds the finished logs of a folder.
func (w *Writer) addFinished(folder string) error {
	d, err := OpenAgain(folder)
	if err != nil {
		return err
	}
	heads, err := d.Heads()
	if err != nil {
		return err
	}
	for _, l := range d.Run.LeftOut {
		w.skipped[l.Name] = l.Why
	}
	for _, record := range d.Run.Traces {
		source := arrowio.Source{Path: d.Predictions(), Filter: wholeFile}
		if len(d.Run.Traces) > 1 {
			source.Filter.Trace = record.Name
		}
		p := part{record: record, folder: folder, sources: []arrowio.Source{source}}
		p.scores = d.scoresOf(record.Name)
		p.heads = slices.DeleteFunc(slices.Clone(heads),
			func(h replay.Heads) bool { return h.Trace != record.Name })
		w.finished[record.Name] = p
	}
	return nil
}

// Reuse adds a log that an earlier run has finished, and reports whether that
// run has one with this name and SHA-256.
func (w *Writer) Reuse(name, sha256 string) bool {
	p, ok := w.finished[name]
	if !ok || p.record.SHA256 != sha256 {
		return false
	}
	w.parts = append(w.parts, p)
	return true
}

// Has reports whether an earlier run has finished all logs or left them out.
// sums are their SHA-256 by name.
func (w *Writer) Has(sums map[string]string) bool {
	for name, sum := range sums {
		if _, ok := w.skipped[name]; !ok && w.finished[name].record.SHA256 != sum {
			return false
		}
	}
	return true
}
