package page

import (
	"slices"
	"strconv"
	"strings"

	"waitbench/report"
)

// table is a report.Table as the template shows it.
type table struct {
	Title   string
	Method  string // the only method it is about; empty for several or none
	Level   string // the only level it is about
	Open    bool   // shown unfolded
	Columns []column
	Rows    []row
	Notes   []note
}

// column is a head. At most one of Method and Range is set: what all its cells are about.
type column struct {
	Heading, Unit, Method, Range string
	Number                       bool
}

// row is a line, with what all its cells are about.
type row struct {
	Trace, Queue, Range, Method, Level string
	Bare                               bool // without values where there are marks: hidden
	Cells                              []cell
}

// cell is an entry.
type cell struct {
	Text       string
	Sort       string // number to sort by, where Text is not that number
	N          int    // jobs behind it; 0 for unknown
	Star, Bold bool
	Head       bool // heads its row
	Number     bool
}

// note is a line below a table; Sign is the mark that it explains.
type note struct{ Sign, Text string }

// facets are the names by which tables are filtered, as they are on the page.
type facets struct {
	Traces, Queues, Ranges, Methods, Levels []string
	Bare                                    bool // there may be rows without values
}

// view turns a table into what the template shows. The column of the trace is left out where there
// is only one.
func (f *facets) view(t *report.Table) table {
	v := table{Title: t.Title, Method: printable(t.Method), Level: t.Level, Notes: notes(t)}
	var kinds []string // of the columns
	for i := range t.Columns {
		kinds = append(kinds, facetOf(&t.Columns[i]))
	}
	head := slices.IndexFunc(kinds, func(kind string) bool { return !f.hidden(kind) })
	for i := range t.Columns {
		if !f.hidden(kinds[i]) {
			v.Columns = append(v.Columns, f.column(&t.Columns[i]))
		}
	}
	for _, cells := range t.Rows {
		r := row{Trace: printable(t.Trace), Method: v.Method, Level: v.Level, Bare: isBare(t.Columns, cells)}
		for i := range cells {
			r.set(kinds[i], printable(cells[i].Text))
			if !f.hidden(kinds[i]) {
				r.Cells = append(r.Cells, viewCell(&cells[i], t.Columns[i].Align == report.Right, i == head))
			}
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// isBare reports whether cells have nothing in those columns that have marks.
func isBare(columns []report.Column, cells []report.Cell) bool {
	any := false
	for i := range cells {
		if !columns[i].Marked {
			continue
		}
		if !cells[i].Missing {
			return false
		}
		any = true
	}
	return any
}

// hidden reports whether columns of a kind are left out.
func (f *facets) hidden(kind string) bool { return kind == "trace" && len(f.Traces) == 1 }

// facetOf says which facet the cells of a column name: trace, queue, range, method, level or none.
func facetOf(c *report.Column) string {
	for _, word := range []string{c.Key, c.Heading} {
		switch word {
		case "trace", "queue", "range", "method", "level":
			return word
		case "procs_range", "procs", "processors":
			return "range"
		case "quantile":
			return "level"
		}
	}
	return ""
}

func (r *row) set(kind, text string) {
	switch kind {
	case "trace":
		r.Trace = text
	case "queue":
		r.Queue = text
	case "range":
		r.Range, _, _ = strings.Cut(text, " ") // what follows says the same in other words
	case "method":
		r.Method = text
	case "level":
		r.Level = text
	}
}

func (f *facets) column(c *report.Column) column {
	v := column{Heading: printable(c.Heading), Unit: c.Unit, Number: c.Align == report.Right}
	switch {
	case slices.Contains(f.Methods, v.Heading):
		v.Method = v.Heading
	case slices.Contains(f.Ranges, v.Heading):
		v.Range = v.Heading
	}
	return v
}

func viewCell(c *report.Cell, number, head bool) cell {
	v := cell{Text: c.Text, Star: c.Star, Bold: c.Bold, N: c.N, Number: number, Head: head}
	if c.Missing {
		return cell{Text: "–", Number: number, Head: head, Sort: "none"}
	}
	if c.HasValue {
		if s := strconv.FormatFloat(c.Value, 'g', 6, 64); s != c.Text {
			v.Sort = s
		}
	}
	return v
}

// notes gives what stands below a table: what its marks mean, then its notes.
func notes(t *report.Table) []note {
	var star, bold, missing bool
	for _, cells := range t.Rows {
		for i := range cells {
			star = star || cells[i].Star && !cells[i].Missing
			bold = bold || cells[i].Bold && !cells[i].Missing
			missing = missing || cells[i].Missing
		}
	}
	var list []note
	for _, mark := range []struct {
		sign, meaning string
		used          bool
	}{{"*", t.Star, star}, {"bold", t.Bold, bold}, {"–", t.Missing, missing}} {
		if mark.used && mark.meaning != "" {
			list = append(list, note{mark.sign, mark.meaning})
		}
	}
	for _, n := range t.Notes {
		list = append(list, note{"", n})
	}
	return list
}
