package accounting

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

const pbsOpenAndEnded = "S 1 600 %keys start=600\n%s 1 1000\nE 2 2000 %keys start=700 end=2000 Exit_status=0"

// pbsText returns records as PBS writes them. A line is a kind, an ID, the time
// of the record, and keys; %keys are most of those of S and E. Times of
// up to five digits count from second 1600000000.
func pbsText(records string) string {
	records = strings.ReplaceAll(records, "%keys", "user=u group=g queue=q ctime=0 qtime=0 etime=0 "+
		"exec_host=n1/0*8 Resource_List.ncpus=8 Resource_List.walltime=10:00:00")
	records = regexp.MustCompile(`\b([cqe]time|start|end)=(\d{1,5})\b`).ReplaceAllStringFunc(records,
		func(found string) string {
			key, n, _ := strings.Cut(found, "=")
			if key == "start" && n == "0" {
				return found // of a job that never started
			}
			return fmt.Sprintf("%s=16000%05s", key, n)
		})
	text := ""
	for line := range strings.SplitSeq(strings.TrimSpace(records), "\n") {
		words := append(strings.SplitN(strings.TrimSpace(line), " ", 4), "")
		var at int64
		fmt.Sscan(words[2], &at)
		date := time.Unix(1600000000+at, 0).UTC().Format(pbsDate)
		text += strings.Join([]string{date, words[0], words[1] + ".srv", words[3]}, ";") + "\n"
	}
	return text
}

// pbsLog returns the jobs of records, with ID, start of the wait, wait, run, and
// status, and the counts.
func pbsLog(t *testing.T, text string) string { return pbsLogIn(t, text, time.UTC) }

func pbsLogIn(t *testing.T, text string, zone *time.Location) string {
	t.Helper()
	o := utc()
	o.Zone.Location = zone
	l, _, jobs, extra := imported(t, text, NewPBS, o)
	got := ""
	for i, j := range jobs {
		id := strings.TrimSuffix(extra[i][1], ".srv")
		got += fmt.Sprintf("%s: %v %v %v %v; ", id, j.Submit+l.origin-1.6e9, j.Wait, j.Run, j.Status)
	}
	return got + regexp.MustCompile(", no_limit [0-9]+").ReplaceAllString(l.summary(), "")
}

// TestPBSKinds has a record of each kind while job 1 runs.
func TestPBSKinds(t *testing.T) {
	for kind := range pbsKinds {
		want := "1: 0 600 -1 -1; 2: 0 700 1300 1; completed 1, kind_" + kind + " 1, running 1"
		switch kind {
		case "A", "M":
			want = "1: 0 600 400 5; 2: 0 700 1300 1; cancelled 1, completed 1, kind_S 1"
		case "R", "C":
			want = "1: 0 600 400 0; 2: 0 700 1300 1; 1: 1000 -1 -1 -1; completed 1, requeued 1, pending 1, " +
				"requeued_try 1"
		case "S": // once more, at the date of the record
			want = "1: 0 600 400 0; 2: 0 700 1300 1; 1: 1000 0 -1 -1; completed 1, requeued 1, running 1, " +
				"requeued_try 1"
		case "E":
			want = "1: 0 600 400 1; 2: 0 700 1300 1; completed 2, kind_S 1"
		}
		if got := pbsLog(t, pbsText(strings.Replace(pbsOpenAndEnded, "%s", kind, 1))); got != want {
			t.Errorf("%s: %s\nwant %s", kind, got, want)
		}
	}
}

