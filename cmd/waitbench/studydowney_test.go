package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestStudyDowney: what the page must have, and that its command makes it again. Package downey has
// it that workers change nothing.
func TestStudyDowney(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "study")
	o := succeed(t, "study", "downey", "--quick", "--days", "1", "--quiet", "--workers", "8", "--out", dir)
	if o.err != "" {
		t.Errorf("--quiet, but %q on standard error", o.err)
	}
	page := readFile(t, dir, "README.md")
	for _, word := range []string{"# Processor allocation", "Claims of the paper", "The paper has 120 days", "](figure5-predictions.svg)"} {
		if !strings.Contains(page, word) {
			t.Errorf("no %q in the page", word)
		}
	}
	if !strings.HasPrefix(o.out, "Claims of the paper") {
		t.Errorf("output %q", o.out)
	}
	_, command, _ := strings.Cut(page, "\n    waitbench ")
	again := filepath.Join(t.TempDir(), "again")
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
		{"--predictor both", `unknown predictor "both"; known are combined, exact`},
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
