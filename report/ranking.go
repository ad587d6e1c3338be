package report

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/replay/output"
	"waitbench/swf"
)

// Reference is the method with which rankings compare the others.
const Reference = "bmbp"

// NoLogs is a RankRow.ChosenOn for a method that was made without a look at
// any log.
const NoLogs = "none"

// RankRow is a row of bench.csv: the results of a method on a queue of a suite
// of logs. It depends on the method, the suite and bmbp alone, so that rows of
// several files of a suite can be joined.
//
// Losses are means over the scored jobs that bmbp bounds. A job that the method
// does not bound has the bound of bmbp.
type RankRow struct {
	Suite, Program, Commit string // the suite with its version
	Method                 string // with its parameters
	// ChosenOn has the logs looked at while the method was made, separated by
	// spaces. It is NoLogs for none, and empty if that is not stated.
	ChosenOn   string
	Log, Queue string

	Variants      float64 // of the method that were tried; NaN if not stated
	Quantile      float64
	Jobs          float64 // scored, with a bound of bmbp
	Replaced      float64 // of Jobs, without a bound of the method
	Bounded       float64 // scored jobs with a bound of the method
	Covered       float64 // of Bounded, with a wait within it
	Loss          float64 // mean pinball loss, seconds
	ReferenceLoss float64 // of bmbp
	Independence  float64 // likelihood ratio as in scores; NaN for none
	Settled       float64 // the same
	MeanError     float64 // of forecasts of waits, seconds; NaN for none, as the next three
	WithinMinute  float64 // as in scores
	RightSide     float64 // as in scores
	SlowdownError float64 // as in scores
	From          string  // the submission, in no file; empty for this project
}

// rankHeads are the columns of bench.csv.
var rankHeads = strings.Fields(`suite program commit method chosen_on log queue
	variants_tried quantile jobs replaced bounded covered loss_s bmbp_loss_s
	christoffersen_ind_lr settled_ind_lr mae_s within_1min right_10min slowdown_error`)

func (r *RankRow) texts() []*string {
	return []*string{&r.Suite, &r.Program, &r.Commit, &r.Method, &r.ChosenOn, &r.Log, &r.Queue}
}

func (r *RankRow) numbers() []*float64 {
	return []*float64{&r.Variants, &r.Quantile, &r.Jobs, &r.Replaced, &r.Bounded, &r.Covered,
		&r.Loss, &r.ReferenceLoss, &r.Independence, &r.Settled,
		&r.MeanError, &r.WithinMinute, &r.RightSide, &r.SlowdownError}
}

// IsReplaced reports whether the method bounds so few jobs that the bounds of
// bmbp count instead.
func (r *RankRow) IsReplaced() bool { return r.Jobs-r.Replaced < leastBounded*r.Jobs }

// IsCorrect reports whether the method bounds enough jobs, and the share of
// waits within its bounds is not below the target.
func (r *RankRow) IsCorrect() bool {
	target := methods.Level{Quantile: r.Quantile}.Target()
	return !r.IsReplaced() && r.Bounded > 0 && r.Covered/r.Bounded >= target
}

// totalOf returns the total of rows. Ratios are losses over those of bmbp.
func totalOf(rows []*RankRow) (t Total) {
	for _, r := range rows {
		status := Silent
		if r.IsReplaced() {
			status = Sparse
		}
		t = append(t, QueueRow{r.Method, status, r.IsCorrect(), r.Bounded, r.Covered,
			lossRatio(r.Loss, r.ReferenceLoss)})
	}
	return t
}

// Agrees reports whether another row has the same numbers for the same queue.
func (r *RankRow) Agrees(o *RankRow) bool {
	return r.Log == o.Log && r.Queue == o.Queue && r.Quantile == o.Quantile &&
		r.Jobs == o.Jobs && r.Bounded == o.Bounded &&
		r.Covered == o.Covered && r.Loss == o.Loss
}

