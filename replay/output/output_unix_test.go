//go:build unix

package output

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
func TestWrittenBehindLinks(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "there/old", "old")
	t.Chdir(dir)
	for link, to := range map[string]string{"folder": "there", "old": "there/old", "there/new": "../new",
		"far": filepath.Join(dir, "there/abs")} {
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
		if text, _ := os.ReadFile(file); string(text) != path {
			t.Errorf("%s has %q", file, text)
		}
	}
}

// TestModes: a file has the mode of the one that it replaces, else 0666 less the
// umask, also in a folder. Nobody reads more of it while it is written.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for umask, mode := range map[int]fs.FileMode{0o022: 0o644, 0o077: 0o600, 0o002: 0o664} {
		syscall.Umask(umask)
		dir := t.TempDir()
		run := filepath.Join(dir, "run")
		commit(t, run, "1", "run.json", "tables/a.md")
		want := map[string]fs.FileMode{"new": mode, "kept": 0o640,
			"run/run.json": 0o604, "run/tables/a.md": mode, "run/" + Manifest: 0o400}
		put(t, dir, "kept", "old")
		for name, mode := range want {
			if name != "new" {
				if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
					t.Fatal(err)
				}
			}
		}
		write := func(path string) {
			f, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if info, _ := f.temp.Stat(); info.Mode()&^(want[filepath.Base(path)]|0o600) != 0 {
				t.Errorf("%s has mode %v while it is written", path, info.Mode())
			}
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		write(filepath.Join(dir, "new"))
		write(filepath.Join(dir, "kept"))
		commit(t, run, "2", "run.json", "tables/a.md", "tables/b.md")
		want["run/tables/b.md"] = mode
		for name, mode := range want {
			if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != mode {
				t.Errorf("umask %o: %s has mode %v, want %v, error %v", umask, name, info.Mode(), mode, err)
			}
		}
	}
}

// TestManifestIsAPipe: nobody waits for a writer of it.
func TestManifestIsAPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, Manifest), 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	if _, err := Begin(dir, true, Run); err == nil || !strings.HasSuffix(err.Error(), "MANIFEST is no regular file") {
		t.Errorf("error %v", err)
	}
}
