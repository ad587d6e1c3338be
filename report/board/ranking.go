package board

import (
	"cmp"
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
	"waitbench/report/table"
	"waitbench/report/verdict"
	"waitbench/swf"
	"waitbench/traces"
)

// noLogs is a Row.ChosenOn for a method that was made without a look at
// any log.
const noLogs = "none"

// Row is a row of bench.csv: the results of a method on a queue of a suite
// of logs. It depends on the method, the suite and bmbp alone, so that rows of
// several files of a suite can be joined.
//
// Losses are means over the scored jobs that bmbp bounds. A job that the method
// does not bound has the bound of bmbp.
type Row struct {
	Suite, Program, Commit string // the suite with its version
	Method                 string // with its parameters
	// ChosenOn has the logs looked at while the method was made, separated by
	// spaces. It is noLogs for none, and empty if that is not stated.
	ChosenOn string
	// LookedAt has further logs on which versions of the method were scored
	// without a change for them. It is empty for none and if that is not stated.
	LookedAt   string
	Log, Queue string
	Sees       string // what the method sees, as methods.Method.Sees

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
	ShareSE       float64 // standard error of Covered/Bounded, as in scores; NaN for none
	Days          float64 // as in scores
	ShareAll      float64 // as in scores; NaN for none
	// LogLoss and ReferenceLogLoss are losses of ln(1+t) of waits and bounds of t
	// seconds, of the method and of bmbp. They are NaN in old rows.
	LogLoss, ReferenceLogLoss float64
	From                      string // the submission and its State, in no file; empty for this project
	State                     string // of the submission, AsSent or another; in no file

	short bool // set by New
	old   bool // from a file without addedHeads, which are missing
}

// rowHeads are the columns of bench.csv.
var rowHeads = strings.Fields(`suite program commit method chosen_on looked_at log queue sees
	variants_tried quantile jobs replaced bounded covered loss_s bmbp_loss_s
	christoffersen_ind_lr settled_ind_lr mae_s within_1min right_10min slowdown_error
	share_se days share_all log_loss bmbp_log_loss`)

// countHeads are whole numbers, shareHeads are at most 1.
var (
	countHeads = strings.Fields("jobs replaced bounded covered days")
	shareHeads = strings.Fields("within_1min right_10min share_se share_all")
)

// addedHeads are columns that rankings of pwa-2 do not have.
var addedHeads = strings.Fields(`looked_at sees share_se days share_all log_loss
	bmbp_log_loss`)

func (r *Row) texts() []*string {
	return []*string{&r.Suite, &r.Program, &r.Commit, &r.Method, &r.ChosenOn, &r.LookedAt,
		&r.Log, &r.Queue, &r.Sees}
}

func (r *Row) numbers() []*float64 {
	return []*float64{&r.Variants, &r.Quantile, &r.Jobs, &r.Replaced, &r.Bounded, &r.Covered,
		&r.Loss, &r.ReferenceLoss, &r.Independence, &r.Settled,
		&r.MeanError, &r.WithinMinute, &r.RightSide, &r.SlowdownError,
		&r.ShareSE, &r.Days, &r.ShareAll, &r.LogLoss, &r.ReferenceLogLoss}
}

// isReplaced reports whether the method bounds so few jobs that the bounds of
// bmbp count instead.
func (r *Row) isReplaced() bool { return r.Jobs-r.Replaced < verdict.LeastBounded*r.Jobs }

// IsCorrect reports whether the method bounds enough jobs, and the share of
// waits within its bounds is not below the target.
func (r *Row) IsCorrect() bool {
	target := methods.Level{Quantile: r.Quantile}.Target()
	return !r.isReplaced() && r.Bounded > 0 && r.Covered/r.Bounded >= target
}

// isShort reports whether the share covered is short among all queues of the
// method, or the method bounds too few jobs.
func (r *Row) isShort() bool { return r.short || r.isReplaced() }

