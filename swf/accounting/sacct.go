package accounting

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Command is the sacct call whose output is read best, by Slurm 22.05 and later.
const Command = `SLURM_TIME_FORMAT=%s SLURM_BITSTR_LEN=0 sacct -a -D -X -P -S 2025-01-01 -o \
JobID,JobIDRaw,Submit,Eligible,Start,End,ElapsedRaw,Suspended,State,Reason,\
Partition,QOS,Account,User,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,ReqTRES,AllocTRES`

// longestLine is the most bytes of a line, and of a record of several.
const longestLine = 1 << 20

// Sacct reads sacct's text. The zero value is not ready for use, see NewSacct.
type Sacct struct {
	o       Options
	in      *bufio.Scanner
	sep     string // between fields; found in the header line where empty
	columns map[string]int
	header  string
	width   int // fields of a row
	free    int // the column that may hold anything; -1 if there is none or several
	line    int // lines read
	ahead   string
	has     bool  // there is a line in ahead
	refused error // what no other record can be better than
}

// NewSacct gives a Source of what sacct printed, as text with -P or as JSON. The separator of text is
// taken from the header line unless given.
func NewSacct(in io.Reader, separator string, o Options) Source {
	buffered := bufio.NewReaderSize(in, 1<<16)
	start, _ := buffered.Peek(1 << 10)
	if start = bytes.TrimSpace(start); bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("[")) {
		return newJSON(buffered, o)
	}
	s := &Sacct{o: o, in: bufio.NewScanner(buffered), sep: separator}
	s.in.Buffer(make([]byte, 0, 1<<16), longestLine)
	return s
}

