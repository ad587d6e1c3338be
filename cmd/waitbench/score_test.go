package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waitbench/report/render"
)

// scoresOf returns the scores of a method in a run, without its name and the
// columns that bounds alone do not have.
func scoresOf(t *testing.T, dir, method string) []string {
	t.Helper()
	all := csvRows(t, readFile(t, dir, "scores.csv"))
	head, rows := all[0], all[1:]
	var scores []string
	for _, row := range rows {
		if row[slices.Index(head, "method")] != method {
			continue
		}
		for _, name := range []string{"method", "change_points", "threshold", "share_all"} {
			if i := slices.Index(head, name); i >= 0 {
				row[i] = ""
			}
		}
		scores = append(scores, strings.Join(row, ","))
	}
	if len(scores) == 0 {
		t.Errorf("%s has no scores of %s", dir, method)
	}
	return scores
}

// TestScoreIsReplay scores the predictions of a run, as they are and in other
// forms: the scores equal the scores of the methods to the last bit.
func TestScoreIsReplay(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "log.swf", readFile(t, dayLog(t)))
	common := []string{"--quantiles", "0.95,0.5,0.25l", "--min-jobs", "100", "--figures", "none", "--quiet"}
	succeed(t, append([]string{"replay", log, "--methods", "bmbp,lognormal,smith,smith+cal", "--ranges", "1-8,9+",
		"--out", "first"}, common...)...)
	predictions := writeFile(t, "predictions.arrow", readFile(t, "first", "predictions.arrow"))
	score := func(dir, file string, more ...string) {
		t.Helper()
		args := append([]string{"score", file, "--logs", log, "--out", dir, "--methods", "bmbp"}, common...)
		succeed(t, append(args, more...)...)
	}
	same := func(dir, name, method string) {
		t.Helper()
		if got, want := scoresOf(t, dir, name), scoresOf(t, "first", method); !slices.Equal(got, want) {
			t.Errorf("%s: scores of %s are not those of %s:\n%s\nwant\n%s", dir, name, method, strings.Join(got, "\n"),
				strings.Join(want, "\n"))
		}
	}
	ranges := []string{"--ranges", "1-8,9+"}
	score("all", predictions, append(ranges, "--name", "other")...)
	for _, m := range []string{"bmbp", "lognormal", "smith", "smith+cal"} {
		same("all", "other/"+m, m)
	}
	for _, m := range []string{"bmbp", "smith+cal"} {
		text := succeed(t, "cat", predictions, "--where", "method="+m).out
		file := writeFile(t, strings.ReplaceAll(m, "+", "-")+"-1.csv", text)
		score(m, file, ranges...)
		same(m, strings.TrimSuffix(file, ".csv"), m)
		same(m, "bmbp", "bmbp")
	}

	// One line a job with a column for each quantile, of the series of all
	// sizes.
	long := csvRows(t, succeed(t, "cat", predictions, "--where", "method=smith+cal", "--where", "procs_range=all",
		"--columns", "job_id,quantile,side,bound,point,turnaround").out)
	wide := map[string][]string{} // job, point, turnaround, bounds
	var order []string
	for _, row := range long[1:] {
		if wide[row[0]] == nil {
			order, wide[row[0]] = append(order, row[0]), []string{row[0], row[4], row[5]}
		}
		wide[row[0]] = append(wide[row[0]], row[3])
	}
	text := "\ufeffjob_id,point,turnaround,q0.95,q0.5,q0.25l\r\n"
	for i := len(order) - 1; i >= 0; i-- { // in any order
		text += strings.Join(wide[order[i]], ",") + "\r\n"
	}
	score("wide", writeFile(t, "wide.csv", text), "--ranges", "none")
	want := slices.DeleteFunc(scoresOf(t, "first", "smith+cal"), func(s string) bool {
		return !strings.Contains(s,
			",all,")
	})
	if got := scoresOf(t, "wide", "wide"); !slices.Equal(got, want) {
		t.Errorf("one line a job has the scores\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	// The run is like any other: made again by its command line, taken over,
	// reported, and marked.
	sameAgain(t, "all", "")
	before := filesOf(t, "all")
	if o := call(append([]string{"score", predictions, "--logs", log, "--out", "all", "--methods", "bmbp", "--name",
		"other", "--ranges", "1-8,9+", "--resume"}, common[:len(common)-1]...)...); o.code != exitDone ||
		!strings.Contains(o.err, "finished by an earlier run") {
		t.Errorf("resumed: %+v", o)
	}
	succeed(t, "report", "all", "--figures", "none", "--quiet")
	wantSame(t, "taken over and reported", filesOf(t, "all"), before)
	if page := readFile(t, "all", "report.html"); !strings.Contains(page, "not checked for look-ahead: other/bmbp") {
		t.Error("the page does not say that nobody checked the bounds")
	}
	d, err := render.Open("wide")
	if err != nil {
		t.Fatal(err)
	}
	if g := d.Run.External; g == nil || g.File != "wide.csv" ||
		g.SHA256 != fmt.Sprintf("%x", sha256.Sum256([]byte(text))) {
		t.Errorf("the record says %+v", g)
	}
	writeFile(t, "wide.csv", text+order[0]+",,,,,\r\n")
	call("score", "wide.csv", "--logs", log, "--out", "wide", "--resume", "--quiet").wantRefused(t, exitFailed,
		"column job_id: job "+order[0])
	writeFile(t, "wide.csv", strings.Replace(text, "\r\n", "\n", 1))
	call(append([]string{"score", "wide.csv", "--logs", log, "--out", "wide", "--resume"},
		append(common, "--ranges", "none")...)...).
		wantRefused(t, exitFailed, "wide holds a run with bounds of wide.csv with SHA-256 ", "--force replaces it")
}

// TestScoreArrow scores predictions whose log has a name that CSV files write
// with an apostrophe.
func TestScoreArrow(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "=day.swf", readFile(t, dayLog(t)))
	replayed(t, "first", append([]string{log}, quick...)...)
	succeed(t, append([]string{"score", "first/predictions.arrow", "--logs", log, "--name", "again", "--out", "second"},
		quick...)...)
	if got, want := scoresOf(t, "second", "again"), scoresOf(t, "first", "bmbp"); !slices.Equal(got, want) {
		t.Errorf("scores\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestScoreJobs: jobs without a row have no bound, those that the selection
// leaves out are counted, and the file may name its log.
func TestScoreJobs(t *testing.T) {
	t.Chdir(t.TempDir())
	jobs := lines(400)
	for i := range 10 {
		jobs[390+i] = strings.Replace(jobs[390+i], " 60 ", " -1 ", 1)                               // never ran
		jobs[380+i] = fmt.Sprintf("%d -1 -1 60 %s", 381+i, "4 -1 -1 4 300 -1 1 0 -1 -1 1 -1 -1 -1") // nobody knows when
	}
	log := writeFile(t, "mine.swf", logText(jobs))
	text := "log,job_id,bound\n"
	for id := 1; id <= 400; id += 2 {
		text += fmt.Sprintf("mine,%d,%d\n", id, 500)
	}
	o := succeed(t, "score", writeFile(t, "half.csv", text), "--logs", log, "--min-jobs", "10", "--ranges", "none",
		"--figures", "none", "--out", "run")
	if !strings.Contains(o.err, ": jobs of half.csv that are not replayed: 10\n") {
		t.Errorf("messages\n%s", o.err)
	}
	all := csvRows(t, readFile(t, "run", "scores.csv"))
	head, rows := all[0], all[1:]
	got := map[string]string{}
	for _, row := range rows {
		if row[slices.Index(head, "method")] == "half" {
			for _, name := range []string{"jobs", "scored", "bounded", "correct"} {
				got[name] = row[slices.Index(head, name)]
			}
		}
	}
	within := 0
	for i := 38; i < 380; i += 2 { // of the scored jobs those of odd number
		within += one(i*i*37%1009 <= 500)
	}
	want := map[string]string{"jobs": "380", "scored": "342", "bounded": "171",
		"correct": fmt.Sprint(float64(within) / 171)}
	if !maps.Equal(got, want) {
		t.Errorf("scores %v, want %v", got, want)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestScoreAnswers scores an answer of wait that was kept: job 11 waits for 673 s. The
// table of how answers held comes with a run, and not before one that is refused.
func TestScoreAnswers(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "mine.swf", logText(lines(200)))
	score := func(submit int, dir string) outcome {
		answer := fmt.Sprintf(`{"job":11,"queue":"batch","trusted":true,"moment":978342100,"submit":%d,`+
			`"bound_0.95_s":600}`, submit)
		return call("score", writeFile(t, "kept.jsonl", answer+"\n"), "--logs", log, "--min-jobs", "10", "--figures", "none",
			"--out", dir, "--quiet")
	}
	score(978342001, "run").wantRefused(t, exitFailed, "no answer of kept.jsonl is scored by mine; not scored: 0 answers "+
		"without a bound, 1 about jobs that are not in the log")
	if o := score(978342000, "run"); o.code != exitDone ||
		!strings.HasPrefix(o.out, "How the answers of kept.jsonl held by mine\n") ||
		!regexp.MustCompile(`\nall queues  yes +0\.95 +1 +1  1\.000\n`).MatchString(o.out) {
		t.Errorf("%+v", o)
	}
	writeFile(t, "taken/notes.txt", "mine")
	score(978342000, "taken").wantRefused(t, exitFailed, "taken")
}

// TestScoreRefused scores bad files: one sentence with the position, and no
// file is left.
func TestScoreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	log := writeFile(t, "mine.swf", logText(append(lines(200), strings.Replace(lines(1)[0], "1 0 ", "7 999999 ", 1))))
	succeed(t, append([]string{"replay", logOf(t, 1), "--out", "base"}, quick...)...)
	arrow := readFile(t, "base", "predictions.arrow")
	for _, c := range []struct{ text, want string }{
		{"", "bad.csv: the file is empty"},
		{"job_id,bound\n", "bad.csv has no bounds"},
		{"job_id,wait\n1,5\n", "bad.csv:1: neither a column bound nor one such as q0.95"},
		{"job_id,bound,bound\n1,5,5\n", "bad.csv:1: column bound comes twice"},
		{"job_id,bound\n1,5,6\n", "bad.csv:2: 3 fields, but the header line has 2"},
		{"job_id,bound\none,5\n", `bad.csv:2: column job_id: "one" is not a job ID`},
		{"job_id,bound\n1,5\n2,-5\n", `bad.csv:3: column bound: "-5" is not a time from 0 to 1e+100 s; empty is none`},
		{"job_id,bound\n1,inf\n", `bad.csv:2: column bound: "inf" is not a time`},
		{"job_id,bound\n1,5" + strings.Repeat("\t", 100) + "\n", `bad.csv:2: column bound: "5` + strings.Repeat(`\t`, 79) +
			`"... is not a time`},
		{"job_id,q0.5,q0.9\n1,5,x\n", `bad.csv:2: column q0.9: "x" is not a time`},
		{"job_id,bound,quantile\n1,5,95\n", "bad.csv:2: column quantile: quantile 95 is not between 0 and 1"},
		{"job_id,bound,quantile,side\n1,5,.5,left\n", `bad.csv:2: column side: "left" is neither upper nor lower`},
		{"job_id,bound,procs_range\n1,5,1-3\n", "bad.csv has bounds of processors 1-3, a range that the run does not have: add it to --ranges"},
		{"job_id,bound,log\n1,5,other\n", `bad.csv has no bounds of log "mine"; it has other`},
		{"job_id,bound\n1,5\n2,5\n\n1,5\n", "bad.csv:5: column job_id: job 1 has a bound of this log, method, range and quantile already, in line 2"},
		{"job_id,bound\n1,5\n5000,5\n4000,5\n", "bad.csv:3: column job_id: log mine has 0 jobs with ID 5000"},
		{"job_id,bound\n7,5\n", "bad.csv:2: column job_id: log mine has 2 jobs with ID 7"},
		{arrow[:500], "bad.csv is cut off"},
	} {
		writeFile(t, "bad.csv", c.text)
		call("score", "bad.csv", "--logs", log, "--out", "run", "--quiet").wantRefused(t, exitFailed, c.want)
		if _, err := os.Stat("run"); err == nil {
			t.Fatalf("%q: the run left %v", c.text, filesOf(t, "run"))
		}
	}
	good := writeFile(t, "good.csv", "job_id,bound\n1,5\n")
	for _, c := range []struct {
		code int
		args string
		want string
	}{
		{exitFailed, "none.csv --logs mine.swf", "cannot read none.csv: no such file"},
		{exitFailed, "good.csv --logs mine.swf --name bmbp", "bmbp is a method of this program: the bounds of good.csv need another name"},
		{exitFailed, "good.csv --logs mine.swf --quantiles 0.5,0.9", "good.csv has no bounds of quantile 0.9; it has 0.5"},
		{exitFailed, "base/predictions.arrow --logs mine.swf", `has no bounds of log "mine"; it has seed1`},
		{exitFailed, "renamed/predictions.arrow --logs mine.swf --name other",
			"predictions.arrow:18: column job_id: log mine has 0 jobs with ID 201"},
		{exitFailed, "good.csv", "good.csv:1: no column log: name the log with --logs"},
		{exitUsage, "good.csv --logs mine.swf --name a,b", `--name "a,b" may have letters, digits`},
	} {
		if strings.HasPrefix(c.args, "renamed") { // predictions of another log of that name
			writeFile(t, "far/mine.swf", readFile(t, logOf(t, 1)))
			succeed(t, append([]string{"replay", "far/mine.swf", "--out", "renamed"}, quick...)...)
		}
		call(append([]string{"score", "--out", "run", "--quiet"}, strings.Fields(c.args)...)...).wantRefused(t, c.code,
			c.want)
	}
	if left := filesOf(t, "."); left["run/"] != "" || readFile(t, good) == "" {
		t.Errorf("left are %v", slices.Sorted(maps.Keys(left)))
	}
}
