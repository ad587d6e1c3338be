package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSameBytes(t *testing.T) {
	t.Parallel()
	want := filesOf(t, baseRun(t)) // of two workers
	for _, workers := range []string{"1", "8"} {
		dir := filepath.Join(t.TempDir(), "run")
		replayed(t, dir, append(baseArgs(t), "--workers", workers)...)
		wantSame(t, workers+" workers", filesOf(t, dir), want)
	}
	for name := range want {
		if strings.HasPrefix(name, ".") {
			t.Errorf("%s stays in a finished run", name)
		}
	}
}

func TestReportAgain(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	want := filesOf(t, baseRun(t))
	dir := copyOf(t, baseRun(t))
	for _, folder := range []string{"tables", "figures"} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(dir, ".waitbench", "new", "tables", "half.md"), "of a run that was killed")
	if o := succeed(t, "report", dir, "--figures", "few"); o.out != baseOut {
		t.Errorf("report prints\n%s\nreplay printed\n%s", o.out, baseOut)
	}
	wantSame(t, "report without tables and figures", filesOf(t, dir), want)

	o := succeed(t, "report", dir, copyOf(t, baseRun(t)), "--min-jobs", "1000000", "--figures", "none", "--quiet")
	if o.err != "" || o.out != strings.Repeat("\nNo queue has enough jobs for a verdict.\n", 2) {
		t.Errorf("report of two runs without any series of so many jobs: %q\n%s", o.err, o.out)
	}
}

// TestStaleFiles makes a report and replays with other settings in a directory
// that also holds files of its owner: these stay, and of what the program made
// only what it would make now.
func TestStaleFiles(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := copyOf(t, baseRun(t))
	own := []string{"notes.txt", "tables/notes.txt", "tables/mine.tex", "figures/heat-mine.png",
		"figures/sub/correct-by-me.png"}
	for _, name := range own {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), "mine")
	}
	args := append([]string{"replay", logOf(t, 2), "--out", dir}, quick...)
	mine := filesOf(t, dir)
	call(args...).wantRefused(t, exitFailed, dir+
		" holds a run with --methods bmbp,lognormal,lognormal-trim, not bmbp; --force replaces it")
	wantSame(t, "after a refusal", filesOf(t, dir), mine)
	succeed(t, "report", dir, "--quiet")
	wantSame(t, "after report", filesOf(t, dir), mine)
	succeed(t, append(args, "--force")...)
	fresh := filepath.Join(t.TempDir(), "run")
	replayed(t, fresh, append([]string{logOf(t, 2)}, quick...)...)
	for _, name := range own {
		writeFile(t, filepath.Join(fresh, filepath.FromSlash(name)), "mine")
	}
	wantSame(t, "after a run of other settings", filesOf(t, dir), filesOf(t, fresh))
}
