package kept

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay/output"
	"waitbench/swf"
)

// Answer is a bound of the remaining wait of a job at a moment. Times are seconds
// since 1970 or, without dates, of the log.
type Answer struct {
	Job             int64  // number in the log of the answer; -1 for none
	ID              string // of the batch system; empty if it is not known
	Queue           string
	Moment, Submit  float64
	Quantile, Bound float64 // bound in seconds from the moment; NaN for none
	Trusted         bool
}

// Read reads answers of waitbench wait --pending: JSON lines, or CSV with the header
// line of each call. It returns nil for a file without a column moment. Errors name
// file, line and column.
func Read(path string) (all []Answer, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	add := func(line int, text func(column string) string) error {
		a, err := parse(text)
		all = append(all, a)
		return swf.Locate(err, path, line)
	}
	if strings.HasPrefix(string(text), "{") {
		err = readLines(bytes.NewReader(text), path, add)
		return all, err
	}
	before, lines := 0, strings.SplitAfter(string(text), "\n") // before the table of a call
	if !isHead(lines[0]) {
		return nil, nil
	}
	for end := 1; end <= len(lines) && err == nil; end++ {
		if end < len(lines) && !isHead(lines[end]) {
			continue
		}
		err = swf.ReadCSV(strings.NewReader(strings.Join(lines[before:end], "")), path,
			func([]string) error { return nil },
			func(row *swf.Row) error { return add(row.Line, row.Cell) })
		if wrong, is := errors.AsType[*swf.RowError](err); is {
			wrong.Line += before
		}
		before = end
	}
	return all, err
}

// isHead reports whether a line of CSV has the names of columns of answers.
func isHead(line string) bool {
	return slices.Contains(strings.Split(strings.TrimSpace(line), ","), "moment")
}

// readLines reads JSON lines.
func readLines(in io.Reader, path string, add func(int, func(string) string) error) error {
	from := json.NewDecoder(in)
	from.UseNumber()
	for line := 1; ; line++ {
		var row map[string]any
		err := from.Decode(&row)
		if err == io.EOF {
			return nil
		} else if err == nil {
			err = add(line, func(column string) string {
				if value := row[column]; value != nil {
					return fmt.Sprint(value)
				}
				return ""
			})
		}
		if err != nil {
			return swf.Locate(err, path, line)
		}
	}
}

// parse returns the answer of a row.
func parse(text func(column string) string) (a Answer, err error) {
	number := func(column string, missing float64) float64 {
		word := text(column)
		if word == "" && !math.IsInf(missing, 0) {
			return missing
		}
		x, wrong := strconv.ParseFloat(word, 64)
		if wrong != nil || math.IsNaN(x) || math.Abs(x) > 1e100 {
			err = &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a number", word)}
		}
		return x
	}
	needed := math.Inf(1)
	a = Answer{ID: text("job_id"), Queue: output.Printable(text("queue")), Job: int64(number("job", -1)),
		Moment: number("moment", needed), Submit: number("submit", needed),
		Quantile: number("quantile", needed), Bound: number("bound", math.NaN())}
	switch word := strings.ToLower(text("trusted")); word {
	case "true", "false":
		a.Trusted = word == "true"
	default:
		err = &swf.RowError{Column: "trusted", Err: fmt.Errorf("%q is neither true nor false", word)}
	}
	return a, err
}
