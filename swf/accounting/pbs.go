package accounting

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pbsColumns are keys of the records, and the cells that next adds.
const pbsColumns = `id=id state=state submit=ctime eligible=etime start=start end=end size=slots
	limit=Resource_List.walltime queue=queue user=user group=group account=account name=jobname`

// pbs splits accounting records of PBS or Torque. The record E of a job that
// ended has everything. A record S without an E is a job that runs. Jobs that
// did not start have no size and are skipped.
type pbs struct {
	*lines
	zone *Zone
	open map[string]row // jobs that have not ended, by ID
	rest []string       // IDs of open jobs to return; nil before the end of the input
}

// NewPBS returns a Source for accounting records of PBS or Torque, of one day
// or several.
func NewPBS(in io.Reader, o Options) (*Source, error) {
	columns, err := ParseColumns(nil, strings.Fields(pbsColumns))
	p := &pbs{lines: newLines(in, o.File), zone: &o.Zone, open: map[string]row{}}
	return &Source{p, columns, false}, err
}

// next returns the next job that ended, or an open job at the end of the
// input.
func (p *pbs) next() (row, error) {
	for {
		line, err := p.line()
		if err == io.EOF {
			return p.nextOpen()
		}
		r := row{line: p.number, lines: 1}
		if err != nil {
			return r, err
		}
		parts := strings.SplitN(line, ";", 4) // three for a D that names no requestor
		if len(parts) < 3 && p.number == 1 {
			return row{}, fmt.Errorf("%s: this does not look like accounting records of PBS "+
				"or Torque: it begins %s", p.file, quote(line))
		}
		if len(parts) < 3 {
			return r, bad("", "not of the form MM/DD/YYYY HH:MM:SS;TYPE;ID;key=value ...")
		}
		if _, err := time.ParseInLocation("01/02/2006 15:04:05", parts[0],
			p.zone.Location); err != nil {
			return r, bad("time", "%s is not of the form MM/DD/YYYY HH:MM:SS", quote(parts[0]))
		}
		kind, id := parts[1], parts[2]
		delete(p.open, id) // it ended, waits again, or starts once more
		if kind != "S" && kind != "E" {
			continue
		}
		r.cells, err = pbsCells(strings.Join(parts[3:], ""))
		if err != nil {
			return r, err
		}
		r.cells["id"] = id
		if kind == "E" {
			return r, nil
		}
		r.cells["state"] = "RUNNING"
		delete(r.cells, "end")
		p.open[id] = r
	}
}

// nextOpen returns the open jobs in the order of their IDs.
func (p *pbs) nextOpen() (row, error) {
	if p.rest == nil {
		p.rest = slices.Sorted(maps.Keys(p.open))
	}
	if len(p.rest) == 0 {
		return row{}, io.EOF
	}
	r := p.open[p.rest[0]]
	p.rest = p.rest[1:]
	return r, nil
}

// pbsKey matches the beginning of a value: a word and =.
var pbsKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*=`)

// pbsCells reads key=value key=value, where values may have blanks. Torque ends
// some records in a blank.
func pbsCells(text string) (map[string]string, error) {
	cells, name := map[string]string{"state": "COMPLETED"}, ""
	for word := range strings.FieldsSeq(text) {
		if found := pbsKey.FindString(word); found != "" {
			name = strings.ToLower(strings.TrimSuffix(found, "="))
			cells[name] = word[len(found):]
		} else if name != "" {
			cells[name] += " " + word
		}
	}
	if status := cells["exit_status"]; status != "" && status != "0" {
		cells["state"] = "FAILED"
	}
	cells["ctime"] = cmp.Or(cells["ctime"], cells["qtime"])
	cells["etime"] = cmp.Or(cells["etime"], cells["qtime"], cells["ctime"])
	if hosts := cells["exec_host"]; hosts != "" {
		n, ok := slots(hosts)
		if !ok {
			return nil, bad("exec_host", "%s is not a list of hosts and their slots", quote(hosts))
		}
		cells["slots"] = strconv.FormatInt(n, 10)
	}
	return cells, nil
}

// slots counts the slots of a list of hosts: a/0+a/1, a/0-5,7, or a/0*8 of PBS
// Professional.
func slots(hosts string) (total int64, ok bool) {
	for entry := range strings.SplitSeq(hosts, "+") {
		_, part, _ := strings.Cut(entry, "/")
		if _, times, ok := strings.Cut(part, "*"); ok {
			n, err := strconv.ParseUint(times, 10, 31)
			if err != nil {
				return 0, false
			}
			total += int64(n)
			continue
		}
		found, ok := numbers(cmp.Or(part, "0"))
		if !ok {
			return 0, false
		}
		total += int64(len(found))
	}
	return total, true
}
