package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStudyCISNE: what the page must have; times are in a file of their own, and none are on the
// page. Package cisne has it that workers change nothing.
func TestStudyCISNE(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	assumed := filepath.Join(t.TempDir(), "assumed.txt")
	text, err := os.ReadFile("../../replay/study/cisne/assumed.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(assumed, []byte(strings.Replace(string(text), "powers 1 ", "powers 1 .8 .6 .5 ", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "study")
	o := succeed(t, "study", "cisne", "--seeds", "2", "--jobs", "30", "--history", "100", "--limits", "2", "--quiet", "--assumed", assumed, "--out", dir)
	if o.err != "" {
		t.Errorf("--quiet, but %q on standard error", o.err)
	}
	if !strings.HasPrefix(o.out, "Claims of the paper") || !strings.Contains(o.out, "Time of an estimate") || !strings.Contains(o.out, "not measured") {
		t.Errorf("output %q", o.out)
	}
	if times := readFile(t, dir, "timings.md"); strings.Count(times, "\n| ") != 2+20 {
		t.Errorf("timings.md is\n%s", times)
	}
	page := readFile(t, dir, "README.md")
	for _, word := range []string{"# Turnaround times on a non-dedicated cluster", "Claims of the paper", "1 0.8 0.6 0.5", "](turnaround.svg)"} {
		if !strings.Contains(page, word) {
			t.Errorf("no %q in the page", word)
		}
	}
	if strings.Contains(page, "Time of an estimate") {
		t.Error("the page has times")
	}
}

func TestStudyCISNEWrongUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flags, want string }{
		{"log.swf", `takes no arguments, but got "log.swf"`},
		{"--seeds 1", "seeds: 1 is not between 2 and 10000"},
		{"--nodes 4", "nodes: 4 is not between 8 and 1024"},
		{"--limits 9", "limits: 9 is not between 1 and 8"},
		{"--limits 1.5", "limits: 1.5 is not a number of tasks"},
		{"--limits ,", "limits: 0 is not between 1 and 8"},
		{"--workers -1", "--workers cannot be negative"},
	} {
		o := call(append([]string{"study", "cisne"}, strings.Fields(c.flags)...)...)
		if o.code != exitUsage || o.out != "" || !strings.Contains(o.err, c.want) || !strings.HasSuffix(o.err, "\nSee waitbench study cisne --help.\n") {
			t.Errorf("%q: exit code %d, output %q, message %q, want %q", o.args, o.code, o.out, o.err, c.want)
		}
	}
	if o := call("study", "cisne", "--assumed", "nowhere.txt"); o.code != exitFailed || !strings.Contains(o.err, "nowhere.txt") {
		t.Errorf("exit code %d, message %q", o.code, o.err)
	}
}

func TestStudyCISNEInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "study")
	o := callWith(ctx, nil, io.Discard, "study", "cisne", "--quick", "--out", dir)
	o.wantRefused(t, exitInterrupted, "waitbench study cisne: interrupted")
}
