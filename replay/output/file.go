package output

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// File is a buffered file under a temporary name. It ends with Commit, Abort or
// Fail.
type File struct {
	*bufio.Writer
	path     string      // in messages
	dir      *os.Root    // of the file behind links; nil for a file that is written in place
	name     string      // in dir
	replaced fs.FileInfo // nil for none
	temp     *os.File    // nil once the file has ended
	unlock   func()
}

// Create begins a file that Commit renames to path, or to the file behind it if
// path is a link. The folder must exist. Create removes temporary files of path
// whose program was killed. It opens a device or a pipe to write in place. The
// file keeps the mode of the one that it replaces. A new one has mode 0666 less
// the umask.
func Create(path string) (*File, error) {
	f := &File{path: path, unlock: func() {}}
	err := f.find(path)
	if err == nil && f.dir != nil {
		err = f.begin()
	}
	if err != nil {
		return nil, CannotWrite(f.path, err)
	}
	f.Writer = bufio.NewWriterSize(f.temp, 1<<16)
	return f, nil
}

// find opens the folder of a file, or what is written in place.
func (f *File) find(file string) (err error) {
	if found, err := f.findInFolder(file); found {
		return err
	}
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.temp, err = os.OpenFile(file, os.O_WRONLY, 0) // which fails as Stat did
		return err
	}
	target := behindLinks(file)
	f.replaced, f.name = info, filepath.Base(target)
	f.dir, err = os.OpenRoot(filepath.Dir(target))
	return err
}

// findInFolder reports whether a file is of the next state of a Folder in
// progress, through whose root alone it is reached.
func (f *File) findInFolder(file string) (found bool, err error) {
	changing.Lock()
	defer changing.Unlock()
	for folder := range folders {
		name, err := filepath.Rel(folder.Path(""), file)
		if err != nil || !filepath.IsLocal(name) {
			continue
		}
		name = filepath.ToSlash(name)
		f.path, f.name = folder.dir, path.Base(name)
		f.replaced, _ = folder.root.Lstat(name) // nil for none
		f.dir, err = folder.root.OpenRoot(path.Join(newFolder, path.Dir(name)))
		return true, err
	}
	return false, nil
}

func (f *File) begin() error {
	changing.Lock()
	defer changing.Unlock()
	prefix := "." + f.name + ".waitbench-"
	entries, _ := fs.ReadDir(f.dir.FS(), ".")
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if ok && e.Type().IsRegular() && digits != "" && strings.Trim(digits, "0123456789") == "" {
			if remove, err := lock(f.dir, e.Name()); err == nil {
				remove()
			}
		}
	}
	for n := os.Getpid(); ; n++ {
		temp, err := create(f.dir, prefix+strconv.Itoa(n), f.replaced)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			f.dir.Close()
			return err
		}
		f.temp = temp
		unlock, err := hold(f.dir, f.hidden())
		if errors.Is(err, errLocked) { // another program removed it just now
			temp.Close()
			continue
		}
		if err == nil { // else such as on a file system without locks
			f.unlock = unlock
		}
		files[f] = true
		return nil
	}
}

// create makes a file with the mode of the one that it will replace, or 0666
// less the umask for nil.
func create(dir *os.Root, name string, replaced fs.FileInfo) (*os.File, error) {
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL
	if replaced == nil || !replaced.Mode().IsRegular() {
		return dir.OpenFile(name, flags, 0o666)
	}
	f, err := dir.OpenFile(name, flags, replaced.Mode().Perm())
	if err == nil {
		f.Chmod(replaced.Mode().Perm()) // the umask may have taken from it
	}
	return f, err
}

func (f *File) hidden() string { return filepath.Base(f.temp.Name()) }

// behindLinks returns the file to which a path leads, which need not exist.
// Links must not lead in a circle.
func behindLinks(path string) string {
	link, err := os.Readlink(path)
	if err != nil {
		return path
	}
	if !filepath.IsAbs(link) {
		dir, _ := filepath.EvalSymlinks(filepath.Dir(path)) // which has the link
		link = filepath.Join(dir, link)
	}
	return behindLinks(link)
}

// Commit renames the file to its final name. After an error path is as it was,
// unless it is written in place.
func (f *File) Commit() error { return CommitAll(f) }

// CommitAll renames files to their final names once the disk has all of them.
// The others belong to the first: their earlier files are hidden before it takes
// its name. So a kill leaves all files as they were or as they become, or others
// missing, whose earlier files end in .waitbench-earlier then.
func CommitAll(list ...*File) error {
	var named []*File
	for _, f := range list {
		defer f.Abort()
		err := f.Flush()
		if err == nil && f.dir != nil {
			named, err = append(named, f), syncFile(f.temp)
		}
		if err = cmp.Or(err, f.temp.Close()); err != nil {
			return f.Fail(err)
		}
	}
	changing.Lock()
	defer changing.Unlock()
	var earlier []move
	for i, f := range named {
		if i > 0 {
			earlier = append(earlier, move{f.dir, f.name, "." + f.name + ".waitbench-earlier"})
		}
	}
	hidden, err := moveAll(earlier...)
	for i, f := range named {
		if err == nil {
			err = f.dir.Rename(f.hidden(), f.name)
		}
		if err != nil && i == 0 {
			undo(hidden)
			return CannotWrite(f.path, err)
		} else if err != nil {
			return fmt.Errorf("%w; repeat the call, since %s is new", CannotWrite(f.path, err),
				list[0].path)
		}
		f.end()
		err = syncDir(f.dir, ".")
	}
	for _, m := range earlier {
		m.in.Remove(m.to)
	}
	if err != nil {
		return CannotWrite(list[0].path, err)
	}
	return nil
}

// syncFile waits until the disk has a file, or the names in a folder. Where it
// cannot be synced it does nothing. A test records the calls.
var syncFile = func(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// syncDir waits until the disk has the names in a folder of a root.
func syncDir(root *os.Root, name string) error {
	f, err := root.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err == nil {
		err = syncFile(f)
		f.Close()
	}
	return err
}

// end forgets the file and releases its lock.
func (f *File) end() {
	delete(files, f)
	f.unlock()
	f.temp = nil
}

// Abort removes the temporary file, if the file has not ended.
func (f *File) Abort() {
	changing.Lock()
	defer changing.Unlock()
	if f.temp != nil {
		f.temp.Close()
		if files[f] { // else it is in place
			f.dir.Remove(f.hidden())
		}
		f.end()
	}
	if f.dir != nil {
		f.dir.Close()
	}
}

// Fail aborts the file because of err and returns the error to report: the
// first error of the file system, if there was one.
func (f *File) Fail(err error) error {
	if first := f.Flush(); first != nil {
		err = first
	}
	f.Abort()
	return CannotWrite(f.path, err)
}
