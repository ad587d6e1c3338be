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
	begun bool
	depth int // of brackets that are open, from the first job on
}

func newJSON(in io.Reader, o Options) Source {
	j := &jsonReader{o: o, lines: lineCounter{src: in}}
	j.in = json.NewDecoder(&j.lines)
	j.in.UseNumber()
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

// jsonColumns are the columns of sacct's text by where JSON has them.
var jsonColumns = map[string]string{
	"JobID": "job_id", "JobIDRaw": "job_id", "Submit": "time.submission", "Eligible": "time.eligible", "Start": "time.start", "End": "time.end",
	"ElapsedRaw": "time.elapsed", "Suspended": "time.suspended", "TimelimitRaw": "time.limit", "State": "state.current", "Reason": "state.reason",
	"Partition": "partition", "QOS": "qos", "Account": "account", "Reservation": "reservation.name", "User": "user", "Group": "group",
	"JobName": "name", "Cluster": "cluster", "ReqCPUS": "required.CPUs", "NNodes": "allocation_nodes", "Restarts": "restart_cnt",
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
	var job any
	if err := j.in.Decode(&job); err != nil {
		return j.broken(err)
	}
	if jsonText(job, "job_state") != "" && jsonText(job, "state.current") == "" {
		return fmt.Errorf("%s: this is squeue's output, which has no jobs that ended: take sacct's", j.o.File)
	}
	c := columns{"ReqTRES": jsonTRES(job, "tres.requested"), "AllocTRES": jsonTRES(job, "tres.allocated")}
	for name, path := range jsonColumns {
		c[name] = jsonText(job, path)
	}
	for _, name := range []string{"Reservation", "NNodes"} { // where 0 is none
		if c[name] == "0" {
			c[name] = ""
		}
	}
	// Slurm 22.05 gives null both for no limit and for that of the partition, which is replaced at
	// the start; later releases give one that is not set for the second.
	if c["TimelimitRaw"] == "" && (c["Start"] == "" || c["Start"] == "0") {
		c["TimelimitRaw"] = "Partition_Limit"
	}
	array, task, list := jsonText(job, "array.job_id"), jsonText(job, "array.task_id"), jsonText(job, "array.task")
	het, offset := jsonText(job, "het.job_id"), jsonText(job, "het.job_offset")
	switch {
	case array != "0" && task != "":
		c["JobID"] = array + "_" + task
	case array != "0" && list != "":
		c["JobID"] = array + "_[" + taskMask(list) + "]"
	case het != "0" && offset != "":
		c["JobID"] = het + "+" + offset
	}
	*r = Record{}
	r.mark(&in, c["JobID"])
	return r.fill(&in, j.o.Size, c.get)
}

// jsonText gives the value at a path as sacct's text has it, whatever the way in which Slurm writes
// it: a text, a number, an object of set, infinite and number, or a list of which the first counts.
// It is empty where there is none.
func jsonText(in any, path string) string {
	name, below, deeper := strings.Cut(path, ".")
	object, _ := in.(map[string]any)
	value := object[name]
	if deeper {
		return jsonText(value, below)
	}
	if list, ok := value.([]any); ok && len(list) > 0 {
		value = list[0]
	}
	if object, ok := value.(map[string]any); ok {
		value = nil
		if object["infinite"] == true {
			value = "UNLIMITED"
		} else if object["set"] == true {
			value = object["number"]
		}
	}
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		switch value {
		case "4294967294", "4294967295", "18446744073709551614", "18446744073709551615": // for none
		default:
			return string(value)
		}
	}
	return ""
}

// jsonTRES writes resources as sacct's text has them; memory is in MB.
func jsonTRES(job any, path string) string {
	group, name, _ := strings.Cut(path, ".")
	object, _ := job.(map[string]any)
	object, _ = object[group].(map[string]any)
	list, _ := object[name].([]any)
	var items []string
	for _, r := range list {
		name := jsonText(r, "type")
		if below := jsonText(r, "name"); below != "" {
			name += "/" + below
		}
		if count := jsonText(r, "count"); count != "" {
			items = append(items, name+"="+count)
		}
	}
	return strings.Join(items, ",")
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
			var other any
			err = cmp.Or(err, j.in.Decode(&other))
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

// taskMask gives the tasks of a bit mask in hexadecimal as a list: 0x1E is 1-4. Other text is a
// list already.
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
