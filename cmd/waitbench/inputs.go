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

// setFiles sets the name of the files of an import, and the function that opens
// the next one.
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

// filesIn returns the files of paths. A folder stands for what is in it, in the
// order of the names, without hidden files.
func filesIn(paths []string) (files []string, err error) {
	for _, path := range paths {
		entries, err := os.ReadDir(path)
		if err != nil { // no folder
			files = append(files, path)
			continue
		}
		var below []string
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") {
				below = append(below, filepath.Join(path, e.Name()))
			}
		}
		found, err := filesIn(below)
		if err == nil && found == nil {
			err = fmt.Errorf("%s: the folder has no files", path)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}
