package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waitbench/replay/run"
)

// TestBatch leaves logs of a batch out, also when it resumes: logs without a
// job to replay always, broken logs with --skip-errors. The other files equal a
// run of the other logs, except for the record and the page, which have the
// reasons.
func TestBatch(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	a, b := twoLogs(t)
	folder := filepath.Dir(a)
	never := writeFile(t, filepath.Join(folder, "never.swf"), "; no job waited\n1 0 -1 60 4 -1 -1 4 -1 -1 1 1 1 1 1 1 -1 -1\n")
	empty := writeFile(t, filepath.Join(folder, "empty.swf"), "; no jobs\n")
	broken := writeFile(t, filepath.Join(folder, "broken.swf"), readFile(t, a)+"the end\n")
	dir, want := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "want")
	logs := []string{never, a, broken, empty, b}
	batch := func(flags ...string) []string {
		return slices.Concat([]string{"replay", "--out", dir}, logs, loud, flags)
	}
	call(batch("--quiet")...).wantRefused(t, exitFailed, "broken.swf:", "; 1 finished log kept in "+dir+", go on with --resume")

	o := succeed(t, batch("--skip-errors", "--resume")...)
	for _, line := range []string{
		"never is left out: never: the log has no wait times", "empty is left out: empty: the log has no jobs\n",
		"broken is left out: " + broken + ":", "a: finished by an earlier run\n", "\n3 logs left out: run.json and the page have the reasons\n",
	} {
		if !strings.Contains(o.err, line) {
			t.Errorf("no %q in\n%s", line, o.err)
		}
	}
	run, err := run.ReadRecord(filepath.Join(dir, run.RecordFile))
	if err != nil || len(run.Traces) != 2 || len(run.LeftOut) != 3 || run.LeftOut[2].Why != "the log has no jobs" ||
		run.LeftOut[1].Name != "broken" || !strings.HasPrefix(run.LeftOut[1].Why, "broken.swf:") {
		t.Errorf("record: error %v, left out %+v", err, run.LeftOut)
	}
	if page := readFile(t, dir, "report.html"); !strings.Contains(page, "<li>empty: the log has no jobs</li>") {
		t.Error("the page does not say what is left out")
	}
	replayed(t, want, append([]string{a, b}, quick...)...)
	is, wanted := filesOf(t, dir), filesOf(t, want)
	for _, name := range []string{"run.json", "report.html"} {
		delete(is, name)
		delete(wanted, name)
	}
	wantSame(t, "batch", is, wanted)

	call("replay", never, empty, "--quiet", "--out", filepath.Join(t.TempDir(), "none")).wantRefused(t, exitFailed, "none of the 2 logs can be replayed; the last: empty: the log has no jobs")
}
