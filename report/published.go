package report

import (
	"bytes"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"waitbench/replay"
	"waitbench/replay/rundir"
)

// PublishedValue is a number that somebody published of a score, or of the waits of a queue.
type PublishedValue struct {
	Trace, Queue, Range, Method string // Method is empty for waits
	Column                      string // of scores, or of table 1 of the paper
	Text                        string // as printed; empty for a dash
	Value                       float64
	Source                      string // that printed it, such as table 3; may be empty
}

// waitColumn is a number of a queue's waits, as table 1 of the paper has them.
type waitColumn struct {
	key string
	of  func(*rundir.QueueRecord) float64
}

var waitColumns = []waitColumn{
	{"jobs", func(q *rundir.QueueRecord) float64 { return float64(q.Jobs) }},
	{"mean_wait_s", func(q *rundir.QueueRecord) float64 { return float64(q.Mean) }},
	{"median_wait_s", func(q *rundir.QueueRecord) float64 { return float64(q.Median) }},
	{"stddev_wait_s", func(q *rundir.QueueRecord) float64 { return float64(q.StdDev) }},
}

// ReadPublished reads published values as CSV: a line of the names of columns, which are trace,
// queue, column and value, and where wanted range (all without it), method (none for waits) and
// source. An empty value, or -, is a dash. file is for errors.
func ReadPublished(r io.Reader, file string) ([]PublishedValue, error) {
	in := csv.NewReader(r)
	rows, err := in.ReadAll()
	var wrong *csv.ParseError
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%s:%d: %w", file, wrong.Line, wrong.Err)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", file, err)
	case len(rows) < 2:
		return nil, fmt.Errorf("%s has no published values", file)
	}
	place := map[string]int{}
	for i, name := range rows[0] {
		if name == "procs_range" {
			name = "range"
		}
		if !slices.Contains([]string{"trace", "queue", "range", "method", "column", "value", "source"}, name) {
			return nil, fmt.Errorf("%s:1: unknown column %q; it may have trace, queue, range, method, column, value and "+
				"source", file, name)
		}
		place[name] = i
	}
	for _, name := range []string{"trace", "queue", "column", "value"} {
		if _, ok := place[name]; !ok {
			return nil, fmt.Errorf("%s:1: no column %s", file, name)
		}
	}
	var values []PublishedValue
	for i, row := range rows[1:] {
		at := func(name string) string {
			if k, ok := place[name]; ok {
				return strings.TrimSpace(row[k])
			}
			return ""
		}
		v := PublishedValue{Trace: at("trace"), Queue: at("queue"), Range: at("range"), Method: at("method"),
			Column: at("column"),
			Text:   at("value"), Source: at("source")}
		if v.Range == "" {
			v.Range = replay.AllRanges
		}
		if v.Text == "-" {
			v.Text = ""
		}
		if err := v.parse(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+2, err)
		}
		values = append(values, v)
	}
	return values, nil
}

// parse reads the value, and checks that there is such a column.
func (v *PublishedValue) parse() error {
	if v.Value = math.NaN(); v.Text != "" {
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return fmt.Errorf("value %q is no number", v.Text)
		}
		v.Value = n
	}
	var names []string
	if v.Method == "" {
		for _, c := range waitColumns {
			names = append(names, c.key)
		}
	} else {
		for i := range replay.Columns {
			if c := &replay.Columns[i]; !c.IsText() {
				names = append(names, c.Name)
			}
		}
	}
	switch {
	case !slices.Contains(names, v.Column):
		return fmt.Errorf("unknown column %q; it is one of %s", v.Column, strings.Join(names, ", "))
	case v.isShare() && (v.Value < 0 || v.Value > 1):
		return fmt.Errorf("%s %s is not a share from 0 to 1", v.Column, v.Text)
	}
	return nil
}

// isShare reports whether the value is a share of jobs, which is compared by its difference; others
// are by their ratio.
func (v *PublishedValue) isShare() bool {
	return v.Method != "" && replay.FindColumn(v.Column).Unit == replay.Share
}

//go:embed published/*.csv
var publishedFiles embed.FS

// publishedInPaper gives tables 1 and 3 to 7 of the paper, with machines for traces.
var publishedInPaper = sync.OnceValue(func() []PublishedValue {
	file := must(publishedFiles.ReadFile("published/bmbp.csv"))
	return must(ReadPublished(bytes.NewReader(file), "bmbp.csv"))
})

// must is for what is part of the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// paperMethods are the methods of tables 3 and 4 in the order of their columns, and of tables 5 to
// 7.
var paperMethods = []string{"bmbp", "lognormal", "lognormal-trim"}

// PublishedRow is a row of a table printed in a paper.
type PublishedRow struct {
	Keys    []string
	Numbers []float64 // NaN for a dash
}

// Published gives the rows of a table by the name of its file, such as varq-table4-simulation,
// whose first columns are keys and the others numbers. It panics on a name that there is not.
func Published(name string, keys int) []PublishedRow {
	file := must(publishedFiles.ReadFile("published/" + name + ".csv"))
	var rows []PublishedRow
	for _, line := range must(csv.NewReader(bytes.NewReader(file)).ReadAll())[1:] {
		row := PublishedRow{Keys: line[:keys]}
		for _, text := range line[keys:] {
			v := math.NaN()
			if text != "" {
				v = must(strconv.ParseFloat(text, 64))
			}
			row.Numbers = append(row.Numbers, v)
		}
		rows = append(rows, row)
	}
	return rows
}
