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

// Manifest is the file of a folder that lists the files that this program made in it, a path with
// slashes on each line.
const Manifest = "MANIFEST"

// The hidden folder in which files wait for their places, and what is in it.
const (
	hidden      = ".waitbench"
	newFolder   = hidden + "/new"     // files of the next state
	partsFolder = hidden + "/parts"   // for what the caller wants to keep between two states
	unitsFolder = hidden + "/units"   // for what other processes make for the next state
	journalFile = hidden + "/journal" // what is to be moved and removed, while that is done
	lockFile    = hidden + "/lock"
)

// Folder is a folder of results of which a new state is under way. It is whole at any moment: files
// are made in a hidden folder inside, and Commit moves them to their places after it has written
// down what it is about to do, so that whoever opens the folder next ends a Commit that was cut
// off. It also works where the folder is a link or a mount point, since nothing outside it is
// touched.
//
// The manifest lists what this program made. Only that is ever replaced or removed: a folder that
// has files and no manifest is refused, and so is a state with a file where somebody else's is. One
// Folder at a time holds the lock of a folder, also among processes.
type Folder struct {
	dir   string
	made  string // the first folder on the way to it that was not there before
	files map[string]bool
	free  func() // gives the lock back
}

// errLocked is returned where another process, or another Folder of this one, writes the folder.
var errLocked = errors.New("another program is writing it; if none is, remove .waitbench/lock in it")

// Open makes the folder if need be, takes its lock, and ends what an interrupted Commit began.
// Close gives the lock back.
func Open(dir string) (*Folder, error) {
	changing.Lock()
	defer changing.Unlock()
	if err := CheckOwn(dir); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir, made: firstMissing(dir), files: map[string]bool{}}
	if err := os.MkdirAll(filepath.Join(dir, hidden), 0o777); err != nil {
		return nil, cannotUse(dir, err)
	}
	free, ok, err := TryLock(filepath.Join(dir, lockFile))
	if err == nil && !ok {
		err = errLocked
	}
	if err != nil {
		return nil, cannotUse(dir, err)
	}
	f.free = free
	if err := f.prepare(); err != nil {
		f.close()
		return nil, err
	}
	folders[f] = true
	return f, nil
}

// firstMissing is the topmost folder on the way to dir that is not there; "" if all are.
func firstMissing(dir string) (missing string) {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
			return missing
		}
		missing = at
	}
}

// CheckOwn refuses a folder with files that this program did not make a manifest of.
func CheckOwn(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cannotUse(dir, err)
	}
	for _, e := range entries {
		if e.Name() == Manifest || e.Name() == hidden {
			return checkLinks(dir)
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s has files and is no folder of results of this program (it has no %s): choose another", dir, Manifest)
	}
	return nil
}

// checkLinks refuses links in the hidden folder, which this program makes none of: what is made and
// removed there would be so elsewhere.
func checkLinks(dir string) error {
	return filepath.WalkDir(filepath.Join(dir, hidden), func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link, which this program does not make: remove it, or choose another folder", path)
		}
		return nil
	})
}

func (f *Folder) prepare() error {
	if err := mend(f.dir); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(f.dir, newFolder)); err != nil {
		return cannotUse(f.dir, err)
	}
	if err := os.MkdirAll(filepath.Join(f.dir, newFolder), 0o777); err != nil {
		return cannotUse(f.dir, err)
	}
	return nil
}

// Dir is the folder.
func (f *Folder) Dir() string { return f.dir }

// Path is where a file is made, or one that Commit is not to take along.
func (f *Folder) Path(name string) string {
	return filepath.Join(f.dir, filepath.FromSlash(newFolder), filepath.FromSlash(name))
}

// Add says that the next state has a file, and returns where it is to be made. Folders on the way
// are made.
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

// Write is Add, and puts what write writes into the file.
func (f *Folder) Write(name string, write func(io.Writer) error) error {
	at, err := f.Add(name)
	if err != nil {
		return err
	}
	return Write(at, write)
}

// Keep says that the next state has those files of the present one that keep lets through and that
// are not made anew.
func (f *Folder) Keep(keep func(name string) bool) error {
	present, err := readManifest(f.dir)
	for _, name := range present {
		if _, isNew := f.files[name]; !isNew && keep(name) {
			f.files[name] = false
		}
	}
	return err
}

// Parts is the folder inside for what outlives this state while it is under way.
func (f *Folder) Parts() string { return filepath.Join(f.dir, filepath.FromSlash(partsFolder)) }

// Units is a folder inside a folder of results for what several processes make, which do not open that
// one itself but folders in there.
func Units(dir string) string { return filepath.Join(dir, filepath.FromSlash(unitsFolder)) }

// KeepPart puts a folder that was made at Path(name) among the parts, and returns where it is.
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

