package run

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/swf"
)

// External holds the bounds of a file of another program, CSV or Arrow. They
// may know more than was known when a job was submitted.
//
// The columns are those of predictions.arrow, so that a run can score its own
// predictions again:
//
//	job_id       ID of the job in the log
//	bound        of the wait, seconds; empty for none
//	q0.95 ...    instead of bound: one column for each quantile, with l for a lower bound: q0.25l
//	quantile     of bound: 0.95, 0.25l; without it the run's main one
//	side         upper or lower, with quantile
//	log          name of the log; may be missing if the run has one log
//	procs_range  the range of the series; without it, and for all, series without rows of their own
//	method       if the file has several
//	point        forecast of the wait, seconds
//	turnaround   forecast of the time from submission to end, seconds
//
// Other columns are ignored. A job without a row has no bound. Errors name the
// line and the column, of an Arrow file as waitbench cat prints it.
type External struct {
	ExternalRecord
	Path            string
	Quantiles, Logs []string // in the order in which they first appear

	columns []externalColumn
	words   []string // the names of Methods in the file
	ranges  []string
	line    externalLine                        // the last line read
	texts   []string                            // of its columns
	rows    map[seriesKey]map[int64]externalRow // by job ID
}

type externalColumn struct {
	name  string
	field int    // in the file, from 0
	bound bool   // column bound, or such as q0.95
	level string // of a column such as q0.95
}

// seriesKey identifies the rows of one method on one series at one level.
type seriesKey struct{ log, method, procs, level string }

// externalRow is the bound of a job and the forecasts of its wait and
// turnaround time, in seconds; NaN for none.
type externalRow struct {
	line                    int
	bound, wait, turnaround float64
}

type externalLine struct {
	seriesKey        // without the side
	lower            bool
	job              int64
	bounds           []float64 // by column
	wait, turnaround float64
}

// set sets the value of column k from its text.
func (l *externalLine) set(k int, c externalColumn, text string) (err error) {
	var level methods.Level
	switch c.name {
	case "log":
		l.log = output.Printable(text)
	case "method":
		l.method = text
		words, _ := SplitWords(text)
		if !slices.Equal(words, []string{text}) || output.Printable(text) != text {
			return fmt.Errorf("%q is not the name of a method", text)
		}
	case "procs_range":
		l.procs = replay.AllRanges
		if ranges, _ := replay.ParseRanges(text); len(ranges) == 1 {
			l.procs = ranges[0].String()
		} else if text != "" && text != replay.AllRanges {
			return fmt.Errorf("%q is not a range of processors such as 5-16 or 65+, nor all", text)
		}
	case "quantile":
		level, err = methods.ParseLevel(text, 0.5)
		l.level = level.String()
	case "side":
		l.lower = text == methods.Lower.String()
		if text != "" && !l.lower && text != methods.Upper.String() {
			return fmt.Errorf("%q is neither upper nor lower", text)
		}
	case "job_id":
		if l.job, err = strconv.ParseInt(text, 10, 64); err != nil {
			return fmt.Errorf("%q is not a job ID", text)
		}
	case "point":
		l.wait, err = parseSeconds(text)
	case "turnaround":
		l.turnaround, err = parseSeconds(text)
	default:
		l.bounds[k], err = parseSeconds(text)
	}
	return err
}

// longestTime is the longest time in seconds, as in logs.
const longestTime = 1e100

func parseSeconds(text string) (float64, error) {
	if text == "" {
		return math.NaN(), nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= longestTime) {
		return x, fmt.Errorf("%q is not a time from 0 to %g s; empty is none", text, longestTime)
	}
	return math.Abs(x), nil // -0 is 0
}

// ReadExternal reads a file and names its methods after name. Rows that do not
// state their log or quantile have the given ones. If log is empty, every row
// must state its log.
func ReadExternal(path, name, log, quantile string) (*External, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer in.Close()
	return ParseExternal(in, path, name, log, quantile)
}

// ParseExternal is ReadExternal for a file that is open, or CSV of such a file.
func ParseExternal(in io.Reader, path, name, log, quantile string) (*External, error) {
	f := &External{Path: path, rows: map[seriesKey]map[int64]externalRow{}}
	f.File, f.Name = filepath.Base(path), name
	f.line = externalLine{seriesKey: seriesKey{log: log, procs: replay.AllRanges},
		wait: math.NaN(), turnaround: math.NaN()}
	level, err := methods.ParseLevel(quantile, 0.5)
	if err != nil {
		return nil, err
	}
	f.line.level = level.String()
	sum := sha256.New()
	file := bufio.NewReader(io.TeeReader(in, sum))
	if magic, _ := file.Peek(6); string(magic) == "ARROW1" {
		err = f.readArrow()
	} else {
		err = swf.ReadCSV(file, path, f.setColumns, func(row *swf.Row) error {
			return f.add(row.Line, func(field int) string { return row.Cells[field] })
		})
	}
	if err == nil {
		_, err = io.Copy(io.Discard, file)
	}
	if err != nil {
		return nil, err
	}
	if len(f.rows) == 0 {
		return nil, fmt.Errorf("%s has no bounds", path)
	}
	f.SHA256 = fmt.Sprintf("%x", sum.Sum(nil))
	for _, word := range f.words {
		f.Methods = append(f.Methods, name+"/"+word)
	}
	if len(f.words) == 1 {
		f.Methods = []string{name}
	}
	return f, nil
}

