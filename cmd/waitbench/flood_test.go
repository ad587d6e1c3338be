package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// flood returns a log of a machine with one processor, to which a job comes
// about every hour. After every so many jobs one user submits 60 jobs within
// five minutes. Those run longer from flood to flood, by a factor.
func flood(seed uint64, every int, factor float64) string {
	type job struct{ submit, run float64 }
	r := rand.New(rand.NewPCG(seed, 1))
	var jobs []job
	now, run := 0.0, 300.0
	for i := range 2000 {
		now += 3600 * r.ExpFloat64()
		jobs = append(jobs, job{now, 1500 * r.ExpFloat64()})
		if i%every == every-1 {
			for range 60 {
				jobs = append(jobs, job{now + 300*r.Float64(), run})
			}
			run *= factor
		}
	}
	slices.SortFunc(jobs, func(a, b job) int { return int(a.submit) - int(b.submit) })
	var log strings.Builder
	log.WriteString("; Computer: made\n; UnixStartTime: 978336000\n; TimeZoneString: UTC\n; MaxProcs: 1\n; Queue: 1 main\n")
	free := 0
	for i, j := range jobs {
		submit, run := int(j.submit), max(1, int(j.run))
		start := max(free, submit)
		free = start + run
		fmt.Fprintf(&log, "%d %d %d %d 1 -1 -1 1 %d -1 1 1 1 1 1 -1 -1 -1\n", i+1, submit, start-submit, run, 3*run)
	}
	return log.String()
}

// TestFloods: on a log with floods, all methods are short. wait then prints no answer
// unless a method is named.
func TestFloods(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := writeFile(t, filepath.Join(dir, "main.swf"), flood(7, 400, 3))
	args := []string{"wait", log, "--procs", "1"}
	words := func(args ...string) string {
		return strings.Join(strings.Fields(succeed(t, args...).out), " ")
	}
	const none = `No method can be relied on here: the closest, forest, covers only (90\.6|89\.3) % of the waits\. `
	out := words(args...)
	if !regexp.MustCompile(`^`+none+`Use --methods NAME for the answer of one method anyway\. `).MatchString(out) || strings.Contains(out, "start within") {
		t.Errorf("wait: %s", out)
	}
	rows := csvRows(t, succeed(t, append(args, "--within", "1h", "--format", "csv")...).out)
	if got := strings.Join(rows[1][:8], ","); got != "main,all,1,forest,false,,," {
		t.Errorf("wait has the row %s", got)
	}
	if out := words(append(args, "--methods", "lognormal-trim")...); !strings.HasPrefix(out,
		"95 of 100 such jobs start within ") {
		t.Errorf("wait by one method: %s", out)
	}
	replayWords := func(log string) string {
		return words("replay", log, "--out", filepath.Join(dir, "run"), "--ranges", "none",
			"--figures", "none", "--force", "--quiet")
	}
	out = replayWords(log)
	if !regexp.MustCompile(strings.Replace(none, "here", "in main", 1)).MatchString(out) ||
		!regexp.MustCompile(` main \d+ none - `).MatchString(out) {
		t.Errorf("replay: %s", out)
	}

	// A method with twice the loss of the best one is recommended, and the
	// best one is named.
	log = writeFile(t, filepath.Join(dir, "other", "main.swf"), flood(3, 250, 1.6))
	out = replayWords(log)
	if !regexp.MustCompile(` main \d+ lognormal .* In main, forest is tighter than lognormal, with 0\.48 times its loss, but covers only 92\.8 %\. `).MatchString(out) {
		t.Errorf("replay: %s", out)
	}
	args = append(args, "--at", "2001-05-01")
	args[1] = log
	if out := words(args...); !regexp.MustCompile(`^95 of 100 .* This bound, by lognormal, held for`).MatchString(out) {
		t.Errorf("wait: %s", out)
	}
}
