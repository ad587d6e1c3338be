package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/methods"
)

// snapshotOf returns the lines of a log that were known at a time, as a
// snapshot then. It ends before the given job, counted from 0; negative for
// all.
func snapshotOf(t *testing.T, log string, at float64, before int) string {
	t.Helper()
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	var out strings.Builder
	jobs := 0
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, ";") {
			out.WriteString(line)
			continue
		}
		if jobs == 0 {
			fmt.Fprintf(&out, "; SnapshotTime: %.0f\n", 978336000+at)
		}
		f := strings.Fields(line)
		submit, wait, run := number(f[1]), number(f[2]), number(f[3])
		if submit > at || jobs == before {
			break
		}
		switch start := submit + wait; {
		case start > at: // pending
			f[2], f[3], f[4], f[5], f[10] = "-1", "-1", "-1", "-1", "-1"
		case run > 0 && start+run > at:
			f[3], f[5], f[10] = "-1", "-1", "-1"
		}
		out.WriteString(strings.Join(f, " ") + "\n")
		jobs++
	}
	return out.String()
}

// programsIn returns the numbers of the programs by job ID, of jobs that name
// one.
func programsIn(log string) map[string]string {
	programs := map[string]string{}
	for line := range strings.Lines(log) {
		if f := strings.Fields(line); f[0] != ";" && f[13] != "-1" {
			programs[f[0]] = f[13]
		}
	}
	return programs
}

// TestWaitIsReplay asks for the wait of a job with a snapshot of the moment, and
// with --at on the whole log without the job. The answers equal the bound and
// the forecast in the replay of the whole log, also while jobs wait that will
// be cancelled.
func TestWaitIsReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := readFile(t, dayLog(t))
	programs := programsIn(text)
	log := writeFile(t, filepath.Join(dir, "log.swf"), text)
	list := []string{"bmbp", "lognormal-trim", "qbets", "historical", "smith", "li", "downey", "forest", "bmbp+aci", "smith+cal", "historical+cal"}
	runs := map[string]map[string][]string{} // by --train
	for _, train := range []string{"100", "0", "3h"} {
		run := filepath.Join(dir, train)
		replayed(t, run, log, "--methods", strings.Join(list, ","), "--ranges", "none", "--figures", "none", "--quiet", "--train", train)
		rows := map[string][]string{} // by method and number of the job
		for _, row := range csvRows(t, succeed(t, "cat", filepath.Join(run, "predictions.arrow"), "--columns", "method,job_id,queue,submit,procs,estimate,user,bound,point").out) {
			rows[row[0]+" "+row[1]] = row
		}
		runs[train] = rows
	}
	compared, named, cancelled := 0, 0, 0
	ask := func(log string, row []string, more ...string) {
		t.Helper()
		args := append([]string{"wait", log, "--queue", row[2], "--procs", row[4], "--estimate", row[5] + "s", "--user", row[6], "--at", row[3],
			"--methods", row[0], "--format", "csv"}, more...)
		if program := programs[row[1]]; program != "" {
			args, named = append(args, "--executable", program), named+1
		}
		o := call(args...)
		if row[7] == "" && row[8] == "" {
			o.wantRefused(t, exitFailed, "too few waits are known by then")
			return
		}
		got := csvRows(t, o.out)
		at := func(column string) string {
			if i := slices.Index(got[0], column); i >= 0 {
				return got[1][i]
			}
			return ""
		}
		if bound, point := at("bound_0.95_s"), at("forecast_s"); !sameNumber(bound, row[7]) || !sameNumber(point, row[8]) {
			t.Errorf("%q says bound %q and forecast %q, replay %q and %q", args, bound, point, row[7], row[8])
		}
		compared++
	}
	lines := regexp.MustCompile(`(?m)^ *\d.*\n`).FindAllString(text, -1)
	for _, at := range []int{150, 500, len(lines) - 1} {
		for runs["0"][fmt.Sprintf("bmbp %d", at+1)] == nil { // it was cancelled
			at--
		}
		for _, m := range list {
			key := fmt.Sprintf("%s %d", m, at+1)
			submit, err := strconv.ParseFloat(runs["0"][key][3], 64)
			if err != nil {
				t.Fatal(err)
			}
			cut := writeFile(t, filepath.Join(dir, "cut.swf"), snapshotOf(t, text, submit, at))
			without := writeFile(t, filepath.Join(dir, "without.swf"), strings.Replace(text, lines[at], "", 1))
			for train, rows := range runs {
				ask(cut, rows[key], "--train", train)
				ask(without, rows[key], "--train", train)
			}
			for _, line := range lines[:at] {
				f := strings.Fields(line)
				wait, _ := strconv.ParseFloat(f[2], 64)
				if before, _ := strconv.ParseFloat(f[1], 64); before+wait > submit && (f[3] == "-1" || f[3] == "0") {
					cancelled++
				}
			}
		}
	}
	if compared < 30 || named < 10 || cancelled == 0 {
		t.Errorf("only %d answers compared, %d of jobs that name a program, with %d cancelled jobs that wait", compared, named, cancelled)
	}
}

