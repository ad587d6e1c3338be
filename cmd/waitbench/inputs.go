package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"waitbench/swf"
)

// setFiles sets the name of the files of an import, and how to open the next one.
func (f *importFlags) setFiles(c *console, paths []string) (err error) {
	if f.files, err = filesIn(paths); err != nil {
		return err
	}
	if f.File = f.files[0]; f.File == "-" {
		f.File = "stdin"
	}
	if more := len(f.files) - 1; more > 0 {
		f.File += fmt.Sprintf(" and %d more", more)
	}
	f.in = new(swf.File) // none yet
	f.Next = func() (io.Reader, string, error) { return f.next(c) }
	return distinct(f.files, c.flags)
}

// next opens the next file. It skips empty ones, as of days without jobs, unless
// all are.
func (f *importFlags) next(c *console) (io.Reader, string, error) {
	f.in.Close()
	for len(f.files) > 0 {
		path := f.files[0]
		f.files = f.files[1:]
		in, err := c.openPath(path)
		switch {
		case errors.Is(err, swf.ErrEmpty) && (f.in.Name != "" || len(f.files) > 0):
			continue
		case err != nil:
			return nil, "", err
		case path == "-":
			path = "stdin"
		}
		f.in = in
		return in.Text(), path, nil
	}
	return nil, "", io.EOF
}

// filesIn returns paths, and for a folder its files by name, no hidden ones.
func filesIn(paths []string) (files []string, err error) {
	for _, path := range paths {
		entries, err := os.ReadDir(path)
		if err != nil { // a file, or its opening tells the error
			files = append(files, path)
			continue
		}
		before := len(files)
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: the folder has no files", path)
		}
	}
	return files, nil
}
