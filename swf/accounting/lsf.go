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
	lsfEvent, lsfTime, lsfJob               = 0, 2, 3
	lsfProcs, lsfSubmit, lsfBegin, lsfStart = 6, 7, 8, 10
	lsfUser, lsfQueue, lsfAsked             = 11, 12, 22
)

// Read gives the next job.
func (l *lsf) Read(r *Record) error {
	for {
		line, err := l.next()
		if err != nil {
			return err
		}
		fields := quoted(line)
		switch {
		case len(fields) > 0 && fields[lsfEvent] == "JOB_FINISH":
			return l.record(r, fields)
		case l.line == 1 && !strings.HasPrefix(line, `"`):
			return fmt.Errorf("%s: this does not look like LSF's lsb.acct: it begins %s", l.o.File, quote(line))
		}
	}
}

// record takes a job apart.
func (l *lsf) record(r *Record, fields []string) error {
	in := row{zone: &l.o.Zone, line: l.line}
	hosts := 0         // names of hosts so far
	var asked [2]int64 // numbers of them
	for i := range asked {
		if at := lsfAsked + i + hosts; at < len(fields) {
			asked[i] = max(0, in.count("number of hosts", fields[at]))
		}
		hosts += int(min(asked[i], int64(len(fields))))
	}
	status := lsfAsked + 2 + hosts
	if status >= len(fields) {
		in.bad("", "%d fields, less than there should be", len(fields))
		return in.done()
	}
	c := columns{
		// Tasks of an array have the job's number: no two lines are the same job.
		"JobID": fields[lsfJob], "JobIDRaw": fmt.Sprintf("%s@%d", fields[lsfJob], l.line),
		"Submit": fields[lsfSubmit], "Eligible": fields[lsfBegin], "Start": fields[lsfStart], "End": fields[lsfTime], "State": "FAILED",
		// A log that names a host for each slot has at least as many as processors were asked for,
		// one that names each host once at most as many.
		"ReqCPUS": strconv.FormatInt(max(in.count("numProcessors", fields[lsfProcs]), asked[1]), 10),
		"User":    fields[lsfUser], "Partition": fields[lsfQueue],
	}
	if fields[status] == "64" {
		c["State"] = "COMPLETED"
	}
	if name := status + 2; name < len(fields) {
		c["JobName"] = fields[name]
	}
	*r = Record{}
	err := r.fill(&in, "cpus", c.get)
	if !(r.Eligible > r.Submit) {
		r.Eligible = r.Submit
	}
	if math.IsNaN(r.Start) {
		r.State = "CANCELLED"
	}
	return err
}

// quoted splits a line at blanks; strings stand in quotes, and a quote in one is doubled.
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
	return fields
}
