package accounting

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Preset is what is known of the columns of a public data set.
type Preset struct {
	Name string
	Map  []string
	Note string // what is assumed
}

// Presets are the data sets whose columns were seen. None says which time zone its times are in.
var Presets = []Preset{
	{"PM100", []string{"id=job_id", "submit=submit_time", "eligible=eligible_time", "start=start_time", "end=end_time", "limit=time_limit:min",
		"size=num_cores_alloc", "queue=partition", "user=user_id", "group=group_id", "state=job_state"}, ""},
	{"F-DATA", []string{"id=jid", "submit=adt", "eligible=qdt", "start=sdt", "end=edt", "limit=elpl:s", "size=nnuma", "user=usr", "state=exit state"},
		"that limits (elpl) are in seconds is an assumption, the data set does not say"},
	{"Eagle", []string{"id=job_id", "submit=submit_time", "start=start_time", "end=end_time", "limit=wallclock_req:s", "size=processors_req",
		"queue=partition", "user=user", "group=account", "state=state"}, ""},
}

// roles are what columns of a table may stand for, by the names that sacct has for them.
var roles = map[string]string{
	"JobID": "id", "Submit": "submit", "Eligible": "eligible", "Start": "start", "End": "end", "ElapsedRaw": "run", "Timelimit": "limit",
	"ReqCPUS": "size", "Partition": "queue", "User": "user", "Group": "group", "State": "state", "Plan": "plan",
}

// units are the formats of numbers, in seconds. Times are otherwise dates, and lengths of time
// [D-]HH:MM:SS; iso and clock say so.
var units = map[string]float64{"iso": 1, "clock": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60, "h": 3600}

// mapped is a column that stands for something.
type mapped struct {
	name string
	unit float64
	at   int
}

// csvReader reads tables.
type csvReader struct {
	o       Options
	in      *csv.Reader
	columns Columns
}

// Columns say which column of a table stands for what.
type Columns map[string]mapped

// ParseColumns reads words such as submit=COLUMN or submit=COLUMN:FORMAT; of several for the same
// the last one counts.
func ParseColumns(words []string, o Options) (Columns, error) {
	columns, known := Columns{}, slices.Sorted(maps.Values(roles))
	for _, word := range words {
		role, column, ok := strings.Cut(word, "=")
		if !ok || column == "" || !slices.Contains(known, role) {
			return nil, fmt.Errorf("%s is not of the form submit=COLUMN:FORMAT; left of = stand %s", quote(word), strings.Join(known, ", "))
		}
		m := mapped{name: column, unit: 1}
		if i := strings.LastIndexByte(column, ':'); i >= 0 {
			if m.unit, ok = units[column[i+1:]]; !ok {
				return nil, fmt.Errorf("unknown format %s; known are %s", quote(column[i+1:]), strings.Join(slices.Sorted(maps.Keys(units)), ", "))
			}
			m.name = column[:i]
		}
		columns[role] = m
	}
	for _, role := range []string{"submit", "eligible", "start", "end", "size"} {
		_, ok := columns[role]
		_, runs := columns["run"]
		if ok || role == "end" && runs || role == "eligible" && o.BySubmit {
			continue
		}
		hint := map[string]string{"end": " (or run=)", "eligible": ", or take --wait submit"}[role]
		return nil, fmt.Errorf("a column must stand for %s: add %s=COLUMN%s", role, role, hint)
	}
	return columns, nil
}

// NewCSV gives a Source of a table with a header line. The comma is found in that where it is 0.
func NewCSV(in io.Reader, columns Columns, comma rune, o Options) (Source, error) {
	c := &csvReader{o: o, columns: columns}
	return c, c.readHeader(in, comma)
}

// readHeader finds the columns.
func (c *csvReader) readHeader(in io.Reader, comma rune) error {
	buffered := bufio.NewReaderSize(in, 1<<16)
	start, err := buffered.Peek(1 << 16)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", c.o.File, err)
	}
	if strings.HasPrefix(string(start), "PAR1") {
		return fmt.Errorf("%s: this is Parquet; see --help for how DuckDB makes CSV of it", c.o.File)
	}
	if bom, _ := buffered.Peek(3); string(bom) == "\ufeff" {
		_, _ = buffered.Discard(len(bom)) // it was there
	}
	line, _, _ := strings.Cut(string(start), "\n")
	if comma == 0 {
		comma, _ = utf8.DecodeRuneInString(firstSeparator(line))
		if !strings.ContainsRune(line, comma) || strings.Contains(line, ",") {
			comma = ','
		}
	}
	c.in = csv.NewReader(buffered)
	c.in.Comma, c.in.ReuseRecord = comma, true
	names, err := c.in.Read()
	if err != nil {
		return fmt.Errorf("%s: this has no header line: %w", c.o.File, err)
	}
	for _, role := range slices.Sorted(maps.Keys(c.columns)) {
		m := c.columns[role]
		if m.at = slices.Index(names, m.name); m.at < 0 {
			return fmt.Errorf("%s: no column %s; the header line has %s", c.o.File, quote(m.name), strings.Join(names, ", "))
		}
		c.columns[role] = m
	}
	return nil
}

// Read gives the next record.
func (c *csvReader) Read(r *Record) error {
	fields, err := c.in.Read()
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return &RowError{Line: bad.StartLine, Err: bad.Err}
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: %w", c.o.File, err)
	}
	if err != nil {
		return err
	}
	line, _ := c.in.FieldPos(0)
	in := row{zone: &c.o.Zone, line: line}
	*r = Record{}
	bad := r.fill(&in, "cpus", func(names ...string) (column, text string, unit float64) {
		for _, name := range names {
			if m, ok := c.columns[roles[name]]; ok && !isMissing(strings.TrimSpace(fields[m.at])) {
				return m.name, strings.TrimSpace(fields[m.at]), m.unit
			}
		}
		return names[0], "", 1
	})
	if _, ends := c.columns["end"]; !ends && r.Elapsed >= 0 {
		r.End = r.Start + r.Elapsed
	}
	return bad
}
