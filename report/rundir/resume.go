package rundir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"waitbench/report"
)

// findFinished lists the traces of the results and of .parts. The latter are the newer ones: where there are any, the results may be of
// other settings, which the interrupted run was about to replace.
func (b *Builder) findFinished() error {
	folders := []string{b.dir}
	entries, err := os.ReadDir(filepath.Join(b.dir, partsFolder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		folders = append(folders, filepath.Join(b.dir, partsFolder, e.Name()))
	}
	for _, folder := range folders {
		d, err := Open(folder)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		what := b.difference(d.Run)
		if what != "" && folder == b.dir && len(folders) > 1 {
			continue
		}
		if what != "" {
			return fmt.Errorf("cannot resume: %s was made with other settings (%s)", folder, what)
		}
		heads, err := readHeads(folder)
		if err != nil {
			return err
		}
		for _, record := range d.Run.Traces {
			p := part{record: record, folder: folder, alone: len(d.Run.Traces) == 1}
			for _, s := range d.Scores {
				if s.Trace == record.Name {
					p.scores = append(p.scores, s)
				}
			}
			for _, h := range heads {
				if h.Trace == record.Name {
					p.heads = append(p.heads, h)
				}
			}
			b.finished[record.Name] = p
		}
	}
	return nil
}

// difference names the first setting in which an earlier run is not like this one; the least number of jobs only matters for tables.
func (b *Builder) difference(run *report.Run) string {
	if run.Version != b.Version {
		return "version of the program"
	}
	then, now := reflect.ValueOf(run.Settings), reflect.ValueOf(b.Settings)
	for i := range then.NumField() {
		field := then.Type().Field(i)
		if field.Name != "MinJobs" && !reflect.DeepEqual(then.Field(i).Interface(), now.Field(i).Interface()) {
			return field.Tag.Get("json")
		}
	}
	return ""
}

// TakeOver takes the trace of that name from an earlier run, if that finished it and the log is the same.
func (b *Builder) TakeOver(name, sha256 string) bool {
	p, ok := b.finished[name]
	if !ok || p.record.SHA256 != sha256 {
		return false
	}
	b.parts = append(b.parts, p)
	return true
}

// Abandon ends a run that will not be finished now. The traces that it finished stay; where there are none the folders it made go.
func (b *Builder) Abandon() {
	os.Remove(filepath.Join(b.dir, partsFolder)) // refused where anything is in it, as for the next one
	if b.made {
		os.Remove(b.dir)
	}
}
