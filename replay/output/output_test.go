package output

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, content := range []string{"first", strings.Repeat("second", 1<<16)} {
		if err := Write(path,
			func(w io.Writer) error { _, err := io.WriteString(w, content); return err }); err != nil {
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
		name, want string
		path       []string
		write      func(w io.Writer) error
	}{
		{"an error of the writer", cause.Error(), []string{"a.txt"},
			func(w io.Writer) error { io.WriteString(w, "new"); return cause }},
		{"no folder", "no such file or directory", []string{"none", "a.txt"}, nil},
		{"a folder of that name", "is a directory", []string{"folder"}, func(io.Writer) error { return nil }},
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
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
		wantTexts(t, c.name, dir, files)
	}
}

// Files that belong together have their names only once all are whole. If the
// first cannot have its name, all are as they were. If another cannot, no earlier
// file is left beside the new first one.
func TestTogether(t *testing.T) {
	old := map[string]string{"log": "old", "extra": "old"}
	for _, c := range []struct {
		name, blocked, err string // blocked becomes a folder
		want               map[string]string
	}{
		{"both", "", "", map[string]string{"log": "new", "extra": "new"}},
		{"no name for the first", "log", "cannot write log: file exists",
			map[string]string{"log/": "", "extra": "old"}},
		{"no name for the other", "extra", "cannot write extra: file exists; repeat the call, since log is new",
			map[string]string{"log": "new", "extra/": ""}},
		{"an error of the writer", "", "cannot write log: no more", old},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range old {
				put(t, ".", name, text)
			}
			err := WriteAll([]string{"log", "extra"}, func(to []io.Writer) error {
				for _, w := range to {
					io.WriteString(w, "new")
				}
				if c.blocked != "" {
					return errors.Join(os.Remove(c.blocked), os.Mkdir(c.blocked, 0o777))
				}
				if c.err != "" {
					return errors.New("no more")
				}
				return nil
			})
			if err == nil && c.err != "" || err != nil && err.Error() != c.err {
				t.Errorf("error %v, want %s", err, c.err)
			}
			entries, _ := os.ReadDir(".")
			got := map[string]string{}
			for _, e := range entries {
				name, text := e.Name(), []byte(nil)
				if e.IsDir() {
					name += "/"
				} else {
					text, _ = os.ReadFile(name)
				}
				got[name] = string(text)
			}
			if !maps.Equal(got, c.want) {
				t.Errorf("files %v, want %v", got, c.want)
			}
		})
	}
}

// Temporary files that no process holds are removed, and no other files.
func TestLeftFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	others := map[string]string{".a.txt.waitbench-x12": "mine", ".a.txt.waitbench-": "mine",
		".b.txt.waitbench-12": "of b",
		".a.txt.123456":       "mine", ".a.txt": "mine"}
	for name, text := range others {
		put(t, dir, name, text)
	}
	put(t, dir, ".a.txt.waitbench-123456", "left")
	file, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "second"); return err }); err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, "first")
	if err := file.Commit(); err != nil {
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

// TestSynced records what is synced, and which of the files have their final
// names by then.
func TestSynced(t *testing.T) {
	dir, was := t.TempDir(), syncFile
	defer func() { syncFile = was }()
	var synced []string
	syncFile = func(f *os.File) error {
		name, err := filepath.Rel(dir, regexp.MustCompile(`-\d+$`).ReplaceAllString(f.Name(), "-N"))
		for _, final := range []string{"a.txt", "tables/b.md", "run.json"} {
			if _, err := os.Stat(filepath.Join(dir, final)); err == nil {
				name += " " + final
			}
		}
		synced = append(synced, filepath.ToSlash(name))
		return err
	}
	want := func(list ...string) {
		t.Helper()
		if !slices.Equal(synced, list) {
			t.Errorf("synced are\n%q, want\n%q", synced, list)
		}
		synced = nil
	}
	text := func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err }
	if err := Write(filepath.Join(dir, "a.txt"), text); err != nil {
		t.Fatal(err)
	}
	want(".a.txt.waitbench-N", ". a.txt")
	os.Remove(filepath.Join(dir, "a.txt"))
	f := open(t, dir)
	defer f.Close()
	state(t, f, "1", "tables/b.md", "run.json")
	want(".waitbench/new/tables/.b.md.waitbench-N", ".waitbench/new/tables",
		".waitbench/new/.run.json.waitbench-N", ".waitbench/new")
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	want(".waitbench/new/MANIFEST", ".", ". tables/b.md", "tables tables/b.md",
		".waitbench/new/MANIFEST tables/b.md", ". tables/b.md", ". tables/b.md run.json")
}

func TestSame(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "sub/a.txt", "a")
	put(t, dir, "b.txt", "b")
	t.Chdir(dir)
	for link, to := range map[string]string{"link": "sub", "a": "sub/a.txt", "sub/up": "../b.txt", "new": "sub/none",
		"circle": "circle"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip("no links here:", err)
		}
	}
	if err := os.Link("b.txt", "hard.txt"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"b.txt", "./b.txt", true}, {"b.txt", dir + "/b.txt", true}, {"b.txt", "hard.txt", true},
		{"b.txt", "link/up", true},
		{"a", "link/a.txt", true}, {"none", "./none", true}, {"new", "link/none", true}, {"none", "new", false},
		{"b.txt", "a", false}, {"b.txt", "none", false}, {"there/none", "there/none", false},
		{"circle", "circle", false},
		{os.DevNull, os.DevNull, false},
	} {
		if Same(c.a, c.b) != c.want || Same(c.b, c.a) != c.want {
			t.Errorf("%s and %s: not %v", c.a, c.b, c.want)
		}
	}
}
