package arrowio

import (
	"fmt"
	"strings"

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

// runFile is a file of a run and its columns.
type runFile struct {
	name, doc string
	columns   []arrow.Field
}

func runFiles() []runFile {
	fields := func(f Frame) (fields []arrow.Field) {
		for i := range f {
			fields = append(fields, f[i].field())
		}
		return fields
	}
	return []runFile{
		{"scores.arrow", "A row for each series, method and level; scores.csv has the same.", fields(scoreFrame(nil))},
		{"predictions.arrow", "A row for each job, method, level and series, in the order of the scores.", predictionFields},
		{"heads.arrow", "A row for each job that came to the head of the queue and method that forecast its remaining wait, if any did.",
			fields(headFrame(nil))},
	}
}

// typeWords are what types are called.
var typeWords = map[arrow.Type]string{
	arrow.DICTIONARY: "text", arrow.INT64: "int64", arrow.FLOAT64: "float64", arrow.BOOL: "bool", arrow.TIMESTAMP: "timestamp",
}

// Columns is a text that describes the Arrow files of a run: every column with its type, its unit,
// what it is, and when it is null. It is Markdown, in lines of at most 100 columns.
func Columns() string {
	var b strings.Builder
	for _, file := range runFiles() {
		fmt.Fprintf(&b, "%s\n%s\n\n", file.name, strings.Repeat("-", len(file.name)))
		wrap(&b, "", file.doc)
		b.WriteByte('\n')
		for _, f := range file.columns {
			words, _ := f.Metadata.GetValue("description")
			unit, _ := f.Metadata.GetValue("unit")
			if unit == noUnit || unit == "1" {
				unit = ""
			}
			if null, ok := f.Metadata.GetValue("null"); ok {
				words += "; null where " + null
			}
			if f.Type.ID() == arrow.TIMESTAMP {
				unit = "s, UTC"
			}
			wrap(&b, fmt.Sprintf("    %-22s %-9s %-10s ", f.Name, typeWords[f.Type.ID()], unit), words)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap writes words behind a beginning of the line, and on further lines below.
func wrap(b *strings.Builder, begin, words string) {
	line := begin
	for word := range strings.FieldsSeq(words) {
		if len(line)+len(word) > 100 {
			fmt.Fprintln(b, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", len(begin))
		}
		line += word + " "
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
}
