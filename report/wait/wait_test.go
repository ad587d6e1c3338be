package wait

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/swf"
	"waitbench/traces/synth"
)

// header is that of the logs below. Second 0 is 2001-01-01 08:00 UTC.
const header = `; UnixStartTime: 978336000
; TimeZoneString: UTC
; MaxProcs: 64
; Queue: 1 day
; Queue: 2 night
; Queue: 3 idle
`

// job is a line of a log, of user 1 and program 1. A wait of -1 is not known.
func job(id, submit, wait, procs, queue int) string {
	run := 50
	if wait < 0 {
		run = -1
	}
	return fmt.Sprintf("%d %d %d %d %d -1 -1 %[5]d 600 -1 1 1 1 1 %d 1 -1 -1\n", id, submit, wait, run, procs, queue)
}

// logOf is a log of jobs 1 to n in queue day, one every so many seconds, of 2
// and of 20 processors in turn.
func logOf(n, every int, wait func(i int) int) string {
	text := header
	for i := 1; i <= n; i++ {
		text += job(i, every*i, wait(i), 2+18*(i%2), 1)
	}
	return text
}

// inSteps are the waits 1 s, 2 s, ... 100 s, in no order.
func inSteps(i int) int { return 1 + 37*i%100 }

// steps has a job in queue day every 200 s, the 100 jobs wait in steps, and 30
// jobs in queue night, that wait 7 s.
func steps() string {
	text := logOf(100, 200, inSteps)
	for i := 1; i <= 30; i++ {
		text += job(1000+i, 20001+i, 7, 2, 2)
	}
	return text
}

// snapshotTime is the line of a header for a time of the log.
func snapshotTime(at int) string { return fmt.Sprintf("; SnapshotTime: %d\n", 978336000+at) }

// floods is steps with jobs that wait at its end, 20300 s: two of queue day
// since 50 s and 0 s, one of queue night since 100 s and one of queue idle, in
// which no job has started.
func floods() string {
	return snapshotTime(20300) + steps() + job(2001, 20200, -1, 2, 2) +
		job(2002, 20250, -1, 20, 1) + job(2003, 20250, -1, 2, 3) + job(2004, 20300, -1, 2, 1)
}

// generated is the text of a generated log.
func generated(t *testing.T, days int, seed uint64) string {
	t.Helper()
	cfg := synth.Default()
	cfg.Days, cfg.Seed = days, seed
	text, err := synth.Text(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// by returns the settings of wait by methods, which refit for every job. No job
// is left out of the scores.
func by(methods string, quantiles ...string) run.Settings {
	s := run.Defaults()
	s.Methods, s.Quantiles, s.Train, s.Epoch = strings.Split(methods, ","), quantiles, replay.Train{}, 0
	if quantiles == nil {
		s.Quantiles = []string{"0.95", "0.5"}
	}
	return s
}

// loaded reads a log.
func loaded(t testing.TB, text string, s run.Settings) *Log {
	t.Helper()
	plan, err := run.NewPlan("replay", s, replay.Engine{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	f, err := swf.OpenReader(strings.NewReader(text), "steps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	log, err := Load(plan, "steps", f)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// kept is loaded with the series of all sizes of a queue.
func kept(t *testing.T, text, queue string, s run.Settings) *Log {
	t.Helper()
	log := loaded(t, text, s)
	log.Keep(queue, replay.AllRanges)
	return log
}

// ask answers a question.
func ask(t *testing.T, log *Log, q Question) *Reply {
	t.Helper()
	r, err := log.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// anyJob is a job of which nothing is known.
var anyJob = replay.Job{Procs: -1, Estimate: -1, User: -1, Executable: -1}

// shown is each answer in a line: the job that waits, queue, range, processors,
// method, trusted, bounds, shares.
func shown(r *Reply) (lines []string) {
	for i := range r.Answers {
		a := &r.Answers[i]
		line := fmt.Sprintf("%s %s %d %s %s", a.Series.Queue, a.Series.Range, a.Job.Procs,
			cmp.Or(a.Method, "-"), map[bool]string{true: "trusted", false: "open"}[a.Trusted()])
		if r.waits() {
			line = fmt.Sprintf("%s since %v: %s", a.JobName(), a.Age, line)
		}
		for _, x := range slices.Concat(a.Bounds, a.Shares) {
			line += " " + strconv.FormatFloat(x, 'g', 4, 64)
		}
		lines = append(lines, line)
	}
	return lines
}
