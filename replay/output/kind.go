package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Manifest is the file of a folder that lists the files that this program made
// in it. Its first line has the name of a Kind between beforeKind and afterKind,
// and each other line a path with slashes.
const Manifest = "MANIFEST"

const beforeKind, afterKind = "waitbench ", " 1"

// Kind is a kind of folder of results. None ever becomes another.
type Kind struct {
	Name   string // a word
	Record string // the file that Commit takes away first and renames last
	mark   string // in each record; manifests of earlier versions have no kind
	about  string // another file with the numbers of the runs inside; "" for none
}

// The kinds of folders. A collection and a bench may have run directories inside.
var (
	Bench      = Kind{"bench", "bench.csv", "suite,", ""}
	Run        = Kind{"run", "run.json", `"jobs_selected":`, ""}
	Collection = Kind{"collection", "index.html", `<a href="methods.md">`, "scores.csv"}
	Study      = Kind{"study", "README.md", "    waitbench study ", ""}
)

// What a folder may be instead of a kind.
const (
	free      = ""               // missing or empty, or without a state
	ofRuns    = "folder of runs" // and of nothing else
	foreign   = "folder of others"
	ofEarlier = " of an earlier version" // after the name of a kind
)

// kindOf returns the name of the kind of a folder, or one of the above.
func kindOf(dir string) (string, error) {
	name, _, err := readManifest(dir)
	if name == foreign {
		for _, k := range []Kind{Bench, Run, Collection, Study} {
			record, _ := os.ReadFile(filepath.Join(dir, k.Record))
			if strings.Contains(string(record), k.mark) {
				return k.Name + ofEarlier, nil
			}
		}
	}
	if name != free || err != nil {
		return name, err
	}
	entries, err := os.ReadDir(dir)
	other := func(e fs.DirEntry) bool { return !isRun(filepath.Join(dir, e.Name())) }
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", cannotUse(dir, err)
	case len(entries) == 0 || InProgress(dir):
		return free, nil
	case slices.ContainsFunc(entries, other):
		return foreign, nil
	}
	return ofRuns, nil
}

// isRun reports whether a folder has a run, or the begin of one.
func isRun(dir string) bool {
	name, _, _ := readManifest(dir)
	return name == Run.Name || name == free && InProgress(dir)
}

// CheckKind returns an error if the next state of a folder cannot be of a kind.
// A folder of an earlier version needs force.
func CheckKind(dir string, force bool, kind Kind) error {
	found, err := kindOf(dir)
	name, earlier := strings.CutSuffix(found, ofEarlier)
	fits := name == kind.Name || name == free || name == ofRuns && kind != Run && kind != Study
	switch {
	case err != nil:
		return err
	case found == foreign:
		return fmt.Errorf("%s has files and is no folder of results of this program: "+
			"choose another", dir)
	case !fits:
		return fmt.Errorf("%s holds a %s, which a %s never replaces: choose another folder",
			dir, found, kind.Name)
	case earlier && !force:
		return fmt.Errorf("%s holds a %s; --force replaces it, --out names another folder", dir, found)
	}
	return nil
}

// readManifest returns the kind of a folder and the files that this program
// made in it. A manifest of others, or of an earlier version, has no kind.
func readManifest(dir string) (kind string, listed []string, err error) {
	file := filepath.Join(dir, Manifest)
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return free, nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(Manifest + " is no regular file")
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			listed = append(listed, line)
		}
	}
	if err == nil && len(listed) == 0 {
		err = errors.New(Manifest + " is empty")
	}
	if err != nil {
		return free, nil, cannotUse(dir, err)
	}
	kind, ours := strings.CutPrefix(listed[0], beforeKind)
	if !ours {
		return foreign, listed, nil
	}
	return strings.TrimSuffix(kind, afterKind), listed[1:], nil
}
