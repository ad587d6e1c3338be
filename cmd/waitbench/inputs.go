package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"waitbench/swf"
	"waitbench/swf/accounting"
)

// inputs are files that are read one after the other.
type inputs struct {
	c     *console
	files []string // to open
	open  *swf.File
	empty error // of the last file without a byte, as of a day without jobs
}

func (f *importFlags) inputs(c *console, args []string) (*inputs, error) {
	files, err := inputFiles(args)
	if err == nil {
		err = distinct(files, c.flags)
	}
	if f.Further = len(files) - 1; f.byDate && f.Further > 0 {
		c.byDate(files)
	}
	return &inputs{c: c, files: files}, err
}

// next closes the open file and opens the next one that is not empty. It
// returns io.EOF after the last one.
func (in *inputs) next() (io.Reader, string, error) {
	in.close()
	for len(in.files) > 0 {
		path := in.files[0]
		in.files = in.files[1:]
		f, err := in.c.openPath(path)
		if errors.Is(err, swf.ErrEmpty) {
			in.empty = err
			continue
		}
		if err != nil {
			return nil, "", err
		}
		if in.open = f; path == "-" {
			path = "stdin"
		}
		return f.Text(), path, nil
	}
	return nil, "", io.EOF
}

func (in *inputs) close() {
	if in.open != nil {
		in.open.Close()
	}
}

// inputFiles returns the files of paths. A folder stands for what is in it, in the
// order of the names, without hidden files.
func inputFiles(paths []string) (files []string, err error) {
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
		found, err := inputFiles(below)
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

// byDate sorts files of PBS by the dates of their first records, unless one is
// a pipe, which can be read only once.
func (c *console) byDate(files []string) {
	dates := map[string]string{}
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return
		}
		if in, err := c.openPath(path); err == nil {
			line, _, _ := in.Line()
			dates[path] = accounting.PBSDate(string(line))
			in.Close()
		}
	}
	slices.SortStableFunc(files, func(a, b string) int { return strings.Compare(dates[a], dates[b]) })
}
