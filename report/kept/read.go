package kept

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"

	"waitbench/replay/output"
	"waitbench/swf"
)

// Answer is a bound of the remaining wait of a job at a moment. Times are
// seconds since 1970 or, without dates, of the log.
type Answer struct {
	Job             int64  // number in the log of the answer; -1 for none
	ID              string // of the batch system; empty if it is not known
	Queue           string
	Moment, Submit  float64
	Quantile, Bound float64 // bound in seconds from the moment; NaN for none
	Trusted         bool
}

// Read reads answers of waitbench wait --pending and --questions, one for each
// quantile: JSON lines, or CSV with the header line of each call. It returns
// nil for a file without a column moment. Errors name file, line and column.
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
		answers, wrong := parse(row)
		if err := swf.Locate(cmp.Or(err, wrong), path, lines.Line); err != nil {
			return nil, err
		}
		all = append(all, answers...)
	}
}

// boundColumn matches the column of the bounds of a quantile.
var boundColumn = regexp.MustCompile(`^bound_([0-9.e-]+)_s$`)

// parse returns the answers of a row, one for each quantile.
func parse(row map[string]string) (answers []Answer, err error) {
	number := func(column, word string) float64 {
		x, wrong := strconv.ParseFloat(word, 64)
		if wrong != nil || math.Abs(x) > 1e100 {
			err = &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a number", word)}
		}
		return x
	}
	a := Answer{ID: row["job_id"], Queue: output.Printable(row["queue"]), Trusted: row["trusted"] == "true",
		Job: int64(number("job", cmp.Or(row["job"], "-1"))), Moment: number("moment", row["moment"]),
		Submit: number("submit", row["submit"])}
	for _, column := range slices.Sorted(maps.Keys(row)) {
		if q := boundColumn.FindStringSubmatch(column); q != nil {
			a.Quantile, a.Bound = number(column, q[1]), number(column, cmp.Or(row[column], "NaN"))
			answers = append(answers, a)
		}
	}
	switch {
	case !a.Trusted && row["trusted"] != "false":
		err = &swf.RowError{Column: "trusted", Err: fmt.Errorf("%q is neither true nor false", row["trusted"])}
	case answers == nil:
		err = cmp.Or(err, errors.New("no column such as bound_0.95_s"))
	}
	return answers, err
}
