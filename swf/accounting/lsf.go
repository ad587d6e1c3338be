package accounting

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// lsf reads lsb.acct of LSF. It has the jobs that ended, and no limits of their time.
type lsf struct{ lineReader }

// NewLSF gives a Source of LSF's lsb.acct.
func NewLSF(in io.Reader, o Options) Source { return &lsf{newLines(in, o)} }

// The places of fields before the names of hosts, of which there are as many as the field before
// says.
const (
	lsfEvent, lsfTime, lsfJob                       = 0, 2, 3
	lsfProcs, lsfSubmit, lsfBegin, lsfStart, lsfEnd = 6, 7, 8, 10, 2
	lsfUser, lsfQueue, lsfAsked                     = 11, 12, 22
)

// Read gives the next job.
func (l *lsf) Read(r *Record) error {
	for {
		line, err := l.next()
		if err != nil {
			return err
		}
		fields := quoted(line)
		if fields[lsfEvent] != "JOB_FINISH" {
			if l.read == 0 && !strings.HasPrefix(line, `"`) {
				return l.foreign(line, "LSF's lsb.acct")
			}
			continue // of reservations and the like
		}
		l.read++
		return l.record(r, fields)
	}
}

// record takes a job apart.
func (l *lsf) record(r *Record, fields []string) error {
	in := row{zone: &l.o.Zone, line: l.line}
	*r = Record{Line: l.line, Procs: -1, Alloc: -1, Memory: -1, Limit: -1, Elapsed: math.NaN()}
	hosts := 0 // the places of the names of hosts
	var counts [2]int64
	for i := range counts {
		at := lsfAsked + i + hosts
		if at >= len(fields) {
			in.bad("", "the line has %d fields, less than there should be", len(fields))
			return in.done()
		}
		counts[i] = max(0, in.count("number of hosts", fields[at]))
		if hosts += int(counts[i]); hosts > len(fields) {
			in.bad("number of hosts", "%d, but the line has only %d fields", counts[i], len(fields))
			return in.done()
		}
	}
	status := lsfAsked + 2 + hosts
	if status >= len(fields) {
		in.bad("", "the line has %d fields, less than there should be", len(fields))
		return in.done()
	}
	start := in.time("startTime", fields[lsfStart], 1)
	submit, begin := in.time("submitTime", fields[lsfSubmit], 1), in.time("beginTime", fields[lsfBegin], 1)
	eligible := submit
	if begin.at > submit.at {
		eligible = begin
	}
	r.setTimes(submit, eligible, start, in.time("event time", fields[lsfEnd], 1))
	switch {
	case math.IsNaN(r.Start):
		r.State = "CANCELLED"
	case fields[status] == "64":
		r.State = "COMPLETED"
	default:
		r.State = "FAILED"
	}
	// Tasks of an array have the job's number: no two lines are the same job.
	r.ID, r.RawID = fields[lsfJob], fmt.Sprintf("%s@%d", fields[lsfJob], l.line)
	r.User, r.Partition = fields[lsfUser], fields[lsfQueue]
	if name := status + 2; name < len(fields) {
		r.Name = fields[name]
	}
	// A log that names a host for each slot has at least as many as processors were asked for, one
	// that names each host once at most as many.
	r.Procs = max(in.count("numProcessors", fields[lsfProcs]), counts[1])
	return in.done()
}

// quoted splits a line at blanks; strings stand in quotes, and a quote in one is doubled. There is
// at least one field.
func quoted(line string) []string {
	var fields []string
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		if line[0] != '"' {
			var field string
			field, line, _ = strings.Cut(line, " ")
			fields = append(fields, field)
			continue
		}
		var field strings.Builder
		line = line[1:]
		for {
			part, rest, closed := strings.Cut(line, `"`)
			field.WriteString(part)
			if line = rest; !closed || !strings.HasPrefix(line, `"`) {
				break
			}
			field.WriteByte('"')
			line = line[1:]
		}
		fields = append(fields, field.String())
	}
	if fields == nil {
		fields = []string{strconv.Quote("")}
	}
	return fields
}
