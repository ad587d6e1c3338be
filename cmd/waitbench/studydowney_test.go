package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestStudyCommand: the command on a study's page makes the same files again.
func TestStudyCommand(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir, again := filepath.Join(t.TempDir(), "study"), filepath.Join(t.TempDir(), "again")
	succeed(t, "study", "downey", "--quick", "--days", "1", "--quiet", "--out", dir)
	_, command, _ := strings.Cut(readFile(t, dir, "README.md"), "\n    waitbench ")
	succeed(t, append(strings.Fields(command), "--quiet", "--out", again)...)
	wantSame(t, command, filesOf(t, again), filesOf(t, dir))
}

func TestStudyDowneyWrongUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flags, want string }{
		{"log.swf", `takes no arguments, but got "log.swf"`},
		{"--days 0", "days: 0 is not between 1 and 1e+06"},
		{"--load most", `--load: "most" is not a number`},
		{"--workers -1", "--workers cannot be negative"},
		{"--lifetimes long", `lifetimes "long" are neither alloc nor work nor logarithms of a shortest and a longest such as 2:14`},
		{"--lifetimes ,", "lifetimes: none are named"},
		{"--lifetimes work,work", "lifetimes: work is named twice"},
		{"--bias 1.7", `bias "1.7" is neither fitted nor fitted-10s nor an intercept and a slope above 0 such as 1.7:0.6`},
	} {
		o := call(append([]string{"study", "downey"}, strings.Fields(c.flags)...)...)
		if o.code != exitUsage || o.out != "" || !strings.Contains(o.err, c.want) || !strings.HasSuffix(o.err, "\nSee waitbench study downey --help.\n") {
			t.Errorf("%q: exit code %d, output %q, message %q, want %q", o.args, o.code, o.out, o.err, c.want)
		}
	}
}

func TestStudyDowneyInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "study")
	o := callWith(ctx, nil, io.Discard, "study", "downey", "--quick", "--out", dir)
	o.wantRefused(t, exitInterrupted, "waitbench study downey: interrupted")
}
