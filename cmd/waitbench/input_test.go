package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/swf"
)

// packedLog is logText(lines(70)) as packed by Python's bz2 (libbzip2), in base64.
const packedLog = "QlpoOTFBWSZTWWITfXkAB1rfgEAQQAJ/+AgALgA6Y9ZAQALztSaWlVOGp6CZoqkAANHoQabSTRCoAAAAxoyYAAgxMagSIqe0npKabSAAAv64qpJH1FSVKuQAABAAACAAAEAAAIAAAQAA" +
	"AgfaqkkKqAgSAaSSG0gEcQdOIOeIzOZ7X04i7gpJ1DRznAQkkpE9ZJkZSUIjo5wASkolVF3ck3Fu7i7gyxIDIkAy7iGoYh7DMwJTEFmEEGXJhpuhdq1SuzSpouprsdVX1I9pWGjtXVWA" +
	"x57jhARAojCALOn5cyeABIDkMBMSAbN2LTDTRphpoYkAzTRbS2qarAksiQGJmNlMc3LnkS4unV3JGNxxQiJdRR3ckjtIYpJa9PdTVZ2uNnBjFzE52jFYrqIELdCSGCQDAXWBICEkMSAz" +
	"UpIrfVCQE7kxvrOp7iUab7dDT1kqOnoW4JvHQ1Sq5rvDnQLIvvMgwwXlVUEsVLeaQdYM/XchjxsYAsII0UdXJeczrw7zmyeafne6qkltoacEQrk5EeCNDdDpzIp1cVKksvPLVUku9rVM" +
	"4staJWN2913O82Md7vtzIhmIMHCp8zejcnW8ZZreWCmww3mlO+STkg+NynlxVnK1dcc4AIta0VKF7sbYsazNRGuxJg1KMyR5m9661q95ozN7vUYVcLfE9avfN8uERDU4jY2e2+5O9NKQ" +
	"zuZhk4eMy9V9ruCHjDJtPkjk9ZEOeQJ+I8eXJHt6sf4zePb0dvH9n09dMnuRDQcGyxh8v8XckU4UJBiE315A"

func zstandard(t *testing.T, text string) string {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(z.EncodeAll([]byte(text), nil))
}

func recordOf(t *testing.T, dir string) (r run.TraceRecord, text string) {
	t.Helper()
	text = readFile(t, dir, "run.json")
	var run run.Record
	if err := json.Unmarshal([]byte(text), &run); err != nil || len(run.Traces) != 1 {
		t.Fatalf("run.json of %d traces, error %v", len(run.Traces), err)
	}
	return run.Traces[0], text
}

// TestWaysIn gives one log as a file and on standard input, plain and packed.
func TestWaysIn(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	text := logText(lines(70))
	packed, err := base64.StdEncoding.DecodeString(packedLog)
	if err != nil {
		t.Fatal(err)
	}
	run := func(in, log string) (scores, predictions string) {
		dir := filepath.Join(t.TempDir(), "run")
		args := append([]string{"replay", log, "--out", dir}, quick...)
		if o := callWith(t.Context(), strings.NewReader(in), io.Discard, args...); o.code != exitDone {
			t.Fatalf("%q: %q", o.args, o.err)
		}
		scores = strings.ReplaceAll(readFile(t, dir, "scores.csv"), "stdin", "log")
		predictions = succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--columns", "queue,procs_range,job_id,submit,wait,procs,bound,scored").out
		return scores, predictions
	}
	dir := t.TempDir()
	scores, predictions := run("", writeFile(t, filepath.Join(dir, "log.swf"), text))
	if strings.Count(scores, "\n") != 2 || !strings.Contains(scores, "log,batch,all,bmbp,") || strings.Count(predictions, "\n") != 71 {
		t.Fatalf("scores\n%s\n%d rows", scores, strings.Count(predictions, "\n")-1)
	}
	for _, c := range []struct{ name, data string }{
		{"log.swf.gz", gzipped(t, text)}, {"log.gz", gzipped(t, text[:300]) + gzipped(t, text[300:])}, {"log.txt", string(packed)}, {"log.swf.zst", zstandard(t, text)},
		{"-", text[:len(text)-1]}, {"-", gzipped(t, text)}, {"-", string(packed)}, {"-", zstandard(t, text)},
	} {
		log := c.name
		if log != "-" {
			log = writeFile(t, filepath.Join(dir, "other", log), c.data)
		}
		if s, p := run(c.data, log); s != scores || p != predictions {
			t.Errorf("%.4q as %s: other scores or predictions", c.data, c.name)
		}
	}
}

