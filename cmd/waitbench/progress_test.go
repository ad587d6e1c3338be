package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"waitbench/replay"
)

// TestMessages replays where there is no terminal: plain lines, and none with
// --quiet.
func TestMessages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	o := replayed(t, dir, append([]string{logOf(t, 1)}, loud...)...)
	want := regexp.MustCompile(`^seed1: 1,\d{3} of 1,\d{3} jobs in 4 series by 1 method, \d+\.\d\d s
seed1: left out are \d+ jobs that never ran
open ` + regexp.QuoteMeta(filepath.Join(dir, "report.html")) + `; tables, figures and Arrow files are next to it
$`)
	if !want.MatchString(o.err) {
		t.Errorf("messages\n%s", o.err)
	}
	quietly := replayed(t, dir, append([]string{logOf(t, 1)}, quick...)...)
	if quietly.err != "" || quietly.out != o.out {
		t.Errorf("--quiet: messages %q, output\n%s", quietly.err, quietly.out)
	}
}

// TestProgress prints a line every ten seconds after a minute, on a terminal every
// 0.2 s.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		terminal, quiet bool
		before          time.Duration
		interval        time.Duration
		want            string
	}{
		{false, false, 0, 10 * time.Second, "2 remarks\n"}, // done within the minute
		{false, false, 50 * time.Second, 10 * time.Second, "log: 1m0s\n" +
			"log: bounding, 25 %, 30s left\nlog: 3,000 jobs\n2 remarks\n"},
		{true, false, 0, 200 * time.Millisecond, "\r\x1b[Klog: 1s\r\x1b[Klog: bounding, 25 %, 3s left" +
			"\r\x1b[Klog: 3,000 jobs\r\x1b[K2 remarks\n\r\x1b[K"},
		{false, true, 50 * time.Second, 10 * time.Second, ""},
		{true, true, 0, 200 * time.Millisecond, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			p := newProgress(&b, c.quiet)
			p.terminal = c.terminal
			p.start("log", "jobs")
			time.Sleep(c.before + c.interval)
			synctest.Wait()
			p.updatePhase(replay.Bounding, 500, 4000)
			p.updatePhase(replay.Bounding, 1000, 4000)
			time.Sleep(c.interval)
			synctest.Wait()
			p.update(3000, -1)
			time.Sleep(c.interval)
			synctest.Wait()
			p.message("%d remarks", 2)
			p.finish()
			time.Sleep(2 * c.interval)
			if got := b.String(); got != c.want {
				t.Errorf("terminal %v, quiet %v: %q, want %q", c.terminal, c.quiet, got, c.want)
			}
		})
	}
}

// TestTimeOfParts: after the log is read, the time of all parts grows.
func TestTimeOfParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProgress(&bytes.Buffer{}, true)
		p.start("log", "jobs")
		for _, c := range []struct {
			phase       replay.Phase
			done, total int64
			want        string
		}{
			{replay.Reading, 700, 0, "log: reading, 700 jobs"},
			{replay.Forecasting, 900, 1000, "log: 1s"},
			{replay.Bounding, 10, 5000, "log: 2s"},
			{replay.Forecasting, 100, 1000, "log: 4s"}, // once more
		} {
			if p.updateTime(c.phase, c.done, c.total); p.line(time.Now()) != c.want {
				t.Errorf("%+v: %q", c, p.line(time.Now()))
			}
			time.Sleep(2 * time.Second)
		}
	})
}
