package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waitbench/methods"
	"waitbench/replay/run"
	"waitbench/report/board"
	"waitbench/swf/swftest"
	"waitbench/traces"
)

// TestSuites: a suite names logs by the sums of the catalogue, and every method
// once, as it is called, in the order of tables.
func TestSuites(t *testing.T) {
	wantSites := map[string]int{"pwa-2": 7, "pwa-3": 12, "pwa-levels-1": 7, "pwa-levels-2": 12}
	for _, s := range suites() {
		if _, err := suiteFiles.ReadFile("suites/" + s.String() + ".json"); err != nil {
			t.Error(err)
		}
		found, err := methods.Find(s.Settings.Methods, false)
		var names []string
		for _, m := range found {
			names = append(names, m.Name)
		}
		if err != nil || !slices.Equal(names, s.Settings.Methods) || names[0] != "bmbp" || s.Settings.Check() != nil {
			t.Errorf("%s: methods %q, %v, want %q; settings %v", &s, names, err, s.Settings.Methods, s.Settings.Check())
		}
		sites := map[string]bool{}
		for _, l := range s.Logs {
			if e, err := traces.Find(l.Name); l.Days == 0 && (err != nil || e.SHA256 != l.SHA256) {
				t.Errorf("%s: %s has the sum %s, in the catalogue %s (%v)", &s, l.Name, l.SHA256, e.SHA256, err)
			} else if l.Days == 0 {
				sites[e.Site] = true
			}
		}
		if len(sites) != wantSites[s.String()] {
			t.Errorf("%s: sites %v, want %d", &s, sites, wantSites[s.String()])
		}
	}
}

// benched returns the run directory of suite synth-2, interrupted after its
// first log and resumed.
func benched(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := []string{"bench", "synth", "--out", dir}
	if o := callWith(ctx, strings.NewReader(""), &trigger{" series by ", cancel}, args...); o.code != exitInterrupted ||
		!strings.HasSuffix(o.err, "interrupted; 1 finished log kept in "+dir+", go on with --resume\n") {
		t.Fatalf("interrupted: %+v", o)
	}
	o := succeed(t, append(args, "--resume", "--format", "csv")...)
	if !strings.Contains(o.err, "synth-a: finished by an earlier run") {
		t.Errorf("resumed: %s", o.err)
	}
	wantAbout(t, dir, "none")
	for _, line := range csvRows(t, o.out)[1:] {
		if cost, err := strconv.ParseFloat(line[len(line)-1], 64); err != nil || !(cost > 0) {
			t.Errorf("a job of %q costs %q", line, line[len(line)-1])
		}
	}
	return dir
}

