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
	"slices"
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

// find opens the folder of a file, or what is written in place. A file of a
// Folder is only reached through it.
func (f *File) find(file string) (err error) {
	if folder, name := folderOf(file); folder != nil {
		f.path, f.name = folder.dir, path.Base(name)
		f.replaced, _ = folder.root.Lstat(name) // nil for none
		f.dir, err = folder.root.OpenRoot(path.Join(newFolder, path.Dir(name)))
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

// begin makes the temporary file.
func (f *File) begin() error {
	changing.Lock()
	defer changing.Unlock()
	prefix, mode := "."+f.name+".waitbench-", fs.FileMode(0o666)
	if f.replaced != nil {
		mode = f.replaced.Mode().Perm() | 0o600 // until it is written
	}
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
		temp, err := f.dir.OpenFile(prefix+strconv.Itoa(n), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
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

// hidden returns the temporary name.
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
// missing, whose earlier files are hidden then.
func CommitAll(list ...*File) error {
	defer func() {
		for _, f := range list {
			f.Abort()
		}
	}()
	for _, f := range list {
		if err := f.complete(); err != nil {
			return f.Fail(err)
		}
	}
	named := slices.DeleteFunc(slices.Clone(list), func(f *File) bool { return f.dir == nil })
	if len(named) == 0 {
		return nil
	}
	changing.Lock()
	defer changing.Unlock()
	first, others := named[0], named[1:]
	hidden, err := hide(others)
	if err == nil {
		err = first.publish()
	}
	if first.temp != nil { // it has no name yet
		for _, f := range hidden {
			f.dir.Rename(f.earlier(), f.name)
		}
		return CannotWrite(first.path, err)
	}
	for _, f := range others {
		if err := f.publish(); err != nil {
			return fmt.Errorf("%w; repeat the call, since %s is new", CannotWrite(f.path, err),
				first.path)
		}
		f.dir.Remove(f.earlier())
	}
	if err != nil {
		return CannotWrite(first.path, err)
	}
	return nil
}

// complete waits until the disk has the file, and gives it its mode.
func (f *File) complete() error {
	err := f.Flush()
	if err == nil && f.replaced != nil {
		err = keepMode(f.temp, f.replaced)
	}
	if err == nil && f.dir != nil {
		err = syncFile(f.temp)
	}
	return cmp.Or(err, f.temp.Close())
}

// keepMode gives a new file the mode of the one that it replaces.
func keepMode(f *os.File, replaced fs.FileInfo) error {
	is, err := f.Stat()
	if mode := replaced.Mode().Perm(); err == nil && is.Mode().Perm() != mode {
		return f.Chmod(mode)
	}
	return err
}

// earlier returns the name under which an earlier file is hidden.
func (f *File) earlier() string { return "." + f.name + ".waitbench-earlier" }

// hide hides the earlier files of some, and returns those that had one.
func hide(list []*File) (hidden []*File, err error) {
	for _, f := range list {
		if info, err := f.dir.Lstat(f.name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := f.dir.Rename(f.name, f.earlier()); err != nil {
			return hidden, err
		}
		hidden = append(hidden, f)
		if err := syncDir(f.dir, "."); err != nil {
			return hidden, err
		}
	}
	return hidden, nil
}

// publish renames the file and ends it. After a crash of the machine the name
// has the old file or the new one.
func (f *File) publish() error {
	if err := f.dir.Rename(f.hidden(), f.name); err != nil {
		return err
	}
	f.end()
	return syncDir(f.dir, ".")
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
