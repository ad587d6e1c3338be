package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Manifest is the file of a folder that lists the files that this program made
// in it, a path with slashes on each line.
const Manifest = "MANIFEST"

// The hidden folder inside a folder of results, and what it holds.
const (
	hidden       = ".waitbench"
	newFolder    = hidden + "/new"    // files of the next state
	partsFolder  = hidden + "/parts"  // finished parts of the next state
	shardsFolder = hidden + "/shards" // what other processes make for the next state
	lockFile     = hidden + "/lock"
)

// Folder is a folder of results whose next state is in progress.
//
// Files of the next state are written to a hidden folder inside. Commit removes the
// old record, renames the files to their final names, and renames the new record
// last. A folder with a record is therefore one whole state.
//
// Only files that the manifest lists are ever replaced or removed. One Folder at a
// time holds the lock, also among processes.
type Folder struct {
	dir    string
	made   string          // the topmost folder that Open made; "" for none
	files  map[string]bool // of the next state; false for files that Keep keeps
	unlock func()          // nil once the folder is closed
}

// errLocked reports that another Folder holds the lock.
var errLocked = errors.New("another program is writing it; if none is, remove .waitbench/lock in it")

// Open makes the folder if it is missing, and takes its lock until Close.
func Open(dir string) (*Folder, error) {
	changing.Lock()
	defer changing.Unlock()
	if err := CheckOwned(dir); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, made: firstMissing(dir), files: map[string]bool{}}
	if err := os.MkdirAll(filepath.Join(dir, hidden), 0o777); err != nil {
		return nil, cannotUse(dir, err)
	}
	unlock, ok, err := tryLock(filepath.Join(dir, lockFile))
	if err == nil && !ok {
		err = errLocked
	}
	if err != nil {
		return nil, cannotUse(dir, err)
	}
	f.unlock = unlock
	folders[f] = true
	err = os.RemoveAll(f.Path(""))
	if err == nil {
		err = os.Mkdir(f.Path(""), 0o777)
	}
	if err != nil {
		f.close()
		return nil, cannotUse(dir, err)
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

// CheckOwned returns an error if the folder has files but no manifest, or if
// its hidden folder has links, which this program never makes.
func CheckOwned(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return cannotUse(dir, err)
	}
	if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == Manifest || e.Name() == hidden }) {
		return fmt.Errorf("%s has files and is no folder of results of this program (it has no %s): choose another", dir, Manifest)
	}
	return filepath.WalkDir(filepath.Join(dir, hidden), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link, which this program does not make: remove it, or choose another folder", path)
		}
		return nil
	})
}

// InProgress reports whether a next state of a folder was begun and not
// committed.
func InProgress(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, hidden))
	return err == nil
}

// Dir returns the path of the folder.
func (f *Folder) Dir() string { return f.dir }

// Path returns where a file of the next state is written before Commit.
func (f *Folder) Path(name string) string { return f.inside(newFolder + "/" + name) }

// Parts returns the folder inside for what Close keeps for the next Open.
func (f *Folder) Parts() string { return f.inside(partsFolder) }

// Shards returns the folder inside dir in which other processes have folders
// of results of their own. They do not open dir itself.
func Shards(dir string) string { return filepath.Join(dir, filepath.FromSlash(shardsFolder)) }

func (f *Folder) inside(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// Add adds a file to the next state and returns where to write it. It makes
// the folders on the way.
func (f *Folder) Add(name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", fmt.Errorf("%q is no name of a file in a folder of results", name)
	}
	changing.Lock()
	f.files[name] = true
	changing.Unlock()
	at := f.Path(name)
	return at, os.MkdirAll(filepath.Dir(at), 0o777)
}

// Write adds a file with what write writes.
func (f *Folder) Write(name string, write func(io.Writer) error) error {
	at, err := f.Add(name)
	if err != nil {
		return err
	}
	return Write(at, write)
}

// Keep adds the files of the present state that keep accepts and that the next
// state does not replace.
func (f *Folder) Keep(keep func(name string) bool) error {
	present, err := readManifest(f.dir)
	for _, name := range present {
		if !f.files[name] && keep(name) {
			f.files[name] = false
		}
	}
	return err
}