func (f *External) readArrow() error {
	line := 1
	return arrowio.Rows(f.Path, arrowio.Options{}, func(names []string) error {
		return swf.Locate(f.setColumns(names), f.Path, 0)
	}, func(row []arrowio.Value) error {
		line++
		return swf.Locate(f.add(line, func(field int) string { return row[field].Text }),
			f.Path, line)
	})
}

// setColumns finds the columns by their names.
func (f *External) setColumns(header []string) error {
	for i, name := range header {
		c := externalColumn{name: name, field: i}
		quantile, wide := strings.CutPrefix(name, "q")
		switch level, err := methods.ParseLevel(quantile, 0.5); {
		case wide && err == nil:
			c.bound, c.level = true, level.String()
		case name == "bound":
			c.bound = true
		case !slices.Contains(strings.Fields("log job_id quantile side procs_range method "+
			"point turnaround"), name):
			continue
		}
		if f.index(c.name) >= 0 {
			return fmt.Errorf("column %s comes twice", c.name)
		}
		f.columns = append(f.columns, c)
	}
	f.line.bounds, f.texts = make([]float64, len(f.columns)), make([]string, len(f.columns))
	switch {
	case f.index("job_id") < 0:
		return errors.New("no column job_id")
	case !slices.ContainsFunc(f.columns, func(c externalColumn) bool { return c.bound }):
		return errors.New("neither a column bound nor one such as q0.95")
	case f.line.log == "" && f.index("log") < 0:
		return errors.New("no column log: name the log with --logs")
	}
	return nil
}

func (f *External) index(column string) int {
	return slices.IndexFunc(f.columns, func(c externalColumn) bool { return c.name == column })
}

// add adds the bounds of a line, from the texts of its fields. A column with
// the text of the line before keeps its value.
func (f *External) add(line int, textOf func(field int) string) error {
	l := &f.line
	for k, c := range f.columns {
		text := textOf(c.field)
		if len(f.rows) == 0 || text != f.texts[k] {
			if err := l.set(k, c, text); err != nil {
				return &swf.RowError{Column: c.name, Err: err}
			}
		}
		f.texts[k] = text
	}
	for k, c := range f.columns {
		if !c.bound {
			continue
		}
		key := l.seriesKey
		key.level = cmp.Or(c.level, key.level)
		if l.lower {
			key.level = strings.TrimSuffix(key.level, "l") + "l"
		}
		if f.rows[key] == nil {
			f.rows[key] = map[int64]externalRow{}
			f.words, f.Logs = withWord(f.words, key.method), withWord(f.Logs, key.log)
			f.Quantiles, f.ranges = withWord(f.Quantiles, key.level), withWord(f.ranges, key.procs)
		}
		if first, twice := f.rows[key][l.job]; twice {
			return &swf.RowError{Column: "job_id", Err: fmt.Errorf(
				"job %d has a bound of this log, method, range and quantile already, in line %d",
				l.job, first.line)}
		}
		f.rows[key][l.job] = externalRow{line, l.bounds[k], l.wait, l.turnaround}
	}
	return nil
}

func withWord(list []string, word string) []string {
	if slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}

// CheckRun returns an error if the file does not fit the levels and ranges of a
// run.
func (f *External) CheckRun(levels []methods.Level, ranges []replay.Range) error {
	for _, l := range levels {
		if !slices.Contains(f.Quantiles, l.String()) {
			return fmt.Errorf("%s has no bounds of quantile %v; it has %s", f.Path, l,
				strings.Join(f.Quantiles, ", "))
		}
	}
	for _, name := range f.ranges {
		if name != replay.AllRanges && !slices.ContainsFunc(ranges, func(r replay.Range) bool {
			return r.String() == name
		}) {
			return fmt.Errorf("%s has bounds of processors %s, "+
				"a range that the run does not have: add it to --ranges",
				f.Path, name)
		}
	}
	return nil
}

// CheckLog returns an error if the log does not have each job of the file once,
// and the number of jobs in the file that no series has.
func (f *External) CheckLog(t *replay.Log, series []*replay.Series) (unused int, err error) {
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
	line, wrong, left := math.MaxInt, int64(0), map[int64]bool{}
	for key, rows := range f.rows {
		if key.log != t.Name {
			continue
		}
		for id, r := range rows {
			if jobs[id] != 1 && r.line < line {
				line, wrong = r.line, id
			}
			if !inSeries[id] {
				left[id] = true
			}
		}
	}
	if line < math.MaxInt {
		return 0, &swf.RowError{File: f.Path, Line: line, Column: "job_id",
			Err: fmt.Errorf("log %s has %d jobs with ID %d", t.Name, jobs[wrong], wrong)}
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
	rows, ok := f.rows[seriesKey{s.Log.Name, f.words[i], s.Range, l.String()}]
	if !ok {
		rows = f.rows[seriesKey{s.Log.Name, f.words[i], replay.AllRanges, l.String()}]
	}
	return func(id int64) (float64, methods.Forecast) {
		r, ok := rows[id]
		if !ok {
			return math.NaN(), methods.NoForecast
		}
		return r.bound, methods.Forecast{Wait: r.wait, Turnaround: r.turnaround}
	}
}
