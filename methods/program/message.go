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

// Protocol is the version of the protocol that is spoken.
const Protocol = 1

// What a program says of itself in its hello.
const (
	Series = "series" // a process for each series and level
	Log    = "log"    // one for a log, at all levels
	Jobs   = "jobs"   // an answer for each job
	Ticks  = "ticks"  // one at each tick, good for all jobs until the next
)

// Hello is what a program says first.
type Hello struct {
	Protocol int    `json:"hello"`
	Scope    string `json:"scope"`
	Answers  string `json:"answers"`
}

func (h *Hello) check() error {
	switch {
	case h.Protocol != Protocol:
		return fmt.Errorf("it speaks version %d of the protocol, not %d", h.Protocol, Protocol)
	case h.Scope != Series && h.Scope != Log:
		return fmt.Errorf("the scope in its hello is %q, not %s or %s", h.Scope, Series, Log)
	case h.Answers != Jobs && h.Answers != Ticks:
		return fmt.Errorf("its hello says that it answers %q, not %s or %s", h.Answers, Jobs, Ticks)
	}
	return nil
}

// Site is what a process is told first.
type Site struct {
	Protocol int      `json:"hello"`
	Log      string   `json:"log"`
	Queues   []string `json:"queues"`          // of a series its own
	Range    string   `json:"range,omitempty"` // of processors, of a series
	Procs    int64    `json:"procs,omitempty"` // of the machine, where that is known
	Levels   []Level  `json:"levels"`          // of the bounds that are asked for; of a series one
}

// Level is that of a bound.
type Level struct {
	Quantile   float64 `json:"quantile"`
	Confidence float64 `json:"confidence"`
	Side       string  `json:"side"` // upper or lower
}

// Job is what is known of a job when it is submitted.
type Job struct {
	At               int     // number of the job, from 0 on
	Submit           float64 // seconds
	Queue            int32   // place in the queues of the site; -1 in a series
	Procs            int64   // below 0 where it is not known, and so the others
	Estimate         float64
	User, Executable int64
	Planned          float64 // wait that the machine's scheduler planned; NaN where it is not known
}

// line is a message under way: an object whose first field says what it is.
type line []byte

func (l *line) begin(what string) *line {
	*l = append(append(append(*l, `{"`...), what...), `":`...)
	return l
}

func (l *line) field(name string) *line {
	*l = append(append(append(*l, `,"`...), name...), `":`...)
	return l
}

func (l *line) whole(n int64) *line {
	*l = strconv.AppendInt(*l, n, 10)
	return l
}

// number writes the shortest decimal that reads back as x, as package json does.
func (l *line) number(x float64) *line {
	if whole := int64(x); float64(whole) == x && math.Abs(x) < 1e15 {
		return l.whole(whole)
	}
	format := byte('f')
	if abs := math.Abs(x); abs < 1e-6 || abs >= 1e21 {
		format = 'e'
	}
	*l = strconv.AppendFloat(*l, x, format, -1, 64)
	return l
}

func (l *line) end() { *l = append(*l, '}', '\n') }

func (l *line) submitted(j *Job) {
	l.begin("submitted").whole(int64(j.At)).field("time").number(j.Submit)
	for _, f := range []struct {
		name  string
		value int64
	}{{"queue", int64(j.Queue)}, {"procs", j.Procs}, {"user", j.User}, {"executable", j.Executable}} {
		if f.value >= 0 {
			l.field(f.name).whole(f.value)
		}
	}
	if j.Estimate >= 0 {
		l.field("estimate").number(j.Estimate)
	}
	if !math.IsNaN(j.Planned) {
		l.field("planned").number(j.Planned)
	}
	l.end()
}

// Answer is what is said of a job, seconds; NaN where nothing is.
type Answer struct {
	Wait, Turnaround float64
	Bounds           []float64 // by level; nil where there are none
}

// seconds is a number of an answer.
type seconds float64

// UnmarshalJSON reads a number, or NaN from null.
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
		return fmt.Errorf("%s s is less than no time", data)
	}
	*s = seconds(x)
	return nil
}

// jobAnswer and tickAnswer are answers as they are written.
type jobAnswer struct {
	Job        *int      `json:"job"`
	Bounds     []seconds `json:"bounds"`
	Wait       *seconds  `json:"wait"`
	Turnaround *seconds  `json:"turnaround"`
}

type tickAnswer struct {
	Tick   *float64    `json:"tick"`
	Bounds [][]seconds `json:"bounds"`
}

// decode reads one line of JSON, all of whose fields are known.
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

// floats are the numbers of an answer, of which there must be so many.
func floats(list []seconds, want int) ([]float64, error) {
	if len(list) != want {
		return nil, fmt.Errorf("it has %d bounds, not %d", len(list), want)
	}
	numbers := make([]float64, len(list))
	for i, x := range list {
		numbers[i] = float64(x)
	}
	return numbers, nil
}

func orNaN(x *seconds) float64 {
	if x == nil {
		return math.NaN()
	}
	return float64(*x)
}
