//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// shardCall is a call on two logs, and one without jobs, with methods of all
// kinds. The logs have too little for one of them.
func shardCall(t *testing.T, dir string) []string {
	t.Helper()
	folder := t.TempDir()
	log := func(name, text string) string { return writeFile(t, filepath.Join(folder, name), text) }
	return slices.Clip([]string{"replay", log("a.swf", logText(lines(300))), log("empty.swf", "; no jobs\n"), log("b.swf", logText(lines(200))),
		"--methods", "bmbp,lognormal,last,downey,smith+cal,forest,scheduler", "--quantiles", "0.95,0.5", "--age", "1m,10m", "--min-jobs", "100",
		"--figures", "none",
		"--quiet", "--out", dir})
}

// runShards runs some of the five shards of a call.
func runShards(t *testing.T, args []string, shards ...int) {
	t.Helper()
	for _, shard := range shards {
		succeed(t, append(args, "--shard", fmt.Sprintf("%d/5", shard))...)
	}
}

// TestShards runs shards in some order, one twice, and kills one a few times;
// merged they are the run of one process.
func TestShards(t *testing.T) {
	t.Parallel()
	dir, want := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "want")
	args := shardCall(t, dir)
	call(append(args, "--merge")...).wantRefused(t, exitFailed, dir+" holds no shards: run them first, with --shard or --slurm")
	runShards(t, args, 4, 2, 1, 4)
	call(append(args, "--merge")...).wantRefused(t, exitFailed, dir+" has not all 5 shards; missing: 3 and 5")
	for _, wait := range []time.Duration{20, 100, 200} {
		ctx, cancel := context.WithTimeout(t.Context(), wait*time.Millisecond)
		_ = program(ctx, append(args, "--shard", "3/5")...).Run() // which is killed
		cancel()
	}
	runShards(t, args, 5, 3)
	before := filesOf(t, dir)
	runShards(t, args, 1, 2, 3, 4, 5)
	wantSame(t, "shards that were there", filesOf(t, dir), before)
	succeed(t, append(args, "--shard", "99/99", "--out", filepath.Join(t.TempDir(), "other"))...) // nothing to do

	succeed(t, append(args, "--merge")...)
	succeed(t, append(args, "--out", want)...)
	wantSame(t, "merged shards", filesOf(t, dir), filesOf(t, want))
	if text := readFile(t, dir, "run.json"); !strings.Contains(text, "method scheduler is left out") || !strings.Contains(text, "logs_left_out") {
		t.Error("run.json does not say what is left out")
	}
	succeed(t, append(args, "--merge")...) // as a job that is requeued at its end
	wantSame(t, "merged again", filesOf(t, dir), filesOf(t, want))
}

// TestOtherShards mixes shards of other settings, logs, builds and numbers.
func TestOtherShards(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	args := shardCall(t, dir)
	runShards(t, args, 1, 2, 3, 4, 5)
	before := filesOf(t, dir)
	refused := func(want string, flags ...string) {
		t.Helper()
		for _, do := range [][]string{{"--shard", "1/5"}, {"--merge"}} {
			call(slices.Concat(args, flags, do)...).wantRefused(t, exitFailed, want)
		}
	}
	refused("shard 1/5 in "+dir+" belongs to a run with --epoch 5m, not 1m; --force replaces it", "--epoch", "1m")
	call(append(args, "--shard", "1/4")...).
		wantRefused(t, exitFailed, dir+" holds shards k/5, not k/4: go on with these, or remove ")

	log := args[1]
	whole := readFile(t, log)
	writeFile(t, log, strings.Replace(whole, "; Computer: none", "; Computer: some", 1))
	refused("shard 1/5 in " + dir + " belongs to a run with log a of SHA-256 ")
	writeFile(t, log, whole)

	record := filepath.Join(dir, ".waitbench", "shards", "1-of-5", "run.json")
	text := readFile(t, record)
	writeFile(t, record, strings.Replace(text, `"commit": "`, `"commit": "0123`, 1))
	refused("shard 1/5 in " + dir + " belongs to a run with another build of the program (")
	writeFile(t, record, text)
	wantSame(t, "after refusals", filesOf(t, dir), before)

	succeed(t, append(args, "--epoch", "1m", "--shard", "1/5", "--force")...)
	call(append(args, "--merge")...).wantRefused(t, exitFailed, "shard 1/5 in "+dir+" belongs to a run with --epoch 1m, not 5m")
	for _, words := range [][]string{{"--shard", "6/5"}, {"--shard", "1/2x"}, {"--shard", "1/2", "--merge"}} {
		call(append(args, words...)...).wantRefused(t, exitUsage)
	}
	call("replay", "-", "--shard", "1/2").wantRefused(t, exitUsage, "logs in files")
}

// TestInterruptMerge interrupts the merge at random moments: the shards stay as
// they are.
func TestInterruptMerge(t *testing.T) {
	t.Parallel()
	dir, random := filepath.Join(t.TempDir(), "run"), rand.New(rand.NewPCG(14, 7))
	args := shardCall(t, dir)
	runShards(t, args, 1, 2, 3, 4, 5)
	shards := filesOf(t, dir)
	for sig, code := range theSignals {
		for range 2 {
			message, got := interrupt(t, t.TempDir(), sig, after(time.Duration(random.IntN(300))*time.Millisecond), append(args, "--merge")...)
			left := filesOf(t, dir)
			_, whole := left["run.json"]
			if got != code && !(whole && got == exitDone) || strings.Contains(message, "kept in") {
				t.Errorf("%v: exit code %d, message %q", sig, got, message)
			}
			if whole { // too late for all but the end of the program
				succeed(t, "report", dir, "--figures", "none")
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
				runShards(t, args, 1, 2, 3, 4, 5)
				continue
			}
			for name, sum := range shards {
				if left[name] != sum {
					t.Errorf("%v: %s is gone or has changed", sig, name)
				}
			}
		}
	}
	succeed(t, append(args, "--merge")...)
}
