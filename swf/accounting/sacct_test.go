package accounting

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waitbench/swf"
)

func utc() Options {
	return Options{
		File: "in", Size: "cpus", Queue: []string{"partition"}, Zone: Zone{time.UTC, "UTC"}, DefaultLimit: -1,
		Now: math.NaN(), Origin: math.NaN(),
	}
}

func sample(tb testing.TB, name string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// imported gives the log that is made of a text, as read from SWF, and the rows beside it.
func imported(tb testing.TB, text string, o Options) (l *Log, h *swf.Header, jobs []swf.Job, extra [][]string) {
	tb.Helper()
	l, err := Import(NewSacct(strings.NewReader(text), "", o), o)
	if err != nil {
		tb.Fatal(err)
	}
	h, jobs, extra = written(tb, l)
	return l, h, jobs, extra
}

// written gives what is written of a log.
func written(tb testing.TB, l *Log) (*swf.Header, []swf.Job, [][]string) {
	tb.Helper()
	var out bytes.Buffer
	var extra [][]string
	if err := l.WriteSWF(&out, func(row []string) error { extra = append(extra, row); return nil }); err != nil {
		tb.Fatal(err)
	}
	r := swf.NewReader(&out, "out")
	var jobs []swf.Job
	for job, err := range r.All() {
		if err != nil {
			tb.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	if len(jobs) != l.Jobs || len(extra) != l.Jobs {
		tb.Errorf("%d jobs and %d rows beside them, %d counted", len(jobs), len(extra), l.Jobs)
	}
	sum := 0
	for _, c := range l.Counts() {
		if c.Adds {
			sum += c.Jobs
		}
	}
	if sum != l.Rows+l.Tasks {
		tb.Errorf("counts add up to %d, there are %d rows and %d further tasks: %s", sum, l.Rows, l.Tasks, l.summary())
	}
	return r.Header(), jobs, extra
}

// TestSample holds the import of a test machine's jobs against what was submitted to it.
func TestSample(t *testing.T) {
	l, h, jobs, extra := imported(t, sample(t, "sacct-sample.txt"), utc())
	want := "cancelled 1, completed 26, failed 1, node_fail 3, requeued 2, timeout 1, never_started 19, running 1, pending 7, " +
		"requeued_try 2, het_component 2, suspended 1, zero_length 2, no_limit 3, multi_partition_pending 1, separator_in_name 1, line_feed_in_name 1"
	if l.summary() != want || l.Rows != 49 || l.Tasks != 9+3 {
		t.Errorf("%d rows, %d further tasks, %s", l.Rows, l.Tasks, l.summary())
	}
	waits, starts, late := 0.0, 0, map[string]bool{}
	for i, j := range jobs {
		if j.Run >= 0 || j.Wait >= 0 && j.Status == -1 {
			waits += j.Wait
			starts++
		}
		if row := extra[i]; row[4] > row[3] { // eligible and submit, of ten digits both
			late[row[2]+row[3]] = true
		}
	}
	if waits != 1617 || starts != 35 || len(late) != 11 {
		t.Errorf("%d starts after %g s, %d records eligible after their submission", starts, waits, len(late))
	}
	for name, want := range map[string]string{"SnapshotTime": "1795308430", "UnixStartTime": "1795307866", "Queue": "1 main"} {
		if got, _ := h.Value(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestNames: names hold line feeds and separators, wherever the numbers of jobs stand.
func TestNames(t *testing.T) {
	const row = "1700000000|1700000000|1700000010|1700000070|COMPLETED|4"
	for _, c := range []struct{ text, counts string }{
		{"JobID|Submit|Eligible|Start|End|State|ReqCPUS|JobName\n1|" + row + "|a\nb\n\n7 c\n2|" + row + "|d|e\n", "separator_in_name 1, line_feed_in_name 1"},
		{"JobID|JobName|Submit|Eligible|Start|End|State|ReqCPUS\n1|a\nb|c|" + row + "\n2|d|" + row + "\n", "separator_in_name 1, line_feed_in_name 1"},
		{"User|JobID|Submit|Eligible|Start|End|State|ReqCPUS|JobName\nu|1|" + row + "|a\nu|2|" + row + "|d|e\n", "separator_in_name 1"},
		{"User|JobID|JobName|Submit|Eligible|Start|End|State|ReqCPUS\nu|1|a\nb|" + row + "\nu|2|d|" + row + "\n", "line_feed_in_name 1"},
		{"JobID|Submit|Eligible|Start|End|State|ReqCPUS|\n1|" + row + "|\n2|" + row + "|\n", ""}, // sacct -p
		{"JobID|Submit|Eligible|Start|End|State|ReqCPUS\n1|" + row + "\nJobID|Submit|Eligible|Start|End|State|ReqCPUS\n2|" + row + "\n", ""},
	} {
		l, _, _, _ := imported(t, c.text, utc())
		if got := strings.TrimPrefix(l.summary(), "completed 2, no_limit 2"); strings.TrimPrefix(got, ", ") != c.counts {
			t.Errorf("%s%s", c.text, l.summary())
		}
	}
}
