package accounting

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// jsonReader reads what sacct --json prints, a job at a time, in the layouts of Slurm 22.05 and of
// 23.02 and later, and gives every job the columns that sacct's text has.
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
	for len(c.ends) > 0 && c.ends[0] < offset {
		c.ends = c.ends[1:]
		c.lines++
	}
	return c.lines + 1
}

// jsonValue is a value as sacct's text has it, whatever the way in which Slurm writes it: a text, a
// number, an object of set, infinite and number, or a list of which the first counts. It is empty
// where there is none.
type jsonValue string

// UnmarshalJSON takes any value.
func (v *jsonValue) UnmarshalJSON(text []byte) error {
	*v = ""
	switch text[0] {
	case '"':
		return json.Unmarshal(text, (*string)(v))
	case '[':
		var several []jsonValue
		if err := json.Unmarshal(text, &several); err != nil {
			return err
		}
		if len(several) > 0 {
			*v = several[0]
		}
	case '{':
		var o struct {
			Set, Infinite bool
			Number        jsonValue
		}
		if err := json.Unmarshal(text, &o); err != nil {
			return err
		}
		if o.Infinite {
			*v = "UNLIMITED"
		} else if o.Set {
			*v = o.Number
		}
	default:
		switch word := string(text); word {
		case "null", "true", "false", "4294967294", "4294967295", "18446744073709551614", "18446744073709551615":
		default:
			*v = jsonValue(word)
		}
	}
	return nil
}

// jsonJob is what is read of a job.
type jsonJob struct {
	JobID jsonValue `json:"job_id"`
	Array struct {
		JobID  jsonValue `json:"job_id"`
		TaskID jsonValue `json:"task_id"`
		Task   jsonValue
	}
	Het struct {
		JobID  jsonValue `json:"job_id"`
		Offset jsonValue `json:"job_offset"`
	}
	Time            struct{ Submission, Eligible, Start, End, Elapsed, Suspended, Limit jsonValue }
	State           struct{ Current, Reason jsonValue }
	Squeue          jsonValue `json:"job_state"` // which sacct does not have
	Reservation     struct{ Name jsonValue }
	Required        struct{ CPUs jsonValue }
	AllocationNodes jsonValue `json:"allocation_nodes"`
	TRES            struct{ Allocated, Requested jsonTRES }
	RestartCnt      jsonValue `json:"restart_cnt"`

	Cluster, Partition, QOS, Account, User, Group, Name jsonValue
}

type jsonTRES []struct{ Type, Name, Count jsonValue }

// text writes resources as sacct's text has them; memory is in MB.
func (t jsonTRES) text() string {
	var items []string
	for _, r := range t {
		name := string(r.Type)
		if r.Name != "" {
			name += "/" + string(r.Name)
		}
		if r.Count != "" {
			items = append(items, name+"="+string(r.Count))
		}
	}
	return strings.Join(items, ",")
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
	in := row{zone: &j.o.Zone, line: j.lines.at(j.in.InputOffset() + 1)}
	if err := j.in.Decode(&j.raw); err != nil {
		return j.broken(err)
	}
	var job jsonJob
	if err := json.Unmarshal(j.raw, &job); err != nil {
		in.bad("", "%w", err)
		return in.done()
	}
	if job.Squeue != "" && job.State.Current == "" {
		return fmt.Errorf("%s: this is squeue's output, which has no jobs that ended: take sacct's", j.o.File)
	}
	columns := job.columns()
	*r = Record{}
	r.mark(&in, columns["JobID"])
	return r.fill(&in, j.o.Size, columns.get)
}

// columns gives a job the columns of sacct's text.
func (j *jsonJob) columns() columns {
	id := j.JobID
	switch {
	case j.Array.JobID != "0" && j.Array.TaskID != "":
		id = j.Array.JobID + "_" + j.Array.TaskID
	case j.Array.JobID != "0" && j.Array.Task != "":
		id = j.Array.JobID + "_[" + jsonValue(taskMask(string(j.Array.Task))) + "]"
	case j.Het.JobID != "0" && j.Het.Offset != "":
		id = j.Het.JobID + "+" + j.Het.Offset
	}
	// Slurm 22.05 gives null both for no limit and for that of the partition, which is replaced at the
	// start; later releases give one that is not set for the second.
	limit := j.Time.Limit
	if limit == "" && (j.Time.Start == "" || j.Time.Start == "0") {
		limit = "Partition_Limit"
	}
	if j.Reservation.Name == "0" {
		j.Reservation.Name = ""
	}
	if j.AllocationNodes == "0" {
		j.AllocationNodes = ""
	}
	c := columns{"ReqTRES": j.TRES.Requested.text(), "AllocTRES": j.TRES.Allocated.text()}
	for name, value := range map[string]jsonValue{
		"JobID": id, "JobIDRaw": j.JobID, "Submit": j.Time.Submission, "Eligible": j.Time.Eligible, "Start": j.Time.Start, "End": j.Time.End,
		"ElapsedRaw": j.Time.Elapsed, "Suspended": j.Time.Suspended, "TimelimitRaw": limit, "State": j.State.Current, "Reason": j.State.Reason,
		"Partition": j.Partition, "QOS": j.QOS, "Account": j.Account, "Reservation": j.Reservation.Name, "User": j.User, "Group": j.Group,
		"JobName": j.Name, "Cluster": j.Cluster, "ReqCPUS": j.Required.CPUs, "NNodes": j.AllocationNodes, "Restarts": j.RestartCnt,
	} {
		c[name] = string(value)
	}
	return c
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
	token, err := j.in.Token()
	for inside := token == json.Delim('{'); inside && err == nil && j.in.More(); {
		if token, err = j.in.Token(); token != "jobs" {
			err = cmp.Or(err, j.in.Decode(&j.raw))
			continue
		}
		if token, err = j.in.Token(); token == json.Delim('[') {
			j.depth = 2
			return nil
		}
		break
	}
	if err != nil {
		return j.broken(err)
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

// taskMask gives the tasks of a bit mask in hexadecimal as a list: 0x1E is 1-4. Other text is a list
// already.
func taskMask(text string) string {
	digits, isHex := strings.CutPrefix(text, "0x")
	mask, ok := new(big.Int).SetString(digits, 16)
	if !isHex || !ok || mask.Sign() < 0 {
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
