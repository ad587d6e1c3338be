package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/swf"
)

// accountingSample returns a file of the samples of package accounting.
func accountingSample(tb testing.TB, name string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join(testdata, "../../../swf/accounting/testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

const sacctHeader = "JobID|JobIDRaw|Submit|Eligible|Start|End|ElapsedRaw|State|ReqCPUS|AllocCPUS|TimelimitRaw\n"

// sacctRow is a job that waited for 10 s and ran for 60, with some of its
// fields changed.
func sacctRow(changes ...string) string {
	fields := strings.Split("7|7|1700000000|1700000000|1700000010|1700000070|60|COMPLETED|4|4|10", "|")
	names := strings.Split(strings.TrimSpace(sacctHeader), "|")
	for _, c := range changes {
		name, value, _ := strings.Cut(c, "=")
		fields[slices.Index(names, name)] = value
	}
	return strings.Join(fields, "|") + "\n"
}

// TestImportRefused imports other files than accounting records: the sentence
// names what the file is.
func TestImportRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	sample := accountingSample(t, "sacct-sample.txt")
	_, rest, _ := strings.Cut(sample, "\n")
	for _, c := range []struct{ kind, text, want string }{
		{"sacct", "", "stdin: the file is empty"},
		{"sacct", rest, "stdin: this is sacct's output without a header line: run sacct without -n"},
		{"sacct", "sacct: error: slurm_persist_conn_open: failed to open\n",
			"stdin: this is a message of sacct, not its output"},
		{"sacct", "JobID           State      \n------------ ---------- \n1            COMPLETED \n",
			"columns of fixed width, which cut longer values: run sacct with -P"},
		{"sacct", "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n",
			"output of squeue or bjobs"},
		{"sacct", "; Version: 2.2\n", "this is a log in SWF already"},
		{"sacct", "{\n  \"jobs\": []\n}\n", "stdin: this is JSON, YAML or XML: of Slurm, give import sacct what " +
			"sacct -P prints"},
		{"sacct", sacctHeader + sacctRow("Submit=00:39:24"),
			`stdin:2: column Submit: "00:39:24" is not a time such as 2025-01-31T12:00:00`},
		{"sacct", strings.Replace(sacctHeader, "Eligible", "Reason", 1) + sacctRow(),
			"no column for eligible (Eligible, or use --wait submit); the header line has jobid, "},
		{"sacct", sacctHeader + sacctRow("ReqCPUS=0", "AllocCPUS=0"),
			"none of the 1 records is a job to keep: no_size 1, no_limit 0"},
		{"pbs", "what is this\n", `stdin:1: "what is this" is no record of PBS or Torque, which have the form ` +
			`MM/DD/YYYY HH:MM:SS;KIND;ID;`},
		{"csv", "PAR1\x15\x04", "this is Parquet: import csv --help has the line of DuckDB"},
		{"csv", "a,\"b\n1,2\n", "stdin:1: a quoted cell has no end within 100 lines and 1 MB"},
		{"csv", "submit,eligible,start,end,size\n-1,0,0,0,1\n",
			"no_submission 1; first no_submission: stdin:2: job without ID"},
		{"csv", "submit,eligible,start,end,size\nnan,,,,1\n",
			"none of the 1 records is a job to keep: no_submission 1"},
		{"csv", "; Version: 2.2\n1 0 5 10\n", "stdin: this is a log in SWF already"},
		{"csv", "\xff\xfea\x00\n\x00", "stdin: the text is UTF-16, convert it to UTF-8 first"},
		{"csv", "a\x00\n\x00", "stdin: the text is UTF-16, convert it to UTF-8 first"},
		{"sacct", "JobId=7 UserId=a(1) Name=x\n",
			"this is a record of jobcomp or scontrol: give import sacct what sacct -P prints"},
		{"csv", "JobId=7 JobName=x\n   UserId=a(1)\n", "this is a record of jobcomp or scontrol"},
		{"pbs", `"JOB_FINISH" "10.1" 1714557900 71 1000 ` + "\n",
			"this is a record of LSF: make a table with a header line of all"},
		{"csv", `"JOB_NEW" "9.12" 1714557900 71 1000 ` + "\n", "this is a record of LSF"},
		{"sacct", "JOBID|PARTITION|ST|SUBMIT_TIME\n", "this is output of squeue or bjobs, without jobs that ended"},
		{"pbs", "Job ID                    Name             User\n",
			"this is output of qstat, with few jobs that ended"},
		{"csv", "Job Id: 12.server\n    Job_Name = x\n", "this is output of qstat"},
		{"pbs", "<Data><Job>\n", "this is JSON, YAML or XML"},
		{"csv", "09/13/2020 12:31:00;Q;1.s;queue=q\n",
			"this is a record of PBS or Torque: give the file to import pbs"},
		{"sacct", "# Version: 6.2u5\nall.q:n1:g\n", "this is a comment, as in records of Grid Engine: make a table"},
		{"sacct", "all.q:n1:g:u:job:7:sge:0:16:17:18:0:0:100\n", "this is a record of Grid Engine: make a table"},
		{"sacct", strings.ReplaceAll(sample, "\n", "\r"), "stdin: the lines end in CR, convert their ends to LF first"},
		{"csv", "a,b,End\n1,2,3\n", `no column for submit (submit), eligible (eligible, or use --wait submit), start ` +
			`(start), size (size); the header line has a, b, end`},
	} {
		args := []string{"import", c.kind, "-", "--out", "log.swf", "--extra", "extra.csv"}
		if c.kind == "csv" {
			args = append(args, "--map", "submit=submit,eligible=eligible,start=start,end=end,size=size")
		}
		o := callWith(t.Context(), strings.NewReader(c.text), io.Discard, args...)
		o.wantRefused(t, exitFailed, strings.TrimSuffix(c.want, ", no_limit 0"))
	}
	for _, c := range []struct{ text, want string }{
		{"a b\nc\n", `map.txt:2: "c" is not of the form REGEXP NAME`},
		{"a b c\n", `map.txt:1: "a b c" is not of the form REGEXP NAME`},
		{"\n([a-z] b\n", `map.txt:2: "([a-z]" is not a regular expression: missing closing )`},
	} {
		writeFile(t, "map.txt", c.text)
		callWith(t.Context(), strings.NewReader(sample), io.Discard, "import", "sacct", "-", "--out", "log.swf",
			"--queue-map", "map.txt").
			wantRefused(t, exitFailed, c.want)
		os.Remove("map.txt")
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"sacct", "a.txt", "--queues", "partition,user"},
			`unknown part of a queue "user"; known are partition, qos, account, reservation`},
		{[]string{"sacct", "a.txt", "--time-zone", "Berlin"}, `unknown time zone "Berlin"`},
		{[]string{"sacct", "a.txt", "--now", "soon"}, `--now: "soon" is not a time such as`},
		{[]string{"sacct", "a.txt", "--out", "./a.txt"}, "a.txt and --out ./a.txt are the same file: choose another"},
		{[]string{"sacct", "a.txt", "--out", "b", "--extra", "b"}, "b and --extra b are the same file: choose another"},
		{[]string{"sacct", "a.txt", "--out", "./o.swf", "--extra", "o.swf"},
			"./o.swf and --extra o.swf are the same file: choose another"},
		{[]string{"sacct", "a.txt", "--out", "b", "--queue-map", "sub/../b"},
			"b and --queue-map sub/../b are the same file: choose another"},
		{[]string{"sacct", "a.txt", "--plans", "b", "--extra", "./b"},
			"b and --extra ./b are the same file: choose another"},
		{[]string{"csv", "a.csv", "--max-procs", "-1"}, "--max-procs -1 is negative"},
		{[]string{"csv", "a.csv", "--origin", "zero"}, `--origin: "zero" is not a time such as`},
		{[]string{"csv", "a.csv", "--map", "submit=a:x"},
			`"submit=a:x" is not of the form ROLE=COLUMN or ROLE=COLUMN:FORMAT`},
		{[]string{"csv", "a.csv", "--preset", "pm200"},
			`unknown preset "pm200"; did you mean pm100? known are none, eagle, nlr, in2p3, `},
	} {
		call(append([]string{"import"}, c.args...)...).wantRefused(t, exitUsage, c.want)
	}
	wantSame(t, "after imports that failed", filesOf(t, "."), map[string]string{})
}

