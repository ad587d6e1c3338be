package main

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestCapacity: --capacity overrides the size in the header. A log whose header
// states no size is replayed with the most processors seen so far. Notes report
// both.
func TestCapacity(t *testing.T) {
	t.Parallel()
	text, dir := readFile(t, dayLog(t)), t.TempDir()
	unstated := writeFile(t, filepath.Join(dir, "unstated.swf"), regexp.MustCompile(`(?m)^; Max(Procs|Nodes):.*\n`).ReplaceAllString(text, ""))
	for flag, want := range map[string]string{
		"--figures=none": `no MaxProcs in the header: the machine's size is the most processors seen so far, \d+ at the end`,
		"--capacity=77":  `(?s)"capacity": 77.*the machine has 77 processors by --capacity`,
		"--capacity=1":   `the machine has 1 processor by --capacity".*\n.*did not fit the machine of 1 processor \(`,
	} {
		out := t.TempDir()
		replayed(t, out, unstated, "--methods", "smith", "--ranges", "none", "--figures", "none", "--quiet", flag)
		if record := readFile(t, out, "run.json"); !regexp.MustCompile(want).MatchString(record) {
			t.Errorf("%s: no %q in\n%s", flag, want, record)
		}
	}
	wait := []string{"wait", unstated, "--methods", "smith+cal", "--procs", "8"}
	succeed(t, append(wait, "--capacity", "8")...)
	call(append(wait, "--capacity", "7")...).
		wantRefused(t, exitFailed, "8 processors are more than the machine of unstated has: 7")
}
