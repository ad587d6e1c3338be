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

// onlyFile fails unless the folder holds nothing but the file name with this content; no file at
// all if name is empty.
func onlyFile(t *testing.T, folder, name, content string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if name == "" {
		if len(entries) > 0 {
			t.Fatalf("%s stays behind", entries[0].Name())
		}
		return
	}
	if len(entries) != 1 || entries[0].Name() != name {
		t.Fatalf("folder holds %v, want only %s", entries, name)
	}
	got, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != content {
		t.Errorf("%s holds %q, want %q", name, got, content)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	for _, content := range []string{"first", strings.Repeat("second", 1<<16)} {
		err := Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		onlyFile(t, folder, "a.txt", content)
	}
}

func TestWriteKeepsTheOldFileOnError(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("no table of that name")
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "new")
		return cause
	})
	if !errors.Is(err, cause) || err.Error() != "cannot write "+path+": no table of that name" {
		t.Errorf("error is %v", err)
	}
	onlyFile(t, folder, "a.txt", "old")
}

func TestFileIsNotSeenBeforeCommit(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "content")
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there before it is whole (%v)", err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	f.Abort()
	onlyFile(t, folder, "a.txt", "content")
}

func TestAbortLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	f, err := Create(filepath.Join(folder, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "content")
	f.Abort()
	onlyFile(t, folder, "", "")
}

func TestNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a.txt")
	_, err := Create(path)
	if !errors.Is(err, os.ErrNotExist) || err.Error() != "cannot write "+path+": no such file or directory" {
		t.Errorf("error is %v", err)
	}
}

func TestRenameOntoAFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := Write(path, func(io.Writer) error { return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+path+": ") || strings.Contains(err.Error(), "rename") {
		t.Errorf("error is %v", err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("folder holds %v, want only the folder a", entries)
	}
}

// A disk that is full reports so in the middle of a write; what the writers above made of it is
// left out.
func TestFailNamesTheCause(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	f.temp.Close()
	_, err = f.Write(make([]byte, 1<<17))
	if err == nil {
		t.Fatal("a write to a closed file succeeds")
	}
	err = f.Fail(fmt.Errorf("cannot encode record: %w", err))
	if err.Error() != "cannot write "+path+": file already closed" {
		t.Errorf("error is %v", err)
	}
	onlyFile(t, folder, "", "")
}