// TestImportBadRows finds each mistake by line and column, or counts it.
func TestImportBadRows(t *testing.T) {
	t.Chdir(t.TempDir())
	bad := []struct{ row, want string }{
		{sacctRow("ReqCPUS=four"), `column ReqCPUS: "four" is not an integer from 0 to 4294967296`},
		{sacctRow("AllocCPUS=1.5"), `column AllocCPUS: "1.5" is not an integer from 0 to 4294967296`},
		{sacctRow("JobID=7_[4-1]", "State=PENDING", "Start=Unknown", "End=Unknown"),
			`column JobID: "4-1" is not a list of up to 4000001 tasks such as 1-4,9`},
		{"8|8|17000", "3 fields, but the header line has 11"},
	}
	text := sacctHeader
	for i, b := range bad {
		in := sacctHeader + sacctRow() + b.row
		o := callWith(t.Context(), strings.NewReader(in), io.Discard, "import", "sacct", "-", "--out", "log.swf")
		o.wantRefused(t, exitFailed, "stdin:3: "+b.want)
		text += sacctRow("JobID="+fmt.Sprint(100+i), "JobIDRaw="+fmt.Sprint(100+i)) + b.row
	}
	wantSame(t, "after imports that failed", filesOf(t, "."), map[string]string{})
	o := callWith(t.Context(), strings.NewReader(text), io.Discard, "import", "sacct", "-", "--lenient", "--format",
		"csv")
	if o.code != exitDone || strings.Count(o.out, "\n   ") != len(bad) ||
		!strings.Contains(o.err, fmt.Sprintf("bad,%d,", len(bad))) {
		t.Errorf("%+v", o)
	}
	o = callWith(t.Context(), strings.NewReader(text), io.Discard, "import", "sacct", "-", "--lenient")
	if !strings.Contains(o.err, "bad: stdin:3: column ReqCPUS") || strings.Count(o.err, "bad: ") != len(bad) {
		t.Errorf("message %q", o.err)
	}
}

