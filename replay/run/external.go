package run

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
)

// External holds the bounds of a file that another program made, CSV or Arrow.
// They may know what was not known when a job was submitted.
//
// The columns are those of predictions.arrow, so that the predictions of a run
// can be scored again:
//
//	job_id       ID of the job in the log
//	bound        of the wait, seconds; empty, or null in Arrow, for none
//	q0.95 ...    instead of bound: one column for each quantile, with l for a lower bound: q0.25l
//	quantile     of bound: 0.95, 0.25l; without it the run's main one
//	side         upper or lower, with quantile
//	trace, log   name of the log; may be missing if the run has one log
//	procs_range  the range of the series; without it, and for all, series without rows of their own
//	method       if the file has several
//	point        forecast of the wait, seconds
//	turnaround   forecast of the time from submission to end, seconds
//
// Other columns of predictions.arrow are ignored. Errors are any other column, a
// time that is not from 0 to 1e100, a job that the log does not have or has
// twice, and a second row of a job, log, method, range and quantile. A job
// without a row has no bound. Errors name the line, or the row of an Arrow file,
// and the field.
type External struct {
	Path, SHA256             string
	Name                     string   // of its only method; several are Name/METHOD
	Methods, Quantiles, Logs []string // in the order in which they first appear

	fields  []string       // names of all columns
	columns map[string]int // indices of the columns that are read
	wide    []string       // quantiles that have a column each
	words   []string       // the names of Methods in the file
	ranges  []string
	keys    map[[5]string]rowKey
	rows    map[rowKey]map[int64]externalRow // by job ID
}

// rowKey identifies the rows of one method on one series at one level.
type rowKey struct{ log, method, procs, level string }

// externalRow is the bound of a job and the forecasts of its wait and turnaround
// time, in seconds; NaN for none.
type externalRow struct {
	line                    int
	bound, wait, turnaround float64
}

var (
	readColumns    = strings.Fields("trace job_id bound quantile side procs_range method point turnaround")
	ignoredColumns = strings.Fields("queue submit wait procs scored estimate submit_time hit user run_time")
)

// longestTime is the longest time in seconds, as in logs.
const longestTime = 1e100

// ReadExternal reads a file and names its methods after name. Rows that do not
// state their log or quantile have the given ones; without them such a row is an
// error.
func ReadExternal(path, name, log, quantile string) (*External, error) {
	f := &External{Path: path, Name: name, columns: map[string]int{}, keys: map[[5]string]rowKey{}, rows: map[rowKey]map[int64]externalRow{}}
	in, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer in.Close()
	sum := sha256.New()
	text := bufio.NewReader(io.TeeReader(in, sum))
	add := func(line int, cells []string) error { return f.add(line, cells, log, quantile) }
	if magic, _ := text.Peek(6); string(magic) == "ARROW1" {
		err = f.readArrow(add)
	} else {
		err = f.readCSV(text, add)
	}
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, text); err != nil {
		return nil, output.CannotRead(path, err)
	}
	if len(f.rows) == 0 {
		return nil, fmt.Errorf("%s has no bounds", path)
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	f.Methods = []string{name}
	if len(f.words) > 1 {
		f.Methods = nil
		for _, word := range f.words {
			f.Methods = append(f.Methods, name+"/"+word)
		}
	}
	return f, nil
}

func (f *External) readArrow(add func(line int, cells []string) error) error {
	names, err := arrowio.ColumnNames(f.Path)
	if err == nil {
		err = f.setColumns(names)
	}
	if err != nil {
		return err
	}
	indices, cells, line := slices.Sorted(maps.Values(f.columns)), make([]string, len(names)), 0
	var shown []string
	for _, i := range indices {
		shown = append(shown, names[i])
	}
	return arrowio.Rows(f.Path, arrowio.Options{Columns: shown}, func([]string) {}, func(row []arrowio.Shown) error {
		for k, i := range indices {
			cells[i] = row[k].Text
		}
		line++
		return add(line, cells)
	})
}

