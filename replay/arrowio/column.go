package arrowio

import (
	"github.com/apache/arrow/go/v15/arrow"
)

// About is what a file says of one of its columns.
type About struct {
	Name string
	Unit string // as it is written; "1" for a number without one, "none" for what is no number
	Doc  string // one line
	Null string // when a value is null; empty for a column without nulls
}

// field is the column in a schema. Its metadata has the keys description, unit and null.
func (a *About) field(t arrow.DataType) arrow.Field {
	var keys, values []string
	put := func(key, value string) {
		if value != "" {
			keys, values = append(keys, key), append(values, value)
		}
	}
	put("description", a.Doc)
	put("unit", a.Unit)
	put("null", a.Null)
	return arrow.Field{Name: a.Name, Type: t, Nullable: a.Null != "", Metadata: arrow.NewMetadata(keys, values)}
}

// The units of columns.
const (
	noUnit   = "none"
	seconds  = "s"
	unixTime = "s since 1970-01-01 UTC"
	cpus     = "processors"
)

// File is a file of a run and its columns.
type File struct {
	Name, Doc string
	Columns   []arrow.Field
}

// Files describes the Arrow files of a run, for those who read them.
func Files() []File {
	schema := func(f Frame) (fields []arrow.Field) {
		for i := range f {
			fields = append(fields, f[i].field())
		}
		return fields
	}
	return []File{
		{"scores.arrow", "A row for each series, method and level. scores.csv has the same columns.", schema(scoreFrame(nil))},
		{"predictions.arrow", "A row for each job, method, level and series, in the order of the scores.", predictionFields},
		{"heads.arrow", "A row for each job that came to the head of the queue and method that forecast its remaining wait then; " +
			"without such a method there is no such file.", schema(headFrame(nil))},
	}
}

// Meaning gives what a field says of itself: description, unit, and when it is null.
func Meaning(f arrow.Field) About {
	text := func(key string) string {
		value, _ := f.Metadata.GetValue(key)
		return value
	}
	return About{Name: f.Name, Unit: text("unit"), Doc: text("description"), Null: text("null")}
}