// TestWaitSeesNoArrivals: an answer is the same, with the method that it goes by,
// if no job arrives after the moment. Some queues and ranges have too few jobs to
// be judged then, and enough in the whole log.
func TestWaitSeesNoArrivals(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log.swf")
	succeed(t, "generate", "--days", "20", "--seed", "4", "--out", log)
	methods := map[string]bool{}
	for _, at := range []float64{500000, 1000000, 1100000} {
		var known strings.Builder
		for line := range strings.Lines(readFile(t, log)) {
			f := strings.Fields(line)
			submit, err := strconv.ParseFloat(f[min(1, len(f)-1)], 64)
			if f[0] == ";" || err != nil || submit <= at {
				known.WriteString(line)
			}
		}
		cut := writeFile(t, filepath.Join(t.TempDir(), "log.swf"), known.String())
		for _, queue := range []string{"normal", "low", "high"} {
			answer := func(log string) string {
				return succeed(t, "wait", log, "--queue", queue, "--procs", "5", "--at", fmt.Sprint(at), "--train", "0",
					"--methods", "bmbp,lognormal,lognormal-trim,historical,qbets,bmbp+aci", "--format", "json").out
			}
			got, want := answer(log), answer(cut)
			if got != want {
				t.Errorf("queue %s at %v: with later jobs\n%s, without\n%s", queue, at, got, want)
			}
			methods[regexp.MustCompile(`"method": *"[^"]*"`).FindString(got)] = true
		}
	}
	if len(methods) < 2 || methods[""] {
		t.Errorf("the answers go by %v", methods)
	}
}

// TestAllSeesNoCancellation: the rows of wait --all are the same, with the same
// sizes, if the jobs that wait at the moment are cancelled later.
func TestAllSeesNoCancellation(t *testing.T) {
	t.Parallel()
	const at = 60000
	var changed strings.Builder
	waiting := 0
	for line := range strings.Lines(readFile(t, logOf(t, 1))) {
		if f := strings.Fields(line); f[0] != ";" {
			submit, _ := strconv.ParseFloat(f[1], 64)
			wait, _ := strconv.ParseFloat(f[2], 64)
			if submit <= at && submit+wait > at {
				f[3], f[4], f[10], waiting = "0", "-1", "5", waiting+1
			}
			line = strings.Join(f, " ") + "\n"
		}
		changed.WriteString(line)
	}
	rows := func(log string) string {
		return succeed(t, "wait", log, "--all", "--at", fmt.Sprint(at), "--methods", "bmbp,historical", "--train", "0", "--format", "csv").out
	}
	got, want := rows(writeFile(t, filepath.Join(t.TempDir(), "cancelled.swf"), changed.String())), rows(logOf(t, 1))
	if waiting < 50 || len(csvRows(t, want)) < 12 || got != want {
		t.Errorf("if the %d jobs that wait are cancelled, the rows are\n%s, else\n%s", waiting, got, want)
	}
}

