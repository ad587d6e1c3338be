package arrowio

import (
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
)

// runFile is a file of a run and its columns.
type runFile struct {
	name, doc string
	columns   table
}

func runFiles() []runFile {
	return []runFile{
		{"scores.arrow", "A row for each series, method and level; scores.csv has the same.",
			scoreTable(nil)},
		{"predictions.arrow",
			"A row for each job, method, level and series, in the order of the scores.",
			new(Block).table()},
		{"heads.arrow", "A row for each job that came to the head of the queue and method that " +
			"forecast its remaining wait, if any did.",
			new(headRows).table()},
	}
}

// typeWords are the names of types in Columns.
var typeWords = map[arrow.Type]string{
	arrow.DICTIONARY: "text", arrow.INT64: "int64", arrow.FLOAT64: "float64", arrow.BOOL: "bool",
	arrow.TIMESTAMP: "timestamp",
}

// Columns returns a text that describes the Arrow files of a run: every column
// with its type, its unit, its meaning, and when it is null. It is Markdown, in
// lines of at most 80 columns.
func Columns() string {
	var b strings.Builder
	for _, file := range runFiles() {
		fmt.Fprintf(&b, "%s\n%s\n\n", file.name, strings.Repeat("-", len(file.name)))
		wrap(&b, "", file.doc)
		b.WriteByte('\n')
		for _, c := range file.columns {
			kind, unit, words := c.dataType().ID(), c.Unit, c.Doc
			switch {
			case kind == arrow.TIMESTAMP:
				unit = "s, UTC"
			case unit == noUnit || unit == "1":
				unit = ""
			}
			if c.Null != "" {
				words += "; null where " + c.Null
			}
			wrap(&b, fmt.Sprintf("    %-22s %-9s %-10s ", c.Name, typeWords[kind], unit), words)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// wrap writes words after the beginning of a line, and indents further lines.
func wrap(b *strings.Builder, begin, words string) {
	line := begin
	for word := range strings.FieldsSeq(words) {
		if len(line)+len(word) > 80 {
			fmt.Fprintln(b, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", len(begin))
		}
		line += word + " "
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
}
