package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/output"
)

// writers returns calls of the commands that write folders, without --out.
func writers(t *testing.T, run string) map[string][]string {
	return map[string][]string{
		"run":        append([]string{"replay", logOf(t, 1), "--force"}, quick...),
		"bench":      {"bench", "synth", "--force", "--quiet"},
		"collection": {"collect", run, "--force", "--quiet"},
		"study":      {"study", "downey", "--quick", "--days", "1", "--force", "--quiet"},
	}
}

// TestOtherKinds writes each kind of folder into one of each other kind, into an
// input, and into a folder with a MANIFEST of another program.
func TestOtherKinds(t *testing.T) {
	t.Chdir(t.TempDir())
	replayed(t, "a", append([]string{logOf(t, 1)}, quick...)...)
	calls := writers(t, "a")
	writeFile(t, "perl/MANIFEST", "Makefile.PL\nrun.json\n")
	writeFile(t, "perl/Makefile.PL", "theirs")
	writeFile(t, "perl/run.json", "{}")
	for kind, args := range calls {
		succeed(t, append(args, "--out", kind)...)
		call(append(args, "--out", "perl")...).wantRefused(t, exitFailed,
			"perl has files and is no folder of results of this program")
	}
	call("report", "perl").wantRefused(t, exitFailed, "perl/run.json is not the record of a run")
	before := filesOf(t, ".")
	for kind, args := range calls {
		for other := range calls {
			if other != kind {
				call(append(args, "--out", other)...).wantRefused(t, exitFailed, other+" holds a "+other+", which a "+kind+
					" never replaces: choose another folder")
			}
		}
	}
	call("collect", "a", "bench", "--out", "bench").wantRefused(t, exitFailed,
		"bench holds a bench, which a collection never replaces")
	wantSame(t, "what was refused", filesOf(t, "."), before)
}

// TestInputInOutput reads a file of the folder that would be written.
func TestInputInOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	log := readFile(t, logOf(t, 1))
	replayed(t, "a", append([]string{logOf(t, 1)}, quick...)...)
	writeFile(t, "a/seed1.swf", log)
	before := filesOf(t, ".")
	for input, args := range map[string][]string{
		"a/seed1.swf": append([]string{"replay", "a/seed1.swf", "--force"}, quick...),
		"a/predictions.arrow": {"score", "a/predictions.arrow", "--logs", logOf(t, 1), "--name", "again", "--force",
			"--quiet"},
	} {
		call(append(args, "--out", "a")...).wantRefused(t, exitFailed, input+
			" is an input in the folder of the results: choose another --out than a")
	}
	wantSame(t, "what was refused", filesOf(t, "."), before)
}

// TestEarlierVersion reads and replaces folders whose MANIFEST has no kind.
func TestEarlierVersion(t *testing.T) {
	t.Chdir(t.TempDir())
	replayed(t, "a", append([]string{logOf(t, 1)}, quick...)...)
	calls := writers(t, "a")
	delete(calls, "bench") // whose times differ
	for kind, args := range calls {
		succeed(t, append(args, "--out", kind)...)
		want := filesOf(t, kind)
		_, names, _ := strings.Cut(readFile(t, kind, output.Manifest), "\n")
		writeFile(t, filepath.Join(kind, output.Manifest), names)
		before := filesOf(t, kind)
		if kind == "run" {
			for _, args := range [][]string{{"cat", "run/scores.arrow"}, {"collect", "run", "--out", "read", "--quiet"}} {
				succeed(t, args...)
			}
			call(append(args, "--force=false", "--resume", "--out", kind)...).wantRefused(t, exitFailed, "--force replaces it")
		}
		call(append(args, "--force=false", "--out", kind)...).wantRefused(t, exitFailed, kind+" holds a "+kind+
			" of an earlier version; --force replaces it")
		wantSame(t, "after refusals", filesOf(t, kind), before)
		succeed(t, append(args, "--out", kind)...)
		wantSame(t, kind, filesOf(t, kind), want)
	}
	_, names, _ := strings.Cut(readFile(t, "run", output.Manifest), "\n")
	writeFile(t, "run/MANIFEST", names)
	succeed(t, "report", "run", "--figures", "none", "--quiet")
	if text := readFile(t, "run", output.Manifest); text != "waitbench run 1\n"+names {
		t.Errorf("after report the manifest is\n%s", text)
	}
}

// TestAnotherLog replays a log of the same name into the folder of the first.
func TestAnotherLog(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, dir := range []string{"c1", "c2"} {
		writeFile(t, filepath.Join(dir, "jobs.swf"), readFile(t, logOf(t, i+1)))
	}
	const note = "jobs: the run in runs/jobs is of another log, jobs.swf of "
	for _, c := range []struct {
		log  string
		want bool
	}{{"c1", false}, {"c1", false}, {"c2", true}, {"c2", false}} {
		o := succeed(t, append([]string{"replay", filepath.Join(c.log, "jobs.swf")}, loud...)...)
		if strings.Contains(o.err, note) != c.want {
			t.Errorf("replay of %s: messages %q", c.log, o.err)
		}
	}
	call("replay", "c1/jobs.swf", "--methods", "lognormal").wantRefused(t, exitFailed, "runs/jobs holds a run with",
		"--force replaces it")
	if _, err := os.Stat("runs/jobs/run.json"); err != nil {
		t.Error(err)
	}
}
