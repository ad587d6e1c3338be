package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/traces"
)

// TestSuites: a suite names logs by the sums of the catalogue, and every method
// once, as it is called, in the order of tables.
func TestSuites(t *testing.T) {
	for _, s := range suites() {
		if _, err := suiteFiles.ReadFile("suites/" + s.String() + ".json"); err != nil {
			t.Error(err)
		}
		found, _, err := methods.Find(s.Settings.Methods, false)
		var names []string
		for _, m := range found {
			names = append(names, m.Name)
		}
		if err != nil || !slices.Equal(names, s.Settings.Methods) || names[0] != "bmbp" || s.Settings.Check() != nil {
			t.Errorf("%s: methods %q, %v, want %q; settings %v", &s, names, err, s.Settings.Methods, s.Settings.Check())
		}
		for _, l := range s.Logs {
			if e, err := traces.Find(l.Name); l.Days == 0 && (err != nil || e.SHA256 != l.SHA256) {
				t.Errorf("%s: %s has the sum %s, in the catalogue %s (%v)", &s, l.Name, l.SHA256, e.SHA256, err)
			}
		}
	}
}

// ranks reads bench.csv by method and column.
func ranks(t *testing.T, path ...string) map[string]map[string]string {
	t.Helper()
	rows := map[string]map[string]string{}
	lines := table(t, readFile(t, path...))
	method := slices.Index(lines[0], "method")
	for _, line := range lines[1:] {
		rows[line[method]] = map[string]string{}
		for i, key := range lines[0] {
			rows[line[method]][key] = line[i]
		}
	}
	return rows
}

// benched returns the run directory of suite synth-2, interrupted after its
// first log and resumed.
func benched(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := []string{"bench", "synth", "--out", dir}
	if o := callWith(ctx, strings.NewReader(""), &trigger{" series by ", cancel}, args...); o.code != exitInterrupted ||
		!strings.HasSuffix(o.err, "interrupted; 1 finished log kept in "+dir+", go on with --resume\n") {
		t.Fatalf("interrupted: %+v", o)
	}
	o := succeed(t, append(args, "--resume", "--format", "csv")...)
	if !strings.Contains(o.err, "synth-a: finished by an earlier run") {
		t.Errorf("resumed: %s", o.err)
	}
	for _, line := range table(t, o.out)[1:] {
		if cost, err := strconv.ParseFloat(line[len(line)-1], 64); err != nil || !(cost > 0) {
			t.Errorf("a job of %q costs %q", line, line[len(line)-1])
		}
	}
	return dir
}

// TestBench ranks a suite, interrupted and resumed, and with the rows of
// another ranking.
func TestBench(t *testing.T) {
	t.Parallel()
	dir := benched(t)
	rows := ranks(t, dir, rankingFile)
	if len(rows) != len(suites()[1].Settings.Methods) || rows["bmbp"]["loss_ratio_lo"] != "1" || rows["last-week"]["compared"] != "0" || rows["forest"]["compared"] != "8" {
		t.Errorf("%d methods, among them %v, %v", len(rows), rows["bmbp"], rows["last-week"])
	}

	var one []string // which other tests put beside
	for line := range strings.Lines(readFile(t, dir, rankingFile)) {
		if len(one) == 0 || strings.Contains(line, ",bmbp,") {
			one = append(one, line)
		}
	}
	golden(t, "bench.csv", strings.Join(one, ""))

	// Without the row of moving, which is then added to those of the others.
	text := readFile(t, dir, rankingFile)
	var lines []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, ",moving,") {
			lines = append(lines, line)
		}
	}
	others := writeFile(t, filepath.Join(t.TempDir(), rankingFile), strings.Join(lines, ""))
	added := filepath.Join(t.TempDir(), "added")
	succeed(t, "bench", "synth", "--methods", "moving", "--beside", others, "--out", added, "--quiet")
	if readFile(t, added, rankingFile) != text {
		t.Errorf("added to the others, moving makes another ranking:\n%s\nwant\n%s", readFile(t, added, rankingFile), text)
	}
	if scores := readFile(t, added, "scores.csv"); strings.Contains(scores, "lognormal") || !strings.Contains(scores, "bmbp") {
		t.Error("more was replayed than bmbp and moving")
	}

	for _, c := range []struct {
		code              int
		old, new, message string
	}{
		{exitUsage, "synth-2,", "synth-1,", " is a ranking of suite synth-1, not synth-2"},
		{exitFailed, ",bmbp,8,8,6,", ",bmbp,8,8,5,", " comes from a program whose bmbp has other numbers"},
		{exitUsage, "suite,", "suit,", " is not a ranking: want a first line with the columns suite,program,"},
		{exitUsage, ",bmbp,8,", ",bmbp,eight,", `: column queues: "eight" is not a number`},
		{exitUsage, ",bmbp,8,", ",bmbp,nan,", `: column queues: "nan" is not a number`},
		{exitUsage, ",bmbp,8,", ",bmbp,1e308,", `: column queues: "1e308" is not a number`},
		{exitUsage, ",bmbp,8,8,", ",bm,8,8,", " has no row of bmbp"},
	} {
		changed := strings.ReplaceAll(text, c.old, c.new)
		if changed == text {
			t.Fatalf("no %q in\n%s", c.old, text)
		}
		file := writeFile(t, filepath.Join(t.TempDir(), "other.csv"), changed)
		call("bench", "synth", "--methods", "last", "--beside", file, "--out", filepath.Join(t.TempDir(), "x"), "--quiet").
			wantRefused(t, c.code, file, c.message)
	}
}

// TestBenchRefusesOtherLogs: the error for missing logs is the command that
// fetches them. A log with other bytes is not replayed.
func TestBenchRefusesOtherLogs(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	t.Setenv("WAITBENCH_TRACES", dir)
	first := suites()[0].Logs[0].Name
	call("bench", "--out", out).wantRefused(t, exitFailed, "10 of the 10 logs of suite pwa-2 are missing: run waitbench traces get "+first+" ")
	log := filepath.Join(dir, first+".swf.gz")
	writeFile(t, log, "other bytes")
	call("bench", "pwa", "--out", out).wantRefused(t, exitFailed, log+" is not the log "+first+" of the suite: its SHA-256 is ", ", not e03fe48b")
	call("bench", "pwb").wantRefused(t, exitUsage, `unknown suite "pwb"; known are pwa-2, synth-2`)
	call("bench", "synth-1").wantRefused(t, exitUsage, "suite synth-1 has methods that were removed; use synth-2")
	call("bench", "synth", "--methods", "guess").wantRefused(t, exitUsage, `unknown method "guess"`)
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder is left")
	}
}