// TestForeignLog replays a log with CRLF, tabs, fractions, blank lines and a late job, and compares
// with the same log as we write it.
func TestForeignLog(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	jobs := lines(120)
	for i := range jobs {
		f := strings.Fields(jobs[i])
		f[1], f[2] = f[1]+".25", f[2]+".5"
		jobs[i] = strings.Join(f, " ")
	}
	dir := t.TempDir()
	tidy := writeFile(t, filepath.Join(dir, "tidy", "log.swf"), logText(jobs))
	odd := strings.ReplaceAll(strings.ReplaceAll(logText(jobs), " 60 4 ", "\t60  4.0 "), "\n", "\r\n\r\n")
	foreign := writeFile(t, filepath.Join(dir, "foreign", "log.swf"), "\ufeff"+odd)
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	replayed(t, a, append([]string{tidy}, quick...)...)
	replayed(t, b, append([]string{foreign}, quick...)...)
	if readFile(t, a, "scores.csv") != readFile(t, b, "scores.csv") {
		t.Error("other scores")
	}
	cat := func(dir string) string {
		return succeed(t, "cat", filepath.Join(dir, "predictions.arrow"), "--columns", "trace,queue,procs_range,method,job_id,submit,wait,procs,bound,scored").out
	}
	if cat(a) != cat(b) {
		t.Error("other predictions")
	}
	if want := "log,batch,all,bmbp,2,600.25,37.5,4,,false\n"; !strings.Contains(cat(a), want) {
		t.Errorf("no %q in\n%.300s", want, cat(a))
	}
	late := append([]string{}, jobs...)
	late[10], late[11] = jobs[11]+" 19 20", jobs[10]
	c := filepath.Join(dir, "c")
	o := replayed(t, c, append([]string{writeFile(t, filepath.Join(dir, "late", "log.swf"), logText(late))}, loud...)...)
	for _, want := range []string{"log: lines with more than 18 fields, the others ignored: 1\n", "log: lines out of order of submission, sorted: 1\n"} {
		if !strings.Contains(o.err, want) {
			t.Errorf("no %q in %q", want, o.err)
		}
	}
	if r, _ := recordOf(t, c); r.OutOfOrder != 1 || r.Extra != 1 || len(r.Warnings) != 2 || cat(c) != cat(a) {
		t.Errorf("record %+v", r)
	}
}

func TestLenient(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	jobs := lines(120)
	dir := t.TempDir()
	good := writeFile(t, filepath.Join(dir, "good", "log.swf"), logText(jobs))
	jobs = append(append(append([]string{}, jobs[:50]...), "51 O 1 60", "what is this"), jobs[50:]...)
	bad := writeFile(t, filepath.Join(dir, "bad", "log.swf"), logText(jobs))
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	call("replay", bad, "--out", b).wantRefused(t, exitFailed, "log.swf:54: ")
	replayed(t, a, append([]string{good}, quick...)...)
	o := replayed(t, b, append([]string{bad, "--lenient"}, loud...)...)
	if !strings.Contains(o.err, "log: malformed lines, skipped: 2\n") {
		t.Errorf("message %q", o.err)
	}
	r, text := recordOf(t, b)
	if r.Skipped != 2 || r.Read != 120 || !strings.Contains(text, `"lenient": true`) || !strings.Contains(text, `"malformed lines, skipped: 2"`) {
		t.Errorf("run.json:\n%s", text)
	}
	if readFile(t, a, "scores.csv") != readFile(t, b, "scores.csv") {
		t.Error("other scores than without the malformed lines")
	}
	for _, args := range [][]string{{"traces", "info", bad}, {"wait", bad, "--at", "2001-01-02"}} {
		call(args...).wantRefused(t, exitFailed, "log.swf:54: ")
		succeed(t, append(args, "--lenient")...)
	}
}

// TestQueuesAndRanges leaves series out.
func TestQueuesAndRanges(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "run")
	replayed(t, dir, logOf(t, 1), "--methods", "bmbp", "--queues", "low, normal", "--ranges", "1-8,9+", "--quiet", "--min-jobs", "1")
	var series []string
	for _, line := range strings.Split(strings.TrimSpace(readFile(t, dir, "scores.csv")), "\n")[1:] {
		f := strings.Split(line, ",")
		series = append(series, f[1]+" "+f[2])
	}
	if got := strings.Join(series, ", "); got != "normal all, normal 1-8, normal 9+, low all, low 1-8, low 9+" {
		t.Errorf("series %s", got)
	}
	r, text := recordOf(t, dir)
	all, _ := recordOf(t, baseRun(t))
	if len(r.Queues) != 2 || r.OtherQueues == 0 || r.Selected != all.Selected || r.OtherQueues+r.Queues[0].Jobs+r.Queues[1].Jobs != r.Selected ||
		!strings.Contains(text, `"ranges": "1-8,9+"`) {
		t.Errorf("run.json:\n%s", text)
	}
	none := filepath.Join(t.TempDir(), "run")
	replayed(t, none, append([]string{logOf(t, 1)}, quick...)...)
	for name := range filesOf(t, none) {
		if strings.Contains(name, "by-range") {
			t.Errorf("%s in a run without ranges", name)
		}
	}
	if rows := readFile(t, none, "scores.csv"); strings.Count(rows, "\n") != 5 || strings.Count(rows, ",all,") != 4 {
		t.Errorf("scores without ranges:\n%s", rows)
	}
}

