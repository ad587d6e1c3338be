package accounting

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// fields maps the role of a column to the function that sets its field.
var fields = map[string]func(*record, *cell){
	"cluster":     func(r *record, c *cell) { r.cluster = strings.Clone(c.text) },
	"id":          func(r *record, c *cell) { r.id = strings.Clone(c.text) },
	"raw":         func(r *record, c *cell) { r.raw = strings.Clone(c.text) },
	"submit":      func(r *record, c *cell) { r.submit = c.time() },
	"eligible":    func(r *record, c *cell) { r.eligible = c.time() },
	"start":       func(r *record, c *cell) { r.start = c.time() },
	"end":         func(r *record, c *cell) { r.end = c.time() },
	"plan":        func(r *record, c *cell) { r.plan = c.time() },
	"run":         func(r *record, c *cell) { r.run = c.duration() },
	"suspended":   func(r *record, c *cell) { r.suspended = c.duration() },
	"limit":       func(r *record, c *cell) { r.limit = c.duration() },
	"state":       func(r *record, c *cell) { r.state = c.state() },
	"event":       func(r *record, c *cell) { r.event = strings.Clone(c.text) },
	"reason":      func(r *record, c *cell) { r.reason = strings.Clone(c.text) },
	"priority":    func(r *record, c *cell) { r.released = strings.Trim(c.text, "0.") != "" },
	"size":        func(r *record, c *cell) { r.procs = c.count() },
	"asked":       func(r *record, c *cell) { r.asked = c.count() },
	"alloc":       func(r *record, c *cell) { r.alloc = c.count() },
	"queue":       func(r *record, c *cell) { r.partition = strings.Clone(c.text) },
	"qos":         func(r *record, c *cell) { r.qos = strings.Clone(c.text) },
	"account":     func(r *record, c *cell) { r.account = strings.Clone(c.text) },
	"reservation": func(r *record, c *cell) { r.reservation = strings.Clone(c.text) },
	"user":        func(r *record, c *cell) { r.user = strings.Clone(c.text) },
	"group":       func(r *record, c *cell) { r.group = strings.Clone(c.text) },
	"name":        func(r *record, c *cell) { r.name = strings.Clone(c.text) },
}

// column is a column of a format and the role of its cells.
type column struct {
	role, name, format string
	optional           bool   // the role may be missing
	key                string // the name in lower case
}

// Columns map cells of a row to fields of a record.
type Columns []column

// units are the formats of columns, with the seconds that a number counts. Dates
// are MM/DD/YYYY for mdy. States are words, or numbers for exit and slurmdbd.
// Sizes are numbers, or parts of Slurm's TRES for cpu and node.
var units = map[string]float64{
	"": 1, "iso": 1, "mdy": 1, "clock": 1, "exit": 1, "slurmdbd": 1, "cpu": 1, "node": 1,
	"s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "min": 60, "h": 3600, "d": 86400,
}

// ParseColumns reads words such as submit=COLUMN or limit=COLUMN:FORMAT, with ?
// after a role that may be missing. They replace columns of preset with their
// roles.
func ParseColumns(preset Columns, words []string) (Columns, error) {
	var columns Columns
	for _, word := range words {
		role, name, _ := strings.Cut(word, "=")
		role, optional := strings.CutSuffix(role, "?")
		format := ""
		if i := strings.LastIndexByte(name, ':'); i >= 0 {
			name, format = name[:i], name[i+1:]
		}
		_, known := units[format]
		if fields[role] == nil || name == "" || !known {
			return nil, fmt.Errorf(
				"%s is not of the form ROLE=COLUMN or ROLE=COLUMN:FORMAT; roles: %s; formats:%s",
				quote(word), strings.Join(slices.Sorted(maps.Keys(fields)), " "),
				strings.Join(slices.Sorted(maps.Keys(units)), " "))
		}
		columns = append(columns, column{role, name, format, optional, strings.ToLower(name)})
	}
	mapped := columns
	for _, c := range preset {
		if !mapped.Has(c.role) {
			columns = append(columns, c)
		}
	}
	return columns, nil
}

