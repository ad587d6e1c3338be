package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waitbench/swf"
	"waitbench/swf/swftest"
)

// line is a line of a log with the fields that a replay looks at.
func line(id int, submit, wait, run float64, alloc, req int, estimate float64, queue int) string {
	return fmt.Sprintf("%d %v %v %v %d -1 -1 %d %v -1 1 1 1 1 %d 1 -1 -1\n", id, submit, wait, run, alloc, req, estimate, queue)
}

func load(t *testing.T, text string, sel swf.Selection, queues ...string) (*Log, error) {
	t.Helper()
	return Load("test", swf.NewReader(strings.NewReader(text), "test.swf"), sel, queues)
}

func ids(jobs []Job) []int64 {
	var x []int64
	for _, j := range jobs {
		if !j.unselected {
			x = append(x, j.ID)
		}
	}
	return x
}

func TestLoad(t *testing.T) {
	text := "; Queue: 2 night (low priority)\n; Queue: 1 day\n" +
		line(1, 50, 3, 10, 4, 8, 60, 2) +
		line(2, 10, 4, 10, 4, -1, -1, 1) + // out of order; procs fall back to the allocated ones
		line(3, 10, 5, 10, 4, 0, 0, -1) + // same time: after job 2
		line(4, 60, -1, 10, 4, 8, 60, 2) + // no wait
		line(5, 70, 0, 10, 4, 8, 60, 7) + // a queue the header does not name
		line(6, 80, 9, 0, 4, 8, 60, 2) + // never ran
		line(7, -1, 9, 5, 4, 8, 60, 2)
	log, err := load(t, text, swf.Started)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(log.Jobs); !slices.Equal(got, []int64{2, 3, 1, 5}) {
		t.Errorf("jobs %v", got)
	}
	if got := strings.Join(log.QueueNames(), " "); got != "day night 7 none" {
		t.Errorf("queues %s", got)
	}
	if log.Read != 7 || log.OutOfOrder != 2 || log.Counts[swf.NoWaitTime] != 1 || log.Counts[swf.NoRunTime] != 1 || log.Counts[swf.NoSubmitTime] != 1 {
		t.Errorf("%d read, %d out of order, counts %v", log.Read, log.OutOfOrder, log.Counts)
	}
	if j := log.Jobs; j[2].Procs != 8 || j[2].Estimate != 60 || j[0].Procs != 4 || j[0].Estimate != -1 || j[1].Estimate != -1 {
		t.Errorf("jobs %+v", j)
	}
	if q := log.Queues[1]; q.Jobs != 1 || q.Mean != 3 {
		t.Errorf("queue %+v", q)
	}

	log, err = load(t, text, swf.Started, "none", "day")
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(log.Jobs); !slices.Equal(got, []int64{2, 3}) || log.Filtered != 2 || strings.Join(log.QueueNames(), " ") != "day none" {
		t.Errorf("jobs %v, %d filtered, queues %v", got, log.Filtered, log.QueueNames())
	}

	log, err = load(t, line(1, 0, 1, 1, 1, 1, 1, -1), swf.Started)
	if err != nil || strings.Join(log.QueueNames(), " ") != "all" {
		t.Errorf("a log without queues: %v", err)
	}
}

