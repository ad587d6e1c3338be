package accounting

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		text += fmt.Sprintf("01/31/2025 10:00:00;Q;%d.srv;queue=q \n01/31/2025 10:00:00;E;%d.srv;%s \r\n", i, i, message)
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
	o.BySubmit, o.Lenient = true, true // the third job has neither
	var err error
	if o.Columns, err = ParseColumns(nil, []string{
		"submit=submit_time", "start=start_time:iso", "run=run_time:min", "size=nodes_req", "state=state",
	}); err != nil {
		t.Fatal(err)
	}
	l, _, jobs, _ := imported(t, sample(t, "eagle.csv"), NewCSV, o)
	if len(jobs) != 2 || jobs[0].Run != 2970*60 || jobs[1].Run != 600*60 || len(l.Bad) != 1 {
		t.Errorf("%+v, %v", jobs, l.Bad)
	}
}

// TestPresets imports made-up rows in the columns of each data set: jobs with
// one ID that are submitted at %[1]s, start a minute later at %[2]s, and end
// ten minutes later at %[3]s. The log has wait, run, size, limit, status, and
// letters for a queue, a user and a group.
func TestPresets(t *testing.T) {
	plain := []any{"2020-01-01 00:00:00", "2020-01-01 00:01:00", "2020-01-01 00:11:00"}
	zones := []any{"2020-01-01T00:00:00Z", "2020-01-01T02:01:00.000+02:00", "2019-12-31 17:11:00-07"}
	words := []any{"2020-01-01 00:00:00 UTC", "2020-01-01 00:01:00 UTC", "2020-01-01 00:11:00 UTC"}
	mdy := []any{"01/01/2020 00:00:00", "01/01/2020 00:01:00", "01/01/2020 00:11:00"}
	tried := map[string]bool{}
	epoch := []any{"1577836800", "1577836860", "1577837460"}
	for _, c := range []struct {
		preset string
		times  []any
		table  string // a header line and rows
		want   string
	}{
		{"eagle", plain, "job_id,user,account,partition,wallclock_req,nodes_req,processors_req,submit_time,start_time,end_time,state\n" +
			"1,u,a,p,3600.0,1,4,%[1]s,%[2]s,%[3]s,COMPLETED\n1,u,a,p,7200.0,1,4,%[1]s,%[2]s,%[3]s,TIMEOUT",
			"60 600 4 3600 1 qug; 60 600 4 7200 0 qug; completed 1, timeout 1"},
		{"nlr", zones, "id,submit_time_tz,start_time_tz,end_time_tz,end_time,wallclock_req,processors_req,partition,user_hash,account_hash,state_simple\n" +
			"1,%[1]s,%[2]s,%[3]s,?,3600,4,p,u,a,COMPLETED\n1,%[1]s,%[2]s,%[3]s,?,2 days 01:00:00,4,p,u,a,failed",
			"60 600 4 3600 1 qug; 60 600 4 176400 0 qug; completed 1, failed 1"},
		{"nlr", plain, "id,submit_time,start_time,end_time,wallclock_req,processors_req,partition,user_hash,account_hash,state_simple\n" +
			"1,%[1]s,%[2]s,%[3]s,01:00:00,4,p,u,a,COMPLETED\n1,%[1]s,%[2]s,%[3]s,1 day,4,p,u,a,what",
			"60 600 4 3600 1 qug; 60 600 4 86400 0 qug; completed 1, other 1"},
		{"in2p3", epoch, "jobid\tsubmit\tstart\tend\telapsed\ttimelimit\talloccpus\tpartition\tuser\taccount\tstate\n" +
			"1\t%[1]s\t%[2]s\t%[3]s\t600\t3600\t4\tp\tu\ta\tCOMPLETED\n", "60 600 4 3600 1 qug; completed 1"},
		{"alcf", plain, "JOB_NAME,QUEUED_TIMESTAMP,START_TIMESTAMP,END_TIMESTAMP,RUNTIME_SECONDS,WALLTIME_SECONDS,CORES_REQUESTED,QUEUE_NAME,USERNAME_GENID,PROJECT_NAME_GENID,EXIT_STATUS\n" +
			"1,%[1]s,%[2]s,%[3]s,600.0,3600.0,4.0,p,u,a,0.0\n1,%[1]s,%[2]s,%[3]s,600.0,60,4,R1,u,a,-11",
			"60 600 4 3600 1 qug; 60 600 4 60 0 qug; completed 1, failed 1"},
		{"fdata", plain, "jid,adt,qdt,sdt,edt,elpl,cnumr,nnuma,usr,exit state\n" +
			"1,%[1]s,%[2]s,%[2]s,%[3]s,3600,4,1,u,completed\n1,%[1]s,%[2]s,%[2]s,%[3]s,60,4,1,u,failed",
			"60 600 4 3600 1 u; 60 600 4 60 0 u; completed 1, failed 1"},
		{"pm100", plain, "job_id,submit_time,eligible_time,start_time,end_time,time_limit,num_cores_req,num_cores_alloc,partition,user_id,job_state\n" +
			"1,%[1]s,%[1]s,%[2]s,%[3]s,60,4,128,p,u,COMPLETED\n1,%[1]s,%[2]s,%[2]s,%[3]s,INFINITE,4,128,p,u,NODE_FAIL",
			"60 600 4 3600 1 qu; 0 600 4 -1 0 qu; completed 1, node_fail 1, no_limit 1"},
		{"slurmdbd", epoch, "id_job,time_submit,time_eligible,time_start,time_end,timelimit,cpus_req,partition,id_user,id_group,state\n" +
			"1,%[1]s,%[1]s,%[2]s,%[3]s,60,4,p,7,8,3\n1,%[1]s,%[1]s,0,%[3]s,4294967295,4,p,7,8,4\n1,%[1]s,%[1]s,%[2]s,%[3]s,60,4,p,7,8,99\n" +
			"1,%[1]s,%[1]s,%[2]s,0,60,4,p,7,8,1\n1,%[1]s,%[1]s,0,0,60,4,p,7,8,0",
			"60 600 4 3600 1 qug; 660 -1 4 -1 5 qug; 60 600 4 3600 0 qug; 60 -1 4 3600 -1 qug; -1 -1 4 3600 -1 qug; " +
				"completed 1, other 1, never_started 1, running 1, pending 1, no_limit 1"},
		{"lassen", plain, "primary_job_id,job_submit_time,begin_time,end_time,time_limit,num_processors,queue,hashed_user_id,hashed_user_group_id\n" +
			"1,%[1]s,%[2]s,%[3]s,3600,4,p,u,a\n1,%[1]s,%[2]s,%[3]s,2147483647,4,p,u,a",
			"60 600 4 3600 -1 qug; 60 600 4 -1 -1 qug; ended 2, no_limit 1"},
		{"fresco-anvil", words, "Account,Job Id,Cores,Requested Wall Time,Queue,Wall Time,User,Exit Status,Submit Time,Start Time,End Time\n" +
			"a,1,4,3600,p,600,u,COMPLETED,%[1]s,%[2]s,%[3]s\na,1,4,3600,p,600,u,1,%[1]s,%[2]s,%[3]s",
			"60 600 4 3600 1 qug; 60 600 4 3600 0 qug; completed 1, failed 1"},
		{"fresco-torque", mdy, "jobevent,jobID,user,group,queue,qtime,start,end,Resource_List.ncpus,Resource_List.walltime,resources_used.walltime,Exit_status\n" +
			"E,1,u,a,p,%[1]s,%[2]s,%[3]s,4,3600,600,0\nE,1,u,a,p,%[1]s,%[2]s,%[3]s,4,3600,600,271\nQ,1,u,a,p,,,,,,,\nS,1,u,a,p,%[1]s,%[2]s,,4,3600,,",
			"60 600 4 3600 1 qug; 60 600 4 3600 0 qug; completed 1, failed 1, other_event 2"},
		{"stampede", mdy, "jobID,submit,start,end,walltime,ncpus,queue,user,account,exit_status\n" +
			"1,%[1]s,%[2]s,%[3]s,60,4,p,u,a,COMPLETED\n1,%[1]s,%[2]s,%[3]s,60,4,p,u,a,CANCELLED",
			"60 600 4 3600 1 qug; 60 600 4 3600 5 qug; cancelled 1, completed 1"},
		{"atlas", zones, "user_ID,group_ID,submit_time,start_time,end_time,wallclock_limit,job_status,node_count,tasks_requested\n" +
			"u,a,%[1]s,%[2]s,%[3]s,0 days 01:00:00,COMPLETED,1,4\nu,a,%[1]s,%[2]s,%[3]s,16:00:00,JOBEND,1,4",
			"60 600 4 3600 1 ug; 60 600 4 57600 0 ug; completed 1, other 1"},
		{"helios", plain, "job_id,user,gpu_num,state,submit_time,start_time,end_time,queue,vc\n" +
			"1,u,4,COMPLETED,%[1]s,%[2]s,%[3]s,60,p\n1,u,0,FAILED,%[1]s,%[2]s,%[3]s,60,p",
			"60 600 4 -1 1 qu; completed 1, no_size 1, no_limit 1"},
		{"acme", zones, "job_id,user,gpu_num,type,state,submit_time,start_time,end_time,queue\n" +
			"1,u,4,p,COMPLETED,%[1]s,%[2]s,%[3]s,60\n1,u,8,p,CANCELLED,%[1]s,,%[3]s,60",
			"60 600 4 -1 1 qu; 660 -1 8 -1 5 qu; completed 1, never_started 1, no_limit 2"},
	} {
		o := utc()
		var p Preset
		p, o.Columns = FindPreset(c.preset)
		o.BySubmit, o.EachRow = !o.Columns.Has("eligible"), true
		l, _, jobs, _ := imported(t, fmt.Sprintf(c.table, c.times...), NewCSV, o)
		got := ""
		for _, j := range jobs {
			got += fmt.Sprintf("%v %v %v %v %v ", j.Wait, j.Run, j.Procs(), j.ReqTime, j.Status)
			for i, n := range []int64{j.Queue, j.User, j.Group} {
				if n > 0 {
					got += "qug"[i : i+1]
				}
			}
			got += "; "
		}
		if got += l.summary(); got != c.want {
			t.Errorf("%s: %s\nwant %s", p.Name, got, c.want)
		}
		tried[p.Name] = true
	}
	if len(tried) != len(Presets) {
		t.Errorf("%d presets, tried were %v", len(Presets), tried)
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
	denver, err := time.LoadLocation("America/Denver")
	if err != nil {
		t.Fatal(err)
	}
	o.Zone.Location = denver
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
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
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
		o.Zone = Zone{berlin, "Europe/Berlin"}
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
		"2025-10-26T02:30":            1761438600,
		"2025-10-26T02:30+01:00":      1761442200,
	} {
		if got, err := (Zone{Location: berlin}).ParseTime(text); got != want || err != nil {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if at, err := (Zone{Location: berlin}).ParseTime("never"); err == nil {
		t.Errorf("never is %v", at)
	}
}