// TestImportFlags: queues of several parts, sizes, numbers for names, packed
// files, standard input.
func TestImportFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	sample := accountingSample(t, "sacct-sample.txt")
	writeFile(t, "jobs.txt", sample)
	writeFile(t, "jobs.txt.gz", gzipped(t, sample))
	writeFile(t, "map.txt", "hor brief\n\n^mai$ wrong\n^main$\tmost\n. last\n")
	want := succeed(t, "import", "sacct", "jobs.txt", "--time-zone", "UTC", "--quiet").out
	for _, name := range []string{"a.swf", "a.swf.gz", "a.swf.zst"} {
		succeed(t, "import", "sacct", "jobs.txt.gz", "--time-zone", "UTC", "--out", name)
		f, err := swf.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f.Text())
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	for _, c := range []struct {
		args string
		want []string
	}{
		{"--queues qos,partition,reservation", []string{"; Queue: 1 normal/main/none\n", "; Partition: 2 short\n"}},
		{"--queue-map map.txt", []string{"; Queue: 1 most\n; Queue: 2 brief\n; Partition: 1 main\n" +
			"; Partition: 2 short\n", "queue_renamed 61"}},
		{"--wait submit --size nodes --max-procs 1", []string{"; MaxProcs: 1\n", " counted in nodes\n",
			"count from submission"}},
		{"--now 1795400000", []string{"; SnapshotTime: 1795400000\n", "runaway 1, requeued_try"}},
	} {
		o := succeed(t, append([]string{"import", "sacct", "jobs.txt", "--time-zone", "UTC"},
			strings.Fields(c.args)...)...)
		for _, w := range c.want {
			if !strings.Contains(o.out, w) {
				t.Errorf("%s: no %q in\n%s", c.args, w, o.out)
			}
		}
	}
}

// TestImportPreset: waits of a data set without times of eligibility count from
// submission, and --map overrides its columns.
func TestImportPreset(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "jobs.csv", accountingSample(t, "eagle.csv"))
	args := []string{"import", "csv", "jobs.csv", "--time-zone", "UTC", "--preset"}
	want := succeed(t, append(args, "eagle", "--wait", "submit", "--map", "size=nodes_req")...).out
	o := succeed(t, append(args, "eagle", "--map", "size=nodes_req")...)
	if o.out != want || !strings.Contains(want, " 630   2970   -1     -1    -1    1   3600 ") ||
		!strings.Contains(want, "counted in column nodes_req\n") {
		t.Errorf("%s\nwith --wait submit\n%s", o.out, want)
	}
	if !strings.Contains(o.err, "\nwaits count from submission; ") ||
		!strings.Contains(o.err, "\nthe data set has no times of eligibility\n") {
		t.Errorf("message %q", o.err)
	}
	call(append(args, "eagle", "--wait", "eligible")...).wantRefused(t, exitFailed,
		"no column for eligible (or use --wait submit); the header line has job_id, ")
	call(append(args, "pm100")...).wantRefused(t, exitFailed,
		"no column for eligible (eligible_time, or use --wait submit), limit (time_limit), size (num_cores_req or "+
			"num_cpus_req), user (user_id), state (job_state); these are the columns of --preset eagle")
}

