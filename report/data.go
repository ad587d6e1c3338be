package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"waitbench/replay/output"
)

// CSV and JSON hold values in full precision. After a column X that may carry marks come X_star and
// X_bold, true or false. After a column with counts comes X_n, the number of jobs behind each value.
// All of them are empty, or null, where the value is missing.

// WriteCSV writes a line of column keys and then the rows, without title and notes.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var keys []string
	for _, c := range t.dataColumns() {
		keys = append(keys, output.CSVText(c.Key))
	}
	if err := out.Write(keys); err != nil {
		return err
	}
	for _, row := range t.Rows {
		var line []string
		for _, v := range t.values(row) {
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
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// dataColumn is a column of CSV and JSON.
type dataColumn struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
	Unit    string `json:"unit"`
}

// dataColumns returns the columns of CSV and JSON.
func (t *Table) dataColumns() []dataColumn {
	list := []dataColumn{}
	for i := range t.Columns {
		c := &t.Columns[i]
		list = append(list, dataColumn{c.key(), c.Heading, c.Unit})
		if c.Marked {
			list = append(list, dataColumn{Key: c.key() + "_star", Heading: c.Heading}, dataColumn{Key: c.key() + "_bold", Heading: c.Heading})
		}
		if c.Counted {
			list = append(list, dataColumn{Key: c.key() + "_n", Heading: c.Heading})
		}
	}
	return list
}

// values returns a row in dataColumns: text, float64, bool, int, or nil for a missing value.
func (t *Table) values(row []Cell) []any {
	var values []any
	for i := range t.Columns {
		c := &row[i]
		var value, star, bold, n any
		if !c.Missing {
			value, star, bold = c.Text, c.Star, c.Bold
			if c.HasValue {
				value = c.Value
			}
			if c.N > 0 {
				n = c.N
			}
		}
		values = append(values, value)
		if t.Columns[i].Marked {
			values = append(values, star, bold)
		}
		if t.Columns[i].Counted {
			values = append(values, n)
		}
	}
	return values
}

// WriteJSON writes the table as one object: title, columns with key, heading and unit, rows as
// objects, and notes.
func (t *Table) WriteJSON(w io.Writer) error {
	table := struct {
		Title   string            `json:"title"`
		Columns []dataColumn      `json:"columns"`
		Rows    []json.RawMessage `json:"rows"`
		Notes   []string          `json:"notes"`
	}{output.Printable(t.Title), t.dataColumns(), []json.RawMessage{}, append([]string{}, t.Notes...)}
	for _, row := range t.Rows {
		var fields []string // an object whose keys keep the order of the columns
		for k, v := range t.values(row) {
			if text, ok := v.(string); ok {
				v = output.Printable(text)
			}
			value, err := json.Marshal(v)
			if err != nil {
				return fmt.Errorf("column %s: %w", table.Columns[k].Key, err)
			}
			fields = append(fields, fmt.Sprintf("%q:%s", table.Columns[k].Key, value))
		}
		table.Rows = append(table.Rows, json.RawMessage("{"+strings.Join(fields, ",")+"}"))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&table)
}
