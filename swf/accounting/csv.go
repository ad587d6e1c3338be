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

// Preset names the columns of a public data set.
type Preset struct {
	Name string
	Map  []string
	Note string // what is assumed
}

// Presets are the data sets with known columns. None says which time zone its
// times are in.
var Presets = []Preset{
	{"PM100", []string{"id=job_id", "submit=submit_time", "eligible=eligible_time", "start=start_time", "end=end_time", "limit=time_limit:min",
		"size=num_cores_alloc", "queue=partition", "user=user_id", "group=group_id", "state=job_state"}, ""},
	{"F-DATA", []string{"id=jid", "submit=adt", "eligible=qdt", "start=sdt", "end=edt", "limit=elpl:s", "size=nnuma", "user=usr", "state=exit state"},
		"that limits (elpl) are in seconds is an assumption, the data set does not say"},
	{"Eagle", []string{"id=job_id", "submit=submit_time", "start=start_time", "end=end_time", "limit=wallclock_req:s", "size=processors_req",
		"queue=partition", "user=user", "group=account", "state=state"}, ""},
}

// units are the formats of --map, in seconds. Other times are dates, and other
// durations [D-]HH:MM:SS; iso and clock say so.
var units = map[string]float64{"iso": 1, "clock": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60, "h": 3600}

// csvReader reads tables.
type csvReader struct {
	o      Options
	in     *csv.Reader
	layout layout
}

// Columns maps the role of a column, such as submit, to its name and format.
type Columns map[string]placed

// ParseColumns reads words such as submit=COLUMN or submit=COLUMN:FORMAT. The
// last word for a role counts.
func ParseColumns(words []string, o Options) (Columns, error) {
	roles := map[string]column{}
	for _, c := range columnsOf("cpus") {
		if c.role != "" {
			roles[c.role] = c
		}
	}
	known, columns := slices.Sorted(maps.Keys(roles)), Columns{}
	for _, word := range words {
		role, name, ok := strings.Cut(word, "=")
		if !ok || name == "" || !slices.Contains(known, role) {
			return nil, fmt.Errorf("%s is not of the form submit=COLUMN:FORMAT; left of = may be %s", quote(word), strings.Join(known, ", "))
		}
		p := placed{column: roles[role], name: name, unit: 1}
		if i := strings.LastIndexByte(name, ':'); i >= 0 {
			if p.unit, ok = units[name[i+1:]]; !ok {
				return nil, fmt.Errorf("unknown format %s; known are %s", quote(name[i+1:]), strings.Join(slices.Sorted(maps.Keys(units)), ", "))
			}
			p.name = name[:i]
		}
		columns[role] = p
	}
	for _, role := range []string{"submit", "eligible", "start", "end", "size"} {
		_, ok := columns[role]
		_, runs := columns["run"]
		if ok || role == "end" && runs || role == "eligible" && o.BySubmit {
			continue
		}
		hint := map[string]string{"end": " (or run=)", "eligible": ", or use --wait submit"}[role]
		return nil, fmt.Errorf("no column for %s: add %s=COLUMN%s", role, role, hint)
	}
	return columns, nil
}

// NewCSV returns a Source of a table with a header line. A comma of 0 is
// replaced by the separator of that line.
func NewCSV(in io.Reader, columns Columns, comma rune, o Options) (Source, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	start, err := buffered.Peek(1 << 16)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	if strings.HasPrefix(string(start), "PAR1") {
		return nil, fmt.Errorf("%s: this is Parquet; see --help for how DuckDB makes CSV of it", o.File)
	}
	if bom := "\ufeff"; strings.HasPrefix(string(start), bom) {
		_, _ = buffered.Discard(len(bom)) // it was there
	}
	line, _, _ := strings.Cut(string(start), "\n")
	if comma == 0 {
		comma, _ = utf8.DecodeRuneInString(firstSeparator(line))
		if !strings.ContainsRune(line, comma) || strings.Contains(line, ",") {
			comma = ','
		}
	}
	c := &csvReader{o: o, in: csv.NewReader(buffered)}
	c.in.Comma, c.in.ReuseRecord = comma, true
	names, err := c.in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: this has no header line: %w", o.File, err)
	}
	for _, role := range slices.Sorted(maps.Keys(columns)) {
		p := columns[role]
		if p.at = slices.Index(names, p.name); p.at < 0 {
			return nil, fmt.Errorf("%s: no column %s; the header line has %s", o.File, quote(p.name), strings.Join(names, ", "))
		}
		c.layout = append(c.layout, p)
	}
	return c, nil
}

// Read returns the next record.
func (c *csvReader) Read(r *Record) error {
	fields, err := c.in.Read()
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return &RowError{Line: bad.StartLine, Err: bad.Err}
	}
	if err == io.EOF {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.o.File, err)
	}
	line, _ := c.in.FieldPos(0)
	for i, text := range fields {
		if isMissing(strings.TrimSpace(text)) {
			fields[i] = ""
		}
	}
	*r = newRecord(line)
	bad := c.layout.fill(r, &row{zone: &c.o.Zone, line: line}, fields)
	hasEnd := slices.ContainsFunc(c.layout, func(p placed) bool { return p.role == "end" })
	if !hasEnd && r.Elapsed >= 0 {
		r.End = r.Start + r.Elapsed
	}
	return bad
}