// TestImportOutlook: the last line of the report says whether a verdict is
// possible, or from when on.
func TestImportOutlook(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		jobs         int
		origin, want string
	}{
		{1, "2020-01-01", "no verdict yet: the busiest queue has 1 of 1000 jobs"},
		{500, "2020-01-01", "no verdict yet: the busiest queue has 500 of 1000 jobs; at its rate, from about 10 Jan " +
			"2020 on"},
		{1000, "2020-01-01", "a verdict is possible on 1 of 2 queues, with 1000 jobs or more; 8.99 d of the busiest " +
			"are scored, from 2 Jan 2020 on"},
		{500, "none", "no verdict yet: the busiest queue has 500 of 1000 jobs; at its rate, from about second 8"},
		{1000, "none", "a verdict is possible on 1 of 2 queues, with 1000 jobs or more; 8.99 d of the busiest are " +
			"scored, from second 86400 on"},
	} {
		text := "submit,start,end,size,queue\n0,0,1,1,b\n100,,,1,b\n"
		for i := range c.jobs {
			text += fmt.Sprintf("%d,%d,%d,4,a\n", i*864, i*864+10, i*864+20)
		}
		writeFile(t, "jobs.csv", text)
		o := succeed(t, "import", "csv", "jobs.csv", "--map", "submit=submit,start=start,end=end,size=size,queue=queue",
			"--wait", "submit",
			"--origin", c.origin, "--time-zone", "UTC", "--format", "markdown")
		lines := strings.Split(strings.TrimSpace(o.err), "\n")
		if last := lines[len(lines)-1]; !strings.HasPrefix(last, "- "+c.want) || c.jobs == 1 && last != "- "+c.want {
			t.Errorf("%d jobs from %s: %s, want %s", c.jobs, c.origin, last, c.want)
		}
		if undated := !strings.Contains(o.out, "UnixStartTime"); undated != (c.origin == "none") ||
			undated != strings.Contains(o.err, "the log has no dates") {
			t.Errorf("%s\n%s", o.out[:300], o.err)
		}
	}
}

// TestImportRoundTrip replays a log as it is and as it comes back from sacct's
// text made of it: the same scores.
func TestImportRoundTrip(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	logs := map[string]string{"seed1": logOf(t, 1)}
	if realLogs != "" {
		logs["SDSC-Par-1996-3.1-cln"] = realLog(t, "SDSC-Par-1996-3.1-cln")
	}
	for name, path := range logs {
		dir := t.TempDir()
		fromFirstJob(t, path, filepath.Join(dir, name+".swf"))
		path = filepath.Join(dir, name+".swf")
		text, header := asSacct(t, path)
		jobs := writeFile(t, filepath.Join(dir, "jobs.txt"), text)
		back := filepath.Join(dir, name+".swf.zst")
		number := func(directive string) string { n, _ := header.Int(directive); return fmt.Sprint(n) }
		zone, _ := header.Value("TimeZoneString")
		succeed(t, "import", "sacct", jobs, "--out", back, "--max-procs", number("MaxProcs"), "--time-zone", zone,
			"--quiet")
		var scores [2][]string
		for i, log := range []string{path, back} {
			run := filepath.Join(dir, fmt.Sprint(i))
			replayed(t, run, append([]string{log, "--methods", "paper,historical,smith+cal,downey"}, quick...)...)
			lines := strings.SplitAfter(readFile(t, run, "scores.csv"), "\n")
			slices.Sort(lines) // queues come by their numbers, which are others
			scores[i] = lines
		}
		if len(scores[0]) < 10 || len(scores[0]) != len(scores[1]) {
			t.Fatalf("%s: %d lines of scores, and %d after the round trip", name, len(scores[0]), len(scores[1]))
		}
		for i, line := range scores[0] {
			if line != scores[1][i] {
				t.Errorf("scores\n%swant\n%s", scores[1][i], line)
			}
		}
	}
}

