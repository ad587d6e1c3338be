package accounting

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waitbench/swf/swftest"
)

// formats are all formats, with a sample of each.
var formats = []struct {
	sample string
	open   opener
}{
	{"sacct-sample.txt", NewSacct},
	{"eagle.csv", func(in io.Reader, o Options) (*Source, error) {
		o.BySubmit = true
		_, o.Columns = FindPreset("eagle")
		return NewCSV(in, o)
	}},
	{"pbs.txt", NewPBS},
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
		2: `completed 1, failed 1, kind_D 1, kind_Q 3, kind_S 2, running 1, no_size 1
0 240 600 6 6 3600 1 1 1 1 1 1
900 30 -1 2 2 86400 -1 2 1 2 2 2
910 50 65 1 1 600 0 2 1 -1 2 2
`} {
		o := utc()
		o.BySubmit = i == 1
		l, _, jobs, _ := imported(t, sample(t, formats[i].sample), formats[i].open, o)
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
		text += fmt.Sprintf("01/31/2025 10:00:00;Q;%d.srv;queue=q \n01/31/2025 10:00:00;E;%d.srv;%s \r\n", i, i,
			message)
	}
	l, _, jobs, _ := imported(t, text, NewPBS, utc())
	for _, j := range jobs {
		if j.Wait != 5 || j.Run != 60 || j.Procs() != 4 || j.ReqTime != 3600 || j.Status != 1 || j.Queue != 1 {
			t.Errorf("%+v", j)
		}
	}
	if want := fmt.Sprintf("completed %[1]d, kind_D 1, kind_Q %[1]d", len(keys)); l.summary() != want {
		t.Errorf("%s, want %s", l.summary(), want)
	}
}

// TestRunTimes imports a table with run times instead of ends.
func TestRunTimes(t *testing.T) {
	o := utc()
	o.BySubmit = true
	var err error
	if o.Columns, err = ParseColumns(nil, []string{
		"submit=submit_time", "start=start_time:iso", "run=run_time:min", "size=nodes_req", "state=state",
	}); err != nil {
		t.Fatal(err)
	}
	l, _, jobs, _ := imported(t, sample(t, "eagle.csv"), NewCSV, o)
	if len(jobs) != 2 || jobs[0].Run != 2970*60 || jobs[1].Run != 600*60 || len(l.Odd) != 1 {
		t.Errorf("%+v, %v", jobs, l.Odd) // the third job has neither
	}
}