// TestCancelled: a job that ended by its status ran, though for 0 s. A failed
// one without a run time did not.
func TestCancelled(t *testing.T) {
	for job, want := range map[string]bool{
		"-1 5": true, "0 5": true, "-1 -1": true, "0 -1": true, "-1 0": true, "0 0": false, "0 1": false, "-1 1": false, "0 3": false, "7 5": false,
	} {
		run, status, _ := strings.Cut(job, " ")
		log, err := load(t, fmt.Sprintf("1 0 9 %s 4 -1 -1 4 9 -1 %s 1 1 1 1 1 -1 -1\n", run, status), swf.All)
		if err != nil || log.Jobs[0].Cancelled() != want {
			t.Errorf("run time and status %s: cancelled %v, error %v", job, !want, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for _, test := range []struct {
		text   string
		queues []string
		want   string
	}{
		{"; Version: 2\n", nil, "no jobs"},
		{line(1, 0, -1, 5, 1, 1, 1, 1) + line(2, 0, -1, 5, 1, 1, 1, 1), nil, "no wait times"},
		{line(1, 0, 5, 0, 1, 1, 1, 1), nil, "none of the 1 jobs is selected by --select started"},
		{line(1, 0, 5, 5, 1, 1, 1, 1), []string{"low"}, `unknown queue "low"; known are 1`},
		{line(1, 0, 5, 5, 1, 1, 1, 1) + "2 0 x", nil, "test.swf:2:"},
		// The last of all submissions is wrong, wherever its line is.
		{line(1, 0, 5, 5, 1, 1, 1, 1) + line(2, 3.2e9, -1, 5, 1, 1, 1, 1) + line(3, 9, 5, 5, 1, 1, 1, 1), nil, "test.swf:2: field 2 (submit time): more than 100 years after the first submission, in line 1; "},
		{line(1, 1e15, 5, 5, 1, 1, 1, 1) + line(2, 9, -1, 5, 1, 1, 1, 1) + line(3, 20, 5, 5, 1, 1, 1, 1), nil, "test.swf:1: field 2 (submit time): more than 100 years after the first submission, in line 2; "},
	} {
		if _, err := load(t, test.text, swf.Started, test.queues...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
	if _, err := load(t, line(1, 0, -1, 5, 1, 1, 1, 1), swf.Started); !errors.Is(err, ErrNoWaits) {
		t.Errorf("error %v, want ErrNoWaits", err)
	}
}

// One line out of order is enough to sort the jobs, and times below a nanosecond
// are 0.
func TestLoadedJobs(t *testing.T) {
	log, err := load(t, line(1, 9, 1e-300, 1e-8, 1, 1, 1e-10, 1)+line(2, 8, 5, 5, 1, 1, 1, 1)+line(3, 3.1e9, 5, 1e-300, 1, 1, 1, 1), swf.All)
	if err != nil {
		t.Fatal(err)
	}
	if got := ids(log.Jobs); !slices.Equal(got, []int64{2, 1, 3}) || log.OutOfOrder != 1 {
		t.Errorf("jobs %v, %d out of order", got, log.OutOfOrder)
	}
	if j, k := log.Jobs[1], log.Jobs[2]; j.Wait != 0 || j.Run != 1e-8 || j.Estimate != -1 || k.Run != 0 {
		t.Errorf("jobs %+v", log.Jobs)
	}
}

func TestGroup(t *testing.T) {
	text := line(1, 0, 9, 5, 1, 4, 1, 0) + line(2, 1, 1, 5, 1, 5, 1, 1) + line(3, 2, 1, 5, 1, 200, 1, 0) +
		line(4, 3, 1, 5, -1, -1, 1, 0) + line(5, 4, 5, 5, 1, 1, 1, 0) + line(6, 5, 1, 5, 1, 2, 1, 0)
	log, err := load(t, text, swf.Started)
	if err != nil {
		t.Fatal(err)
	}
	ranges, err := ParseRanges(DefaultRanges)
	if err != nil {
		t.Fatal(err)
	}
	series, outside := Group(log, ranges)
	var got []string
	for _, s := range series {
		text := s.Queue + " " + s.Range + ":"
		for i := range s.Len() {
			text += fmt.Sprint(" ", s.Job(i).ID)
		}
		got = append(got, text)
	}
	want := "0 all: 1 3 4 5 6; 0 1-4: 1 5 6; 0 65+: 3; 1 all: 2; 1 5-16: 2"
	if strings.Join(got, "; ") != want || outside != 1 {
		t.Errorf("%d outside, got\n%s\nwant\n%s", outside, strings.Join(got, "; "), want)
	}
	// Starts at 9, 3, 4, 9, 6: equal starts in order of submission.
	if order := series[0].order; !slices.Equal(order, []int32{1, 2, 4, 0, 3}) {
		t.Errorf("order of starts %v", order)
	}
}

func TestParseRanges(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{DefaultRanges, "[1-4 5-16 17-64 65+]"},
		{"1, 2-8,100+", "[1 2-8 100+]"},
		{"none", "[]"},
		{"", "[]"},
	} {
		if got, err := ParseRanges(test.text); err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
	for _, bad := range []string{"x", "4-1", "0-3", "1-4,4-8", "5+,9", "1-4,", "-3", "1-2-3", "3-+"} {
		if got, err := ParseRanges(bad); err == nil {
			t.Errorf("%q is taken as %v", bad, got)
		}
	}
}

// realLog opens a log of a folder that WAITBENCH_TRACES names.
func realLog(t testing.TB, name string) *swf.File {
	t.Helper()
	f, err := swf.Open(swftest.RealLog(t, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
