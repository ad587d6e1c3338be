//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"waitbench/traces"
)

// theSignals are those that end the program, with the exit codes that shells give them.
var theSignals = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}

// interrupt starts the program in a folder, waits until it catches signals, and sends it one when
// ready returns, which has its standard input and what it writes. It returns what the program said
// and its exit code, and fails if it takes longer than a second to end, or two on a busy machine.
func interrupt(t *testing.T, dir string, sig syscall.Signal, ready func(in io.Writer, out, err io.Reader), args ...string) (message string, code int) {
	t.Helper()
	if signal.Ignored(sig) { // as under nohup; what is caught here is not ignored by programs started here
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // after which it is killed
	defer cancel()
	cmd := program(ctx, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, asProgram+"="+whenReady)
	catches, extra, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer catches.Close()
	cmd.ExtraFiles = []*os.File{extra}
	var text strings.Builder
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	messages, err3 := cmd.StderrPipe()
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	extra.Close()
	_, _ = io.Copy(io.Discard, catches) // until the program closes it, or ends
	ready(in, out, io.TeeReader(messages, &text))
	sent := time.Now()
	_ = cmd.Process.Signal(sig) // it may have ended
	_, _ = io.Copy(&text, messages)
	_ = cmd.Wait() // the exit code says it
	if took := time.Since(sent); took > 2*time.Second {
		t.Errorf("%q: it took %v to end after %v", args, took, sig)
	}
	return text.String(), cmd.ProcessState.ExitCode()
}

// after is a moment by the clock.
func after(d time.Duration) func(io.Writer, io.Reader, io.Reader) {
	return func(io.Writer, io.Reader, io.Reader) { time.Sleep(d) }
}

// firstLine is the moment when something has been said on standard error.
func firstLine(_ io.Writer, _, err io.Reader) { _, _ = err.Read(make([]byte, 1000)) }

// longCalls are calls of commands that last: a run, a log, and files that they make in their folder.
func longCalls(t *testing.T) [][]string {
	run, log := baseRun(t), logOf(t, 1)
	jobs := []string{sacctHeader}
	for id := range 100000 {
		jobs = append(jobs, sacctRow(fmt.Sprint("JobID=", id), fmt.Sprint("JobIDRaw=", id)))
	}
	records := writeFile(t, filepath.Join(t.TempDir(), "jobs.txt"), strings.Join(jobs, ""))
	return [][]string{
		{"import", "sacct", records, "--out", "made.swf.zst", "--extra", "made.csv"},
		{"demo", "--methods", "all", "--out", "made"},
		{"replay", log, "--methods", "downey", "--figures", "all", "--out", "made"},
		{"replay", log, "--methods", "downey,smith", "--shard", "1/2", "--out", "made"},
		{"report", "run", "--figures", "all", "--figure-formats", "svg,png,pdf"},
		{"plot", "bounds", run, "--queues", "normal", "--out", "made"},
		{"collect", run, "--out", "made"},
		{"study", "downey", "--out", "made"},
		{"study", "varq", "--quick", "--out", "made"},
		{"study", "cisne", "--out", "made"},
		{"generate", "--days", "3000", "--out", "made.swf.gz"},
		{"generate", "--days", "3000"},
		{"wait", log, "--queues", "normal", "--from", "2001-01-02", "--methods", "qbets"},
		{"wait", log, "--all", "--methods", "all"},
		{"study", "varq", "reserve", log, "--queues", "normal", "--plot", "made"},
		{"compare", run, "--methods", "bmbp,lognormal", "--resamples", "99999"},
		{"cat", filepath.Join(run, "predictions.arrow"), "--format", "text"},
		{"traces", "info", log},
		{"methods", "--thresholds", "0.5,0.51,0.52,0.53,0.54,0.9,0.99"},
	}
}

// interruptAtRandom sends a signal to a call at a random moment before longest, and says whether it
// came in time. An interrupted call leaves no file, and of a run that there was all.
func interruptAtRandom(t *testing.T, random *rand.Rand, longest time.Duration, args []string) (inTime bool) {
	t.Helper()
	sig := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[random.IntN(3)]
	wait := time.Duration(random.Int64N(int64(longest)))
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "run"), os.DirFS(baseRun(t))); err != nil {
		t.Fatal(err)
	}
	before := filesOf(t, dir)
	message, code := interrupt(t, dir, sig, after(wait), args...)
	if code == exitDone {
		return false
	}
	left := filesOf(t, dir)
	for _, folder := range []string{"made/", "run/"} {
		if _, inProgress := left[folder+".waitbench/"]; !inProgress && left[folder+"MANIFEST"] != before[folder+"MANIFEST"] {
			return false // the results were whole before the signal came
		}
	}
	if code != theSignals[sig] {
		t.Errorf("%q: %v after %v: exit code %d, message %q", args, sig, wait, code, message)
	}
	if !strings.Contains(message, ": interrupted\n") {
		t.Errorf("%q: %v after %v: message %q", args, sig, wait, message)
	}
	wantSame(t, fmt.Sprintf("%q: %v after %v", args, sig, wait), left, before)
	return true
}