// TestSelections compares the counts of every selection with those of the log itself.
func TestSelections(t *testing.T) {
	drawsMuch(t)
	t.Parallel()
	f, err := swf.Open(logOf(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := map[string]int{}
	for job, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		if job.Submit >= 0 && job.Wait >= 0 {
			want["all"]++
			if job.Run > 0 {
				want["started"]++
				if job.Wait > 0 {
					want["paper"]++
				}
			}
		}
	}
	if want["paper"] == 0 || want["paper"] == want["started"] || want["started"] == want["all"] {
		t.Fatalf("the log does not tell the selections apart: %v", want)
	}
	for sel, jobs := range want {
		dir := filepath.Join(t.TempDir(), "run")
		o := replayed(t, dir, append([]string{logOf(t, 1), "--select", sel}, loud...)...)
		r, text := recordOf(t, dir)
		left := 0
		for _, rule := range r.LeftOut {
			left += rule.Jobs
		}
		if r.Selected != jobs || r.Read != jobs+left || !strings.Contains(text, fmt.Sprintf(`"select": %q`, sel)) {
			t.Errorf("--select %s: %d of %d jobs, %d left out, want %d", sel, r.Selected, r.Read, left, jobs)
		}
		if want := fmt.Sprintf("seed1: %s of %s jobs in ", output.Grouped(int64(jobs)), output.Grouped(int64(r.Read))); !strings.Contains(o.err, want) {
			t.Errorf("message %q, want %q", o.err, want)
		}
		info := succeed(t, "traces", "info", logOf(t, 1), "--select", sel).out
		if !strings.Contains(info, fmt.Sprintf("%d replayed (selection %s", jobs, sel)) {
			t.Errorf("traces info --select %s:\n%s", sel, info)
		}
	}
}

func TestGenerateToStandardOutput(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	o := succeed(t, "generate", "--days", "2", "--seed", "1")
	if o.out != readFile(t, logOf(t, 1)) || o.err != "" {
		t.Error("standard output gets another log than a file")
	}
	path := filepath.Join(t.TempDir(), "log.swf.gz")
	succeed(t, "generate", "--days", "2", "--seed", "1", "--out", path)
	packed.WriteString(readFile(t, path))
	f, err := swf.OpenReader(&packed, "log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	jobs, want := 0, len(regexp.MustCompile(`(?m)^ `).FindAllString(o.out, -1))
	for _, err := range f.All() {
		if err != nil {
			t.Fatal(err)
		}
		jobs++
	}
	if jobs != want || jobs < 1000 {
		t.Errorf("%d jobs in the compressed log, want %d", jobs, want)
	}
}

// TestManyQueues: a log of ten times the queues takes about ten times the work, as the processor time
// of the program, and a page of no more than ten times the size. What takes time in proportion to the
// square of the queues, as once for 4,000 of them, takes some forty times the work.
func TestManyQueues(t *testing.T) {
	drawsMuch(t)
	replay := func(queues int) (work time.Duration, page int64) {
		jobs := make([]string, 3*queues)
		for i := range jobs {
			jobs[i] = fmt.Sprintf("%d %d %d 60 4 -1 -1 4 300 -1 1 1 -1 -1 %d -1 -1 -1", i+1, 60*i, i*37%1009, i%queues)
		}
		dir := t.TempDir()
		log := writeFile(t, filepath.Join(dir, "log.swf"), logText(jobs))
		cmd := program(t.Context(), "replay", log, "--methods", "bmbp,lognormal", "--out", filepath.Join(dir, "run"), "--quiet")
		cmd.Env = append(cmd.Env, "GOGC=off") // garbage is collected seldom while little lives
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		info, err := os.Stat(filepath.Join(dir, "run", "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		return cmd.ProcessState.UserTime(), info.Size()
	}
	var seen []string
	for range 2 { // a machine that is busy makes it more by chance, which the square does not need
		few, small := replay(400)
		many, large := replay(4000)
		if large > 10*small {
			t.Errorf("the page has %d bytes with 400 queues and %d with 4,000", small, large)
		}
		if many < 20*few {
			return
		}
		seen = append(seen, fmt.Sprintf("%v and %v", few, many))
	}
	t.Errorf("400 and 4,000 queues take %s", strings.Join(seen, ", "))
}
