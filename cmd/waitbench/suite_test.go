package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waitbench/report/board"
	"waitbench/report/suite"
)

// TestBenchFlags ranks a program beside the golden file of suite synth-2, checks it
// as a submission and ranks it among others, by the flags of bench.
func TestBenchFlags(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	golden := readFile(t, "..", "..", "report", "suite", "testdata", board.RankingFile)
	beside := writeFile(t, filepath.Join(folder, board.RankingFile), golden)
	dir := filepath.Join(folder, board.SubmissionsFolder, "mine")
	program := `new=echo '{"hello":1,"scope":"log","answers":"jobs"}'; while read -r line; do case $line in ` +
		`*submitted*) job=${line#*:}; echo "{\"job\":${job%%,*},\"bounds\":[900]}";; esac; done`
	args := []string{"bench", "synth", "--exec", program, "--chosen-on", "none", "--variants", "2",
		"--beside", beside, "--out", dir, "--code", "https://example.org"}
	o := succeed(t, append(args, "--format", "csv")...)
	for _, want := range []string{"\nforest,", "\nnew,yes,", "\nbmbp,"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("no %q in %s", want, o.out)
		}
	}
	want := "the runs are in " + dir + ", their ranking in " + filepath.Join(dir, board.RankingFile) + "\n"
	if !strings.HasSuffix(o.err, want) {
		t.Errorf("messages %s, want %s", o.err, want)
	}
	again := succeed(t, append(args, "--resume")...)
	if !strings.Contains(again.err, "synth-b: finished by an earlier run") {
		t.Errorf("with --resume %s", again.err)
	}
	about := readFile(t, dir, board.AboutFile)
	if !strings.Contains(about, `"code":"https://example.org"`) {
		t.Errorf("about.json is %s", about)
	}
	about = regexp.MustCompile(`"commit":"[^"]*"`).ReplaceAllString(about, `"commit":"`+strings.Repeat("0", 40)+`"`)
	writeFile(t, filepath.Join(dir, board.AboutFile), about)
	writeFile(t, filepath.Join(folder, board.AboutFile), about)
	for _, c := range []struct{ flags, state string }{
		{"--check " + dir, "as sent"},
		{"synth-b --quiet --repeat " + dir, "repeated on 1 of 2 logs"},
	} {
		said := succeed(t, append(strings.Fields("bench "+c.flags), "--exec", program)...).out
		want := "mine, " + c.state + ", is well-formed: new on 8 queues of suite synth-2; " + board.NotCaught + "\n"
		if said != want {
			t.Errorf("%s: %s, want %s", c.flags, said, want)
		}
	}
	said := succeed(t, "bench", "--board", folder, "--all-columns").out
	notes := succeed(t, "bench", "--board", folder, "--all-columns", "--notes").out
	if !strings.HasPrefix(said, "Ranking of methods, suite synth-2, 20") || strings.Contains(said, "one-sided test") ||
		!strings.Contains(notes, "one-sided test") {
		t.Errorf("the board is %s, and with notes %s", said, notes)
	}
	if page := readFile(t, dir, suite.PageFile); !strings.Contains(page, "| new ") ||
		!strings.Contains(page, "one-sided test") || strings.Contains(page, "cost (") {
		t.Errorf("%s is %s", suite.PageFile, page)
	}
	for args, want := range map[string]string{
		"synth --board " + folder:             `--check and --board take no suite, not "synth"`,
		"--check " + dir + " --repeat " + dir: "--check and --repeat exclude each other: leave one out",
		"pwb":                                 `unknown suite "pwb"; did you mean pwa?`,
		"synth-c --repeat " + dir:             `unknown log "synth-c"; did you mean synth-a or synth-b?`,
		"synth --methods guess":               `unknown method "guess"`,
	} {
		call(append([]string{"bench"}, strings.Fields(args)...)...).wantRefused(t, exitUsage, want)
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