// share returns the share of waits within the bounds, NaN without a bound.
func (r *Row) share() verdict.Share {
	return verdict.Share{Covered: r.Covered / r.Bounded, SE: r.ShareSE, Days: int(r.Days),
		Target: methods.Level{Quantile: r.Quantile}.Target()}
}

// logRatio returns the logarithm of the loss over the loss of bmbp.
func (r *Row) logRatio() float64 { return math.Log(verdict.LossRatio(r.Loss, r.ReferenceLoss)) }

// leastLogLoss counts instead of smaller losses of logarithms, of which bmbp may
// have 0.
const leastLogLoss = 0.01

// logLossRatio is logRatio of the losses of logarithms, NaN for none.
func (r *Row) logLossRatio() float64 {
	return math.Log(max(r.LogLoss, leastLogLoss) / max(r.ReferenceLogLoss, leastLogLoss))
}

// site returns the site of the log, or the log where the catalogue has none.
func (r *Row) site() string {
	e, _ := traces.Find(r.Log)
	return cmp.Or(e.Site, r.Log)
}

func (r *Row) method() string { return r.Method }

// What the makers of a method did with a log.
const (
	tunedOn   = "tuned on"
	lookedAt  = "looked at"
	neverSeen = "never looked at"
	notStated = "not stated"
)

// use returns what the makers of the method did with the log.
func (r *Row) use() string {
	switch {
	case slices.Contains(strings.Fields(r.ChosenOn), r.Log):
		return tunedOn
	case slices.Contains(strings.Fields(r.LookedAt), r.Log):
		return lookedAt
	case r.old: // the file does not say which logs were looked at
		return notStated
	}
	return neverSeen
}

// madeOn returns how many logs the method was tuned on.
func (r *Row) madeOn() string {
	switch r.ChosenOn {
	case "":
		return notStated
	case noLogs:
		return noLogs
	}
	return fmt.Sprintf("%d logs", len(strings.Fields(r.ChosenOn)))
}

// agrees reports whether another row has the same numbers for the same queue.
func (r *Row) agrees(o *Row) bool {
	return r.Log == o.Log && r.Queue == o.Queue && r.Quantile == o.Quantile &&
		r.Jobs == o.Jobs && r.Bounded == o.Bounded &&
		r.Covered == o.Covered && r.Loss == o.Loss
}

// NewRow compares a method with bmbp on a series at a level. s may be nil
// for a method without bounds there.
func NewRow(b *verdict.SeriesBounds, l methods.Level, method string, s *replay.Score) Row {
	none := replay.NewScore()
	f := &none
	if s != nil {
		f = s
	}
	round := table.SixDigits
	r := Row{Method: method, Log: b.Log, Queue: b.Queue, Quantile: l.Quantile,
		Independence: round(f.Independence), Settled: round(f.SettledIndependence),
		MeanError: round(f.Forecasts.MeanError), WithinMinute: round(f.Forecasts.WithinMinute),
		RightSide: round(f.Forecasts.RightSide), SlowdownError: round(f.Forecasts.SlowdownError),
		ShareSE: round(f.ShareSE), Days: math.NaN(), ShareAll: round(f.ShareAll)}
	if f.Days > 0 {
		r.Days = float64(f.Days)
	}
	reference := b.ByMethod(verdict.Reference, l)
	given := slices.Clone(reference)
	if s != nil {
		for k, bound := range b.ByMethod(method, l) {
			if !math.IsNaN(bound) && !math.IsNaN(given[k]) {
				given[k] = bound
				r.Replaced--
			}
		}
		if s.Bounded > 0 {
			r.Bounded, r.Covered = float64(s.Bounded), math.Round(s.Coverage*float64(s.Bounded))
		}
	}
	mean := func(waits, given, reference []float64) (loss, other float64) {
		both := verdict.Losses(waits, [][]float64{given, reference}, l.Quantile)
		r.Jobs = float64(len(both[0]))
		return round(backtest.Mean(both[0])), round(backtest.Mean(both[1]))
	}
	r.Loss, r.ReferenceLoss = mean(b.Wait, given, reference)
	r.LogLoss, r.ReferenceLogLoss = mean(logs(b.Wait), logs(given), logs(reference))
	r.Replaced += r.Jobs
	return r
}

