package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// TestStudies runs the second example of each study. Its page has these words,
// and the number of workers does not change a byte.
func TestStudies(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	for name, words := range map[string][]string{
		"downey": {"# Processor allocation", "](figure5-predictions.svg)"},
		"varq":   {"# Virtual advance reservations on seed1", "Table 4", "](trajectory.svg)"},
		"cisne":  {"# Turnaround times on a non-dedicated cluster", "](turnaround.svg)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			cmd, _, _ := newRoot().Find([]string{"study", name})
			line := strings.Replace(strings.Split(cmd.Example, "\n")[1], " small.swf ", " "+logOf(t, 1)+" ", 1)
			args := append(strings.Fields(line)[1:], "--quiet", "--format", "csv", "--workers")
			one := succeed(t, append(args, "1", "--out", filepath.Join(dir, "one"))...)
			eight := succeed(t, append(args, "8", "--out", filepath.Join(dir, "eight"))...)
			wantSame(t, "8 workers", filesOf(t, filepath.Join(dir, "eight")), filesOf(t, filepath.Join(dir, "one")))
			if one.out != eight.out || !strings.HasPrefix(one.out, "claim,") || one.err != "" {
				t.Errorf("one worker prints\n%s%s\neight print\n%s", one.err, one.out, eight.out)
			}
			page := readFile(t, dir, "one", "README.md")
			for _, word := range words {
				if !strings.Contains(page, word) {
					t.Errorf("no %q on the page", word)
				}
			}
		})
	}
}

// TestStudyCommand: the command on a study's page makes the same files again.
func TestStudyCommand(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir, again := filepath.Join(t.TempDir(), "study"), filepath.Join(t.TempDir(), "again")
	o := succeed(t, "study", "downey", "--quick", "--days", "1", "--out", dir)
	page := readFile(t, dir, "README.md")
	const quick = "--quick: 2 seeds of a toy workload judge nothing\n"
	if !strings.HasPrefix(o.err, quick) || !strings.Contains(page, "\n- "+quick) ||
		!strings.Contains(o.out, "\n"+quick+"alloc, fitted: ") || strings.Contains(o.out, "yes: ") {
		t.Errorf("not said what the quick mode is worth:\n%s%s", o.err, o.out)
	}
	_, command, _ := strings.Cut(page, "\n    waitbench ")
	succeed(t, append(strings.Fields(command), "--quiet", "--out", again)...)
	wantSame(t, command, filesOf(t, again), filesOf(t, dir))
}

// TestStudyCISNE runs the third example, with a file of assumed values.
func TestStudyCISNE(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := readFile(t, "../../report/study/cisne/assumed.json")
	assumed := writeFile(t, filepath.Join(t.TempDir(), "assumed.json"),
		strings.Replace(text, `"powers": [1]`, `"powers": [1, 0.8, 0.6, 0.5]`, 1))
	dir := filepath.Join(t.TempDir(), "study")
	line := strings.Replace(strings.Split(studyCISNECommand().Example, "\n")[2], "mine.json --out mine",
		assumed+" --out "+dir, 1)
	o := succeed(t, append(strings.Fields(line)[1:], "--quiet")...)
	if o.err != "" || !strings.Contains(o.out, "Claims of the paper") {
		t.Errorf("printed is %q and %q", o.err, o.out)
	}
	if page := readFile(t, dir, "README.md"); !strings.Contains(page, "1 0.8 0.6 0.5") {
		t.Errorf("page\n%s", page)
	}
}

func TestStudyWrongUse(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	for command, wrong := range map[string]map[string]string{
		"study downey": {
			"--days 0":         "--days is 0: not between 1 and 1000000",
			"--lifetimes long": `--lifetimes: invalid lifetimes "long": want alloc, work, or logarithms`,
			"--bias 1.7":       `invalid bias "1.7": want fitted, or an intercept`,
		},
		"study cisne": {
			"--seeds 1":    "--seeds is 1: not between 2 and 10000",
			"--limits 1.5": `"1.5" is not a number such as 1`,
			"--limits ,":   "--limits: the value is empty",
		},
		"study varq " + log: {
			"--fractions 2":    "--fractions is 2: not between 0 and 1",
			"--requests 1":     "--requests is 1: not between 0.01 and 0.99",
			"--deadlines soon": `--deadlines: unknown deadlines "soon"; known are grid, ahead`,
			"--waiting idle":   `unknown way to wait "idle"; known are plan, replan, withdraw`,
			"--methods bmbp":   "the method is not qbets",
			"--quick":          "--quick has a log of its own",
			log:                "takes one LOG, not 2",
			"--period 0":       "--period is 0: not between 30 and",
		},
		"study varq reserve " + log: {
			"--procs 0":            "--procs is 0: not between 1",
			"--requests 0":         "--requests is 0: not between 0.01",
			"--requests 0.5,1e308": "--requests is 1e+308: not between 0.01",
			"--requests ,":         "--requests: the value is empty",
			"--train 1":            "--train is 1: not between 0 and 0.99",
			"--at never":           `--at: "never" is neither a date`,
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
			wantRefused(t, exitFailed, `unknown queue "slow"; did you mean low? known are express, high, normal, low`)
	}
	call("study", "varq", log, "--nodes", "-1").wantRefused(t, exitFailed, "machine of -1 nodes")
	call("study", "cisne", "--assumed", "nowhere.txt").wantRefused(t, exitFailed, "nowhere.txt")
}

// TestReserve: the same log under two names is two machines with the same odds.
func TestReserve(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	twin := writeFile(t, filepath.Join(t.TempDir(), "twin.swf"), readFile(t, log))
	rows := csvRows(t, succeed(t, "study", "varq", "reserve", log, twin, "--queue", "normal", "--procs", "16",
		"--requests", "0.5,0.8", "--format", "csv").out)
	if len(rows) != 1+3*3 {
		t.Fatalf("rows %q", rows)
	}
	found := 0
	for i := 1; i < len(rows); i += 3 {
		first, second, any := rows[i], rows[i+1], rows[i+2]
		if first[1] != "seed1" || second[1] != "twin" || any[1] != "any" ||
			strings.Join(first[2:], ",") != strings.Join(second[2:], ",") {
			t.Errorf("rows\n%q\n%q\n%q", first, second, any)
		}
		if first[6] == "" {
			continue
		}
		found++
		p, joint, lead := number(first[6]), number(any[6]), 6*3600-number(first[3])
		if first[0] != "best" && p < number(first[0]) || math.Abs(joint-(1-(1-p)*(1-p))) > 1e-9 {
			t.Errorf("request %s: odds of %v, and of %v for one of two machines", first[0], p, joint)
		}
		if wall, cost := number(first[5]), number(first[7]); wall != 3600+lead || cost != 16*lead/3600 {
			t.Errorf("wall time %v and worst cost %v with a lead of %v", wall, cost, lead)
		}
	}
	if found == 0 {
		t.Errorf("no reservation: %q", rows)
	}
}
