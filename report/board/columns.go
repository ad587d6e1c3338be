package board

import (
	"errors"
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
	name   string
	at     func(*Row) any // a pointer to the value: *string, *int or *float64
	share  bool           // at most 1
	stated bool           // the method, how it was made, or by which program
}

var columns = []column{
	{name: "suite", stated: true, at: func(r *Row) any { return &r.Suite }},
	{name: "program", stated: true, at: func(r *Row) any { return &r.Program }},
	{name: "commit", stated: true, at: func(r *Row) any { return &r.Commit }},
	{name: "method", stated: true, at: func(r *Row) any { return &r.Method }},
	{name: "chosen_on", stated: true, at: func(r *Row) any { return &r.ChosenOn }},
	{name: "looked_at", stated: true, at: func(r *Row) any { return &r.LookedAt }},
	ofScore("log"), ofScore("queue"),
	{name: "sees", at: func(r *Row) any { return &r.Sees }},
	{name: "variants_tried", stated: true, at: func(r *Row) any { return &r.Variants }},
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
// standard errors may be missing. Errors name the file, the line and the
// column.
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

// differs returns a sentence of a form on the first column, of the stated ones
// or of the others, that has another value in another row.
func (r *Row) differs(o *Row, stated bool, form string) string {
	for _, c := range columns {
		mine, other := fmt.Sprint(c.value(r)), fmt.Sprint(c.value(o))
		if c.stated == stated && mine != other {
			return fmt.Sprintf(form, r.Method, c.name, mine, other)
		}
	}
	return ""
}

// check returns an error for numbers that do not agree with each other.
func (r *Row) check() error {
	bounded := r.Compared - r.Replaced // by the method and bmbp
	share, blocks, f := r.share().Covered, float64(r.Blocks), r.Forecasts
	mostError := math.Sqrt(2*blocks/(blocks-1)) * share * (1 - share) * 1.0001
	least := map[int]int{1: replay.LeastDays, 7: replay.LeastWeeks}[r.BlockDays]
	alone := func(x float64) bool { return math.IsNaN(x) != math.IsNaN(f.MeanError) }
	switch {
	case r.Covered > r.Compared || r.Replaced > r.Compared || !(r.Quantile > 0 && r.Quantile < 1):
		return fmt.Errorf("%v of %v jobs covered, %v of %v replaced at quantile %v"+
			": a part is larger than the whole",
			r.Covered, r.Compared, r.Replaced, r.Compared, r.Quantile)
	case r.Bounded < bounded:
		return fmt.Errorf("bounded is %v, but %v jobs are not replaced", r.Bounded, bounded)
	case r.Covered < r.Compared && (r.Loss == 0 || r.LogLoss == 0):
		return fmt.Errorf("loss_s or log_loss is 0, but %v waits are above their bounds",
			r.Compared-r.Covered)
	case r.ShareAll > share+1e-6:
		return fmt.Errorf("share_all is %v, above the share covered, %.6g", r.ShareAll, share)
	case !math.IsNaN(r.ShareSE) && (least == 0 || r.Blocks < least || !(r.ShareSE <= mostError)):
		return fmt.Errorf("share_se is %v: want at most %.3g with a share of %.6g, and none with "+
			"%d blocks of %d days", r.ShareSE, mostError, share, r.Blocks, r.BlockDays)
	case slices.ContainsFunc([]float64{f.WithinMinute, f.RightSide, f.SlowdownError}, alone):
		return errors.New("mae_s, within_1min, right_10min and slowdown_error: want all or none")
	}
	return nil
}
