package render

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// textsIn gives the content of all files below a folder.
func textsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		texts[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestStage(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"tables/table1-traces.md", "tables/table2-of-old.csv", "tables/mine.csv", "tables/table1.txt", "figures/bounds-day-old.svg", "figures/bounds.svg",
		"run.json", "scores.csv", ".new/tables/table9-half.md",
	} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), "old")
	}
	s, err := newStage(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s.folder(tablesFolder, "table1-traces.md"), "new")
	write(t, s.folder(figuresFolder, "bounds-day-a.svg"), "new")
	write(t, s.path("run.json"), "new")
	if err := s.commit("run.json"); err != nil {
		t.Fatal(err)
	}
	s.remove()
	want := map[string]string{
		"tables/table1-traces.md": "new", "tables/mine.csv": "old", "tables/table1.txt": "old", "figures/bounds-day-a.svg": "new", "figures/bounds.svg": "old",
		"run.json": "new", "scores.csv": "old",
	}
	got := textsIn(t, dir)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s holds %q, want %q", name, got[name], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("files %v", got)
	}
}

// TestStageWithoutPlace finds a file where a folder must be, before anything is moved.
func TestStageWithoutPlace(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, tablesFolder, "table1-traces.md"), "old")
	write(t, filepath.Join(dir, figuresFolder), "mine")
	s, err := newStage(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s.folder(tablesFolder, "table1-traces.md"), "new")
	if err := s.commit(); err == nil {
		t.Error("no error")
	}
	s.remove()
	got := textsIn(t, dir)
	if len(got) != 2 || got["tables/table1-traces.md"] != "old" || got["figures"] != "mine" {
		t.Errorf("files %v", got)
	}
	if _, err := newStage(filepath.Join(dir, figuresFolder)); err == nil || !strings.Contains(err.Error(), "cannot write into the run directory: ") {
		t.Errorf("error %v", err)
	}
}

func TestIsMade(t *testing.T) {
	for name, want := range map[string]bool{
		"table3-correct-by-queue.md": true, "correct-by-range-qbets.tex": true, "published-table3-correct-by-queue.csv": true, "bounds-month-a.png": true,
		"table.txt": false, "mine.csv": false, "bounds.svg": false, ".table1.md.123": false, "table1": false,
	} {
		if isMade(name) != want {
			t.Errorf("isMade(%q) is %v", name, !want)
		}
	}
}

// TestSaveBounds names its files, and says what could not be written.
func TestSaveBounds(t *testing.T) {
	f := plotted(t, smallRun(t), BoundsQuery{Method: "bmbp", Queues: []string{"normal"}, Ranges: []string{"all"}, To: 43200})
	dir := t.TempDir()
	missing := filepath.Join(dir, "sub", "plot")
	if files, err := SaveBounds(f, missing, FigureFormats); files != nil || err == nil || err.Error() != "cannot write "+missing+".svg: no such file or directory" {
		t.Errorf("a folder that is not there: files %v, error %v", files, err)
	}
	files, err := SaveBounds(f, dir+"/./plot", FigureFormats)
	if want := []string{filepath.Join(dir, "plot.svg"), filepath.Join(dir, "plot.png")}; err != nil || !slices.Equal(files, want) {
		t.Errorf("files %v, error %v, want %v", files, err, want)
	}
	for _, file := range files {
		if info, err := fs.Stat(os.DirFS(dir), filepath.Base(file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
