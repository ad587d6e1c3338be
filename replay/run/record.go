package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/swf"
)

// runFormat is the newest format of run.json this package knows.
const runFormat = 6

// Record is run.json, the record of a run. It has no paths and, unless methods
// were timed, no times, so that the same run has the same bytes everywhere.
type Record struct {
	Format   int               `json:"format"`  // as read; WriteRecord sets it
	Version  string            `json:"version"` // of the program
	Build    *Build            `json:"build,omitempty"`
	Command  string            `json:"command"` // of the program that made the run: replay, or demo
	Settings Settings          `json:"settings"`
	Log      LogRecord         `json:"log"`
	Outside  map[string]string `json:"outside_methods,omitempty"`       // ExternalNote by method
	External *ExternalRecord   `json:"bounds_made_elsewhere,omitempty"` // nil if there are none
	Files    map[string]string `json:"sha256_of_files,omitempty"`       // Arrow files of the run
}

// ExternalRecord describes a file of bounds of another program.
type ExternalRecord struct {
	File    string   `json:"file"` // without folders
	SHA256  string   `json:"sha256"`
	Name    string   `json:"name"`    // of its only method; several are Name/METHOD
	Methods []string `json:"methods"` // in the order in which they first appear
}

// String returns the name and the SHA-256 of the file.
func (g *ExternalRecord) String() string {
	if g == nil {
		return "no external bounds"
	}
	return fmt.Sprintf("bounds of %s with SHA-256 %s", g.File, g.SHA256)
}

// LogRecord describes a log and the jobs that were replayed.
type LogRecord struct {
	Name        string        `json:"name"`
	File        string        `json:"file"`   // name of the log for a command, without folders
	SHA256      string        `json:"sha256"` // of the file, in hexadecimal
	Header      swf.Facts     `json:"header"`
	Read        int           `json:"jobs_read"`
	Selected    int           `json:"jobs_selected"`
	LeftOut     []RuleCount   `json:"jobs_left_out"`           // all rules, as they are tried
	OtherQueues int           `json:"jobs_of_other_queues"`    // selected, of a queue not requested
	NoRange     int           `json:"jobs_in_no_range"`        // replayed by queue alone
	OutOfOrder  int           `json:"lines_out_of_order"`      // submitted before the line above
	Skipped     int           `json:"lines_skipped"`           // malformed, in a lenient run
	Extra       int           `json:"lines_with_extra_fields"` // beyond the 18th, ignored
	FirstSubmit float64       `json:"first_submit_s"`          // clock of the log
	LastSubmit  float64       `json:"last_submit_s"`
	Queues      []QueueRecord `json:"queues"`
	Warnings    []string      `json:"warnings"` // about malformed lines
	Notes       []string      `json:"notes"`    // for readers of the results

	Machine  *replay.Machine  `json:"machine,omitempty"`  // nil if no method follows it
	Snapshot *replay.Snapshot `json:"snapshot,omitempty"` // nil if all jobs have ended

	Took map[string]float64 `json:"seconds_measured,omitempty"` // by method, if timed
}

// RuleCount is the number of jobs that a rule of selection left out.
type RuleCount struct {
	Rule string `json:"rule"`
	Jobs int    `json:"jobs"`
}

// QueueRecord describes the waits of a queue, in seconds.
type QueueRecord struct {
	Name   string `json:"name"`
	Number *int64 `json:"number,omitempty"` // in the log; nil if it has none
	Jobs   int    `json:"jobs"`
	Mean   Float  `json:"mean_wait_s"`
	Median Float  `json:"median_wait_s"`
	StdDev Float  `json:"stddev_wait_s"` // with divisor n-1; NaN for a single job
}

// Float is a number that is null in JSON if it is NaN.
type Float float64

// MarshalJSON writes the number, or null for NaN.
func (f Float) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads a number, or NaN from null.
func (f *Float) UnmarshalJSON(data []byte) error {
	*f = Float(math.NaN())
	if string(data) == "null" {
		return nil
	}
	return json.Unmarshal(data, (*float64)(f))
}

