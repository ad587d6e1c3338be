package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"waitbench/swf/swftest"
)

// asProgram in the environment makes the test binary be the program, for what
// only a process of its own can show.
const asProgram = "WAITBENCH_TEST_PROGRAM"

// whenReady as its value makes the program close its file 3 when it catches
// signals.
const whenReady = "ready"

var (
	scratch   string // a folder for the logs and runs that several tests read
	testdata  string // the folder, also for tests that run in another one
	userCache string // the folder of caches as it was set
	realLogs  string // WAITBENCH_TRACES as it was set; the calls in tests find it unset, and an empty cache
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		beforeProgram()
		ctx := untilSignal()
		if os.Getenv(asProgram) == whenReady {
			os.NewFile(3, "ready").Close()
		}
		os.Exit(runUntil(ctx))
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "waitbench"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(scratch)
	if testdata, err = filepath.Abs("testdata"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	realLogs = os.Getenv("WAITBENCH_TRACES")
	os.Unsetenv("WAITBENCH_TRACES")
	userCache, _ = os.UserCacheDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME"} {
		os.Setenv(name, filepath.Join(scratch, "home"))
	}
	return m.Run()
}

// realLog returns the path of a log of the archive, or skips the test.
func realLog(tb testing.TB, name string) string {
	tb.Helper()
	return swftest.RealLogIn(tb, realLogs, name)
}

// drawsMuch skips a test under the race detector, which makes the drawing of
// figures twenty times slower, where others run the same code side by side.
func drawsMuch(t *testing.T) {
	t.Helper()
	if underRace {
		t.Skip("draws many figures, which takes long under the race detector")
	}
}

// outcome is what became of a call.
type outcome struct {
	args     []string
	out, err string
	code     int
}

func call(args ...string) outcome {
	return callWith(context.Background(), strings.NewReader(""), io.Discard, args...)
}

// callWith also copies standard error to watch.
func callWith(ctx context.Context, in io.Reader, watch io.Writer, args ...string) outcome {
	var out, err bytes.Buffer
	code := execute(ctx, args, in, &out, io.MultiWriter(&err, watch))
	return outcome{args, out.String(), err.String(), code}
}

// succeed is call for a call that must not fail.
func succeed(tb testing.TB, args ...string) outcome {
	tb.Helper()
	o := call(args...)
	if o.code != exitDone {
		tb.Fatalf("%q: exit code %d, message %q", o.args, o.code, o.err)
	}
	return o
}

// wantRefused checks that a call failed with that code, no data, and one
// sentence that holds all the words.
func (o outcome) wantRefused(t *testing.T, code int, words ...string) {
	t.Helper()
	if o.code != code {
		t.Errorf("%q: exit code %d, want %d (message %q)", o.args, o.code, code, o.err)
	}
	if o.out != "" {
		t.Errorf("%q: %q on standard output", o.args, o.out)
	}
	sentence, rest, _ := strings.Cut(o.err, "\n")
	hint := ""
	root := newRoot()
	root.InitDefaultHelpCmd()
	if cmd, _, err := root.Find(o.args); code == exitUsage && err == nil && !isParent(cmd) && !cmd.Hidden {
		hint = "See " + cmd.CommandPath() + " --help.\n"
	}
	if !strings.HasPrefix(sentence, "waitbench") || rest != hint {
		t.Errorf("%q: message is not one sentence: %q", o.args, o.err)
	}
	for _, word := range words {
		if !strings.Contains(sentence, word) {
			t.Errorf("%q: no %q in message %q", o.args, word, sentence)
		}
	}
}

// dayLog returns the path of a generated log of one day, about 750 jobs.
func dayLog(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "day.swf")
	succeed(tb, "generate", "--days", "1", "--seed", "1", "--out", path)
	return path
}

// logOf returns the path of a generated log of two days, about 1,550 jobs in
// four queues, that differs by seed.
func logOf(tb testing.TB, seed int) string {
	tb.Helper()
	making.Lock()
	defer making.Unlock()
	path := filepath.Join(scratch, fmt.Sprintf("seed%d.swf", seed))
	if _, err := os.Stat(path); err != nil {
		succeed(tb, "generate", "--days", "2", "--seed", fmt.Sprint(seed), "--out", path)
	}
	return path
}

// quick are flags for runs whose figures are not looked at.
var quick = []string{"--methods", "bmbp", "--ranges", "none", "--min-jobs", "100", "--figures", "none", "--quiet"}

func replayed(tb testing.TB, dir string, args ...string) outcome {
	tb.Helper()
	return succeed(tb, append([]string{"replay", "--out", dir}, args...)...)
}

var (
	making   sync.Mutex // of a log
	makeBase sync.Once
	baseOut  string // what the base run printed
)

// baseRun returns the directory of a run of logOf(1) with the paper's methods,
// which tests only read.
func baseRun(tb testing.TB) string {
	tb.Helper()
	dir := filepath.Join(scratch, "base")
	makeBase.Do(func() { baseOut = replayed(tb, dir, append(baseArgs(tb), "--workers", "2")...).out })
	return dir
}

func baseArgs(tb testing.TB) []string {
	return []string{logOf(tb, 1), "--methods", "bmbp,lognormal,lognormal-trim", "--min-jobs", "100"}
}

// copyOf returns a copy of a directory that the test may change.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// filesOf returns the sums of all files below a directory by name, hidden ones
// too. Names of folders end in a slash.
func filesOf(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			files[filepath.ToSlash(name)+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// wantSame fails where two directories do not hold the same files with the same
// bytes.
func wantSame(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if sum, ok := got[name]; !ok {
			t.Errorf("%s: no %s", what, name)
		} else if sum != want[name] {
			t.Errorf("%s: %s has other bytes", what, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s should not be there", what, name)
		}
	}
}

var readFile, writeFile = swftest.ReadFile, swftest.WriteFile

// program is the program as a process of its own.
func program(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}
