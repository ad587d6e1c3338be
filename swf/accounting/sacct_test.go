package accounting

import (
	"bytes"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waitbench/swf"
	"waitbench/swf/swftest"
)

func utc() Options {
	return Options{
		File: "in", Size: "cpus", Queue: []string{"partition"}, Zone: Zone{time.UTC, "UTC"},
		Now: math.NaN(),
	}
}

func zoneOf(tb testing.TB, name string) Zone {
	tb.Helper()
	location, err := time.LoadLocation(name)
	if err != nil {
		tb.Fatal(err)
	}
	return Zone{location, name}
}

func sample(tb testing.TB, name string) string {
	tb.Helper()
	return swftest.ReadFile(tb, filepath.Join("testdata", name))
}

// opener opens a format.
type opener = func(io.Reader, Options) (*Source, error)

// imported returns the log of a text, its SWF, and the rows of --extra.
func imported(tb testing.TB, text string, open opener, o Options) (l *Log, h *swf.Header, jobs []swf.Job,
	extra [][]string) {
	tb.Helper()
	src, err := open(strings.NewReader(text), o)
	if err != nil {
		tb.Fatal(err)
	}
	l, err = Import(src, o)
	if err != nil {
		tb.Fatal(err)
	}
	h, jobs, extra = written(tb, l)
	return l, h, jobs, extra
}

// written returns the SWF of a log as it reads, and the rows of --extra.
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
		tb.Errorf("%d jobs and %d rows of --extra, %d counted", len(jobs), len(extra), l.Jobs)
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