// Commit moves the files that were added to their places; last names those that say what the others
// are: they go first and come last. Files of the present state that are not part of the next go.
func (f *Folder) Commit(last ...string) error {
	present, err := readManifest(f.dir)
	if err != nil {
		return err
	}
	j := &journal{}
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		switch {
		case !f.files[name]:
			j.keep = append(j.keep, name)
		case slices.Contains(last, name):
			j.last = append(j.last, name)
		default:
			j.move = append(j.move, name)
		}
	}
	for _, name := range present {
		if _, stays := f.files[name]; !stays {
			j.remove = append(j.remove, name)
		}
	}
	for _, name := range append(slices.Clone(j.move), j.last...) {
		if err := f.checkWay(name, present); err != nil {
			return err
		}
	}
	step()
	if err := Write(filepath.Join(f.dir, journalFile), j.write); err != nil {
		return err
	}
	changing.Lock()
	defer changing.Unlock()
	return mend(f.dir)
}

// checkWay refuses a file whose place, or a folder on the way to it, is taken by something that
// this program did not make.
func (f *Folder) checkWay(name string, present []string) error {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := os.Lstat(filepath.Join(f.dir, filepath.FromSlash(at)))
		if err == nil && (at == name && !slices.Contains(present, name) || at != name && !info.IsDir()) {
			return fmt.Errorf("%s is in the way and was not made by this program: move it, or choose another folder", filepath.Join(f.dir, at))
		}
	}
	return nil
}

// Close gives the lock back and removes what was not committed, but not the parts. Folders that Open
// made go if they are empty. Closed again it does nothing: the lock may be somebody else's by then.
func (f *Folder) Close() {
	changing.Lock()
	defer changing.Unlock()
	if f.free != nil {
		f.close()
	}
}

// close is Close, by one who holds the lock on changes.
func (f *Folder) close() {
	delete(folders, f)
	if _, err := os.Stat(filepath.Join(f.dir, journalFile)); err != nil {
		os.RemoveAll(filepath.Join(f.dir, newFolder))
	}
	os.Remove(f.Parts()) // refused where anything is in it, as for the next ones
	f.free()
	f.free = nil
	os.Remove(filepath.Join(f.dir, hidden))
	for at := filepath.Clean(f.dir); f.made != "" && os.Remove(at) == nil && at != f.made; {
		at = filepath.Dir(at)
	}
}

// Mend ends a Commit that was cut off, for those who read a folder. It is an error while somebody is
// about to end that Commit.
func Mend(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, journalFile)); err != nil {
		return nil
	}
	f, err := Open(dir)
	if err != nil {
		return err
	}
	f.Close()
	return nil
}

// journal is what Commit is about to do.
type journal struct{ remove, move, last, keep []string }

func (j *journal) lists() map[string]*[]string {
	return map[string]*[]string{"remove": &j.remove, "move": &j.move, "last": &j.last, "keep": &j.keep}
}

func (j *journal) write(w io.Writer) error {
	var text strings.Builder
	lists := j.lists()
	for _, what := range slices.Sorted(maps.Keys(lists)) {
		for _, name := range *lists[what] {
			fmt.Fprintf(&text, "%s %s\n", what, name)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func readJournal(text string) (*journal, error) {
	j := &journal{}
	for line := range strings.Lines(text) {
		what, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		list := j.lists()[what]
		if list == nil || !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%q is no line of a journal", line)
		}
		*list = append(*list, name)
	}
	return j, nil
}

// mend does what the journal says, from wherever it was cut off; without a journal nothing. Links
// that lead out of the folder are not followed.
func mend(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, journalFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cannotUse(dir, err)
	}
	j, err := readJournal(string(text))
	if err != nil {
		return cannotUse(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return cannotUse(dir, err)
	}
	defer root.Close()
	if err := j.apply(root); err != nil {
		return cannotUse(dir, err)
	}
	return nil
}

// step is called before every change of the file system that Commit makes; a test ends the program
// there.
var step = func() {}

// apply begins by taking the files away that say what the others are, so that no mixture of two
// states passes for one.
func (j *journal) apply(root *os.Root) error {
	for _, name := range j.last {
		if _, err := root.Stat(path.Join(newFolder, name)); err == nil {
			if err := remove(root, name); err != nil {
				return err
			}
		}
	}
	for _, name := range append([]string{Manifest}, j.remove...) {
		if err := remove(root, name); err != nil {
			return err
		}
	}
	for _, name := range append(slices.Clone(j.move), j.last...) {
		step()
		if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
			return err
		}
		err := root.Rename(path.Join(newFolder, name), name)
		if errors.Is(err, fs.ErrNotExist) { // moved before the cut
			_, err = root.Lstat(name)
		}
		if err != nil {
			return err
		}
	}
	step()
	all := slices.Concat(j.move, j.last, j.keep)
	slices.Sort(all)
	list := strings.Join(all, "\n") + "\n"
	if err := root.WriteFile(path.Join(newFolder, Manifest), []byte(list), 0o644); err != nil {
		return err
	}
	step()
	if err := root.Rename(path.Join(newFolder, Manifest), Manifest); err != nil {
		return err
	}
	step()
	return root.Remove(journalFile)
}

// remove removes a file, and the folders it was in that are empty then.
func remove(root *os.Root, name string) error {
	step()
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if root.Remove(folder) != nil {
			break
		}
	}
	return nil
}

// readManifest lists the files that this program made in a folder; none where there is no manifest.
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
