package main

import (
	"strconv"
	"testing"
)

// TestOdds: a run directory and the log it is of give the same probabilities, which rise with the time allowed.
func TestOdds(t *testing.T) {
	run, log := baseRun(t), logOf(t, 1)
	for _, args := range [][]string{
		{"--queue", "normal", "--procs", "16", "--estimate", "4h"},
		{"--queue", "express", "--procs", "1", "--estimate", "30m", "--at", "2001-01-03T12:00"},
		{"--at", "100000", "--method", "bmbp"},
	} {
		args = append(args, "--deadline", "0,1m,10m,1h,6h,24h,240h", "--format", "csv")
		fromRun := succeed(t, append([]string{"odds", run}, args...)...).out
		if fromLog := succeed(t, append([]string{"odds", log}, args...)...).out; fromLog != fromRun {
			t.Errorf("%q: from the log\n%s\nfrom the run\n%s", args, fromLog, fromRun)
		}
		last := 0.0
		for _, row := range table(t, fromRun)[1:] {
			p, err := strconv.ParseFloat(row[2], 64)
			if err != nil || p < last || p > 1 {
				t.Errorf("%q: probability %s within %s after %v", args, row[2], row[0], last)
			}
			last = p
		}
		if last == 0 {
			t.Errorf("%q: no probability above 0, which tests too little", args)
		}
	}
}

func TestOddsRefuses(t *testing.T) {
	run := baseRun(t)
	call("odds", run, "--method", "lognormal").wantRefused(t, exitUsage, "method lognormal gives no probabilities")
	call("odds", run, "--method", "downey").wantRefused(t, exitUsage, "method downey gives no probabilities")
	call("odds", run, "--deadline", "soon").wantRefused(t, exitUsage, `"soon"`)
	call("odds", run, "--deadline", "-5").wantRefused(t, exitUsage, "cannot lie -5 before submission")
	call("odds", run, "--queue", "night").wantRefused(t, exitFailed, `no queue "night"`)
	call("odds").wantRefused(t, exitUsage, "needs one run directory or log")
}
