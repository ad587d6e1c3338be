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

// pbs reads the accounting records of PBS and Torque. The record E of a job
// that ended has everything; other jobs are put together from several records.
type pbs struct {
	lineReader
	layout layout
	open   map[string]*Record // jobs that have not ended
	rest   []*Record          // the open jobs at the end of the input
	atEnd  bool
}

// NewPBS returns a Source of accounting records of PBS or Torque, of one day or
// several.
func NewPBS(in io.Reader, o Options) Source {
	p := &pbs{lineReader: newLines(in, o), open: map[string]*Record{}}
	for _, c := range columnsOf("cpus") {
		if c.names != nil {
			if at := slices.Index(pbsColumns, c.names[0]); at >= 0 {
				p.layout = append(p.layout, placed{column: c, name: c.names[0], at: at, unit: 1})
			}
		}
	}
	return p
}

// pbsColumns are the columns of the rows that job makes.
var pbsColumns = []string{"JobID", "State", "Submit", "Eligible", "Start", "End", "TimelimitRaw", "ReqCPUS", "Partition", "User", "Group", "Account", "JobName"}

// Read returns the next job that ended, at the end of the input those that did
// not.
func (p *pbs) Read(r *Record) error {
	for !p.atEnd {
		line, err := p.next()
		if err == io.EOF {
			p.atEnd = true
			for _, id := range slices.Sorted(maps.Keys(p.open)) {
				p.rest = append(p.rest, p.open[id])
			}
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
	if len(p.rest) == 0 {
		return io.EOF
	}
	*r = *p.rest[0]
	p.rest = p.rest[1:]
	return nil
}

// event takes one record, and returns the job if it ends with it.
func (p *pbs) event(in *row, parts []string) (*Record, error) {
	wall, err := time.ParseInLocation("01/02/2006 15:04:05", parts[0], p.o.Zone.Location)
	if err != nil {
		in.bad("time", "%s is not of the form MM/DD/YYYY HH:MM:SS", quote(parts[0]))
		return nil, in.done()
	}
	id, kind, at := parts[2], parts[1], wall.Unix()
	before, known := p.open[id]
	switch kind {
	case "Q":
		p.open[id] = p.job(in, id, map[string]string{"ctime": strconv.FormatInt(at, 10)}, "PENDING")
	case "S":
		p.open[id] = p.job(in, id, pairs(parts[3]), "RUNNING")
	case "R":
		if known { // it waits again
			before.State, before.Start = "PENDING", math.NaN()
		}
	case "E":
		values, state := pairs(parts[3]), "COMPLETED"
		if status := strings.TrimSpace(values["Exit_status"]); status != "" && status != "0" {
			state = "FAILED"
		}
		delete(p.open, id)
		return p.job(in, id, values, state), in.done()
	case "D", "A":
		if known && before.State == "RUNNING" {
			break // E follows
		}
		if !known {
			before = p.job(in, id, map[string]string{"ctime": strconv.FormatInt(at, 10)}, "")
		}
		delete(p.open, id)
		before.State, before.End = "CANCELLED", float64(at)
		return before, in.done()
	}
	return nil, in.done()
}

// job returns the job of a record's values.
func (p *pbs) job(in *row, id string, values map[string]string, state string) *Record {
	procs := ""
	if hosts := strings.TrimSpace(values["exec_host"]); hosts != "" {
		procs = strconv.FormatInt(slots(in, hosts), 10)
	}
	end := values["end"]
	if state == "RUNNING" {
		end = ""
	}
	r := newRecord(in.line)
	_ = p.layout.fill(&r, in, []string{ // in keeps its error
		id, state, cmp.Or(values["ctime"], values["qtime"]), cmp.Or(values["etime"], values["qtime"], values["ctime"]), values["start"], end,
		values["Resource_List.walltime"], procs, values["queue"], values["user"], values["group"], values["account"], values["jobname"],
	})
	return &r
}

// key matches the beginning of a value: a word and =.
var key = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*=`)

// pairs reads key=value key=value, where values may have blanks.
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

// slots counts the slots of a list of hosts: a/0+a/1, a/0-5,7, or a/0*8 of PBS
// Professional.
func slots(in *row, hosts string) int64 {
	total := int64(0)
	for entry := range strings.SplitSeq(hosts, "+") {
		_, list, _ := strings.Cut(entry, "/")
		if _, times, ok := strings.Cut(list, "*"); ok {
			f := field{row: in, name: "exec_host", text: times}
			total += max(0, f.count())
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
