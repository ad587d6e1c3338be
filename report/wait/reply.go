package wait

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
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

	log   *Log // with the methods that were asked
	known *present
}

// checkMoment cuts the log at the moment. It fails before the first job, or if
// no job has started in the series of the question.
func (r *Reply) checkMoment() (err error) {
	if first := r.log.Series[0].Log.Jobs[0].Submit; r.Now < first {
		return fmt.Errorf("%s is before the first job of %s, submitted at %s",
			r.when(r.Now), r.log.Record.Name, r.when(first))
	}
	r.known, err = r.log.at(r.Now, r.EachRange)
	return err
}

// checkSize refuses a job that is larger than the machine.
func (r *Reply) checkSize() error {
	for _, job := range slices.Concat(r.Instead, []replay.Job{r.Job}) {
		if machine := r.known.machine; machine > 0 && job.Procs > machine {
			return fmt.Errorf("%d processors are more than the machine of %s has: %d",
				job.Procs, r.log.Record.Name, machine)
		}
	}
	return nil
}

func (r *Reply) remark(format string, values ...any) {
	r.Remarks = append(r.Remarks, fmt.Sprintf(format, values...))
}

func (r *Reply) when(seconds float64) string { return r.log.Record.When(seconds) }

// able returns the methods that can answer, which are not those that cannot
// bound remaining waits, or that need the processors of a job of unknown size.
// It fails if none can.
func (r *Reply) able() (some []methods.Method, err error) {
	var others []string
	for _, m := range r.log.Plan.Methods {
		if r.waits() && !methods.Can[methods.RemainingBounder](m) ||
			!r.waits() && !r.EachRange && r.Job.Procs < 1 && m.Forecaster != nil {
			others = append(others, m.Name)
		} else {
			some = append(some, m)
		}
	}
	switch {
	case some == nil && r.waits():
		return nil, output.Usagef("no method of %s bounds remaining waits: use bmbp, qbets, "+
			"moving, last-week, forest or boost", strings.Join(others, ", "))
	case some == nil:
		return nil, needsSize(others[0])
	case others != nil && !r.waits():
		r.remark("Without --procs the answer leaves out %s.", output.Enumerate(others))
	}
	return some, nil
}

// needsSize returns the error for a method that cannot answer without a size.
func needsSize(method string) error {
	return output.Usagef("method %s needs the processors of the job: add --procs", method)
}

// remarkOnSize adds remarks on a job that is larger or longer than all jobs of
// its queue.
func (r *Reply) remarkOnSize() {
	if r.EachRange || r.waits() || r.Instead != nil {
		return
	}
	procs, estimate, series := int64(0), 0.0, r.known.asked()[0]
	for i := range series.Len() {
		procs, estimate = max(procs, series.Job(i).Procs), max(estimate, series.Job(i).Estimate)
	}
	if r.Job.Procs > procs {
		r.remark("No job of the queue requested more than %s.",
			output.Counted(int(procs), "processor"))
	}
	if r.Job.Estimate > estimate && estimate > 0 {
		r.remark("No job of the queue requested more than %s.", replay.FormatDuration(estimate))
	}
}

// remarkOnLog adds remarks on a log that ends early, whose export seems to
// stand still, or that lacks the jobs that wait.
func (r *Reply) remarkOnLog() {
	if days := (r.Now - r.log.End()) / 86400; days > 1 {
		r.remark("The log ends %.0f days earlier, so the answer holds for the end of the log.", days)
	} else if age := r.age(); age > 3600 {
		r.remark("The last event of the log is %s old.", table.Duration(age))
	}
	if r.lacksWaiting() {
		r.remark("The log lacks the jobs that waited at its end, since the accounting records have no " +
			"sizes of such jobs: use import pbs --waiting.")
	}
}

