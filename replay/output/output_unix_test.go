//go:build unix

package output

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWrittenInPlace writes to a named pipe, which stays one.
func TestWrittenInPlace(t *testing.T) {
	dir := t.TempDir()
	path, read := filepath.Join(dir, "pipe"), make(chan string, 1)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	for _, end := range []func(*File) error{(*File).Commit, func(f *File) error { f.Abort(); return nil }} {
		go func() {
			text, _ := os.ReadFile(path)
			read <- string(text)
		}()
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, "text")
		if err := f.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := end(f); err != nil {
			t.Error(err)
		}
		info, err := os.Lstat(path)
		if entries, _ := os.ReadDir(dir); err != nil || info.Mode() != fs.ModeNamedPipe|0o600 || len(entries) != 1 {
			t.Fatalf("the folder has %v, error %v", entries, err)
		}
		if text := <-read; text != "text" {
			t.Errorf("%q comes out of the pipe", text)
		}
	}
}

// TestWrittenBehindLinks writes to links, also to one whose file is missing.
// All may read a new file.
func TestWrittenBehindLinks(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "there/old", "old")
	t.Chdir(dir)
	for link, to := range map[string]string{"folder": "there", "old": "there/old", "there/new": "../new", "far": filepath.Join(dir, "there/abs")} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	for path, file := range map[string]string{"old": "there/old", "folder/new": "new", "far": "there/abs"} {
		if err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, path); return err }); err != nil {
			t.Fatal(err)
		}
		if link, err := os.Readlink(path); err != nil {
			t.Errorf("%s is no link to %s any more: %v", path, file, link)
		}
		info, err := os.Lstat(file)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(path); string(text) != path || info.Mode() != 0o644 {
			t.Errorf("%s has %q, %s has mode %v", path, text, file, info.Mode())
		}
	}
}
