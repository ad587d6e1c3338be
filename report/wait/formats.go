package wait

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
)

// moment is a time of a log in JSON.
type moment struct {
	ISO   *string `json:"iso"`     // in the machine's time zone; nil if the log names none
	Epoch *int64  `json:"epoch_s"` // seconds since 1970 UTC; nil for an unknown date
	Log   float64 `json:"log_s"`   // seconds of the log
}

func momentOf(clock replay.Clock, seconds float64) moment {
	m := moment{Log: seconds}
	if clock.Dated {
		m.Epoch = new(clock.Unix(seconds))
		if clock.Zoned {
			m.ISO = new(clock.Date(seconds).Format(time.RFC3339))
		}
	}
	return m
}

// WriteJSON writes the table with what programs need to use it.
func (r *Reply) WriteJSON(out io.Writer) error {
	return output.EncodeJSON(out, struct {
		Log        string   `json:"log"`
		AsOf       moment   `json:"as_of"`
		Age        float64  `json:"log_age_s"` // since the last event of the log
		Confidence float64  `json:"confidence"`
		Trusted    bool     `json:"trusted"` // whether users can rely on all answers
		Remarks    []string `json:"remarks"` // not nil
		Facts      *facts   `json:"facts"`   // of one job, else nil
		*table.Data
	}{r.log.Record.Name, momentOf(r.log.Record.Clock(), r.Now), r.age(), r.log.Plan.Settings.Confidence,
		!slices.ContainsFunc(r.Answers, func(a Answer) bool { return !a.Trusted() && (a.Reason == "" || !r.waits()) }),
		append([]string{}, r.Remarks...), r.facts(), r.Rows(r.Sentences()...).Data()})
}

// answerMetrics are the metrics of answers, by the key of their columns.
var answerMetrics = []struct{ key, name, help string }{
	{"bounds", "bound_seconds", "Time within which this share of such jobs starts."},
	{"shares", "started_ratio", "Least share of such jobs that start within a time."},
	{"forecast", "forecast_seconds", "Wait that is expected."},
	{"trusted", "trusted", "1 if users can rely on the bound, else 0."},
	{"held", "held_ratio", "Share of recent jobs that started within their bound."},
	{"bursts", "recent_bursts_ratio", "Share of recent bursts within bounds."},
	{"jobs", "recent_jobs", "Recent jobs with a bound."},
	{"misses", "misses_in_a_row", "Most recent jobs in a row that missed their bound."},
}

// WriteMetrics writes the answers in the text format of Prometheus. Those about
// all jobs that wait are counted by queue.
func (r *Reply) WriteMetrics(out io.Writer) error {
	b := &metrics{}
	if asOf := momentOf(r.log.Record.Clock(), r.Now); asOf.Epoch != nil {
		b.head("snapshot_timestamp_seconds", "Time of the answers, since 1970.")
		fmt.Fprintf(b, "waitbench_wait_snapshot_timestamp_seconds %d\n", *asOf.Epoch)
	}
	b.head("snapshot_age_seconds", "Time since the last event of the log.")
	fmt.Fprintf(b, "waitbench_wait_snapshot_age_seconds %s\n", output.NumberText(r.age()))
	switch {
	case r.lacksWaiting(): // which is not 0 jobs
	case r.Pending:
		r.addPending(b)
	default:
		b.addAnswers(r.Answers)
		b.addObserved(r.Answers)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// addAnswers adds answers, without samples of missing values.
func (b *metrics) addAnswers(answers []Answer) {
	columns := columnsOf(answers)
	for _, m := range answerMetrics {
		b.head(m.name, m.help)
		for i := range answers {
			a := &answers[i]
			labels := a.labels()
			if procs := a.Job().Procs; procs > 0 {
				labels += fmt.Sprintf(`,processors="%d"`, procs)
			}
			labels += label(",method", a.Method)
			for _, c := range columns[m.key] {
				if cell := c.cell(a); !cell.Missing {
					b.sample(m.name, labels+c.labels, cell.Value)
				}
			}
		}
	}
}

// addObserved adds the number and the quantiles of waits that were observed in the
// last day and week before the answers.
func (b *metrics) addObserved(answers []Answer) {
	jobs, seconds := &metrics{}, &metrics{}
	jobs.head("observed_jobs", "Jobs that started in the last day or week.")
	seconds.head("observed_seconds", "Time within which this share of these jobs started.")
	for i := range answers {
		for _, window := range []int{86400, 7 * 86400} {
			labels := answers[i].labels() + fmt.Sprintf(`,last_seconds="%d"`, window)
			waits := answers[i].observed(float64(window))
			jobs.sample("observed_jobs", labels, len(waits))
			for _, share := range []float64{0.5, 0.95} {
				if len(waits) > 0 {
					seconds.sample("observed_seconds", labels+fmt.Sprintf(`,share="%v"`, share), atShare(waits, share))
				}
			}
		}
	}
	b.WriteString(jobs.String() + seconds.String())
}

// observed returns the waits, in order, of the jobs of the series that started
// in the last seconds before the answer.
func (a *Answer) observed(seconds float64) (waits []float64) {
	from := a.Job().Submit - seconds
	for i := range a.job {
		if j := a.Series.Job(i); !math.IsInf(j.Wait, 1) && j.Start() > from {
			waits = append(waits, j.Wait)
		}
	}
	slices.Sort(waits)
	return waits
}

// addPending adds how many jobs wait in each queue, within which time the last of
// them starts, and how many cannot start, by reason. The time counts bounds at the
// first level that users can rely on, and has no sample without one.
func (r *Reply) addPending(b *metrics) {
	jobs, trusted, blocked, latest := map[string]int{}, map[string]int{}, map[string]int{}, map[string]float64{}
	for _, s := range r.known.asked() {
		jobs[label("queue", s.Queue)] = 0
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		queue := label("queue", a.Series.Queue)
		jobs[queue]++
		if a.Trusted() {
			trusted[queue]++
			share := fmt.Sprintf(`%s,share="%v"`, queue, a.Levels[0])
			latest[share] = max(latest[share], leastBound, a.Bounds[0])
		} else if a.Reason != "" {
			blocked[queue+label(",reason", a.Reason)]++
		}
	}
	for queue := range jobs {
		trusted[queue] += 0
	}
	addCounts(b, "pending_jobs", "Jobs that wait.", jobs)
	addCounts(b, "pending_trusted_jobs", "Jobs that wait with a bound that users can rely on.", trusted)
	addCounts(b, "pending_bound_seconds", "Time within which the last of the latter starts.", latest)
	addCounts(b, "pending_blocked_jobs", "Jobs that wait and cannot start, by the batch system's reason.", blocked)
}

// metrics is text for Prometheus.
type metrics struct{ strings.Builder }

func (b *metrics) head(name, help string) {
	fmt.Fprintf(b, "# HELP waitbench_wait_%s %s\n# TYPE waitbench_wait_%[1]s gauge\n", name, help)
}

func (b *metrics) sample(name, labels string, value any) {
	fmt.Fprintf(b, "waitbench_wait_%s{%s} %v\n", name, labels, value)
}

// addCounts adds a metric with a sample for each key of values, its labels.
func addCounts[T int | float64](b *metrics, name, help string, values map[string]T) {
	b.head(name, help)
	for _, labels := range slices.Sorted(maps.Keys(values)) {
		b.sample(name, labels, values[labels])
	}
}

// labels returns the labels of the series of the answer.
func (a *Answer) labels() string {
	return label("queue", a.Series.Queue) + label(",range", a.Series.Range)
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func label(name, value string) string { return name + `="` + escapeLabel.Replace(value) + `"` }
