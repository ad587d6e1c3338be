package report

import "fmt"

// With more methods than mostMethods a table by queue is transposed for print: a table for each
// trace with a line per method and a column per queue that has enough jobs. Twenty columns of
// methods fit neither a terminal of 120 columns nor a page, and cutting them into parts of six
// takes apart what is to be compared, the methods of one queue. Transposed, these stand below each
// other, digit below digit with the bold one among them, and seven queues fit beside the longest
// name of a method.
const (
	mostMethods = 6
	mostQueues  = 7
)

// countColumns is how many columns of a table by queue come before those of the methods: trace,
// queue, jobs, scored.
const countColumns = 4

// transposed gives the parts of a table by queue.
func (s *levelTables) transposed(t *Table) []*Table {
	parts := []*Table{}
	var trace []int // rows of one trace
	for i, q := range s.queues {
		if s.large(q) {
			trace = append(trace, i)
		}
		if i+1 < len(s.queues) && s.queues[i+1].trace == q.trace {
			continue
		}
		n := (len(trace) + mostQueues - 1) / mostQueues
		for k := range n {
			title := q.trace
			if n > 1 {
				title += fmt.Sprintf(", part %d of %d", k+1, n)
			}
			parts = append(parts, transpose(t, title, trace[k*len(trace)/n:(k+1)*len(trace)/n]))
		}
		trace = nil
	}
	return parts
}

// transpose makes columns of some rows, with the numbers of jobs above and without methods that
// have nothing there.
func transpose(t *Table, title string, rows []int) *Table {
	part := &Table{Title: title, Columns: []Column{{Heading: "method"}}}
	jobs, scored := []Cell{Words("jobs")}, []Cell{Words("scored")}
	for _, r := range rows {
		row := t.Rows[r]
		part.Columns = append(part.Columns, Column{Heading: row[1].Text, Align: Right})
		jobs, scored = append(jobs, row[2]), append(scored, row[3])
	}
	part.Rows = [][]Cell{jobs, scored}
	for m := countColumns; m < len(t.Columns); m++ {
		line := []Cell{Words(t.Columns[m].Heading)}
		any := false
		for _, r := range rows {
			line = append(line, t.Rows[r][m])
			any = any || !t.Rows[r][m].Missing
		}
		if any {
			part.Rows = append(part.Rows, line)
		}
	}
	return part
}
