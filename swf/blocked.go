package swf

import (
	"fmt"
	"strconv"
	"strings"
)

// Blocked is a job that waited at the snapshot and could not start then, with the
// reason of the batch system. Our own directives have such jobs:
//
//	; CannotStart: JOB SUBMIT PROCS SECONDS QUEUE ID REASON
//
// A job whose wait had not begun has no line in the log, and the number -1.
type Blocked struct {
	Job      int64   // number in the log; -1 for none
	Submit   float64 // seconds of the log
	Procs    int64   // requested; -1 unknown
	Estimate float64 // requested run time, seconds; -1 unknown
	Queue    int64   // number; -1 for none
	ID       string  // of the batch system
	Reason   string
}

// String returns the value of the directive.
func (b Blocked) String() string {
	id := strings.Join(strings.Fields(Text(b.ID)), "_")
	return fmt.Sprintf("%d %s %d %s %d %s %s", b.Job, strconv.FormatFloat(b.Submit, 'f', -1, 64),
		b.Procs, strconv.FormatFloat(b.Estimate, 'f', -1, 64), b.Queue, id, Text(b.Reason))
}

// addBlocked adds the job of a directive, unless its value has another form.
func (h *Header) addBlocked(value string) {
	var b Blocked
	words := strings.SplitN(value, " ", 7)
	n, _ := fmt.Sscan(value, &b.Job, &b.Submit, &b.Procs, &b.Estimate, &b.Queue)
	if n == 5 && len(words) == 7 {
		b.ID, b.Reason = Text(words[5]), Text(words[6])
		h.blocked = append(h.blocked, b)
	}
}

// Blocked returns the jobs that could not start at the snapshot.
func (h *Header) Blocked() []Blocked { return h.blocked }
