package output

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The hidden folder inside a folder of results, and its contents.
const (
	hidden       = ".waitbench"
	newFolder    = hidden + "/new"    // files of the next state
	recordFolder = hidden + "/record" // the present record, while other files change
	lockFile     = hidden + "/lock"
)

// Folder is a folder of results whose next state is in progress.
//
// Files of the next state are written to a hidden folder inside. Commit removes
// or hides the old record, renames the files to their final names, and renames
// the record last. So a folder with a record has the files of one state only.
//
// Only files in the manifest are ever replaced or removed. One Folder at a time
// holds the lock, also among processes.
type Folder struct {
	dir    string
	kind   Kind
	made   string          // the topmost folder that Open made; "" for none
	files  map[string]bool // of the next state; false for files that stay as they are
	unlock func()          // nil once the folder is closed
}

var errLocked = errors.New(
	"another program is writing it; if none is, remove .waitbench/lock in it")

// Open makes the folder if it is missing, and locks it until Close. It is an
// error if the folder has files of others, or results of another kind. With
// force, it may be of an earlier version.
func Open(dir string, force bool, kind Kind) (*Folder, error) {
	changing.Lock()
	defer changing.Unlock()
	if err := CheckKind(dir, force, kind); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, kind: kind, made: firstMissing(dir), files: map[string]bool{}}
	for _, inside := range []string{newFolder, recordFolder} {
		if err := f.checkWay(inside+"/file", nil); err != nil {
			return nil, err
		}
	}
	err := os.MkdirAll(f.inside(hidden), 0o777)
	if err == nil {
		f.unlock, err = lock(f.inside(lockFile))
	}
	if err == nil {
		folders[f] = true
		err = os.RemoveAll(f.Path(""))
	}
	if err == nil {
		err = os.Mkdir(f.Path(""), 0o777)
	}
	if err != nil {
		f.close()
		return nil, cannotUse(dir, err)
	}
	// Until it was locked, another program may have written it.
	if err := CheckKind(dir, force, kind); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// firstMissing returns the topmost missing folder on the way to dir, or "".
func firstMissing(dir string) (missing string) {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
			return missing
		}
		missing = at
	}
}

// InProgress reports whether a next state was begun and not committed.
func InProgress(dir string) bool { return exists(dir, hidden) }

// RecordIn returns the path of the record of a folder, and whether it is hidden,
// since a Commit that keeps it was cut off. Files that this Commit does not keep
// may be of two states then.
func RecordIn(dir, record string) (path string, cutOff bool) {
	if cutOff = exists(dir, recordFolder+"/"+record); cutOff {
		dir = filepath.Join(dir, recordFolder)
	}
	return filepath.Join(dir, record), cutOff
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// Path returns the path of a file of the next state before Commit.
func (f *Folder) Path(name string) string { return f.inside(newFolder + "/" + name) }

func (f *Folder) inside(name string) string {
	return filepath.Join(f.dir, filepath.FromSlash(name))
}

// Add adds a file to the next state and returns the path to write it to. It
// makes the folders on the way.
func (f *Folder) Add(name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", fmt.Errorf("invalid file name %q: want a path inside the folder of results",
			name)
	}
	changing.Lock()
	f.files[name] = true
	changing.Unlock()
	return f.Path(name), os.MkdirAll(filepath.Dir(f.Path(name)), 0o777)
}

// Write adds a file and calls write with its writer.
func (f *Folder) Write(name string, write func(io.Writer) error) error {
	path, err := f.Add(name)
	if err != nil {
		return err
	}
	return Write(path, write)
}

// Keep adds the files of the present state that keep accepts and that the next
// state does not replace.
func (f *Folder) Keep(keep func(name string) bool) error {
	_, present, err := readManifest(f.dir)
	for _, name := range present {
		if !f.files[name] && keep(name) {
			f.files[name] = false
		}
	}
	return err
}

// Step is called before each change of Commit, for a test that looks at the
// folder there.
var Step = func() {}

