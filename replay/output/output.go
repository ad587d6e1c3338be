package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Files and folders in progress, for AbortAll. The lock is held while a file
// appears under a temporary name or takes its final one.
var (
	changing sync.Mutex
	files    = map[*File]bool{}
	folders  = map[*Folder]bool{}
)

// AbortAll removes all temporary files and releases the locks of folders, for a
// program that exits at once. It returns the folders that keep parts for a run
// that resumes. Calls that begin or end a file or folder block from then on.
func AbortAll() (withParts []string) {
	changing.Lock()
	for f := range files {
		os.Remove(f.temp.Name())
	}
	for f := range folders {
		f.close()
		if _, err := os.Stat(f.Parts()); err == nil {
			withParts = append(withParts, f.dir)
		}
	}
	slices.Sort(withParts)
	return withParts
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
	path   string
	temp   *os.File // nil once the file has ended
	unlock func()
}

// Create begins a file that Commit renames to path. The folder must exist. It
// removes temporary files of path whose program was killed.
func Create(path string) (*File, error) {
	changing.Lock()
	defer changing.Unlock()
	dir, prefix := filepath.Dir(path), "."+filepath.Base(path)+"."
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if ok && e.Type().IsRegular() && strings.Trim(digits, "0123456789") == "" {
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
		f := &File{Writer: bufio.NewWriterSize(temp, 1<<16), path: path, temp: temp, unlock: unlock}
		files[f] = true
		return f, nil
	}
}

// Commit renames the file to its final name. After an error path is as it was.
func (f *File) Commit() error {
	err := f.Flush()
	if err == nil {
		err = f.temp.Chmod(0o644)
	}
	if err == nil {
		err = f.temp.Close()
	}
	if err == nil {
		changing.Lock()
		if err = os.Rename(f.temp.Name(), f.path); err == nil {
			f.end()
		}
		changing.Unlock()
	}
	if err != nil {
		return f.Fail(err)
	}
	return nil
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
		os.Remove(f.temp.Name())
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
