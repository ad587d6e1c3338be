package swf

import (
	"math"
	"strconv"
	"strings"
)

// Job is one line of a log. Times are in seconds, memory in kilobytes per
// processor; -1 means unknown.
type Job struct {
	ID         int64   // field 1, job number, usually counted from 1
	Submit     float64 // field 2, time of submission, counted from the start of the log
	Wait       float64 // field 3, from submission to start, or to the cancellation in the queue
	Run        float64 // field 4, from start to end
	Alloc      int64   // field 5, allocated processors
	CPU        float64 // field 6, processor time used, average over the processors
	Memory     float64 // field 7, memory used
	ReqProcs   int64   // field 8, requested processors
	ReqTime    float64 // field 9, requested run time (or processor time)
	ReqMemory  float64 // field 10, requested memory
	Status     int64   // field 11: 0 failed, 1 completed, 2 to 4 parts of a job, 5 cancelled
	User       int64   // field 12
	Group      int64   // field 13
	Executable int64   // field 14
	Queue      int64   // field 15, see Header.QueueName
	Partition  int64   // field 16
	Preceding  int64   // field 17, job that had to end before this one was submitted
	Think      float64 // field 18, from the end of the preceding job to submission
	Line       int     // line of the file, counted from 1; 0 for a job that was not read
}

// numFields is the number of fields of a line.
const numFields = 18

// FieldNames names the fields, in the order of the line.
var FieldNames = [numFields]string{
	"job number", "submit time", "wait time", "run time", "allocated processors", "CPU time",
	"memory", "requested processors", "requested time", "requested memory", "status", "user",
	"group", "executable", "queue", "partition", "preceding job", "think time",
}

// Indices of fields, in the order of the line.
const (
	fieldRun       = 3
	fieldAlloc     = 4
	fieldReqProcs  = 7
	fieldReqTime   = 8
	fieldReqMemory = 9
)

// fields returns pointers to the fields in the order of the line: *int64 or
// *float64.
func (j *Job) fields() [numFields]any {
	return [numFields]any{
		&j.ID, &j.Submit, &j.Wait, &j.Run, &j.Alloc, &j.CPU, &j.Memory, &j.ReqProcs, &j.ReqTime,
		&j.ReqMemory, &j.Status, &j.User, &j.Group, &j.Executable, &j.Queue, &j.Partition,
		&j.Preceding, &j.Think,
	}
}

// Procs returns the requested processors, or the allocated ones if the request
// is unknown, or -1.
func (j *Job) Procs() int64 {
	switch {
	case j.ReqProcs > 0:
		return j.ReqProcs
	case j.Alloc > 0:
		return j.Alloc
	}
	return -1
}

// Estimate returns the requested run time in seconds, or -1.
func (j *Job) Estimate() float64 {
	if j.ReqTime > 0 {
		return j.ReqTime
	}
	return -1
}

// ParseClock reads a duration in seconds as batch systems write it:
// [D-]HH:MM:SS, MM:SS, D-HH or D-HH:MM.
func ParseClock(text string) (seconds float64, ok bool) {
	days, clock, dated := strings.Cut(text, "-")
	if !dated {
		days, clock = "0", text
	}
	parts, mostMinutes := strings.Split(clock, ":"), uint64(59)
	switch {
	case len(parts) > 3 || !dated && len(parts) < 2:
		return 0, false
	case dated: // hours come first
		parts = append(parts, "0", "0")[:3]
	case len(parts) == 2:
		parts, mostMinutes = append([]string{"0"}, parts...), math.MaxUint64
	}
	units := []float64{86400, 3600, 60, 1}
	for i, word := range append([]string{days}, parts...) {
		n, err := strconv.ParseUint(word, 10, 31)
		if err != nil || i == 2 && n > mostMinutes || i > 2 && n > 59 {
			return 0, false
		}
		seconds += float64(n) * units[i]
	}
	return seconds, true
}

// Duration returns seconds as people read them, with at most three digits, and
// integers without decimals: in seconds below 2 min, minutes below 1 h, hours
// below 100 h, but 1 min and whole days so. It serves tables and sentences;
// readable of tables.js does the same.
func Duration(seconds float64) string {
	size, unit, digits := 1.0, "s", 0
	switch long := math.Abs(seconds); {
	case math.IsNaN(seconds):
		return "–"
	case long >= 100*3600, long > 0 && math.Mod(long, 86400) == 0:
		size, unit = 86400, "d"
	case long >= 3600:
		size, unit = 3600, "h"
	case long >= 120, long == 60:
		size, unit = 60, "min"
	}
	v := seconds / size
	switch small := math.Abs(v) < 9.95; {
	case v == math.Trunc(v):
	case small && size >= 3600:
		digits = 2
	case small || size >= 3600 && math.Abs(v) < 99.95:
		digits = 1
	}
	scale := math.Pow10(digits)
	rounded := math.Round(v*scale)/scale + 0 // no -0
	return strconv.FormatFloat(rounded, 'f', digits, 64) + " " + unit
}

// Selection selects the jobs to replay.
type Selection string

const (
	// Started selects the jobs that started: those with a submit time, a wait
	// and a run time above 0.
	Started Selection = "started"
	// Paper selects the jobs of Started that had to wait, as the BMBP paper
	// seems to do on SDSC-SP2.
	Paper Selection = "paper"
	// All selects every job with a submit time and a wait, even if it never
	// ran.
	All Selection = "all"
)

// Rule is the reason why a job is left out, or Selected.
type Rule int

// The rules in the order in which they are tried; the first that holds counts.
const (
	Selected     Rule = iota
	NoSubmitTime      // submit time unknown, submit < 0
	NoWaitTime        // wait unknown, wait < 0
	NoRunTime         // never ran, or run time unknown: run <= 0; not with All
	ZeroWait          // did not wait, wait = 0; with Paper only
	numRules
)

var ruleNames = [numRules]string{
	"selected", "no_submit_time", "no_wait_time", "no_run_time", "zero_wait",
}

// String returns the name of the rule in outputs; the names do not change.
func (r Rule) String() string { return ruleNames[r] }

// Rule returns Selected, or the rule by which the selection leaves the job out.
func (s Selection) Rule(j *Job) Rule {
	switch {
	case j.Submit < 0:
		return NoSubmitTime
	case j.Wait < 0:
		return NoWaitTime
	case j.Run <= 0 && s != All:
		return NoRunTime
	case j.Wait == 0 && s == Paper:
		return ZeroWait
	}
	return Selected
}

// Counts counts jobs by rule.
type Counts [numRules]int
