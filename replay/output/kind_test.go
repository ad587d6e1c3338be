package output

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"waitbench/swf/swftest"
)

// One look at a folder says its kind, the record of its run and the runs inside.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"runs/a/run.json", "runs/b/.waitbench/record/run.json", "mixed/a/run.json", "mixed/c/note.txt",
		"begun/.waitbench/lock", "cut/run.json", "cut/.waitbench/record/run.json", "none/note.txt",
	} {
		swftest.WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), "{}\n")
	}
	for _, name := range []string{"runs/a", "runs/b", "mixed/a"} {
		manifest := filepath.Join(dir, filepath.FromSlash(name), Manifest)
		swftest.WriteFile(t, manifest, "waitbench run 1\nrun.json\n")
	}
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"runs":    "folder of runs, run.json, runs a b",
		"runs/a":  "run, run.json, runs",
		"runs/b":  "run, .waitbench/record/run.json cut off, begun, runs",
		"mixed":   "folder of others, run.json, runs a",
		"begun":   ", run.json, begun, runs",
		"cut":     ", .waitbench/record/run.json cut off, begun, runs",
		"empty":   ", run.json, runs",
		"none":    "folder of others, run.json, runs",
		"missing": ", run.json, runs",
	} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		c, err := Look(at)
		record, outside := filepath.Rel(at, c.Record)
		if err != nil || outside != nil {
			t.Errorf("%s: %v, %v", name, err, outside)
		}
		got := fmt.Sprintf("%s, %s", c.Kind, filepath.ToSlash(record))
		if c.CutOff {
			got += " cut off"
		}
		if c.Begun {
			got += ", begun"
		}
		got += ", runs"
		for _, run := range c.Runs {
			got += " " + filepath.Base(run)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if _, err := Look(filepath.Join(dir, "none", "note.txt")); err == nil {
		t.Error("a file is a folder")
	}
}
