package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write gives write a buffered writer and puts what it wrote under path. On any error path is left
// as it was, and nothing stays behind. The folder must exist.
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

// File is a file under way. It ends with Commit, Abort or Fail; until then nothing is seen under
// its final name.
type File struct {
	path     string
	temp     *os.File // nil once the file has ended
	buffered *bufio.Writer
	err      error // the first error of the file system
}

// Create begins a file that Commit will put under path. The folder must exist.
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

// Write writes p to a buffer in front of the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.buffered.Write(p)
	return n, f.note(err)
}

// Commit puts what was written under the final name. On an error path is left as it was, and
// nothing stays behind.
func (f *File) Commit() error {
	if err := f.finish(); err != nil {
		return f.Fail(err)
	}
	return nil
}

// finish does everything in Commit that may fail.
func (f *File) finish() error {
	if err := f.note(f.buffered.Flush()); err != nil {
		return err
	}
	if err := f.temp.Chmod(0o644); err != nil {
		return err
	}
	if err := f.temp.Close(); err != nil {
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

// Abort gives the file up: nothing stays behind. It does nothing to a file that has ended.
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

// Fail gives the file up because of err and returns the sentence to report. If the file system had
// refused something, the sentence says that instead of what the writers above made of it.
func (f *File) Fail(err error) error {
	f.Abort()
	if f.err != nil {
		err = f.err
	}
	return CannotWrite(f.path, err)
}

// note keeps the first error of the file system.
func (f *File) note(err error) error {
	if f.err == nil {
		f.err = err
	}
	return err
}

// OpenOwn opens a file that only this program makes for reading and writing, a new one if there is
// none. A link in its place is refused: what is written would go elsewhere.
func OpenOwn(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is a link or folder, which this program does not make: remove it", path)
	}
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR|noFollow, 0o644)
}

// CannotWrite is the sentence of an error of the file system that names path, which the caller knows,
// in place of the temporary name that the error carries.
func CannotWrite(path string, err error) error {
	return fmt.Errorf("cannot write %s: %w", path, withoutPath(err))
}

// CannotRead is the sentence of an error of the file system that names path once.
func CannotRead(path string, err error) error {
	return fmt.Errorf("cannot read %s: %w", path, withoutPath(err))
}

// withoutPath is what the file system says, without the operation and its paths.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
