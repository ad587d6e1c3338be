//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Limits in the environment that the program takes upon itself: the size in
// bytes beyond which it may not write a file, which stands for a full disk, and
// how many files it may have open.
const (
	largestFile = "WAITBENCH_TEST_LARGEST_FILE"
	openFiles   = "WAITBENCH_TEST_OPEN_FILES"
)

// beforeProgram prepares the test binary to be the program.
func beforeProgram() {
	signal.Ignore(syscall.SIGXFSZ) // so that a write fails and nothing worse happens
	limitTo(os.Getenv(largestFile), syscall.RLIMIT_FSIZE)
	if files := os.Getenv(openFiles); files != "" {
		if r, w, err := os.Pipe(); err == nil { // what Go itself opens, it cannot do without
			r.Close()
			w.Close()
		}
		limitTo(files, syscall.RLIMIT_NOFILE)
	}
	limitMemory()
}

// limitTo sets a limit of the process; none if there is no size.
func limitTo(size string, resource int) {
	most, err := strconv.ParseUint(size, 10, 63)
	if err != nil {
		return
	}
	limit := syscall.Rlimit{}
	if err := syscall.Getrlimit(resource, &limit); err != nil {
		panic(err)
	}
	limit.Cur = asLimit(limit.Cur, most)
	if err := syscall.Setrlimit(resource, &limit); err != nil {
		panic(err)
	}
}

// asLimit returns the size the type that limits have on this system.
func asLimit[T uint64 | int64](_ T, size uint64) T { return T(size) }

// unwritten is what a message of a full disk names.
var unwritten = regexp.MustCompile(`^waitbench replay: cannot write (\S+): `)

// wantFull checks that a run into a directory ended for want of room and left
// what was there, and notes which file had none.
func wantFull(t *testing.T, o outcome, dir, cause string, before map[string]string, noted map[string]bool) {
	t.Helper()
	o.wantRefused(t, exitFailed, cause)
	found := unwritten.FindStringSubmatch(o.err)
	if found == nil {
		t.Fatalf("message %q names no file", o.err)
	}
	noted[filepath.Base(found[1])] = true
	after := map[string]string{}
	if _, err := os.Stat(dir); err == nil {
		after = filesOf(t, dir)
	}
	kept := 0
	for name := range after {
		if strings.HasPrefix(name, ".waitbench/") {
			delete(after, name)
			kept++
		}
	}
	if kept > 0 != strings.Contains(o.err, "go on with --resume") {
		t.Errorf("%d files of a finished log are kept, message %q", kept, o.err)
	}
	wantSame(t, o.err, after, before)
}

// TestFullDisk has no room for files above a size, with and without earlier
// results.
func TestFullDisk(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	noted := map[string]bool{}
	for i, size := range []int{0, 20000, 60000, 110000} {
		dir, before := filepath.Join(t.TempDir(), "fresh"), map[string]string{}
		if i%2 == 1 {
			dir = copyOf(t, baseRun(t))
			before = filesOf(t, dir)
		}
		cmd := program(t.Context(), append([]string{"replay", "--out", dir, "--quiet"}, baseArgs(t)...)...)
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", largestFile, size))
		wantFull(t, outcomeOf(t, cmd), dir, "file too large", before, noted)
	}
	if !noted["predictions.arrow"] || !noted["report.html"] { // the first large file and the last
		t.Errorf("the limits met only %v", noted)
	}
}

func outcomeOf(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil && cmd.ProcessState == nil {
		t.Fatal(e)
	}
	return outcome{cmd.Args[1:], out.String(), err.String(), cmd.ProcessState.ExitCode()}
}
