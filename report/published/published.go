package published

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/table"
	"waitbench/swf"
)

// Value is a published number: of a score, of the waits of a queue, of
// the bounds in force at a time, or of a study. README.md describes
// the format.
type Value struct {
	Log, Queue, Range, Method string // Method is empty for waits
	Quantile                  string // the level; empty for the run's main one
	When                      string // a time, or a case of a study
	Column                    string // of scores, or of table 1 of the paper
	Text                      string // as printed; empty for a dash
	Value                     float64
	Source                    string // such as table 3; may be empty
	bold                      bool   // the paper prints it bold
}

// fields are the columns of a file of published values, the four
// required ones first.
var fields = []string{"log", "queue", "column", "value", "range", "method", "quantile",
	"at", "source"}

// waitColumns are the numbers of a queue in table 1 of the paper, by the names
// of columns.
var waitColumns = map[string]func(*run.QueueRecord) table.Cell{
	"jobs":        func(q *run.QueueRecord) table.Cell { return table.Count(q.Jobs) },
	"mean_wait_s": func(q *run.QueueRecord) table.Cell { return table.Seconds(float64(q.Mean)) },
	"median_wait_s": func(q *run.QueueRecord) table.Cell {
		return table.Seconds(float64(q.Median))
	},
	"stddev_wait_s": func(q *run.QueueRecord) table.Cell {
		return table.Seconds(float64(q.StdDev))
	},
}

// Read reads published values in the format of README.md.
// Errors name file and line.
func Read(r io.Reader, file string) ([]Value, error) {
	var values []Value
	err := swf.ReadCSV(r, file, func(columns []string) error {
		if i := slices.Index(columns, "procs_range"); i >= 0 {
			columns[i] = "range"
		}
		err := methods.CheckNames("column", fields, columns...)
		for _, name := range fields[:4] {
			if err == nil && !slices.Contains(columns, name) {
				err = fmt.Errorf("no column %s", name)
			}
		}
		return err
	}, func(row *swf.Row) error {
		text := func(column string) string {
			return strings.TrimSpace(output.Printable(row.Cell(column)))
		}
		v := Value{
			Log: text("log"), Queue: text("queue"),
			Range: cmp.Or(text("range"), replay.AllRanges), Method: text("method"),
			Quantile: text("quantile"), When: text("at"), Column: text("column"),
			Text: text("value"), Source: text("source"),
		}
		if v.Text == "-" {
			v.Text = ""
		}
		err := v.parse()
		values = append(values, v)
		return err
	})
	if err == nil && len(values) == 0 {
		err = fmt.Errorf("%s has no published values", file)
	}
	return values, err
}

// parse reads the number, and checks that the column exists.
func (v *Value) parse() (err error) {
	v.Value = math.NaN()
	if v.Text != "" {
		if v.Value, err = strconv.ParseFloat(v.Text, 64); err != nil || !table.IsFinite(v.Value) {
			return fmt.Errorf("value %q is not a number", v.Text)
		}
	}
	if v.Quantile != "" {
		if _, err := methods.ParseLevel(v.Quantile, paperLevel.Confidence); err != nil {
			return err
		}
	}
	var columns []string
	switch {
	case v.ofStudy():
		return nil
	case v.When != "":
		columns = []string{"bound_s"}
	case v.Method == "":
		columns = slices.Sorted(maps.Keys(waitColumns))
	default:
		for i := range replay.Columns {
			if c := &replay.Columns[i]; !c.IsText() {
				columns = append(columns, c.Name)
			}
		}
	}
	switch {
	case !slices.Contains(columns, v.Column):
		return methods.Unknown("column", v.Column, columns)
	case v.IsShare() && (v.Value < 0 || v.Value > 1):
		return fmt.Errorf("%s %s is not a share from 0 to 1", v.Column, v.Text)
	}
	return nil
}

// ofStudy reports whether the value belongs to a study, not to a replay.
func (v *Value) ofStudy() bool { return strings.HasPrefix(v.Log, "study ") }

// IsShare reports whether the value is a share of jobs. Shares are compared by
// their difference, other numbers by their ratio.
func (v Value) IsShare() bool {
	return v.Method != "" && v.When == "" && replay.FindColumn(v.Column).Unit == replay.Share
}

// IsCorrect reports whether the value is the share of waits within the bound,
// which has a star below the target.
func (v Value) IsCorrect() bool { return v.Column == shareCorrect.column }

//go:embed *.csv
var files embed.FS

// papers returns the values of each file of the folder published, by its name
// without .csv.
var papers = sync.OnceValue(func() map[string][]Value {
	all := map[string][]Value{}
	names, _ := fs.Glob(files, "*.csv")
	for _, name := range names {
		text, _ := files.ReadFile(name) // in the program, which does not fail
		values, err := Read(bytes.NewReader(text), name)
		if err != nil {
			panic(err) // a mistake in the file
		}
		all[strings.TrimSuffix(name, ".csv")] = values
	}
	return all
})

// bmbpPaper is the file of tables 1 and 3 to 7 of the paper, with machines for
// logs.
const bmbpPaper = "bmbp"

// Values returns the values of a file of the folder published, none for an
// unknown file.
func Values(paper string) []Value { return papers()[paper] }

// Number returns a number of a study or a time from a file of the
// folder published, NaN for none.
func Number(paper, method, quantile, at, column string) float64 {
	for _, v := range Values(paper) {
		if v.Method == method && v.Quantile == quantile && v.When == at && v.Column == column {
			return v.Value
		}
	}
	return math.NaN()
}
