package board

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
	"waitbench/swf"
)

type column struct {
	name  string
	at    func(*Row) any // a pointer to the value: *string, *int or *float64
	share bool           // at most 1
}

var columns = []column{
	{name: "suite", at: func(r *Row) any { return &r.Suite }},
	{name: "program", at: func(r *Row) any { return &r.Program }},
	{name: "commit", at: func(r *Row) any { return &r.Commit }},
	ofScore("method"),
	{name: "chosen_on", at: func(r *Row) any { return &r.ChosenOn }},
	{name: "looked_at", at: func(r *Row) any { return &r.LookedAt }},
	ofScore("log"), ofScore("queue"),
	{name: "sees", at: func(r *Row) any { return &r.Sees }},
	{name: "variants_tried", at: func(r *Row) any { return &r.Variants }},
	ofScore("quantile"),
	{name: "jobs", at: func(r *Row) any { return &r.Compared }},
	{name: "replaced", at: func(r *Row) any { return &r.Replaced }},
	ofScore("bounded"),
	{name: "covered", at: func(r *Row) any { return &r.Covered }},
	{name: "loss_s", at: func(r *Row) any { return &r.Loss }},
	{name: "bmbp_loss_s", at: func(r *Row) any { return &r.ReferenceLoss }},
	ofScore("christoffersen_ind_lr"), ofScore("settled_ind_lr"), ofScore("mae_s"),
	ofScore("within_1min"), ofScore("right_10min"), ofScore("slowdown_error"),
	ofScore("share_se"), ofScore("blocks"), ofScore("block_days"), ofScore("share_all"),
	{name: "log_loss", at: func(r *Row) any { return &r.LogLoss }},
	{name: "bmbp_log_loss", at: func(r *Row) any { return &r.ReferenceLogLoss }},
}

func ofScore(name string) column {
	c := replay.FindColumn(name)
	return column{name: name, at: func(r *Row) any { return c.At(&r.Score) },
		share: c.Unit == replay.Share}
}

// WriteRows writes bench.csv.
func WriteRows(w io.Writer, rows []Row) error {
	lines := output.CSV{heads()}
	for i := range rows {
		var line []any
		for _, c := range columns {
			line = append(line, c.value(&rows[i]))
		}
		lines.Add(line...)
	}
	return lines.Write(w)
}

func heads() []string { return table.Distinct(columns, func(c *column) string { return c.name }) }

// ReadRows reads a bench.csv. Numbers must be finite and not below 0, and agree
// with each other. Only variants, likelihood ratios, results of forecasts and
// standard errors may be missing. Errors name the file, the line and the column.
func ReadRows(name string) (rows []Row, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, output.CannotRead(name, err)
	}
	defer f.Close()
	err = swf.ReadCSV(f, name, func(names []string) error {
		if !slices.Equal(names, heads()) {
			return fmt.Errorf("this is not a ranking, which has the columns %s",
				strings.Join(heads(), ","))
		}
		return nil
	}, func(line *swf.Row) error {
		row := newRow()
		for i, c := range columns {
			if err := c.parse(&row, line.Cells[i]); err != nil {
				return err
			}
		}
		rows = append(rows, row)
		return row.check()
	})
	if err == nil && rows == nil {
		err = fmt.Errorf("%s has no rows", name)
	}
	return rows, err
}

// value returns the value in a row, NaN for a missing number.
func (c *column) value(r *Row) any {
	switch v := c.at(r).(type) {
	case *float64:
		return *v
	case *int:
		if *v < 0 {
			return math.NaN()
		}
		return *v
	default:
		return *v.(*string)
	}
}

// parse sets the value in a new row. An empty cell leaves a number missing.
func (c *column) parse(r *Row, cell string) error {
	if text, ok := c.at(r).(*string); ok {
		*text = output.Printable(cell)
		return nil
	}
	if x, ok := c.value(r).(float64); cell == "" && ok && math.IsNaN(x) {
		return nil
	}
	x, err := strconv.ParseFloat(cell, 64)
	count, isCount := c.at(r).(*int)
	want := ""
	switch {
	case err != nil || !table.IsFinite(x) || x < 0:
		want = "number >= 0"
	case isCount && x != math.Trunc(x):
		want = "whole number"
	case c.share && x > 1:
		want = "share from 0 to 1"
	case isCount:
		*count = int(x)
	default:
		*c.at(r).(*float64) = x
	}
	if want != "" {
		return &swf.RowError{Column: c.name, Err: fmt.Errorf("%q is not a %s", cell, want)}
	}
	return nil
}

// check returns an error for numbers that do not agree with each other.
func (r *Row) check() error {
	bounded := r.Compared - r.Replaced // by the method and bmbp
	switch {
	case r.Covered > r.Compared || r.Replaced > r.Compared || !(r.Quantile > 0 && r.Quantile < 1):
		return fmt.Errorf("%v of %v jobs covered, %v of %v replaced at quantile %v"+
			": a part is larger than the whole",
			r.Covered, r.Compared, r.Replaced, r.Compared, r.Quantile)
	case r.Bounded < bounded:
		return fmt.Errorf("bounded is %v, but %v jobs are not replaced", r.Bounded, bounded)
	case r.Loss == 0 && r.Covered < r.Compared:
		return fmt.Errorf("loss_s is 0, but %v waits are above their bounds", r.Compared-r.Covered)
	}
	return nil
}
