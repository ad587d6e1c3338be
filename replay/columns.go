package replay

import (
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay/output"
)

// Column describes a field of Score for files, tables and pages. A new one
// takes a field of Score and an entry of Columns.
type Column struct {
	Name    string // in scores.csv and scores.arrow, and in the CSV of tables; never changes
	Heading string // in tables, without the unit
	Unit    Unit
	Format  string // of package fmt, for a number in a table
	Doc     string // one line

	// Null is the rule when a score has no value: NaN, -1 for a count, or an
	// empty text. It is null in Arrow and empty in CSV. Null is empty if there
	// always is a value.
	Null string

	// At returns a pointer to the value: *string, *int, *float64 or
	// *methods.Side.
	At func(*Score) any
}

// Unit is the unit of a number.
type Unit string

// The units. Headings show only seconds.
const (
	NoUnit  Unit = ""
	Seconds Unit = "s"
	Share   Unit = "share" // from 0 to 1
	Ratio   Unit = "ratio"
)

// Columns lists the columns of scores in the order of files. New ones come
// last.
var Columns = []Column{
	{Name: "log", Heading: "log", Doc: "name of the log",
		At: func(s *Score) any { return &s.Log }},
	{Name: "queue", Heading: "queue", Doc: "queue of the jobs",
		At: func(s *Score) any { return &s.Queue }},
	{Name: "procs_range", Heading: "procs", Doc: "range of processors of the jobs, or all",
		At: func(s *Score) any { return &s.Range }},
	{Name: "method", Heading: "method", Doc: "method of the bounds",
		At: func(s *Score) any { return &s.Method }},
	{Name: "quantile", Heading: "quantile", Unit: Share, Format: "%v",
		Doc: "quantile of the waits that is bounded",
		At:  func(s *Score) any { return &s.Quantile }},
	{Name: "confidence", Heading: "confidence", Unit: Share, Format: "%v",
		Doc: "probability that a bound covers the quantile",
		At:  func(s *Score) any { return &s.Confidence }},
	{Name: "epoch_s", Heading: "epoch", Unit: Seconds, Format: "%v", Doc: "time between refits",
		At: func(s *Score) any { return &s.Epoch }},
	{Name: "train", Heading: "train",
		Doc: "part of the series that is not scored: a fraction, a number of jobs or a time",
		At:  func(s *Score) any { return &s.Train }},
	{Name: "jobs", Heading: "jobs", Format: "%.0f", Doc: "jobs of the series",
		At: func(s *Score) any { return &s.Jobs }},
	{Name: "scored", Heading: "scored", Format: "%.0f", Doc: "jobs after the training part",
		At: func(s *Score) any { return &s.Scored }},
	{Name: "bounded", Heading: "bounded", Format: "%.0f",
		Doc: "scored jobs with a bound", At: func(s *Score) any { return &s.Bounded }},
	{Name: "correct", Heading: "share", Unit: Share, Format: "%.3f", Null: noBound,
		Doc: "share of the bounded jobs whose wait the bound covers",
		At:  func(s *Score) any { return &s.Coverage }},
	{Name: "median_ratio", Heading: "median ratio", Unit: Ratio, Format: "%.2e", Null: noBound,
		Doc: "median of wait over bound, both at least 1 s",
		At:  func(s *Score) any { return &s.MedianRatio }},
	{Name: "change_points", Heading: "change points", Format: "%.0f", Null: noChanges,
		Doc: "change points that the method found",
		At:  func(s *Score) any { return &s.ChangePoints }},
	{Name: "threshold", Heading: "threshold", Format: "%.0f", Null: noChanges,
		Doc: "consecutive misses that make a change point",
		At:  func(s *Score) any { return &s.Threshold }},
	{Name: "side", Heading: "side", Doc: "upper or lower bounds",
		At: func(s *Score) any { return &s.Side }},
	{Name: "correct_lo", Heading: "share from", Unit: Share, Format: "%.3f", Null: noBound,
		Doc: "lower end of the Wilson interval of correct at confidence 0.95",
		At:  func(s *Score) any { return &s.CorrectLow }},
	{Name: "correct_hi", Heading: "share to", Unit: Share, Format: "%.3f", Null: noBound,
		Doc: "upper end of that interval", At: func(s *Score) any { return &s.CorrectHigh }},
	{Name: "kupiec_lr", Heading: "Kupiec LR", Format: "%.2f", Null: noBound,
		Doc: "likelihood ratio: the share covered is the target",
		At:  func(s *Score) any { return &s.Kupiec }},
	{Name: "christoffersen_ind_lr", Heading: "independence LR", Format: "%.2f", Null: noMiss,
		Doc: "likelihood ratio: misses do not depend on the job before",
		At:  func(s *Score) any { return &s.Independence }},
	{Name: "christoffersen_cc_lr", Heading: "conditional coverage LR", Format: "%.2f", Null: noMiss,
		Doc: "likelihood ratio: both of these",
		At:  func(s *Score) any { return &s.ConditionalCoverageLR }},
	{Name: "miss_after_miss", Heading: "missed after a miss", Unit: Share, Format: "%.3f",
		Null: noMiss,
		Doc:  "share missed of the jobs after a missed one",
		At:   func(s *Score) any { return &s.MissAfterMiss }},
	{Name: "longest_miss_run", Heading: "longest run of misses", Format: "%.0f", Null: noBound,
		Doc: "most consecutive jobs missed", At: func(s *Score) any { return &s.LongestMisses }},
	{Name: "worst_month", Heading: "worst month", Unit: Share, Format: "%.3f", Null: noMonth,
		Doc: "smallest share covered in a calendar month",
		At:  func(s *Score) any { return &s.WorstMonth }},
	{Name: "worst_month_at", Heading: "worst month at", Null: noMonth, Doc: "that month",
		At: func(s *Score) any { return &s.WorstMonthAt }},
	{Name: "pinball_s", Heading: "pinball loss", Unit: Seconds, Format: "%.0f", Null: noBound,
		Doc: "mean pinball loss at the quantile", At: func(s *Score) any { return &s.Pinball }},
	{Name: "log_pinball", Heading: "pinball loss of logarithms", Format: "%.4f", Null: noBound,
		Doc: "mean pinball loss of the logarithms of waits and bounds, both at least 1 s",
		At:  func(s *Score) any { return &s.LogPinball }},
	{Name: "mean_bound_s", Heading: "mean bound", Unit: Seconds, Format: "%.0f", Null: noBound,
		Doc: "mean of the bounds", At: func(s *Score) any { return &s.MeanBound }},
	{Name: "median_bound_s", Heading: "median bound", Unit: Seconds, Format: "%.0f", Null: noBound,
		Doc: "median of the bounds", At: func(s *Score) any { return &s.MedianBound }},
	{Name: "mean_over_s", Heading: "mean excess", Unit: Seconds, Format: "%.0f", Null: noBound,
		Doc: "mean of bound less wait, 0 if negative",
		At:  func(s *Score) any { return &s.MeanOver }},
	{Name: "pointed", Heading: "forecast", Format: "%.0f", Null: noForecast,
		Doc: "scored jobs whose wait was forecast",
		At:  func(s *Score) any { return &s.Forecasts.Jobs }},
	{Name: "mae_s", Heading: "mean error", Unit: Seconds, Format: "%.0f", Null: noForecast,
		Doc: "mean absolute error of the forecasts",
		At:  func(s *Score) any { return &s.Forecasts.MeanError }},
	{Name: "median_ae_s", Heading: "median error", Unit: Seconds, Format: "%.0f", Null: noForecast,
		Doc: "median absolute error of the forecasts",
		At:  func(s *Score) any { return &s.Forecasts.MedianError }},
	{Name: "log_corr", Heading: "correlation", Format: "%.2f", Null: noForecast,
		Doc: "of the logarithms of actual and forecast waits, both at least 1 s",
		At:  func(s *Score) any { return &s.Forecasts.LogCorrelation }},
	{Name: "within_2x", Heading: "within 2x", Unit: Share, Format: "%.3f", Null: noForecast,
		Doc: "share of waits from half to twice the forecast, both at least 1 s",
		At:  func(s *Score) any { return &s.Forecasts.WithinTwo }},
	{Name: "within_10min", Heading: "within 10 min", Unit: Share, Format: "%.3f", Null: noForecast,
		Doc: "share of forecasts with an absolute error of at most 600 s",
		At:  func(s *Score) any { return &s.Forecasts.WithinTenMinutes }},
	{Name: "turnaround_dev", Heading: "turnaround deviation", Unit: Ratio, Format: "%.2f",
		Null: noForecast,
		Doc:  "mean of |forecast - actual| / actual of the time from submission to end",
		At:   func(s *Score) any { return &s.Forecasts.TurnaroundDeviation }},
	{Name: "settled_ind_lr", Heading: "settled independence LR", Format: "%.2f", Null: noSettled,
		Doc: "likelihood ratio: misses do not depend on the last job that had started or " +
			"outlived its bound at the tick before",
		At: func(s *Score) any { return &s.SettledIndependence }},
	{Name: "miss_after_settled", Heading: "missed after a settled miss", Unit: Share,
		Format: "%.3f", Null: noSettled,
		Doc: "share missed of the jobs for which that job was missed",
		At:  func(s *Score) any { return &s.MissAfterSettled }},
	{Name: "submission_pinball_s", Heading: "loss of the bound at submission", Unit: Seconds,
		Format: "%.0f", Null: noAge,
		Doc: "mean pinball loss of the bound at submission less the age, at least 0",
		At:  func(s *Score) any { return &s.SubmissionPinball }},
	{Name: "age_s", Heading: "age", Unit: Seconds, Format: "%v", Null: NoAges,
		Doc: "how long the jobs had waited when they were bounded, 0 at submission; " +
			"waits and bounds are the remaining ones",
		At: func(s *Score) any { return &s.Age }},
	{Name: "worst_month_bursts", Heading: "worst month by bursts", Unit: Share, Format: "%.3f",
		Null: noBursts,
		Doc: "smallest share covered in a calendar month, " +
			"the jobs of a user within an hour counting as one",
		At: func(s *Score) any { return &s.WorstMonthBursts }},
	{Name: "recent_bursts", Heading: "recent share by bursts", Unit: Share, Format: "%.3f",
		Null: noBound,
		Doc: "share covered of the last 1000 jobs, the jobs of a user within an hour " +
			"counting as one",
		At: func(s *Score) any { return &s.RecentBursts }},
	{Name: "within_1min", Heading: "within 1 min", Unit: Share, Format: "%.3f",
		Null: noForecast, Doc: "share of forecasts with an absolute error of at most 60 s",
		At: func(s *Score) any { return &s.Forecasts.WithinMinute }},
	{Name: "right_10min", Heading: "right side of 10 min", Unit: Share, Format: "%.3f",
		Null: noForecast,
		Doc:  "share of forecasts below 600 s, or not, as the waits are",
		At:   func(s *Score) any { return &s.Forecasts.RightSide }},
	{Name: "slowdown_error", Heading: "slowdown error", Format: "%.1f", Null: noForecast,
		Doc: "mean absolute error of the bounded slowdown max(1, (wait + run) / max(run, 10 s))",
		At:  func(s *Score) any { return &s.Forecasts.SlowdownError }},
	{Name: "share_se", Heading: "standard error", Format: "%.4f", Null: noDays,
		Doc: "standard error of the share covered, the jobs of a block depending on each other",
		At:  func(s *Score) any { return &s.ShareSE }},
	{Name: "blocks", Heading: "blocks", Format: "%.0f", Null: noBound,
		Doc: "blocks with scored jobs that have a bound",
		At:  func(s *Score) any { return &s.Blocks }},
	{Name: "block_days", Heading: "days of a block", Format: "%.0f", Null: noBound,
		Doc: "1 for calendar days; 7 for weeks from Monday, if they leave more to chance; " +
			"both from second 0 of an undated log",
		At: func(s *Score) any { return &s.BlockDays }},
	{Name: "share_all", Heading: "share with cancelled jobs", Unit: Share, Format: "%.3f",
		Null: noCancelled,
		Doc: "correct, where a job cancelled after its bound, selected or not, is a miss, or " +
			"covered by a lower bound; one cancelled before it does not count",
		At: func(s *Score) any { return &s.ShareAll }},
}

