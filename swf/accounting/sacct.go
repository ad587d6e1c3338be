package accounting

import (
	"bufio"
	"bytes"
	"cmp"
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
	sep     string // between fields; found in the header line where empty
	columns map[string]int
	header  string
	width   int  // fields of a row
	ids     bool // a row begins with the number of a job
	free    int  // the column that may hold anything; below 0 if there is none or several
}

// NewSacct gives a Source of what sacct printed, as text with -P or as JSON. The separator of text
// is taken from the header line unless given.
func NewSacct(in io.Reader, separator string, o Options) Source {
	buffered := bufio.NewReaderSize(in, 1<<16)
	start, _ := buffered.Peek(1 << 10)
	if start = bytes.TrimSpace(start); bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("[")) {
		return newJSON(buffered, o)
	}
	return &sacct{lineReader: newLines(buffered, o), sep: separator}
}

// readHeader finds the columns by the first line, or says what the input is instead.
func (s *sacct) readHeader() error {
	line, err := s.next()
	for err == nil && strings.TrimSpace(line) == "" {
		line, err = s.next()
	}
	if err == io.EOF {
		return fmt.Errorf("%s: there is nothing in it", s.o.File)
	}
	if err != nil {
		return err
	}
	line = strings.TrimPrefix(line, "\ufeff")
	second, _ := s.peek() // its error comes again
	if what := foreign(line, second); what != "" {
		return fmt.Errorf("%s: this is %s", s.o.File, what)
	}
	if s.sep == "" {
		found := jobColumn.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("%s: this does not look like sacct's output: its first line %s has no column JobID with a separator", s.o.File, quote(line))
		}
		s.sep = cmp.Or(found[2], found[1])
	}
	s.header = line
	names := strings.Split(line, s.sep)
	s.width, s.free = len(names), -1
	s.ids = strings.HasPrefix(strings.ToLower(names[0]), "jobid")
	s.columns = map[string]int{}
	for i, name := range names { // sacct -p has an empty one at the end
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := s.columns[name]; !twice {
			s.columns[name] = i
		}
		if slices.Contains(freeText, name) {
			if s.free == -1 {
				s.free = i
			} else {
				s.free = -2
			}
		}
	}
	return s.checkColumns()
}

// freeText are the columns that may hold anything.
var freeText = []string{"jobname", "comment", "admincomment", "systemcomment", "constraints", "submitline", "workdir"}

// jobColumn finds the separators before and after the column of job numbers.
var jobColumn = regexp.MustCompile("(?i)(^|[|\t,;\x1f])JobID(?:Raw)?($|[|\t,;\x1f])")

// foreign says what the input is if its first lines are those of something else.
func foreign(first, second string) string {
	words := strings.Fields(first)
	lower := strings.ToLower(first)
	switch {
	case strings.HasPrefix(lower, "sacct:"), strings.HasPrefix(lower, "slurm"), strings.Contains(lower, "invalid field requested"), strings.Contains(lower, "error:"):
		return "a message of sacct instead of its output: " + quote(first)
	case strings.HasPrefix(first, ";"), len(words) == 18 && strings.Trim(first, "0123456789.- \t") == "":
		return "a log in the Standard Workload Format already, which all commands read"
	case strings.Contains(first, "JOBID") && strings.Contains(first, "PARTITION"):
		return "squeue's output, which has no jobs that ended: take sacct's"
	case strings.HasPrefix(strings.TrimSpace(second), "---"):
		return "sacct's output in columns of fixed width, which cuts what is longer: run sacct with -P"
	case beginsRecord(first, firstSeparator(first)):
		return "without a header line: run sacct without -n"
	}
	return ""
}

// firstSeparator is the first character of a text that may separate fields.
func firstSeparator(text string) string {
	if i := strings.IndexAny(text, "|\t,;\x1f"); i >= 0 {
		return text[i : i+1]
	}
	return "|"
}

// checkColumns names what is missing.
func (s *sacct) checkColumns() error {
	needed := [][]string{{"JobID", "JobIDRaw"}, {"Submit"}, {"Start"}, {"End"}, {"State"}, sizeColumns[s.o.Size]}
	if !s.o.BySubmit {
		needed = append(needed, []string{"Eligible"})
	}
	if len(s.o.Queue) != 1 || s.o.Queue[0] != "partition" { // which may be missing
		for _, name := range s.o.Queue {
			needed = append(needed, []string{name})
		}
	}
	for _, names := range needed {
		has := func(name string) bool { _, ok := s.columns[strings.ToLower(name)]; return ok }
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

// sizeColumns are those of which each tells the size of a job.
var sizeColumns = map[string][]string{
	"cpus":  {"AllocCPUS", "NCPUS", "ReqCPUS", "AllocTRES", "ReqTRES"},
	"nodes": {"NNodes", "AllocNodes", "AllocTRES", "ReqTRES"},
	"gpus":  {"AllocTRES", "ReqTRES"},
}

// Read gives the next record.
func (s *sacct) Read(r *Record) error {
	if s.columns == nil {
		if err := s.readHeader(); err != nil {
			return err
		}
	}
	line, err := s.next()
	for err == nil && (strings.TrimSpace(line) == "" || line == s.header) { // of dumps end to end
		line, err = s.next()
	}
	if err != nil {
		return err
	}
	*r = Record{Line: s.line}
	fields := strings.Split(line, s.sep)
	const most = 100           // lines of a record
	for s.line < r.Line+most { // a name may go on in the next line
		more, err := s.peek()
		if err != nil && err != io.EOF {
			return err
		}
		goesOn := len(fields) < s.width || s.free == s.width-1 && s.ids
		if err == io.EOF || !goesOn || more == s.header || s.ids && beginsRecord(more, s.sep) || len(line)+len(more) > longestLine {
			break
		}
		if more != "" {
			line += "\n" + more
			r.marks.set(LineFeedInName)
		}
		s.has = false
		fields = strings.Split(line, s.sep)
	}
	in := row{zone: &s.o.Zone, line: r.Line}
	if surplus := len(fields) - s.width; surplus > 0 && s.free >= 0 {
		name := strings.Join(fields[s.free:s.free+surplus+1], s.sep)
		fields = slices.Replace(fields, s.free, s.free+surplus+1, name)
		r.marks.set(SeparatorInName)
	}
	if len(fields) != s.width {
		in.bad("", "%d fields where the header line has %d", len(fields), s.width)
		return in.done()
	}
	return s.record(r, &in, fields)
}

// beginsRecord says whether a line begins as a record does, with the number of a job.
func beginsRecord(line, sep string) bool {
	first, _, ok := strings.Cut(line, sep)
	return ok && jobID.MatchString(first)
}

// record takes the fields of a row apart.
func (s *sacct) record(r *Record, in *row, row []string) error {
	get := func(names ...string) (column, text string, unit float64) {
		for _, name := range names {
			i, known := s.columns[name]
			if !known {
				if i, known = s.columns[strings.ToLower(name)]; !known {
					i = -1
				}
				s.columns[name] = i
			}
			if i >= 0 {
				return name, strings.TrimSpace(row[i]), unitOf(name)
			}
		}
		return names[0], "", 1
	}
	_, id, _ := get("JobID", "JobIDRaw")
	r.mark(in, id)
	return r.fill(in, s.o.Size, get)
}
