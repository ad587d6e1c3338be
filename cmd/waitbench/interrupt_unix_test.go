//go:build unix

package main

import (
	"bufio"
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
)

// theSignals end the program, with the exit codes of shells.
var theSignals = map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129}

// interrupt starts the program in a folder, waits until it catches signals, and
// sends it one when ready returns. ready has the program's standard input,
// output and error. interrupt returns the messages and the exit code. It fails
// if the program takes longer than two seconds to end.
func interrupt(t *testing.T, dir string, sig syscall.Signal, ready func(in io.Writer, out, err io.Reader),
	args ...string) (message string, code int) {
	t.Helper()
	if signal.Ignored(sig) { // as under nohup; what is caught here is not ignored by programs started here
		signal.Notify(make(chan os.Signal, 1), sig)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // after which it is killed
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
	_ = cmd.Wait()                                      // the exit code says it
	if took := time.Since(sent); took > 5*time.Second { // a second on a machine without other work
		t.Errorf("%q: it took %v to end after %v", args, took, sig)
	}
	return text.String(), cmd.ProcessState.ExitCode()
}

// after is a moment by the clock.
func after(d time.Duration) func(io.Writer, io.Reader, io.Reader) {
	return func(io.Writer, io.Reader, io.Reader) { time.Sleep(d) }
}

// whileStalled is the moment when the results of the first log are whole and the
// program has read all that a second one has so far. This is more than a pipe
// holds, and goes to a pipe, or to the standard input for nil.
func whileStalled(pipe *os.File) func(io.Writer, io.Reader, io.Reader) {
	return func(in io.Writer, _, err io.Reader) {
		lines := bufio.NewScanner(err)
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "open ") {
		}
		if pipe != nil {
			_ = pipe.SetWriteDeadline(time.Now().Add(time.Minute))
			in = pipe
		}
		_, _ = io.WriteString(in, strings.Repeat("; it goes on\n", 10000))
	}
}

// longCalls are calls of commands that last: a run, a log, and files that they
// make in their folder.
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
		{"report", "run", "--figures", "all", "--figure-formats", "svg,png,pdf"},
		{"collect", run, "--out", "made"},
		{"study", "downey", "--out", "made"},
		{"study", "cisne", "--out", "made"},
		{"generate", "--days", "3000", "--out", "made.swf.gz"},
		{"wait", log, "--all", "--methods", "all"},
		{"study", "varq", "reserve", log, "--queue", "normal", "--plot", "made"},
		{"compare", run, "--methods", "bmbp,lognormal", "--resamples", "99999"},
		{"cat", filepath.Join(run, "predictions.arrow"), "--format", "text"},
	}
}

// interruptAtRandom sends a signal to a call at a random moment before longest,
// and reports whether it came in time. An interrupted call leaves no file, and
// of an earlier run all.
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
	if code == theSignals[sig] && strings.HasSuffix(message, "go on with --resume\n") {
		return true // a log was finished before the signal came, and is kept
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

// TestInterrupt interrupts every command that lasts somewhere on its way; make
// torture does so for longer.
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

// TestInterruptWhileStalled interrupts the program while it waits for its
// second log, from standard input and from a pipe whose writer is silent. The
// first log is kept, and --resume replays the second.
func TestInterruptWhileStalled(t *testing.T) {
	t.Parallel()
	first, second := twoLogs(t)
	want := filepath.Join(t.TempDir(), "want")
	replayed(t, want, append([]string{first, second}, loud...)...)
	dir := t.TempDir()
	message, got := interrupt(t, dir, syscall.SIGINT, whileStalled(nil), append([]string{"replay", first, "-", "--out",
		"run"}, loud...)...)
	if got != 130 || !strings.HasSuffix(message, "\nwaitbench: interrupted\n") {
		t.Errorf("exit code %d, messages %q", got, message)
	}

	pipe := filepath.Join(dir, filepath.Base(second))
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_RDWR, 0) // which waits for no reader
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	args := append([]string{"replay", first, pipe, "--out", "piped"}, loud...)
	message, got = interrupt(t, dir, syscall.SIGHUP, whileStalled(writer), args...)
	if got != 129 || !strings.HasSuffix(message, "\nwaitbench: interrupted\n") {
		t.Errorf("exit code %d, messages %q", got, message)
	}
	for name := range filesOf(t, filepath.Join(dir, "piped")) {
		if !strings.HasPrefix(name, "a/") {
			t.Errorf("%s stays", name)
		}
	}
	o := replayed(t, filepath.Join(dir, "piped"), append([]string{first, second, "--resume"}, loud...)...)
	if !strings.Contains(o.err, "finished by an earlier run") {
		t.Errorf("it does not go on: %q", o.err)
	}
	wantSame(t, "after the interrupt", filesOf(t, filepath.Join(dir, "piped")), filesOf(t, want))

	// The pipe of the output is full.
	args = []string{"cat", filepath.Join(baseRun(t), "predictions.arrow")}
	if message, got := interrupt(t, t.TempDir(), syscall.SIGTERM, func(_ io.Writer, out, _ io.Reader) {
		_, _ = io.ReadFull(out, make([]byte, 1000))
	}, args...); got != 143 || message != "waitbench: interrupted\n" {
		t.Errorf("%q: exit code %d, message %q", args, got, message)
	}
}