// NewLogRecord returns the record of a log that was loaded through r from a
// file with that checksum. noRange is the number of jobs in no range of
// processors, as replay.Group counts them.
func NewLogRecord(t *replay.Log, r *swf.Reader, sha256 string, noRange int) LogRecord {
	rec := LogRecord{
		Name: t.Name, SHA256: sha256, Header: t.Header.Facts(),
		Read: t.Read, Selected: t.Counts[swf.Selected], OtherQueues: t.Filtered,
		NoRange: noRange, OutOfOrder: t.OutOfOrder, Skipped: r.Skipped, Extra: r.Extra,
		Snapshot: t.Snapshot,
	}
	if n := len(t.Jobs); n > 0 {
		rec.FirstSubmit, rec.LastSubmit = t.Jobs[0].Submit, t.Jobs[n-1].Submit
	} else if t.First <= t.Last {
		rec.FirstSubmit, rec.LastSubmit = t.First, t.Last
	}
	for rule, jobs := range t.Counts {
		if swf.Rule(rule) != swf.Selected {
			rec.LeftOut = append(rec.LeftOut, RuleCount{swf.Rule(rule).String(), jobs})
		}
	}
	for _, q := range t.Queues {
		queue := QueueRecord{q.Name, nil, q.Jobs, Float(q.Mean), Float(q.Median), Float(q.StdDev)}
		if q.Number >= 0 {
			queue.Number = &q.Number
		}
		rec.Queues = append(rec.Queues, queue)
	}
	rec.noteInput()
	if n := r.Parts; n > 0 {
		rec.note("lines of status 2 to 4 with the number of an earlier job are parts of it, "+
			"and not replayed: %s", output.Grouped(n))
	}
	if n := r.Repeated; n > 0 {
		rec.note("job numbers come twice (%s of %s): the log may hold jobs twice",
			output.Grouped(n), output.Grouped(rec.Read))
	}
	rec.warn(r.MostFields)
	return rec
}

// warn sets the warnings, about a log whose longest line has so many fields.
func (t *LogRecord) warn(fields int) {
	t.Warnings = []string{}
	for _, w := range []struct {
		lines int
		text  string
	}{
		{t.Skipped, "malformed lines, skipped"},
		{t.Extra, "lines with more than 18 fields, the others ignored"},
		{t.OutOfOrder, "lines out of order of submission, sorted"},
	} {
		if w.lines > 0 {
			t.Warnings = append(t.Warnings, fmt.Sprintf("%s: %d", w.text, w.lines))
		}
	}
	if fields == 21 {
		t.Warnings = append(t.Warnings,
			"lines of 21 fields, as in Frontier's logs of 2024 and 2025: "+
				"sizes (field 5) are nodes for some jobs and cores for others")
	}
}

// Replayed returns the number of jobs that were replayed.
func (t *LogRecord) Replayed() int { return t.Selected - t.OtherQueues }

func (t *LogRecord) Clock() replay.Clock {
	return replay.NewClock(t.Header).From(t.FirstSubmit)
}

// Begin returns when the log begins, in seconds of its clock: 0, or the first
// submission if the clock counts from 1970.
func (t *LogRecord) Begin() float64 {
	if c := t.Clock(); c.Dated && c.Unix0 == 0 {
		return t.FirstSubmit
	}
	return 0
}

// FindQueue returns the name of the queue with this name or else this number in
// the log, or the text itself if there is none.
func (t *LogRecord) FindQueue(text string) (name string, ok bool) {
	i := slices.IndexFunc(t.Queues, func(q QueueRecord) bool { return q.Name == swf.Text(text) })
	if number, err := strconv.ParseInt(text, 10, 64); i < 0 && err == nil {
		i = slices.IndexFunc(t.Queues,
			func(q QueueRecord) bool { return q.Number != nil && *q.Number == number })
	}
	if i < 0 {
		return text, false
	}
	return t.Queues[i].Name, true
}

// Busiest returns the queues by their number of jobs, the largest first. Equal
// queues keep their order.
func (t *LogRecord) Busiest() []string {
	return t.sorted(func(q *QueueRecord) float64 { return float64(q.Jobs) })
}

// Waiting returns the sum of the waits of all jobs of the queue, in seconds.
func (q *QueueRecord) Waiting() float64 { return float64(q.Jobs) * float64(q.Mean) }

