package main

import (
	"context"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waitbench/swf"
	"waitbench/swf/accounting"
	"waitbench/swf/swftest"
)

// queued is a job as squeue shows it, times in seconds since 1970.
type queued struct {
	state, queue         string
	procs                int64
	eligible, start, end float64
}

// squeue returns the jobs that Slurm still knows, the tasks of arrays one by
// one, by number, and moment of submission: a try of a requeued job is a job.
func squeue(s *slurm) map[string]queued {
	jobs := map[string]queued{}
	for line := range strings.Lines(s.Run("env", "SLURM_TIME_FORMAT=%s", "squeue", "-h", "-r", "-t", "all", "-O",
		"JobID:|,JobArrayID:|,SubmitTime:|,State:|,Partition:|,NumCPUs:|,EligibleTime:|,StartTime:|,EndTime:")) {
		f := strings.Split(strings.TrimSpace(line), "|")
		number := func(text string) float64 {
			if x, err := strconv.ParseFloat(text, 64); err == nil {
				return x
			}
			return math.NaN()
		}
		job := queued{f[3], f[4], int64(number(f[5])), number(f[6]), number(f[7]), number(f[8])}
		if job.state == "PENDING" {
			jobs[f[1]+" "+f[2]] = job // tasks that wait share a number
		} else {
			jobs[f[0]+" "+f[2]] = job
		}
	}
	return jobs
}

// imported is what import makes of records.
type imported struct {
	log    string            // without the note that tells how names were written
	jobs   map[string]logged // by number and moment of submission, as those of squeue
	counts map[string]int    // what became of the records
}

// logged is a job of a log.
type logged struct {
	swf.Job
	queue string
	since float64  // field 2, in seconds since 1970
	plan  float64  // the wait that was planned
	row   []string // of --extra
}

func importSacct(t *testing.T, records string, args ...string) imported {
	t.Helper()
	extra := filepath.Join(t.TempDir(), "extra.csv")
	o := callWith(context.Background(), strings.NewReader(records), io.Discard,
		append([]string{"import", "sacct", "-", "--extra", extra, "--format", "csv"}, args...)...)
	if o.code != exitDone {
		t.Fatalf("%q: exit code %d: %s", o.args, o.code, o.err)
	}
	file, err := os.Open(extra)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := imported{regexp.MustCompile(`(?m)^; Note: records.*\n`).ReplaceAllString(o.out, ""), map[string]logged{},
		map[string]int{}}
	r := swf.NewReader(strings.NewReader(o.out), "log")
	for job, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		row := rows[job.ID]
		key := row[2] + " " + row[3]
		if row[7] == "PENDING" {
			key = row[1] + " " + row[3]
		}
		if old, twice := got.jobs[key]; twice {
			t.Errorf("job %s is in the log twice: %v %v", key, old.row, row)
		}
		origin, _ := r.Header().Int("UnixStartTime")
		got.jobs[key] = logged{job, r.Header().QueueName(job.Queue), float64(origin) + job.Submit,
			r.Header().PlannedWait(job.ID), row}
	}
	for _, m := range regexp.MustCompile(`(?m)^(\w+),(\d+),`).FindAllStringSubmatch(o.err, -1) {
		got.counts[m[1]], _ = strconv.Atoi(m[2])
	}
	return got
}

// compare holds a job of the log against squeue's, to the second.
func (q queued) compare(t *testing.T, key string, job logged) {
	t.Helper()
	wait, run := q.start-q.eligible, max(1, q.end-q.start)
	switch q.state {
	case "PENDING":
		wait, run = -1, -1
	case "RUNNING":
		run = -1
	case "REQUEUED": // squeue was asked before
		run = max(1, job.Run)
	case "NEVER":
		run = -1
	}
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1 && (x < 0) == (y < 0) }
	queue, _, _ := strings.Cut(q.queue, ",")
	if !near(job.since, q.eligible) || !near(job.Wait, wait) || !near(job.Run, run) || job.Procs() != q.procs ||
		job.queue != queue {
		t.Errorf("job %s: %+v in the log, %+v by squeue", key, job, q)
	}
}

