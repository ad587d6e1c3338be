package report

import (
	"fmt"
	"slices"
)

// With more methods than mostMethods a table by queue is transposed for print: a table for each
// trace with a line per method and a column per queue. Twenty columns of methods fit neither a
// terminal of 120 columns nor a page, and cutting them into parts of six takes apart what is to be
// compared, the methods of one queue. Transposed, these stand below each other, digit below digit
// with the bold one among them, and seven queues fit beside the longest name of a method.
const (
	mostMethods = 6
	mostQueues  = 7
)

// countColumns is how many columns of a table by queue come before those of the methods: trace,
// queue, jobs, scored.
const countColumns = 4

// transposed gives the parts of a table by queue.
func transposed(t *Table) []*Table {
	parts := []*Table{}
	for rows := t.Rows; len(rows) > 0; {
		trace := rows[0][0].Text
		end := slices.IndexFunc(rows, func(row []Cell) bool { return row[0].Text != trace })
		if end < 0 {
			end = len(rows)
		}
		n := (end + mostQueues - 1) / mostQueues
		for k := range n {
			title := trace
			if n > 1 {
				title += fmt.Sprintf(", part %d of %d", k+1, n)
			}
			parts = append(parts, transpose(t, title, rows[k*end/n:(k+1)*end/n]))
		}
		rows = rows[end:]
	}
	return parts
}

// transpose makes columns of some rows, with the numbers of jobs above and without methods that
// have nothing there.
func transpose(t *Table, title string, rows [][]Cell) *Table {
	part := &Table{Title: title, Columns: []Column{{Heading: "method"}}}
	for _, row := range rows {
		part.Columns = append(part.Columns, Column{Heading: row[1].Text, Align: Right})
	}
	for m := 2; m < len(t.Columns); m++ {
		line := []Cell{Words(t.Columns[m].Heading)}
		for _, row := range rows {
			line = append(line, row[m])
		}
		if slices.ContainsFunc(line[1:], func(c Cell) bool { return !c.Missing }) {
			part.Rows = append(part.Rows, line)
		}
	}
	return part
}
