package wait

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/swf"
)

// blocked returns the jobs that cannot start, as far as that is known at the moment:
// the batch system said so at the snapshot.
func (r *Reply) blocked() []swf.Blocked {
	if s := r.log.Series[0].Log.Snapshot; s == nil || r.Now < s.Time {
		return nil
	}
	return r.log.Series[0].Log.Header.Blocked()
}

// lacksWaiting reports whether the question is about jobs of which the log has no
// list.
func (r *Reply) lacksWaiting() bool {
	waiting, _ := r.log.Series[0].Log.Header.Value("SnapshotWaiting")
	return r.Pending && waiting == "unknown"
}

// block takes their bounds from jobs that cannot start, and adds those whose wait
// has not begun.
func (r *Reply) block() {
	if r.lacksWaiting() {
		r.remark("The log lacks the jobs that waited at its end, since the accounting records have no " +
			"sizes of such jobs: use import pbs --waiting.")
	}
	at := map[int64]int{}
	for i := range r.Answers {
		at[r.Answers[i].Job().ID] = i
	}
	for _, b := range r.blocked() {
		queue := swf.NoQueue
		if b.Queue >= 0 {
			queue = r.log.Series[0].Log.Header.QueueName(b.Queue)
		}
		i, answered := at[b.Job]
		switch {
		case answered:
		case !r.Pending, b.Job >= 0, r.log.isOne && queue != r.known.asked()[0].Queue:
			continue
		default:
			job := replay.Job{ID: b.Job, Submit: b.Submit, Wait: math.Inf(1), Run: math.NaN(), CPU: -1,
				Estimate: b.Estimate, Procs: b.Procs, User: -1, Executable: -1}
			i, r.Answers = len(r.Answers), append(r.Answers, r.log.without(job, queue, r.Now))
			r.Answers[i].Name = b.ID
		}
		a := &r.Answers[i]
		none := r.log.without(a.Job(), a.Series.Queue, r.Now)
		none.Age, none.Name, none.Reason = a.Age, a.Name, b.Reason
		*a = none
	}
}

// countBlocked counts the jobs that cannot start by a key, and returns the keys in
// order.
func (r *Reply) countBlocked(key func(*Answer) string) (counts map[string]int, keys []string) {
	counts = map[string]int{}
	for i := range r.Answers {
		if a := &r.Answers[i]; a.Reason != "" {
			counts[key(a)]++
		}
	}
	return counts, slices.Sorted(maps.Keys(counts))
}

// blockedNote says how many jobs cannot start, by reason.
func (r *Reply) blockedNote() []string {
	counts, reasons := r.countBlocked(func(a *Answer) string { return a.Reason })
	if len(reasons) == 0 {
		return nil
	}
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%s %d", reason, counts[reason])
	}
	return []string{"reason: why the batch system cannot start the job, which has no bound; jobs: " +
		strings.Join(reasons, ", ")}
}

// addBlocked adds how many jobs cannot start, by queue and reason.
func (r *Reply) addBlocked(b *metrics) {
	b.head("pending_blocked_jobs", "Jobs that wait and cannot start, by the batch system's reason.")
	counts, labels := r.countBlocked(func(a *Answer) string {
		return fmt.Sprintf(`queue="%s",reason="%s"`, escapeLabel.Replace(a.Series.Queue),
			escapeLabel.Replace(a.Reason))
	})
	for _, l := range labels {
		b.sample("pending_blocked_jobs", l, counts[l])
	}
}
