package arrowio

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Cat writes rows of an Arrow file to w, in the order of the file. Numbers are
// the shortest text that reads back as the same number. CSV has a line of
// column names, and nothing for null. JSON has an object in each line, in which
// infinities and NaN are strings. The errors are those of Rows.
func Cat(w io.Writer, path string, o Options) error {
	out := bufio.NewWriterSize(w, 1<<16)
	lines := csv.NewWriter(out) // which shares the buffer of out
	var fields []string
	var head func(header []string) error
	var row func([]Value) error
	switch o.Format {
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
			methods.Unknown("format", o.Format, []string{"csv", "jsonl"}))
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