// fromFirstJob writes a log whose time 0 is the first submission of another, and
// whose jobs without a run time were cancelled, as they are in sacct's text.
func fromFirstJob(t *testing.T, from, to string) {
	f, err := swf.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, _ := io.ReadAll(f.Text()) // the replay of it finds errors
	text, job := string(data), `(?m)^ *\d+ +\d+`
	first, _ := strconv.Atoi(strings.Fields(regexp.MustCompile(job).FindString(text))[1])
	for pattern, shift := range map[string]int{job: -first, `UnixStartTime: \d+`: first} {
		text = regexp.MustCompile(pattern).ReplaceAllStringFunc(text, func(found string) string {
			words := strings.Fields(found)
			n, _ := strconv.Atoi(words[1])
			return fmt.Sprint(words[0], " ", n+shift)
		})
	}
	never := regexp.MustCompile(`(?m)^(\d(?:\S* +){3}(?:0|-1) +(?:\S+ +){6})\S+`)
	writeFile(t, to, never.ReplaceAllString(text, "${1}5"))
}

// asSacct writes a log as sacct would its jobs.
func asSacct(t *testing.T, path string) (string, *swf.Header) {
	t.Helper()
	f, err := swf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var text strings.Builder
	text.WriteString("JobID|Submit|Eligible|Start|End|ElapsedRaw|State|Partition|User|Timelimit|ReqCPUS|AllocCPUS|JobName\n")
	origin, name := int64(0), func(n int64) string {
		if n < 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	for j, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		if j.Wait < 0 {
			continue // of no known start, which a replay leaves out
		}
		origin, _ = f.Header().Int("UnixStartTime")
		submit := origin + int64(j.Submit)
		start := submit + int64(j.Wait)
		end, state, limit := start+int64(j.Run), "COMPLETED", "UNLIMITED"
		begin := fmt.Sprint(start)
		if j.Run <= 0 {
			begin, end, state = "None", start, "CANCELLED by 7"
		}
		queue := ""
		if j.Queue >= 0 {
			queue = f.Header().QueueName(j.Queue)
		}
		if s := int64(j.ReqTime); s > 0 {
			limit = fmt.Sprintf("%d-%02d:%02d:%02d", s/86400, s/3600%24, s/60%60, s%60)
		}
		fmt.Fprintf(&text, "%d|%d|%d|%s|%d|%d|%s|%s|%s|%s|%d|%d|%s\n", j.ID, submit, submit, begin, end,
			max(0, int64(j.Run)), state,
			queue, name(j.User), limit, max(0, j.Procs()), max(0, j.Procs()), name(j.Executable))
	}
	return text.String(), f.Header()
}

// TestImportPlans scores planned starts: the first plan made in the first
// minute of a job, and no later one.
func TestImportPlans(t *testing.T) {
	drawsMuch(t)
	t.Chdir(t.TempDir())
	jobs, table, plans := sacctHeader, "job,at,start,end,size,plan\n", ""
	for i := range 100 {
		id, at := 100+i, 1700000000+1000*i
		start := at + 90 - 50*(i%4/3)
		jobs += sacctRow(fmt.Sprint("JobID=", id), fmt.Sprint("JobIDRaw=", id), fmt.Sprint("Submit=", at),
			fmt.Sprint("Eligible=", at), fmt.Sprint("Start=", start),
			fmt.Sprint("End=", start+50))
		planned := ""
		switch i % 4 {
		case 0, 1: // planned 30 s too late, in time; what is planned later does not count
			plans += fmt.Sprintf("%d|%d|%d\n%d|%d|%d\n", id, at+60*(i%4), start+30, id, at+61, start)
			planned = fmt.Sprint(start + 30)
		case 2: // made too late
			plans += fmt.Sprintf("%d|%d|%d\n", id, at+61, start)
		case 3: // made while the job did not wait
			plans += fmt.Sprintf("%d|%d|N/A\n%d|%d|%d\n%d|%d|%d\n", id, at, id, at-1, start, id, start+1, start+9)
		}
		table += fmt.Sprintf("%d,%d,%d,%d,4,%s\n", id, at, start, start+50, planned)
	}
	writeFile(t, "jobs.txt", jobs)
	writeFile(t, "jobs.csv", table)
	writeFile(t, "plans.txt", plans)
	succeed(t, "import", "sacct", "jobs.txt", "--plans", "plans.txt", "--out", "log.swf")
	succeed(t, "import", "csv", "jobs.csv", "--map", "submit=at,eligible=at,start=start,end=end,size=size,plan=plan",
		"--out", "table.swf")
	for _, log := range []string{"log.swf", "table.swf"} {
		replayed(t, "run", append([]string{log, "--methods", "bmbp,scheduler,scheduler+cal", "--force"}, quick...)...)
		got := succeed(t, "cat", "run/scores.arrow", "--columns", "method,scored,pointed,mae_s").out
		if want := "method,scored,pointed,mae_s\nbmbp,90,,\nscheduler,90,44,30\nscheduler+cal,90,44,30\n"; !strings.HasPrefix(got, want) {
			t.Errorf("%s: scores\n%swant\n%s", log, got, want)
		}
	}
	call("replay", logOf(t, 1), "--methods", "scheduler", "--out", "none").wantRefused(t, exitFailed,
		"no starts that its scheduler planned")
	writeFile(t, "plans.txt", "7 1 2\n")
	call("import", "sacct", "jobs.txt", "--plans", "plans.txt").wantRefused(t, exitFailed,
		"plans.txt:1: not of the form number|made|start")
}

