package accounting

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Command is the sacct call whose output is read best, by Slurm 22.05 and later.
const Command = `SLURM_TIME_FORMAT=%s SLURM_BITSTR_LEN=0 sacct -a -D -X -P -S 2025-01-01 -o \
JobID,JobIDRaw,Submit,Eligible,Start,End,ElapsedRaw,Suspended,State,Reason,\
Partition,QOS,Account,User,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,ReqTRES,AllocTRES`

// sacct reads sacct's text.
type sacct struct {
	lineReader
	separator string // of fields; from the header line where empty
	layout    layout
	header    string
	width     int // fields of a row
	id        int // position of the job ID
	free      int // position of the column that may hold any text; < 0 for none or several
}

// NewSacct returns a Source of what sacct -P printed. The separator is taken
// from the header line where it is empty.
func NewSacct(in io.Reader, separator string, o Options) Source {
	return &sacct{lineReader: newLines(in, o), separator: separator}
}

// readHeader finds the columns in the first line. It returns an error that
// says what the input is where it is not sacct's text.
func (s *sacct) readHeader() error {
	line, err := s.next()
	for err == nil && strings.TrimSpace(line) == "" {
		line, err = s.next()
	}
	if err == io.EOF {
		return fmt.Errorf("%s: the file is empty", s.o.File)
	}
	if err != nil {
		return err
	}
	line = strings.TrimPrefix(line, "\ufeff")
	second, _ := s.peek() // its error comes again
	if what := foreign(line, second); what != "" {
		return fmt.Errorf("%s: this is %s", s.o.File, what)
	}
	if s.separator == "" {
		found := jobColumn.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("%s: this does not look like sacct's output: its first line %s has no column JobID with a separator", s.o.File, quote(line))
		}
		s.separator = cmp.Or(found[2], found[1])
	}
	s.header, s.free = line, -1
	names := strings.Split(strings.ToLower(line), s.separator)
	s.width = len(names)
	position := map[string]int{}
	for i, name := range names { // sacct -p adds an empty one at the end
		name = strings.TrimSpace(name)
		if _, twice := position[name]; !twice {
			position[name] = i
		}
		if slices.Contains(freeText, name) {
			if s.free == -1 {
				s.free = i
			} else {
				s.free = -2
			}
		}
	}
	for _, c := range columnsOf(s.o.Size) {
		for _, name := range c.names {
			if at, ok := position[strings.ToLower(name)]; ok {
				unit := 1.0
				if name == "TimelimitRaw" {
					unit = 60
				}
				s.layout = append(s.layout, placed{column: c, name: name, at: at, unit: unit})
				break
			}
		}
	}
	if s.id = slices.IndexFunc(names, func(name string) bool { return strings.TrimSpace(name) == "jobid" }); s.id < 0 {
		s.id = position["jobidraw"]
	}
	return s.checkColumns(position)
}

// freeText are the columns that may hold any text.
var freeText = []string{"jobname", "comment", "admincomment", "systemcomment", "constraints", "submitline", "workdir"}

// jobColumn matches the job ID with the separators before and after it.
var jobColumn = regexp.MustCompile("(?i)(^|[|\t,;\x1f])JobID(?:Raw)?($|[|\t,;\x1f])")

// foreign says what the input is if its first lines are not sacct's.
func foreign(first, second string) string {
	words := strings.Fields(first)
	lower := strings.ToLower(first)
	switch {
	case strings.HasPrefix(lower, "sacct:"), strings.HasPrefix(lower, "slurm"), strings.Contains(lower, "invalid field requested"), strings.Contains(lower, "error:"):
		return "a message of sacct instead of its output: " + quote(first)
	case strings.HasPrefix(lower, "{"), strings.HasPrefix(lower, "["):
		return "JSON, which is no longer read: run sacct with -P instead of --json"
	case strings.HasPrefix(first, ";"), len(words) == 18 && strings.Trim(first, "0123456789.- \t") == "":
		return "a log in the Standard Workload Format already, which all commands read"
	case strings.Contains(first, "JOBID") && strings.Contains(first, "PARTITION"):
		return "squeue's output, which has no jobs that ended: use sacct's"
	case strings.HasPrefix(strings.TrimSpace(second), "---"):
		return "sacct's output in columns of fixed width, which cuts longer values: run sacct with -P"
	case beginsRecord(first, firstSeparator(first)):
		return "without a header line: run sacct without -n"
	}
	return ""
}

// firstSeparator returns the first character that may separate fields.
func firstSeparator(text string) string {
	if i := strings.IndexAny(text, "|\t,;\x1f"); i >= 0 {
		return text[i : i+1]
	}
	return "|"
}

// checkColumns returns an error that names a missing column.
func (s *sacct) checkColumns(position map[string]int) error {
	needed := [][]string{{"JobID", "JobIDRaw"}, {"Submit"}, {"Start"}, {"End"}, {"State"}}
	if s.o.Size == "nodes" {
		needed = append(needed, []string{"NNodes", "AllocNodes"})
	} else {
		needed = append(needed, []string{"AllocCPUS", "NCPUS", "ReqCPUS"})
	}
	if !s.o.BySubmit {
		needed = append(needed, []string{"Eligible"})
	}
	if len(s.o.Queue) != 1 || s.o.Queue[0] != "partition" { // which may be missing
		for _, name := range s.o.Queue {
			needed = append(needed, []string{name})
		}
	}
	for _, names := range needed {
		has := func(name string) bool { _, ok := position[strings.ToLower(name)]; return ok }
		if slices.ContainsFunc(names, has) {
			continue
		}
		hint := ""
		if names[0] == "Eligible" {
			hint = ", or count waits from the submission by --wait submit"
		}
		return fmt.Errorf("%s: the header line has no column %s: add it to sacct -o%s", s.o.File, strings.Join(names, " or "), hint)
	}
	return nil
}