// TestInterrupt interrupts every command that lasts somewhere on its way; make torture does so for
// longer.
func TestInterrupt(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	for i, args := range longCalls(t) {
		t.Run(strings.Join(args[:2], " "), func(t *testing.T) {
			t.Parallel()
			interruptAtRandom(t, rand.New(rand.NewPCG(16, uint64(i))), 600*time.Millisecond, args)
		})
	}
}

// TestInterruptWhileStalled interrupts the program while it waits for its second log, from standard
// input and from a pipe that nobody opens: the first log is kept, and the run goes on from there.
func TestInterruptWhileStalled(t *testing.T) {
	t.Parallel()
	first, second := twoLogs(t)
	flags := quick[:len(quick)-1]
	want := filepath.Join(t.TempDir(), "want")
	replayed(t, want, append([]string{first, second}, flags...)...)
	for sig, code := range theSignals {
		dir := t.TempDir()
		message, got := interrupt(t, dir, sig, firstLine, append([]string{"replay", first, "-", "--out", "run"}, flags...)...)
		if got != code || !strings.HasSuffix(message, "\nwaitbench replay: interrupted; 1 finished log kept in run, go on with --resume\n") {
			t.Errorf("%v: exit code %d, messages %q", sig, got, message)
		}

		pipe := filepath.Join(dir, filepath.Base(second))
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"replay", first, pipe, "--out", "piped"}, flags...)
		message, got = interrupt(t, dir, sig, firstLine, args...)
		if got != code || !strings.HasSuffix(message, "\nwaitbench: interrupted; finished logs are kept in piped, go on with --resume\n") {
			t.Errorf("%v: exit code %d, messages %q", sig, got, message)
		}
		for name := range filesOf(t, filepath.Join(dir, "piped")) {
			if !strings.HasPrefix(name, ".waitbench/parts/0/") && !strings.HasPrefix(".waitbench/parts/0/", name) {
				t.Errorf("%v: %s stays", sig, name)
			}
		}
		o := replayed(t, filepath.Join(dir, "piped"), append([]string{first, second, "--resume"}, flags...)...)
		if !strings.Contains(o.err, "finished by an earlier run") {
			t.Errorf("%v: it does not go on: %q", sig, o.err)
		}
		wantSame(t, fmt.Sprint("after ", sig), filesOf(t, filepath.Join(dir, "piped")), filesOf(t, want))
	}
	// Nobody reads what is printed, and the pipe is full.
	args := []string{"cat", filepath.Join(baseRun(t), "predictions.arrow")}
	if message, got := interrupt(t, t.TempDir(), syscall.SIGTERM, func(_ io.Writer, out, _ io.Reader) {
		_, _ = io.ReadFull(out, make([]byte, 1000))
	}, args...); got != 143 || message != "waitbench: interrupted\n" {
		t.Errorf("%q: exit code %d, message %q", args, got, message)
	}
}