// sameNumber reports whether two texts are the same number, or both empty.
func sameNumber(a, b string) bool {
	x, noX := strconv.ParseFloat(a, 64)
	y, noY := strconv.ParseFloat(b, 64)
	return a == b || noX == nil && noY == nil && x == y
}

// TestWaitTrusts: after the last job, the method is the first that the verdict
// of a run recommends, which depends on the other queues and ranges, and the
// record of its bounds agrees with the predictions.
func TestWaitTrusts(t *testing.T) {
	t.Parallel()
	log, run := filepath.Join(t.TempDir(), "log.swf"), filepath.Join(t.TempDir(), "run")
	succeed(t, "generate", "--days", "20", "--seed", "2", "--out", log)
	list := "bmbp,lognormal,lognormal-trim,historical,qbets"
	replayed(t, run, log, "--methods", list, "--figures", "none", "--quiet")
	checked, among := 0, 0
	for _, name := range []string{"verdict-by-queue.csv", "verdict-by-range.csv"} {
		rows := csvRows(t, readFile(t, run, "tables", name))
		column := func(row []string, heading string) string {
			if i := slices.Index(rows[0], heading); i >= 0 {
				return row[i]
			}
			return "all"
		}
		for _, row := range rows[1:] {
			queue, procs := column(row, "queue"), column(row, "procs_range")
			best, _, several := strings.Cut(column(row, "recommended"), ",")
			got := csvRows(t, succeed(t, "wait", log, "--queue", queue, "--ranges", procs, "--methods", list, "--procs", "5", "--at", "3000000", "--format", "csv").out)
			said := map[string]string{}
			for i, key := range got[0] {
				said[key] = got[1][i]
			}
			if best == "none" {
				continue
			}
			if several {
				among++
			}
			if checked++; said["method"] != best {
				t.Errorf("queue %s, %s: wait goes by %s, the verdict recommends %s", queue, procs, said["method"], best)
			}
			jobs, held, misses, longest := 0, 0, 0, 0
			for _, p := range csvRows(t, succeed(t, "cat", filepath.Join(run, "predictions.arrow"), "--columns", "wait,bound,scored",
				"--where", "queue="+queue+",procs_range="+procs+",method="+best).out)[1:] {
				wait, _ := strconv.ParseFloat(p[0], 64)
				bound, err := strconv.ParseFloat(p[1], 64)
				if err != nil || p[2] != "true" {
					continue
				}
				if jobs++; wait <= bound {
					held, misses = held+1, 0
				} else {
					misses++
				}
				longest = max(longest, misses)
			}
			share, _ := strconv.ParseFloat(said["held"], 64)
			if said["recent_jobs"] != fmt.Sprint(jobs) || math.Abs(share-float64(held)/float64(jobs)) > 1e-12 || said["misses_in_a_row"] != fmt.Sprint(longest) {
				t.Errorf("queue %s, %s: said %v, the predictions have %d of %d held and %d misses in a row", queue, procs, said, held, jobs, longest)
			}
		}
	}
	if checked < 8 || among < 4 {
		t.Errorf("only %d verdicts compared, %d of them with several methods", checked, among)
	}
}