// TestPresets imports ten rows of each data set in its own writing, some of
// which contradict themselves. The log has wait/run/size/limit/status, and
// letters for a queue, a user and a group.
func TestPresets(t *testing.T) {
	for name, want := range map[string]string{
		"eagle": "60/600/4/3600/1qug 60/600/4/3600/0qug 60/600/4/600/0qug 0/1/360/172800/5qug 1/86400/360/172800/0qug " +
			"60/600/4/-1/1qug 660/-1/4/3600/5qug 60/600/4/3600/0qug; cancelled 1, completed 2, failed 1, node_fail 1, " +
			"out_of_memory 1, timeout 1, never_started 1, no_submission 1, times_backwards 1, no_limit 1",
		"nlr": "60/600/4/3600/1qug 60/600/4/172800/0qug 60/600/4/600/0qug 660/-1/4/3600/5qug 60/600/4/3601/1qug " +
			"60/600/4/-1/1qug 60/600/4/3600/0qug; completed 3, failed 1, node_fail 1, timeout 1, never_started 1, " +
			"no_submission 1, no_end 1, times_backwards 1, no_limit 1",
		"in2p3": "60/600/4/3600/1qug 60/600/4/3600/0qug 60/3600/4/3600/0qug 660/-1/4/3600/5qug 60/600/4/-1/1qug " +
			"60/1/8/3600/1qug 60/600/1/86400/0qug; completed 3, failed 1, out_of_memory 1, timeout 1, never_started 1, " +
			"no_size 1, no_end 1, times_backwards 1, no_limit 1",
		"alcf": "60/600/4/3600/1qug 60.25/600/4/3600/0qug 60/3600/4/3600/0qug 60/600/8/3600/1qug 660/-1/4/3600/1qug " +
			"60/600/4/-1/1qug; completed 3, failed 2, never_started 1, no_size 1, no_submission 1, no_end 1, " +
			"times_backwards 1, no_limit 1",
		"fdata": "60/600/48/3600/1u 60/600/48/3600/0u 60/600/96/86400/1u 60/1/48/3600/1u 60/600/48/-1/1u " +
			"660/-1/48/3600/0u 60/600/48/3601/1u; completed 5, failed 1, never_started 1, no_submission 1, no_end 1, " +
			"times_backwards 1, no_limit 1",
		"pm100": "60/600/4/3600/1qu 60/600/4/600/0qu 60/600/4/-1/0qu 60/1/4/86400/1qu 660/-1/4/3600/5qu " +
			"60/600/4/3600/0qu 30/600/4/3600/0qu; completed 2, failed 1, node_fail 1, out_of_memory 1, timeout 1, " +
			"never_started 1, no_submission 1, no_end 1, times_backwards 1, no_limit 1",
		"slurmdbd": "60/600/4/3600/1qu 60/600/4/600/0qu 660/-1/4/-1/5qu 60/600/4/31536000/0qu 60/600/4/3600/0qu " +
			"60/-1/4/3600/-1qu 60/600/4/3600/1qu 30/600/4/3600/0qu; completed 2, failed 1, node_fail 1, " +
			"out_of_memory 1, timeout 1, never_started 1, running 1, no_end 1, times_backwards 1, no_limit 1",
		"lassen": "60.70215/600/40/3600/-1qug 60.5/600/40/3600/-1qug 60/600/80/43200/-1qug 60/1/40/3600/-1qug " +
			"60/600/40/-1/-1qug 60/600/40/7200/-1qug; ended 6, no_size 1, no_submission 1, times_backwards 2, " +
			"no_limit 1",
		"fresco-anvil": "60/600/4/3600/1qug 60/600/4/600/0qug 60/600/128/345600/5qug 60/1/4/3600/0qug 60/600/4/-1/0qug " +
			"30/600/4/3600/0qug; cancelled 1, completed 1, failed 1, node_fail 1, out_of_memory 1, timeout 1, " +
			"no_size 1, " +
			"no_submission 1, no_end 1, times_backwards 1, no_limit 1",
		"fresco-torque": "60/600/16/14400/1qug 60/600/16/14400/0qug 60/600/16/14400/1qug 60/1/16/14400/0qug " +
			"60/600/32/-1/1qug; completed 3, failed 2, other_event 3, no_submission 1, times_backwards 1, no_limit 1",
		"stampede": "60/600/16/3600/1qug 60/600/16/3600/0qug 60/600/16/600/0qug 660/-1/16/3600/5qug " +
			"60/1/1024/172800/0qug 60/600/16/3600/5qug; cancelled 1, completed 1, failed 1, node_fail 1, timeout 1, " +
			"never_started 1, no_size 1, no_submission 1, no_end 1, times_backwards 1",
		"atlas": "60/600/24/57600/1ug 60/600/24/600/0ug 60/600/24/86400/0ug 60/600/240/7200/0ug 660/-1/24/57600/5ug " +
			"60/600/24/-1/1ug 2400/600/24/57600/0ug; completed 2, failed 1, timeout 1, other 2, never_started 1, " +
			"no_submission 1, no_end 1, times_backwards 1, no_limit 1",
		"helios": "60/600/1/-1/1qu 60/600/4/-1/0qu 60/600/8/-1/5qu 660/-1/1/-1/5qu 60/600/1/-1/0qu 60/1/1/-1/0qu; " +
			"cancelled 1, completed 1, failed 1, node_fail 1, timeout 1, never_started 1, no_size 1, " +
			"state_contradicts_times 2, times_backwards 1, no_limit 6",
		"acme": "60/600/8/-1/1qu 60/600/64/-1/0qu 60/600/8/-1/5qu 660/-1/8/-1/5qu 60/600/8/-1/0qu 60/1/8/-1/0qu; " +
			"cancelled 1, completed 1, failed 1, node_fail 1, timeout 1, never_started 1, no_size 1, no_end 2, " +
			"times_backwards 1, no_limit 6",
	} {
		o := utc()
		_, columns := FindPreset(name)
		o.Columns, _ = ParseColumns(columns, nil) // as with --map
		o.BySubmit, o.EachRow = !o.Columns.Has("eligible"), true
		l, _, jobs, _ := imported(t, sample(t, "presets/"+name+".csv"), NewCSV, o)
		got := ""
		for _, j := range jobs {
			got += fmt.Sprintf("%v/%v/%v/%.0f/%v", j.Wait, j.Run, j.Procs(), j.ReqTime, j.Status)
			for i, n := range []int64{j.Queue, j.User, j.Group} {
				if n > 0 {
					got += "qug"[i : i+1]
				}
			}
			got += " "
		}
		if got = strings.TrimSpace(got) + "; " + l.summary(); got != want || l.Rows != 10 {
			t.Errorf("%s: %d rows, %s\nwant %s", name, l.Rows, got, want)
		}
	}
	files, err := filepath.Glob("testdata/presets/*.csv")
	if len(files) != len(Presets) || err != nil {
		t.Errorf("%d presets, rows of %v", len(Presets), files)
	}
}