// TestSlurm submits jobs of all kinds to a Slurm that it starts. It compares
// the import of sacct's text with the submissions and with squeue. With -update
// it writes the records into swf/accounting/testdata.
func TestSlurm(t *testing.T) {
	t.Parallel()
	s := startSlurm(t)
	s.Submit("fill", "-n4", "-t5", "--wrap", "sleep 5")
	array := s.Submit("array", "-t2", "--array=1-5%2", "--wrap", "sleep 1")
	after := s.Submit("after", "-t2", "--dependency=afterok:"+array, "--wrap", "true")
	again := s.Submit("again", "-t3", "--requeue", "--wrap", `[ -n "$SLURM_RESTART_COUNT" ] || sleep 60`)
	never := s.Submit("never", "-t2", "-n2", "--wrap", "true")
	s.Run("scancel", never) // too early for Slurm's database to have heard of it
	killed := s.Submit("killed", "-t2", "--wrap", "sleep 60")
	s.Submit("failed", "-p", "short", "--wrap", "exit 3")
	held := s.Submit("held", "-t2", "-H", "--wrap", "true")
	s.Submit("later", "-t2", "--begin=now+8", "--wrap", "true")
	s.Submit("a|b", "-t2", "-n3", "-p", "short,main", "--wrap", "sleep 1")
	s.Submit("two\nlines", "-t2", "--wrap", "true")
	large := s.Submit("large", "-t2", "-n5", "--wrap", "true")
	s.Await(again, "RUNNING")
	first := squeue(s)
	s.Run("scontrol", "requeue", again)
	s.Await(killed, "RUNNING")
	s.Run("scancel", killed)
	released := float64(time.Now().Unix())
	s.Run("scontrol", "release", held)
	s.Until("all have ended", func() bool { return s.Run("squeue", "-h", "-o", "%i") == large })

	busy := s.Submit("busy", "-n3", "-t5", "--wrap", "sleep 300")
	s.Await(busy, "RUNNING")
	s.Submit("waits", "-n2", "-t5", "--array=1-3", "--wrap", "true")
	anywhere := s.Submit("anywhere", "-n4", "-p", "main,short", "--wrap", "true")
	s.Submit("heldlast", "-H", "--wrap", "true")
	s.Submit("afterlast", "--dependency=afterok:"+busy, "--wrap", "true")
	text := func() string { return s.Run("bash", "-c", accounting.Command+",Cluster,Group,JobName") + "\n" }
	s.Until("the records have all jobs", func() bool { return strings.Contains(text(), "anywhere") })
	plans := filepath.Join(s.Dir, "plans.txt")
	s.Until("a start is planned", func() bool {
		s.Run("bash", "-c", `SLURM_TIME_FORMAT=%s squeue -h -t PD -o "%A|$(date +%s)|%S" > plans.txt`) // as in import's help
		made, err := os.ReadFile(plans)
		return err == nil && regexp.MustCompile(`(?m)^`+anywhere+`\|\d+\|\d+$`).Match(made)
	})
	records := text()
	now := strconv.FormatInt(time.Now().Unix(), 10)
	if *swftest.Update {
		if err := os.WriteFile(filepath.Join(testdata, "../../../swf/accounting/testdata/session.txt"), []byte(records),
			0o666); err != nil {
			t.Fatal(err)
		}
	}

	got := importSacct(t, records, "--now", now, "--max-procs", "4", "--plans", plans)
	for what, n := range map[string]int{
		"completed": 12, "failed": 1, "cancelled": 1, "requeued": 1, "never_started": 1, "running": 1, "pending": 4,
		"cannot_start": 1, "requeued_try": 1, "multi_partition_pending": 1, "planned": 1,
	} {
		if got.counts[what] != n {
			t.Errorf("%d %s, %d were submitted\n%s", got.counts[what], what, n, records)
		}
	}

	want := squeue(s)
	for key, q := range first {
		if strings.HasPrefix(key, again+" ") {
			q.state = "REQUEUED"
			want[key] = q
		}
	}
	byID := map[string]logged{}
	var waits []float64 // of the queue main
	for key, q := range want {
		id, _, _ := strings.Cut(key, " ")
		if id == never {
			q.state = "NEVER" // squeue says that it started as it ended
		}
		job, in := got.jobs[key]
		if could := !math.IsNaN(q.eligible) && id != large; in != could {
			t.Errorf("job %s: in the log is %t, want %t: %+v", key, in, could, q)
		} else if in {
			q.compare(t, key, job)
			if job.queue == "main" && job.Wait >= 0 && id != never {
				waits = append(waits, job.Wait)
			}
		}
		if id == anywhere && !(math.Abs(job.plan-(q.start-q.eligible)) <= 60) { // Slurm plans by the minute
			t.Errorf("job %s: planned to wait %g s by the log, %+v by squeue", key, job.plan, q)
		}
		byID[id] = job
		delete(got.jobs, key)
	}
	for key, job := range got.jobs {
		t.Errorf("job %s is none of squeue's: %+v", key, job)
	}

	// What needs no squeue: the test itself released the one, and saw for whom
	// the other had to wait.
	tasks := 0.0
	for key, q := range want {
		if id, _, _ := strings.Cut(key, " "); id == array {
			tasks = q.end // the last task has the array's number
		}
	}
	for id, since := range map[string]float64{held: released, after: tasks} {
		if job := byID[id]; job.since < since-2 || job.since > since+10 { // the scheduler may be late
			t.Errorf("job %s could start at %g by the log, at %g in truth: %v", id, job.since, since, job.row)
		}
	}
	askWhileQueued(t, s, got.log, waits)
}