// KeepPart moves a folder that was made at Path(name) to the parts, and returns
// its new path.
func (f *Folder) KeepPart(name string) (string, error) {
	changing.Lock()
	defer changing.Unlock()
	if err := os.MkdirAll(f.Parts(), 0o777); err != nil {
		return "", err
	}
	for i := 0; ; i++ {
		part := filepath.Join(f.Parts(), strconv.Itoa(i))
		if _, err := os.Lstat(part); err != nil {
			return part, os.Rename(f.Path(name), part)
		}
	}
}

// step is called before each change that Commit makes; a test cuts it off there.
var step = func() {}

// Commit makes the next state the present one. Files of the present state that
// are neither in the next one nor kept are removed. The record, if it is named
// and new, is removed first and renamed last.
func (f *Folder) Commit(record ...string) error {
	present, err := readManifest(f.dir)
	if err != nil {
		return err
	}
	next := slices.Sorted(maps.Keys(f.files))
	var first, last []string
	for _, name := range next {
		switch {
		case !f.files[name]:
			continue
		case slices.Contains(record, name):
			last = append(last, name)
		default:
			first = append(first, name)
		}
		if err := f.checkWay(name, present); err != nil {
			return err
		}
	}
	gone := slices.DeleteFunc(present, func(name string) bool { return slices.Contains(next, name) })
	changing.Lock()
	defer changing.Unlock()
	root, err := os.OpenRoot(f.dir) // through which no link leads out
	if err != nil {
		return cannotUse(f.dir, err)
	}
	defer root.Close()
	err = remove(root, last)
	if err == nil { // the manifest of both states, so that a next Open knows all files
		err = writeManifest(root, slices.Concat(next, gone))
	}
	if err == nil {
		err = rename(root, first)
	}
	if err == nil {
		err = remove(root, gone)
	}
	if err == nil {
		err = writeManifest(root, next)
	}
	if err == nil {
		err = rename(root, last)
	}
	if err != nil {
		return cannotUse(f.dir, err)
	}
	return nil
}

// checkWay returns an error if name, or a folder on the way to it, is taken by
// something that this program did not make.
func (f *Folder) checkWay(name string, present []string) error {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := os.Lstat(f.inside(at))
		if err == nil && (at == name && !slices.Contains(present, name) || at != name && !info.IsDir()) {
			return fmt.Errorf("%s is in the way and was not made by this program: move it, or choose another folder", f.inside(at))
		}
	}
	return nil
}

// rename renames files of the next state to their final names.
func rename(root *os.Root, names []string) error {
	for _, name := range names {
		step()
		if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return err
		}
		if err := root.Rename(path.Join(newFolder, name), name); err != nil {
			return err
		}
	}
	return nil
}

// remove removes files, and the folders that are empty then.
func remove(root *os.Root, names []string) error {
	for _, name := range names {
		step()
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for folder := path.Dir(name); folder != "." && root.Remove(folder) == nil; {
			folder = path.Dir(folder)
		}
	}
	return nil
}

// Close gives the lock back and removes the files that were not committed, but
// not the parts. It removes the folders that Open made if they are empty.
func (f *Folder) Close() {
	changing.Lock()
	defer changing.Unlock()
	f.close()
}

func (f *Folder) close() {
	if f.unlock == nil {
		return
	}
	delete(folders, f)
	os.RemoveAll(f.Path(""))
	os.Remove(f.Parts()) // which fails if there are any
	f.unlock()
	f.unlock = nil
	os.Remove(f.inside(hidden))
	for at := filepath.Clean(f.dir); f.made != "" && os.Remove(at) == nil && at != f.made; {
		at = filepath.Dir(at)
	}
}

// writeManifest replaces the manifest.
func writeManifest(root *os.Root, names []string) error {
	step()
	slices.Sort(names)
	text := strings.Join(names, "\n") + "\n"
	if err := root.WriteFile(path.Join(newFolder, Manifest), []byte(text), 0o644); err != nil {
		return err
	}
	return root.Rename(path.Join(newFolder, Manifest), Manifest)
}

// readManifest returns the files that this program made in a folder, or none if
// it has no manifest.
func readManifest(dir string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, Manifest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, cannotUse(dir, err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		name := strings.TrimSuffix(line, "\n")
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, cannotUse(dir, fmt.Errorf("%s names %q", Manifest, name))
		}
		names = append(names, name)
	}
	return names, nil
}

func cannotUse(dir string, err error) error {
	return fmt.Errorf("cannot use %s as a folder of results: %w", dir, withoutPath(err))
}