// TestIgnoredSignal: what nohup has started goes on.
func TestIgnoredSignal(t *testing.T) {
	t.Parallel()
	cmd := program(t.Context(), "methods")
	cmd.Args = append([]string{"sh", "-c", `trap "" HUP; kill -HUP $$; "$@"`, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	if o := outcomeOf(t, cmd); o.code != exitDone || !strings.Contains(o.out, "bmbp") {
		t.Errorf("%+v", o)
	}
}

// printing has a call of every command that prints data, by its name.
func printing(t *testing.T) map[string][]string {
	run, log, dir := baseRun(t), logOf(t, 1), t.TempDir()
	cache := filepath.Join(dir, "cache")
	for _, e := range traces.Catalogue() {
		if e.SHA256 == "" { // only checked for being whole
			writeFile(t, (&traces.Store{Dir: cache}).Path(e), gzipped(t, readFile(t, log)))
			cache += " " + e.Name
			break
		}
	}
	cache, name, _ := strings.Cut(cache, " ")
	at := func(name string) string { return filepath.Join(dir, name) }
	records := func(name string) string { return writeFile(t, at(name), accountingSample(t, name)) }
	return map[string][]string{
		"demo":          {"--methods", "bmbp", "--ranges", "none", "--figures", "none", "--quiet", "--out", at("demo")},
		"replay":        append([]string{log, "--out", at("replay")}, quick...),
		"report":        {copyOf(t, run), "--figures", "none", "--quiet"},
		"score":         {filepath.Join(run, "predictions.arrow"), "--log", log, "--name", "given", "--figures", "none", "--quiet", "--out", at("score")},
		"plot bounds":   {run, "--queues", "normal", "--out", at("bounds")},
		"wait":          {log},
		"compare":       {run, "--methods", "bmbp,lognormal", "--resamples", "99"},
		"cat":           {filepath.Join(run, "predictions.arrow")},
		"traces list":   nil,
		"traces get":    {name, "--cache", cache},
		"traces verify": {name, "--cache", cache},
		"traces info":   {log},
		"import sacct":  {records("sacct-sample.txt")},
		"import csv":    {records("eagle.csv"), "--preset", "Eagle", "--wait", "submit"},
		"import pbs":    {records("pbs.txt")},
		"generate":      {"--days", "1"},
		"bench":         {"synth", "--methods", "last", "--beside", filepath.Join(testdata, "bench.csv"), "--quiet", "--out", at("bench")},
		"methods":       nil,
		"study downey":  {"--days", "1", "--seeds", "1", "--quiet", "--out", at("downey")},
		"study varq":    {log, "--fractions", "0.1", "--requests", "0.5", "--seeds", "1", "--quiet", "--out", at("varq")},
		"study cisne":   {"--seeds", "2", "--jobs", "20", "--history", "100", "--limits", "1", "--timings=false", "--quiet", "--out", at("cisne")},
		"version":       nil,

		"study varq reserve": {log},

		"help": nil, "help run-directory": nil, "help cluster": nil, "help site": nil, "--help": nil, "--version": nil, "cat --help": nil, "__complete replay": {""},
		"completion bash": nil, "completion zsh": nil, "completion fish": nil, "completion powershell": nil,
	}
}

// TestUnwritableOutput prints to a full device, which is one sentence and exit code 1, and to a pipe
// that nobody reads, which is the exit code that shells give and not a word.
func TestUnwritableOutput(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	read, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	read.Close()
	table := printing(t)
	for _, cmd := range calls() {
		name := strings.TrimPrefix(cmd.CommandPath(), "waitbench ")
		if _, known := table[name]; !known && name != "collect" && name != "man" { // which print nothing
			t.Errorf("no call of %s", name)
		}
	}
	for name, args := range table {
		args = append(strings.Fields(name), args...)
		to := func(out io.Writer) outcome {
			var message strings.Builder
			code := execute(t.Context(), args, strings.NewReader(""), out, &message)
			return outcome{args: args, err: message.String(), code: code}
		}
		o, want := to(full), ": cannot write standard output: no space left on device\n"
		if o.code != exitFailed || !strings.HasSuffix(o.err, want) || strings.Count(o.err, "waitbench") != 1 {
			t.Errorf("%q to a full device: exit code %d, message %q", args, o.code, o.err)
		}
		if strings.Contains(name, "study") || name == "demo" { // which take long
			continue
		}
		if o := to(pipe); o.code != 141 || strings.Contains(o.err, "waitbench") {
			t.Errorf("%q into a pipe that is closed: exit code %d, message %q", args, o.code, o.err)
		}
	}
	// As a process, which the system would end by a signal.
	cmd := program(t.Context(), "methods")
	cmd.Stdout = pipe
	if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 141 {
		t.Errorf("methods into a pipe that is closed: %v", cmd.ProcessState)
	}
}

// interrupt sends signals to commands at random moments.
func (s *torture) interrupt(t *testing.T) {
	calls := longCalls(t)
	args := calls[s.random.IntN(len(calls))]
	if interruptAtRandom(t, s.random, 2*time.Second, args) {
		s.seen["interruptions"]++
	} else {
		s.seen["commands that ended before they were interrupted"]++
	}
}
