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

// refused is wantRefused for a command of two words.
func refused(t *testing.T, o outcome, word string) {
	t.Helper()
	if o.code != exitUsage || o.out != "" || !strings.Contains(o.err, word) || !strings.HasSuffix(o.err, "\nSee waitbench study varq --help.\n") {
		t.Errorf("%q: exit code %d, output %q, message %q, want %q", o.args, o.code, o.out, o.err, word)
	}
}

func TestStudyVARQWrongUse(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	for _, c := range []struct {
		flags string
		want  string
	}{
		{"--fractions some", `--fractions: "some" is not a number`},
		{"--fractions 2", "fraction 2 of jobs with reservations is not between 0 and 1"},
		{"--requests 1", "requested probability 1 is not above 0 and at most 0.99"},
		{"--deadlines soon", `unknown deadlines "soon"; known are grid, ahead`},
		{"--waiting idle", `unknown way to wait "idle"; known are plan, replan, withdraw`},
		{"--choice first", `unknown choice "first"; known are latest, best`},
		{"--method qbets:clusters=some", `no method "qbets:clusters=some": clusters cannot be "some"; known are product, none`},
		{"--seeds 0", "no seed is named"},
		{"--workers -1", "--workers cannot be negative"},
		{"--period 0", "period 0 s of deadlines"},
		{"--nodes -1", "machine of -1 nodes"},
		{"--quick", "--quick has a log of its own"},
		{log, "takes one log, not 2"},
	} {
		refused(t, call(append([]string{"study", "varq", log}, strings.Fields(c.flags)...)...), c.want)
	}
	call("study", "varq", log, "--queue", "slow").wantRefused(t, exitFailed, `unknown queue "slow" (did you mean "low"?); the log has jobs of express, high, normal, low`)
	call("study", "varq", log, "--procs-per-node", "1", "--nodes", "0", "--load", "-1").wantRefused(t, exitFailed, "load -1 is not above 0")
	call("study").wantRefused(t, exitUsage, "needs one of downey, varq, cisne")
	call("study", "nurmi").wantRefused(t, exitUsage, `unknown command "nurmi"; known are downey, varq, cisne`)
}

// TestStudyVARQInterrupted leaves no results.
func TestStudyVARQInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "study")
	o := callWith(ctx, nil, io.Discard, "study", "varq", "--quick", "--out", dir)
	o.wantRefused(t, exitInterrupted, "waitbench study varq: interrupted")
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("there is something in the folder of results: %v", err)
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

func TestReserveWrongUse(t *testing.T) {
	t.Parallel()
	log := logOf(t, 1)
	for flags, want := range map[string]string{
		"--procs 0":       "a job of size 0",
		"--wall 0":        "wall time of 0 s is not above 0 and at most a year",
		"--deadline -1h":  "deadline -3600 s after the request is not above 0",
		"--requests 0":    "requested probability 0 is not above 0",
		"--requests best": `--requests: "best" is not a number`,
		"--train 1":       "training part 1 is not a fraction",
		"--at never":      `"never" is neither a date`,
		"--format png":    `unknown format "png"; known are text, json, csv, markdown, latex`,
	} {
		call(append([]string{"study", "varq", "reserve", log}, strings.Fields(flags)...)...).wantRefused(t, exitUsage, want)
	}
	call("study", "varq", "reserve").wantRefused(t, exitUsage, "needs a log")
	call("reserve", log, "--procs", "4").wantRefused(t, exitUsage, "reserve no longer exists: use waitbench study varq reserve")
	call("study", "varq", "reserve", log, "--queue", "slow").wantRefused(t, exitFailed, `unknown queue "slow"`)
}
