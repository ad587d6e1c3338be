package wait

import (
	"fmt"
	"strings"
	"testing"

	"waitbench/replay"
)

// blockedLog has three jobs that wait at second 403600, one of them behind a
// limit, and two whose wait has not begun, in a queue with jobs and in one
// without.
func blockedLog() string {
	late := func(i int) int { return 601 + 37*i%100 }
	blocked := `; CannotStart: 5002 403600 2 600 1 A2 QOSMaxJobsPerUserLimit
; CannotStart: -1 403000 4 600 1 A8 Dependency
; CannotStart: -1 403300 8 600 3 A9 JobHeldUser
; CannotStart: 77 9000 2 600 1 A0 JobHeldUser
`
	return blocked + queued(200, late) + job(5001, 403600, -1, 2, 1) + job(5002, 403600, -1, 2, 1) +
		job(5003, 403600, -1, 2, 1)
}

// TestBlockedJobs: a job that cannot start has its reason and no bound, once
// that is known, and the other answers are as without it.
func TestBlockedJobs(t *testing.T) {
	log := loaded(t, blockedLog(), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r := ask(t, log, Question{Now: 403600, Pending: true})
	plain := loaded(t, strings.ReplaceAll(blockedLog(), "CannotStart", "Other"), by("bmbp"))
	plain.KeepQueues(replay.AllRanges)
	bounds := map[string]float64{} // by job
	for _, a := range ask(t, plain, Question{Now: 403600, Pending: true}).Answers {
		bounds[a.JobName()] = a.Bounds[0]
	}
	got := ""
	for _, a := range r.Answers {
		got += fmt.Sprintln(a.JobName(), a.Series.Queue, a.Job.Procs, a.Age, a.Reason, a.Trusted())
		if want := bounds[a.JobName()]; a.Reason == "" && a.Bounds[0] != want || a.Reason != "" && a.Bounds[0] > 0 {
			t.Errorf("job %s: bound %v, %v without the directives", a.JobName(), a.Bounds[0], want)
		}
	}
	const want = `5000 day 2 600  true
5001 day 2 0  true
5002 day 2 0 QOSMaxJobsPerUserLimit false
5003 day 2 0  true
A8 day 4 600 Dependency false
A9 idle 8 300 JobHeldUser false
`
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	var text strings.Builder
	if err := r.Table().WriteCSV(&text); err != nil || !strings.Contains(text.String(), ",reason,") ||
		!strings.Contains(text.String(), "\n,A8,day,4,600,Dependency,,") {
		t.Errorf("%v: %s", err, &text)
	}
	if got := samples(t, r); !strings.HasSuffix(got, `pending_blocked_jobs{queue="day",reason="Dependency"} 1
pending_blocked_jobs{queue="day",reason="QOSMaxJobsPerUserLimit"} 1
pending_blocked_jobs{queue="idle",reason="JobHeldUser"} 1
`) {
		t.Error(got)
	}
	if note := r.Table().Notes[0]; !strings.HasSuffix(note, ": Dependency 1, JobHeldUser 1, QOSMaxJobsPerUserLimit 1") {
		t.Error(note)
	}
	// It was not known before.
	for _, a := range ask(t, log, Question{Now: 403599.5, Pending: true}).Answers {
		if a.Reason != "" {
			t.Errorf("job %s: %s, which the snapshot says later", a.JobName(), a.Reason)
		}
	}
}

// TestUnknownWaiting: a log that lacks the jobs that wait has no count of them.
func TestUnknownWaiting(t *testing.T) {
	late := func(i int) int { return 601 + 37*i%100 }
	log := loaded(t, "; SnapshotWaiting: unknown\n"+queued(200, late), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r := ask(t, log, Question{Now: 403600, Pending: true})
	if got := samples(t, r); got != "" || len(r.Remarks) != 1 || !strings.Contains(r.Remarks[0], "lacks the jobs") {
		t.Errorf("%q, remarks %q", got, r.Remarks)
	}
	log = loaded(t, queued(200, late), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r = ask(t, log, Question{Now: 403600, Pending: true})
	if got := samples(t, r); !strings.Contains(got, "pending_jobs") || len(r.Remarks) != 0 {
		t.Errorf("%q, remarks %q", got, r.Remarks)
	}
}

// TestBlockedJob asks about one job that cannot start.
func TestBlockedJob(t *testing.T) {
	log := loaded(t, blockedLog(), by("bmbp"))
	log.KeepQueues(replay.AllRanges)
	r := ask(t, log, Question{Now: 403600, ID: "5002"})
	if got := fmt.Sprint(r.Sentences()); got != "[Job 5002 cannot start: QOSMaxJobsPerUserLimit.]" {
		t.Error(got)
	}
	_, err := log.Ask(t.Context(), Question{Now: 403600, ID: "A8"})
	if err == nil || err.Error() != "job A8 cannot start: Dependency" {
		t.Error(err)
	}
}