// findJob returns the job of the ID; nil without one. It fails if the job does
// not wait at the moment.
func (r *Reply) findJob() (*replay.Job, error) {
	if r.ID == "" {
		return nil, nil
	}
	jobs := r.log.Series[0].Log.Jobs
	id, err := strconv.ParseInt(r.ID, 10, 64)
	i := slices.IndexFunc(jobs, func(j replay.Job) bool {
		if r.IDs != nil {
			return r.IDs[j.ID] == r.ID
		}
		return err == nil && j.ID == id
	})
	if i < 0 {
		for _, b := range r.blocked() {
			if b.Job < 0 && b.ID == r.ID {
				return nil, fmt.Errorf("job %s cannot start: %s", b.ID, b.Reason)
			}
		}
		return nil, fmt.Errorf("%s has no job %s that started or waits", r.log.Record.Name, r.ID)
	}
	switch job := &jobs[i]; {
	case job.Submit > r.Now:
		return nil, fmt.Errorf("job %s was submitted at %s, after %s: choose a later --at", r.ID,
			r.when(job.Submit), r.when(r.Now))
	case job.Start() <= r.Now:
		return nil, fmt.Errorf("job %s does not wait at %s: it left the queue at %s; "+
			"choose an earlier --at", r.ID, r.when(r.Now), r.when(job.Start()))
	default:
		return job, nil
	}
}

// finish fails if there is nothing to say.
func (r *Reply) finish() error {
	name, first := r.log.Record.Name, r.log.Plan.Levels[0]
	switch {
	case r.Pending || r.isTable() && len(r.Answers) > 0:
		return nil
	case r.EachRange:
		return fmt.Errorf("no row for --all: %s has no range with jobs by then, "+
			"and no method needs waits only", name)
	case r.Instead != nil:
		return fmt.Errorf("no job of these queues of %s has started by then, "+
			"so nothing is known of their waits", name)
	case len(r.Answers) == 0:
		return fmt.Errorf("no job of the queue of job %s has started by %s, "+
			"so nothing is known of it", r.ID, r.when(r.Now))
	case r.Sentences() == nil:
		return fmt.Errorf("%w; a bound of the quantile %v needs %d", tooFew(r.Answers[0].Series),
			first, first.Smallest())
	}
	return nil
}

// tooFew returns the error for a question without any answer.
func tooFew(s *replay.Series) error {
	return fmt.Errorf("too few waits are known by then: queue %s of %s has %s, "+
		"the first submitted %s after the start of the log",
		s.Queue, s.Log.Name, output.Counted(s.Len(), "job"), table.Duration(s.Job(0).Submit))
}

// Sentences explains the answer about one job, with the facts about it. Several
// answers have none.
func (r *Reply) Sentences() []string {
	if r.isTable() {
		return nil
	}
	said := r.Answers[0].Sentences()
	if f := r.facts(); f != nil && said != nil {
		said = append(said, table.New("facts", f).Notes...)
	}
	return said
}

// isTable reports whether the reply is about several jobs. Text then shows no
// bound that is not trusted.
func (r *Reply) isTable() bool { return r.Pending || r.EachRange || r.Instead != nil }

// age returns the time since the last event of the log that is known at the
// moment, in seconds.
func (r *Reply) age() float64 { return max(r.Now, r.Asked) - r.log.lastEvent(r.Now) }

// words returns the table without columns and rows.
func (r *Reply) words() *table.Table {
	plan, reasons, isUnreliable := r.log.Plan, map[string]int{}, false
	for i := range r.Answers {
		a := &r.Answers[i]
		if isUnreliable = isUnreliable || a.Unreliable != ""; a.Reason != "" {
			reasons[a.Reason]++
		}
	}
	values := map[string]any{
		"Reply": r, "Log": r.log.Record.Name, "When": r.when(r.Now), "IsTable": r.isTable(),
		"Confidence": plan.Settings.Confidence, "Ranges": plan.Settings.Ranges, "Days": RecentDays,
		"ShortBy": verdict.ShortBy, "Smallest": plan.Levels[0].Smallest(), "Recent": replay.Recent,
		"Methods": namesOf(plan.Methods), "Reasons": reasons, "IsUnreliable": isUnreliable,
	}
	if r.waits() {
		return table.New("waiting", values)
	}
	if values["Queue"] = r.known.asked()[0].Queue; r.Job.Estimate > 0 {
		values["Estimate"] = replay.FormatDuration(r.Job.Estimate)
	}
	return table.New("answers", values)
}