// wantAbout: bench describes itself, with the sum of the running program.
func wantAbout(t *testing.T, dir, code string) {
	t.Helper()
	var about board.About
	if err := json.Unmarshal([]byte(readFile(t, dir, board.AboutFile)), &about); err != nil {
		t.Error(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := run.SHA256(program)
	_, undated := time.Parse(time.DateOnly, about.Date)
	if err := cmp.Or(err, undated); err != nil || about.Program != sum || about.Code != code {
		t.Errorf("%+v, %v; want program %s, code %s", about, err, sum, code)
	}
}

// TestBench ranks a suite, interrupted and resumed, and with the rows of
// another ranking.
func TestBench(t *testing.T) {
	t.Parallel()
	dir := benched(t)
	synth, err := findSuite("synth")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, board.RankingFile)
	text := readFile(t, file)
	if want := 1 + 8*len(synth.Settings.Methods); strings.Count(text, "\n") != want {
		t.Errorf("%d lines, want %d", strings.Count(text, "\n"), want)
	}
	var some, without []string // bmbp, which other tests rank with, and forest; and all but moving
	for line := range strings.Lines(text) {
		if len(some) == 0 || strings.Contains(line, ",bmbp,") || strings.Contains(line, ",forest,") {
			some = append(some, line)
		}
		if !strings.Contains(line, ",moving,") {
			without = append(without, line)
		}
	}
	swftest.Golden(t, filepath.Join(testdata, "bench.csv"), strings.Join(some, ""))

	levels := filepath.Join(t.TempDir(), "levels")
	succeed(t, "bench", "synth-levels", "--out", levels, "--quiet")

	// A submission of moving, ranked with the others.
	folder := t.TempDir()
	others := writeFile(t, filepath.Join(folder, board.RankingFile), strings.Join(without, ""))
	about := fmt.Sprintf(`{"program": "%064d", "commit": "%040d", "code": "none", "date": "2020-11-23"}`, 1, 2)
	writeFile(t, filepath.Join(folder, board.AboutFile), about)
	added := filepath.Join(folder, board.SubmissionsFolder, "mine")
	o := succeed(t, "bench", "synth", "--methods", "moving", "--chosen-on", "none", "--variants", "2", "--beside", others, "--out", added, "--quiet", "--format", "csv", "--all-columns", "--code", "https://example.org")
	wantAbout(t, added, "https://example.org")
	if scores := readFile(t, added, "synth-a", "scores.csv"); strings.Contains(scores, "lognormal") || !strings.Contains(scores, "bmbp") {
		t.Error("more was replayed than bmbp and moving")
	}
	known := filepath.Join(t.TempDir(), "known")
	own, err := methods.Named("forest")
	if err != nil {
		t.Fatal(err)
	}
	succeed(t, "bench", "synth", "--methods", "forest:seed=2", "--beside", others, "--out", known, "--quiet")
	if rows := readFile(t, known, board.RankingFile); !strings.Contains(rows, fmt.Sprintf(",forest:seed=2,%s,%s,synth-a,", strings.Join(own.ChosenOn, " "), strings.Join(own.LookedAt, " "))) {
		t.Errorf("a method that says how it was made has the rows\n%s", rows)
	}
	writeFile(t, filepath.Join(added, board.AboutFile), strings.Replace(about, "-23", "-24", 1))
	wantStates(t, added)
	writeFile(t, filepath.Join(folder, board.LevelsFile), readFile(t, levels, board.RankingFile))
	short := succeed(t, "bench", "--board", folder, "--format", "csv").out
	if want := "method,submission,short,correct,loss_ratio,loss_ratio_lo,loss_ratio_hi,p,log_loss_ratio,share_all,chosen_on\n"; !strings.HasPrefix(short, want) ||
		!strings.Contains(short, "\nmoving,\"mine, repeated\",") {
		t.Errorf("the short form is\n%s", short)
	}
	board := succeed(t, "bench", "--board", folder, "--format", "csv", "--all-columns").out
	if at := strings.Index(board, "method,loss_ratio,median_error_ratio,covered_0.05,"); at < 0 ||
		strings.Count(board[at:], "\n") != 1+7 || !strings.Contains(board[at:], "\nbmbp,1,1,0.") {
		t.Errorf("no table of all quantiles in\n%s", board)
	}
	board, _, _ = strings.Cut(board, "\n\n")
	ranked, printed := csvRows(t, board+"\n"), csvRows(t, o.out)
	for i, line := range ranked { // a column of submissions, and none of costs
		if last := len(printed[i]) - 1; !slices.Equal(slices.Delete(line, 1, 2), printed[i][:last]) {
			t.Errorf("the board has %q, bench printed %q", line, printed[i])
		}
	}
	if o := succeed(t, "bench", "--board", folder); !strings.Contains(o.out, "Ranking of methods, suite synth-2, 2020-11-24\n") {
		t.Errorf("the board is of another day: %.200s", o.out)
	}
	call("bench", "synth", "--board", folder).wantRefused(t, exitUsage, `--check and --board take no suite, not "synth"`)

	for _, c := range []struct {
		code              int
		old, new, message string
	}{
		{exitUsage, "synth-2,", "synth-1,", " is a ranking of suite synth-1, not synth-2"},
		{exitUsage, ",bmbp,", ",bm,", " cannot be compared: no rows of bmbp at quantile 0.95"},
		{exitUsage, "suite,", "suit,", " this is not a ranking, which has the columns suite,program,"},
		{exitUsage, ",0.95,", ",nan,", `: column quantile: "nan" is not a number >= 0`},
		{exitUsage, ",155.442,", ",155.443,", " cannot be compared: bmbp has 741 jobs and a loss of 155.442 s of bmbp for queue express of synth-a: want 741 and 155.443"},
		{exitUsage, ",synth-b,", ",synth-c,", " has no row of log synth-b"},
		{exitUsage, ",0.95,", ",0.9,", " begins with quantile 0.9, not 0.95"},
		{exitUsage, "moving,", "moving", ": 27 fields, but the header line has 28"},
		{exitFailed, "155.442", "155.443", "lognormal has 741 jobs and a loss of 155.443 s of bmbp for queue express of synth-a: want 741 and 155.442"},
	} {
		changed := strings.ReplaceAll(text, c.old, c.new)
		if changed == text {
			t.Fatalf("no %q in\n%s", c.old, text)
		}
		file := writeFile(t, filepath.Join(t.TempDir(), "other.csv"), changed)
		want := []string{file, c.message}
		if c.code == exitFailed {
			want = want[1:]
		}
		call("bench", "synth", "--methods", "last", "--beside", file, "--out", filepath.Join(t.TempDir(), "x"), "--quiet").
			wantRefused(t, c.code, want...)
	}
}

// wantStates: the numbers of a submission of moving on suite synth-2 are as sent,
// scored from its predictions, or repeated. Other numbers are refused.
func wantStates(t *testing.T, dir string) {
	check, repeat := []string{"bench", "--check", dir, "--quiet"}, []string{"bench", "--repeat", dir, "--quiet"}
	lines := []string{}
	say := func(args ...string) {
		lines = append(lines, strings.TrimPrefix(succeed(t, args...).out, dir+" is well-formed: moving on 8 queues of suite synth-2; "))
	}
	predictions := filepath.Join(dir, "synth-b", run.PredictionsFile)
	if err := os.Rename(predictions, predictions+"x"); err != nil {
		t.Fatal(err)
	}
	say(check...) // without the predictions of a log
	if err := os.Rename(predictions+"x", predictions); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, board.RankingFile)
	text := readFile(t, file)
	changed := regexp.MustCompile(`(?m)^(.*,moving,.*,synth-b,low,(?:[^,]*,){7})([^,]*)`).ReplaceAllString(text, "${1}7$2")
	if changed == text {
		t.Fatalf("no row to change in\n%s", text)
	}
	writeFile(t, file, changed)
	call(check...).wantRefused(t, exitFailed, "log synth-b: the numbers of moving for queue low do not come out again")
	call(append(repeat, "synth-b")...).wantRefused(t, exitFailed, "log synth-b: the numbers of moving for queue low do not come out again")
	writeFile(t, file, text)
	say(check...)
	say(append(repeat, "synth-b")...)
	say(check...)
	call(append(repeat, "synth-c")...).wantRefused(t, exitUsage, `unknown log of the submission "synth-c"; did you mean synth-a?`)
	states := filepath.Join(filepath.Dir(dir), "states.json")
	for _, text := range []string{"null", "states"} {
		writeFile(t, states, text)
		call(check...).wantRefused(t, exitFailed, states+" has no states of submissions")
	}
	if err := os.Remove(states); err != nil {
		t.Fatal(err)
	}
	say(append(repeat, "synth-b")...)
	call(append(repeat, "--check", dir)...).wantRefused(t, exitUsage, "takes one of --check, --repeat and --board")
	if want := []string{"nobody has repeated its numbers\n", "its numbers are scored here\n",
		"its numbers are repeated\n", "its numbers are repeated\n", "its numbers are repeated\n"}; !slices.Equal(lines, want) {
		t.Errorf("said %q, want %q", lines, want)
	}
}

