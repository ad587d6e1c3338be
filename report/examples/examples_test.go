package examples_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"waitbench/replay/experiment/experimenttest"
)

// scripts are those of this folder, each with a command that succeeds where what it needs is
// installed.
var scripts = []struct {
	name, program string
	present       []string
}{
	{"with_pandas.py", "python3", []string{"-c", "import pandas, pyarrow"}},
	{"with_polars.py", "python3", []string{"-c", "import polars"}},
	{"with_duckdb.py", "python3", []string{"-c", "import duckdb, pyarrow"}},
	{"with_arrow.R", "Rscript", []string{"-e", "library(arrow)"}},
	{"with_polars.mjs", "node", []string{"-e", `require("nodejs-polars")`}},
}

// TestScripts compares what the scripts print with scores.csv: what they read from scores.arrow,
// and what they make of predictions.arrow.
func TestScripts(t *testing.T) {
	run, replayed := filepath.Join(t.TempDir(), "run"), false
	for _, s := range scripts {
		t.Run(s.name, func(t *testing.T) {
			if out, err := exec.Command(s.program, s.present...).CombinedOutput(); err != nil {
				t.Skipf("%s %s: %v: %.200s", s.program, strings.Join(s.present, " "), err, out)
			}
			if !replayed {
				smallRun(t, run)
				replayed = true
			}
			var stderr bytes.Buffer
			cmd := exec.Command(s.program, s.name, run)
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			scores, shares, ok := strings.Cut(strings.ReplaceAll(string(out), "\r\n", "\n"), "\n\n")
			if !ok {
				t.Fatalf("not two tables:\n%s", out)
			}
			wantScores, wantShares := achieved(t, run)
			compare(t, rows(t, scores, 5), wantScores)
			compare(t, rows(t, shares, 4), wantShares)
		})
	}
}

// TestEveryScript wants all scripts of the folder in the list above and in README.md.
func TestEveryScript(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("with_*")
	if err != nil || len(files) != len(scripts) {
		t.Errorf("%d scripts in the folder, %d are tested; %v", len(files), len(scripts), err)
	}
	for _, s := range scripts {
		if !strings.Contains(string(readme), s.program+" report/examples/"+s.name+" DIR") {
			t.Errorf("README.md does not say how to run %s", s.name)
		}
	}
}

// achieved reads scores.csv for jobs of every size: correct and median ratio by trace, queue,
// method, quantile and side, and correct by trace, queue, method and level.
func achieved(t *testing.T, run string) (scores, shares map[string][]float64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(run, "scores.csv"))
	if err != nil {
		t.Fatal(err)
	}
	all := read(t, string(text))
	place := map[string]int{}
	for i, name := range all[0] {
		place[name] = i
	}
	scores, shares = map[string][]float64{}, map[string][]float64{}
	for _, row := range all[1:] {
		cell := func(name string) string { return row[place[name]] }
		if cell("procs") != "all" {
			continue
		}
		series := cell("trace") + "," + cell("queue") + "," + cell("method") + ","
		level := cell("quantile")
		if cell("side") == "lower" {
			level += "l"
		}
		correct := number(t, cell("correct"))
		scores[series+cell("quantile")+","+cell("side")] = []float64{correct, number(t, cell("median_ratio"))}
		if !math.IsNaN(correct) {
			shares[series+level] = []float64{correct}
		}
	}
	return scores, shares
}

// rows reads a table by its first columns, the keys.
func rows(t *testing.T, text string, keys int) map[string][]float64 {
	t.Helper()
	found := map[string][]float64{}
	for _, row := range read(t, text)[1:] {
		var numbers []float64
		for _, cell := range row[keys:] {
			numbers = append(numbers, number(t, cell))
		}
		found[strings.Join(row[:keys], ",")] = numbers
	}
	return found
}

func read(t *testing.T, text string) [][]string {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("no table (%v):\n%s", err, text)
	}
	return all
}

// number reads a cell; the empty one is NaN.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	if cell == "" {
		return math.NaN()
	}
	f, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compare allows for sums in another order: shares are sums of ones over a count, and equal but for
// rounding.
func compare(t *testing.T, got, want map[string][]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	for key, numbers := range want {
		if len(got[key]) != len(numbers) {
			t.Errorf("%s: %v, want %v", key, got[key], numbers)
			continue
		}
		for i, n := range numbers {
			if g := got[key][i]; !(math.Abs(g-n) <= 1e-12*math.Abs(n)) && !(math.IsNaN(g) && math.IsNaN(n)) {
				t.Errorf("%s: %v, want %v", key, got[key], numbers)
			}
		}
	}
}

// smallRun replays two days of a generated log into dir, with upper and lower bounds.
func smallRun(t *testing.T, dir string) {
	t.Helper()
	s := experimenttest.Plan(t, "bmbp,lognormal", "0.95", "0.25l").Settings
	s.Ranges = "1-4,5+"
	plan := experimenttest.PlanOf(t, s)
	e := experimenttest.Begin(t, dir, plan, false, "small")
	log := experimenttest.Load(t, plan, "small", 2, 1)
	log.AddTo(t, e)
	experimenttest.Finish(t, e)
	experimenttest.Commit(t, e)
}