// TestImportFiles imports folders and several files: one log, in the order of
// names. A file that is read is not written.
func TestImportFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	days := strings.SplitAfter(accountingSample(t, "pbs.txt"), "\n")
	for name, text := range map[string]string{
		"all.txt": strings.Join(days, ""), "acc/0131": strings.Join(days[:2], ""), "acc/0201": "",
		"acc/0202.gz": gzipped(t, strings.Join(days[2:], "")), "acc/.lock": "x", "empty/.x": "", "nothing": "",
		"apr.csv": "submit,start,end,size\n1700000000,1700000010,1700000060,4\n",
		"feb.csv": "submit,start,end,size\n1600000000,1600000010,1600000060,4\n",
	} {
		os.MkdirAll(filepath.Dir(name), 0o777)
		writeFile(t, name, text)
	}
	want := succeed(t, "import", "pbs", "all.txt", "--time-zone", "UTC").out
	for _, args := range []string{"acc", "nothing acc/0131 nothing acc/0202.gz nothing", "acc/../acc"} {
		o := succeed(t, append([]string{"import", "pbs", "--time-zone", "UTC"}, strings.Fields(args)...)...)
		if o.out != want || !strings.Contains(o.err, " more\n") {
			t.Errorf("%s: %s\nwant\n%s", args, o.out, want)
		}
	}
	o := callWith(t.Context(), strings.NewReader(days[0]+days[1]), io.Discard, "import", "pbs", "-", "acc/0202.gz",
		"--time-zone", "UTC")
	if o.code != exitDone || o.out != want || !strings.HasPrefix(o.err, "10 records of stdin and 1 more\n") {
		t.Errorf("%+v", o)
	}
	columns := "submit=submit,start=start,end=end,size=size"
	o = succeed(t, "import", "csv", "apr.csv", "feb.csv", "--wait", "submit", "--map", columns, "--time-zone", "UTC")
	if !strings.Contains(o.out, "; UnixStartTime: 1600000000\n") || !strings.Contains(o.out, "; MaxJobs: 2\n") {
		t.Errorf("%s", o.out)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"pbs acc missing", exitFailed, "missing: no such file or directory"},
		{"pbs .", exitFailed, "acc: this is a directory, not a log"},
		{"pbs empty", exitFailed, "empty: the folder has no files"},
		{"pbs nothing nothing", exitFailed, "nothing: the file is empty"},
		{"pbs acc --out acc/0131", exitUsage, "acc/0131 and --out acc/0131 are the same file"},
		{"pbs acc/0202.gz acc/0131", exitFailed,
			"acc/0131: the file begins before the one before it: give each file once, in the order of time"},
		{"pbs acc apr.csv", exitFailed, `apr.csv:1: "submit,start,end,size" is no record of PBS or Torque`},
	} {
		call(append([]string{"import"}, strings.Fields(c.args)...)...).wantRefused(t, c.code, c.want)
	}
}