func (f *External) readCSV(text io.Reader, add func(line int, cells []string) error) error {
	in := csv.NewReader(text)
	for {
		cells, err := in.Read()
		wrong, syntax := errors.AsType[*csv.ParseError](err)
		switch {
		case err == io.EOF && f.fields != nil:
			return nil
		case err == io.EOF:
			return fmt.Errorf("%s is empty", f.Path)
		case syntax:
			return fmt.Errorf("%s:%d: %w", f.Path, wrong.Line, wrong.Err)
		case err != nil:
			return output.CannotRead(f.Path, err)
		case f.fields == nil:
			cells[0] = strings.TrimPrefix(cells[0], "\ufeff")
			err = f.setColumns(cells)
		default:
			line, _ := in.FieldPos(0)
			err = add(line, cells)
		}
		if err != nil {
			return err
		}
	}
}

// setColumns finds the columns by their names.
func (f *External) setColumns(names []string) error {
	f.fields = names
	for i, name := range names {
		q, wide := strings.CutPrefix(name, "q")
		_, err := methods.ParseLevel(q, 0.5)
		switch {
		case wide && err == nil:
			f.wide = append(f.wide, q)
		case name == "log":
			name = "trace"
		case slices.Contains(ignoredColumns, name):
			continue
		case !slices.Contains(readColumns, name):
			return fmt.Errorf("%s has an unknown column %q; known are %s, q0.95 and the like, and those of predictions.arrow",
				f.Path, name, strings.Join(readColumns, ", "))
		}
		if f.has(name) {
			return fmt.Errorf("%s has column %s twice", f.Path, name)
		}
		f.columns[name] = i
	}
	switch {
	case !f.has("job_id"):
		return fmt.Errorf("%s has no column job_id", f.Path)
	case !f.has("bound") && f.wide == nil:
		return fmt.Errorf("%s has neither a column bound nor one such as q0.95", f.Path)
	case f.wide != nil && (f.has("bound") || f.has("quantile")):
		return fmt.Errorf("%s has a column q%s, with which bound and quantile do not go", f.Path, f.wide[0])
	case f.has("side") && !f.has("quantile"):
		return fmt.Errorf("%s has a column side without a column quantile", f.Path)
	}
	return nil
}

func (f *External) has(column string) bool {
	_, ok := f.columns[column]
	return ok
}

// wrong returns an error that names a line and a field.
func (f *External) wrong(line int, column, format string, values ...any) error {
	i := f.columns[column]
	return fmt.Errorf("%s:%d: field %d (%s): %w", f.Path, line, i+1, f.fields[i], fmt.Errorf(format, values...))
}

// add adds the bounds of a line.
func (f *External) add(line int, cells []string, log, quantile string) (err error) {
	cell := func(column, missing string) string {
		if i, ok := f.columns[column]; ok {
			return cells[i]
		}
		return missing
	}
	seconds := func(column string) float64 {
		text := cell(column, "")
		if text == "" || err != nil {
			return math.NaN()
		}
		x, bad := strconv.ParseFloat(text, 64)
		if bad != nil || !(x >= 0 && x <= longestTime) {
			err = f.wrong(line, column, "%q is not a time from 0 to %g s; empty is none", text, longestTime)
		}
		return math.Abs(x) // -0 is 0
	}
	id := cell("job_id", "")
	job, bad := strconv.ParseInt(id, 10, 64)
	if bad != nil {
		return f.wrong(line, "job_id", "%q is not the number of a job", id)
	}
	r := externalRow{line: line, wait: seconds("point"), turnaround: seconds("turnaround")}
	columns := []string{"bound"}
	if f.wide != nil {
		columns = f.wide
	}
	for _, column := range columns {
		q := cell("quantile", quantile)
		if f.wide != nil {
			q, column = column, "q"+column
		}
		r.bound = seconds(column)
		if err != nil {
			return err
		}
		k, err := f.key(line, [5]string{cell("trace", log), cell("method", ""), cell("procs_range", ""), q, cell("side", "")})
		if err != nil {
			return err
		}
		if first, twice := f.rows[k][job]; twice {
			return f.wrong(line, "job_id", "job %d has a bound of this log, method, range and quantile already, in line %d", job, first.line)
		}
		f.rows[k][job] = r
	}
	return nil
}

