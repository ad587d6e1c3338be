package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCapacity: --capacity is the size of the machine whatever the header says, for replay and for
// wait. A log whose header states none is replayed by the most processors seen so far. Notes say so.
func TestCapacity(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	text := readFile(t, log)
	dir := t.TempDir()
	unstated := writeFile(t, filepath.Join(dir, "unstated.swf"), regexp.MustCompile(`(?m)^; Max(Procs|Nodes):.*\n`).ReplaceAllString(text, ""))
	run := func(log string, flags ...string) string {
		out := t.TempDir()
		replayed(t, out, append([]string{log, "--methods", "smith", "--ranges", "none", "--figures", "none", "--quiet"}, flags...)...)
		return readFile(t, filepath.Join(out, "run.json"))
	}
	for _, test := range []struct{ record, want, setting string }{
		{run(log), "", ""},
		{run(unstated), `no MaxProcs in the header: the machine's size is the most processors seen so far, \d+ at the end`, ""},
		{run(log, "--capacity", "77"), `the machine has 77 processors by --capacity`, `"capacity": 77`},
		{run(unstated, "--capacity", "77"), `the machine has 77 processors by --capacity`, `"capacity": 77`},
	} {
		noted := regexp.MustCompile(`no MaxProcs in the header[^"]*at the end|the machine has [^"]*`).FindString(test.record)
		if !regexp.MustCompile("^(" + test.want + ")$").MatchString(noted) {
			t.Errorf("noted is %q, want %q", noted, test.want)
		}
		if !strings.Contains(test.record, test.setting) || test.setting == "" && strings.Contains(test.record, `"capacity"`) {
			t.Errorf("run.json lacks the setting %q, or has one at its default", test.setting)
		}
	}
	wait := []string{"wait", unstated, "--methods", "smith+cal", "--procs", "8"}
	succeed(t, append(wait, "--capacity", "8")...)
	if o := call(append(wait, "--capacity", "7")...); o.code != 1 || !strings.Contains(o.err, "8 processors are more than the machine of unstated has: 7") {
		t.Errorf("wait says %q", o.err)
	}
}
