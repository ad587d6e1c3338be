package accounting

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Command is the recommended call of sacct, for Slurm 22.05 and later.
const Command = `SLURM_TIME_FORMAT=%s SLURM_BITSTR_LEN=0 sacct -a -D -X -P -S 2025-01-01 -o \
JobID,JobIDRaw,Submit,Eligible,Start,End,ElapsedRaw,Suspended,State,Reason,\
Partition,QOS,Account,User,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,ReqTRES,AllocTRES`

const sacctColumns = `id=JobID id=JobIDRaw raw=JobIDRaw cluster=Cluster submit=Submit
	eligible=Eligible start=Start end=End run=ElapsedRaw run=Elapsed suspended=Suspended
	state=State reason=Reason limit=TimelimitRaw:min limit=Timelimit queue=Partition qos=QOS
	account=Account reservation=Reservation user=User group=Group name=JobName `

// sacctSizes are the columns of sizes by unit.
var sacctSizes = map[string]string{
	"cpus":  "size=ReqCPUS alloc=AllocCPUS alloc=NCPUS",
	"nodes": "size=ReqNodes alloc=NNodes alloc=AllocNodes",
}

// A log in SWF has such a first line.
const swfLine = `^;[^;]*$|^\s*([0-9.-]+\s+){17}[0-9.-]+\s*$`

// foreign recognizes other input by its first line.
var foreign = []struct{ form, what string }{
	{`(?i)^(sacct:|slurm)|invalid field requested|error:`, "a message of sacct, not its output"},
	{`^\s*[{[]`, "JSON: run sacct with -P instead of --json"},
	{swfLine, "a log in the Standard Workload Format already, which all commands read"},
	{`^ *JOBID .*PARTITION`, "squeue's output, which has no jobs that ended: use sacct's"},
	{`(?i)^ *JobID(Raw)? `, "in columns of fixed width, which cut longer values: " +
		"run sacct with -P"},
	{`^[0-9]`, "without a header line: run sacct without -n"},
	{``, "not the output of sacct -P with a column JobID"},
}

// sacctHeader matches a header line; the group is the separator.
var sacctHeader = regexp.MustCompile(`^[A-Za-z0-9]+([^A-Za-z0-9 ]+)`)

// anyHeader matches a header line of two words or more, with JobID among them
// and any separator.
var anyHeader = regexp.MustCompile(
	`(?i)^(([a-z]+[^a-z0-9 ]+)+jobid(raw)?|jobid(raw)?[^a-z0-9 ]+[a-z]+)` +
		`([^a-z0-9 ]+[a-z]+)*[^a-z0-9 ]*$`)

// jobID matches the ID of a job in sacct's and squeue's output, or of a step.
var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+|_\[[^\]]*\]?|\+[0-9]+)?(\..+)?$`)

// freeText are the columns that may contain separators and line feeds. They can
// be read if they are the last column.
var freeText = []string{
	"jobname", "comment", "admincomment", "constraints", "submitline", "workdir",
}

// sacct splits sacct's text.
type sacct struct {
	*lines
	header, separator string
	names             []string // of columns, in lower case
	id                int      // index of the first column with a job ID
	free              bool     // the last column is free text
}

// NewSacct returns a Source for the output of sacct -P.
func NewSacct(in io.Reader, o Options) (*Source, error) {
	s := &sacct{lines: newLines(in, o.File)}
	var err error
	if s.header, err = s.line(); err != nil {
		return nil, s.noHeader(err)
	}
	if found := sacctHeader.FindStringSubmatch(s.header); found != nil {
		s.separator = found[1]
		for name := range strings.SplitSeq(strings.ToLower(s.header), s.separator) {
			s.names = append(s.names, strings.TrimSpace(name))
		}
	}
	s.id = slices.IndexFunc(s.names, func(name string) bool {
		return name == "jobid" || name == "jobidraw"
	})
	if s.id < 0 {
		for _, f := range foreign {
			if regexp.MustCompile(f.form).MatchString(s.header) {
				return nil, fmt.Errorf("%s: this is %s; line 1 is %s", o.File,
					f.what, quote(s.header))
			}
		}
	}
	s.free = slices.Contains(freeText, s.names[len(s.names)-1])
	all, err := ParseColumns(nil, strings.Fields(sacctColumns+sacctSizes[o.Size]))
	if err != nil {
		return nil, err
	}
	columns, err := all.bind(s.names, &o, "state")
	return &Source{s, columns, false}, err
}

// next splits the next record: a line, and the lines of free text after it that
// do not begin a record.
func (s *sacct) next() (row, error) {
	text, err := s.line()
	for err == nil && text == s.header { // of several dumps in a row
		text, err = s.line()
	}
	r := row{line: s.number, lines: 1}
	if err == nil && anyHeader.MatchString(text) {
		err = fmt.Errorf("%s:%d: this header line has other columns than the first: "+
			"import the parts one by one", s.file, s.number)
	}
	if err != nil {
		return r, err
	}
	for s.free && r.lines < mostLines {
		more := s.peek(0)
		if more.err != nil || s.begins(more.text) || len(text)+len(more.text) > mostBytes {
			break
		}
		text += "\n" + more.text
		r.lines++
		s.skip(1)
	}
	most, width := -1, len(s.names)
	if s.free {
		most = width
	}
	cells := strings.SplitN(text, s.separator, most)
	if len(cells) != width {
		return r, bad("", "%d fields, but the header line has %d "+
			"(only the last column, such as JobName, can have separators)", len(cells), width)
	}
	found := jobID.FindStringSubmatch(cells[s.id])
	if found == nil {
		return r, bad("JobID", "%s is not a job ID", quote(cells[s.id]))
	}
	if found[2] != "" {
		return r, nil // a step
	}
	r.cells = map[string]string{}
	for i, name := range s.names {
		r.cells[name] = strings.TrimSpace(cells[i])
	}
	// A job that is cancelled before Slurm records it seems to start at its
	// end.
	if strings.HasPrefix(r.cells["state"], "CANCELLED") && r.cells["start"] == r.cells["end"] &&
		r.cells["reqtres"] != "" && r.cells["alloctres"] == "" {
		r.cells["start"] = ""
	}
	return r, nil
}

// begins reports whether a line is a header line or has a job ID in its column.
func (s *sacct) begins(line string) bool {
	cells := strings.SplitN(line, s.separator, s.id+2)
	return line == s.header || anyHeader.MatchString(line) ||
		len(cells) == s.id+2 && jobID.MatchString(cells[s.id])
}

// PlannedStart is a start that the scheduler planned for a waiting job. Times
// are seconds since 1970.
type PlannedStart struct{ Made, Start float64 }

// ReadPlans returns plans by JobIDRaw, in the order in which they were made. A
// line is number|made|start, where start is N/A for a job without a plan.
func ReadPlans(in io.Reader, o Options) (map[string][]PlannedStart, error) {
	plans := map[string][]PlannedStart{}
	return plans, newLines(in, o.File).each(func(line string) error {
		id, times, _ := strings.Cut(strings.TrimSpace(line), "|")
		first, second, _ := strings.Cut(times, "|")
		made, err := strconv.ParseFloat(first, 64)
		if err != nil {
			return errors.New("not of the form number|made|start, with seconds since 1970")
		}
		if start, err := strconv.ParseFloat(second, 64); err == nil {
			plans[id] = append(plans[id], PlannedStart{made, start})
		}
		return nil
	})
}
