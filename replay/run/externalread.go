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

// read are the columns that are read, besides those of quantiles; log is another name of trace.
var read = strings.Fields("trace job_id bound quantile side procs_range method point turnaround")

// unread are the other columns of predictions.arrow.
var unread = strings.Fields("queue submit wait procs scored estimate submit_time hit user run_time")

// most is the longest time in seconds, as in logs.
const most = 1e100

// ReadExternal reads a file, and calls its methods by a name. Log and quantile are those of rows that do not
// say theirs; without them such rows are errors.
func ReadExternal(path, name, log, quantile string) (*External, error) {
	f := &External{Path: path, Name: name, place: map[string]int{}, named: map[key]*table{}}
	in, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer in.Close()
	sum := sha256.New()
	text := bufio.NewReader(io.TeeReader(in, sum))
	usual := key{log: log, quantile: quantile, procs: replay.AllRanges}
	if magic, _ := text.Peek(6); string(magic) == "ARROW1" {
		err = f.readArrow(usual)
	} else {
		err = f.readCSV(text, usual)
	}
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, text); err != nil {
		return nil, output.CannotRead(path, err)
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return f, f.finish()
}

func (f *External) readArrow(usual key) error {
	names, err := arrowio.ColumnNames(f.Path)
	if err != nil {
		return err
	}
	if err := f.begin(names); err != nil {
		return err
	}
	places := slices.Collect(maps.Values(f.place))
	var shown []string
	for _, i := range places {
		shown = append(shown, names[i])
	}
	line, cells := 0, make([]string, len(names))
	return arrowio.Rows(f.Path, arrowio.Options{Columns: shown}, func([]string) {}, func(row []arrowio.Shown) error {
		for k, i := range places {
			cells[i] = row[k].Text
		}
		line++
		return f.add(line, cells, usual)
	})
}

func (f *External) readCSV(text io.Reader, usual key) error {
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
			err = f.begin(cells)
		default:
			line, _ := in.FieldPos(0)
			err = f.add(line, cells, usual)
		}
		if err != nil {
			return err
		}
	}
}

// begin looks at the names of the columns.
func (f *External) begin(names []string) error {
	f.fields = names
	for i, name := range names {
		q, wide := strings.CutPrefix(name, "q")
		_, err := methods.ParseLevel(q, 0.5)
		switch wide = wide && err == nil; {
		case wide:
			f.wide = append(f.wide, q)
		case name == "log":
			name = "trace"
		case slices.Contains(unread, name):
			continue
		case !slices.Contains(read, name):
			return fmt.Errorf("%s has an unknown column %q; known are %s, q0.95 and the like, and those of predictions.arrow",
				f.Path, name, strings.Join(read, ", "))
		}
		if f.has(name) {
			return fmt.Errorf("%s has column %s twice", f.Path, name)
		}
		f.place[name] = i
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
	_, ok := f.place[column]
	return ok
}

// add takes up a line; what it does not say is as usual.
func (f *External) add(line int, cells []string, usual key) (err error) {
	at := func(column, otherwise string) string {
		if i, ok := f.place[column]; ok {
			return cells[i]
		}
		return otherwise
	}
	seconds := func(column string) float64 {
		text := at(column, "")
		if text == "" || err != nil {
			return math.NaN()
		}
		x, bad := strconv.ParseFloat(text, 64)
		if bad != nil || !(x >= 0 && x <= most) {
			err = f.fault(line, column, "%q is not a time from 0 to %g s; empty is none", text, most)
		}
		return math.Abs(x) // -0 is 0
	}
	id := at("job_id", "")
	job, bad := strconv.ParseInt(id, 10, 64)
	if bad != nil {
		return f.fault(line, "job_id", "%q is not the number of a job", id)
	}
	r := row{job: job, line: line, wait: seconds("point"), turnaround: seconds("turnaround")}
	k := key{at("trace", usual.log), at("method", ""), at("procs_range", usual.procs), at("quantile", usual.quantile), at("side", "")}
	put := func(column string) {
		if r.bound = seconds(column); err != nil {
			return
		}
		t := f.named[k]
		if t == nil {
			if t, err = f.table(line, k); err != nil {
				return
			}
		}
		t.rows = append(t.rows, r)
	}
	if f.wide == nil {
		put("bound")
	}
	for _, k.quantile = range f.wide {
		put("q" + k.quantile)
	}
	return err
}

// table finds the table of a line, the first with these words, which it checks.
func (f *External) table(line int, words key) (*table, error) {
	k := key{words.log, words.method, cmp.Or(words.procs, replay.AllRanges), words.quantile, ""}
	if ranges, _ := replay.ParseRanges(k.procs); len(ranges) == 1 {
		k.procs = ranges[0].String()
	} else if k.procs != replay.AllRanges {
		return nil, f.fault(line, "procs_range", "%q is not a range of processors such as 5-16 or 65+, nor all", k.procs)
	}
	if words.side == methods.Lower.String() {
		k.quantile += "l"
	}
	l, err := methods.ParseLevel(k.quantile, 0.5)
	names, bad := methods.SplitNames(k.method)
	switch {
	case k.log == "" && !f.has("trace"):
		return nil, fmt.Errorf("%s does not name the log of its jobs: give one with --log", f.Path)
	case k.log == "" || output.Printable(k.log) != k.log:
		return nil, f.fault(line, "trace", "%q is not the name of a log", k.log)
	case f.has("method") && (bad != nil || !slices.Equal(names, []string{k.method}) || output.Printable(k.method) != k.method):
		return nil, f.fault(line, "method", "%q is not the name of a method", k.method)
	case words.side != "" && words.side != methods.Upper.String() && words.side != methods.Lower.String():
		return nil, f.fault(line, "side", "%q is neither upper nor lower", words.side)
	case err != nil:
		return nil, f.fault(line, "quantile", "%w", err)
	}
	k.quantile = l.String()
	t := f.named[k]
	if t == nil {
		t = &table{key: k}
		f.named[k], f.tables = t, append(f.tables, t)
		f.said, f.Logs, f.Quantiles = addNew(f.said, k.method), addNew(f.Logs, k.log), addNew(f.Quantiles, k.quantile)
	}
	f.named[words] = t
	return t, nil
}

// addNew appends a word to a list if it is not there yet.
func addNew(list []string, word string) []string {
	if slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}
