package accounting

import (
	"bufio"
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

// foreign recognizes other input by its first line.
var foreign = []struct{ form, what string }{
	{`(?i)^(sacct:|slurm)|invalid field requested|error:`, "a message of sacct, not its output"},
	{`^\s*[{[]`, "JSON: run sacct with -P instead of --json"},
	{`^;|^\s*([0-9.-]+\s+){17}[0-9.-]+\s*$`,
		"a log in the Standard Workload Format already, which all commands read"},
	{`^ *JOBID .*PARTITION`, "squeue's output, which has no jobs that ended: use sacct's"},
	{`(?i)^ *JobID(Raw)? `, "in columns of fixed width, which cut longer values: run sacct with -P"},
	{`^[0-9]`, "without a header line: run sacct without -n"},
	{``, "not the output of sacct -P with JobID as the first column"},
}

// sacctHeader matches a header line; the group is the separator.
var sacctHeader = regexp.MustCompile(`(?i)^JobID(?:Raw)?([^A-Za-z ]+)`)

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
	free              bool     // the last column is free text
	ahead             string   // first line of the next record
	ended             error    // io.EOF, or why reading failed
}

// NewSacct returns a Source for the output of sacct -P.
func NewSacct(in io.Reader, o Options) (*Source, error) {
	s := &sacct{lines: newLines(in, o.File)}
	line, err := s.line()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty", o.File)
	}
	if err != nil {
		return nil, err
	}
	s.header = strings.TrimPrefix(line, "\ufeff")
	found := sacctHeader.FindStringSubmatch(s.header)
	if found == nil {
		for _, f := range foreign {
			if regexp.MustCompile(f.form).MatchString(s.header) {
				return nil, fmt.Errorf("%s: this is %s; line 1 is %s", o.File, f.what, quote(line))
			}
		}
	}
	s.separator = found[1]
	for name := range strings.SplitSeq(strings.ToLower(s.header), s.separator) {
		s.names = append(s.names, strings.TrimSpace(name))
	}
	s.free = slices.Contains(freeText, s.names[len(s.names)-1])
	all, err := ParseColumns(nil, strings.Fields(sacctColumns+sacctSizes[o.Size]))
	if err != nil {
		return nil, err
	}
	columns, err := all.bind(s.names, &o, "state")
	s.ahead, s.ended = s.line()
	return &Source{s, columns}, err
}

// next splits the next record: a line, and the lines of free text after it that
// do not begin with a job ID.
func (s *sacct) next() (row, error) {
	for s.ended == nil && s.ahead == s.header { // of several dumps in a row
		s.ahead, s.ended = s.line()
	}
	r := row{line: s.read}
	if s.ended != nil {
		return r, s.ended
	}
	text := s.ahead
	s.ahead, s.ended = s.line()
	for s.free && s.ended == nil && !s.begins(s.ahead) && len(text) < longestRecord {
		text += "\n" + s.ahead
		s.ahead, s.ended = s.line()
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
	found := jobID.FindStringSubmatch(cells[0])
	if found == nil {
		return r, bad("JobID", "%s is not a job ID", quote(cells[0]))
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

// begins reports whether a line is the header line or begins with a job ID.
func (s *sacct) begins(line string) bool {
	first, _, ok := strings.Cut(line, s.separator)
	return line == s.header || ok && jobID.MatchString(first)
}

// longestRecord is the most bytes of a record in any format.
const longestRecord = 1 << 20

var errLong = fmt.Errorf("a record has more than %d MB", longestRecord>>20)

// lines reads the lines that are not blank.
type lines struct {
	file string
	in   *bufio.Scanner
	read int // lines read
}

func newLines(in io.Reader, file string) *lines {
	l := &lines{file: file, in: bufio.NewScanner(in)}
	l.in.Buffer(nil, longestRecord)
	return l
}

func (l *lines) line() (string, error) {
	for l.in.Scan() {
		if l.read++; strings.TrimSpace(l.in.Text()) != "" {
			return l.in.Text(), nil
		}
	}
	err := l.in.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = errLong
	}
	if err != nil {
		return "", fmt.Errorf("%s: after line %d: %w", l.file, l.read, err)
	}
	return "", io.EOF
}

// PlannedStart is a start that the scheduler planned for a waiting job. Times
// are seconds since 1970.
type PlannedStart struct{ Made, Start float64 }

// ReadPlans returns plans by JobIDRaw, in the order in which they were made. A
// line is number|made|start, where start is N/A for a job without a plan.
func ReadPlans(in io.Reader, o Options) (map[string][]PlannedStart, error) {
	l, plans := newLines(in, o.File), map[string][]PlannedStart{}
	for {
		line, err := l.line()
		if err == io.EOF {
			return plans, nil
		}
		if err != nil {
			return nil, err
		}
		id, times, _ := strings.Cut(strings.TrimSpace(line), "|")
		first, second, _ := strings.Cut(times, "|")
		made, err := strconv.ParseFloat(first, 64)
		if err != nil {
			err := errors.New("not of the form number|made|start, with seconds since 1970")
			return nil, &RowError{o.File, l.read, "", err}
		}
		if start, err := strconv.ParseFloat(second, 64); err == nil {
			plans[id] = append(plans[id], PlannedStart{made, start})
		}
	}
}