// NewRankRow compares a method with bmbp on a series at a level. s may be nil
// for a method without bounds there.
func NewRankRow(b *SeriesBounds, l methods.Level, method string, s *replay.Score) RankRow {
	none := replay.NewScore()
	f := &none
	if s != nil {
		f = s
	}
	r := RankRow{Method: method, Log: b.Log, Queue: b.Queue, Quantile: l.Quantile,
		Independence: SixDigits(f.Independence), Settled: SixDigits(f.SettledIndependence),
		MeanError: SixDigits(f.Forecasts.MeanError), WithinMinute: SixDigits(f.Forecasts.WithinMinute),
		RightSide: SixDigits(f.Forecasts.RightSide), SlowdownError: SixDigits(f.Forecasts.SlowdownError)}
	reference := b.Of(Reference, l)
	given := slices.Clone(reference)
	if s != nil {
		for k, bound := range b.Of(method, l) {
			if !math.IsNaN(bound) && !math.IsNaN(given[k]) {
				given[k] = bound
				r.Replaced--
			}
		}
		if s.Bounded > 0 {
			r.Bounded, r.Covered = float64(s.Bounded), math.Round(s.Coverage*float64(s.Bounded))
		}
	}
	both := losses(b.Wait, [][]float64{given, reference}, l.Quantile)
	r.Jobs = float64(len(both[0]))
	r.Replaced += r.Jobs
	r.Loss, r.ReferenceLoss = SixDigits(backtest.Mean(both[0])), SixDigits(backtest.Mean(both[1]))
	return r
}

// SixDigits rounds to six digits, which are the same on other machines.
func SixDigits(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return x
}

// WriteRanks writes bench.csv.
func WriteRanks(w io.Writer, rows []RankRow) error {
	lines := output.CSV{rankHeads}
	for i := range rows {
		var line []any
		for _, text := range rows[i].texts() {
			line = append(line, *text)
		}
		for _, x := range rows[i].numbers() {
			line = append(line, *x)
		}
		lines.Add(line...)
	}
	return lines.Write(w)
}

// ReadRankFile reads a bench.csv. Numbers must be finite and not below 0; only
// variants, likelihood ratios and results of forecasts may be missing. Errors
// name the file, the line and the column.
func ReadRankFile(name string) (rows []RankRow, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, output.CannotRead(name, err)
	}
	defer f.Close()
	err = swf.ReadCSV(f, name, func(columns []string) error {
		if !slices.Equal(columns, rankHeads) {
			return fmt.Errorf("this is not a ranking, which has the columns %s",
				strings.Join(rankHeads, ","))
		}
		return nil
	}, func(line *swf.Row) error {
		var row RankRow
		err := row.parse(line.Cells)
		rows = append(rows, row)
		return err
	})
	if err == nil && rows == nil {
		err = fmt.Errorf("%s has no rows", name)
	}
	return rows, err
}

// parse reads the cells of a line.
func (r *RankRow) parse(cells []string) (err error) {
	texts, numbers := r.texts(), r.numbers()
	for i, text := range texts {
		*text = output.Printable(cells[i])
	}
	for i, x := range numbers {
		*x = math.NaN()
		cell, column := cells[len(texts)+i], rankHeads[len(texts)+i]
		optional := x == &r.Variants || i >= slices.Index(numbers, &r.Independence)
		if cell == "" && optional {
			continue
		}
		if *x, err = strconv.ParseFloat(cell, 64); err != nil || !isFinite(*x) || *x < 0 {
			return &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a number >= 0", cell)}
		}
	}
	if r.Covered > r.Bounded || r.Replaced > r.Jobs || !(r.Quantile > 0 && r.Quantile < 1) {
		return fmt.Errorf("%v of %v jobs covered, %v of %v replaced at quantile %v"+
			": a part is larger than the whole",
			r.Covered, r.Bounded, r.Replaced, r.Jobs, r.Quantile)
	}
	return nil
}
