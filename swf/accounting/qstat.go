package accounting

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Listing is what qstat -f says of the jobs of PBS or Torque.
type Listing []pbsRecord

// qstatPair matches a line with a key and its value.
var qstatPair = regexp.MustCompile(`^    ([A-Za-z_][\w.]*) = (.*)$`)

// ReadQstat reads the output of qstat -f, as text or with -F json.
func ReadQstat(in io.Reader, o Options) (Listing, error) {
	l, text, key := Listing{}, bufio.NewReader(in), ""
	if first, _ := text.Peek(1); string(first) == "{" {
		return readQstatJSON(text, o.File)
	}
	lines := newLines(text, o)
	err := lines.each(func(line string) error {
		if id, begins := strings.CutPrefix(line, "Job Id:"); begins {
			l = append(l, pbsRecord{row: lines.row(), kind: "listed", id: strings.TrimSpace(id)})
			return nil
		} else if len(l) == 0 {
			return errors.New("not the output of qstat -f, which begins with Job Id: or {")
		}
		cells := l[len(l)-1].cells
		if pair := qstatPair.FindStringSubmatch(line); pair != nil {
			key = strings.ToLower(pair[1])
			cells[key] = strings.TrimSpace(pair[2])
		} else { // the value goes on
			cells[key] += strings.TrimSpace(line)
		}
		return nil
	})
	return l, err
}

// readQstatJSON gives values in objects the names that they have in text.
func readQstatJSON(in io.Reader, file string) (Listing, error) {
	l, from := Listing{}, json.NewDecoder(in)
	from.UseNumber()
	var all struct{ Jobs map[string]map[string]any }
	if err := from.Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: not the output of qstat -f -F json: %w", file, err)
	}
	for _, id := range slices.Sorted(maps.Keys(all.Jobs)) {
		cells := map[string]string{}
		for key, value := range all.Jobs[id] {
			cells[strings.ToLower(key)] = fmt.Sprint(value)
			inner, _ := value.(map[string]any)
			for name, value := range inner {
				cells[strings.ToLower(key+"."+name)] = fmt.Sprint(value)
			}
		}
		l = append(l, pbsRecord{row: row{file: file, line: 1, lines: 1, cells: cells}, kind: "listed", id: id})
	}
	return l, nil
}

// addListed takes the jobs that wait by the listing, unless they started since.
func (p *pbs) addListed() {
	if p.listing == nil {
		return
	}
	p.src.noWaiting = false
	for _, r := range p.listing {
		job, state := p.open[r.id], cmp.Or(r.cells["job_state"], "?")
		p.src.others["kind_listed"]++
		if runs := job != nil && job.start > 0 && job.stopped == nil; runs ||
			!strings.Contains("QHWT", state) || strings.Contains(r.id, "[]") {
			continue
		}
		r.setListed(p.zone)
		if p.src.at = max(p.src.at, pbsTime(r.cells, "etime")); job == nil {
			job = &pbsJob{cells: map[string]string{}, last: r}
			p.open[r.id] = job
		}
		maps.Copy(job.cells, r.cells)
	}
	p.listing = nil
}

// setListed names the cells of a listed job as records do, and sets the reason
// for which it cannot start: a begin time, an open dependency or a hold.
func (r *pbsRecord) setListed(zone *Zone) {
	c := r.cells
	for _, key := range []string{"ctime", "qtime", "etime"} {
		if date, err := time.ParseInLocation(time.ANSIC, c[key], zone.Location); err == nil {
			c[key] = strconv.FormatInt(date.Unix(), 10)
		} else if c[key] != "" && pbsTime(c, key) == 0 {
			r.wrong = bad(key, "%s is not a date", quote(c[key]))
		}
	}
	owner, _, _ := strings.Cut(c["job_owner"], "@")
	c["user"], c["group"] = cmp.Or(c["euser"], owner), cmp.Or(c["egroup"], c["group_list"])
	c["jobname"], c["account"] = c["job_name"], c["account_name"]
	held := strings.Trim(c["hold_types"], "n")
	switch {
	case c["job_state"] == "W":
		c["reason"] = "Execution_Time"
	case c["depend"] != "" && (held == "s" || held == "" && c["job_state"] == "H"):
		c["reason"] = "depend"
	case c["job_state"] == "H" || held != "":
		c["reason"] = strings.TrimSpace("Hold_Types " + held)
	}
}
