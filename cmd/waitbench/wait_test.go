package main

import (
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waitbench/swf/accounting"
)

// TestWaitFlags: each flag reaches the question, and each form of the answer has
// the sentences.
func TestWaitFlags(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	for _, c := range []struct {
		args string
		want string // a regular expression
	}{
		{"--queue normal --procs 16 --estimate 4h --methods bmbp --within 6h",
			`^95 of 100 such jobs start within .*; starting within 6 h: at least 0\.\d\d\. This bound, by bmbp, .* ` +
				`A job submitted to queue normal of seed1 at 2001-01-0\S+ \S+ UTC, for at most 4h queue .* all 16 `},
		{"--queue low", `Without --procs the answer leaves out forest\. .* among bmbp, lognormal, `},
		{"--at 2001-01-01T08:30 --methods bmbp", `^Half of such jobs .* at 2001-01-01 08:30:00 UTC queue `},
		{"--quantiles 0.9 --ranges 5-16 --queue normal", `^90 of 100 .* of the queue with 5-16 processors`},
		{"--queue low --confidence 0.05 --methods bmbp", `, with confidence 0\.05 if`},
		{"--queue low --methods bmbp --format csv", `^queue,range,processors,method,.* low,all,,bmbp,`},
		{"--queue low --methods bmbp --format markdown", `\| low \| all \| .* This bound, by bmbp, held `},
		{"--all --methods bmbp --within 1h", `^Jobs submitted to seed1 at .* express 1-2 2 .* normal 39-81 81 `},
		{"--queue all --procs 2,8 --estimate 1h,4h --methods bmbp", `^Jobs submitted to seed1 .* ` +
			`express all 2 1h .* express all 8 4h - - - no bmbp 10 such jobs .* low all 8 4h `},
		{"--queue low,high --methods bmbp --format csv",
			`^queue,range,processors,estimate_s,\S+ high,all,,,\S+.* low,all,,,`},
		{"--queue low --procs 2 --procs 3 --methods bmbp --format csv", ` low,all,2,,\S+ trusted low,all,3,,`},
		{"--pending --at 60000 --methods bmbp", `^Jobs that wait in seed1 at 2001-01-02 00:40:00 UTC job queue `},
		{"--pending --at 60000 --methods bmbp --queue low --format csv", `^job,queue,\S+( \d+,low,\S+)+$`},
		{"--pending --at 60000 --methods bmbp --queue 3 --format csv", `^job,queue,\S+( \d+,normal,\S+)+$`},
	} {
		args := append([]string{"wait", log}, strings.Fields(c.args)...)
		out := strings.Join(strings.Fields(succeed(t, args...).out), " ")
		if !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%s: no %s in\n%s", c.args, c.want, out)
		}
	}
	asked := callWith(t.Context(), strings.NewReader("id,queue\na,low\nb,norm\n"), io.Discard, "wait", log,
		"--methods", "bmbp", "--questions", "-")
	answers := regexp.MustCompile(`^\{.*"bound_0\.95_s":\d+,.*"id":"a",.*\n` +
		`\{.*"error":"seed1: unknown queue .*,"id":"b",.*\n$`)
	if !answers.MatchString(asked.out) || asked.code != exitDone {
		t.Errorf("answers %+v", asked)
	}
	forecast := func(job ...string) string {
		args := []string{"wait", log, "--queue", "normal", "--methods", "historical", "--format", "csv"}
		rows := csvRows(t, succeed(t, append(args, job...)...).out)
		return rows[1][slices.Index(rows[0], "forecast_s")]
	}
	if anyone, user := forecast("--procs", "4"), forecast("--procs", "4", "--user", "3"); anyone == user {
		t.Errorf("the forecast is %s for anyone and for user 3", user)
	}
	for _, c := range []struct {
		code       int
		args, want string
	}{
		{exitFailed, "--queue norml", `unknown queue "norml"; did you mean normal? known are express, `},
		{exitFailed, "--at 1999-01-01", "is before the first job of seed1"},
		{exitUsage, "--methods smith", "needs the processors of the job: add --procs"},
		{exitUsage, "--procs 0", "--procs: 0 is less than 1: leave the flag out if the value is not known"},
		{exitUsage, "--procs 1.5", `--procs: "1.5" is not an integer`},
		{exitUsage, "--estimate -1", "--estimate: -1 is less than 0: leave the flag out"},
		{exitUsage, "--estimate 1e300s", `--estimate: invalid duration "1e300s": want at most`},
		{exitUsage, "--within soon", `--within: invalid duration "soon"`},
		{exitUsage, "--within 1h --within 60m", "--within: duration 60m is named twice"},
		{exitUsage, "--quantiles " + strings.Repeat("0.5,", 101), "--quantiles: 101 quantiles are too many"},
		{exitUsage, "--methods bmbp --quantiles 0.25l", "quantile 0.25l is a lower bound, which only --from shows"},
		{exitUsage, "--questions - --procs 2", "--procs and --questions exclude each other"},
		{exitFailed, "--questions none.csv", "none.csv"},
		{exitUsage, "--pending --queue low,high", "--pending, --job and --from take one --queue, not 2"},
		{exitUsage, "--from 0 --procs 2,3", "--from takes one queue, --procs and --estimate"},
		{exitUsage, "--all --queue low", "--all and --queue exclude each other: leave one out"},
		{exitUsage, "--all --procs 4", "--all and --procs exclude each other: leave one out"},
		{exitUsage, "--all --estimate 1h,2h", "--all takes one --estimate, not 2"},
		{exitUsage, "--from 0 --methods bmbp --format prometheus", "--format prometheus has metrics of queues"},
	} {
		call(append([]string{"wait", log}, strings.Fields(c.args)...)...).wantRefused(t, c.code, c.want)
	}
	call("wait", baseRun(t)).wantRefused(t, exitFailed, "this is a directory, not a log")
}

