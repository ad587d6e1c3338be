package accounting

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/swf"
)

// record is one job, or one try of a job, as a batch system keeps it. Times are
// seconds since 1970, NaN where there is none. Other numbers are -1 where they
// are unknown, and texts are empty.
type record struct {
	line    int
	cluster string
	id      string // as users see it: 7, 2_4, 49_[1-4%2], 28+1
	raw     string // ID of the record: each task of an array has its own

	submit, eligible, start, end float64
	plan                         float64 // start that the scheduler planned
	run                          float64 // seconds without suspension
	suspended                    float64 // seconds
	limit                        float64 // of the run time, seconds
	state                        string  // one word in capitals, such as COMPLETED
	reason                       string
	released                     bool   // it has a priority, so no hold is on it
	event                        string // E for the record of a job's end, in Torque
	procs, alloc                 int64  // requested and allocated, in units of Options.Size
	asked                        int64  // for field 8; 0: that is the size

	partition, qos, account, reservation string
	user, group, name                    string

	// Import sets the rest.
	marks  marks
	phase  phase
	queued float64 // start of the wait; NaN for a job that does not wait yet
	wait   float64 // seconds; -1 for a job that still waits
	queue  string
	tasks  []int  // numbers of the array tasks in the record
	why    string // it cannot start; empty for a job that can
}

// phase is how far a job has come.
type phase int8

const waiting, running, ended phase = 0, 1, 2

// states has the phases of jobs in the states of Slurm.
var states = map[string]phase{
	"PENDING": waiting, "REQUEUE_HOLD": waiting, "SPECIAL_EXIT": waiting,
	"RESV_DEL_HOLD": waiting, "REQUEUE_FED": waiting,
	"RUNNING": running, "SUSPENDED": running, "COMPLETING": running, "CONFIGURING": running,
	"STOPPED": running, "STAGE_OUT": running, "SIGNALING": running,
	"COMPLETED": ended, "FAILED": ended, "CANCELLED": ended, "TIMEOUT": ended, "DEADLINE": ended,
	"NODE_FAIL": ended, "BOOT_FAIL": ended, "LAUNCH_FAILED": ended, "OUT_OF_MEMORY": ended,
	"PREEMPTED": ended, "REQUEUED": ended, "RESIZING": ended, "REVOKED": ended,
}

// setPhase sets the phase by the state, or by the times if there is none. A job
// in an unknown state has ended.
func (r *record) setPhase() {
	known := false
	switch r.phase, known = states[r.state]; {
	case known:
	case r.state != "" || r.over():
		r.phase = ended
	case r.started():
		r.phase = running
	}
}

// status returns field 11.
func (r *record) status() int64 {
	switch {
	case r.phase != ended:
		return -1
	case r.state == "COMPLETED":
		return 1
	case r.state == "" && r.started():
		return -1
	case slices.Contains([]string{"CANCELLED", "DEADLINE", "REVOKED", ""}, r.state):
		return 5
	}
	return 0
}

func (r *record) started() bool { return !math.IsNaN(r.start) }

func (r *record) over() bool { return !math.IsNaN(r.end) }

// size returns the allocation of a started job, else the request; <= 0 unknown.
func (r *record) size() int64 {
	if r.started() && r.alloc > 0 {
		return r.alloc
	}
	return r.procs
}

func (r *record) jobs() int { return max(1, len(r.tasks)) }

// check sets the phase. It returns an odd for times that contradict each other
// or the state.
func (r *record) check() error {
	r.setPhase()
	switch {
	case math.IsNaN(r.submit):
		return oddf(noSubmission, "no time of submission")
	case r.end < r.start: // false for NaN
		return oddf(backwards, "the end is %s before the start", swf.Duration(r.start-r.end))
	case !r.started() && r.end < r.submit:
		return oddf(backwards, "the end is %s before the submission", swf.Duration(r.submit-r.end))
	case r.phase != ended && r.over():
		return oddf(unlikeState, "%s with an end", r.state)
	case r.phase == waiting && r.started():
		return oddf(unlikeState, "%s with a start", r.state)
	case r.phase == running && !r.started():
		return oddf(unlikeState, "%s without a start", r.state)
	case r.phase == ended && !r.over():
		return oddf(noEnd, "%s without an end", r.state)
	}
	return nil
}

// setWait sets the start of the wait and the wait.
func (r *record) setWait(bySubmit bool) error {
	const step = 60 // seconds by which clocks of one machine may differ
	r.queued, r.wait = r.submit, -1
	switch {
	case bySubmit:
	case r.eligible < r.submit:
	case r.start < r.eligible-step:
		r.marks.set(lateEligible)
	case math.IsNaN(r.eligible) && r.started():
		r.marks.set(eligibleUnknown)
	case !math.IsNaN(r.eligible) || r.phase == waiting:
		r.queued = r.eligible
	}
	switch {
	case r.start < r.queued-step:
		return oddf(backwards, "the start is %s before the submission", swf.Duration(r.queued-r.start))
	case r.start < r.queued:
		r.queued, r.wait = r.start, 0
		r.marks.set(clockStep)
	case r.started():
		r.wait = r.start - r.queued
	case r.phase == ended:
		r.wait = max(0, r.end-r.queued)
	}
	return nil
}

// setTasks sets the array tasks of a record such as 49_[1-4,9-12:2%2].
func (r *record) setTasks() error {
	_, tasks, isList := strings.Cut(r.id, "_[")
	if !isList {
		return nil
	}
	tasks, _, _ = strings.Cut(strings.TrimSuffix(tasks, "]"), "%")
	if strings.Contains(tasks, "...") {
		r.marks.set(listCut)
	}
	var ok bool
	if r.tasks, ok = numbers(tasks); ok {
		return nil
	}
	return bad("JobID", "%s is not a list of up to %d tasks such as 1-4,9", quote(tasks), maxNumbers)
}

func (r *record) ids() []string {
	ids := []string{r.id}
	array, _, _ := strings.Cut(r.id, "[")
	for i, task := range r.tasks {
		ids = append(ids[:i], fmt.Sprint(array, task))
	}
	return ids
}

// setPlan sets the start that was planned when a job began to wait: by the first
// plan from then on, if made within a minute and before the start. Array tasks
// have none, since Slurm plans only the next one.
func (r *record) setPlan(plans []PlannedStart) {
	const fresh = 60 // seconds
	i := slices.IndexFunc(plans, func(p PlannedStart) bool { return p.Made >= r.queued })
	if i >= 0 && plans[i].Made <= r.queued+fresh && !(r.start < plans[i].Made) &&
		!strings.Contains(r.id, "_") {
		r.plan = plans[i].Start
	}
	if !math.IsNaN(r.plan) {
		r.marks.set(planned)
	}
}
