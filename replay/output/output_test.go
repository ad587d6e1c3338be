package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, content := range []string{"first", strings.Repeat("second", 1<<16)} {
		if err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, content); return err }); err != nil {
			t.Fatal(err)
		}
		wantTexts(t, "written", dir, map[string]string{"a.txt": content})
	}
}

// After a failed write the folder is as it was, and the error names the path
// once.
func TestFailures(t *testing.T) {
	cause := errors.New("no table of that name")
	for _, c := range []struct {
		what, want string
		path       []string
		write      func(w io.Writer) error
	}{
		{"an error of the writer", cause.Error(), []string{"a.txt"}, func(w io.Writer) error { io.WriteString(w, "new"); return cause }},
		{"no folder", "no such file or directory", []string{"none", "a.txt"}, nil},
		{"a folder of that name", "file exists", []string{"folder"}, func(io.Writer) error { return nil }},
		{"a full disk", "file already closed", []string{"a.txt"}, func(w io.Writer) error {
			w.(*File).temp.Close()
			_, err := w.Write(make([]byte, 1<<17))
			return fmt.Errorf("cannot encode record: %w", err)
		}},
	} {
		dir := t.TempDir()
		files := map[string]string{"a.txt": "old", "folder/inside": "old"}
		for name, text := range files {
			put(t, dir, name, text)
		}
		path := filepath.Join(append([]string{dir}, c.path...)...)
		if err := Write(path, c.write); err == nil || err.Error() != "cannot write "+path+": "+c.want {
			t.Errorf("%s: error %v, want %s", c.what, err, c.want)
		}
		wantTexts(t, c.what, dir, files)
	}
}

// Temporary files that no process holds are removed, and no other files.
func TestLeftFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	others := map[string]string{".a.txt.x12": "mine", ".b.txt.12": "of b", ".a.txt": "mine"}
	for name, text := range others {
		put(t, dir, name, text)
	}
	put(t, dir, ".a.txt.123456", "left")
	first, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "second"); return err }); err != nil {
		t.Fatal(err)
	}
	io.WriteString(first, "first")
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	others["a.txt"] = "first"
	wantTexts(t, "after both", dir, others)
}

func TestFileIsNotSeenBeforeCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, end := range []func(*File){(*File).Abort, func(f *File) {
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		f.Abort()
		wantTexts(t, "committed", dir, map[string]string{"a.txt": "content"})
		os.Remove(path)
	}} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "content")
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file is there before it is whole (%v)", err)
		}
		end(f)
		wantTexts(t, "after the end", dir, map[string]string{})
	}
}