// MostWaiting is Busiest by the sum of the waits.
func (t *LogRecord) MostWaiting() []string { return t.sorted((*QueueRecord).Waiting) }

// sorted returns the queues by a number, the largest first.
func (t *LogRecord) sorted(by func(*QueueRecord) float64) []string {
	sorted := LogRecord{Queues: slices.Clone(t.Queues)}
	slices.SortStableFunc(sorted.Queues,
		func(a, b QueueRecord) int { return cmp.Compare(by(&b), by(&a)) })
	return sorted.QueueNames()
}

func (t *LogRecord) QueueNames() (names []string) {
	for _, q := range t.Queues {
		names = append(names, q.Name)
	}
	return names
}

// WriteRecord writes the record to a file in the format of this program.
func WriteRecord(path string, run *Record) error {
	written := *run
	written.Format = runFormat
	return output.Write(path, func(w io.Writer) error { return output.EncodeJSON(w, &written) })
}

// ReadRecord reads the record of a run.
func ReadRecord(path string) (*Record, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	var head struct{ Format int }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%s is not the record of a run: %w", path, err)
	}
	switch {
	case head.Format < 1:
		return nil, fmt.Errorf("%s is not the record of a run: it has no format", path)
	case head.Format != runFormat:
		return nil, fmt.Errorf("%s has format %d, and this program reads format %d; "+
			"replay the logs again",
			path, head.Format, runFormat)
	}
	run := new(Record)
	if err := output.DecodeJSON(printable(data), run); err != nil {
		return nil, fmt.Errorf("%s is not the record of a run: %w", path, err)
	}
	return run, nil
}

// escaped matches a backslash and what it escapes in a text of JSON.
var escaped = regexp.MustCompile(`\\(u\w{4}|.)`)

// printable returns JSON whose texts are printable.
func printable(data []byte) []byte {
	plain := []byte(output.Printable(string(data)))
	return escaped.ReplaceAllFunc(plain, func(pair []byte) []byte {
		text, err := strconv.Unquote(`"` + string(pair) + `"`)
		if err == nil && output.Printable(text) != text {
			return []byte(" ")
		}
		return pair
	})
}

// Metadata returns the metadata of the Arrow files of a run: the version, every
// setting by its key, and the SHA-256, time zero and zone of the log.
func (r *Record) Metadata() arrowio.Metadata {
	var m arrowio.Metadata
	add := func(key, value string) { m = append(m, arrowio.Pair{Key: key, Value: value}) }
	add("version", r.Version)
	usual := Defaults()
	for _, p := range AllSettings {
		switch value := p.Value(&r.Settings).String(); {
		case p.Key == "epoch_s":
			add(p.Key, fmt.Sprint(r.Settings.Epoch))
		case !p.Later || value != p.Value(&usual).String():
			add(p.Key, value)
		}
	}
	if notes := r.OutsideNotes(nil); notes != nil {
		add("outside_methods", strings.Join(notes, "; "))
	}
	if r.External != nil {
		add("bounds_made_elsewhere", r.External.String())
	}
	t := &r.Log
	add("log."+t.Name+".sha256", t.SHA256)
	if clock := t.Clock(); clock.Dated {
		add("log."+t.Name+".unix_start_time", fmt.Sprint(int64(clock.Unix0)))
	}
	if zone := t.Header.TimeZoneString; zone != "" {
		add("log."+t.Name+".time_zone", zone)
	}
	return m
}

// CommandLine returns a command line that repeats the run, in the folder of its
// log or with a log of the catalogue.
func (r *Record) CommandLine() []string {
	words, settings := []string{"waitbench", r.Command}, r.Settings
	if g := r.External; g != nil {
		words = append(words, g.File, "--name", g.Name)
		settings.Methods = slices.DeleteFunc(slices.Clone(settings.Methods),
			func(m string) bool { return slices.Contains(g.Methods, m) })
	}
	switch {
	case r.External != nil:
		words = append(words, "--logs", r.Log.File)
	case r.Command != "demo":
		words = append(words, r.Log.File)
	}
	return append(words, settings.Flags()...)
}
