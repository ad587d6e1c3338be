package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"waitbench/swf/accounting"
)

// TestWaitingIsReplay makes a snapshot of a log at the moment when a job has
// waited for 10 minutes. The bound of its remaining wait equals the bound of a
// replay of the whole log at this age, also in the table of all waiting jobs.
func TestWaitingIsReplay(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text, run := readFile(t, logOf(t, 1)), filepath.Join(t.TempDir(), "run")
	list := []string{"bmbp", "forest", "moving", "qbets"}
	replayed(t, run, logOf(t, 1), "--methods", strings.Join(list, ","), "--age", "10m", "--train", "0", "--ranges", "none",
		"--figures", "none", "--quiet")
	rows := csvRows(t, succeed(t, "cat", filepath.Join(run, "predictions.arrow"), "--where", "age_s=600", "--columns",
		"method,job_id,submit,bound").out)[1:]
	asked := map[string]bool{}
	for k := 0; k < len(rows); k += len(rows)/12 + 1 {
		method, job, bound := rows[k][0], rows[k][1], rows[k][3]
		at, err := strconv.ParseFloat(rows[k][2], 64)
		if err != nil || bound == "" {
			continue
		}
		log := writeFile(t, filepath.Join(t.TempDir(), "live.swf"), snapshotOf(t, text, at, -1))
		for _, which := range [][]string{{"--job", job}, {"--pending"}} {
			args := append([]string{"wait", log, "--methods", method, "--quantiles", "0.95", "--train", "0", "--format", "csv"}, which...)
			found := false
			for _, row := range csvRows(t, succeed(t, args...).out)[1:] {
				if row[0] != job {
					continue
				}
				if found = true; row[3] != "600" || !sameNumber(row[4], bound) {
					t.Errorf("%v: job %s has waited %s s and starts within %s s, in the replay %s s", args, job, row[3], row[4], bound)
				}
			}
			if !found {
				t.Errorf("%v has no row of job %s", args, job)
			}
		}
		asked[method] = true
	}
	if len(asked) != len(list) {
		t.Errorf("jobs of %d methods were compared, want %d", len(asked), len(list))
	}
}

// TestWaitingWords: sentences, IDs of the batch system, and refusals.
func TestWaitingWords(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := snapshotOf(t, readFile(t, logOf(t, 1)), 60000, -1)
	log := writeFile(t, filepath.Join(t.TempDir(), "live.swf"), text)
	rows := csvRows(t, succeed(t, "wait", log, "--pending", "--methods", "bmbp", "--format", "csv").out)
	waiting, since := 0, map[string]int{} // seconds since 1970 by job
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if f[0] != ";" && f[2] == "-1" {
			waiting++
		}
		submit, _ := strconv.Atoi(f[1])
		since[f[0]] = 978336000 + submit
	}
	if len(rows)-1 != waiting {
		t.Errorf("%d rows, %d jobs wait", len(rows)-1, waiting)
	}
	job, queue := rows[len(rows)-1][0], rows[len(rows)-1][1]
	number := regexp.MustCompile(`; Queue: (\d+) ` + queue).FindStringSubmatch(text)[1]
	args := []string{"wait", log, "--pending", "--methods", "bmbp", "--queue"}
	if named, numbered := succeed(t, append(args, queue)...).out, succeed(t, append(args, number)...).out; named != numbered || !strings.Contains(named, job) {
		t.Errorf("queue %s: %s, by its number %s", queue, named, numbered)
	}
	columns := strings.Join(accounting.ExtraColumns, ",") + "\n"
	ids := writeFile(t, filepath.Join(t.TempDir(), "ids.csv"), fmt.Sprintf("\ufeff%s1,77,,%d,,,,,\n%s,\"4242_[1]\",,9,%d,,,,\n", columns, since["1"], job, since[job]))
	other := writeFile(t, filepath.Join(t.TempDir(), "other.csv"), fmt.Sprintf("%s1,77,,%d,,,,,\n2,78,,%d,9,,,,\n", columns, since["1"], since["2"]+1))
	o := succeed(t, "wait", log, "--job", "4242_[1]", "--ids", ids, "--methods", "forest")
	for _, want := range []string{"Job " + job + " (4242_[1]) of queue ", " has waited ", "95 of 100 such jobs start within ", " from now, half of them within ",
		"This bound, by ", "jobs of the last 90 days that had waited "} {
		if !strings.Contains(strings.Join(strings.Fields(o.out), " "), want) {
			t.Errorf("no %q in %s", want, o.out)
		}
	}
	several := strings.Join(strings.Fields(succeed(t, "wait", log, "--job", job, "--methods", "bmbp,moving,lognormal").out), " ")
	if !strings.Contains(several, "No method can be relied on here: ") || strings.Contains(several, "start within ") {
		t.Errorf("a queue without a correct method has %s", several)
	}
	bad := writeFile(t, filepath.Join(t.TempDir(), "bad.csv"), columns+"x,7,,,,,,,\n")
	odd := writeFile(t, filepath.Join(t.TempDir(), "odd.csv"), "a,b\n1,2\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--job 1", exitFailed, "job 1 does not wait at 2001-01-02 00:40:00 UTC: it left the queue at "},
		{"--job nine", exitFailed, "has no job nine that started or waits"},
		{"--job " + job + " --ids " + ids, exitFailed, "has no job " + job + " that"},
		{"--job " + job + " --at 50", exitFailed, "job " + job + " was submitted at "},
		{"--job 1 --ids " + bad, exitFailed, bad + ":2: column job_number: \"x\" is not an integer"},
		{"--job 77 --ids " + other, exitFailed, other + ":3: job 2 waits from another time in the log: want the file of the same import"},
		{"--job 1 --ids " + log, exitUsage, log + " and --ids " + log + " are the same file: choose another"},
		{"--job 1 --ids " + odd, exitFailed, "the columns are not those of import --extra"},
		{"--job 1 --pending", exitUsage, "--pending covers all jobs that wait: leave out --job"},
		{"--ids " + ids, exitUsage, "--ids names jobs for --job and --pending: add one of them"},
		{"--job 1 --procs 4", exitUsage, "--job and --pending ask about jobs of the log: leave out --procs"},
		{"--pending --methods lognormal", exitUsage, "no method of lognormal bounds remaining waits: use bmbp, qbets, moving, last-week, forest or boost"},
		{"--job 1 --format prometheus", exitUsage, "--format prometheus has metrics of queues, not of a job"},
	} {
		call(append([]string{"wait", log}, strings.Fields(c.args)...)...).wantRefused(t, c.code, c.want)
	}
}
