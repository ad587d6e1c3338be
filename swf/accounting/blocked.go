package accounting

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"waitbench/swf"
)

// Reasons of Slurm for which a job cannot start, whatever is free: it is held, its
// time has not come, or it is behind a limit of its user, account or QOS. For the
// others, as Priority, Resources, Licenses, Reservation or PartitionDown, it waits
// for the machine. The reasons of PBS are attributes of qstat.
var (
	heldReason    = regexp.MustCompile(`^JobH[eo]ld`)
	earlyReason   = regexp.MustCompile(`^(Dependency|BeginTime|Hold_Types|depend|Execution_Time)`)
	limitReason   = regexp.MustCompile(`^(QOS|Assoc|Max\w+PerAccount|JobArrayTaskLimit|AccountingPolicy)`)
	heldStates    = strings.Fields("REQUEUE_HOLD SPECIAL_EXIT RESV_DEL_HOLD")
	waitingReason = strings.Fields("None Priority Resources")
)

// blocked returns why a job whose wait has begun cannot start; empty if it can.
// sacct keeps the last reason but Priority and Resources. So a begin time or a
// dependency is over once a job is eligible, and a hold once it also has a
// priority.
func (r *record) blocked(now float64) string {
	early := !(r.eligible <= now)
	switch {
	case r.phase != waiting:
	case slices.Contains(heldStates, r.state):
		return r.state
	case heldReason.MatchString(r.reason) && (early || !r.released),
		earlyReason.MatchString(r.reason) && early, limitReason.MatchString(r.reason):
		return r.reason
	}
	return ""
}

// block keeps a job whose wait has not begun, or never will.
func (l *Log) block(r *record, fate rule) {
	if fate != ineligible && fate != cannotStart {
		return
	}
	if r.why = cmp.Or(r.blocked(l.Now), r.reason); r.why == "" || slices.Contains(waitingReason, r.why) {
		r.why = rules[fate].name
	}
	l.blocked = append(l.blocked, r)
}

// addBlocked adds a directive for each job that cannot start.
func (l *Log) addBlocked(add func(format string, args ...any), queues numbering) {
	number := int64(0)
	for _, r := range slices.Concat(l.records, l.blocked) {
		for _, id := range r.ids() {
			job := swf.Blocked{Job: -1, Submit: micro(r.submit - l.origin), Procs: r.procs,
				Estimate: r.limit, Queue: queues.number(r.queue), ID: id, Reason: r.why}
			if number++; number <= int64(l.Jobs) {
				job.Job = number
			}
			if r.why != "" {
				add("CannotStart: %v", job)
			}
		}
	}
}