// askWhileQueued asks wait of jobs while one of 3 processors runs and others
// wait for more than the one that is free, and submits them.
func askWhileQueued(t *testing.T, s *slurm, log string, waits []float64) {
	t.Helper()
	ask := func(column, procs string, args ...string) float64 {
		t.Helper()
		o := callWith(context.Background(), strings.NewReader(log), io.Discard,
			append([]string{"wait", "-", "--queue", "main", "--procs", procs, "--estimate", "2m", "--epoch", "0", "--format",
				"csv"}, args...)...)
		rows, err := csv.NewReader(strings.NewReader(o.out)).ReadAll()
		if o.code != exitDone || err != nil || len(rows) != 2 || !slices.Contains(rows[0], column) {
			t.Fatalf("%q: exit code %d, %v: %s%s", o.args, o.code, err, o.out, o.err)
		}
		x, err := strconv.ParseFloat(rows[1][slices.Index(rows[0], column)], 64)
		if err != nil {
			t.Fatalf("%q: %v: %s", o.args, err, o.out)
		}
		return x
	}
	one, four := ask("forecast_s", "1", "--methods", "smith"), ask("forecast_s", "4", "--methods", "smith")
	fits, all := s.Submit("fits", "-t2", "--wrap", "true"), s.Submit("all", "-t2", "-n4", "--wrap", "true")
	s.Await(fits, "COMPLETED")
	s.Await(all, "PENDING")
	if one != 0 || !(four > 0) {
		t.Errorf("a job of 1 processor starts after %g s by wait, one of 4 after %g s; in truth at once, and not yet", one,
			four)
	}
	bound, within := ask("bound_0.5_s", "1", "--methods", "bmbp", "--quantiles", "0.5", "--confidence", "0.8"), 0
	for _, wait := range waits {
		if wait <= bound {
			within++
		}
	}
	if within < len(waits)/2 || bound != max(60, slices.Min(waits)) && !slices.Contains(waits, bound) { // a minute at least
		t.Errorf("half of the jobs start within %g s by wait; waits were %g", bound, waits)
	}
}
