package wait

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// Reply is what a log says to a question.
type Reply struct {
	Question
	Answers []Answer
	Remarks []string // on the question

	log *Log // with the methods that were asked
}

// finish fails if there is nothing to say, and adds a remark on the jobs without an
// answer.
func (r *Reply) finish() error {
	known := r.log.Series[0]
	switch {
	case r.Pending:
		if jobs := r.log.waiting(r.Now) - len(r.Answers); !r.log.isOne && jobs > 0 {
			r.remark("Jobs in queues where no job has started are not shown: %d.", jobs)
		}
	case r.EachRange && len(r.Answers) == 0:
		return fmt.Errorf("no row for --all: %s has no range with jobs by then, "+
			"and no method needs waits only", r.log.Record.Name)
	case r.EachRange:
	case len(r.Answers) == 0:
		return fmt.Errorf("no job of the queue of job %s has started by %s, "+
			"so nothing is known of it", r.ID, r.when(r.Now))
	case r.Sentences() == nil:
		l := r.log.Plan.Levels[0]
		return fmt.Errorf("%w; a bound of the quantile %v needs %d", tooFew(known), l, l.Smallest())
	}
	return nil
}

// tooFew returns the error for a question without any answer.
func tooFew(s *replay.Series) error {
	return fmt.Errorf("too few waits are known by then: queue %s of %s has %s, "+
		"the first submitted %s after the start of the log",
		s.Queue, s.Log.Name, output.Counted(s.Len(), "job"), table.Duration(s.Job(0).Submit))
}

// Sentences explains the answer about one job. Several answers have none.
func (r *Reply) Sentences() []string {
	if r.Pending || r.EachRange {
		return nil
	}
	return r.Answers[0].Sentences()
}

// title returns the title of the table.
func (r *Reply) title() string {
	log, when := r.log.Record.Name, r.when(r.Now)
	switch {
	case r.EachRange:
		return fmt.Sprintf("Jobs submitted to %s at %s", log, when)
	case r.Pending:
		return fmt.Sprintf("Jobs that wait in %s at %s", log, when)
	case r.ID != "":
		return fmt.Sprintf("Job %s of %s at %s", r.Answers[0].JobName(), log, when)
	}
	title := fmt.Sprintf("A job submitted to queue %s of %s at %s", r.log.Series[0].Queue, log, when)
	if r.Job.Estimate > 0 {
		title += ", for at most " + replay.FormatDuration(r.Job.Estimate)
	}
	return title
}

// notes returns the meanings of the columns.
func (r *Reply) notes() (notes []string) {
	settings, level := r.log.Plan.Settings, r.log.Plan.Levels[0]
	if r.waits() {
		return []string{
			fmt.Sprintf("within: this share of such jobs starts within the time from now, "+
				"with confidence %v; none where not enough waits, or longer waits, are known",
				settings.Confidence),
			fmt.Sprintf("held: of the queue's jobs of the last %d days that waited as long, "+
				"the share that started within such bounds", RecentDays),
			"as long: 10 min, 1 h, 6 h or 1 day, the longest of these that the job has reached, " +
				"or 10 min",
			fmt.Sprintf("trusted: held is at most %v below the share asked, and jobs is at least %d",
				verdict.ShortBy, level.Smallest())}
	}
	if r.Answers[0].Chosen {
		notes = append(notes, "method: the best by the verdict on the log, among "+
			strings.Join(settings.Methods, ", "))
	}
	return append(notes, fmt.Sprintf("range: processors of the jobs the method learned from; "+
		"trusted: the method is not short by the verdict on the log, and held in recent bursts; "+
		"half within, 95 of 100 within: this share of such jobs starts within the time, "+
		"with confidence %v; "+
		"held: share of the jobs of the last %d days that started within their bounds; "+
		"recent share by bursts: the same of the last %s jobs, each user and hour counted once; "+
		"count on a longer wait where it is more than %v below the share asked",
		settings.Confidence, RecentDays, output.Grouped(replay.Recent), verdict.ShortBy))
}

// Table returns a row for each answer. Its notes are the given ones and the
// meanings of the columns.
func (r *Reply) Table(notes ...string) *table.Table {
	return tableOf(r.title(), r.Answers, r.waits(), append(notes, r.notes()...)...)
}

// WriteJSON writes the table with its context.
func (r *Reply) WriteJSON(out io.Writer) error {
	c := jsonContext{
		Log: r.log.Record.Name, AsOf: momentOf(r.log.Record.Clock(), r.Now),
		Confidence: r.log.Plan.Settings.Confidence, Remarks: append([]string{}, r.Remarks...),
		Trusted: !slices.ContainsFunc(r.Answers, func(a Answer) bool { return !a.Trusted() }),
	}
	return table.EncodeJSON(out, struct {
		jsonContext
		*table.Data
	}{c, r.Table(r.Sentences()...).Data()})
}

// WriteMetrics writes the answers in the text format of Prometheus. Those about
// all jobs that wait are counted by queue.
func (r *Reply) WriteMetrics(out io.Writer) error {
	asOf := momentOf(r.log.Record.Clock(), r.Now)
	if !r.Pending {
		return writeMetrics(out, r.Answers, asOf)
	}
	var queues []string
	for _, s := range r.log.Series {
		queues = append(queues, s.Queue)
	}
	return writePending(out, queues, r.Answers, r.log.Plan.Levels[0], asOf)
}
