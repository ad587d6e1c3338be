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

// Contents is what a folder has for this program.
type Contents struct {
	Kind   string   // the name of its Kind, or one of the above
	Record string   // path of the record of a run in it, where it is or would be
	CutOff bool     // a Commit that keeps the record was cut off: other files may be of two states
	Begun  bool     // a next state was begun, and not committed
	Runs   []string // the run directories inside
}

// Look returns what a folder has. An error is of its kind: the rest is there.
func Look(dir string) (c Contents, err error) {
	c.Begun = exists(dir, hidden)
	c.Record, c.CutOff = recordIn(dir)
	entries, missing := os.ReadDir(dir)
	for _, e := range entries {
		inside := filepath.Join(dir, e.Name())
		if record, _ := recordIn(inside); exists(record, "") {
			c.Runs = append(c.Runs, inside)
		}
	}
	c.Kind, _, err = readManifest(dir)
	other := func(e fs.DirEntry) bool { // not a run, nor the begin of one
		inside := filepath.Join(dir, e.Name())
		name, _, _ := readManifest(inside)
		return name != Run.Name && (name != free || !exists(inside, hidden))
	}
	switch {
	case err != nil:
	case c.Kind == foreign:
		for _, k := range []Kind{Bench, Run, Collection, Study} {
			record, _ := os.ReadFile(filepath.Join(dir, k.Record))
			if c.Kind == foreign && strings.Contains(string(record), k.mark) {
				c.Kind = k.Name + ofEarlier
			}
		}
	case c.Kind != free:
	case missing != nil && !errors.Is(missing, fs.ErrNotExist):
		err = cannotUse(dir, missing)
	case len(entries) == 0 || c.Begun:
	case slices.ContainsFunc(entries, other):
		c.Kind = foreign
	default:
		c.Kind = ofRuns
	}
	return c, err
}

// recordIn returns the path of the record of a run, and whether it is hidden.
func recordIn(dir string) (path string, cutOff bool) {
	if cutOff = exists(dir, recordFolder+"/"+Run.Record); cutOff {
		dir = filepath.Join(dir, recordFolder)
	}
	return filepath.Join(dir, Run.Record), cutOff
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// CheckKind is Look. It is an error if the next state of the folder cannot be of
// a kind. A folder of an earlier version needs force.
func CheckKind(dir string, force bool, kind Kind) (Contents, error) {
	c, err := Look(dir)
	name, earlier := strings.CutSuffix(c.Kind, ofEarlier)
	fits := name == kind.Name || name == free || name == ofRuns && kind != Run && kind != Study
	switch {
	case err != nil:
	case c.Kind == foreign:
		err = fmt.Errorf("%s has files and is no folder of results of this program: "+
			"choose another", dir)
	case !fits:
		err = fmt.Errorf("%s holds a %s, which a %s never replaces: choose another folder",
			dir, c.Kind, kind.Name)
	case earlier && !force:
		err = fmt.Errorf("%s holds a %s; --force replaces it, --out names another folder",
			dir, c.Kind)
	}
	return c, err
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

func cannotUse(dir string, err error) error {
	return fmt.Errorf("cannot use %s as a folder of results: %w", dir, withoutPath(err))
}
