package report

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io"
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
	"waitbench/swf"
)

// PublishedValue is a published number: of a score, of the waits of a queue, of
// the bounds in force at a time, or of a study. published/README.md describes
// the format.
type PublishedValue struct {
	Log, Queue, Range, Method string // Method is empty for waits
	Quantile                  string // the level; empty for the run's main one
	At                        string // a time, or a case of a study
	Column                    string // of scores, or of table 1 of the paper
	Text                      string // as printed; empty for a dash
	Value                     float64
	Source                    string // such as table 3; may be empty
}

// publishedFields are the columns of a file of published values, the four
// required ones first.
var publishedFields = []string{"log", "queue", "column", "value", "range", "method", "quantile",
	"at", "source"}

// waitColumns are the numbers of a queue in table 1 of the paper, by the names
// of columns.
var waitColumns = map[string]func(*run.QueueRecord) Cell{
	"jobs":          func(q *run.QueueRecord) Cell { return Count(q.Jobs) },
	"mean_wait_s":   func(q *run.QueueRecord) Cell { return secondsCell(float64(q.Mean)) },
	"median_wait_s": func(q *run.QueueRecord) Cell { return secondsCell(float64(q.Median)) },
	"stddev_wait_s": func(q *run.QueueRecord) Cell { return secondsCell(float64(q.StdDev)) },
}

// ReadPublished reads published values in the format of published/README.md.
// Errors name file and line.
func ReadPublished(r io.Reader, file string) ([]PublishedValue, error) {
	var values []PublishedValue
	err := swf.ReadCSV(r, file, func(columns []string) error {
		if i := slices.Index(columns, "procs_range"); i >= 0 {
			columns[i] = "range"
		}
		err := methods.CheckNames("column", publishedFields, columns...)
		for _, name := range publishedFields[:4] {
			if err == nil && !slices.Contains(columns, name) {
				err = fmt.Errorf("no column %s", name)
			}
		}
		return err
	}, func(row *swf.Row) error {
		text := func(column string) string {
			return strings.TrimSpace(output.Printable(row.Cell(column)))
		}
		v := PublishedValue{
			Log: text("log"), Queue: text("queue"),
			Range: cmp.Or(text("range"), replay.AllRanges), Method: text("method"),
			Quantile: text("quantile"), At: text("at"), Column: text("column"),
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

// isFinite reports whether a number of a file is neither NaN nor too large to
// be compared.
func isFinite(x float64) bool { return math.Abs(x) <= 1e100 }

// parse reads the number, and checks that the column exists.
func (v *PublishedValue) parse() (err error) {
	v.Value = math.NaN()
	if v.Text != "" {
		if v.Value, err = strconv.ParseFloat(v.Text, 64); err != nil || !isFinite(v.Value) {
			return fmt.Errorf("value %q is not a number", v.Text)
		}
	}
	if v.Quantile != "" {
		if _, err := methods.ParseLevel(v.Quantile, paperLevel.Confidence); err != nil {
			return err
		}
	}
	var names []string
	switch {
	case v.ofStudy():
		return nil
	case v.At != "":
		names = []string{"bound_s"}
	case v.Method == "":
		names = slices.Sorted(maps.Keys(waitColumns))
	default:
		for i := range replay.Columns {
			if c := &replay.Columns[i]; !c.IsText() {
				names = append(names, c.Name)
			}
		}
	}
	switch {
	case !slices.Contains(names, v.Column):
		return methods.Unknown("column", v.Column, names)
	case v.IsShare() && (v.Value < 0 || v.Value > 1):
		return fmt.Errorf("%s %s is not a share from 0 to 1", v.Column, v.Text)
	}
	return nil
}

// ofStudy reports whether the value belongs to a study, not to a replay.
func (v *PublishedValue) ofStudy() bool { return strings.HasPrefix(v.Log, "study ") }

// IsShare reports whether the value is a share of jobs. Shares are compared by
// their difference, other numbers by their ratio.
func (v PublishedValue) IsShare() bool {
	return v.Method != "" && v.At == "" && replay.FindColumn(v.Column).Unit == replay.Share
}

// IsCorrect reports whether the value is the share of waits within the bound,
// which has a star below the target.
func (v PublishedValue) IsCorrect() bool { return v.Column == shareCorrect.column }

//go:embed published/*.csv
var publishedFiles embed.FS

// papers returns the values of each file of the folder published, by its name
// without .csv.
var papers = sync.OnceValue(func() map[string][]PublishedValue {
	all := map[string][]PublishedValue{}
	for _, file := range must(publishedFiles.ReadDir("published")) {
		text := must(publishedFiles.ReadFile("published/" + file.Name()))
		all[strings.TrimSuffix(file.Name(), ".csv")] = must(ReadPublished(bytes.NewReader(text),
			file.Name()))
	}
	return all
})

// bmbpPaper is the file of tables 1 and 3 to 7 of the paper, with machines for
// traces.
const bmbpPaper = "bmbp"

// Published returns the values of a file of the folder published, none for an
// unknown file.
func Published(paper string) []PublishedValue { return papers()[paper] }

// PublishedNumber returns a number of a study or a time from a file of the
// folder published, NaN for none.
func PublishedNumber(paper, method, quantile, at, column string) float64 {
	for _, v := range Published(paper) {
		if v.Method == method && v.Quantile == quantile && v.At == at && v.Column == column {
			return v.Value
		}
	}
	return math.NaN()
}

// must panics on errors in files of the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// paperMethods are the methods of tables 3 and 4 in the order of their columns,
// and of tables 5 to 7.
var paperMethods = []string{"bmbp", "lognormal", "lognormal-trim"}