// key returns the key of a line with these words: log, method, range, quantile
// and side.
func (f *External) key(line int, words [5]string) (rowKey, error) {
	if k, known := f.keys[words]; known {
		return k, nil
	}
	log, method, procs, quantile, side := words[0], words[1], cmp.Or(words[2], replay.AllRanges), words[3], words[4]
	if ranges, _ := replay.ParseRanges(procs); len(ranges) == 1 {
		procs = ranges[0].String()
	} else if procs != replay.AllRanges {
		return rowKey{}, f.wrong(line, "procs_range", "%q is not a range of processors such as 5-16 or 65+, nor all", procs)
	}
	if side == methods.Lower.String() {
		quantile += "l"
	}
	l, badLevel := methods.ParseLevel(quantile, 0.5)
	names, badName := methods.SplitNames(method)
	switch {
	case log == "" && !f.has("trace"):
		return rowKey{}, fmt.Errorf("%s does not name the log of its jobs: give one with --log", f.Path)
	case log == "" || output.Printable(log) != log:
		return rowKey{}, f.wrong(line, "trace", "%q is not the name of a log", log)
	case f.has("method") && (badName != nil || !slices.Equal(names, []string{method}) || output.Printable(method) != method):
		return rowKey{}, f.wrong(line, "method", "%q is not the name of a method", method)
	case side != "" && side != methods.Upper.String() && side != methods.Lower.String():
		return rowKey{}, f.wrong(line, "side", "%q is neither upper nor lower", side)
	case badLevel != nil:
		return rowKey{}, f.wrong(line, "quantile", "%w", badLevel)
	}
	k := rowKey{log, method, procs, l.String()}
	f.keys[words] = k
	if f.rows[k] == nil {
		f.rows[k] = map[int64]externalRow{}
		for list, word := range map[*[]string]string{&f.words: method, &f.Logs: log, &f.Quantiles: l.String(), &f.ranges: procs} {
			if !slices.Contains(*list, word) {
				*list = append(*list, word)
			}
		}
	}
	return k, nil
}

// CheckRun returns an error if the file does not fit the levels and ranges of a
// run.
func (f *External) CheckRun(levels []methods.Level, ranges []replay.Range) error {
	for _, l := range levels {
		if !slices.Contains(f.Quantiles, l.String()) {
			return fmt.Errorf("%s has no bounds of quantile %v; it has %s", f.Path, l, strings.Join(f.Quantiles, ", "))
		}
	}
	for _, name := range f.ranges {
		if name != replay.AllRanges && !slices.ContainsFunc(ranges, func(r replay.Range) bool { return r.String() == name }) {
			return fmt.Errorf("%s has bounds of processors %s, a range that the run does not have: give it with --ranges", f.Path, name)
		}
	}
	return nil
}

// CheckLog returns an error if the log does not have each job of the file once,
// and the number of jobs in the file that no series has.
func (f *External) CheckLog(t *replay.Trace, series []*replay.Series) (unused int, err error) {
	jobs, inSeries := map[int64]int{}, map[int64]bool{}
	for _, j := range t.Jobs {
		jobs[j.ID]++
	}
	for _, id := range t.Untimed {
		jobs[id]++
	}
	for _, s := range series {
		for i := range s.Len() {
			inSeries[s.Job(i).ID] = true
		}
	}
	first, wrong, left := math.MaxInt, int64(0), map[int64]bool{}
	for k, rows := range f.rows {
		if k.log != t.Name {
			continue
		}
		for id, r := range rows {
			if jobs[id] != 1 && r.line < first {
				first, wrong = r.line, id
			}
			if !inSeries[id] {
				left[id] = true
			}
		}
	}
	if first < math.MaxInt {
		return 0, f.wrong(first, "job_id", "log %s has %d jobs of number %d", t.Name, jobs[wrong], wrong)
	}
	return len(left), nil
}

// Of returns the bounds and forecasts of a method for the jobs of a series, or
// nil for a method that the file does not have.
func (f *External) Of(method string, s *replay.Series, l methods.Level) replay.External {
	i := slices.Index(f.Methods, method)
	if i < 0 {
		return nil
	}
	rows, ok := f.rows[rowKey{s.Trace.Name, f.words[i], s.Range, l.String()}]
	if !ok {
		rows = f.rows[rowKey{s.Trace.Name, f.words[i], replay.AllRanges, l.String()}]
	}
	return func(id int64) (float64, methods.Forecast) {
		r, ok := rows[id]
		if !ok {
			return math.NaN(), methods.NoForecast
		}
		return r.bound, methods.Forecast{Wait: r.wait, Turnaround: r.turnaround}
	}
}