// TestPBSTries follows jobs through their records. A wait begins with the job or
// where its try before ended.
func TestPBSTries(t *testing.T) {
	for _, c := range []struct{ records, want string }{
		{"S 1 600 %keys start=600\nR 1 1000\nS 1 1100 %keys start=1100\nE 1 2000 %keys start=1100 end=2000",
			"1: 0 600 400 0; 1: 1000 100 900 1; completed 1, requeued 1, kind_R 1, kind_S 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nR 1 900\nR 1 1000\nQ 1 1001 queue=q\nS 1 1100 %keys start=1100\n" +
			"S 1 1500 %keys start=1500\nE 1 2000 %keys start=1500 end=2000",
			"1: 0 600 400 0; 1: 1000 100 400 0; 1: 1500 0 500 1; completed 1, requeued 2, kind_Q 1, kind_R 2, kind_S " +
				"1, requeued_try 2"},
		{"S 1 600 %keys start=600\nR 1 1000\nE 1 2000 %keys start=600 end=2000", // the rerun failed
			"1: 0 600 1400 1; completed 1, kind_R 1, kind_S 1"},
		{"S 1 600 %keys start=600\nR 1 1000\nE 1 2000 %keys start=1100 end=2000", // without the second S
			"1: 0 600 400 0; 1: 1000 100 900 1; completed 1, requeued 1, kind_R 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nE 1 2000 %keys start=1100 end=2000",
			"1: 0 600 500 0; 1: 1100 0 900 1; completed 1, requeued 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nE 1 2000 %keys start=630 end=2000", "1: 0 630 1370 1; completed 1, kind_S 1"},
		{"R 1 1000\nS 1 1100 %keys start=1100\nE 1 2000 %keys start=1100 end=2000", // without the first S
			"1: 1000 100 900 1; completed 1, kind_R 1, kind_S 1"},
		{"R 1 1000 %keys start=600 end=1000\nE 1 2000 %keys start=1100 end=2000", // which the R of OpenPBS replaces
			"1: 0 600 400 0; 1: 1000 100 900 1; completed 1, requeued 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nC 1 1000\nT 1 1100\nE 1 2000 %keys start=600 end=2000",
			"1: 0 600 400 0; 1: 1000 100 900 1; completed 1, requeued 1, kind_C 1, kind_T 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nC 1 1000 Checkpointed and held\nT 1 1100",
			"1: 0 600 400 0; 1: 1000 100 -1 -1; requeued 1, kind_C 1, running 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nC 1 1000 Checkpointed", "1: 0 600 -1 -1; kind_C 1, running 1"},
		{"S 1 600 %keys start=600\nR 1 1000\nD 1 1100",
			"1: 0 600 400 0; 1: 1000 100 -1 5; requeued 1, kind_R 1, never_started 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nR 1 1000\nE 1 1100 %keys start=0 end=1100 Exit_status=271",
			"1: 0 600 400 0; 1: 1000 100 -1 5; requeued 1, kind_R 1, never_started 1, requeued_try 1"},
		{"S 1 600 %keys start=600\nD 1 1000 requestor=u@h\nE 1 1010 %keys start=600 end=1010 Exit_status=271",
			"1: 0 600 410 0; failed 1, kind_D 1, kind_S 1"},
		{"Q 1 0 %keys\nD 1 1000", "1: 0 1000 -1 5; kind_Q 1, never_started 1"},
		{"Q 1 0 %keys\nR 1 500\nS 1 600 %keys start=600\nE 1 1000 %keys start=600 end=1000", // the first start failed
			"1: 0 600 400 1; completed 1, kind_Q 1, kind_R 1, kind_S 1"},
		{"Q 1 0 ctime=0 etime=0 queue=route Resource_List.select=2:ncpus=4\nQ 1 5 queue=q\n" +
			"a 1 9 Resource_List.walltime=UNSET\nQ 2 100 queue=q\nA 3 100 no such job",
			"1: 0 -1 -1 -1; kind_A 1, kind_Q 1, kind_a 1, pending 1, no_size 1"},
		{"Q 5[] 0 %keys\nS 5[] 9 %keys start=9\nS 5[1] 9 %keys start=9\nE 5[1] 20 %keys start=9 end=20\n" +
			"E 5[] 30 %keys start=0 end=30",
			"5[1]: 0 9 11 1; completed 1, array_parent 3, kind_S 1"},
		// Times are the dates of Q, S and E where keys are missing.
		{"Q 1 100 queue=q\nS 1 104 Resource_List.nodes=2:ppn=20\nE 1 1904 Resource_List.nodes=2:ppn=20",
			"1: 100 4 1800 1; completed 1, kind_Q 1, kind_S 1"},
		// The records of a file that is read twice, and of an older one.
		{"S 1 600 %keys start=600\nR 1 1000\nS 1 1100 %keys start=1100\nS 1 600 %keys start=600\nR 1 1000\n" +
			"S 1 1100 %keys start=1100\n" +
			"E 1 2000 %keys start=1100 end=2000\nE 1 2000 %keys start=1100 end=2000\nS 1 600 %keys start=600\nR 1 1000",
			"1: 0 600 400 0; 1: 1000 100 900 1; completed 1, requeued 1, kind_E 1, kind_R 2, kind_S 3, duplicate 2, " +
				"requeued_try 1"},
		{"S 1 600 %keys start=600\nR 1 1000\nS 1 1100 %keys start=1100\nS 1 600 %keys start=600\nR 1 1000",
			"1: 0 600 400 0; 1: 1000 100 -1 -1; requeued 1, kind_R 2, kind_S 1, running 1, requeued_try 1"},
		// Another job has the ID of one that ended, ran or waited.
		{"Q 1 0 ctime=0 Resource_List.ncpus=1\nS 2 600 %keys start=600\nE 3 700 %keys start=600 end=700\n" +
			"S 1 90100 ctime=90000 start=90100 exec_host=n/0\nS 2 90100 ctime=90000 start=90100 exec_host=n/0\n" +
			"S 3 90100 ctime=90000 start=90100 exec_host=n/0",
			"3: 0 600 100 1; 1: 90000 100 -1 -1; 2: 90000 100 -1 -1; 3: 90000 100 -1 -1; completed 1, kind_Q 1, " +
				"kind_S 1, running 3"},
	} {
		if got := pbsLog(t, pbsText(c.records)); got != c.want {
			t.Errorf("%s\n%s\nwant %s", c.records, got, c.want)
		}
	}
}