// TestWaitSnapshot pipes a log with a snapshot: its moment is the snapshot, its
// running and pending jobs are counted, and a replay accepts both.
func TestWaitSnapshot(t *testing.T) {
	t.Parallel()
	text := strings.Replace(logText(lines(200)), ";", "; SnapshotTime: 978456100\n;", 1) +
		"201 120000 40 -1 4 -1 -1 4 300 -1 -1 1 -1 -1 1 -1 -1 -1\n" + // runs
		"202 120050 -1 -1 -1 -1 -1 4 300 -1 -1 1 -1 -1 1 -1 -1 -1\n" +
		"203 120060 -1 -1 -1 -1 -1 4 300 -1 -1 1 -1 -1 1 -1 -1 -1\n"
	log := writeFile(t, filepath.Join(t.TempDir(), "live.swf"), text)
	info := strings.Join(strings.Fields(succeed(t, "traces", "info", log).out), " ")
	const counts = "snapshot 2001-01-02 17:21:40 UTC running at the snapshot 1 pending at the snapshot 2"
	if !strings.Contains(info, counts) {
		t.Errorf("no %s in what traces info says: %s", counts, info)
	}
	args := []string{"--procs", "8", "--methods", "bmbp", "--format", "csv"}
	want := succeed(t, append([]string{"wait", log, "--at", "120100"}, args...)...).out
	for _, path := range []string{"-", log} {
		o := callWith(t.Context(), strings.NewReader(text), io.Discard, append([]string{"wait", path}, args...)...)
		if o.out != want || o.code != exitDone {
			t.Errorf("%s without --at: %+v, else %s", path, o, want)
		}
	}
	run := filepath.Join(t.TempDir(), "run")
	replayed(t, run, log, "--methods", "bmbp", "--min-jobs", "100", "--ranges", "none", "--figures", "none", "--quiet")
	record, json := recordOf(t, run)
	if s := record.Snapshot; s == nil || s.Time != 120100 || s.Running != 1 || s.Pending != 2 ||
		!strings.Contains(json, "the log is a snapshot of 2001-01-02 17:21:40 UTC") {
		t.Errorf("run.json: %s", json)
	}
	predictions := succeed(t, "cat", filepath.Join(run, "predictions.arrow"), "--columns", "job_id,run_time").out
	if !strings.HasSuffix(predictions, "\n200,60\n201,\n") {
		t.Errorf("the job that runs has a run time: %s", predictions)
	}
}

// TestWaitIDs: IDs of the batch system, and refusals of questions about jobs that
// wait.
func TestWaitIDs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := strings.Replace(logText(lines(200)), ";", "; SnapshotTime: 978456100\n;", 1) +
		"201 120050 -1 -1 -1 -1 -1 4 300 -1 -1 1 -1 -1 1 -1 -1 -1\n"
	log := writeFile(t, filepath.Join(dir, "live.swf"), text)
	columns := strings.Join(accounting.ExtraColumns, ",") + "\n"
	ids := writeFile(t, filepath.Join(dir, "ids.csv"), "\ufeff"+columns+
		"1,77,,978336000,,,,,\n201,\"4242_[1]\",,9,978456050,,,,\n")
	other := writeFile(t, filepath.Join(dir, "other.csv"), columns+
		"1,77,,978336000,,,,,\n2,78,,978336601,9,,,,\n")
	bad := writeFile(t, filepath.Join(dir, "bad.csv"), columns+"x,7,,,,,,,\n")
	odd := writeFile(t, filepath.Join(dir, "odd.csv"), "a,b\n1,2\n")
	said := succeed(t, "wait", log, "--job", "4242_[1]", "--ids", ids, "--methods", "bmbp").out
	if want := "Job 201 (4242_[1]) of queue batch has waited 50 s."; !strings.HasPrefix(said, want) {
		t.Errorf("no %q in %s", want, said)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--job 201 --ids " + ids, exitFailed, "has no job 201 that"},
		{"--job 1 --ids " + bad, exitFailed, bad + `:2: column job_number: "x" is not an integer`},
		{"--job 77 --ids " + other, exitFailed, other + ":3: job 2 waits from another time in the log: " +
			"want the file of the same import"},
		{"--job 1 --ids " + log, exitUsage, log + " and --ids " + log + " are the same file: choose another"},
		{"--job 1 --ids " + odd, exitFailed, "the columns are not those of import --extra"},
		{"--job 1 --pending", exitUsage, "--job and --pending exclude each other: leave one out"},
		{"--ids " + ids, exitUsage, "--ids names jobs for --job and --pending: add one of them"},
		{"--job 1 --procs 4", exitUsage, "--job and --procs exclude each other: leave one out"},
		{"--pending --methods lognormal", exitUsage, "no method of lognormal bounds remaining waits: use bmbp,"},
		{"--job 1 --format prometheus", exitUsage, "--format prometheus has metrics of queues, not of a job"},
	} {
		call(append([]string{"wait", log}, strings.Fields(c.args)...)...).wantRefused(t, c.code, c.want)
	}
}