// readHeader finds the columns by the first line, or says what the input is instead.
func (s *Sacct) readHeader() error {
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
func (s *Sacct) checkColumns() error {
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

// next gives the next line, peek without passing over it.
func (s *Sacct) next() (string, error) {
	line, err := s.peek()
	s.has = false
	return line, err
}

func (s *Sacct) peek() (string, error) {
	if s.has {
		return s.ahead, nil
	}
	if !s.in.Scan() {
		switch err := s.in.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			return "", fmt.Errorf("%s:%d: the line has more than %d MB", s.o.File, s.line+1, longestLine>>20)
		case err != nil:
			return "", fmt.Errorf("%s: after line %d: %w", s.o.File, s.line, err)
		}
		return "", io.EOF
	}
	s.line++
	s.ahead, s.has = s.in.Text(), true
	return s.ahead, nil
}

// Read gives the next record.
func (s *Sacct) Read(r *Record) error {
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
	for { // a name may go on in the next line
		more, err := s.peek()
		if err != nil && err != io.EOF {
			return err
		}
		goesOn := len(fields) < s.width || s.free == s.width-1
		if err == io.EOF || !goesOn || more == s.header || beginsRecord(more, s.sep) || len(line)+len(more) > longestLine {
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

var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+|_\[[^\]]*\]?|\+[0-9]+)?(\..+)?$`)

// record takes the fields of a row apart.
func (s *Sacct) record(r *Record, in *row, fields []string) error {
	get := func(names ...string) (name, text string) {
		for _, name = range names {
			if i, ok := s.columns[strings.ToLower(name)]; ok {
				return name, strings.TrimSpace(fields[i])
			}
		}
		return name, ""
	}
	text := func(names ...string) string { _, text := get(names...); return text }
	r.ID, r.RawID = text("JobID", "JobIDRaw"), text("JobIDRaw")
	if !jobID.MatchString(r.ID) {
		in.bad("JobID", "%s is not the number of a job", quote(r.ID))
	}
	r.markID()
	if r.marks.has(Step) {
		return in.done()
	}
	moment := func(name string) moment {
		name, text := get(name)
		if s.refused == nil && undated.MatchString(text) {
			s.refused = fmt.Errorf("%s:%d: column %s: time %s without a date: run sacct with SLURM_TIME_FORMAT=%%s", s.o.File, in.line, name, quote(text))
		}
		return in.time(name, text, 1)
	}
	r.Cluster, r.Reason = text("Cluster"), text("Reason")
	name, state := get("State")
	r.setState(in, name, state)
	name, elapsed := get("ElapsedRaw", "Elapsed")
	r.Elapsed = in.length(name, elapsed, 1)
	name, suspended := get("Suspended")
	r.Suspended = max(0, in.length(name, suspended, 1))
	r.setTimes(moment("Submit"), moment("Eligible"), moment("Start"), moment("End"))
	name, limit := get("TimelimitRaw", "Timelimit")
	r.setLimit(in, name, limit, 60)
	r.Partition, r.QOS, r.Account, r.Reservation = text("Partition"), text("QOS"), text("Account"), text("Reservation")
	r.User, r.Group, r.Name = text("User"), text("Group"), text("JobName")
	name, restarts := get("Restarts")
	r.Restarts = int(max(0, in.count(name, restarts)))
	r.setSize(in, s.o.Size, get)
	if s.refused != nil {
		return s.refused
	}
	return in.done()
}

// undated finds times without a date, and columns that were too narrow for them.
var undated = regexp.MustCompile(`^(\d\d:\d\d(:\d\d)?|#+|[A-Z][a-z]+ \d\d:\d\d|\d+ [A-Z][a-z]{2} \d\d:\d\d)$`)

// markID marks a step or a component of a job by its number.
func (r *Record) markID() {
	if strings.Contains(r.ID, ".") {
		r.marks.set(Step)
	}
	if strings.Contains(r.ID, "+") {
		r.marks.set(HetComponent)
	}
}

// setLimit takes a limit in units of a second, or as a length of time.
func (r *Record) setLimit(in *row, column, text string, unit float64) {
	r.Limit = -1
	switch strings.ToLower(text) {
	case "unlimited", "infinite":
	case "partition_limit":
		r.DefaultLimit = true
	default:
		r.Limit = in.length(column, text, unit)
	}
}

// setSize takes what the job asked for and was given, in the unit that is wanted.
func (r *Record) setSize(in *row, size string, get func(...string) (string, string)) {
	count := func(names ...string) int64 { name, text := get(names...); return in.count(name, text) }
	tres := func(column, of string) float64 { name, text := get(column); return in.tres(name, text, of) }
	cpus := count("ReqCPUS")
	if cpus < 0 {
		cpus = int64(tres("ReqTRES", "cpu"))
	}
	if memory := tres("ReqTRES", "mem"); memory >= 0 && cpus > 0 {
		r.Memory = math.Round(memory / float64(cpus))
	} else {
		r.Memory = -1
	}
	switch size {
	case "cpus":
		r.Procs, r.Alloc = cpus, count("AllocCPUS", "NCPUS")
		if r.Alloc < 0 {
			r.Alloc = int64(tres("AllocTRES", "cpu"))
		}
	case "nodes":
		r.Procs, r.Alloc = int64(tres("ReqTRES", "node")), count("NNodes", "AllocNodes")
		if r.Alloc < 0 {
			r.Alloc = int64(tres("AllocTRES", "node"))
		}
	case "gpus":
		r.Procs, r.Alloc = int64(tres("ReqTRES", "gres/gpu")), int64(tres("AllocTRES", "gres/gpu"))
	}
	if r.Procs < 0 { // NCPUS and NNodes of a job that never started are what it asked for
		r.Procs = r.Alloc
	}
}

// tres reads one of the resources of a list such as billing=4,cpu=4,mem=16G,node=1,gres/gpu:a100=2:
// memory in kB, GPUs of all types together; 0 if the list does not have it, -1 if there is no list.
func (r *row) tres(column, list, of string) float64 {
	if list == "" {
		return -1
	}
	total, byType := 0.0, 0.0
	for item := range strings.SplitSeq(list, ",") {
		name, text, _ := strings.Cut(item, "=")
		isType := strings.HasPrefix(name, of+":")
		if name != of && !isType {
			continue
		}
		unit := 1.0
		if of == "mem" {
			unit = 1024 // a number alone is of MB
			if i := strings.IndexByte("KMGTP", last(text)); i >= 0 {
				text, unit = text[:len(text)-1], math.Pow(1024, float64(i))
			}
		}
		x := r.number(column, text)
		if of != "mem" && (x != math.Trunc(x) || x > mostSize) || x*unit > 1e15 {
			r.bad(column, "%s is not a whole number of up to %d", quote(item), int64(mostSize))
		}
		if isType {
			byType += x
		} else {
			total = x * unit
		}
	}
	if total == 0 {
		total = byType
	}
	return total
}

// last is the last byte of a text, in capitals; 0 if there is none.
func last(text string) byte {
	if text == "" {
		return 0
	}
	return strings.ToUpper(text[len(text)-1:])[0]
}
