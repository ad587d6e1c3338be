package kept

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
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
	var columns []string // of CSV
	isJSON := strings.HasPrefix(string(text), "{")
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var row map[string]any
		if isJSON {
			from := json.NewDecoder(strings.NewReader(line))
			from.UseNumber()
			err = from.Decode(&row)
		} else {
			var cells []string
			cells, err = csv.NewReader(strings.NewReader(line)).Read()
			switch {
			case slices.Contains(cells, "moment"):
				columns = cells
				continue
			case columns == nil:
				return nil, nil
			case err == nil && len(cells) != len(columns):
				err = swf.WrongFields(len(cells), len(columns))
			}
			row = map[string]any{}
			for k := range min(len(cells), len(columns)) {
				row[columns[k]] = cells[k]
			}
		}
		a, wrong := parse(row)
		if err = swf.Locate(cmp.Or(err, wrong), path, i+1); err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	return all, nil
}

// parse returns the answer of a row.
func parse(row map[string]any) (a Answer, err error) {
	text := func(column string) string {
		if value := row[column]; value != nil {
			return fmt.Sprint(value)
		}
		return ""
	}
	number := func(column string, missing string) float64 {
		word := cmp.Or(text(column), missing)
		x, wrong := strconv.ParseFloat(word, 64)
		if wrong != nil || math.Abs(x) > 1e100 {
			err = &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a number", word)}
		}
		return x
	}
	a = Answer{ID: text("job_id"), Queue: output.Printable(text("queue")), Job: int64(number("job", "-1")),
		Moment: number("moment", ""), Submit: number("submit", ""), Quantile: number("quantile", ""),
		Bound: number("bound", "NaN"), Trusted: text("trusted") == "true"}
	if !a.Trusted && text("trusted") != "false" {
		err = &swf.RowError{Column: "trusted", Err: fmt.Errorf("%q is neither true nor false", text("trusted"))}
	}
	return a, err
}