// TestIntervalsRecomputed: a program in Python finds the same interval scores of
// two methods, from the predictions alone.
func TestIntervalsRecomputed(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	dir := t.TempDir()
	intervals := filepath.Join(dir, "intervals")
	succeed(t, "replay", logOf(t, 1), "--methods", "bmbp,lognormal", "--quantiles", "0.05l,0.95",
		"--ranges", "none", "--min-jobs", "100", "--figures", "none", "--out", intervals, "--quiet")
	predictions := succeed(t, "cat", filepath.Join(intervals, "predictions.arrow"),
		"--columns", "log,queue,method,job_id,wait,bound,scored,side").out
	said, err := exec.Command("python3", filepath.Join(testdata, "recompute.py"),
		writeFile(t, filepath.Join(dir, "predictions.csv"), predictions),
		filepath.Join(intervals, "tables", "intervals.csv")).CombinedOutput()
	if err != nil || string(said) != "16 numbers compared\n" {
		t.Errorf("%v, %s, want 16 numbers compared", err, said)
	}
}

// TestBenchRefusesOtherLogs: the error for missing logs is the command that
// fetches them. A log with other bytes is not replayed.
func TestBenchRefusesOtherLogs(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	t.Setenv("WAITBENCH_TRACES", dir)
	first := suites()[0].Logs[0].Name
	call("bench", "--out", out).wantRefused(t, exitFailed, "15 of the 15 logs of suite pwa-3 are missing: run waitbench traces get "+first+" ")
	log := filepath.Join(dir, first+".swf.gz")
	writeFile(t, log, "other bytes")
	call("bench", "pwa", "--out", out).wantRefused(t, exitFailed, log+" is not the log "+first+" of the suite: its SHA-256 is ", ", not e03fe48b",
		"; move it to another folder and run waitbench traces get "+first)
	call("bench", "pwb").wantRefused(t, exitUsage, `unknown suite "pwb"; known are pwa-2, pwa-3, pwa-levels-1, pwa-levels-2, synth-2, synth-levels-1`)
	call("bench", "synth", "--chosen-on", "synth-a,KTH-SP3-1996-2.1-cln").wantRefused(t, exitUsage, `"KTH-SP3-1996-2.1-cln" is not in the catalogue of traces; near names: KTH-SP2-1996-2.1-cln`)
	call("bench", "synth", "--methods", "guess").wantRefused(t, exitUsage, `unknown method "guess"`)
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder is left")
	}
}
