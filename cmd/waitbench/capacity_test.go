package main

import (
	"path/filepath"
	"regexp"
	"testing"
)

// TestCapacity: a log whose header states no size is replayed with the most
// processors seen so far. Notes report this, and a size that is too small.
func TestCapacity(t *testing.T) {
	t.Parallel()
	text := readFile(t, dayLog(t))
	for header, want := range map[string]string{
		"":                `no MaxProcs in the header: the machine's size is the most processors seen so far, \d+ at the end`,
		"; MaxProcs: 1\n": `did not fit the machine of 1 processor \(MaxProcs\)`,
	} {
		dir := t.TempDir()
		log := writeFile(t, filepath.Join(dir, "log.swf"), header+
			regexp.MustCompile(`(?m)^; Max(Procs|Nodes):.*\n`).ReplaceAllString(text, ""))
		replayed(t, filepath.Join(dir, "run"), append([]string{log, "--methods", "smith"}, quick...)...)
		if record := readFile(t, dir, "run", "run.json"); !regexp.MustCompile(want).MatchString(record) {
			t.Errorf("%q: no %q in\n%s", header, want, record)
		}
	}
}
