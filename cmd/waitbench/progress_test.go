package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"waitbench/replay"
	"waitbench/replay/run"
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

// TestProgress prints a line every ten seconds, on a terminal every 0.2 s.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		terminal, quiet bool
		interval        time.Duration
		want            string
	}{
		{false, false, 10 * time.Second, "log: 10s\nlog: bounding, 25 %, 30s left\nlog: 3,000 jobs\n2 remarks\n"},
		{true, false, 200 * time.Millisecond, "\r\x1b[Klog: 1s\r\x1b[Klog: bounding, 25 %, 3s left" +
			"\r\x1b[Klog: 3,000 jobs\r\x1b[K2 remarks\n\r\x1b[K"},
		{false, true, 10 * time.Second, ""},
		{true, true, 200 * time.Millisecond, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			p := newProgress(&b, c.quiet)
			p.terminal = c.terminal
			p.start("log", "jobs")
			time.Sleep(c.interval)
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

// TestRunProgress prints the per cent and the time left of a whole run of two
// logs of 3000 and 1000 bytes, and of the work that is not kept from an earlier
// run.
func TestRunProgress(t *testing.T) {
	plan, err := run.NewPlan("replay", run.Settings{
		Methods: []string{"bmbp", "smith"}, Quantiles: []string{"0.95"}, Confidence: 0.95, Select: "started", Ranges: "none", Rank: "exact", Scheduler: "easy",
	}, replay.Engine{})
	if err != nil {
		t.Fatal(err)
	}
	r := &replaying{plan: plan}
	for _, size := range []int{3000, 1000} {
		name := fmt.Sprint("log", size)
		r.logs = append(r.logs, inputLog{name: name, path: writeFile(t, filepath.Join(t.TempDir(), name), strings.Repeat("x", size))})
	}
	synctest.Test(t, func(t *testing.T) {
		p := newProgress(io.Discard, true)
		r.estimate() // reading 0.5, forecasting 5, bounding 1 + 1, tables and figures 0.4 each; together 8.3 a byte
		var lines []string
		at := func(log int, phase replay.Phase, done, total int64) {
			if phase != replay.Merging { // which has no label of its own
				p.startLog(r.logs[log].name, r.work, r.logs[log].spans)
			}
			p.updatePhase(phase, done, total)
			lines = append(lines, p.line(time.Now()))
		}
		time.Sleep(time.Minute)
		at(0, replay.Reading, 1000, 0)
		at(0, replay.Forecasting, 1000, 2000)
		at(1, replay.Reading, 1000, 0)
		at(1, replay.Merging, 1, 2)
		at(1, replay.Tables, 1, 2)
		r.work.kept = 3000 * 7.5
		at(1, replay.Forecasting, 3, 4)
		if want := []string{"log3000: reading, 1m0s", "log3000: forecasting, 27 %, 2m41s left", "log1000: reading, 67 %, 29s left",
			"log1000: merging, 67 %, 29s left", "log1000: tables, 92 %, 5s left", "log1000: forecasting, 39 %, 1m31s left"}; !slices.Equal(lines, want) {
			t.Errorf("lines %q, want %q", lines, want)
		}
	})
}
