package output

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Files and folders in progress, for AbortAll. The lock is held while a file
// appears under a temporary name or takes its final one.
var (
	changing sync.Mutex
	files    = map[*File]bool{}
	folders  = map[*Folder]bool{}
)

// AbortAll removes all temporary files and releases the locks of folders, for a
// program that exits at once. Calls that begin or end a file or folder block
// from then on.
func AbortAll() {
	changing.Lock()
	for f := range files {
		os.Remove(f.temp.Name())
	}
	for f := range folders {
		f.close()
	}
}

// Write calls write with a buffered writer and renames the result to path.
// After an error path is as it was. The folder must exist.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return f.Fail(err)
	}
	return f.Commit()
}

// File is a buffered file under a temporary name. It ends with Commit, Abort or
// Fail.
type File struct {
	*bufio.Writer
	path   string   // as given
	target string   // the file behind links; empty for a file that is written in place
	temp   *os.File // nil once the file has ended
	unlock func()
}

// Create begins a file that Commit renames to path, or to the file behind it if
// path is a link. The folder must exist. Create removes temporary files of path
// whose program was killed. It opens a device or a pipe to write in place.
func Create(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		pipe, err := os.OpenFile(path, os.O_WRONLY, 0) // which fails as Stat did
		if err != nil {
			return nil, CannotWrite(path, err)
		}
		return &File{bufio.NewWriterSize(pipe, 1<<16), path, "", pipe, func() {}}, nil
	}
	changing.Lock()
	defer changing.Unlock()
	target := behindLinks(path)
	dir, prefix := filepath.Dir(target), "."+filepath.Base(target)+".waitbench-"
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if ok && e.Type().IsRegular() && digits != "" && strings.Trim(digits, "0123456789") == "" {
			if remove, err := lock(filepath.Join(dir, e.Name())); err == nil {
				remove()
			}
		}
	}
	for {
		temp, err := os.CreateTemp(dir, prefix+"*")
		if err != nil {
			return nil, CannotWrite(path, err)
		}
		unlock, err := hold(temp.Name())
		if errors.Is(err, errLocked) { // another program removed it just now
			temp.Close()
			continue
		}
		if err != nil {
			unlock = func() {} // such as on a file system without locks
		}
		f := &File{bufio.NewWriterSize(temp, 1<<16), path, target, temp, unlock}
		files[f] = true
		return f, nil
	}
}

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

// Same reports whether two paths lead to the same file. Files that do not exist
// are the same if they have one name in one folder. A device is never the same.
func Same(a, b string) bool {
	var files [2]fs.FileInfo
	var missing [2]string
	for i, path := range []string{a, b} {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			path = behindLinks(path)
			info, _ = os.Stat(filepath.Dir(path))
			missing[i] = filepath.Base(path)
		}
		files[i] = info
	}
	return missing[0] == missing[1] && os.SameFile(files[0], files[1]) &&
		files[0].Mode()&os.ModeDevice == 0
}

// Commit renames the file to its final name. After an error path is as it was,
// unless it is written in place.
func (f *File) Commit() error {
	err := cmp.Or(f.Flush(), f.temp.Close())
	if err == nil && f.target != "" {
		err = f.publish()
	}
	if err != nil {
		return f.Fail(err)
	}
	f.Abort() // of a file in place: it only ends
	return nil
}

// publish renames the file and ends it. After a crash of the machine the name
// has the old file or the new one.
func (f *File) publish() error {
	temp := f.temp.Name()
	if err := cmp.Or(os.Chmod(temp, 0o644), syncPath(temp)); err != nil {
		return err
	}
	changing.Lock()
	defer changing.Unlock()
	if err := os.Rename(temp, f.target); err != nil {
		return err
	}
	f.end()
	return syncPath(filepath.Dir(f.target))
}

// syncPath waits until the disk has a file, or the names in a folder. Where it
// cannot be synced it does nothing. A test records the calls.
var syncPath = func(path string) error {
	f, err := os.Open(path)
	if err == nil {
		err = f.Sync()
		f.Close()
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, errors.ErrUnsupported) {
		return nil
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
			os.Remove(f.temp.Name())
		}
		f.end()
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

// CannotWrite returns the error that path cannot be written, without the
// temporary name.
func CannotWrite(path string, err error) error {
	return fmt.Errorf("cannot write %s: %w", path, withoutPath(err))
}

// CannotRead returns the error that path cannot be read, and names path once.
func CannotRead(path string, err error) error {
	return fmt.Errorf("cannot read %s: %w", path, withoutPath(err))
}

// withoutPath returns an error of the file system without operation and path.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
