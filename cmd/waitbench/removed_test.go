package main

import (
	"strings"
	"testing"
)

// TestRemovedMethods: commands that would run a method that is gone say what to
// use instead, and commands that read a run show its rows.
func TestRemovedMethods(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "log.swf", readFile(t, logOf(t, 1)))
	for _, m := range []struct{ name, want string }{
		{"gbm", `method "gbm" was removed: use forest`},
		{"bmbp+dtaci", `method "bmbp+dtaci" was removed: use +aci`},
	} {
		call("replay", log, "--methods", "bmbp,"+m.name).wantRefused(t, exitUsage, m.want)
		call("replay", log, "--methods", "bmbp,"+m.name, "--resume").wantRefused(t, exitUsage, m.want)
		call("wait", log, "--methods", m.name).wantRefused(t, exitUsage, m.want)
	}

	// a run directory with rows of gbm, as an earlier version left them
	succeed(t, "replay", log, "--methods", "bmbp", "--out", "first", "--min-jobs", "100", "--figures", "none", "--quiet")
	bounds := writeFile(t, "gbm.csv", succeed(t, "cat", "first/predictions.arrow").out)
	succeed(t, "score", bounds, "--log", log, "--methods", "bmbp", "--out", "run", "--min-jobs", "100", "--figures", "none", "--quiet")
	for _, args := range [][]string{
		{"report", "run", "--figures", "none"}, {"cat", "run/scores.arrow"}, {"compare", "run", "--methods", "gbm,bmbp"},
	} {
		if out := succeed(t, args...).out; !strings.Contains(out, "gbm") {
			t.Errorf("%q shows no gbm:\n%s", args, out)
		}
	}
	succeed(t, "collect", "run", "--out", "collection", "--quiet")
	if scores := readFile(t, "collection", "scores.csv"); !strings.Contains(scores, ",gbm,") {
		t.Errorf("the collection has no scores of gbm:\n%s", scores)
	}
}