// TestPBSZones: dates in another zone than is said do no harm to jobs whose
// records have times.
func TestPBSZones(t *testing.T) {
	text := pbsText("S 1 600 %keys start=600\nR 1 1000\nS 1 1100 %keys start=1100\nE 1 2000 %keys start=1100 end=2000\n" +
		"S 2 600 %keys start=600\nA 2 1000\nQ 3 0 %keys\nD 3 1000\nS 4 600 %keys start=600\nC 4 1000\nT 4 1100\n" +
		"A 4 1200\nS 5 600 %keys start=600\nR 5 1000\nM 5 1100")
	want := pbsLog(t, text)
	for _, hours := range []int{-5, 5} {
		if got := pbsLogIn(t, text, time.FixedZone("", hours*3600)); got != want {
			t.Errorf("%d h: %s\nwant %s", hours, got, want)
		}
	}
}

// TestPBSSizes has the allocated and the requested processors of jobs.
func TestPBSSizes(t *testing.T) {
	for keys, want := range map[string]string{
		// PBS Professional and OpenPBS.
		"exec_host=n1/0*8 R.ncpus=8": "8 8",
		"exec_host=n1/0*6+n3/2*8 exec_vnode=(n1:ncpus=4:mem=1gb+n2:ncpus=2)+(n3:ncpus=8) R.ncpus=14 " +
			"R.select=1:ncpus=6+1:ncpus=8": "14 14",
		"exec_host=n1/0*8 exec_vnode=(12:ncpus=2:ngpus=1) R.select=1:ncpus=2:mpiprocs=8:ompthreads=4:ngpus=1": "2 2",
		"exec_host=n1/0 exec_vnode=(n1:mem=4194304kb) R.select=1:mem=4gb R.ncpus=1":                           "1 1",
		"exec_host=n1/0*0 R.select=ncpus=48":                                                                  "48 48",
		"R.select=2:ncpus=8:mpiprocs=8+1:ncpus=1+3:mem=1gb":                                                   "-1 20",
		"R.select=host=n1+2": "-1 3",
		"exec_host=n1/0*4+n2/0*4 exec_vnode=(n1:ncpus=4)+(n2:ncpus=4) R.place=scatter:excl R.select=2:ncpus=4 " +
			"resource_assigned.ncpus=72": "72 72",
		"exec_host=n1/0*4 exec_vnode=(n1:ncpus=4) R.place=exclhost R.select=1:ncpus=2":                        "4 4",
		"exec_host=n1/0*4 exec_vnode=(n1:ncpus=4) R.place=free R.select=1:ncpus=4 resource_assigned.ncpus=36": "4 4",
		// Torque.
		"exec_host=n1/0-3+n2/0-3+n3/0-7 R.ncpus=1 R.nodes=2:ppn=4+1:ppn=8:gpus=1": "16 16",
		"exec_host=n1/0+n1/1+n2/0,2-4 R.nodes=2:ppn=2":                            "6 4",
		"exec_host=n1/0 R.nodes=2:big:ppn=14#excl R.ncpus=1":                      "28 28",
		"exec_host=host/0*0 R.ncpus=48":                                           "48 48",
		"exec_host=n1/0 R.nodes=1 R.procs=16":                                     "16 16",
		"R.nodes=node1+node2":                                                     "-1 2",
		"R.nodes=4":                                                               "-1 4",
		"R.nodes=node1:ppn=4+node2:ppn=8":                                         "-1 12",
		"exec_host=n1/0-3":                                                        "4 4",
		// Cray: exec_host is a login node.
		"exec_host=login/5 R.mppwidth=96 R.ncpus=1":       "96 96",
		"exec_host=login/0-63 R.mppwidth=16 R.mppdepth=2": "32 32",
		"exec_host=login/5 R.mppwidth=16 R.mppdepth=0":    "16 16",
		"exec_host=login/0 R.size=2400":                   "2400 2400",
		"exec_host=n1/0*4 R.size=100mb R.ncpus=4 R.mem=1": "4 4",
	} {
		keys = strings.ReplaceAll(keys, "R.", "Resource_List.")
		_, _, jobs, _ := imported(t, pbsText("E 1 9 ctime=0 start=5 end=9 "+keys), NewPBS, utc())
		if got := fmt.Sprint(jobs[0].Alloc, jobs[0].ReqProcs); got != want {
			t.Errorf("%s: %s, want %s", keys, got, want)
		}
	}
}