// Has reports whether a column has one of the roles in a text such as end|run.
func (c Columns) Has(roles string) bool { return len(c.named(roles)) > 0 }

// named returns the names of the columns with one of the roles.
func (c Columns) named(roles string) (names []string) {
	for _, column := range c {
		if slices.Contains(strings.Split(roles, "|"), column.role) {
			names = append(names, column.name)
		}
	}
	return names
}

// in returns the columns that a header line has, the first one for each role.
func (c Columns) in(header []string) (found Columns) {
	for _, column := range c {
		if !found.Has(column.role) && slices.Contains(header, column.key) {
			found = append(found, column)
		}
	}
	return found
}

// bind returns the columns that a header line has, as in does, or an error if it
// lacks roles that an import needs, or some of more.
func (c Columns) bind(header []string, o *Options, more ...string) (Columns, error) {
	found := c.in(header)
	needed := append(more, "submit", "eligible", "start", "end|run", "size|alloc")
	for _, part := range o.Queue {
		if part != "partition" {
			needed = append(needed, part)
		}
	}
	var missing, lost, seen []string // lost are the roles of missing
	for _, roles := range needed {
		hint := strings.Join(c.named(roles), " or ")
		key := cmp.Or(hint, roles)
		if found.Has(roles) || roles == "eligible" && o.BySubmit || slices.Contains(seen, key) {
			continue
		}
		seen, lost = append(seen, key), append(lost, roles)
		if roles == "eligible" {
			hint = strings.TrimPrefix(hint+", or use --wait submit", ", ")
		}
		if hint != "" {
			hint = " (" + hint + ")"
		}
		missing = append(missing, strings.ReplaceAll(roles, "|", " or ")+hint)
	}
	if missing == nil {
		return found, nil
	}
	if preset := presetOf(header, lost); preset != "" {
		return nil, fmt.Errorf("%s: no column for %s; these are the columns of --preset %s",
			o.File, strings.Join(missing, ", "), preset)
	}
	const most = 2000 // bytes
	text := strings.Join(header, ", ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return nil, fmt.Errorf("%s: no column for %s; the header line has %s",
		o.File, strings.Join(missing, ", "), text)
}

type row struct {
	file  string
	line  int // the first one, from 1 in its file
	lines int
	wrong error             // of the job as a whole
	step  bool              // of a job
	cells map[string]string // by name of the column in lower case
}

// splitter splits the records of a format. It returns io.EOF at the end, and a
// *swf.RowError for a bad record, after which it can be called again.
type splitter interface{ next() (row, error) }

// Source is a file of records.
type Source struct {
	splitter
	columns   Columns
	blanks    bool           // words such as nan are empty cells
	others    map[string]int // of PBS: records that are no jobs of their own, by name
	noWaiting bool           // records of waiting jobs have no sizes
	at        float64        // the last eligibility in a Listing, seconds since 1970
}

// parse returns the record of a row, and the number of its times in an hour
// that comes twice, of which late has the second ones.
func (s *Source) parse(in row, o *Options, late int) (*record, int, error) {
	nan := math.NaN()
	r := &record{
		submit: nan, eligible: nan, start: nan, end: nan, plan: nan,
		run: -1, limit: -1, procs: -1, alloc: -1,
	}
	c := cell{o: o, table: s.blanks, late: late}
	for _, column := range s.columns {
		c.text = strings.TrimSpace(in.cells[column.key])
		c.column = column
		if c.text != "" && !(s.blanks && isMissing(c.text)) {
			fields[column.role](r, &c)
		}
	}
	if r.procs < 0 { // what sacct calls the allocation of a waiting job is its request
		r.procs = r.alloc
	}
	if r.run >= 0 && !s.columns.Has("end") {
		r.end = r.start + r.run
	}
	r.raw = cmp.Or(r.raw, r.id)
	return r, c.twice, c.err
}
