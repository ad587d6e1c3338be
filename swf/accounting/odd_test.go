package accounting

import (
	"fmt"
	"strings"
	"testing"
)

// TestOdd has records that contradict themselves, one of each kind. They are
// counted, and the first of each kind is named.
func TestOdd(t *testing.T) {
	const header = "id,submit,start,end,state,size,run\n"
	for row, want := range map[string]string{
		"7,,1700000010,1700000070,COMPLETED,4,60":  "first no_submission: in:3: job 7: no time of submission",
		"7,0,1700000010,1700000070,COMPLETED,4,60": "first no_submission: in:3: job 7: no time of submission",
		"7,1700000000,1700000010,,CANCELLED,4,":    "first no_end: in:3: job 7: CANCELLED without an end",
		"7,1700000000,1700000010,1700000070,RUNNING,4,60": "first state_contradicts_times: in:3: job 7: RUNNING " +
			"with an end",
		"7,1700000000,1700000010,,PENDING,4,": "first state_contradicts_times: in:3: job 7: PENDING " +
			"with a start",
		"7,1700000000,,,RUNNING,4,": "first state_contradicts_times: in:3: job 7: RUNNING " +
			"without a start",
		"7,1700000000,1700000010,1700000009,FAILED,4,": "first times_backwards: in:3: job 7: the end is 1 s " +
			"before the start",
		"7,1700000000,,1600000000,CANCELLED,4,": "first times_backwards: in:3: job 7: the end is 1157 d " +
			"before the submission",
		"7,1700000000,1699990000,1700000070,COMPLETED,4,60": "first times_backwards: in:3: job 7: the start is 2.78 " +
			"h before the submission",
		"7,1700000000,1700000010,1700000070,COMPLETED,4,-1 days +23:59:59": "first times_backwards: in:3: job 7: " +
			`run is "-1 days +23:59:59"`,
	} {
		o := columnsOf(t, "id submit start end state size run")
		l, _, jobs, _ := imported(t, header+"1,1700000000,1700000010,1700000070,COMPLETED,4,60\n"+row+"\n", NewCSV, o)
		name, _, _ := strings.Cut(strings.TrimPrefix(want, "first "), ":")
		if len(jobs) != 1 || strings.Join(l.Odd, "; ") != want || l.summary() != "completed 1, "+name+" 1, no_limit 1" {
			t.Errorf("%s: %q, %s, want %q", row, l.Odd, l.summary(), want)
		}
	}
}

// TestMostOdd: more than 10 odd records, and more than 1 in 100, end an import,
// unless it is lenient or of a public data set.
func TestMostOdd(t *testing.T) {
	const jobs = "09/13/2020 12:30:00;E;%d.s;ctime=1600000000 qtime=1600000000 start=16000%05d end=16000%05d " +
		"exec_host=a/0 queue=q\n"
	for _, c := range []struct {
		good, odd     int
		lenient, each bool
		stops         bool
	}{{0, 10, false, false, true}, {5, 10, false, false, false}, {1089, 11, false, false, false},
		{1088, 11, false, false, true},
		{5, 11, false, false, true}, {5, 11, true, false, false}, {5, 11, false, true, false}} {
		text := ""
		for i := range c.good {
			text += fmt.Sprintf(jobs, i, 100, 160)
		}
		for i := range c.odd {
			text += fmt.Sprintf(jobs, c.good+i, 100, 60)
		}
		o := utc()
		o.Lenient, o.EachRow = c.lenient, c.each
		src, err := NewPBS(strings.NewReader(text), o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Import(src, o)
		want := fmt.Sprintf("in: %d of %d records contradict themselves, more than 1 in 100; --lenient leaves them "+
			"out; "+
			"first times_backwards: in:%d: job %d.s: the end is 40 s before the start", c.odd, c.good+c.odd, c.good+1,
			c.good)
		if c.good == 0 {
			want = "in: none of the 10 records is a job to keep: times_backwards 10; first times_backwards: in:1: " +
				"job 0.s: the end is 40 s before the start"
		}
		if (err != nil) != c.stops || err != nil && err.Error() != want {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
