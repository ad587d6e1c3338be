package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the table for other programs as one object: title, columns (key, heading, unit),
// rows as objects by the keys of WriteCSV, and notes. Numbers are in full precision and what is
// missing is null.
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
	table.Title, table.Rows, table.Notes = printable(t.Title), []json.RawMessage{}, append([]string{}, t.Notes...)
	for i := range t.Columns {
		c := &t.Columns[i]
		for j, key := range appendKeys(nil, c) {
			unit := c.Unit
			if j > 0 { // marks and counts
				unit = ""
			}
			table.Columns = append(table.Columns, column{key, c.Heading, unit})
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
		c, cell := &t.Columns[i], &row[i]
		values := []any{nil, nil, nil}
		switch {
		case cell.Missing:
		case cell.HasValue:
			values = []any{cell.Value, cell.Star, cell.Bold}
		default:
			values = []any{printable(cell.Text), cell.Star, cell.Bold}
		}
		if !c.Marked {
			values = values[:1]
		}
		if c.Counted {
			var n any
			if !cell.Missing && cell.N > 0 {
				n = cell.N
			}
			values = append(values, n)
		}
		for j, key := range appendKeys(nil, c) {
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
