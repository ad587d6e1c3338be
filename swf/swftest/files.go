package swftest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// ReadFile returns the text of a file, whose path is joined from its parts.
func ReadFile(tb testing.TB, path ...string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// WriteFile writes a text to a file, makes its folder, and returns the path.
func WriteFile(tb testing.TB, path, text string) string {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Files returns the content of all files below a folder.
func Files(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	texts, files := map[string]string{}, os.DirFS(dir)
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		texts[name] = string(data)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return texts
}
