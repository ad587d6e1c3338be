package page

import (
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/report"
)

// question is a part of the page: the tables and figures that answer it.
type question struct {
	ID, Title string
	Remark    string // above them, or instead
	Tables    []table
	Figures   []drawn
}

// table is a report.Table as the template shows it.
type table struct {
	Title string
	File  string // name of the file that it is saved as
	Open  bool   // shown unfolded
	Parts []part // below each other: the table itself, or what it is shown as where it is too wide
	Notes []note
}

// part is columns and rows.
type part struct {
	Title   string
	Columns []column
	Rows    []row
}

type column struct {
	Heading, Unit string
	Number        bool
}

// row is a line, with what all its cells are about.
type row struct {
	Trace, Queue, Level string
	Bare                bool // without values where there are marks: hidden
	Cells               []cell
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

// questions deals the tables of more than one method out to the questions they answer, in the order
// of report.Questions. The first of each is unfolded. Tables of one method alone are left out: the
// table of one method, which has them all, has their numbers.
func (b *builder) questions() []question {
	var list []question
	for _, q := range report.Questions {
		part := question{Title: string(q), ID: identifier(string(q))}
		for _, t := range b.in.Tables {
			of := t.Question
			if !slices.Contains(report.Questions, of) {
				of = report.WhatReplayed
			}
			if of == q && t.Method == "" && len(t.Rows) > 0 {
				part.Tables = append(part.Tables, b.table(t))
			}
		}
		if len(part.Tables) > 0 {
			part.Tables[0].Open = true
		}
		list = append(list, part)
	}
	return list
}

// identifier makes the name of a part of the page of its title.
func identifier(title string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSuffix(title, "?"), " ", "-"))
}

func (b *builder) table(t *report.Table) table {
	v := table{Title: printable(t.Title), File: t.FileName(), Notes: notes(t)}
	if t.Parts == nil {
		v.Parts = []part{b.part(t, t)}
	}
	for _, p := range t.Parts {
		v.Parts = append(v.Parts, b.part(t, p))
	}
	return v
}

// part is what is shown of table t, which is t itself or one of its parts. The column of the trace
// is left out where there is only one.
func (b *builder) part(t, p *report.Table) part {
	v := part{Title: printable(p.Title)}
	var kinds []string // of the columns
	hidden := func(i int) bool { return kinds[i] == "trace" && len(b.traces) == 1 && len(p.Columns) > 1 }
	head := -1
	for i := range p.Columns {
		c := &p.Columns[i]
		kinds = append(kinds, kindOf(c))
		if !hidden(i) {
			if head < 0 {
				head = i
			}
			v.Columns = append(v.Columns, column{printable(c.Heading), c.Unit, c.Align == report.Right})
		}
	}
	for _, cells := range p.Rows {
		r := row{Trace: printable(t.Trace), Level: t.Level, Bare: isBare(p.Columns, cells)}
		for i := range cells {
			text := printable(cells[i].Text)
			switch kinds[i] {
			case "trace":
				r.Trace = text
			case "queue":
				r.Queue = text
			case "level":
				r.Level = text
			}
			if !hidden(i) {
				r.Cells = append(r.Cells, viewCell(&cells[i], p.Columns[i].Align == report.Right, i == head))
			}
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// kindOf says what the cells of a column name: trace, queue, level or something else.
func kindOf(c *report.Column) string {
	for _, word := range []string{c.Key, c.Heading} {
		switch word {
		case "trace", "queue", "level":
			return word
		case "quantile":
			return "level"
		}
	}
	return ""
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

func viewCell(c *report.Cell, number, head bool) cell {
	v := cell{Text: printable(c.Text), Star: c.Star, Bold: c.Bold, N: c.N, Number: number, Head: head}
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
			list = append(list, note{mark.sign, printable(mark.meaning)})
		}
	}
	for _, n := range t.Notes {
		list = append(list, note{"", printable(n)})
	}
	return list
}

// scoreTable is the table of one method at a time, which the script of the page fills: the numbers
// of every series and method.
type scoreTable struct {
	Columns []scoreColumn `json:"columns"`
	Rows    [][]any       `json:"rows"` // texts, numbers of full use, or null
	Methods []string      `json:"-"`
	First   string        `json:"-"` // the method that is shown first
	Levels  []string      `json:"-"`
}

type scoreColumn struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Number bool   `json:"number"`
	Digits int    `json:"digits"` // behind the point; -1 for as many as a duration has
	Doc    string `json:"doc"`
}

// shownScores are the columns of scores in the table of one method; scores.csv has them all.
var shownScores = []string{"trace", "queue", "procs_range", "method", "quantile", "jobs", "bounded", "correct", "correct_lo", "correct_hi",
	"median_ratio", "pinball_s", "median_bound_s", "mean_bound_s", "miss_after_miss", "longest_miss_run", "worst_month", "worst_month_at"}

func (b *builder) scoreTable() *scoreTable {
	t := &scoreTable{First: printable(judgedFirst(mainVerdicts(b.in.Verdicts, b.in.mainLevel())))}
	var columns []*replay.Column
	for _, name := range shownScores {
		c := replay.FindColumn(name)
		columns = append(columns, c)
		view := scoreColumn{Name: name, Label: c.Heading, Number: !c.IsText(), Doc: c.Doc}
		switch {
		case name == "procs_range":
			view.Label = "processors"
		case name == "quantile":
			view.Number = false
		case c.Unit == replay.Seconds:
			view.Label, view.Digits = c.Heading+" (s)", -1
		case c.Unit == replay.Share || c.Unit == replay.Ratio:
			view.Digits = 3
		}
		t.Columns = append(t.Columns, view)
	}
	for i := range b.in.Scores {
		s := &b.in.Scores[i]
		if s.Bounded == 0 {
			continue
		}
		var cells []any
		for k, c := range columns {
			switch {
			case c.Name == "quantile":
				cells = append(cells, s.Level().String())
			case !t.Columns[k].Number:
				cells = append(cells, printable(c.Text(s)))
			default:
				cells = append(cells, sixDigits(c.Number(s)))
			}
		}
		t.Rows = append(t.Rows, cells)
		if m := printable(s.Method); !slices.Contains(t.Methods, m) {
			t.Methods = append(t.Methods, m)
		}
	}
	if t.First == "" && len(t.Methods) > 0 {
		t.First = t.Methods[0]
	}
	return t
}

// sixDigits is a number as JSON has it, nil for none.
func sixDigits(v float64) any {
	v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil || v != v || v-v != 0 {
		return nil
	}
	return v
}