// TestPBSBad has records that cannot be read, or whose times are missing. A
// record that is alone on a line is not lost.
func TestPBSBad(t *testing.T) {
	good := pbsText("E 2 2000 %keys start=700 end=2000 Exit_status=0")
	line := pbsText("E 1 1000 ctime=0 qtime=0 etime=0 start=600 exec_host=n1/0*8 Resource_List.ncpus=8 end=1000 " +
		"Exit_status=0")
	kind := func(to string) string { return strings.Replace(line, ";E;", ";"+to+";", 1) }
	for _, c := range []struct{ records, want string }{
		{line[:len(line)-1] + good, "another record begins in the middle"},
		{line[:100] + good, "another record begins in the middle"},
		{line[:24] + good, "another record begins in the middle"}, // in the ID
		{line[:8] + good, "another record begins in the middle"},
		{line[:100] + good[60:], "the key qtime comes twice"},
		{line[:len(line)-1] + " end=1600003000\n", "the key end comes twice"},
		{line[:120] + "\n", "the key end is missing: the record was cut off"},
		{line[:20] + "\n", `"09/13/2020 12:43:20;" is no record of PBS or Torque, which have the form`},
		{kind("zz"), `"zz" is no kind of record`}, {kind(""), `"" is no kind of record`},
		{kind("G"), `"G" is no kind of record`}, {kind("09/13/2020"), `"09/13/2020" is no kind of record`},
		{strings.Replace(line, "09/13/2020", "13/09/2020", 1),
			`"13/09/2020 12:43:20;E;1.srv;ctime=160..." is no record of PBS or Torque, which have the form`},
		{strings.Replace(line, "1.srv", " ", 1),
			`"09/13/2020 12:43:20;E; ;ctime=1600000..." is no record of PBS or Torque`},
		{strings.Replace(line, "n1/0*8", "n1/0*x", 1), `key exec_host: "n1/0*x" is not a list of hosts`},
	} {
		src, _ := NewPBS(strings.NewReader(good+"\r\n"+c.records), utc())
		if _, err := Import(src, utc()); err == nil || !strings.HasPrefix(err.Error(), "in:3: "+c.want) {
			t.Errorf("%s%v, want %s", c.records, err, c.want)
		}
		o := utc()
		o.Lenient = true
		l, _, jobs, _ := imported(t, good+c.records, NewPBS, o)
		if len(jobs) != 1 || jobs[0].Run != 1300 || l.counts[badRecord] != 1 {
			t.Errorf("%s%+v, %s", c.records, jobs, l.summary())
		}
	}
}

