package arrowio

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Formats are those of Cat.
var Formats = []string{"csv", "jsonl", "arrow", "parquet"}

// Cat writes rows of an Arrow file to w, in the order of the file. Numbers are
// the shortest text that reads back as the same number. CSV has a line of
// column names, and nothing for null. JSON has an object in each line, in which
// infinities and NaN are strings. Arrow files are not compressed. The errors are
// those of Rows.
func Cat(w io.Writer, path string, o Options) error {
	out := bufio.NewWriterSize(w, 1<<16)
	lines := csv.NewWriter(out) // which shares the buffer of out
	var fields []string
	var head func(header []string) error
	var row func([]Value) error
	switch o.Format {
	case "arrow":
		return cmp.Or(catArrow(out, path, o), out.Flush())
	case "parquet":
		return cmp.Or(catParquet(out, path, o), out.Flush())
	case "csv", "":
		head = func(names []string) error {
			fields = output.CSVFields(names...)
			return lines.Write(fields)
		}
		row = func(values []Value) error {
			if len(values) == 1 && values[0].Null { // readers skip empty lines
				_, err := out.WriteString("\"\"\n")
				return err
			}
			for i, v := range values {
				if fields[i] = v.Text; v.quoted {
					fields[i] = output.CSVText(v.Text)
				}
			}
			return lines.Write(fields)
		}
	case "jsonl":
		head = func(names []string) error {
			separator := "{"
			for _, name := range names {
				fields = append(fields, separator+jsonText(name)+":")
				separator = ","
			}
			return nil
		}
		row = func(values []Value) error {
			for i, v := range values {
				switch {
				case v.Null:
					v.Text = "null"
				case v.quoted:
					v.Text = jsonText(v.Text)
				}
				out.WriteString(fields[i] + v.Text)
			}
			_, err := out.WriteString("}\n")
			return err
		}
	default:
		return fmt.Errorf("%s: %w", path,
			methods.Unknown("format", o.Format, Formats))
	}
	if err := Rows(path, o, head, row); err != nil {
		return err
	}
	return out.Flush()
}

// jsonText returns s as a string of JSON.
func jsonText(s string) string {
	text, _ := json.Marshal(s) // every text has a JSON form
	return string(text)
}

func catArrow(w io.Writer, path string, o Options) error {
	to := &counter{Writer: w}
	var out *ipc.FileWriter
	var empty arrow.Record
	err := records(path, o, func(s *arrow.Schema) (err error) {
		empty = array.NewRecordBuilder(memory.DefaultAllocator, s).NewRecord()
		out, err = ipc.NewFileWriter(to, ipc.WithSchema(s))
		return err
	}, func(r arrow.Record) error { return out.Write(r) })
	if err == nil && to.written == 0 { // the library writes the head with the first batch
		err = out.Write(empty)
	}
	if err != nil {
		return err
	}
	_, err = to.Write(endOfStream)
	return cmp.Or(err, out.Close())
}
