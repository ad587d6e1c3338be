package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLeftOut: under "all" the methods that need a described cluster run with one only, and the
// user is told of it.
func TestLeftOut(t *testing.T) {
	const note = "hanzich, sdpn, hanzich+cal, sdpn+cal are left out: without --cluster they equal smith"
	t.Parallel()
	log := writeFile(t, filepath.Join(t.TempDir(), "short.swf"), logText(lines(300)))
	cluster := writeFile(t, filepath.Join(t.TempDir(), "cluster"), "mpl 2\n")
	for _, c := range []struct {
		flags string
		told  bool
	}{
		{"--methods all", true},
		{"--methods all --cluster " + cluster, false},
		{"--methods smith,sdpn,qbets:clusters='none'", false},
	} {
		dir := t.TempDir()
		args := append([]string{"replay", log, "--ranges", "none", "--figures", "none", "--min-jobs", "10", "--out", dir}, strings.Fields(c.flags)...)
		if o := succeed(t, args...); strings.Contains(o.err, note) != c.told {
			t.Errorf("%s: message %q", c.flags, o.err)
		}
		scores := succeed(t, "cat", filepath.Join(dir, "scores.arrow"), "--columns", "method").out
		if strings.Contains(scores, "sdpn") == c.told {
			t.Errorf("%s: methods\n%s", c.flags, scores)
		}
		if strings.Contains(c.flags, "qbets") && !strings.Contains(scores, "qbets:clusters=none") {
			t.Errorf("%s: methods\n%s", c.flags, scores)
		}
	}
}
