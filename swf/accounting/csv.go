package accounting

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Preset has the columns of a public data set.
type Preset struct {
	Name  string
	Words []string // for ParseColumns
	Note  string   // on assumptions
}

// Presets are the data sets with known columns. Their time zones are
// not documented.
var Presets = []Preset{
	{"PM100", strings.Split("id=job_id,submit=submit_time,eligible=eligible_time,start=start_time,"+
		"end=end_time,limit=time_limit:min,size=num_cores_alloc,queue=partition,user=user_id,"+
		"group=group_id,state=job_state", ","), ""},
	{"F-DATA", strings.Split("id=jid,submit=adt,eligible=qdt,start=sdt,end=edt,limit=elpl:s,"+
		"size=nnuma,user=usr,state=exit state", ","),
		"limits (elpl) are assumed to be in seconds"},
	{"Eagle", strings.Split("id=job_id,submit=submit_time,start=start_time,end=end_time,"+
		"limit=wallclock_req:s,size=processors_req,queue=partition,user=user,group=account,"+
		"state=state", ","), ""},
}

// table splits CSV.
type table struct {
	file  string
	raw   *limited
	in    *csv.Reader
	names []string // of columns, in lower case
}

// limited fails after left bytes.
type limited struct {
	io.Reader
	left int
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLong
	}
	n, err := l.Reader.Read(p[:min(len(p), l.left)])
	l.left -= n
	return n, err
}

// NewCSV returns a Source for a table with a header line. Commas, semicolons,
// tabs or bars separate its cells.
func NewCSV(in io.Reader, columns Columns, o Options) (*Source, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	start, err := buffered.Peek(1 << 16)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	if bytes.HasPrefix(start, []byte("PAR1")) {
		return nil, fmt.Errorf("%s: this is Parquet; see --help for how DuckDB makes CSV of it", o.File)
	}
	if bom := "\ufeff"; bytes.HasPrefix(start, []byte(bom)) {
		_, _ = buffered.Discard(len(bom)) // it was there
	}
	t := &table{file: o.File, raw: &limited{buffered, longestRecord}}
	t.in = csv.NewReader(t.raw)
	t.in.ReuseRecord = true
	line, _, _ := bytes.Cut(start, []byte("\n"))
	if i := bytes.IndexAny(line, ";\t|"); i >= 0 && !bytes.ContainsRune(line, ',') {
		t.in.Comma = rune(line[i])
	}
	names, err := t.in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: this has no header line: %w", o.File, err)
	}
	for _, name := range names {
		t.names = append(t.names, strings.ToLower(name))
	}
	var roles []string
	for _, c := range columns {
		roles = append(roles, c.role)
	}
	columns, err = columns.bind(t.names, &o, roles...)
	return &Source{t, columns}, err
}

// next splits the next record.
func (t *table) next() (row, error) {
	t.raw.left = longestRecord
	fields, err := t.in.Read()
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return row{line: bad.StartLine}, &RowError{Err: bad.Err}
	}
	if err == io.EOF {
		return row{}, err
	}
	if err != nil {
		return row{}, fmt.Errorf("%s: %w", t.file, err)
	}
	r := row{cells: map[string]string{}}
	r.line, _ = t.in.FieldPos(0)
	for i, text := range fields {
		if !isMissing(strings.TrimSpace(text)) {
			r.cells[t.names[i]] = text
		}
	}
	return r, nil
}
