package accounting

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pbs reads the accounting records of PBS and Torque. Of a job that ended the record E has all;
// others are put together.
type pbs struct {
	lineReader
	open map[string]*Record // jobs that have not ended
	left []string           // those of them still to be given, once the input is read
	over bool
}

// NewPBS gives a Source of the accounting records of PBS or Torque, files of one or more days.
func NewPBS(in io.Reader, o Options) Source {
	return &pbs{lineReader: newLines(in, o), open: map[string]*Record{}}
}

// Read gives the next job that ended, then those that did not.
func (p *pbs) Read(r *Record) error {
	for !p.over {
		line, err := p.next()
		if err == io.EOF {
			p.over, p.left = true, slices.Sorted(maps.Keys(p.open))
			break
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		parts := strings.SplitN(line, ";", 4)
		in := row{zone: &p.o.Zone, line: p.line}
		if len(parts) < 4 || len(parts[1]) != 1 {
			if p.line == 1 {
				return fmt.Errorf("%s: this does not look like accounting records of PBS or Torque: it begins %s", p.o.File, quote(line))
			}
			in.bad("", "not of the form MM/DD/YYYY HH:MM:SS;TYPE;ID;key=value ...")
			return in.done()
		}
		found, err := p.event(&in, parts)
		if err != nil {
			return err
		}
		if found != nil {
			*r = *found
			return nil
		}
	}
	if len(p.left) == 0 {
		return io.EOF
	}
	*r = *p.open[p.left[0]]
	p.left = p.left[1:]
	return nil
}

// event takes up a record, and gives the job if it ends with that.
func (p *pbs) event(in *row, parts []string) (*Record, error) {
	wall, err := time.Parse("01/02/2006 15:04:05", parts[0])
	if err != nil {
		in.bad("time", "%s is not of the form MM/DD/YYYY HH:MM:SS", quote(parts[0]))
		return nil, in.done()
	}
	at, id := p.o.Zone.readings(float64(wall.Unix())).at, parts[2]
	before, known := p.open[id]
	switch parts[1] {
	case "Q":
		p.open[id] = p.job(in, id, map[string]string{"ctime": strconv.FormatInt(int64(at), 10)}, "PENDING")
	case "S", "R", "E":
		values := pairs(parts[3])
		state := map[string]string{"S": "RUNNING", "R": "PENDING", "E": "COMPLETED"}[parts[1]]
		if status := values["Exit_status"]; state == "COMPLETED" && status != "" && status != "0" {
			state = "FAILED"
		}
		r := p.job(in, id, values, state)
		switch {
		case parts[1] == "E":
			delete(p.open, id)
			return r, in.done()
		case parts[1] == "S":
			p.open[id] = r
		case known: // it waits again
			before.State, before.Start = "PENDING", math.NaN()
		}
	case "D", "A":
		if known && before.State == "RUNNING" {
			break // E follows
		}
		if !known {
			before = p.job(in, id, map[string]string{"ctime": strconv.FormatInt(int64(at), 10)}, "")
		}
		delete(p.open, id)
		before.State, before.End = "CANCELLED", at
		return before, in.done()
	}
	return nil, in.done()
}

// job makes a job of what a record says of it.
func (p *pbs) job(in *row, id string, values map[string]string, state string) *Record {
	c := columns{
		"JobID": id, "State": state, "Submit": cmp.Or(values["ctime"], values["qtime"]), "Start": values["start"], "End": values["end"],
		"Eligible": cmp.Or(values["etime"], values["qtime"], values["ctime"]), "Timelimit": values["Resource_List.walltime"],
		"Partition": values["queue"], "User": values["user"], "Group": values["group"], "Account": values["account"], "JobName": values["jobname"],
	}
	if hosts := values["exec_host"]; hosts != "" {
		c["ReqCPUS"] = strconv.FormatInt(slots(in, hosts), 10)
	}
	if state == "RUNNING" {
		c["End"] = ""
	}
	r := &Record{}
	_ = r.fill(in, "cpus", c.get) // in keeps its error
	return r
}

// key finds what begins a value: a word and =.
var key = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*=`)

// pairs reads key=value key=value, where values may hold blanks.
func pairs(text string) map[string]string {
	values, name := map[string]string{}, ""
	for word := range strings.SplitSeq(text, " ") {
		if found := key.FindString(word); found != "" {
			name = strings.TrimSuffix(found, "=")
			values[name] = word[len(found):]
		} else if name != "" {
			values[name] += " " + word
		}
	}
	return values
}

// slots counts those of a list of hosts: a/0+a/1, or a/0-5,7, or a/0*8 of PBS Professional.
func slots(in *row, hosts string) int64 {
	total := int64(0)
	for entry := range strings.SplitSeq(hosts, "+") {
		_, list, _ := strings.Cut(entry, "/")
		if _, times, ok := strings.Cut(list, "*"); ok {
			total += max(0, in.count("exec_host", times))
			continue
		}
		for part := range strings.SplitSeq(cmp.Or(list, "0"), ",") {
			slots, ok := parseRange(part)
			if !ok {
				in.bad("exec_host", "%s is not a host and its slots", quote(entry))
			}
			total += int64(slots.n)
		}
	}
	return total
}
