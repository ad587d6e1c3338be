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
	"waitbench/replay/run"
	"waitbench/swf"
)

// PublishedValue is a published number: of a score, of the waits of a queue, of
// the bounds in force at a time, or of a study. published/README.md describes
// the format.
type PublishedValue struct {
	Trace, Queue, Range, Method string // Method is empty for waits
	Quantile                    string // the level; empty for the run's main one
	At                          string // a time, or a case of a study
	Column                      string // of scores, or of table 1 of the paper
	Text                        string // as printed; empty for a dash
	Value                       float64
	Source                      string // such as table 3; may be empty
}

// publishedFields are the columns of a file of published values, the four
// required ones first.
var publishedFields = []string{"trace", "queue", "column", "value", "range", "method", "quantile",
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
	rows, err := swf.NewCSVReader(r).ReadAll(file)
	switch {
	case len(rows) == 0 && err != nil:
		return nil, err
	case len(rows) < 2 && err == nil:
		return nil, fmt.Errorf("%s has no published values", file)
	}
	index := map[string]int{}
	for i, name := range rows[0] {
		if name == "procs_range" {
			name = "range"
		}
		if err := methods.CheckNames("column", publishedFields, name); err != nil {
			return nil, fmt.Errorf("%s:1: %w", file, err)
		}
		index[name] = i
	}
	for _, name := range publishedFields[:4] {
		if _, ok := index[name]; !ok {
			return nil, fmt.Errorf("%s:1: no column %s", file, name)
		}
	}
	if err != nil {
		return nil, err
	}
	var values []PublishedValue
	for i, row := range rows[1:] {
		at := func(name string) string {
			if k, ok := index[name]; ok {
				return strings.TrimSpace(row[k])
			}
			return ""
		}
		v := PublishedValue{
			Trace: at("trace"), Queue: at("queue"),
			Range: cmp.Or(at("range"), replay.AllRanges), Method: at("method"),
			Quantile: at("quantile"), At: at("at"), Column: at("column"), Text: at("value"),
			Source: at("source"),
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
func (v *PublishedValue) ofStudy() bool { return strings.HasPrefix(v.Trace, "study ") }

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
