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
	"sync"
)

// Files and folders in progress, for AbortAll. The lock is held while a file
// appears under a temporary name or takes its final one.
var (
	changing sync.Mutex
	files    = map[*File]bool{}
	folders  = map[*Folder]bool{}
)

// AbortAll removes all temporary files and gives the locks of folders back, for
// a program that exits at once. It returns the folders that keep parts for a
// run that resumes. Calls that begin or end a file or folder block from then on.
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

// Write calls write with a buffered writer and renames the result to path. On
// an error path stays as it was. The folder must exist.
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

// File is a file in progress. It ends with Commit, Abort or Fail; nothing is
// seen under its final name before.
type File struct {
	path     string
	temp     *os.File // nil once the file has ended
	buffered *bufio.Writer
	err      error // the first error of the file system
}

// Create begins a file that Commit renames to path. The folder must exist.
func Create(path string) (*File, error) {
	changing.Lock()
	defer changing.Unlock()
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, CannotWrite(path, err)
	}
	f := &File{path: path, temp: temp, buffered: bufio.NewWriterSize(temp, 1<<16)}
	files[f] = true
	return f, nil
}

// Write writes p to a buffer.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.buffered.Write(p)
	return n, f.note(err)
}

// Commit renames the file to its final name. On an error path stays as it was.
func (f *File) Commit() error {
	if err := f.finish(); err != nil {
		return f.Fail(err)
	}
	return nil
}

func (f *File) finish() error {
	if err := f.note(f.buffered.Flush()); err != nil {
		return err
	}
	if err := errors.Join(f.temp.Chmod(0o644), f.temp.Close()); err != nil {
		return err
	}
	changing.Lock()
	defer changing.Unlock()
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return err
	}
	delete(files, f)
	f.temp = nil
	return nil
}

// Abort removes the temporary file. It does nothing to a file that has ended.
func (f *File) Abort() {
	if f.temp == nil {
		return
	}
	changing.Lock()
	defer changing.Unlock()
	delete(files, f)
	f.temp.Close()
	os.Remove(f.temp.Name())
	f.temp = nil
}

// Fail aborts the file because of err, and returns the error to report. That is
// the first error of the file system, if there was one.
func (f *File) Fail(err error) error {
	f.Abort()
	if f.err != nil {
		err = f.err
	}
	return CannotWrite(f.path, err)
}

func (f *File) note(err error) error {
	if f.err == nil {
		f.err = err
	}
	return err
}

// CannotWrite returns the error that path cannot be written. It leaves out the
// temporary name that an error of the file system carries.
func CannotWrite(path string, err error) error {
	return fmt.Errorf("cannot write %s: %w", path, withoutPath(err))
}

// CannotRead returns the error that path cannot be read, and names path once.
func CannotRead(path string, err error) error {
	return fmt.Errorf("cannot read %s: %w", path, withoutPath(err))
}

// withoutPath returns the error of the file system without operation and path.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
