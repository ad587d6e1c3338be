package wait

import (
	"slices"
	"strings"
	"testing"

	"waitbench/methods"
	"waitbench/replay"
)

// queued is a log of n jobs, one every 2000 s, and of job 5000, which waits at
// the end of the log since 10 min.
func queued(n int, wait func(i int) int) string {
	since := 2000*n + 3000
	return snapshotTime(since+600) + logOf(n, 2000, wait) + job(5000, since, -1, 2, 1)
}

// TestSentences: what is said of one job, and the remarks. In steps, jobs 60 to
// 100 have a bound. Where waits rise, no bound holds.
func TestSentences(t *testing.T) {
	rising := func(i int) int { return 10 * i }
	late := func(i int) int { return 601 + 37*i%100 }
	later := func(i int) int { return 700 + 10*i }
	at := func(now float64, procs int64, estimate float64, within ...float64) Question {
		q := Question{Now: now, Job: anyJob, Within: within}
		q.Job.Procs, q.Job.Estimate = procs, estimate
		return q
	}
	of5000 := func(now float64) Question { return Question{Now: now, ID: "5000"} }
	const (
		usual   = "95 of 100 such jobs start within 99 s, by Mon 13:40, half of them within a minute"
		held    = " This bound, by bmbp, held for 100.0 % of the last 90 days' jobs of the queue (41)."
		waiting = "Job 5000 of queue day has waited 10 min. "
	)
	rise := func(by string) string {
		return "95 of 100 such jobs start within 17 min, by " + by + ", half of them within 13 min."
	}
	for _, c := range []struct {
		text, processors, methods string
		q                         Question
		want                      string
	}{
		{steps(), "all", "bmbp", at(20290, 2, 600), usual + "." + held},
		{steps(), "all", "bmbp", at(20290, 2, 600, 10, 3600), usual +
			"; starting within 10 s: at least 0.05; starting within 1 h: at least 0.97." + held},
		{steps(), "1-4", "bmbp", at(20290, 2, 600),
			"Half of such jobs start within 63 s, by Mon 13:40. Too little is known to say that of 95 of 100."},
		{steps(), "all", "bmbp", at(11890, 2, 600),
			"The bound by bmbp is 100 s. No job of the queue shows yet how often such bounds hold."},
		{steps(), "all", "smith", at(20290, 2, 600), "Such a job is expected to wait 0 s by smith, " +
			"which does not say how much longer it may be. " +
			"For half of the jobs of the queue so far it was wrong by more than 51 s."},
		{steps(), "all", "bmbp", at(20290, 21, 601), usual + "." + held + " No job of the queue " +
			"requested more than 20 processors. No job of the queue requested more than 10m."},
		{steps(), "all", "bmbp,smith+cal,forest", at(20290, -1, -1), usual + "." + held +
			" Without --procs the answer leaves out forest and smith+cal."},
		{logOf(100, 2000, rising), "all", "bmbp", at(1e7, 2, 600), rise("Fri 02:04") + " None of the last 90 days' " +
			"jobs of the queue shows whether such bounds hold. " +
			"The log ends 113 days earlier, so the answer holds for the end of the log."},
		{logOf(100, 2000, rising), "all", "bmbp", at(202000, 2, 600), rise("Wed 16:24") + " This bound, by bmbp, held " +
			"for 0.0 % of the last 90 days' jobs of the queue (41); up to 41 in a row waited longer. " +
			"Jobs come in floods here: of the last 1,000 only 0.0 % started within such bounds, " +
			"each user and hour counted once. Count on a longer wait. " +
			"Do not rely on it: of all jobs of the queue so far only 0.0 % started within such bounds."},
		{logOf(100, 2000, rising), "all", "bmbp,moving", at(202000, 2, 600), "No method can be relied " +
			"on here: the closest, bmbp, covers only 0.0 % of the waits. " +
			"Use --methods NAME for the answer of one method anyway."},
		{queued(40, late), "all", "bmbp", of5000(83600), waiting + "Its remaining wait has no bound: " +
			"too few waits of the queue are known, or too few longer ones."},
		{queued(59, late), "all", "bmbp", of5000(121600), waiting + "95 of 100 such jobs start within " +
			"100 s from now, by Tue 17:49, half of them within 63 s. " +
			"No job of the last 90 days shows whether such bounds hold."},
		{queued(100, late), "all", "bmbp", of5000(203600), waiting + "95 of 100 such jobs start within " +
			"99 s from now, by Wed 16:35, half of them within a minute. This bound, by bmbp, held for 100.0 % of the 41 jobs " +
			"of the last 90 days that had waited 10 min. These are too few to rely on it."},
		{queued(200, later), "all", "bmbp", of5000(403600), waiting + "95 of 100 such jobs start within " +
			"35 min from now, by Sat 00:42, half of them within 35 min. This bound, by bmbp, held for 0.0 % of the 141 " +
			"jobs of the last 90 days that had waited 10 min. " +
			"Such bounds were too short too often, as while a queue grows: count on a longer wait."},
		{queued(200, later), "all", "bmbp,moving", of5000(403600), waiting + "No method can be relied on " +
			"here: the closest, bmbp, covers only 0.0 % of the waits. " +
			"Use --methods NAME for the answer of one method anyway."},
	} {
		s := by(c.methods)
		s.MinJobs = 50
		log := loaded(t, c.text, s)
		log.Keep("day", c.processors)
		r := ask(t, log, c.q)
		got := strings.Join(slices.Concat(r.Answers[0].Sentences(), r.Remarks), " ")
		if got = strings.Join(strings.Fields(got), " "); got != c.want { // some spaces do not break
			t.Errorf("%s, %+v:\n%s, want\n%s", c.methods, c.q, got, c.want)
		}
	}
}

