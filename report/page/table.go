package page

import (
	"slices"
	"strconv"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report"
)

// table is a report.Table as the template shows it. First is the first column
// that is shown: the column of the trace is left out if there is only one.
type table struct {
	*report.Table
	Open  bool // shown unfolded
	First int
}

func (b *builder) table(t *report.Table, open bool) table {
	t = report.Brief(t)
	first := 0
	if len(b.traces) == 1 && len(t.Columns) > 1 && t.Columns[0].Heading == "trace" {
		first = 1
	}
	return table{t, open, first}
}

// sortBy returns the text that a cell is sorted by and saved as, if it is not
// the text shown; none for a missing value.
func sortBy(c report.Cell) string {
	if c.Missing {
		return "none"
	}
	text := strconv.FormatFloat(c.Value, 'g', 6, 64)
	if !c.HasValue || text == c.Text {
		return ""
	}
	return text
}

// scoreTable holds the scores of every series and method. The script of the page
// shows those of one method at a time.
type scoreTable struct {
	Columns []scoreColumn `json:"columns"`
	Rows    [][]any       `json:"rows"` // texts, numbers of full use, or null
	Methods []string      `json:"-"`
	First   string        `json:"-"` // the method that is shown first
	Levels  []string      `json:"-"`
}

// judgedFirst returns the method that the table of one method begins with: the
// tightest that is recommended on the busiest queue.
func judgedFirst(verdicts []report.Verdict) string {
	most, method := -1, ""
	for i := range verdicts {
		if v := &verdicts[i]; v.Scored > most && len(v.Methods) > 0 {
			most, method = v.Scored, v.Methods[0].Method
		}
	}
	return method
}

type scoreColumn struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Number bool   `json:"number"`
	Digits int    `json:"digits"` // behind the point; -1 for as many as a duration has
	Doc    string `json:"doc"`
}

// shownScores are the columns of the table of one method; scores.csv has all.
var shownScores = []string{"trace", "queue", "procs_range", "method", "quantile", "jobs", "bounded", "correct", "correct_lo", "correct_hi",
	"median_ratio", "pinball_s", "median_bound_s", "mean_bound_s", "miss_after_miss", "longest_miss_run", "worst_month", "worst_month_at"}

func (b *builder) scoreTable() *scoreTable {
	t := &scoreTable{First: output.Printable(judgedFirst(report.AllSizes(b.in.Verdicts, b.main)))}
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
				cells = append(cells, output.Printable(c.Text(s)))
			default:
				cells = append(cells, sixDigits(c.Number(s)))
			}
		}
		t.Rows = append(t.Rows, cells)
		if m := output.Printable(s.Method); !slices.Contains(t.Methods, m) {
			t.Methods = append(t.Methods, m)
		}
	}
	if t.First == "" && len(t.Methods) > 0 {
		t.First = t.Methods[0]
	}
	return t
}

// sixDigits returns a number for JSON, nil for none.
func sixDigits(v float64) any {
	v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil || v != v || v-v != 0 {
		return nil
	}
	return v
}
