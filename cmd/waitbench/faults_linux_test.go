package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fault runs a call under strace, where the n-th of some system calls of its main
// thread fails, or ends it. met reports whether there were so many.
func fault(t *testing.T, strace, calls, effect string, n int, args []string) (o outcome, met bool) {
	log := filepath.Join(t.TempDir(), "log")
	cmd := program(t.Context(), args...)
	cmd.Args = append([]string{strace, "-f", "-qq", "-o", log, "-e", "signal=none", "-e", "trace=" + calls,
		"-e", fmt.Sprintf("inject=%s:%s:when=%d", calls, effect, n), cmd.Path}, args...)
	cmd.Path = strace
	cmd.Env = append(cmd.Env, oneThread+"=1")
	o = outcomeOf(t, cmd)
	return o, o.code < 0 || strings.Contains(readFile(t, log), "INJECTED")
}

// TestFaults lets renames and syncs of commands fail, and kills them there: the
// first ones and some of the others, all of them with WAITBENCH_TORTURE. The
// files are as before or after the call, or refused, and the call can be
// repeated.
func TestFaults(t *testing.T) {
	drawsMuch(t)
	strace, err := exec.LookPath("strace")
	if err == nil {
		err = exec.Command(strace, "-qq", "-o", os.DevNull, "true").Run()
	}
	if err != nil {
		t.Skip("no strace here:", err)
	}
	all := os.Getenv("WAITBENCH_TORTURE") != ""
	for _, c := range cutOffs(t) {
		if c.earlier == nil || slices.Contains([]string{"collect", "study"}, c.name) || !all && len(c.runs) > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) { c.faults(t, strace, all) })
	}
}

func (c *cutOff) faults(t *testing.T, strace string, all bool) {
	first, last := c.folder(t), c.folder(t)
	succeed(t, c.args(last)...)
	before, after := c.visible(t, first), c.visible(t, last)
	seen := map[string]int{}
	for _, calls := range []string{"?rename,?renameat,?renameat2", "fsync"} {
		for _, effect := range []string{"error=EIO", "signal=KILL"} {
			met := true
			for n := 1; met && !t.Failed(); n++ {
				if !all && n > 2 && n%6 != 0 {
					continue
				}
				left := copyOf(t, first)
				var o outcome
				o, met = fault(t, strace, calls, effect, n, c.args(left))
				state := "after"
				switch {
				case c.wantOneOf(t, left, before, after):
					state = "refused"
				case maps.Equal(c.visible(t, left), before):
					state = "before"
				}
				seen[fmt.Sprint(effect, " ", state)]++
				if met && effect == "error=EIO" && (o.code != exitFailed || strings.Count(o.err, "\n") != 1) {
					t.Errorf("%s %d fails: exit code %d, message %q", calls, n, o.code, o.err)
				}
				hidden := filesOf(t, left)[".extra.csv.waitbench-earlier"]
				if c.record == "extra.csv" && state == "refused" && hidden != before["extra.csv"] {
					t.Errorf("%s %d: the earlier extra values are lost", calls, n)
				}
				if n%6 == 0 || c.record == "extra.csv" {
					c.repeat(t, left, after)
				}
				os.RemoveAll(left)
			}
		}
	}
	t.Log(c.name, seen)
}
