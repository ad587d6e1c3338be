package main

import (
	"fmt"
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
	if o := succeed(t, "report", dir); o.out != baseOut {
		t.Errorf("report prints\n%s\nreplay printed\n%s", o.out, baseOut)
	}
	wantSame(t, "report without tables and figures", filesOf(t, dir), want)

	o := succeed(t, "report", dir, copyOf(t, baseRun(t)), "--min-jobs", "1000000", "--figures", "none", "--quiet")
	if o.err != "" || o.out != strings.Repeat("\nNo queue has enough jobs for a verdict.\n", 2) {
		t.Errorf("report of two runs without any series of so many jobs: %q\n%s", o.err, o.out)
	}
}

// TestStaleFiles makes a report and replays with other settings in a directory that also holds
// files of its owner: these stay, and of what the program made only what it would make now.
func TestStaleFiles(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := copyOf(t, baseRun(t))
	own := []string{"notes.txt", "tables/notes.txt", "tables/mine.tex", "figures/heat-mine.png", "figures/sub/correct-by-me.png"}
	for _, name := range own {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), "mine")
	}
	args := append([]string{"replay", logOf(t, 2), "--out", dir}, quick...)
	mine := filesOf(t, dir)
	call(args...).wantRefused(t, exitFailed, dir+" holds a run with --methods bmbp,lognormal,lognormal-trim, not bmbp; --force replaces it")
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

// TestEpochs compares ways to write lengths of time.
func TestEpochs(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	run := func(epoch string) string {
		dir := filepath.Join(t.TempDir(), "run")
		replayed(t, dir, append([]string{logOf(t, 1), "--epoch", epoch}, quick...)...)
		return dir
	}
	plain := run("300")
	for _, epoch := range []string{"5m", "3e2"} {
		wantSame(t, "--epoch "+epoch, filesOf(t, run(epoch)), filesOf(t, plain))
	}
	each := run("0")
	if !strings.Contains(readFile(t, each, "run.json"), `"epoch_s": 0,`) {
		t.Error("run.json does not say that the epoch is 0")
	}
	rows := func(dir string) string {
		return succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--columns", "queue,job_id,bound").out
	}
	if rows(each) == rows(plain) {
		t.Error("an epoch of 0 gives the bounds of one of 300 s")
	}
}

// TestRanks compares the bounds of the exact ranks with those of the paper's approximation.
func TestRanks(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	run := func(rank string) string {
		dir := filepath.Join(t.TempDir(), "run")
		replayed(t, dir, append([]string{logOf(t, 1), "--rank", rank}, quick...)...)
		if text := fmt.Sprintf("%q: %q", "rank", rank); !strings.Contains(readFile(t, dir, "run.json"), text) {
			t.Errorf("run.json lacks %s", text)
		}
		return succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--where", "queue=normal").out
	}
	exact, normal := strings.Split(run("exact"), "\n"), strings.Split(run("normal"), "\n")
	differ := 0
	for i := range exact {
		if exact[i] != normal[i] {
			differ++
		}
	}
	// The approximation serves where n(1-q) is at least 10, that is from 200 waits on, and differs
	// at some of them only.
	if len(exact) != len(normal) || differ == 0 || differ > len(exact)-200 {
		t.Errorf("%d of %d and %d rows differ", differ, len(exact), len(normal))
	}
}
