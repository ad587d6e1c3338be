package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
)

// TestMessages replays where there is no terminal: plain lines, and none with --quiet.
func TestMessages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	o := replayed(t, dir, append([]string{logOf(t, 1)}, loud...)...)
	want := regexp.MustCompile(`^seed1: 1,\d{3} of 1,\d{3} jobs in 4 series by 1 methods, \d+\.\d\d s
seed1: left out are \d+ of 1\d{3} jobs: \d+ that never ran \(no_run_time\)
no comparison with published values: no log of this run is of a machine of the paper
tables, figures and Arrow files are in ` + regexp.QuoteMeta(dir) + `
$`)
	if !want.MatchString(o.err) {
		t.Errorf("messages\n%s", o.err)
	}
	quietly := replayed(t, dir, append([]string{logOf(t, 1)}, quick...)...)
	if quietly.err != "" || quietly.out != o.out {
		t.Errorf("--quiet: messages %q, output\n%s", quietly.err, quietly.out)
	}
}

// TestProgress moves the time of the last line back instead of waiting.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		terminal, quiet bool
		interval        time.Duration
		want            string
	}{
		{false, false, 10 * time.Second, `log:  25 %, 1,000 of 4,000 jobs, \d+/s, 30s left\nlog: 3,000 jobs, \d+/s\n`},
		{true, false, 200 * time.Millisecond, `\rlog\rlog:  25 %, 1,000 of 4,000 jobs, \d+/s, 30s left\rlog: 3,000 jobs, \d+/s {20,}`},
		{false, true, 10 * time.Second, ""},
		{true, true, 200 * time.Millisecond, ""},
	} {
		var b bytes.Buffer
		p := newProgress(&b, c.quiet, "jobs")
		p.terminal = c.terminal
		p.start("log")
		p.update(500, 4000) // too early
		for _, at := range []struct{ done, total int64 }{{1000, 4000}, {3000, -1}} {
			p.begun = time.Now().Add(-10 * time.Second)
			p.shown = time.Now().Add(-c.interval)
			p.update(at.done, at.total)
			p.update(at.done+1, at.total) // too early
		}
		if got := b.String(); !regexp.MustCompile("^" + c.want + "$").MatchString(got) {
			t.Errorf("terminal %v, quiet %v: %q, want %q", c.terminal, c.quiet, got, c.want)
		}
		b.Reset()
		p.message("%d remarks", 2)
		p.finish()
		want := "2 remarks\n"
		if c.quiet {
			want = ""
		}
		if got := b.String(); strings.TrimLeft(strings.TrimLeft(got, "\r"), " \r") != want || c.terminal && !c.quiet && !strings.HasPrefix(got, "\r  ") {
			t.Errorf("terminal %v, quiet %v: message %q", c.terminal, c.quiet, got)
		}
	}
}

// TestRate: nothing is said of the speed of work that has just begun, as when a phase follows another.
func TestRate(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, false, "jobs")
	p.start("log")
	p.phase(replay.Watching, 5, 4000)
	p.shown = time.Now().Add(-10 * time.Second)
	p.phase(replay.Bounding, 1000, 4000)
	p.shown, p.begun = p.shown.Add(-10*time.Second), p.begun.Add(-10*time.Second)
	p.phase(replay.Bounding, 0, 4000)
	want := "log: bounding,  25 %, 1,000 of 4,000 jobs\nlog: bounding,   0 %, 0 of 4,000 jobs\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestGroup(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := output.Grouped(n); got != want {
			t.Errorf("output.Grouped(%d) = %q, want %q", n, got, want)
		}
	}
}
