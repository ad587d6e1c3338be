package accounting

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// jsonReader reads what sacct --json prints, a job at a time, in the layouts of Slurm 22.05 and of
// 23.02 and later.
type jsonReader struct {
	o     Options
	lines lineCounter
	in    *json.Decoder
	raw   json.RawMessage // of a job
	begun bool
	depth int // of brackets that are open, from the first job on
}

func newJSON(in io.Reader, o Options) Source {
	j := &jsonReader{o: o, lines: lineCounter{src: in}}
	j.in = json.NewDecoder(&j.lines)
	return j
}

// lineCounter knows on which line of a stream a byte is.
type lineCounter struct {
	src   io.Reader
	read  int64
	ends  []int64 // of lines that were read, those before lines left out
	lines int
}

func (c *lineCounter) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			c.ends = append(c.ends, c.read+int64(i))
		}
	}
	c.read += int64(n)
	return n, err
}

// at is the line of a byte, from 1 on; later ones are asked for later.
func (c *lineCounter) at(offset int64) int {
	n := 0
	for n < len(c.ends) && c.ends[n] < offset {
		n++
	}
	c.ends, c.lines = c.ends[n:], c.lines+n
	return c.lines + 1
}

// jsonNumber is a number in any of the ways in which Slurm writes one: alone, as text, or as an
// object of set, infinite and number. NaN where there is none.
type jsonNumber struct {
	value    float64
	infinite bool
}

func (n *jsonNumber) UnmarshalJSON(text []byte) error {
	n.value, n.infinite = math.NaN(), false
	if text[0] == '{' {
		var o struct {
			Set, Infinite bool
			Number        *float64
		}
		if err := json.Unmarshal(text, &o); err != nil {
			return err
		}
		if n.infinite = o.Infinite; o.Set && !o.Infinite && o.Number != nil {
			n.value = *o.Number
		}
		return nil
	}
	word := strings.Trim(string(text), `"`)
	if word == "null" || word == "" {
		return nil
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return fmt.Errorf("%s is not a number", quote(word))
	}
	n.value = x
	return nil
}

// count is a whole number from 0 on, -1 where there is none.
func (n *jsonNumber) count(in *row, column string) int64 {
	if n == nil || math.IsNaN(n.value) || n.value != 0 && noTime(n.value) {
		return -1
	}
	return in.count(column, strconv.FormatFloat(n.value, 'f', -1, 64))
}

// time is a moment in seconds since 1970.
func (n *jsonNumber) time(in *row, column string) moment {
	if n == nil || math.IsNaN(n.value) {
		return never
	}
	return in.time(column, strconv.FormatFloat(n.value, 'f', -1, 64), 1)
}

// seconds is a length of time, NaN where there is none.
func (n *jsonNumber) seconds(in *row, column string) float64 {
	if x := n.count(in, column); x >= 0 {
		return float64(x)
	}
	return math.NaN()
}

// jsonText is text, or something else for none, as the number 0 for no reservation; of several the
// first.
type jsonText string

func (t *jsonText) UnmarshalJSON(text []byte) error {
	*t = ""
	switch text[0] {
	case '"':
		return json.Unmarshal(text, (*string)(t))
	case '[':
		var several []jsonText
		if err := json.Unmarshal(text, &several); err != nil {
			return err
		}
		if len(several) > 0 {
			*t = several[0]
		}
	}
	return nil
}

type jsonTRES []struct {
	Type, Name jsonText
	Count      *jsonNumber
}

// list writes resources as the text of sacct has them; memory is in MB.
func (t jsonTRES) list(in *row, column string) string {
	var items []string
	for _, r := range t {
		name := string(r.Type)
		if r.Name != "" {
			name += "/" + string(r.Name)
		}
		if n := r.Count; n != nil && !math.IsNaN(n.value) && (n.value == 0 || !noTime(n.value)) {
			items = append(items, name+"="+strconv.FormatFloat(n.value, 'f', -1, 64))
		}
	}
	return strings.Join(items, ",")
}

// jsonJob is what is read of a job.
type jsonJob struct {
	JobID           *jsonNumber `json:"job_id"`
	Cluster         jsonText
	AllocationNodes *jsonNumber `json:"allocation_nodes"`
	Array           struct {
		JobID  *jsonNumber `json:"job_id"`
		TaskID *jsonNumber `json:"task_id"`
		Task   jsonText
	}
	Het struct {
		JobID  *jsonNumber `json:"job_id"`
		Offset *jsonNumber `json:"job_offset"`
	}
	Time struct {
		Submission, Eligible, Start, End, Elapsed, Suspended, Limit *jsonNumber
	}
	State struct {
		Current, Reason jsonText
	}
	JobState                                   jsonText `json:"job_state"` // of squeue
	Partition, QOS, Account, User, Group, Name jsonText
	Reservation                                struct{ Name jsonText }
	Required                                   struct{ CPUs *jsonNumber }
	TRES                                       struct{ Allocated, Requested jsonTRES }
	RestartCnt                                 *jsonNumber `json:"restart_cnt"`
}

// Read gives the next record.
func (j *jsonReader) Read(r *Record) error {
	if !j.begun {
		if err := j.begin(); err != nil {
			return err
		}
	}
	if !j.in.More() {
		return j.finish()
	}
	*r = Record{Line: j.lines.at(j.in.InputOffset() + 1)}
	if err := j.in.Decode(&j.raw); err != nil {
		return j.broken(err)
	}
	in := row{zone: &j.o.Zone, line: r.Line}
	var job jsonJob
	if err := json.Unmarshal(j.raw, &job); err != nil {
		in.bad("", "%w", err)
		return in.done()
	}
	if job.JobState != "" && job.State.Current == "" {
		return fmt.Errorf("%s: this is squeue's output, which has no jobs that ended: take sacct's", j.o.File)
	}
	return j.record(r, &in, &job)
}

