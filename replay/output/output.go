package output

import (
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

// AbortAll removes all temporary files and releases the locks of folders, for a
// program that exits at once. Calls that begin or end a file or folder block
// from then on.
func AbortAll() {
	changing.Lock()
	for f := range files {
		f.dir.Remove(f.hidden())
	}
	for f := range folders {
		f.close()
	}
}

// Write calls write with a buffered writer and renames the result to path.
// After an error path is as it was. The folder must exist.
func Write(path string, write func(io.Writer) error) error {
	return WriteAll([]string{path}, func(to []io.Writer) error { return write(to[0]) })
}

// WriteAll is Write for files that belong together, by CommitAll.
func WriteAll(paths []string, write func([]io.Writer) error) error {
	var list []*File
	var to []io.Writer
	for _, path := range paths {
		f, err := Create(path)
		if err != nil {
			return err
		}
		defer f.Abort()
		list, to = append(list, f), append(to, f)
	}
	if err := write(to); err != nil && len(list) > 0 {
		full := slices.IndexFunc(list, func(f *File) bool { return f.Flush() != nil })
		return list[max(full, 0)].Fail(err)
	} else if err != nil {
		return err
	}
	return CommitAll(list...)
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

// UsageError is a mistake in what a user asks for, and not in a log or a file. A
// command exits with 2.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }
