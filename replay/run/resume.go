package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Check returns the log of the run in a folder, or nil for no run. It is an error
// if the folder is not for runs, or without force if the run has other settings
// or another log.
func (p *Plan) Check(dir, log string, force bool) (*LogRecord, error) {
	at, err := output.CheckKind(dir, force, output.Run)
	if err != nil {
		return nil, err
	}
	earlier, err := ReadRecord(at.Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = earlier.check()
	}
	if err == nil {
		if what := p.difference(earlier, log); what != "" {
			err = fmt.Errorf("%s holds a run with %s", dir, what)
		}
	}
	switch {
	case err == nil:
		return &earlier.Log, nil
	case force:
		return nil, nil
	}
	return nil, fmt.Errorf("%w; --force replaces it, --out names another folder", err)
}

// Finished reports whether a folder has all files of a finished run of the plan
// on a log, by this version of the program. sha256 is of the file of the log.
func (p *Plan) Finished(dir, log, sha256 string) bool {
	d, err := Open(dir)
	if err != nil {
		return false
	}
	for name := range d.Run.Files { // Open has compared the ones that are there
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return d.Run.Files != nil && d.Run.Version == Version &&
		d.Run.Settings.MinJobs == p.Settings.MinJobs && p.difference(d.Run, log) == "" &&
		d.Run.Log.SHA256 == sha256
}

// difference returns a difference between an earlier run and this one, or "".
func (p *Plan) difference(earlier *Record, log string) string {
	if what := earlier.Settings.Difference(&p.Settings); what != "" {
		return what
	}
	was, is := earlier.Settings.MinJobs, p.Settings.MinJobs
	if was != is && slices.ContainsFunc(p.Methods, func(m methods.Method) bool {
		return p.hasNoProcess(m, -1) // whatever --min-jobs is
	}) {
		return fmt.Sprintf("--min-jobs %d, not %d", was, is)
	}
	if was, is := earlier.External, p.externalRecord(); !reflect.DeepEqual(was, is) {
		return fmt.Sprintf("%v, not %v", was, is)
	}
	if was := earlier.Log.Name; was != log {
		return fmt.Sprintf("log %s, not %s", was, log)
	}
	return ""
}