// TestWaitWords checks the sentences for users.
func TestWaitWords(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	among := func(group string) string {
		var names []string
		found, err := methods.Find([]string{group}, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range found {
			names = append(names, m.Name)
		}
		return " among " + regexp.QuoteMeta(strings.Join(names, ", "))
	}
	for _, c := range []struct {
		args string
		want string // a regular expression
	}{
		{"--queue normal --procs 16 --estimate 4h --methods bmbp --within 6h",
			`^95 of 100 such jobs start within \d+ (s|min|h), half of them within \d+ (s|min|h); starting within 6 h: at least 0\.\d\d\. ` +
				`This bound, by bmbp, held for [\d.]+ % of the last 90 days' jobs of the queue \(\d+\), and .*misses came in .* ` +
				`A job submitted to queue normal of seed1 at 2001-01-0\S+ \S+ UTC, for at most 4h`},
		{"--methods smith --procs 3", `^Such a job is expected to wait [\d.]+ (s|min|h) by smith, which does not say how much longer it may be\. For half of the jobs .* wrong by more than`},
		{"--queue normal --procs 16 --estimate 4h --methods forest --within 1h", `; starting within 60 min: at least 0\.(0[1-9]|[1-46-8]\d|5[1-9]|9[0-46-9])\. This bound, by forest, `},
		{"--procs 9 --queue normal --ranges 2-2 --methods bmbp", `No job of the queue requested more than 2 processors\.`},
		{"--procs 9 --queue express", `No job of the queue requested more than 8 processors\.`},
		{"--estimate 90d", `No job of the queue requested more than \d+h\. A job .*, for at most 2160h`},
		{"--queue low", `Without --procs the answer leaves out forest\. .*` + among("waits")},
		{"--queue low --procs 4", among("default")},
		{"--at 2001-01-01T08:30 --methods bmbp", `^Half of such jobs start within \d+ \w+\. Too little is known to say that of 95 of 100\. `},
		{"--at 2031-01-01 --methods bmbp", `None of the last 90 days' jobs .*The log ends 109\d\d days earlier, so the answer holds for the end of the log`},
		{"--quantiles 0.9 --ranges 5-16 --queue normal --within 1h,10h", `^90 of 100 such jobs start within \d+ \w+; starting .* of the queue with 5-16 processors`},
		{"--methods lognormal --queue low --confidence 0.05 --quantiles 0.5", `^Half of such jobs start within .*Do not rely on it: of all jobs of the queue so far only [\d.]+ % started within such bounds\.`},
	} {
		out := strings.Join(strings.Fields(succeed(t, append([]string{"wait", log}, strings.Fields(c.args)...)...).out), " ")
		if !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%s: no %s in\n%s", c.args, c.want, out)
		}
	}
	for _, c := range []struct {
		code       int
		args, want string
	}{
		{exitFailed, "--procs 500", "500 processors are more than the machine of seed1 has: 256"},
		{exitFailed, "--queue norml", `unknown queue "norml"; did you mean normal? known are express, high, normal, low`},
		{exitFailed, "--at 1999-01-01", "is before the first job of seed1"},
		{exitFailed, "--at 2001-01-01T08:02 --methods bmbp", "too few waits are known by then: queue normal of seed1 has 952 jobs, the first submitted 15 s after the start of the log; a bound of the quantile 0.95 needs 59"},
		{exitFailed, "--queue express --ranges 1-1", "no job of queue express has processors in the range 1"},
		{exitUsage, "--methods smith", "needs the processors of the job: add --procs"},
		{exitUsage, "--procs 0", "--procs: 0 is less than 1: leave the flag out if the value is not known"},
		{exitUsage, "--procs 1.5", `--procs: "1.5" is not an integer`},
		{exitUsage, "--estimate -1", "--estimate: -1 is less than 0: leave the flag out"},
		{exitUsage, "--estimate 1e300s", `--estimate: invalid duration "1e300s": want at most`},
		{exitUsage, "--within soon", `--within: invalid duration "soon"`},
		{exitUsage, "--within 1h --within 60m", "--within: duration 60m is named twice"},
		{exitUsage, "--quantiles " + strings.Repeat("0.5,", 101), "--quantiles: 101 quantiles are too many: want at most 100"},
		{exitUsage, "--methods bmbp --quantiles 0.25l", "quantile 0.25l is a lower bound, which only --from shows"},
		{exitUsage, "--all --queue low", "--all covers every queue and range"},
	} {
		call(append([]string{"wait", log}, strings.Fields(c.args)...)...).wantRefused(t, c.code, c.want)
	}
	call("wait", baseRun(t)).wantRefused(t, exitFailed, "this is a directory, not a log")
}

