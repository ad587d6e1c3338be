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

// allMetrics are the metrics in the order of the text. Those with a key are of
// the columns of answers.
var allMetrics = []struct{ key, name, help string }{
	{"", "snapshot_timestamp_seconds", "Time of the answers, since 1970."},
	{"", "snapshot_age_seconds", "Time since the last event of the log."},
	{"bounds", "bound_seconds", "Time within which this share of such jobs starts."},
	{"shares", "started_ratio", "Least share of such jobs that start within a time."},
	{"forecast", "forecast_seconds", "Wait that is expected."},
	{"trusted", "trusted", "1 if users can rely on the bound, else 0."},
	{"held", "held_ratio", "Share of recent jobs that started within their bound."},
	{"bursts", "recent_bursts_ratio", "Share of recent bursts within bounds."},
	{"jobs", "recent_jobs", "Recent jobs with a bound."},
	{"misses", "misses_in_a_row", "Most recent jobs in a row that missed their bound."},
	{"", "observed_jobs", "Jobs that started in the last day or week."},
	{"", "observed_seconds", "Time within which this share of these jobs started."},
	{"", "pending_jobs", "Jobs that wait."},
	{"", "pending_trusted_jobs", "Jobs that wait with a bound that users can rely on."},
	{"", "pending_bound_seconds", "Time within which the last of the latter starts."},
	{"", "pending_blocked_jobs", "Jobs that wait and cannot start, by the batch system's reason."},
}

// metrics are samples by metric and labels.
type metrics map[string]map[string]float64

func (m metrics) of(name string) map[string]float64 {
	if m[name] == nil {
		m[name] = map[string]float64{}
	}
	return m[name]
}

// WriteMetrics writes the answers in the text format of Prometheus, without
// metrics that have no sample. Those about all jobs that wait are counted by
// queue.
func (r *Reply) WriteMetrics(out io.Writer) error {
	m, text := metrics{}, &strings.Builder{}
	if asOf := momentOf(r.log.Record.Clock(), r.Now); asOf.Epoch != nil {
		m.of("snapshot_timestamp_seconds")[""] = float64(*asOf.Epoch)
	}
	m.of("snapshot_age_seconds")[""] = r.age()
	switch {
	case r.lacksWaiting(): // which is not 0 jobs
	case r.Pending:
		r.addPending(m)
	default:
		r.addAnswers(m)
	}
	for _, metric := range allMetrics {
		for i, labels := range slices.Sorted(maps.Keys(m[metric.name])) {
			if i == 0 {
				fmt.Fprintf(text, "# HELP waitbench_wait_%s %s\n# TYPE waitbench_wait_%[1]s gauge\n", metric.name, metric.help)
			}
			value := output.NumberText(m[metric.name][labels])
			if labels != "" {
				labels = "{" + labels + "}"
			}
			fmt.Fprintf(text, "waitbench_wait_%s%s %s\n", metric.name, labels, value)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// addAnswers adds answers, without samples of missing values, and the waits
// that were observed in the last day and week.
func (r *Reply) addAnswers(m metrics) {
	columns := columnsOf(r.Answers)
	for i := range r.Answers {
		a := &r.Answers[i]
		series := label("queue", a.Series.Queue) + label(",range", a.Series.Range)
		labels, job := series, a.Job
		if job.Procs > 0 {
			labels += label(",processors", job.Procs)
		}
		if r.Instead != nil && job.Estimate > 0 {
			labels += label(",requested_seconds", job.Estimate)
		}
		labels += label(",method", a.Method)
		for _, metric := range allMetrics {
			for _, c := range columns[metric.key] {
				if cell := c.cell(a); !cell.Missing {
					m.of(metric.name)[labels+c.labels] = cell.Value
				}
			}
		}
		for _, window := range []int{86400, 7 * 86400} {
			waits, last := a.observed(window), series+label(",last_seconds", window)
			m.of("observed_jobs")[last] = float64(len(waits))
			for _, share := range []float64{0.5, 0.95} {
				if len(waits) > 0 {
					m.of("observed_seconds")[last+label(",share", share)] = atShare(waits, share)
				}
			}
		}
	}
}

// observed returns the waits, in order, of the jobs of the series that started
// in the last seconds before the answer.
func (a *Answer) observed(seconds int) (waits []float64) {
	from := a.Job.Submit - float64(seconds)
	for i := range a.Series.Len() {
		if j := a.Series.Job(i); !math.IsInf(j.Wait, 1) && j.Start() > from {
			waits = append(waits, j.Wait)
		}
	}
	slices.Sort(waits)
	return waits
}

// addPending adds how many jobs wait in each queue, within which time the last
// of them starts, and how many cannot start, by reason. The time counts bounds
// at the first level that users can rely on, and has no sample without one.
func (r *Reply) addPending(m metrics) {
	jobs, trusted, latest := m.of("pending_jobs"), m.of("pending_trusted_jobs"), m.of("pending_bound_seconds")
	for _, s := range r.known.asked() {
		jobs[label("queue", s.Queue)] = 0
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		queue := label("queue", a.Series.Queue)
		jobs[queue]++
		if a.Trusted() {
			trusted[queue]++
			share := queue + label(",share", a.Levels[0])
			latest[share] = max(latest[share], leastBound, a.Bounds[0])
		} else if a.Reason != "" {
			m.of("pending_blocked_jobs")[queue+label(",reason", a.Reason)]++
		}
	}
	for queue := range jobs {
		trusted[queue] += 0 // a sample for each queue
	}
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func label(name string, value any) string {
	return name + `="` + escapeLabel.Replace(fmt.Sprint(value)) + `"`
}