// The rules for columns without a value.
const (
	noBound   = "no scored job has a bound"
	noChanges = "the method looks for no change points"
	noMiss    = "no scored job has a bound, or no job follows a missed one, or none a covered one"
	noSettled = "no scored job has a bound, or none follows a settled one, " +
		"for the share a missed one"
	noAge    = "jobs are bounded at submission, or none has a bound then and at the age"
	noMonth  = "the log is not dated, or no month has 100 scored jobs with a bound"
	noBursts = "the log is not dated, or no month has 100 users and hours of scored jobs " +
		"with a bound"
	noDays      = "fewer than 20 days have scored jobs with a bound, or the blocks do not differ"
	NoAges      = "the file is of a version without ages"
	noCancelled = "no scored job has a bound, or jobs were cancelled and none of them has one, " +
		"or jobs are bounded at an age"
	noForecast = "the method forecasts no such times, or there are too few of them"
)

// FindColumn returns the column of a name. It panics if there is none.
func FindColumn(name string) *Column {
	i := slices.IndexFunc(Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		panic("no column " + name + " of scores")
	}
	return &Columns[i]
}

// NewScore returns a score without optional values.
func NewScore() Score {
	var s Score
	for i := range Columns {
		if Columns[i].Null == "" {
			continue
		}
		switch v := Columns[i].At(&s).(type) {
		case *int:
			*v = -1
		case *float64:
			*v = math.NaN()
		}
	}
	return s
}

// IsNull reports whether the score has no value.
func (c *Column) IsNull(s *Score) bool { return c.Null != "" && c.Text(s) == "" }

// IsText reports whether values are texts, not numbers.
func (c *Column) IsText() bool {
	switch c.At(new(Score)).(type) {
	case *string, *methods.Side:
		return true
	}
	return false
}

// Number returns the value, NaN for none and for a text.
func (c *Column) Number(s *Score) float64 {
	switch v := c.At(s).(type) {
	case *int:
		if *v >= 0 || c.Null == "" {
			return float64(*v)
		}
	case *float64:
		return *v
	}
	return math.NaN()
}

// Text returns the value in full precision, empty for none.
func (c *Column) Text(s *Score) string {
	switch v := c.At(s).(type) {
	case *string:
		return *v
	case *methods.Side:
		return v.String()
	}
	x := c.Number(s)
	if c.Null != "" && math.IsNaN(x) {
		return ""
	}
	return output.NumberText(x)
}

// SetText sets the value of a column of texts.
func (c *Column) SetText(s *Score, text string) {
	switch v := c.At(s).(type) {
	case *string:
		*v = text
	case *methods.Side:
		*v = methods.Side(text == methods.Lower.String())
	}
}