// TestWaitUntried asks every method of the program before a job is scored: no
// sentence has the share of the jobs that start within its first bound.
func TestWaitUntried(t *testing.T) {
	t.Parallel()
	bounded, first := 0, `^The bound by \S+ is \d+ \w+\. No job of the queue shows yet how often such bounds hold\. A job submitted `
	for _, row := range csvRows(t, succeed(t, "methods", "--format", "csv").out)[1:] {
		for _, quantiles := range []string{"0.95", "0.95,0.5"} {
			o := call("wait", logOf(t, 1), "--at", "2001-01-01T08:30", "--queue", "normal", "--procs", "4", "--methods", row[0], "--quantiles", quantiles, "--format", "csv")
			if o.code != exitDone {
				continue // too little is known, or the log has no plans
			}
			rows := csvRows(t, o.out)
			known := rows[1][slices.Index(rows[0], "bound_0.95_s")] != ""
			text := strings.Join(strings.Fields(succeed(t, o.args[:len(o.args)-2]...).out), " ")
			if known != regexp.MustCompile(first).MatchString(text) || strings.HasPrefix(text, "95 of 100") {
				t.Errorf("%s, quantiles %s, bounded %t: %s", row[0], quantiles, known, text)
			}
			if known {
				bounded++
			}
		}
	}
	if bounded == 0 {
		t.Error("no method bounds a job before one is scored")
	}
}

// TestWaitSnapshot pipes a log with a snapshot: its moment is the snapshot, its
// running and pending jobs are counted, and a replay accepts both.
func TestWaitSnapshot(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := snapshotOf(t, readFile(t, logOf(t, 1)), 60000, -1)
	log := writeFile(t, filepath.Join(t.TempDir(), "live.swf"), text)
	info := strings.Join(strings.Fields(succeed(t, "traces", "info", log).out), " ")
	found := regexp.MustCompile(`snapshot 2001-01-02 00:40:00 UTC running at the snapshot (\d+) pending at the snapshot (\d+)`).FindStringSubmatch(info)
	pending := strconv.Itoa(len(regexp.MustCompile(`(?m)^\d+ \d+ -1 `).FindAllString(text, -1)))
	running := strconv.Itoa(len(regexp.MustCompile(`(?m)^\d+ \d+ \d+ -1 \S+ \S+ \S+ \S+ \S+ \S+ -1 `).FindAllString(text, -1)))
	if found == nil || found[1] != running || found[2] != pending || pending == "0" || running == "0" {
		t.Errorf("%s run and %s wait in what traces info says: %s", running, pending, info)
	}
	args := []string{"--procs", "8", "--queue", "low", "--methods", "smith+cal", "--format", "csv"}
	want := succeed(t, append([]string{"wait", log}, args...)...).out
	o := callWith(t.Context(), strings.NewReader(text), &strings.Builder{}, append([]string{"wait", "-"}, args...)...)
	if o.out != want || o.code != exitDone {
		t.Errorf("from a pipe %+v, else %s", o, want)
	}
	if late := succeed(t, append([]string{"wait", logOf(t, 1), "--at", "60000", "--train", "0"}, args...)...).out; late != succeed(t, append([]string{"wait", log, "--train", "0"}, args...)...).out {
		t.Errorf("the whole log at that moment says %s", late)
	}
	run := filepath.Join(t.TempDir(), "run")
	replayed(t, run, log, "--methods", "bmbp,smith+cal", "--min-jobs", "100", "--quiet")
	record, json := recordOf(t, run)
	if s := record.Snapshot; s == nil || s.Time != 60000 || fmt.Sprint(s.Running) != running || fmt.Sprint(s.Pending) != pending || !strings.Contains(json, "the log is a snapshot of 2001-01-02 00:40:00 UTC") {
		t.Errorf("run.json: %s", json)
	}
	unknown := succeed(t, "cat", filepath.Join(run, "predictions.arrow"), "--columns", "job_id,wait,run_time", "--where", "procs_range=all,method=bmbp").out
	if n := len(regexp.MustCompile(`(?m),\d+,$`).FindAllString(unknown, -1)); fmt.Sprint(n) != running {
		t.Errorf("%d jobs without a run time, want %s", n, running)
	}
}