// TestPBSOdd has records without times, of which none stops an import.
func TestPBSOdd(t *testing.T) {
	good := pbsText("E 2 2000 %keys start=700 end=2000 Exit_status=0")
	for record, want := range map[string]string{
		"E 1 1000 ctime=0": "first state_contradicts_times: in:2: job 1.srv: the key " +
			"start is missing, and no record S",
		"E 1 1000 ctime=0 exec_host=n/0 end=1000": "first state_contradicts_times: in:2: job 1.srv: the key " +
			"start is missing",
		"E 1 1000 ctime=0 start=soon end=1000": "first state_contradicts_times: in:2: job 1.srv: the key " +
			"start is missing",
		"E 1 1000": "first no_submission: in:2: job 1.srv: the key ctime is " +
			"missing, and no record Q",
		"E 1 1000 queue=q start=600 end=1000": "first no_submission: in:2: job 1.srv: the key ctime is " +
			"missing, and no record Q",
		"E 1 1000 ctime=0 start=900 end=600 exec_host=n": "first times_backwards: in:2: job 1.srv: the end is 5 min " +
			"before",
	} {
		l, _, jobs, _ := imported(t, good+pbsText(record), NewPBS, utc())
		if len(jobs) != 1 || jobs[0].Run != 1300 || len(l.Odd) != 1 || !strings.HasPrefix(l.Odd[0], want) {
			t.Errorf("%s: %+v, %q, want %s", record, jobs, l.Odd, want)
		}
	}
}

// TestPBSWords has names with signs that separate values or records.
func TestPBSWords(t *testing.T) {
	for text, want := range map[string]string{
		"jobname=a b=c; d;e queue=q":                            "a|q",
		"jobname=x;01/02/2020 queue=q":                          "x;01/02/2020|q",
		`account="my start=7 end=8 work" jobname=n queue=q`:     "n|q",
		`resources_used.x='{"n": "queue=z"}' jobname=n queue=q`: "n|q",
		"jobname='n queue=q":                                    "'n|q",
		"jobname=a  b\tqueue=q ":                                "a  b|q",
		"jobname= queue=q":                                      "|q",
		"Resource_Request_2.0=-L tasks=1:lprocs=2 -L tasks=3:lprocs=1 jobname=n queue=q": "n|q",
	} {
		l, _, _, _ := imported(t, pbsText("E 1 9 "+text+" ctime=0 start=5 end=9 exec_host=n/0"), NewPBS, utc())
		if r := l.records[0]; r.name+"|"+r.partition != want {
			t.Errorf("%s: %s|%s, want %s", text, r.name, r.partition, want)
		}
	}
}

// TestPBSWaiting: the header says where the log cannot have jobs that wait.
func TestPBSWaiting(t *testing.T) {
	for keys, want := range map[string]string{"": "unknown", " Resource_List.ncpus=1": ""} {
		_, h, _, _ := imported(t, pbsText("Q 2 9 queue=q"+keys+"\nE 1 9 ctime=0 start=5 end=9 exec_host=n/0"), NewPBS,
			utc())
		if got, _ := h.Value("SnapshotWaiting"); got != want {
			t.Errorf("Q with%s: %q, want %q", keys, got, want)
		}
	}
}
