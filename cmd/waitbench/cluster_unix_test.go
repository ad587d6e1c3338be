//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// unitCall is a call on two logs, and one without jobs, that makes five units, of methods of all kinds,
// one of which the logs have too little for.
func unitCall(t *testing.T, dir string) []string {
	t.Helper()
	a, b := twoLogs(t)
	empty := writeFile(t, filepath.Join(filepath.Dir(a), "empty.swf"), "; no jobs\n")
	return []string{"replay", a, empty, b, "--methods", "waits,downey,downey-bias,smith+cal,scheduler", "--quantiles", "0.95,0.5",
		"--min-jobs", "100", "--figures", "none", "--quiet", "--out", dir}
}

// doUnits does some of the five units of a call.
func doUnits(t *testing.T, args []string, units ...int) {
	t.Helper()
	for _, unit := range units {
		succeed(t, append(args, "--unit", fmt.Sprintf("%d/5", unit))...)
	}
}

// TestUnits does units in some order, one twice, and kills one a few times on its way; put together
// they are the run of one process.
func TestUnits(t *testing.T) {
	t.Parallel()
	dir, want := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "want")
	args := unitCall(t, dir)
	call(append(args, "--merge")...).wantRefused(t, exitFailed, dir+" holds no units: do them first, with --unit or --slurm")
	doUnits(t, args, 4, 2, 1, 4)
	call(append(args, "--merge")...).wantRefused(t, exitFailed, dir+" lacks units 3 and 5 of 5")
	for _, wait := range []time.Duration{20, 100, 200, 400} {
		ctx, cancel := context.WithTimeout(t.Context(), wait*time.Millisecond)
		_ = program(ctx, append(args, "--unit", "3/5")...).Run() // which is killed
		cancel()
	}
	doUnits(t, args, 5, 3)
	before := filesOf(t, dir)
	doUnits(t, args, 1, 2, 3, 4, 5)
	wantSame(t, "units that were there", filesOf(t, dir), before)
	succeed(t, append(args, "--unit", "6/6", "--out", filepath.Join(t.TempDir(), "other"))...)

	succeed(t, append(args, "--merge")...)
	succeed(t, append(args, "--out", want)...)
	wantSame(t, "units put together", filesOf(t, dir), filesOf(t, want))
	if text := readFile(t, dir, "run.json"); !strings.Contains(text, "method scheduler is left out") || !strings.Contains(text, "logs_left_out") {
		t.Error("run.json does not say what is left out")
	}
	succeed(t, append(args, "--merge", "--resume")...) // as a job that is requeued at its end
	wantSame(t, "put together again", filesOf(t, dir), filesOf(t, want))
}

// TestOtherUnits mixes units of other settings, logs, builds and numbers.
func TestOtherUnits(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	args := unitCall(t, dir)
	doUnits(t, args, 1, 2, 3, 4, 5)
	before := filesOf(t, dir)
	refused := func(words ...string) func(args ...string) {
		return func(args ...string) { call(args...).wantRefused(t, exitFailed, words...) }
	}
	other := refused("unit 1/5 in " + dir + " is of a run with --epoch 5m, not 1m; --force does it again")
	other(append(args, "--epoch", "1m", "--unit", "1/5")...)
	other(append(args, "--epoch", "1m", "--merge")...)
	refused(dir + " holds units of 5, not of 4: go on with these, or remove ")(append(args, "--unit", "1/4")...)

	log := args[1]
	whole := readFile(t, log)
	writeFile(t, log, strings.Replace(whole, "; ", ";  ", 1))
	if readFile(t, log) == whole {
		t.Fatal("the log is as it was")
	}
	other = refused("unit 1/5 in "+dir+" is of another log a, of SHA-256 ", "; --force does it again")
	other(append(args, "--unit", "1/5")...)
	other(append(args, "--merge")...)
	writeFile(t, log, whole)

	// Another process writes it: a program that this one, or one that another test starts
	// meanwhile, has open for writing cannot be started.
	rebuilt := filepath.Join(t.TempDir(), "waitbench")
	if said, err := exec.Command("sh", "-c", `cp "$0" "$1" && echo >>"$1"`, os.Args[0], rebuilt).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, what := range [][]string{{"--unit", "1/5"}, {"--merge"}} {
		cmd := exec.CommandContext(t.Context(), rebuilt, append(args, what...)...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		outcomeOf(t, cmd).wantRefused(t, exitFailed, "unit 1/5 in "+dir+" is of another build of the program (version ")
	}
	wantSame(t, "after refusals", filesOf(t, dir), before)
	succeed(t, append(args, "--epoch", "1m", "--unit", "1/5", "--force")...)
	refused("unit 1/5 in " + dir + " is of a run with --epoch 1m, not 5m")(append(args, "--merge")...)

	for _, words := range [][]string{{"--unit", "6/5"}, {"--unit", "1/2", "--merge"}, {"--wait"}} {
		call(append(args, words...)...).wantRefused(t, exitUsage)
	}
	call("replay", "-", "--unit", "1/2").wantRefused(t, exitUsage, "logs in files")
}

// TestInterruptMerge interrupts what puts units together at random moments: the units stay as they are.
func TestInterruptMerge(t *testing.T) {
	t.Parallel()
	dir, random := filepath.Join(t.TempDir(), "run"), rand.New(rand.NewPCG(14, 7))
	args := slices.Clip(unitCall(t, dir))
	doUnits(t, args, 1, 2, 3, 4, 5)
	units := filesOf(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	told := slices.DeleteFunc(append(args, "--merge"), func(word string) bool { return word == "--quiet" })
	o := callWith(ctx, strings.NewReader(""), &trigger{"a: ", cancel}, told...) // before the log that is left out
	if o.code != exitInterrupted || !strings.Contains(o.err, "interrupted; 1 finished log is kept in "+dir) {
		t.Errorf("%+v", o)
	}
	for sig, code := range theSignals {
		for range 4 {
			message, got := interrupt(t, t.TempDir(), sig, after(time.Duration(random.IntN(300))*time.Millisecond), append(args, "--merge")...)
			left := filesOf(t, dir)
			_, whole := left["run.json"]
			if got != code && !(whole && got == exitDone) {
				t.Errorf("%v: exit code %d, message %q", sig, got, message)
			}
			if whole { // too late for all but the end of the program
				succeed(t, "report", dir, "--figures", "none")
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				doUnits(t, args, 1, 2, 3, 4, 5)
				continue
			}
			for name := range left {
				if strings.HasPrefix(name, ".waitbench/parts/") {
					delete(left, name) // logs that are put together, for --resume
				}
			}
			for name, sum := range units {
				if left[name] != sum {
					t.Errorf("%v: %s is gone or has changed", sig, name)
				}
			}
		}
	}
	succeed(t, append(args, "--merge", "--resume")...)
}