// TestKilledImport kills an import that waits for a reader of its log. The next
// one removes the temporary file.
func TestKilledImport(t *testing.T) {
	dir, text := t.TempDir(), sacctHeader
	for id := range 10000 {
		text += sacctRow(fmt.Sprint("JobIDRaw=", id))
	}
	writeFile(t, filepath.Join(dir, "jobs.txt"), text)
	args := []string{"import", "sacct", "jobs.txt", "--extra", "extra.csv"}
	interrupt(t, dir, syscall.SIGKILL, func(io.Writer, io.Reader, io.Reader) {
		for range 500 {
			if left, _ := filepath.Glob(filepath.Join(dir, ".extra.csv.*")); len(left) > 0 {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("no temporary file")
	}, args...)
	t.Chdir(dir)
	succeed(t, args...)
	if left, _ := filepath.Glob(".extra.csv.*"); len(left) > 0 {
		t.Errorf("the import that was killed left %q", left)
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

// printing returns calls of commands that print data in their own ways.
func printing(t *testing.T) [][]string {
	run, log, dir := baseRun(t), logOf(t, 1), t.TempDir()
	records := writeFile(t, filepath.Join(dir, "records.txt"), accountingSample(t, "sacct-sample.txt"))
	return [][]string{
		append([]string{"replay", log, "--out", filepath.Join(dir, "run")}, quick...),
		{"plot", "bounds", run, "--queues", "normal", "--out", filepath.Join(dir, "bounds")},
		{"wait", log}, {"wait", log, "--all", "--format", "prometheus"},
		{"cat", filepath.Join(run, "predictions.arrow")}, {"cat", filepath.Join(run, "scores.arrow"), "--format", "json"},
		{"traces", "list"}, {"import", "sacct", records}, {"generate", "--days", "1"},
		{"methods", "--format", "bibtex"}, {"version"}, {"help"}, {"help", "cluster"}, {"cat", "--help"},
		{"completion", "bash"},
	}
}

// TestUnwritableOutput prints to a full device: one sentence and exit code 1.
// Into a closed pipe it is the exit code of shells, without a message.
func TestUnwritableOutput(t *testing.T) {
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
	for _, args := range printing(t) {
		to := func(out io.Writer) outcome {
			var message strings.Builder
			code := execute(t.Context(), args, strings.NewReader(""), out, &message)
			return outcome{args: args, err: message.String(), code: code}
		}
		o, want := to(full), ": cannot write standard output: no space left on device\n"
		if o.code != exitFailed || !strings.HasSuffix(o.err, want) || strings.Count(o.err, "waitbench") != 1 {
			t.Errorf("%q to a full device: exit code %d, message %q", args, o.code, o.err)
		}
		if o := to(pipe); o.code != 141 || strings.Contains(o.err, "waitbench") {
			t.Errorf("%q into a closed pipe: exit code %d, message %q", args, o.code, o.err)
		}
	}
	cmd := program(t.Context(), "methods") // a process, which the system would end by a signal
	cmd.Stdout = pipe
	if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 141 {
		t.Errorf("methods into a closed pipe: %v", cmd.ProcessState)
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
