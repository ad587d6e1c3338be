package accounting

import (
	"fmt"
	"strings"
	"testing"
)

// qstatText is what qstat -f -t prints, with long values that go on.
const qstatText = `Job Id: 2.srv
    Job_Name = waits
    Job_Owner = ann@login
    job_state = Q
    queue = batch
    ctime = Sun Sep 13 12:28:20 2020
    qtime = Sun Sep 13 12:28:20 2020
    etime = Sun Sep 13 12:28:30 2020
    Hold_Types = n
    Resource_List.nodes = 2:ppn=4
    Resource_List.walltime = 01:00:00
    Variable_List = PBS_O_HOME=/home/ann,
	PBS_O_LANG=C,
	X=job_state = R

Job Id: 3.srv
    job_state = H
    queue = batch
    ctime = Sun Sep 13 12:28:40 2020
    Hold_Types = u
    Resource_List.ncpus = 4
Job Id: 4.srv
    job_state = H
    queue = batch
    ctime = Sun Sep 13 12:28:40 2020
    depend = afterok:2.srv@srv
    Hold_Types = s
    Resource_List.ncpus = 4
Job Id: 5.srv
    job_state = W
    queue = batch
    ctime = Sun Sep 13 12:28:40 2020
    Execution_Time = Mon Sep 14 12:28:40 2020
    Resource_List.ncpus = 4
Job Id: 1.srv
    job_state = R
    queue = batch
    ctime = Sun Sep 13 12:26:40 2020
Job Id: 6.srv
    job_state = Q
    queue = batch
    ctime = Sun Sep 13 12:28:40 2020
Job Id: 7.srv
    job_state = Q
    queue = batch
    ctime = Sun Sep 13 12:26:40 2020
    Resource_List.ncpus = 8
Job Id: 8[].srv
    job_state = Q
    queue = batch
    ctime = Sun Sep 13 12:28:40 2020
    Resource_List.ncpus = 8
`

// qstatJSON has job 2 of the text, as PBS Professional writes it.
const qstatJSON = `{"timestamp":1600000500,"pbs_version":"19.0.0","Jobs":{"2.srv":{"Job_Name":"waits",
"Job_Owner":"ann@login","job_state":"Q","queue":"batch","ctime":"Sun Sep 13 12:28:20 2020","Priority":0,
"qtime":"Sun Sep 13 12:28:20 2020","etime":"Sun Sep 13 12:28:30 2020","Hold_Types":"n",
"Resource_List":{"ncpus":8,"select":"2:ncpus=4","walltime":"01:00:00"},"Variable_List":{"X":"a\njob_state = R"}}}}`

func withQstat(t *testing.T, records, listing string) string {
	t.Helper()
	o := utc()
	var err error
	if o.Waiting, err = ReadQstat(strings.NewReader(listing), Options{File: "qstat.txt"}); err != nil {
		t.Fatal(err)
	}
	l, h, jobs, _ := imported(t, pbsText(records), NewPBS, o)
	got := ""
	for _, j := range jobs {
		got += fmt.Sprintln(j.Submit+l.origin-1.6e9, j.Wait, j.Run, j.Procs(), j.ReqTime, j.Status)
	}
	for _, b := range h.Blocked() {
		got += fmt.Sprintln(b)
	}
	unknown, _ := h.Value("SnapshotWaiting")
	return got + l.summary() + fmt.Sprint(" ", l.Now-1.6e9, unknown)
}

// TestQstat: jobs that wait by qstat are in the log, with what they wait for. Of a
// job that has started the records say more.
func TestQstat(t *testing.T) {
	const records = "Q 2 100 queue=batch\nS 1 50 %keys start=50\nS 7 60 %keys start=60\nE 7 70 %keys start=60 end=70"
	const want = `0 50 -1 8 36000 -1
0 60 10 8 36000 1
110 -1 -1 8 3600 -1
-1 120 4 -1 2 3.srv Hold_Types u
-1 120 4 -1 2 4.srv depend
-1 120 4 -1 2 5.srv Execution_Time
`
	got := withQstat(t, records, qstatText)
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s, want\n%s", got, want)
	}
	const counts = "running 1, pending 1, ineligible 3, no_size 1, duplicate 1"
	if !strings.Contains(got, "kind_listed 3") || !strings.Contains(got, counts) || strings.Contains(got, "unknown") {
		t.Error(got)
	}
	const one = "110 -1 -1 8 3600 -1\n"
	if got := withQstat(t, records, qstatJSON); !strings.Contains(got, one) || !strings.HasSuffix(got, " 110") {
		t.Error(got)
	}
	if got := withQstat(t, records, ""); !strings.HasSuffix(got, " 100") {
		t.Error(got)
	}
}

// TestQstatErrors has inputs that are not the output of qstat -f.
func TestQstatErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Job id  Name\n":   "qstat.txt:1: not the output of qstat -f, which begins with Job Id: or {",
		`{"Jobs": [1]}`:    "qstat.txt: not the output of qstat -f -F json: json: ",
		`{"Jobs": {"1": {`: "qstat.txt: not the output of qstat -f -F json: unexpected EOF",
	} {
		_, err := ReadQstat(strings.NewReader(text), Options{File: "qstat.txt"})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	listing, err := ReadQstat(strings.NewReader("Job Id: 1\n    job_state = Q\n    ctime = soon\n"), Options{File: "q"})
	if err != nil {
		t.Fatal(err)
	}
	o := utc()
	o.Waiting = listing
	src, err := NewPBS(strings.NewReader(pbsText("Q 2 9 queue=q")), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Import(src, o); err == nil || !strings.HasPrefix(err.Error(), `q:1: column ctime: "soon" is not a date`) {
		t.Error(err)
	}
}
