package kept

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"strconv"

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

// Read reads answers of waitbench wait --pending and --questions: JSON lines, or CSV
// with the header line of each call. It returns nil for a file without a column
// moment. Errors name file, line and column.
func Read(path string) (all []Answer, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	defer f.Close()
	for lines := output.NewLines(f); ; {
		row, err := lines.Next()
		_, isKept := row["moment"]
		switch {
		case lines.Ended:
			return all, swf.Locate(err, path, lines.Line)
		case row["error"] != "": // no answer
			continue
		case all == nil && !isKept:
			return nil, nil
		}
		a, wrong := parse(row)
		if err := swf.Locate(cmp.Or(err, wrong), path, lines.Line); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
}

// parse returns the answer of a row.
func parse(row map[string]string) (a Answer, err error) {
	number := func(column string, missing string) float64 {
		word := cmp.Or(row[column], missing)
		x, wrong := strconv.ParseFloat(word, 64)
		if wrong != nil || math.Abs(x) > 1e100 {
			err = &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a number", word)}
		}
		return x
	}
	a = Answer{ID: row["job_id"], Queue: output.Printable(row["queue"]), Job: int64(number("job", "-1")),
		Moment: number("moment", ""), Submit: number("submit", ""), Quantile: number("quantile", ""),
		Bound: number("bound", "NaN"), Trusted: row["trusted"] == "true"}
	if !a.Trusted && row["trusted"] != "false" {
		err = &swf.RowError{Column: "trusted", Err: fmt.Errorf("%q is neither true nor false", row["trusted"])}
	}
	return a, err
}
