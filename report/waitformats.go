package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
)

// Moment is a time of a log in JSON.
type Moment struct {
	ISO   *string `json:"iso"`     // in the machine's time zone; nil if the log names none
	Epoch *int64  `json:"epoch_s"` // seconds since 1970 UTC; nil for an unknown date
	Log   float64 `json:"log_s"`   // seconds of the log
}

// MomentOf returns a time in seconds of a log.
func MomentOf(clock replay.Clock, seconds float64) Moment {
	m := Moment{Log: seconds}
	if clock.Dated {
		m.Epoch = new(clock.Unix(seconds))
		if clock.Zoned {
			m.ISO = new(clock.Date(seconds).Format(time.RFC3339))
		}
	}
	return m
}

// WaitContext is what programs need to use answers about waits.
type WaitContext struct {
	Log        string   `json:"log"`
	AsOf       Moment   `json:"as_of"`      // of the answers
	Confidence float64  `json:"confidence"` // of the bounds
	Trusted    bool     `json:"trusted"`    // whether users can rely on all answers
	Remarks    []string `json:"remarks"`    // on the question; not nil
}

// WriteWaitJSON writes a table of answers with their context.
func WriteWaitJSON(out io.Writer, t *Table, of WaitContext) error {
	return writeJSON(out, struct {
		WaitContext
		*tableData
	}{of, t.data()})
}

// addSample adds a sample of a metric. Its labels begin with a comma.
type addSample func(value float64, labels string)

// waitMetric is a metric of answers.
type waitMetric struct {
	name, help string
	ofMethod   bool // samples have the labels of the answer, not only of the series
	samples    func(w *Wait, add addSample)
}

// sampleOf returns the samples of a metric with one value.
func sampleOf(value func(*Wait) float64) func(*Wait, addSample) {
	return func(w *Wait, add addSample) { add(value(w), "") }
}

var waitMetrics = []waitMetric{
	{"bound_seconds", "Time within which this share of such jobs starts.", true,
		func(w *Wait, add addSample) {
			for i, l := range w.Levels {
				add(w.Bounds[i], fmt.Sprintf(`,share="%v"`, l))
			}
		}},
	{"started_ratio", "Least share of such jobs that start within a time.", true,
		func(w *Wait, add addSample) {
			for i, d := range w.Within {
				if slices.ContainsFunc(w.Bounds, known) {
					add(w.Shares[i], fmt.Sprintf(`,within_seconds="%v"`, d))
				}
			}
		}},
	{"forecast_seconds", "Wait that is expected.", true,
		sampleOf(func(w *Wait) float64 { return w.Expected })},
	{"trusted", "1 if users can rely on the bound, else 0.", true,
		sampleOf(func(w *Wait) float64 { return YesNo(w.Trusted()).Value })},
	{"held_ratio", "Share of recent jobs that started within their bound.", true,
		sampleOf(func(w *Wait) float64 { return float64(w.Held) / float64(w.Jobs) })},
	{"recent_jobs", "Recent jobs with a bound.", true,
		sampleOf(func(w *Wait) float64 { return float64(w.Jobs) })},
	{"misses_in_a_row", "Most recent jobs in a row that missed their bound.", true,
		sampleOf(func(w *Wait) float64 { return float64(w.Misses) })},
	{"observed_jobs", "Jobs that started in the last day or week.", false,
		func(w *Wait, add addSample) {
			for _, window := range observedWindows {
				add(float64(len(w.observed(window))), fmt.Sprintf(`,last_seconds="%d"`, window))
			}
		}},
	{"observed_seconds", "Time within which this share of these jobs started.", false,
		func(w *Wait, add addSample) {
			for _, window := range observedWindows {
				waits := w.observed(window)
				for _, q := range []float64{0.5, 0.95} {
					if rank := int(math.Ceil(q * float64(len(waits)))); rank > 0 {
						add(waits[rank-1], fmt.Sprintf(`,last_seconds="%d",share="%v"`, window, q))
					}
				}
			}
		}},
}

// WriteWaitMetrics writes answers in the text format of Prometheus. Missing
// values have no sample.
func WriteWaitMetrics(out io.Writer, waits []Wait, at Moment) error {
	var b strings.Builder
	head := func(name, help string) {
		fmt.Fprintf(&b, "# HELP waitbench_wait_%s %s\n# TYPE waitbench_wait_%[1]s gauge\n",
			name, help)
	}
	if at.Epoch != nil {
		head("snapshot_timestamp_seconds", "Time of the answers, since 1970.")
		fmt.Fprintf(&b, "waitbench_wait_snapshot_timestamp_seconds %d\n", *at.Epoch)
	}
	label := func(text string) string { return escapeLabel.Replace(output.Printable(text)) }
	for _, m := range waitMetrics {
		head(m.name, m.help)
		for i := range waits {
			w := &waits[i]
			labels := fmt.Sprintf(`queue="%s",range="%s"`, label(w.Series.Queue), w.Series.Range)
			if procs := w.Series.Job(w.Series.Len() - 1).Procs; procs > 0 && m.ofMethod {
				labels += fmt.Sprintf(`,processors="%d"`, procs)
			}
			if m.ofMethod {
				labels += fmt.Sprintf(`,method="%s"`, label(w.Score.Method))
			}
			m.samples(w, func(value float64, more string) {
				if known(value) {
					fmt.Fprintf(&b, "waitbench_wait_%s{%s%s} %v\n", m.name, labels, more, value)
				}
			})
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// observedWindows are the periods before an answer for which metrics have the
// observed waits, in seconds: a day and a week.
var observedWindows = []int{86400, 7 * 86400}

// observed returns the waits, in order, of the jobs of the series that started
// in the last seconds before the answer.
func (w *Wait) observed(seconds int) (waits []float64) {
	last := w.Series.Len() - 1
	from := w.Series.Job(last).Submit - float64(seconds)
	for i := range last {
		if j := w.Series.Job(i); !math.IsInf(j.Wait, 1) && j.Start() > from {
			waits = append(waits, j.Wait)
		}
	}
	slices.Sort(waits)
	return waits
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
