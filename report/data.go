package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"waitbench/replay/output"
)

// The columns of a table for other programs are in full precision: a column X that may carry marks
// is followed by X_star and X_bold, true or false, and one with counts by X_n, the number of jobs
// behind each value; all are empty, or null, where the value is.

// WriteCSV writes the values of the table: a line of column keys, then the rows. Title and notes
// are left out.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var line []string
	for i := range t.Columns {
		for _, key := range t.Columns[i].keys() {
			line = append(line, output.CSVText(key))
		}
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, row := range t.Rows {
		line = line[:0]
		for i := range t.Columns {
			for _, v := range t.Columns[i].values(&row[i]) {
				field := ""
				switch v := v.(type) {
				case nil:
				case float64:
					field = strconv.FormatFloat(v, 'g', -1, 64)
				default:
					field = output.CSVText(fmt.Sprint(v))
				}
				line = append(line, field)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// keys gives the names of a column, and of those that follow it.
func (c *Column) keys() []string {
	key := c.Key
	if key == "" {
		key = c.Heading
	}
	keys := []string{key}
	if c.Marked {
		keys = append(keys, key+"_star", key+"_bold")
	}
	if c.Counted {
		keys = append(keys, key+"_n")
	}
	return keys
}

// values gives what goes with the keys: numbers, words, marks and counts, nil for what is missing.
func (column *Column) values(c *Cell) []any {
	values := make([]any, 1, 4)
	if column.Marked {
		values = values[:3]
	}
	if column.Counted {
		values = values[:len(values)+1]
	}
	if c.Missing {
		return values
	}
	if values[0] = c.Text; c.HasValue {
		values[0] = c.Value
	}
	if column.Marked {
		values[1], values[2] = c.Star, c.Bold
	}
	if column.Counted && c.N > 0 {
		values[len(values)-1] = c.N
	}
	return values
}

// WriteJSON writes the table as one object: title, columns (key, heading, unit), rows as objects by
// the keys of WriteCSV, and notes.
func (t *Table) WriteJSON(w io.Writer) error {
	type column struct {
		Key     string `json:"key"`
		Heading string `json:"heading"`
		Unit    string `json:"unit"`
	}
	var table struct {
		Title   string            `json:"title"`
		Columns []column          `json:"columns"`
		Rows    []json.RawMessage `json:"rows"`
		Notes   []string          `json:"notes"`
	}
	table.Title, table.Rows, table.Notes = output.Printable(t.Title), []json.RawMessage{}, append([]string{}, t.Notes...)
	for i := range t.Columns {
		c := &t.Columns[i]
		unit := c.Unit // which marks and counts have not
		for _, key := range c.keys() {
			table.Columns = append(table.Columns, column{key, c.Heading, unit})
			unit = ""
		}
	}
	for _, row := range t.Rows {
		object, err := t.object(row)
		if err != nil {
			return err
		}
		table.Rows = append(table.Rows, object)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&table)
}

// object writes a row as an object, its keys in the order of the columns.
func (t *Table) object(row []Cell) (json.RawMessage, error) {
	var b bytes.Buffer
	separator := "{"
	for i := range t.Columns {
		values := t.Columns[i].values(&row[i])
		for j, key := range t.Columns[i].keys() {
			if text, ok := values[j].(string); ok {
				values[j] = output.Printable(text)
			}
			value, err := json.Marshal(values[j])
			if err != nil {
				return nil, fmt.Errorf("column %s: %w", key, err)
			}
			fmt.Fprintf(&b, "%s%q:%s", separator, key, value)
			separator = ","
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
