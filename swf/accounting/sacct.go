package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waitbench/swf"
)

// Command is the recommended call of sacct, for Slurm 22.05 and later.
const Command = `SLURM_TIME_FORMAT=%s SLURM_BITSTR_LEN=0 sacct -a -D -X -P -S 2025-01-01 -o \
JobID,JobIDRaw,Submit,Eligible,Start,End,ElapsedRaw,Suspended,State,Reason,\
Partition,QOS,Account,User,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,\
ReqTRES,AllocTRES,Priority`

const sacctColumns = `id=JobID id=JobIDRaw raw=JobIDRaw cluster=Cluster submit=Submit
	eligible=Eligible start=Start end=End run=ElapsedRaw run=Elapsed suspended=Suspended
	state=State reason=Reason limit=TimelimitRaw:min limit=Timelimit queue=Partition qos=QOS
	account=Account reservation=Reservation user=User group=Group name=JobName
	priority=Priority `

// sacctSizes are the columns of sizes by unit.
var sacctSizes = map[string]string{
	"cpus":  "size=ReqCPUS size=ReqTRES:cpu alloc=AllocCPUS alloc=NCPUS alloc=AllocTRES:cpu",
	"nodes": "size=ReqNodes size=ReqTRES:node alloc=NNodes alloc=AllocNodes alloc=AllocTRES:node",
}

// sacctHeader matches a header line; the group is the separator.
var sacctHeader = regexp.MustCompile(`^[A-Za-z0-9]+([^A-Za-z0-9 ]+)`)

// anyHeader matches a header line of two words or more, with JobID among them.
var anyHeader = regexp.MustCompile(
	`(?i)^(([a-z]+[^a-z0-9 ]+)+jobid(raw)?|jobid(raw)?[^a-z0-9 ]+[a-z]+)` +
		`([^a-z0-9 ]+[a-z]+)*[^a-z0-9 ]*$`)

// jobID matches the ID of a job in sacct's and squeue's output, or of a step.
var jobID = regexp.MustCompile(`^[0-9]+(_[0-9]+|_\[[^\]]*\]?|\+[0-9]+)?(\..+)?$`)

// freeText are columns that, as the last one, may have separators and line feeds.
var freeText = strings.Fields("jobname comment admincomment constraints submitline workdir")

type sacct struct {
	*lines
	headerLine, separator string
	header                []string // names of columns, in lower case
	id                    int      // index of the first column with a job ID
	free                  bool     // the last column is free text
	quoted                *table   // for text that another program has quoted; else nil
}

// NewSacct returns a Source for the output of sacct -P.
func NewSacct(in io.Reader, o Options) (*Source, error) {
	s := &sacct{lines: newLines(in, o)}
	head, err := s.lines.header()
	if err = cmp.Or(err, foreign(o.File, head, anySource)); err != nil {
		return nil, err
	}
	s.headerLine = head
	plain := strings.ReplaceAll(head, `"`, "")
	if found := sacctHeader.FindStringSubmatch(plain); found != nil {
		s.separator = found[1]
		s.header = namesOf(strings.Split(plain, s.separator))
	}
	s.id = slices.IndexFunc(s.header, regexp.MustCompile(`^jobid(raw)?$`).MatchString)
	if s.id < 0 {
		return nil, foreign(o.File, s.headerLine, notSacct)
	}
	s.free = slices.Contains(freeText, s.header[len(s.header)-1])
	if plain != s.headerLine || s.separator == "," &&
		(!s.free || strings.Contains(s.peek(0).text, `"`)) {
		s.quoted = &table{lines: s.lines, comma: rune(s.separator[0])}
	}
	all, _ := ParseColumns(nil, strings.Fields(sacctColumns+sacctSizes[o.Size])) // tests parse both
	columns, err := all.bind(s.header, &o, "state")
	return &Source{splitter: s, columns: columns}, err
}

// nextCells returns the cells of the next record.
func (s *sacct) nextCells() ([]string, error) {
	for s.quoted != nil {
		cells, err := s.quoted.nextCells()
		if !slices.EqualFunc(cells, s.header, strings.EqualFold) { // of several dumps in a row
			return cells, err
		}
	}
	text, err := s.nextText()
	if s.free {
		return strings.SplitN(text, s.separator, len(s.header)), err
	}
	return strings.Split(text, s.separator), err
}

func (s *sacct) next() (row, error) {
	cells, err := s.nextCells()
	r := s.row()
	if err != nil {
		return r, err
	}
	if cells = withoutEmpty(cells, len(s.header)); len(cells) != len(s.header) {
		return r, bad("", "%w (only the last column, such as JobName, can have separators)",
			swf.WrongFields(len(cells), len(s.header)))
	}
	found := jobID.FindStringSubmatch(cells[s.id])
	if found == nil {
		return r, bad("JobID", "%s is not a job ID", quote(cells[s.id]))
	}
	if found[2] != "" {
		r.step = true
		return r, nil
	}
	for i, name := range s.header {
		r.cells[name] = strings.TrimSpace(strings.TrimSuffix(cells[i], s.separator)) // of free text
	}
	// A job that is cancelled before Slurm records it seems to start at its end.
	if strings.HasPrefix(r.cells["state"], "CANCELLED") && r.cells["start"] == r.cells["end"] &&
		r.cells["reqtres"] != "" && r.cells["alloctres"] == "" {
		r.cells["start"] = ""
	}
	return r, nil
}

// nextText returns the text of the next record: a line, and the lines of free
// text after it that do not begin a record.
func (s *sacct) nextText() (text string, err error) {
	text, err = s.line()
	for err == nil && text == s.headerLine { // of several dumps in a row
		text, err = s.line()
	}
	if err == nil && anyHeader.MatchString(text) {
		err = fmt.Errorf("%s:%d: this header line has other columns than the first: "+
			"import the parts one by one", s.file, s.number)
	}
	for err == nil && s.free && s.count < mostLines {
		next := s.peek(0)
		if next.err != nil || next.first || s.begins(next.text) || len(text)+len(next.text) > mostBytes {
			break
		}
		text += "\n" + next.text
		s.join(1)
	}
	return text, err
}

// begins reports whether a line is a header line or has a job ID in its column.
func (s *sacct) begins(line string) bool {
	cells := strings.SplitN(line, s.separator, s.id+2)
	return line == s.headerLine || anyHeader.MatchString(line) ||
		len(cells) == s.id+2 && jobID.MatchString(cells[s.id])
}

// PlannedStart is a start that was planned for a job, in seconds since 1970.
type PlannedStart struct{ Made, Start float64 }

// ReadPlans returns plans by JobIDRaw, in the order in which they were made, of
// lines number|made|start. A start is N/A for a job without a plan.
func ReadPlans(in io.Reader, o Options) (map[string][]PlannedStart, error) {
	plans := map[string][]PlannedStart{}
	return plans, newLines(in, o).each(func(line string) error {
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