// TestOtherColumns imports tables in the columns of other years of a set.
func TestOtherColumns(t *testing.T) {
	for name, change := range map[string]string{
		"nlr":      "submit_time submit_time_tz start_time start_time_tz end_time end_time_tz",
		"pm100":    "num_cores_req num_cpus_req",
		"slurmdbd": "kill_requid id_group", "fresco-torque": "jobevent event",
	} {
		o := utc()
		_, o.Columns = FindPreset(name)
		o.BySubmit, o.EachRow = !o.Columns.Has("eligible"), true
		text := sample(t, "presets/"+name+".csv")
		want, _, _, _ := imported(t, text, NewCSV, o)
		got, _, jobs, _ := imported(t, strings.NewReplacer(strings.Fields(change)...).Replace(text), NewCSV, o)
		if got.summary() != want.summary() || name == "slurmdbd" && jobs[0].Group != 1 {
			t.Errorf("%s: %s, want %s", name, got.summary(), want.summary())
		}
	}
}

// TestEagle imports the first 1000 jobs of NREL Eagle in 2019.
func TestEagle(t *testing.T) {
	folder := os.Getenv("WAITBENCH_IMPORT")
	if folder == "" {
		t.Skip("WAITBENCH_IMPORT is not set: no sample of NREL Eagle")
	}
	text := swftest.ReadFile(t, filepath.Join(folder, "eagle-sample.csv"))
	o := utc()
	o.Zone = zoneOf(t, "America/Denver")
	_, o.Columns = FindPreset("eagle")
	o.BySubmit, o.EachRow = true, true
	l, _, jobs, _ := imported(t, text, NewCSV, o)
	var waits, runs, limits float64
	procs := int64(0)
	for _, j := range jobs {
		waits, runs, limits, procs = waits+j.Wait, runs+j.Run, limits+j.ReqTime, procs+j.Procs()
	}
	if got, want := fmt.Sprintf("%s %.0f %.0f %.0f %d %.0f", l.summary(), waits, runs, limits, procs, l.origin),
		"completed 985, timeout 15 345419 9871709 34666500 91777 1546358155"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestHourTwice: clocks in Berlin went back on 2025-10-26 from 03:00 to 02:00,
// at 01:00 UTC. The run time or the order of the times choose the first or
// second such hour, else it is the first.
func TestHourTwice(t *testing.T) {
	for _, c := range []struct {
		times, run, want string // the times are of submission, start and end
	}{
		{"01:00 02:10 03:00", "6600", "4200 6600 completed 1, no_limit 1"},
		{"01:00 02:10 03:00", "3000", "7800 3000 completed 1, no_limit 1"},
		{"02:50 02:10 02:20", "600", "1200 600 completed 1, no_limit 1"},
		{"02:10 03:30 04:00", "1800", "8400 1800 completed 1, no_limit 1, ambiguous_hour 1"},
		{"02:10:00+01:00 03:30 04:00", "1800", "4800 1800 completed 1, no_limit 1"},
	} {
		o := utc()
		o.Zone = zoneOf(t, "Europe/Berlin")
		at := strings.Fields("2025-10-26T" + strings.ReplaceAll(c.times, " ", " 2025-10-26T"))
		l, _, jobs, _ := imported(t, "JobID|Submit|Eligible|Start|End|ElapsedRaw|State|ReqCPUS\n"+
			strings.Join([]string{"1", at[0], at[0], at[1], at[2], c.run, "COMPLETED", "4"}, "|")+"\n", NewSacct, o)
		if got := fmt.Sprint(jobs[0].Wait, " ", jobs[0].Run, " ", l.summary()); got != c.want {
			t.Errorf("%s: %s, want %s", c.times, got, c.want)
		}
	}
}

// TestTimes reads times with and without an offset. Clocks in Berlin went
// forward on 2025-03-30 at 01:00 UTC, and back on 2025-10-26 at 01:00 UTC.
func TestTimes(t *testing.T) {
	o := Options{Zone: zoneOf(t, "Europe/Berlin")}
	for text, want := range map[string]float64{
		"2025-03-30 01:30:00":         1743294600,
		"2025-03-30 03:30:00":         1743298200,
		"2025-03-30T01:30:00Z":        1743298200,
		"2025-03-30 03:30:00.5+02:00": 1743298200.5,
		"2025-03-29 20:30:00-0500":    1743298200,
		"2025-03-29 20:30:00 -0500":   1743298200,
		"2025-03-30T03:30":            1743298200,
		"2025-10-26T02:30":            1761438600,
		"2025-10-26T02:30+01:00":      1761442200,
	} {
		if got, err := o.ParseTime(text); got != want || err != nil {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if at, err := o.ParseTime("never"); err == nil {
		t.Errorf("never is %v", at)
	}
}
