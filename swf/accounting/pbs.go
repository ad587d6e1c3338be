package accounting

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pbsKinds are the kinds of records by their letters, with what they tell:
// those of src/include/acct.h in github.com/openpbs/openpbs at 0481674, which
// PBS Professional shares. Torque has Q, S, R, C, T, E, D and A of them, in
// that file of github.com/adaptivecomputing/torque at 169a31e.
var pbsKinds = map[string]string{
	"Q": "queued", "S": "started", "E": "ended", "D": "deleted by a request",
	"A": "aborted by the server", "M": "moved to another server", "R": "rerun",
	"C": "checkpointed", "T": "restarted from a checkpoint", "a": "altered", "z": "suspended",
	"r": "resumed", "s": "started, with fewer nodes", "u": "a phase ended", "c": "a phase began",
	"e": "the last phase ended", "L": "licenses", "P": "provisioning began",
	"p": "provisioning ended", "U": "reservation requested", "Y": "reservation confirmed",
	"B": "reservation began", "F": "reservation ended", "K": "reservation removed by the server",
	"k": "reservation removed by a client", "listed": "listed by qstat",
}

// pbsColumns are keys of the records, and the cells that pbs.put adds.
const pbsColumns = `id=id state=state submit=ctime eligible=etime start=start end=end
	size=requested asked=requested alloc=allocated limit=Resource_List.walltime queue=queue
	user=user group=group account=account name=jobname reason=reason`

// pbs makes each record the row of a job or of a try, or counts it by its kind.
type pbs struct {
	*lines
	src   *Source
	zone  *Zone
	open  map[string]*pbsJob   // by ID
	ends  map[string][]float64 // of tries that other tries may follow, by ID
	ready []row                // to return
	begun float64              // date of the first record of the file

	listing Listing // of the waiting jobs; nil for none, and once they are taken
}

// NewPBS returns a Source for records of PBS or Torque, in the order of time.
func NewPBS(in io.Reader, o Options) (*Source, error) {
	columns, err := ParseColumns(nil, strings.Fields(pbsColumns))
	src := &Source{columns: columns, others: map[string]int{}, noWaiting: true}
	src.splitter = &pbs{lines: newLines(in, o), src: src, zone: &o.Zone,
		open: map[string]*pbsJob{}, ends: map[string][]float64{}, listing: o.Waiting}
	return src, err
}

func (p *pbs) next() (row, error) {
	for len(p.ready) == 0 {
		before := p.text
		r, err := p.record()
		if err == io.EOF {
			p.addListed()
		}
		switch {
		case err == io.EOF && len(p.open) > 0: // jobs that have not ended
			for _, id := range slices.Sorted(maps.Keys(p.open)) {
				p.leave(p.open[id])
			}
			p.open = nil
		case err != nil:
			return r.row, err
		case strings.Contains(r.id, "[]"):
			p.src.others["array_parent"]++
		default:
			if p.src.others["kind_"+r.kind]++; p.text != before { // not the same record once more
				p.take(r)
			}
		}
	}
	r := p.ready[0]
	p.ready = p.ready[1:]
	return r, nil
}

// pbsRecord is a record. Q, S, R and E have cells.
type pbsRecord struct {
	row
	kind, id, text string
	at             float64 // date
}

const pbsDate = "01/02/2006 15:04:05"

// pbsBegin matches the beginning of a record.
var pbsBegin = regexp.MustCompile(`[0-9]{2}/[0-9]{2}/[0-9]{4} [0-9:]{8};[A-Za-z];`)

func (p *pbs) record() (pbsRecord, error) {
	line, err := p.line()
	r := pbsRecord{row: p.row()}
	if err != nil {
		return r, err
	}
	parts := append(strings.SplitN(line, ";", 4), "", "", "") // a D may name no requestor
	date, err := time.ParseInLocation(pbsDate, parts[0], p.zone.Location)
	r.kind, r.id, r.text = parts[1], strings.TrimSpace(parts[2]), strings.TrimSpace(parts[3])
	r.at = float64(date.Unix())
	known := err == nil && pbsKinds[r.kind] != "" && r.id != ""
	switch {
	case (!known || strings.Count(line, ";") > 3) && pbsBegin.MatchString(line[1:]):
		err = bad("", "another record begins in the middle, since a line feed is missing: "+
			"import the files themselves, not one that joins them")
	case known && p.first && r.at < p.begun:
		err = fmt.Errorf("%s: the file begins before the one before it: "+
			"give each file once, in the order of time", p.file)
	case known:
		if p.first {
			p.begun = r.at
		}
		if strings.Contains("QSRE", r.kind) {
			err = r.split()
		}
	case p.first && foreign(p.file, line, anySource) != nil:
		err = foreign(p.file, line, anySource)
	case err != nil || r.id == "":
		err = bad("", "%s is no record of PBS or Torque, which have the form "+
			"MM/DD/YYYY HH:MM:SS;KIND;ID;key=value ...", quote(line))
	default:
		err = bad("", "%s is no kind of record that PBS or Torque writes", quote(r.kind))
	}
	return r, err
}

// pbsKey matches a key and =, and a value in quotes after it.
var pbsKey = regexp.MustCompile(`(?:^|\s)([A-Za-z_][A-Za-z0-9_.-]*)=("[^"]*"|'[^']*')?`)

// split sets the cells of key=value key=value. Values may have blanks.
func (r *pbsRecord) split() error {
	keys := pbsKey.FindAllStringSubmatchIndex(r.text, -1)
	for i, at := range keys {
		end := len(r.text)
		if i+1 < len(keys) {
			end = keys[i+1][0]
		}
		key := strings.ToLower(r.text[at[2]:at[3]])
		if _, twice := r.cells[key]; twice && key != "tasks" { // Torque has one for each -L
			return bad("", "the key %s comes twice: the record was cut off, or joined with the "+
				"next one", key)
		}
		r.cells[key] = strings.TrimSpace(r.text[at[3]+1 : end])
	}
	return nil
}

// pbsTime returns a time, 0 where it is missing or no number.
func pbsTime(cells map[string]string, key string) float64 {
	if x, err := strconv.ParseFloat(cells[key], 64); err == nil && x > 0 {
		return x
	}
	return 0
}
