package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"waitbench/methods"
)

// TestOdds: a run directory and the log it is of give the same probabilities, which rise with the
// time allowed.
func TestOdds(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	run := baseRun(t)
	call("odds", run, "--method", "lognormal").wantRefused(t, exitUsage, "method lognormal gives no probabilities")
	call("odds", run, "--method", "downey").wantRefused(t, exitUsage, "method downey needs the state of the machine")
	call("odds", run, "--deadline", "soon").wantRefused(t, exitUsage, `"soon"`)
	call("odds", run, "--deadline", "-5").wantRefused(t, exitUsage, "cannot lie -5 before submission")
	call("odds", run, "--queue", "night").wantRefused(t, exitFailed, `no queue "night"`)
	call("odds").wantRefused(t, exitUsage, "needs one run directory or log")
}

// TestSettingsOfRun: a setting that is asked for together with a run directory must be that of the
// run.
func TestSettingsOfRun(t *testing.T) {
	t.Parallel()
	run := baseRun(t)
	for _, command := range [][]string{{"day", run, "--date", "2001-01-02"}, {"odds", run, "--methods", "bmbp"}} {
		plain := succeed(t, command...).out
		for flag, was := range map[string]string{
			"--epoch=90s": "--epoch 5m", "--train=0.5": "--train 0.1", "--confidence=0.8": "--confidence 0.95",
			"--select=paper": "--select started", "--rank=normal": "--rank exact", "--lenient": "--lenient=false",
		} {
			call(append(command, flag)...).wantRefused(t, exitUsage, run+" was replayed with "+was+"; give the log to replay it otherwise")
		}
		same := append(command, "--epoch=300", "--train=0.10", "--confidence=.95", "--select=started", "--rank=exact", "--lenient=false")
		if got := succeed(t, same...).out; got != plain {
			t.Errorf("%q prints something else than %q", same, command)
		}
	}
	call("odds", run, "--quantiles", "0.9").wantRefused(t, exitUsage, "no quantile 0.9; "+run+" holds 0.95")
	if succeed(t, "odds", run, "--quantile", "0.95").out != succeed(t, "odds", run).out {
		t.Error("the run's own quantile gives other probabilities")
	}
}

// TestMachineStateRefused: methods that need the state of the machine answer neither for a run
// directory nor for a log.
func TestMachineStateRefused(t *testing.T) {
	t.Parallel()
	asked := 0
	for _, m := range methods.All() {
		if m.Kind() == methods.Bounds {
			continue
		}
		asked++
		for _, from := range []string{baseRun(t), logOf(t, 1)} {
			for _, command := range [][]string{{"day", from, "--date", "2001-01-02"}, {"odds", from}} {
				call(append(command, "--methods", m.Name)...).wantRefused(t, exitUsage, "method "+m.Name+" needs the state of the machine")
			}
		}
	}
	if asked < 8 {
		t.Errorf("only %d methods need the state of the machine", asked)
	}
}

// TestNothingKnown asks before the first job has started: there is no answer, which is no
// probability of 0.
func TestNothingKnown(t *testing.T) {
	t.Parallel()
	late := lines(300)
	for i := range late {
		f := strings.Fields(late[i])
		f[1] = fmt.Sprint(600*i + 86400*10)
		late[i] = strings.Join(f, " ")
	}
	log := writeFile(t, filepath.Join(t.TempDir(), "late.swf"), logText(late))
	run := filepath.Join(t.TempDir(), "run")
	replayed(t, run, append([]string{log}, quick...)...)
	for _, from := range []string{log, run} {
		call("odds", from, "--at", "1000").wantRefused(t, exitFailed, "too few waits are known by then: queue batch of late has 300 jobs")
		call("day", from, "--date", "2001-01-02").wantRefused(t, exitFailed, "too few waits are known by then: queue batch of late has 300 jobs")
		if o := succeed(t, "odds", from, "--deadline", "0,240h", "--format", "csv"); !strings.Contains(o.out, "\n0,0,0") {
			t.Errorf("a small probability is not shown:\n%s", o.out)
		}
		if o := succeed(t, "day", from, "--date", "2001-01-11"); !strings.Contains(o.out, "too few waits known") {
			t.Errorf("a day of which some times have bounds:\n%s", o.out)
		}
	}
}

// TestNoZeroForecast: a job whose wait nobody forecast is not one with a forecast of 0 s.
func TestNoZeroForecast(t *testing.T) {
	q := someJob()
	if f := q.Forecast; !math.IsNaN(f.Wait) || !math.IsNaN(f.Turnaround) || f.Bounds != nil {
		t.Errorf("forecast %+v", f)
	}
}