// Commit makes the next state the present one. It removes files of the present
// state that the next one does not have. The record, which every state has, is
// removed first, or hidden if it is kept, and renamed last.
func (f *Folder) Commit() error {
	_, present, err := readManifest(f.dir)
	if err != nil {
		return err
	}
	next := slices.Sorted(maps.Keys(f.files))
	for _, name := range slices.Concat(next, present) {
		if err := f.checkWay(name, present); err != nil {
			return err
		}
	}
	record, kept := f.kind.Record, recordFolder+"/"+f.kind.Record
	others := slices.DeleteFunc(slices.Clone(next), func(name string) bool {
		return !f.files[name] || name == record
	})
	gone := slices.DeleteFunc(present, func(name string) bool {
		return slices.Contains(next, name)
	})
	changing.Lock()
	defer changing.Unlock()
	for _, change := range []func() error{
		func() error {
			if f.files[record] {
				return f.remove([]string{record, kept})
			}
			return f.move(record, kept)
		},
		// The manifest of both states: if this ends early, the next Open knows
		// all files.
		func() error { return f.writeManifest(slices.Concat(next, gone)) },
		func() error { return f.rename(others) },
		func() error { return f.remove(gone) },
		func() error { return f.writeManifest(next) },
		func() error {
			if f.files[record] {
				return f.rename([]string{record})
			}
			return f.move(kept, record)
		},
	} {
		if err := change(); err != nil {
			return cannotUse(f.dir, err)
		}
	}
	return nil
}

// checkWay returns an error if something that this program did not make has the
// name, or is not a folder on the way to it. A link on the way might lead out.
func (f *Folder) checkWay(name string, present []string) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return cannotUse(f.dir, fmt.Errorf("%s has the path %q, which leads out", Manifest, name))
	}
	for at := name; at != "."; at = path.Dir(at) {
		info, err := os.Lstat(f.inside(at))
		if err == nil && (at == name && !slices.Contains(present, name) ||
			at != name && !info.IsDir()) {
			return fmt.Errorf("%s is in the way and was not made by this program: "+
				"move it, or choose another folder",
				f.inside(at))
		}
	}
	return nil
}

// rename renames files of the next state to their final names, and syncs their
// folders.
func (f *Folder) rename(paths []string) error {
	dirs := map[string]bool{}
	for _, name := range paths {
		Step()
		if err := os.MkdirAll(filepath.Dir(f.inside(name)), 0o777); err != nil {
			return err
		}
		if err := os.Rename(f.Path(name), f.inside(name)); err != nil {
			return err
		}
		for at := path.Dir(name); !dirs[at]; at = path.Dir(at) {
			dirs[at] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if err := syncPath(f.inside(dir)); err != nil {
			return err
		}
	}
	return nil
}

// move hides or shows a record, unless a Commit that was cut off has done so.
func (f *Folder) move(from, to string) error {
	if exists(f.dir, to) {
		return nil
	}
	Step()
	if err := os.MkdirAll(filepath.Dir(f.inside(to)), 0o777); err != nil {
		return err
	}
	return os.Rename(f.inside(from), f.inside(to))
}

// remove removes files, and folders that become empty.
func (f *Folder) remove(paths []string) error {
	for _, name := range paths {
		Step()
		if err := os.Remove(f.inside(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for at := path.Dir(name); at != "." && os.Remove(f.inside(at)) == nil; {
			at = path.Dir(at)
		}
	}
	return nil
}

// Close releases the lock and removes the files that were not committed. It
// removes folders that Open made if they are empty.
func (f *Folder) Close() {
	changing.Lock()
	defer changing.Unlock()
	f.close()
}

func (f *Folder) close() {
	if f == nil || f.unlock == nil {
		return
	}
	delete(folders, f)
	os.RemoveAll(f.Path(""))
	os.Remove(f.inside(recordFolder))
	f.unlock()
	f.unlock = nil
	os.Remove(f.inside(hidden))
	for at := filepath.Clean(f.dir); f.made != "" && os.Remove(at) == nil && at != f.made; {
		at = filepath.Dir(at)
	}
}

// writeManifest replaces the manifest.
func (f *Folder) writeManifest(names []string) error {
	slices.Sort(names)
	lines := append([]string{beforeKind + f.kind.Name + afterKind}, names...)
	text := []byte(strings.Join(lines, "\n") + "\n")
	err := os.WriteFile(f.Path(Manifest), text, 0o644)
	if err = cmp.Or(err, syncPath(f.Path(Manifest))); err != nil {
		return err
	}
	return f.rename([]string{Manifest})
}

func cannotUse(dir string, err error) error {
	return fmt.Errorf("cannot use %s as a folder of results: %w", dir, withoutPath(err))
}