// broken says where the stream is no JSON.
func (j *jsonReader) broken(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the JSON ends too early, the file is truncated")
	}
	return fmt.Errorf("%s:%d: %w", j.o.File, j.lines.at(j.in.InputOffset()), err)
}

// begin goes to the first job.
func (j *jsonReader) begin() error {
	j.begun = true
	first, err := j.in.Token()
	if err != nil {
		return j.broken(err)
	}
	if first != json.Delim('{') {
		return fmt.Errorf("%s: this is JSON without an object of jobs: take what sacct --json prints", j.o.File)
	}
	for j.in.More() {
		key, err := j.in.Token()
		if err != nil {
			return j.broken(err)
		}
		if key == "jobs" {
			open, err := j.in.Token()
			if err != nil {
				return j.broken(err)
			}
			if open == json.Delim('[') {
				j.depth = 2
				return nil
			}
			break
		}
		var other json.RawMessage
		if err := j.in.Decode(&other); err != nil {
			return j.broken(err)
		}
	}
	return fmt.Errorf("%s: this is JSON without a list of jobs: take what sacct --json prints", j.o.File)
}

// finish reads to the end of all brackets.
func (j *jsonReader) finish() error {
	for j.depth > 0 {
		switch token, err := j.in.Token(); {
		case err != nil:
			return j.broken(err)
		case token == json.Delim('{'), token == json.Delim('['):
			j.depth++
		case token == json.Delim('}'), token == json.Delim(']'):
			j.depth--
		}
	}
	return io.EOF
}

// record takes a job apart.
func (j *jsonReader) record(r *Record, in *row, job *jsonJob) error {
	number := job.JobID.count(in, "job_id")
	r.RawID = strconv.FormatInt(number, 10)
	r.ID = r.RawID
	if number < 0 {
		in.bad("job_id", "there is no number of the job")
	}
	array, task := job.Array.JobID.count(in, "array.job_id"), job.Array.TaskID.count(in, "array.task_id")
	het, offset := job.Het.JobID.count(in, "het.job_id"), job.Het.Offset.count(in, "het.job_offset")
	switch {
	case array > 0 && task >= 0:
		r.ID = fmt.Sprintf("%d_%d", array, task)
	case array > 0 && job.Array.Task != "":
		r.ID = fmt.Sprintf("%d_[%s]", array, taskMask(string(job.Array.Task)))
	case het > 0 && offset >= 0:
		r.ID = fmt.Sprintf("%d+%d", het, offset)
	}
	r.markID()
	r.Cluster, r.Reason = string(job.Cluster), string(job.State.Reason)
	r.setState(in, "state.current", string(job.State.Current))
	t := &job.Time
	r.Elapsed, r.Suspended = t.Elapsed.seconds(in, "time.elapsed"), float64(max(0, t.Suspended.count(in, "time.suspended")))
	r.setTimes(t.Submission.time(in, "time.submission"), t.Eligible.time(in, "time.eligible"), t.Start.time(in, "time.start"), t.End.time(in, "time.end"))
	// Slurm 22.05 gives null without a limit and for that of the partition; later a limit that is not set.
	r.Limit = -1
	if limit := t.Limit.count(in, "time.limit"); limit >= 0 {
		r.Limit = float64(limit) * 60
	} else {
		r.DefaultLimit = t.Limit == nil || !t.Limit.infinite
	}
	r.Partition, r.QOS, r.Account, r.Reservation = string(job.Partition), string(job.QOS), string(job.Account), string(job.Reservation.Name)
	r.User, r.Group, r.Name = string(job.User), string(job.Group), string(job.Name)
	r.Restarts = int(max(0, job.RestartCnt.count(in, "restart_cnt")))
	columns := map[string]string{"ReqTRES": job.TRES.Requested.list(in, "tres.requested"), "AllocTRES": job.TRES.Allocated.list(in, "tres.allocated")}
	for name, n := range map[string]*jsonNumber{"ReqCPUS": job.Required.CPUs, "NNodes": job.AllocationNodes} {
		if count := n.count(in, name); count > 0 {
			columns[name] = strconv.FormatInt(count, 10)
		}
	}
	r.setSize(in, j.o.Size, func(names ...string) (string, string) {
		for _, name := range names {
			if columns[name] != "" {
				return name, columns[name]
			}
		}
		return names[0], ""
	})
	return in.done()
}

// taskMask gives the tasks of a bit mask in hexadecimal as a list: 0x1E is 1-4. Other text is a list
// already.
func taskMask(text string) string {
	digits, isHex := strings.CutPrefix(text, "0x")
	mask, ok := new(big.Int).SetString(digits, 16)
	if !isHex || !ok || len(digits) > longestLine {
		return text
	}
	var parts []string
	for task := 0; task < mask.BitLen(); task++ {
		first := task
		for mask.Bit(task) == 1 && mask.Bit(task+1) == 1 {
			task++
		}
		switch {
		case mask.Bit(task) == 0:
		case first == task:
			parts = append(parts, strconv.Itoa(task))
		default:
			parts = append(parts, fmt.Sprintf("%d-%d", first, task))
		}
	}
	return strings.Join(parts, ",")
}
