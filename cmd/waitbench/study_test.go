package main

import (
	"context"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestStudyCommand: the command on a study's page makes the same files again.
func TestStudyCommand(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir, again := filepath.Join(t.TempDir(), "study"), filepath.Join(t.TempDir(), "again")
	succeed(t, "study", "downey", "--quick", "--days", "1", "--quiet", "--out", dir)
	_, command, _ := strings.Cut(readFile(t, dir, "README.md"), "\n    waitbench ")
	succeed(t, append(strings.Fields(command), "--quiet", "--out", again)...)
	wantSame(t, command, filesOf(t, again), filesOf(t, dir))
}

// TestStudyCISNE: measured times are in a file of their own, none on the page. A
// file of assumed values is used.
func TestStudyCISNE(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := readFile(t, "../../replay/study/cisne/assumed.json")
	assumed := writeFile(t, filepath.Join(t.TempDir(), "assumed.json"),
		strings.Replace(text, `"powers": [1]`, `"powers": [1, 0.8, 0.6, 0.5]`, 1))
	dir := filepath.Join(t.TempDir(), "study")
	o := succeed(t, "study", "cisne", "--seeds", "2", "--jobs", "30", "--history", "100", "--limits", "2",
		"--quiet", "--assumed", assumed, "--out", dir)
	if o.err != "" {
		t.Errorf("--quiet, but %q on standard error", o.err)
	}
	for _, want := range []string{"Claims of the paper", "Time of an estimate", "not measured"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("no %q in the output %q", want, o.out)
		}
	}
	if times := readFile(t, dir, "timings.md"); strings.Count(times, "\n| ") != 2+20 {
		t.Errorf("timings.md is\n%s", times)
	}
	page := readFile(t, dir, "README.md")
	if !strings.Contains(page, "1 0.8 0.6 0.5") || strings.Contains(page, "Time of an estimate") {
		t.Errorf("page\n%s", page)
	}
}

func TestStudyWrongUse(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	for command, wrong := range map[string]map[string]string{
		"study downey": {
			"log.swf":               `takes no arguments, but got "log.swf"`,
			"--days 0":              "days: 0 is not between 1 and 1000000",
			"--load most":           `--load: "most" is not a number`,
			"--workers -1":          `--workers: "-1" is not an integer >= 0`,
			"--lifetimes long":      `invalid lifetimes "long": want alloc, work, or logarithms`,
			"--lifetimes work,work": "lifetimes: work is named twice",
			"--bias 1.7":            `invalid bias "1.7": want fitted, or an intercept`,
		},
		"study cisne": {
			"--seeds 1":    "seeds: 1 is not between 2 and 10000",
			"--nodes 4":    "nodes: 4 is not between 8 and 1024",
			"--limits 9":   "limits: 9 is not between 1 and 8",
			"--limits 1.5": `"1.5" is not a number such as 1`,
			"--limits ,":   "limits need at least one each",
		},
		"study varq " + log: {
			"--fractions 2":      "fraction of jobs with reservations: 2 is not between 0 and 1",
			"--fractions 0":      "a fraction of 0 is the run without VARQ",
			"--requests 1":       "requested probability: 1 is not between 0.01 and 0.99",
			"--deadlines soon":   `unknown deadlines "soon"; known are grid, ahead`,
			"--waiting idle":     `unknown way to wait "idle"; known are plan, replan, withdraw`,
			"--methods bmbp":     "the method is not qbets",
			"--seeds 0":          "nothing to simulate",
			"--quick":            "--quick has a log of its own",
			log:                  "takes one LOG, not 2",
			"--period 0":         "period of deadlines in seconds: 0 is not between 30 and",
			"--fractions little": `--fractions: "little" is not a number such as 0.1`,
		},
		"study varq reserve " + log: {
			"--procs 0":       "size of the job: 0 is not between 1",
			"--wall 0":        "wall time in seconds: 0 is not between 1",
			"--deadline -1h":  "seconds from the request to the deadline: -3600 is not between 1",
			"--requests 0":    "requested probability: 0 is not between 0.01",
			"--requests best": `--requests: "best" is not a number`,
			"--train 1":       "training fraction: 1 is not between 0 and 0.99",
			"--at never":      `"never" is neither a date`,
			"--format png":    `unknown format "png"; known are text, json, csv, markdown, latex`,
		},
		"study varq reserve": {"": "needs a LOG"},
		"study":              {"": "needs one of downey, varq, cisne", "nurmi": `unknown command "nurmi"; known are`},
	} {
		for flags, want := range wrong {
			call(strings.Fields(command+" "+flags)...).wantRefused(t, exitUsage, want)
		}
	}
	for _, command := range []string{"study varq " + log, "study varq reserve " + log} {
		call(append(strings.Fields(command), "--queue", "slow")...).
			wantRefused(t, exitFailed, `unknown queue "slow"`, "the log has jobs of express, high, normal, low")
	}
	call("study", "varq", log, "--nodes", "-1").wantRefused(t, exitFailed, "machine of -1 nodes")
	call("study", "cisne", "--assumed", "nowhere.txt").wantRefused(t, exitFailed, "nowhere.txt")
}

// TestStudyInterrupted leaves no results.
func TestStudyInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"downey", "varq", "cisne"} {
		dir := filepath.Join(t.TempDir(), "study")
		o := callWith(ctx, nil, io.Discard, "study", name, "--quick", "--out", dir)
		o.wantRefused(t, exitInterrupted, "waitbench study "+name+": interrupted")
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("something is left in the folder of results: %v", err)
		}
	}
}

// TestReserve: the same log under two names is two machines with the same odds.
func TestReserve(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	twin := writeFile(t, filepath.Join(t.TempDir(), "twin.swf"), readFile(t, log))
	o := succeed(t, "study", "varq", "reserve", log, twin, "--queue", "normal", "--procs", "16", "--requests", "0.5,0.8", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(o.out)).ReadAll()
	if err != nil || len(rows) != 1+3*3 {
		t.Fatalf("%v, %d rows:\n%s", err, len(rows), o.out)
	}
	found := 0
	for i := 1; i < len(rows); i += 3 {
		first, second, any := rows[i], rows[i+1], rows[i+2]
		if first[1] != "seed1" || second[1] != "twin" || any[1] != "any" || strings.Join(first[2:], ",") != strings.Join(second[2:], ",") {
			t.Errorf("rows\n%q\n%q\n%q", first, second, any)
		}
		if first[6] == "" {
			if any[6] != "" {
				t.Errorf("odds of nothing: %q", any)
			}
			continue
		}
		found++
		number := func(text string) float64 {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Error(err)
			}
			return x
		}
		p, asked := number(first[6]), first[0]
		if joint := number(any[6]); joint < 1-(1-p)*(1-p)-1e-9 || joint > 1-(1-p)*(1-p)+1e-9 {
			t.Errorf("odds of %v twice are %v", p, joint)
		}
		if asked != "best" && p < number(asked) {
			t.Errorf("odds of %v for %s", p, asked)
		}
		lead := 6*3600 - number(first[3])
		if wall := number(first[5]); wall != 3600+lead {
			t.Errorf("wall time %v with a lead of %v", wall, lead)
		}
		if cost := number(first[7]); cost != 16*lead/3600 {
			t.Errorf("worst cost %v with a lead of %v", cost, lead)
		}
	}
	if found == 0 {
		t.Errorf("no reservation:\n%s", o.out)
	}
}
