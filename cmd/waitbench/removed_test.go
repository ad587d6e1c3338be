package main

import (
	"strings"
	"testing"
)

// TestRemovedMethods: commands that would run a removed method name what to use
// instead, and commands that read a run show its rows.
func TestRemovedMethods(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "log.swf", logText(lines(300)))
	for name, want := range map[string]string{
		"gbm":                   `method "gbm" was removed: use forest`,
		"downey-exact":          `method "downey-exact" was removed: use downey`,
		"bmbp+dtaci":            `method "bmbp+dtaci" was removed: use +aci`,
		"qbets:clusters=greedy": `method "qbets:clusters=greedy" was removed: use qbets`,
		"forest:state=none":     `method "forest:state=none" was removed: use forest`,
		"forest:leaves=24":      `method "forest:leaves=24" was removed: use forest`,
		"forest:level=fixed":    `method "forest:level=fixed" was removed: use forest`,
	} {
		call("replay", log, "--methods", "bmbp,"+name).wantRefused(t, exitUsage, want)
		call("wait", log, "--methods", name).wantRefused(t, exitUsage, want)
	}

	// a run directory with rows of gbm, as an earlier version left them
	flags := []string{"--log", log, "--methods", "bmbp", "--min-jobs", "100", "--figures", "none", "--quiet"}
	bounds := writeFile(t, "gbm.csv", "job_id,bound\n7,60\n250,800\n")
	succeed(t, append([]string{"score", bounds, "--out", "run"}, flags...)...)
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
