package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// sortBy returns the text that a cell is sorted by, if it is not the text
// shown; none for a missing value.
func sortBy(c table.Cell) string {
	if c.Missing {
		return "none"
	}
	text := strconv.FormatFloat(c.Value, 'g', 6, 64)
	if !c.HasValue || text == c.Text {
		return ""
	}
	return text
}

// scoreTable holds the scores of every series and method. The script of the
// page shows one method at a time.
type scoreTable struct {
	Columns []scoreColumn `json:"columns"`
	Rows    [][]any       `json:"rows"` // texts, numbers, or null
	Methods []string      `json:"-"`
}

type scoreColumn struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Number bool   `json:"number"`
	Digits int    `json:"digits"` // after the point; -1 for a duration in seconds
	Doc    string `json:"doc"`
}

// shownScores are the columns of the table of one method; scores.csv has all.
var shownScores = []string{
	"log", "queue", "procs_range", "method", "quantile",
	"scored", "bounded", "correct", "correct_lo", "share_all",
	"median_ratio", "pinball_s", "median_bound_s", "mean_bound_s",
	"miss_after_miss", "longest_miss_run",
	"worst_month", "worst_month_bursts", "worst_month_at",
}

func newScoreTable(in *Input) *scoreTable {
	t := &scoreTable{Rows: [][]any{}}
	var columns []*replay.Column
	for _, name := range shownScores {
		c := replay.FindColumn(name)
		columns = append(columns, c)
		view := scoreColumn{Name: name, Label: c.Heading, Number: !c.IsText() && name != "quantile",
			Doc: c.Doc}
		if name == "correct_lo" {
			view.Label, view.Number = "share from, to", false
			view.Doc = "the range that chance explains, see Words"
		}
		switch c.Unit {
		case replay.Seconds:
			view.Digits = -1
		case replay.Share, replay.Ratio:
			view.Digits = 3
		}
		t.Columns = append(t.Columns, view)
	}
	scores := slices.DeleteFunc(slices.Clone(in.Scores), func(s replay.Score) bool {
		return s.Bounded == 0
	})
	bounding := verdict.MethodsIn(scores)
	t.Methods = slices.DeleteFunc(slices.Clone(in.Methods), func(m string) bool {
		return !slices.Contains(bounding, m)
	})
	for i := range scores {
		s := &scores[i]
		var cells []any
		for k, c := range columns {
			switch {
			case c.Name == "quantile":
				cells = append(cells, s.Level().String())
			case c.Name == "correct_lo":
				low, high := verdict.ShareInterval(s)
				cells = append(cells, fmt.Sprintf("%.3f to %.3f", low, high))
			case t.Columns[k].Number:
				cells = append(cells, sixDigits(c.Number(s)))
			default:
				cells = append(cells, c.Text(s))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// sixDigits returns a number for JSON, nil for none.
func sixDigits(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return table.SixDigits(v)
}

// joinIntervals returns a table with one column for both ends of each interval.
func joinIntervals(t *table.Table) *table.Table {
	for i := len(t.Columns) - 2; i >= 0; i-- {
		low, high := t.Columns[i].Key, t.Columns[i+1].Key
		if low == high || strings.Replace(low, "_lo", "_hi", 1) != high {
			continue
		}
		rows := t.Rows
		t = t.Without(high)
		t.Columns[i].Heading += ", to"
		for k, row := range rows {
			if !row[i].Missing {
				t.Rows[k][i].Text = fmt.Sprintf("%s to %s", row[i].Text, row[i+1].Text)
			}
		}
	}
	return t
}
