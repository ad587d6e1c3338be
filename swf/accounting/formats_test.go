package accounting

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"waitbench/swf"
)

// formats are all formats, with a sample of each.
var formats = []struct {
	sample string
	open   func(io.Reader, Options) (*Source, error)
}{
	{"sacct-sample.txt", func(in io.Reader, o Options) (*Source, error) { return NewSacct(in, o) }},
	{"eagle.csv", func(in io.Reader, o Options) (*Source, error) {
		o.BySubmit = true
		columns, err := ParseColumns(nil, Presets[2].Words)
		if err != nil {
			return nil, err
		}
		return NewCSV(in, columns, o)
	}},
	{"pbs.txt", func(in io.Reader, o Options) (*Source, error) { return NewPBS(in, o) }},
}

// imports imports the sample of a format.
func imports(t *testing.T, name string, open func(io.Reader, Options) (*Source, error), o Options) (*Log, []swf.Job) {
	t.Helper()
	src, err := open(strings.NewReader(sample(t, name)), o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Import(src, o)
	if err != nil {
		t.Fatal(err)
	}
	_, jobs, _ := written(t, l)
	return l, jobs
}

// TestOtherFormats imports one sample of each format except Slurm's. It
// compares fields 2 to 5, 8, 9 and 11 to 16 of each job.
func TestOtherFormats(t *testing.T) {
	for i, want := range map[int]string{
		1: `completed 1, timeout 1, never_started 1
0 630 2970 -1 36 3600 1 1 1 -1 1 1
5 0 600 -1 72 600 0 1 1 -1 2 2
60 240 -1 -1 144 7200 5 2 2 -1 1 1
`,
		// Job 12 waited from 10:01 on; 13 never started; 14 runs; 15 was
		// deleted while it ran.
		2: `completed 1, failed 1, running 1
0 240 600 -1 6 3600 1 1 1 1 1 1
900 30 -1 -1 2 86400 -1 2 1 2 2 2
910 50 65 -1 1 600 0 2 1 -1 2 2
`} {
		o := utc()
		o.BySubmit = i == 1
		l, jobs := imports(t, formats[i].sample, formats[i].open, o)
		got := l.summary() + "\n"
		for _, j := range jobs {
			got += fmt.Sprintln(j.Submit, j.Wait, j.Run, j.Alloc, j.ReqProcs, j.ReqTime, j.Status,
				j.User, j.Group, j.Executable, j.Queue, j.Partition)
		}
		if got != want {
			t.Errorf("%s:\n%swant\n%s", formats[i].sample, got, want)
		}
	}
}

// TestBlankEnds imports records of Torque that end in a blank, after each key
// that counts.
func TestBlankEnds(t *testing.T) {
	keys := strings.Fields("ctime=1700000000 qtime=1700000000 etime=1700000005 start=1700000010 end=1700000070 " +
		"exec_host=a/0-3 Resource_List.walltime=01:00:00 queue=q Exit_status=0")
	text := "01/31/2025 10:00:00;D;99.srv \n"
	for i := range keys {
		message := strings.Join(append(keys[i+1:len(keys):len(keys)], keys[:i+1]...), " ")
		text += fmt.Sprintf("01/31/2025 10:00:00;Q;%d.srv;queue=q \n01/31/2025 10:00:00;E;%d.srv;%s \r\n", i, i, message)
	}
	src, err := NewPBS(strings.NewReader(text), utc())
	if err != nil {
		t.Fatal(err)
	}
	l, err := Import(src, utc())
	if err != nil {
		t.Fatal(err)
	}
	_, jobs, _ := written(t, l)
	for _, j := range jobs {
		if j.Wait != 5 || j.Run != 60 || j.Procs() != 4 || j.ReqTime != 3600 || j.Status != 1 || j.Queue != 1 {
			t.Errorf("%+v", j)
		}
	}
	if l.summary() != fmt.Sprint("completed ", len(keys)) {
		t.Error(l.summary())
	}
}

// TestRunTimes imports a table with run times instead of ends.
func TestRunTimes(t *testing.T) {
	o := utc()
	o.BySubmit, o.Lenient = true, true // the third job has neither
	l, jobs := imports(t, "eagle.csv", func(in io.Reader, o Options) (*Source, error) {
		columns, err := ParseColumns(nil, []string{
			"submit=submit_time", "start=start_time:iso", "run=run_time:min", "size=nodes_req", "state=state",
		})
		if err != nil {
			return nil, err
		}
		return NewCSV(in, columns, o)
	}, o)
	if len(jobs) != 2 || jobs[0].Run != 2970*60 || jobs[1].Run != 600*60 || len(l.Bad) != 1 {
		t.Errorf("%+v, %v", jobs, l.Bad)
	}
}

func TestPresets(t *testing.T) {
	for _, p := range Presets {
		if columns, err := ParseColumns(nil, p.Words); err != nil || len(columns) != len(p.Words) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

// TestTimes reads times with and without an offset. Clocks in Berlin went
// forward on 2025-03-30 at 01:00 UTC.
func TestTimes(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]float64{
		"2025-03-30 01:30:00":         1743294600,
		"2025-03-30 03:30:00":         1743298200,
		"2025-03-30T01:30:00Z":        1743298200,
		"2025-03-30 03:30:00.5+02:00": 1743298200.5,
		"2025-03-29 20:30:00-0500":    1743298200,
		"2025-03-30T03:30":            1743298200,
	} {
		if got, err := (Zone{Location: berlin}).ParseTime(text); got != want || err != nil {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if at, err := (Zone{Location: berlin}).ParseTime("never"); err == nil {
		t.Errorf("never is %v", at)
	}
}
