package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
)

// External holds the bounds of a file that another program made, CSV or Arrow.
// They may know what was not known when a job was submitted.
//
// The columns are those of predictions.arrow, so that the predictions of a run can be scored again:
//
//	job_id       number of the job in the log
//	bound        of the wait, seconds; empty, or null in Arrow, for none
//	q0.95 ...    instead of bound: one column for each quantile, with l behind a lower bound: q0.25l
//	quantile     of bound: 0.95, 0.25l; without it the run's main one
//	side         upper or lower, as predictions.arrow has it beside the quantile
//	trace, log   name of the log; may be missing where the run has one log
//	procs_range  the series that the row is for; without it, and for all, those without rows of
//	             their own
//	method       where the file has several
//	point        forecast of the wait, seconds
//	turnaround   forecast of the time from submission to end, seconds
//
// Other columns of predictions.arrow are not read; any further one is an error, as it may be one of
// these misspelled. So are times that are not from 0 to 1e100, a job that the log does not have or
// has twice, and a second row of a job, log, method, range and quantile. A job without a row has no
// bound, which the share of jobs bounded shows. Jobs that the selection leaves out are counted in a
// note. Errors name the line, of Arrow the row, and the field.
type External struct {
	Path, SHA256             string
	Name                     string   // of its only method; those of several are Name/METHOD
	Methods, Quantiles, Logs []string // in the order in which they first appear

	fields []string
	place  map[string]int // of a column that is read
	wide   []string       // quantiles that have a column each
	said   []string       // methods as the file names them
	named  map[key]*table // by what the file says, and by what that means
	tables []*table
}

// key is what a row is of. As it is meant, the side is part of the quantile.
type key struct{ log, method, procs, quantile, side string }

// table is the rows of a log, method, range and quantile, in the end by number of the job.
type table struct {
	key
	rows []row
}

// row is what is said of a job.
type row struct {
	job                     int64
	line                    int
	bound, wait, turnaround float64 // seconds; NaN for none
}

// fault is an error in a line.
func (f *External) fault(line int, column, format string, values ...any) error {
	i := f.place[column]
	return fmt.Errorf("%s:%d: field %d (%s): %w", f.Path, line, i+1, f.fields[i], fmt.Errorf(format, values...))
}

// finish puts the rows in order, refuses those that are there twice, and names the methods.
func (f *External) finish() error {
	if len(f.tables) == 0 {
		return fmt.Errorf("%s has no bounds", f.Path)
	}
	var first, again row
	for _, t := range f.tables {
		slices.SortStableFunc(t.rows, func(a, b row) int { return cmp.Compare(a.job, b.job) })
		for i := 1; i < len(t.rows); i++ {
			if a, b := t.rows[i-1], t.rows[i]; a.job == b.job && (again.line == 0 || b.line < again.line) {
				first, again = a, b
			}
		}
	}
	if again.line > 0 {
		return f.fault(again.line, "job_id", "job %d has a bound of this log, method, range and quantile already, in line %d", again.job, first.line)
	}
	if f.Methods = []string{f.Name}; len(f.said) > 1 {
		f.Methods = nil
		for _, m := range f.said {
			f.Methods = append(f.Methods, f.Name+"/"+m)
		}
	}
	return nil
}

// CheckRun says why the file does not fit the levels and ranges of a run.
func (f *External) CheckRun(levels []methods.Level, ranges []replay.Range) error {
	for _, l := range levels {
		if !slices.Contains(f.Quantiles, l.String()) {
			return fmt.Errorf("%s has no bounds of quantile %v; it has %s", f.Path, l, strings.Join(f.Quantiles, ", "))
		}
	}
	for _, t := range f.tables {
		if t.procs != replay.AllRanges && !slices.ContainsFunc(ranges, func(r replay.Range) bool { return r.String() == t.procs }) {
			return fmt.Errorf("%s has bounds of processors %s, a range that the run does not have: give it with --ranges", f.Path, t.procs)
		}
	}
	return nil
}

// CheckLog holds the numbers of jobs against a log and its series, and gives how many jobs with a
// row are not replayed.
func (f *External) CheckLog(t *replay.Trace, series []*replay.Series) (unused int, err error) {
	known, left := map[int64]int{}, map[int64]bool{}
	for _, j := range t.Jobs {
		known[j.ID]++
	}
	for _, id := range t.Untimed {
		known[id]++
	}
	wrong := row{line: math.MaxInt}
	for _, of := range f.tables {
		for _, r := range of.rows {
			if of.log != t.Name {
				break
			}
			if left[r.job] = true; known[r.job] != 1 && r.line < wrong.line {
				wrong = r
			}
		}
	}
	if wrong.line < math.MaxInt {
		return 0, f.fault(wrong.line, "job_id", "log %s has %d jobs of number %d", t.Name, known[wrong.job], wrong.job)
	}
	for _, s := range series {
		for i := range s.Len() {
			delete(left, s.Job(i).ID)
		}
	}
	return len(left), nil
}

// Of gives what a method says of the jobs of a series; nil for one that is not of the file.
func (f *External) Of(method string, s *replay.Series, l methods.Level) replay.Given {
	i := slices.Index(f.Methods, method)
	if i < 0 {
		return nil
	}
	k := key{s.Trace.Name, f.said[i], s.Range, l.String(), ""}
	own := f.named[k]
	k.procs = replay.AllRanges
	rows := cmp.Or(own, f.named[k], &table{}).rows
	return func(id int64) (float64, methods.Forecast) {
		at, ok := slices.BinarySearchFunc(rows, id, func(r row, id int64) int { return cmp.Compare(r.job, id) })
		if !ok {
			return math.NaN(), methods.NoForecast
		}
		return rows[at].bound, methods.Forecast{Wait: rows[at].wait, Turnaround: rows[at].turnaround}
	}
}