// Read returns the next record.
func (s *sacct) Read(r *Record) error {
	if s.layout == nil {
		if err := s.readHeader(); err != nil {
			return err
		}
	}
	line, err := s.next()
	for err == nil && (strings.TrimSpace(line) == "" || line == s.header) { // of several dumps in a row
		line, err = s.next()
	}
	if err != nil {
		return err
	}
	*r = newRecord(s.line)
	fields, err := s.join(r, line)
	if err != nil {
		return err
	}
	in := row{zone: &s.o.Zone, line: r.Line}
	if surplus := len(fields) - s.width; surplus > 0 && s.free >= 0 {
		name := strings.Join(fields[s.free:s.free+surplus+1], s.separator)
		fields = slices.Replace(fields, s.free, s.free+surplus+1, name)
		r.marks.set(SeparatorInName)
	}
	if len(fields) != s.width {
		in.bad("", "%d fields, but the header line has %d", len(fields), s.width)
		return in.done()
	}
	id := strings.TrimSpace(fields[s.id])
	switch found := jobID.FindStringSubmatch(id); {
	case found == nil:
		in.bad("JobID", "%s is not a job ID", quote(id))
	case found[2] != "":
		r.ID = id
		r.marks.set(Step)
	case strings.Contains(id, "+"):
		r.marks.set(HetComponent)
	}
	return s.layout.fill(r, &in, fields)
}

// join adds the next lines to a record while a name in it may go on there, and
// returns the fields.
func (s *sacct) join(r *Record, line string) ([]string, error) {
	const most = 100 // lines of a record
	fields := strings.Split(line, s.separator)
	for s.line < r.Line+most {
		more, err := s.peek()
		if err != nil && err != io.EOF {
			return nil, err
		}
		open := len(fields) < s.width || s.free == s.width-1 && s.id == 0
		if err == io.EOF || !open || more == s.header || s.id == 0 && beginsRecord(more, s.separator) || len(line)+len(more) > longestLine {
			break
		}
		if more != "" {
			line += "\n" + more
			r.marks.set(LineFeedInName)
		}
		s.ahead = nil
		fields = strings.Split(line, s.separator)
	}
	return fields, nil
}

// jobID matches the ID of a job as sacct and squeue print it, or of a step.
var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+|_\[[^\]]*\]?|\+[0-9]+)?(\..+)?$`)

// beginsRecord reports whether a line begins with a job ID.
func beginsRecord(line, separator string) bool {
	first, _, ok := strings.Cut(line, separator)
	return ok && jobID.MatchString(first)
}

// longestLine is the most bytes of a line, and of a record of several.
const longestLine = 1 << 20

// lineReader reads lines and counts them.
type lineReader struct {
	o     Options
	in    *bufio.Scanner
	line  int // lines read
	ahead *string
}

func newLines(in io.Reader, o Options) lineReader {
	l := lineReader{o: o, in: bufio.NewScanner(in)}
	l.in.Buffer(make([]byte, 0, 1<<16), longestLine)
	return l
}

// next returns the next line.
func (l *lineReader) next() (string, error) {
	line, err := l.peek()
	l.ahead = nil
	return line, err
}

// peek returns the next line and keeps it.
func (l *lineReader) peek() (string, error) {
	if l.ahead != nil {
		return *l.ahead, nil
	}
	if !l.in.Scan() {
		switch err := l.in.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			return "", fmt.Errorf("%s:%d: the line has more than %d MB", l.o.File, l.line+1, longestLine>>20)
		case err != nil:
			return "", fmt.Errorf("%s: after line %d: %w", l.o.File, l.line, err)
		}
		return "", io.EOF
	}
	l.line++
	text := l.in.Text()
	l.ahead = &text
	return text, nil
}

// Plan is a start that the scheduler planned for a waiting job. Times are
// seconds since 1970.
type Plan struct{ Made, Start float64 }

// ReadPlans returns plans by JobIDRaw, in the order in which they were made.
// It reads lines of number|made|start, as written every minute by
//
//	SLURM_TIME_FORMAT=%s squeue -h -t PD -o "%A|$(date +%s)|%S" >> plans.txt
//
// A job without a planned start has N/A.
func ReadPlans(in io.Reader, o Options) (map[string][]Plan, error) {
	lines, plans := newLines(in, o), map[string][]Plan{}
	for {
		line, err := lines.next()
		if err == io.EOF {
			return plans, nil
		}
		if err != nil {
			return nil, err
		}
		fields := strings.Split(strings.TrimSpace(line), "|")
		at := row{zone: &o.Zone, line: lines.line}
		if len(fields) != 3 || !jobID.MatchString(fields[0]) {
			at.bad("", "not of the form number|made|start")
		} else {
			made := field{row: &at, name: "made", text: fields[1], unit: 1}
			start := field{row: &at, name: "start", text: fields[2], unit: 1}
			if p := (Plan{made.time(), start.time()}); p.Made > 0 && p.Start > 0 { // false for NaN
				plans[fields[0]] = append(plans[fields[0]], p)
			}
		}
		if at.err != nil {
			at.err.File = o.File
			return nil, at.err
		}
	}
}