// TestFacts: what is known of the moment about a new job and about one that
// waits, by hand. At second 20300 of floods, jobs 2002 and 2004 wait in queue
// day, and 2001 in queue night. The last jobs started at 20059 s and 20038 s,
// the last but one of day at 19864 s, and each ran for 50 s.
func TestFacts(t *testing.T) {
	own, free := anyJob, "free: 64 of 64 processors"
	own.User = 1
	busy := steps() + job(2004, 20050, 900, 2, 1) // 31 jobs of 2 processors run
	for _, c := range []struct {
		text string
		q    Question
		want string
	}{
		{floods(), Question{Now: 20300, Job: anyJob}, "Ahead in the queue: 2 jobs with 22 processors; " + free +
			"; last start in the queue: 5.0 min ago."},
		{floods(), Question{Now: 20300, Job: own}, "Ahead in the queue: 2 jobs with 22 processors; " + free +
			"; other jobs of the user that wait: 4; last start in the queue: 5.0 min ago."},
		{floods(), Question{Now: 20300, ID: "2004"}, "Ahead in the queue: 1 job with 20 processors; " + free +
			"; other jobs of the user that wait: 3; last start in the queue: 5.0 min ago."},
		{floods(), Question{Now: 20300, ID: "2002"}, "Ahead in the queue: 0 jobs; " + free +
			"; other jobs of the user that wait: 3; last start in the queue: 5.0 min ago."},
		{busy, Question{Now: 20050, Job: anyJob}, "Ahead in the queue: 1 job with 2 processors; free: 2 of 64 processors; "},
		{snapshotTime(20400) + steps() + job(2004, 20306, -1, 2, 1), Question{Now: 20400, ID: "2004"},
			"Ahead"},
		{snapshotTime(20400) + steps() + job(2004, 20300, -1, 2, 1), Question{Now: 20400, ID: "2004"},
			"Its wait is unusually long: longer than that of 95 of 100 jobs of the queue in the last 90 days."},
	} {
		log := kept(t, c.text, "day", by("bmbp"))
		r := ask(t, log, c.q)
		got := strings.Join(r.Sentences()[len(r.Answers[0].Sentences()):], " ")
		if got = strings.Join(strings.Fields(got), " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
	none := ask(t, kept(t, steps(), "day", by("bmbp")), Question{Now: 20290, Pending: true})
	if f := none.facts(); f != nil || !strings.Contains(said(t, none), `"facts": null`) {
		t.Errorf("of no job %+v", f)
	}
	// After a change point, older waits do not count.
	jump := logOf(200, 200, func(i int) int { return map[bool]int{true: 5, false: 5000}[i <= 150] })
	r := ask(t, kept(t, jump, "day", by("bmbp")), Question{Now: 50000, Job: anyJob})
	if f := r.facts(); f.Since == nil || *f.Since > 30000 {
		t.Errorf("the history counts since %v s ago", *f.Since)
	}
}

// TestUntried asks every method of the program before a job is scored: no
// sentence has the share of the jobs that start within its first bound.
func TestUntried(t *testing.T) {
	t.Parallel()
	text, bounded := generated(t, 1, 1), 0
	all, err := methods.Find([]string{"all"}, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		for _, quantiles := range [][]string{{"0.95"}, {"0.95", "0.5"}} {
			s := by(m.Name, quantiles...)
			s.Train = replay.Train{Jobs: 1000}
			q := Question{Now: 1800, Job: anyJob}
			q.Job.Procs = 4
			r, err := kept(t, text, "normal", s).Ask(t.Context(), q)
			if err != nil {
				continue // too little is known, or the log has no plans
			}
			said := strings.Join(r.Sentences(), " ")
			known := r.Answers[0].Bounds[0] >= 0
			want := "The bound by " + m.Name + " is "
			if known != strings.HasPrefix(said, want) || strings.HasPrefix(said, "95 of 100") {
				t.Errorf("%s, quantiles %v, bounds %v: %s", m.Name, quantiles, r.Answers[0].Bounds, said)
			}
			if known {
				bounded++
			}
		}
	}
	if bounded < 2 {
		t.Errorf("%d bounds before a job is scored", bounded)
	}
}

// TestTitles: the title of the table and its first note on the columns.
func TestTitles(t *testing.T) {
	const at = " at 2001-01-01 13:38:20 UTC"
	later := anyJob
	later.Estimate = 5400
	for _, c := range []struct {
		q    Question
		want string
	}{
		{Question{Now: 20300, Job: anyJob}, "A job submitted to queue day of steps" + at +
			"; method: the best by the verdict on the log, among bmbp, moving"},
		{Question{Now: 20300, Job: later}, "A job submitted to queue day of steps" + at +
			", for at most 1h30m; method: the best by the verdict on the log, among bmbp, moving"},
		{Question{Now: 20300, EachRange: true}, "Jobs submitted to steps" + at +
			"; method: the best by the verdict on the log, among bmbp, smith, moving"},
		{Question{Now: 20300, Pending: true}, "Jobs that wait in steps" + at +
			"; within: this share of such jobs starts within the time from now, with confidence 0.95 if the method has one; " +
			"none where not enough waits, or longer waits, are known"},
		{Question{Now: 20300, ID: "7", IDs: map[int64]string{2004: "7"}}, "Job 2004 (7) of steps" + at +
			"; within: this share of such jobs starts within the time from now, with confidence 0.95 if the method has one; " +
			"none where not enough waits, or longer waits, are known"},
	} {
		table := ask(t, kept(t, floods(), "day", by("bmbp,moving,smith")), c.q).Table("said")
		if got := table.Title + "; " + table.Notes[1]; got != c.want || table.Notes[0] != "said" {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}
