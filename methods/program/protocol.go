package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
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
	Protocol int    `json:"hello"`
	Scope    string `json:"scope"`
	Answers  string `json:"answers"`
}

func (h *Hello) check() error {
	switch {
	case h.Protocol != Protocol:
		return fmt.Errorf("the program speaks protocol version %d, want %d", h.Protocol, Protocol)
	case h.Scope != Series && h.Scope != Log:
		return fmt.Errorf("invalid scope %q in the hello: want %s or %s", h.Scope, Series, Log)
	case h.Answers != Jobs && h.Answers != Ticks:
		return fmt.Errorf("invalid answers %q in the hello: want %s or %s", h.Answers, Jobs, Ticks)
	}
	return nil
}

// LogInfo is the first message to a process.
type LogInfo struct {
	Protocol int      `json:"hello"`
	Log      string   `json:"log"`
	Queues   []string `json:"queues"`          // of a series its own
	Range    string   `json:"range,omitempty"` // of processors, of a series
	Procs    int64    `json:"procs,omitempty"` // of the machine, where the header states them
	Levels   []Level  `json:"levels"`          // of the bounds; one for a series
}

// Level is the level of a bound.
type Level struct {
	Quantile   float64 `json:"quantile"`
	Confidence float64 `json:"confidence"`
	Side       string  `json:"side"` // upper or lower
}

// Job is what is known of a job at its submission. A nil field is unknown.
type Job struct {
	Index      int      `json:"submitted"`       // from 0, in order of submission
	Submit     float64  `json:"time"`            // seconds
	Queue      *int32   `json:"queue,omitempty"` // index in Site.Queues; nil in a series
	Procs      *int64   `json:"procs,omitempty"`
	User       *int64   `json:"user,omitempty"`
	Executable *int64   `json:"executable,omitempty"`
	Estimate   *float64 `json:"estimate,omitempty"` // requested run time, seconds
	Planned    *float64 `json:"planned,omitempty"`  // wait that the machine's scheduler planned, seconds
}

// The other events.
type (
	started struct {
		Job    int     `json:"started"`
		Time   float64 `json:"time"`
		Wait   float64 `json:"wait"`
		Counts *bool   `json:"counts,omitempty"`
	}
	ended struct {
		Job  int     `json:"ended"`
		Time float64 `json:"time"`
		Run  float64 `json:"run"`
	}
	tick struct {
		Tick float64 `json:"tick"`
	}
	trained struct {
		Trained bool `json:"trained"`
	}
)

// Answer is the answer for a job, in seconds; NaN where there is no value.
type Answer struct {
	Wait, Turnaround float64
	Bounds           []float64 // by level; nil for none
}

// jobAnswer and tickAnswer are the messages of answers.
type (
	jobAnswer struct {
		Job        *int      `json:"job"`
		Bounds     []seconds `json:"bounds"`
		Wait       *seconds  `json:"wait"`
		Turnaround *seconds  `json:"turnaround"`
	}
	tickAnswer struct {
		Tick   *float64    `json:"tick"`
		Bounds [][]seconds `json:"bounds"`
	}
)

// seconds is a number of an answer.
type seconds float64

// UnmarshalJSON reads a number >= 0, or NaN from null.
func (s *seconds) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*s = seconds(math.NaN())
		return nil
	}
	x, err := strconv.ParseFloat(string(data), 64)
	if err != nil {
		return fmt.Errorf("%s is not a number", data)
	}
	if x < 0 {
		return fmt.Errorf("%s s is below 0", data)
	}
	*s = seconds(x)
	return nil
}

func orNaN(x *seconds) float64 {
	if x == nil {
		return math.NaN()
	}
	return float64(*x)
}

// decode reads one line of JSON with known fields only.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

// floats returns the numbers of an answer, or an error unless there are n.
func floats(list []seconds, n int) ([]float64, error) {
	if len(list) != n {
		return nil, fmt.Errorf("%d bounds, want %d", len(list), n)
	}
	numbers := make([]float64, n)
	for i, x := range list {
		numbers[i] = float64(x)
	}
	return numbers, nil
}
