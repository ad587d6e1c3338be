package program

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Protocol is the version of the protocol.
const Protocol = 1

// Values of the fields of Hello.
const (
	Series = "series" // a process for each series and level
	Log    = "log"    // a process for a log, at all levels
	Jobs   = "jobs"   // an answer for each job
	Ticks  = "ticks"  // an answer at each tick, for all jobs until the next
)

// Hello is the first message of a program.
type Hello struct {
	Protocol int       `json:"hello"`
	Scope    string    `json:"scope"`
	Answers  string    `json:"answers"`
	Curve    []float64 `json:"curve"` // levels of the quantiles in answers; nil for bounds
}

func (h *Hello) check() error {
	switch {
	case h.Protocol != Protocol:
		return fmt.Errorf("the program speaks protocol version %d, want %d", h.Protocol, Protocol)
	case h.Scope != Series && h.Scope != Log:
		return fmt.Errorf("invalid scope %q in the hello: want %s or %s", h.Scope, Series, Log)
	case h.Answers != Jobs && h.Answers != Ticks:
		return fmt.Errorf("invalid answers %q in the hello: want %s or %s", h.Answers, Jobs, Ticks)
	case h.Curve != nil && (h.Scope != Log || h.Answers != Jobs):
		return fmt.Errorf("a hello with a curve needs scope %q and answers %q", Log, Jobs)
	case h.Curve != nil && !ascending(h.Curve):
		return fmt.Errorf("invalid curve %v in the hello: want ascending levels between 0 and 1",
			h.Curve)
	}
	return nil
}

// ascending reports whether there are levels, which ascend between 0 and 1, also
// as 1 - level.
func ascending(levels []float64) bool {
	before := 1.0
	for _, level := range levels {
		if !(1-level < before && level < 1) {
			return false
		}
		before = 1 - level
	}
	return len(levels) > 0
}

// LogInfo is the first message to a process.
type LogInfo struct {
	Protocol int              `json:"hello"`
	Log      string           `json:"log"`
	Queues   []string         `json:"queues"`          // of a series its own
	Range    string           `json:"range,omitempty"` // of processors, of a series
	Procs    int64            `json:"procs,omitempty"` // of the machine, if the header states them
	Levels   []RequestedLevel `json:"levels"`          // of the bounds; one for a series
}

// RequestedLevel is the level of a bound.
type RequestedLevel struct {
	Quantile   float64 `json:"quantile"`
	Confidence float64 `json:"confidence"`
	Side       string  `json:"side"` // upper or lower
}

// Submission reports a job at its submission. A nil field is unknown.
type Submission struct {
	Index      int      `json:"submitted"`       // from 0, in order of submission
	Submit     float64  `json:"time"`            // seconds
	Queue      *int32   `json:"queue,omitempty"` // index in LogInfo.Queues; nil in a series
	Procs      *int64   `json:"procs,omitempty"`
	User       *int64   `json:"user,omitempty"`
	Executable *int64   `json:"executable,omitempty"`
	Estimate   *float64 `json:"estimate,omitempty"` // requested run time, seconds
	Planned    *float64 `json:"planned,omitempty"`  // wait that the scheduler planned, seconds
}

// Started reports a start, in seconds.
type Started struct {
	Job    int     `json:"started"`
	Time   float64 `json:"time"`
	Wait   float64 `json:"wait"`
	Counts *bool   `json:"counts,omitempty"` // it started after the training part; nil for a log
}

// Ended reports that a job has run for Run seconds, or with 0 that it left the
// queue.
type Ended struct {
	Job  int     `json:"ended"`
	Time float64 `json:"time"`
	Run  float64 `json:"run"`
}

// Tick reports the time of a refit.
type Tick struct {
	Now float64 `json:"tick"`
}

// Trained reports the end of the training part.
type Trained struct {
	Trained bool `json:"trained"`
}

// Answer is the answer for a job, in seconds; NaN where there is no value.
type Answer struct {
	Wait, Turnaround float64
	Bounds           []float64 // by level; nil for none
	Curve            []float64 // by level of the hello; empty for none
}

// jobAnswer and tickAnswer are the messages of answers. null is nil.
type (
	jobAnswer struct {
		Job              *int
		Bounds, Curve    []*float64
		Wait, Turnaround *float64
	}
	tickAnswer struct {
		Tick   *float64
		Bounds [][]*float64
	}
)

// decode reads a message. A value of another type is an error with its field.
func decode(text []byte, message any) error {
	err := json.Unmarshal(text, message)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("it is not JSON: %w", syntax)
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := map[reflect.Kind]string{reflect.Int: "an integer", reflect.Slice: "a list",
		reflect.String: "a text", reflect.Struct: "an object",
		reflect.Float64: fmt.Sprintf("a number up to %g", longestTime)}
	return fmt.Errorf("%s is %s: want %s", cmp.Or(strings.ToLower(wrong.Field), "it"),
		strings.TrimPrefix(wrong.Value, "number "), want[wrong.Type.Kind()])
}

// longestTime is the longest time of an answer in seconds, as in logs.
const longestTime = 1e100

// floats returns the numbers of an answer, NaN for nil, or an error unless
// there are n from 0 to longestTime.
func floats(what string, values []*float64, n int) ([]float64, error) {
	if len(values) != n {
		return nil, fmt.Errorf("%d %s, want %d", len(values), what, n)
	}
	numbers := make([]float64, n)
	for i, x := range values {
		if numbers[i] = math.NaN(); x != nil {
			numbers[i] = *x
		}
		if numbers[i] < 0 || numbers[i] > longestTime {
			return nil, fmt.Errorf("%v s is not a time from 0 to %g s", numbers[i], longestTime)
		}
	}
	return numbers, nil
}