// TestSample compares the import of a test machine's jobs with what was
// submitted to it.
func TestSample(t *testing.T) {
	l, h, jobs, extra := imported(t, sample(t, "sacct-sample.txt"), NewSacct, utc())
	want := "cancelled 1, completed 26, failed 1, node_fail 3, requeued 2, timeout 1, never_started 19, " +
		"running 1, pending 7, requeued_try 2, no_limit 3, multi_partition_pending 1, several_lines 1"
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
	for name, want := range map[string]string{"SnapshotTime": "1795308430", "UnixStartTime": "1795307866",
		"Queue": "1 main"} {
		if got, _ := h.Value(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestSession imports the records of TestSlurm in cmd/waitbench, which submits
// the jobs.
func TestSession(t *testing.T) {
	l, h, jobs, extra := imported(t, sample(t, "session.txt"), NewSacct, utc())
	const counts = "cancelled 1, completed 12, failed 1, requeued 1, never_started 1, running 1, pending 4, " +
		"cannot_start 1, requeued_try 1, no_limit 1, multi_partition_pending 1, several_lines 1"
	if name, _ := h.Value("Computer"); name != "test" || l.summary() != counts {
		t.Errorf("computer %q, %s", name, l.summary())
	}
	var ids []string // of jobs without a run time
	for i, row := range extra {
		if jobs[i].Run < 0 {
			ids = append(ids, row[1])
		}
	}
	slices.Sort(ids)
	if list := strings.Join(ids, " "); list != "17 18_1 18_2 18_3 19 5" {
		t.Errorf("without a run time: %s", list)
	}
}

// TestSecondHeader: a header line with other columns than the first ends an
// import, also a lenient one, and is no part of the name before it.
func TestSecondHeader(t *testing.T) {
	const row = "|1700000000|1700000000|1700000010|1700000070|COMPLETED|4"
	for _, other := range []string{"JobID|Submit|Start|Eligible|End|State|ReqCPUS", "User,JobIDRaw,State",
		"JobIDRaw|State|"} {
		for _, name := range []string{"", "|JobName"} {
			o := utc()
			o.Lenient = true
			text := "JobID|Submit|Eligible|Start|End|State|ReqCPUS" + name + "\n1" + row + strings.ToLower(name) +
				"\n" + other + "\n2" + row + "\n"
			src, err := NewSacct(strings.NewReader(text), o)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = Import(src, o); err == nil ||
				!strings.HasPrefix(err.Error(), "in:3: this header line has other columns") {
				t.Errorf("%s%v", text, err)
			}
		}
	}
}

// TestNames imports two jobs from texts with line feeds and separators in the
// last column, blank lines, and several dumps.
func TestNames(t *testing.T) {
	const header = "JobID|Submit|Eligible|Start|End|State|ReqCPUS"
	const row = "|1700000000|1700000000|1700000010|1700000070|COMPLETED|4"
	for _, text := range []string{
		header + "|JobName\n1" + row + "|a\nb\n\n7 c\n2" + row + "|d|e\n",
		header + "|\n1" + row + "|\n2" + row + "|\n", // sacct -p
		header + "\n1" + row + "\n\n" + header + "\n2" + row + "\n",
		strings.ReplaceAll(header+"\n1"+row+"\n2"+row+"\n", "|", "#~"), // --delimiter
		header + "|JobName|\n1" + row + "|a|b|\n2" + row + "|two\nlines|\n",
		header + "|JobName|\n1" + row + "|a|b\n2" + row + "|c\n", // a separator in the header line alone
		header + "|\n1" + row + "\n2" + row + "\n",
		header + "\n1" + row + "|\n2" + row + "|\n", // in the rows alone
		quoted(header+"|JobName", "1"+row+"|a", header+"|JobName", "2"+row+"|b"),
		quoted(header+"|JobName", "1"+row+`|a""b`, "2"+row+"|two\nlines"),
		strings.ReplaceAll(quoted(header, "1"+row, "2"+row), ",", "|"),
		strings.ReplaceAll(header+"\n1"+row+"\n", "|", ",") + quoted("2"+row),
	} {
		if l, _, _, _ := imported(t, text, NewSacct, utc()); strings.TrimSuffix(l.summary(),
			", several_lines 1") != "completed 2, no_limit 2" {
			t.Errorf("%s%s", text, l.summary())
		}
	}
}

// TestNamesEnd: a name is the same with sacct -p, which ends each line in a
// separator.
func TestNamesEnd(t *testing.T) {
	const text = "JobID|Submit|Eligible|Start|End|State|ReqCPUS|JobName|\n" +
		"1|1700000000|1700000000|1700000010|1700000070|COMPLETED|4|a|b|\n" +
		"2|1700000000|1700000000|1700000010|1700000070|COMPLETED|4|a|b\n"
	_, _, jobs, _ := imported(t, text, NewSacct, utc())
	if jobs[0].Executable != 1 || jobs[1].Executable != 1 {
		t.Errorf("%+v", jobs)
	}
}

// quoted returns lines in the way of spreadsheets, with all cells in quotes.
func quoted(lines ...string) (text string) {
	for _, line := range lines {
		text += `"` + strings.ReplaceAll(line, "|", `","`) + `"` + "\n"
	}
	return text
}

// TestTRES takes sizes from lists of resources where no other column has them.
func TestTRES(t *testing.T) {
	const row = "1|1700000000|1700000000|1700000010|1700000070|COMPLETED|"
	for _, c := range []struct {
		columns, cells string
		cpus, nodes    int64
	}{
		{"AllocTRES|ReqTRES", "billing=160,cpu=160,gres/gpu=8,mem=320G,node=2|cpu=80,node=1", 160, 2},
		{"ReqTRES|AllocTRES", "billing=8,cpu=8,mem=1M,node=1|", 8, 1},
		{"AllocCPUS|NNodes|AllocTRES", "4|3|cpu=9,node=9", 4, 3},
		{"AllocCPUS|NNodes", "4096|2K", 4096, 2048},
	} {
		for size, want := range map[string]int64{"cpus": c.cpus, "nodes": c.nodes} {
			o := utc()
			o.Size = size
			text := "JobID|Submit|Eligible|Start|End|State|" + c.columns + "\n" + row + c.cells + "\n"
			if _, _, jobs, _ := imported(t, text, NewSacct, o); jobs[0].Procs() != want {
				t.Errorf("%s%d %s, want %d", text, jobs[0].Procs(), size, want)
			}
		}
	}
}

// TestAnyHeader: a line of a free text that is just jobid is no header.
func TestAnyHeader(t *testing.T) {
	for line, want := range map[string]bool{
		"JobID|User": true, "User|JobIDRaw|": true, "user;jobid;state": true, "jobid": false, "JobID|": false,
		"7|u|jobid": false,
	} {
		if anyHeader.MatchString(line) != want {
			t.Errorf("%q is a header: %v", line, !want)
		}
	}
}
