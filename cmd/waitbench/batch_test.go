package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBatch leaves logs of a batch out, also when it resumes: logs without a
// job to replay always, broken logs with --skip-errors. The files equal a batch
// of the other logs.
func TestBatch(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	a, b := twoLogs(t)
	folder := filepath.Dir(a)
	never := writeFile(t, filepath.Join(folder, "never.swf"),
		"; no job waited\n1 0 -1 60 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n")
	empty := writeFile(t, filepath.Join(folder, "empty.swf"), "; no jobs\n")
	broken := writeFile(t, filepath.Join(folder, "broken.swf"), readFile(t, a)+"the end\n")
	dir, want := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "want")
	logs := []string{never, a, broken, empty, b}
	batch := func(flags ...string) []string {
		return slices.Concat([]string{"replay", "--out", dir}, logs, loud, flags)
	}
	if o := call(batch("--quiet")...); o.code != exitFailed || strings.Count(o.err, "\n") != 1 ||
		!strings.Contains(o.err, "broken.swf:") ||
		!strings.HasSuffix(o.err, "; --skip-errors leaves it out; 1 finished log kept in "+dir+
			", go on with --resume\n") {
		t.Errorf("broken log: %+v", o)
	}

	o := succeed(t, batch("--skip-errors", "--resume")...)
	for _, line := range []string{
		"never is left out: never: the log has no wait times", "empty is left out: empty: the log has no jobs\n",
		"broken is left out: " + broken + ":", "a: finished by an earlier run\n", "\nthe collection is in " + dir +
			"; open ",
	} {
		if !strings.Contains(o.err, line) {
			t.Errorf("no %q in\n%s", line, o.err)
		}
	}
	replayed(t, want, append([]string{a, b}, quick...)...)
	wantSame(t, "batch", filesOf(t, dir), filesOf(t, want))
	alone := filepath.Join(t.TempDir(), "alone")
	replayed(t, alone, append([]string{a}, quick...)...)
	wantSame(t, "run of a in the batch", filesOf(t, filepath.Join(dir, "a")), filesOf(t, alone))

	call("replay", never, empty, "--quiet", "--out", filepath.Join(t.TempDir(), "none")).wantRefused(t, exitFailed,
		"none of the 2 logs can be replayed; the last: empty: the log has no jobs")
	figures := writeFile(t, filepath.Join(folder, "figures.swf"), readFile(t, a))
	call("replay", a, figures, "--quiet").wantRefused(t, exitFailed,
		"the folder of log figures would be figures, which has another use: rename the log")
	for name, use := range map[string]string{
		"methods":         "page of log methods would be methods.md",
		"remaining-waits": "page of log remaining-waits would be remaining-waits.md",
		"index.html":      "folder of log index.html would be index.html",
		"scores.csv":      "folder of log scores.csv would be scores.csv",
		"MANIFEST":        "folder of log MANIFEST would be MANIFEST",
		"a.md":            "folder of log a.md would be a.md",
	} {
		other := writeFile(t, filepath.Join(t.TempDir(), name+".swf"), readFile(t, a))
		out := filepath.Join(t.TempDir(), "out")
		call("replay", a, other, "--quiet", "--out", out).
			wantRefused(t, exitFailed, "the "+use+", which has another use: rename the log")
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a log was replayed", name)
		}
	}
}

// TestShards replays shares of three logs, the largest first; resumed without a
// share, the files are those of one call.
func TestShards(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	folder, dir, want := t.TempDir(), filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "want")
	args := []string{"replay"}
	for i, jobs := range []int{200, 300, 250} {
		args = append(args, writeFile(t, filepath.Join(folder, fmt.Sprintf("%c.swf", 'a'+i)), logText(lines(jobs))))
	}
	args = append(args, quick...)
	succeed(t, append(args, "--out", dir, "--shard", "2/2", "--resume")...)
	if got := entries(t, dir); got != "c" {
		t.Errorf("share 2/2: runs %s", got)
	}
	call(append(args, "--out", dir, "--shard", "1/99999999999")...).
		wantRefused(t, exitUsage, "--shard 1/99999999999: more shares than logs, of which there are 3")
	succeed(t, append(args, "--out", dir, "--shard", "1/2")...)
	if got := entries(t, dir); got != "a b c" {
		t.Errorf("both shares: %s", got)
	}
	call(append(args, "--out", dir, "--shard", "1/2", "--epoch", "1h")...).
		wantRefused(t, exitFailed, filepath.Join(dir, "a")+
			" holds a run with --epoch 5m, not 1h; --force replaces it, --out names another folder")
	both := t.TempDir()
	other := filepath.Join(both, "other")
	if err := os.CopyFS(filepath.Join(both, "a"), os.DirFS(filepath.Join(dir, "a"))); err != nil {
		t.Fatal(err)
	}
	succeed(t, append([]string{"replay", args[2], "--out", other, "--epoch", "1h"}, quick...)...)
	for _, args := range [][]string{{"collect", filepath.Join(dir, "a"), other, "--out", want}, {"compare", both}} {
		call(args...).wantRefused(t, exitFailed,
			"have different settings: --epoch 5m, not 1h; leave one of them out, or replay one again")
	}
	succeed(t, append(args, "--out", dir, "--resume")...)
	succeed(t, append(args, "--out", want)...)
	wantSame(t, "shares", filesOf(t, dir), filesOf(t, want))
}

// entries lists the names in a folder.
func entries(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
