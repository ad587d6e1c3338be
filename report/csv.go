package report

import (
	"encoding/csv"
	"io"
	"strconv"
)

// WriteCSV writes the values of the table in full precision for other programs: a line of column
// keys, then the rows. Absent values are empty. A column X that may carry marks is followed by
// X_star and X_bold, true or false, and one with counts by X_n, the number of jobs behind each
// value; all are empty where the value is. Title and notes are left out.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var line []string
	for i := range t.Columns {
		line = appendKeys(line, &t.Columns[i])
	}
	if err := out.Write(line); err != nil {
		return err
	}
	for _, row := range t.Rows {
		line = line[:0]
		for i := range t.Columns {
			line = appendFields(line, &t.Columns[i], &row[i])
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func appendKeys(line []string, c *Column) []string {
	key := c.Key
	if key == "" {
		key = c.Heading
	}
	line = append(line, key)
	if c.Marked {
		line = append(line, key+"_star", key+"_bold")
	}
	if c.Counted {
		line = append(line, key+"_n")
	}
	return line
}

func appendFields(line []string, column *Column, c *Cell) []string {
	value, star, bold, n := "", "", "", ""
	if !c.Missing {
		value, star, bold = c.Text, strconv.FormatBool(c.Star), strconv.FormatBool(c.Bold)
		if c.HasValue {
			value = strconv.FormatFloat(c.Value, 'g', -1, 64)
		}
		if c.N > 0 {
			n = strconv.Itoa(c.N)
		}
	}
	line = append(line, value)
	if column.Marked {
		line = append(line, star, bold)
	}
	if column.Counted {
		line = append(line, n)
	}
	return line
}
