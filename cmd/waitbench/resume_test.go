package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trigger calls a function when what is written to it holds a text.
type trigger struct {
	text string
	call func()
}

func (w *trigger) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.text) {
		w.call()
	}
	return len(p), nil
}

// twoLogs copies generated logs to a folder as a.swf and b.swf.
func twoLogs(t *testing.T) (a, b string) {
	t.Helper()
	dir := t.TempDir()
	return writeFile(t, filepath.Join(dir, "a.swf"), readFile(t, logOf(t, 1))),
		writeFile(t, filepath.Join(dir, "b.swf"), readFile(t, logOf(t, 2)))
}

// loud is quick without --quiet.
var loud = quick[:len(quick)-1]

// interrupted replays logs into dir and interrupts the run when a message holds
// a text.
func interrupted(t *testing.T, dir, at string, logs ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := append(append([]string{"replay", "--out", dir}, logs...), loud...)
	return callWith(ctx, strings.NewReader(""), &trigger{at, cancel}, args...)
}

func TestInterruptBetweenLogs(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	a, b := twoLogs(t)
	want := filepath.Join(t.TempDir(), "want")
	replayed(t, want, append([]string{a, b}, loud...)...)
	dir := filepath.Join(t.TempDir(), "run")

	o := interrupted(t, dir, "open ", a, b)
	if o.code != exitInterrupted || strings.Count(o.err, "\n") != 4 ||
		!strings.HasSuffix(o.err, "\nwaitbench replay: interrupted; 1 finished log kept in "+dir+", go on with --resume\n") {
		t.Fatalf("interrupted run: %+v", o)
	}
	kept := filesOf(t, dir)
	wantSame(t, "the finished log", filesOf(t, filepath.Join(dir, "a")), filesOf(t, filepath.Join(want, "a")))
	if got := entries(t, dir); got != "a" {
		t.Errorf("the interrupted run left %s", got)
	}
	call(append([]string{"replay", "--resume", "--out", dir, a, b, "--epoch", "1h"}, loud...)...).
		wantRefused(t, exitFailed, filepath.Join(dir, "a")+" holds a run with --epoch 5m, not 1h; --force replaces it")
	wantSame(t, "after a refusal", filesOf(t, dir), kept)

	o = replayed(t, dir, append([]string{"--resume", a, b}, loud...)...)
	if !strings.HasPrefix(o.err, "a: finished by an earlier run\nb: 1,") || strings.Count(o.err, "earlier run") != 1 {
		t.Errorf("resumed run: %q", o.err)
	}
	wantSame(t, "resumed run", filesOf(t, dir), filesOf(t, want))

	o = replayed(t, dir, append([]string{"--resume", a, b}, loud...)...)
	if strings.Count(o.err, "finished by an earlier run") != 2 {
		t.Errorf("resumed after the end: %q", o.err)
	}
	wantSame(t, "resumed after the end", filesOf(t, dir), filesOf(t, want))

	writeFile(t, b, readFile(t, logOf(t, 3)))
	o = replayed(t, dir, append([]string{"--resume", a, b}, loud...)...)
	if strings.Count(o.err, "finished by an earlier run") != 1 || !strings.Contains(o.err, "\nb: 1,") {
		t.Errorf("resumed with another log b: %q", o.err)
	}
	replayed(t, want, append([]string{a, b}, loud...)...)
	wantSame(t, "resumed with another log b", filesOf(t, dir), filesOf(t, want))
}

// TestInterruptAtOnce begins commands after an interruption.
func TestInterruptAtOnce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		append([]string{"replay", logOf(t, 1), "--out", dir}, quick...),
		{"demo", "--out", dir, "--quiet"},
		{"study", "varq", "--quick", "--out", dir},
		{"wait", logOf(t, 1), "--methods", "bmbp", "--from", "2001-01-02"},
	} {
		o := callWith(ctx, strings.NewReader(""), io.Discard, args...)
		o.wantRefused(t, exitInterrupted)
		if !strings.HasPrefix(o.err, "waitbench "+args[0]) || !strings.HasSuffix(o.err, ": interrupted\n") {
			t.Errorf("message %q", o.err)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("runs that were interrupted at once left %v", filesOf(t, dir))
	}
}
