package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/replay/run"
)

// TestCommandLineAgain runs the command line in the record of a run, in the
// folder of its log, and compares all files.
func TestCommandLineAgain(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	writeFile(t, "log.swf", readFile(t, dayLog(t)))
	cluster := writeFile(t, "far/cluster.txt",
		"# a cluster\nmpl 2\nnodes 100 power 1 availability 0.9 # fast\nnodes 28 power 0.5\n")
	for name, args := range map[string][]string{
		"usual": {"replay", "log.swf"},
		"stdin": {"replay", "-", "--methods", "bmbp"},
		"odd": {"replay", filepath.Join(home, "log.swf"), "--methods", "bmbp:rank=normal,hanzich,qbets", "--scheduler",
			"fcfs",
			"--cluster", cluster, "--lenient", "--quantiles", "0.9,0.25l", "--ranges", "1-8,9+", "--queues",
			"normal,low", "--min-jobs", "50",
			"--confidence", "0.9", "--epoch", "90s", "--train", "0", "--select", "paper"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "first")
			in := ""
			if name == "stdin" {
				in = readFile(t, "log.swf")
			}
			args = append(args, "--figures", "none", "--quiet", "--out", dir)
			if o := callWith(t.Context(), strings.NewReader(in), io.Discard, args...); o.code != exitDone {
				t.Fatal(o.err)
			}
			line := sameAgain(t, dir, in)
			if strings.Contains(strings.Join(line, " "), home) || name == "usual" && len(line) != 3 {
				t.Errorf("command line %q", line)
			}
		})
	}
}

// sameAgain runs the command line that the record of a run without figures
// gives, with the same standard input, which makes the same files. It returns
// the command line.
func sameAgain(t *testing.T, dir, in string) []string {
	t.Helper()
	var run run.Record
	if err := json.Unmarshal([]byte(readFile(t, dir, "run.json")), &run); err != nil {
		t.Fatal(err)
	}
	line := run.CommandLine()
	if line[0] != "waitbench" {
		t.Errorf("command line %q", line)
	}
	again := filepath.Join(t.TempDir(), "again")
	args := append(line[1:], "--figures", "none", "--quiet", "--out", again)
	if o := callWith(t.Context(), strings.NewReader(in), io.Discard, args...); o.code != exitDone {
		t.Fatal(o.err)
	}
	wantSame(t, strings.Join(line, " "), filesOf(t, again), filesOf(t, dir))
	return line
}

// TestKilled leaves a folder as a kill does while files take their final names.
// Commands that read it refuse it, and --resume makes the run whole.
func TestKilled(t *testing.T) {
	t.Parallel()
	want := filesOf(t, baseRun(t))
	dir := copyOf(t, baseRun(t))
	for _, name := range []string{"tables/table1-logs.md", "run.json"} { // not renamed yet
		writeFile(t, filepath.Join(dir, ".waitbench", "new", filepath.FromSlash(name)),
			readFile(t, dir, filepath.FromSlash(name)))
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	before := filesOf(t, dir)
	for _, args := range [][]string{{"compare", dir, "--methods", "bmbp,lognormal"}, {"report", dir, "--quiet"}} {
		call(args...).wantRefused(t, exitFailed, dir+" holds no finished run: go on with --resume")
	}
	wantSame(t, "what was refused", filesOf(t, dir), before)
	succeed(t, append(append([]string{"replay"}, baseArgs(t)...), "--resume", "--out", dir)...)
	wantSame(t, "the run that goes on", filesOf(t, dir), want)
}