// logs returns ln(1+t) of times.
func logs(times []float64) []float64 {
	list := make([]float64, len(times))
	for i, t := range times {
		list[i] = math.Log1p(t)
	}
	return list
}

// WriteRows writes bench.csv.
func WriteRows(w io.Writer, rows []Row) error {
	lines := output.CSV{rowHeads}
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

// ReadRows reads a bench.csv, with or without addedHeads. Numbers must be
// finite and not below 0, and agree with each other. Only variants, likelihood
// ratios, results of forecasts and standard errors may be missing. Errors name
// the file, the line and the column.
func ReadRows(name string) (rows []Row, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, output.CannotRead(name, err)
	}
	defer f.Close()
	isAdded := func(column string) bool { return slices.Contains(addedHeads, column) }
	oldHeads, old := slices.DeleteFunc(slices.Clone(rowHeads), isAdded), false
	err = swf.ReadCSV(f, name, func(columns []string) error {
		if old = slices.Equal(columns, oldHeads); !old && !slices.Equal(columns, rowHeads) {
			return fmt.Errorf("this is not a ranking, which has the columns %s",
				strings.Join(rowHeads, ","))
		}
		return nil
	}, func(line *swf.Row) error {
		row, cells := Row{old: old}, line.Cells
		for i, column := range rowHeads {
			if old && isAdded(column) {
				cells = slices.Insert(slices.Clone(cells), i, "")
			}
		}
		err := row.parse(cells)
		rows = append(rows, row)
		return err
	})
	if err == nil && rows == nil {
		err = fmt.Errorf("%s has no rows", name)
	}
	return rows, err
}

// parse reads the cells of a line.
func (r *Row) parse(cells []string) (err error) {
	texts, numbers := r.texts(), r.numbers()
	for i, text := range texts {
		*text = output.Printable(cells[i])
	}
	for i, x := range numbers {
		*x = math.NaN()
		cell, column := cells[len(texts)+i], rowHeads[len(texts)+i]
		optional := x == &r.Variants || i >= slices.Index(numbers, &r.Independence) &&
			(r.old || x != &r.LogLoss && x != &r.ReferenceLogLoss)
		if cell == "" && optional {
			continue
		}
		*x, err = strconv.ParseFloat(cell, 64)
		want := ""
		switch {
		case err != nil || !table.IsFinite(*x) || *x < 0:
			want = "number >= 0"
		case *x != math.Trunc(*x) && slices.Contains(countHeads, column):
			want = "whole number"
		case *x > 1 && slices.Contains(shareHeads, column):
			want = "share from 0 to 1"
		}
		if want != "" {
			return &swf.RowError{Column: column, Err: fmt.Errorf("%q is not a %s", cell, want)}
		}
	}
	bounded := r.Jobs - r.Replaced // by the method and bmbp
	switch {
	case r.Covered > r.Bounded || r.Replaced > r.Jobs || !(r.Quantile > 0 && r.Quantile < 1):
		return fmt.Errorf("%v of %v jobs covered, %v of %v replaced at quantile %v"+
			": a part is larger than the whole",
			r.Covered, r.Bounded, r.Replaced, r.Jobs, r.Quantile)
	case r.Bounded < bounded:
		return fmt.Errorf("bounded is %v, but %v jobs are not replaced", r.Bounded, bounded)
	case r.Loss == 0 && r.Covered < bounded:
		return fmt.Errorf("loss_s is 0, but %v waits are above their bounds", r.Bounded-r.Covered)
	}
	return nil
}
