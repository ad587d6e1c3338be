package output

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// The hidden folder inside a folder of results, and its contents.
const (
	hidden       = ".waitbench"
	newFolder    = hidden + "/new"    // files of the next state
	recordFolder = hidden + "/record" // the present record, while other files change
	replaced     = recordFolder + "/replaced"
	lockFile     = hidden + "/lock"
)

// Folder is a folder of results whose next state is in progress.
//
// Files of the next state are written to a hidden folder inside. Commit hides
// the old record, renames the files to their final names, and renames the record
// last. So a folder with a record has the files of one state only.
//
// Only files in the manifest are ever replaced or removed. One Folder at a time
// holds the lock, also among processes. All paths go through root, so that no
// link inside leads out.
type Folder struct {
	dir     string
	root    *os.Root
	kind    Kind
	made    string          // the topmost folder that Open made; "" for none
	files   map[string]bool // of the next state; false for files that stay as they are
	hides   []move          // of HideOf
	changed bool            // whether files of two states may be there
	unlock  func()          // nil unless it is locked
}

var errLocked = errors.New(
	"another program is writing it; if none is, remove .waitbench/lock in it")

// Begin begins the next state of a folder. It makes the folder if it is missing,
// and locks it until Close. It is an error if the folder has files of others, or
// results of another kind. With force, it may be of an earlier version.
func Begin(dir string, force bool, kind Kind) (*Folder, error) {
	changing.Lock()
	defer changing.Unlock()
	if _, err := CheckKind(dir, force, kind); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, kind: kind, made: firstMissing(dir), files: map[string]bool{}}
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		f.root, err = os.OpenRoot(dir)
	}
	if err != nil {
		return nil, CannotWrite(dir, err)
	}
	err = cmp.Or(f.checkWay(newFolder+"/file", nil), f.checkWay(recordFolder+"/file", nil))
	if err == nil {
		err = f.begin(force)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

// begin locks the folder and makes the one of the next state.
func (f *Folder) begin(force bool) error {
	err := f.root.MkdirAll(hidden, 0o777)
	if err == nil {
		f.unlock, err = lock(f.root, lockFile)
	}
	if err == nil {
		folders[f] = true
		err = f.root.RemoveAll(newFolder)
	}
	if err == nil {
		err = f.root.Mkdir(newFolder, 0o777)
	}
	if err != nil {
		return CannotWrite(f.dir, err)
	}
	// Until it was locked, another program may have written it.
	_, err = CheckKind(f.dir, force, f.kind)
	return err
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
	return f.Path(name), f.root.MkdirAll(path.Join(newFolder, path.Dir(name)), 0o777)
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

// Close releases the lock and removes the files that were not committed. It
// removes folders that Begin made if they are empty.
func (f *Folder) Close() {
	changing.Lock()
	defer changing.Unlock()
	f.close()
	if f != nil {
		f.root.Close()
	}
}

// close leaves the root, since others may use it.
func (f *Folder) close() {
	if f == nil || f.unlock == nil {
		return
	}
	delete(folders, f)
	f.root.RemoveAll(newFolder)
	f.root.Remove(recordFolder)
	f.unlock()
	f.unlock = nil
	f.root.Remove(hidden)
	for at := filepath.Clean(f.dir); f.made != "" && os.Remove(at) == nil && at != f.made; {
		at = filepath.Dir(at)
	}
}
