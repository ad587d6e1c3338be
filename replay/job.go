package replay

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Job holds the fields of a line of a log that a replay uses. A wait, a run time
// or an estimate below 1e-9 s is 0.
type Job struct {
	ID         int64
	Submit     float64 // seconds from the start of the log
	Wait       float64 // seconds; +Inf for a job that waits at the Snapshot
	Run        float64 // seconds; 0 or less if it never ran, NaN if it runs at the Snapshot
	CPU        float64 // processor time used, mean over the processors, seconds; -1 unknown
	Estimate   float64 // requested run time, seconds, -1 unknown
	Procs      int64   // processors requested, else allocated, -1 unknown
	User       int64   // -1 unknown
	Executable int64   // -1 unknown
	queue      int32   // index in Log.Queues; above it for a queue without jobs to replay
	unselected bool    // not replayed, but part of the load
	ran        bool    // by its status, though its run time is 0 or unknown
}

// Start returns when the job starts, in seconds from the start of the log.
func (j Job) Start() float64 { return j.Submit + j.Wait }

// Started reports whether the job has run, or runs at the Snapshot.
func (j Job) Started() bool { return !(j.Run <= 0) && !j.pending() }

// pending reports whether the job waits at the Snapshot.
func (j Job) pending() bool { return math.IsInf(j.Wait, 1) }

// Cancelled reports whether the job left the queue without running.
func (j Job) Cancelled() bool { return !j.Started() && !j.pending() && !j.ran }

// AllRanges is the name of the series that holds jobs of every size.
const AllRanges = "all"

// Range is a range of processor counts.
type Range struct {
	Low, High int64 // both inclusive; High is math.MaxInt64 for no limit
}

// DefaultRanges are the ranges of the paper's tables 5 to 7.
const DefaultRanges = "1-4,5-16,17-64,65+"

// String writes the range as ParseRanges reads it.
func (r Range) String() string {
	switch r.High {
	case math.MaxInt64:
		return strconv.FormatInt(r.Low, 10) + "+"
	case r.Low:
		return strconv.FormatInt(r.Low, 10)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

// ParseRanges reads ranges such as "1-4,5-16,17-64,65+", which must ascend
// without overlap. The empty text and "none" have none.
func ParseRanges(text string) ([]Range, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	var ranges []Range
	for _, word := range strings.Split(text, ",") {
		r, err := parseRange(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if n := len(ranges); n > 0 && ranges[n-1].High >= r.Low {
			return nil, fmt.Errorf("processor range %s does not lie above %s", r, ranges[n-1])
		}
		ranges = append(ranges, r)
	}
	return ranges, nil
}

func parseRange(word string) (Range, error) {
	text, open := strings.CutSuffix(word, "+")
	low, high, isPair := strings.Cut(text, "-")
	if !isPair {
		high = low
	}
	a, errLow := strconv.ParseInt(low, 10, 64)
	b, errHigh := strconv.ParseInt(high, 10, 64)
	if errLow != nil || errHigh != nil || a < 1 || b < a || open && isPair {
		return Range{}, fmt.Errorf("processor range %q is not of the form 5-16, 64 or 65+", word)
	}
	if open {
		b = math.MaxInt64
	}
	return Range{a, b}, nil
}
