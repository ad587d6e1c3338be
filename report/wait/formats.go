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
var answerMetrics = []struct {
	key, name, help string
	ofSeries        bool // samples have no labels of the job and the method
}{
	{"bounds", "bound_seconds", "Time within which this share of such jobs starts.", false},
	{"shares", "started_ratio", "Least share of such jobs that start within a time.", false},
	{"forecast", "forecast_seconds", "Wait that is expected.", false},
	{"trusted", "trusted", "1 if users can rely on the bound, else 0.", false},
	{"held", "held_ratio", "Share of recent jobs that started within their bound.", false},
	{"bursts", "recent_bursts_ratio", "Share of recent bursts within bounds.", false},
	{"jobs", "recent_jobs", "Recent jobs with a bound.", false},
	{"misses", "misses_in_a_row", "Most recent jobs in a row that missed their bound.", false},
	{"counts", "observed_jobs", "Jobs that started in the last day or week.", true},
	{"waits", "observed_seconds", "Time within which this share of these jobs started.", true},
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
		r.addBlocked(b)
	default:
		b.addAnswers(r.Answers)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// addAnswers adds answers, without samples of missing values.
func (b *metrics) addAnswers(answers []Answer) {
	columns := columnsOf(answers, answers[0].Levels)
	for _, window := range []int{86400, 7 * 86400} {
		columns.addObserved(window)
	}
	for _, m := range answerMetrics {
		b.head(m.name, m.help)
		for i := range answers {
			labels := answers[i].labels(m.ofSeries)
			for _, c := range columns[m.key] {
				if cell := c.cell(&answers[i]); !cell.Missing {
					b.sample(m.name, labels+c.labels, cell.Value)
				}
			}
		}
	}
}

// addPending adds how many jobs wait in each queue, and within which time the last
// of them starts. This counts bounds at the first level that users can rely on, and
// has no sample without one.
func (r *Reply) addPending(b *metrics) {
	jobs, trusted, latest := map[string]int{}, map[string]int{}, map[string]float64{}
	for _, s := range r.known.asked() {
		jobs[s.Queue] = 0
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		queue := a.Series.Queue
		if jobs[queue]++; a.Trusted() {
			trusted[queue]++
			latest[queue] = max(latest[queue], leastBound, a.Bounds[0])
		}
	}
	write := func(name, help, share string, value func(queue string) any) {
		b.head(name, help)
		for _, queue := range slices.Sorted(maps.Keys(jobs)) {
			if share == "" || trusted[queue] > 0 {
				b.sample(name, fmt.Sprintf(`queue="%s"%s`, escapeLabel.Replace(queue), share), value(queue))
			}
		}
	}
	write("pending_jobs", "Jobs that wait.", "", func(queue string) any { return jobs[queue] })
	write("pending_trusted_jobs", "Jobs that wait with a bound that users can rely on.", "",
		func(queue string) any { return trusted[queue] })
	write("pending_bound_seconds", "Time within which the last of the latter starts.",
		fmt.Sprintf(`,share="%v"`, r.log.Plan.Levels[0]),
		func(queue string) any { return latest[queue] })
}

// metrics is text for Prometheus.
type metrics struct{ strings.Builder }

func (b *metrics) head(name, help string) {
	fmt.Fprintf(b, "# HELP waitbench_wait_%s %s\n# TYPE waitbench_wait_%[1]s gauge\n", name, help)
}

func (b *metrics) sample(name, labels string, value any) {
	fmt.Fprintf(b, "waitbench_wait_%s{%s} %v\n", name, labels, value)
}

// labels returns the labels of all samples of the answer, or of its series.
func (a *Answer) labels(ofSeries bool) string {
	labels := fmt.Sprintf(`queue="%s",range="%s"`, escapeLabel.Replace(a.Series.Queue),
		a.Series.Range)
	if ofSeries {
		return labels
	}
	if procs := a.Job().Procs; procs > 0 {
		labels += fmt.Sprintf(`,processors="%d"`, procs)
	}
	return labels + fmt.Sprintf(`,method="%s"`, escapeLabel.Replace(a.Method))
}

// addObserved adds the number and the quantiles of waits that were observed in
// the last seconds before the answers.
func (c answerColumns) addObserved(window int) {
	labels := fmt.Sprintf(`,last_seconds="%d"`, window)
	c.add("counts", "", labels,
		func(a *Answer) table.Cell { return table.Count(len(a.observed(window))) })
	for _, q := range []float64{0.5, 0.95} {
		c.add("waits", "", labels+fmt.Sprintf(`,share="%v"`, q), func(a *Answer) table.Cell {
			waits := a.observed(window)
			if rank := int(math.Ceil(q * float64(len(waits)))); rank > 0 {
				return table.Number(waits[rank-1], "%v")
			}
			return table.Missing()
		})
	}
}

// observed returns the waits, in order, of the jobs of the series that started
// in the last seconds before the answer.
func (a *Answer) observed(seconds int) (waits []float64) {
	from := a.Job().Submit - float64(seconds)
	for i := range a.job {
		if j := a.Series.Job(i); !math.IsInf(j.Wait, 1) && j.Start() > from {
			waits = append(waits, j.Wait)
		}
	}
	slices.Sort(waits)
	return waits
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
