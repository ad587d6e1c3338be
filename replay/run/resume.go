package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"waitbench/replay"
)

// look finds what earlier runs left in the folder: results, and parts of a run that was
// interrupted.
func (e *Writer) look(logs []string, resume, force bool) error {
	folders := []string{e.Folder.Dir()}
	entries, err := os.ReadDir(e.Folder.Parts())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		folders = append(folders, filepath.Join(e.Folder.Parts(), entry.Name()))
	}
	for _, folder := range folders {
		run, err := ReadRecord(filepath.Join(folder, RecordFile))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			if what := e.difference(run, logs, folder == e.Folder.Dir(), resume); what != "" {
				err = fmt.Errorf("%s holds a run with %s", e.Folder.Dir(), what)
			}
		}
		if err != nil {
			if force {
				continue
			}
			return fmt.Errorf("%w; --force replaces it", err)
		}
		if resume {
			if err := e.find(folder); err != nil {
				return err
			}
		}
	}
	if resume {
		return nil
	}
	return removeAll(e.Folder.Parts())
}

// removeAll removes a folder of parts, of each the record first: a part that was cut off while it was
// removed does not pass for a whole one.
func removeAll(parts string) error {
	entries, err := os.ReadDir(parts)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		err := os.Remove(filepath.Join(parts, entry.Name(), RecordFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.RemoveAll(parts)
}

// difference says in what an earlier run is not like this one; "" where it is.
func (e *Writer) difference(run *Record, logs []string, results, resume bool) string {
	if what := run.Settings.Difference(&e.Settings); what != "" {
		return what
	}
	if was, is := run.External, e.run(nil).External; !reflect.DeepEqual(was, is) {
		return fmt.Sprintf("%v, not %v", was, is)
	}
	if resume && run.Version != Version {
		return fmt.Sprintf("version %s of the program, not %s", run.Version, Version)
	}
	if e.Shard != nil && results {
		return e.otherUnit(e.Shard, run)
	}
	for _, t := range run.Traces {
		if results && !slices.Contains(logs, t.Name) {
			return fmt.Sprintf("log %s, not %s", t.Name, strings.Join(logs, ", "))
		}
	}
	return ""
}

// find notes the finished traces of a folder.
func (e *Writer) find(folder string) error {
	d, err := Open(folder)
	if err != nil {
		return err
	}
	heads, err := d.Heads()
	if err != nil {
		return err
	}
	for _, l := range d.Run.LeftOut {
		e.lacking[l.Name] = l.Why
	}
	for _, record := range d.Run.Traces {
		p := part{record: record, folder: folder, alone: len(d.Run.Traces) == 1}
		p.scores = slices.DeleteFunc(slices.Clone(d.Scores), func(s replay.Score) bool { return s.Trace != record.Name })
		p.heads = slices.DeleteFunc(slices.Clone(heads), func(h replay.Heads) bool { return h.Trace != record.Name })
		e.finished[record.Name] = p
	}
	return nil
}

// TakeOver takes the trace of that name from an earlier run, if that finished it and the log is the
// same.
func (e *Writer) Reuse(name, sha256 string) bool {
	p, ok := e.finished[name]
	if !ok || p.record.SHA256 != sha256 {
		return false
	}
	e.parts = append(e.parts, p)
	return true
}

// Has reports whether an earlier run has finished all logs, which have these sums, or left them out.
func (e *Writer) Has(sums map[string]string) bool {
	for name, sum := range sums {
		if _, left := e.lacking[name]; !left && e.finished[name].record.SHA256 != sum {
			return false
		}
	}
	return true
}

// Abandon ends a run that will not be finished now. The traces that it finished stay for one that
// resumes.
func (e *Writer) Discard() { e.Folder.Close() }
