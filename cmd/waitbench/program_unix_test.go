//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
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

// oneThread in the environment keeps the main goroutine on the main thread, so
// that system calls of a Commit can be counted.
const oneThread = "WAITBENCH_TEST_ONE_THREAD"

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
	if os.Getenv(oneThread) != "" {
		runtime.LockOSThread()
	}
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

// TestFullDisk has no room for files above a size, with and without earlier
// results.
func TestFullDisk(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	for i, size := range []int{0, 20000, 60000, 110000} {
		dir, before := filepath.Join(t.TempDir(), "fresh"), map[string]string{}
		if i%2 == 1 {
			dir = copyOf(t, baseRun(t))
			before = filesOf(t, dir)
		}
		cmd := program(t.Context(), append([]string{"replay", "--out", dir, "--quiet"}, baseArgs(t)...)...)
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", largestFile, size))
		outcomeOf(t, cmd).wantRefused(t, exitFailed, "waitbench replay: cannot write "+dir+": file too large")
		after := map[string]string{}
		if _, err := os.Stat(dir); err == nil {
			after = filesOf(t, dir)
		}
		wantSame(t, fmt.Sprintf("files of at most %d bytes", size), after, before)
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
