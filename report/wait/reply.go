package wait

import (
	"fmt"
	"slices"
	"strconv"

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

// checkMoment cuts the log at the moment. It fails before the first job, or if no
// job has started in the series of the question.
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

// keepMethods leaves out the methods that cannot bound remaining waits, or that
// need the processors of a job of unknown size. It fails if none remains.
func (r *Reply) keepMethods() error {
	all, left := r.log.Plan.Methods, []string(nil)
	some := all
	switch {
	case r.waits():
		if some, _ = methodsThat(all, methods.Can[methods.RemainingBounder]); len(some) == 0 {
			return cannotWait(all)
		}
	case !r.EachRange && r.Job.Procs < 1:
		if some, left = methodsThat(all, needsNoSize); len(some) == 0 {
			return needsSize(left[0])
		}
	}
	if left != nil {
		r.remark("Without --procs the answer leaves out %s.", output.Enumerate(left))
	}
	log, plan := *r.log, *r.log.Plan
	plan.Methods, log.Plan = some, &plan
	r.log = &log
	return nil
}

// cannotWait returns the error for methods that cannot bound remaining waits.
func cannotWait(by []methods.Method) error {
	return output.Usagef("no method of %s bounds remaining waits: use bmbp, qbets, "+
		"moving, last-week, forest or boost", namesOf(by))
}

// needsSize returns the error for a method that cannot answer without a size.
func needsSize(method string) error {
	return output.Usagef("method %s needs the processors of the job: add --procs", method)
}

// remarkOnSize adds remarks on a job that is larger or longer than all jobs of its
// queue.
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

// findJob returns the job of the ID; nil without one. It fails if the job does not
// wait at the moment.
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

// Sentences explains the answer about one job, with the facts about it. Several answers have none.
func (r *Reply) Sentences() []string {
	if r.isTable() {
		return nil
	}
	said := r.Answers[0].Sentences()
	if f := r.facts(); f != nil && said != nil {
		said = append(said, f.sentences(&r.Answers[0], func(ago float64) string { return r.when(r.Now - ago) })...)
	}
	return said
}

// isTable reports whether the reply is about several jobs. Text then shows no bound
// that is not trusted.
func (r *Reply) isTable() bool { return r.Pending || r.EachRange || r.Instead != nil }

// title returns the title of the table.
func (r *Reply) title() string {
	log, when := r.log.Record.Name, r.when(r.Now)
	switch {
	case r.EachRange || r.Instead != nil:
		return fmt.Sprintf("Jobs submitted to %s at %s", log, when)
	case r.Pending:
		return fmt.Sprintf("Jobs that wait in %s at %s", log, when)
	case r.ID != "":
		return fmt.Sprintf("Job %s of %s at %s", r.Answers[0].JobName(), log, when)
	}
	title := fmt.Sprintf("A job submitted to queue %s of %s at %s", r.known.asked()[0].Queue, log, when)
	if r.Job.Estimate > 0 {
		title += ", for at most " + replay.FormatDuration(r.Job.Estimate)
	}
	return title
}

// notes returns the meanings of the columns.
func (r *Reply) notes() []string {
	notes := r.meanings()
	if r.isTable() {
		notes = append(notes, "bounds are a minute at least; CSV and JSON have those that are not trusted, too")
	}
	return notes
}

func (r *Reply) meanings() (notes []string) {
	settings, level := r.log.Plan.Settings, r.log.Plan.Levels[0]
	if r.waits() {
		return append(r.blockedNote(),
			fmt.Sprintf("within: this share of such jobs starts within the time from now, "+
				"with confidence %v; none where not enough waits, or longer waits, are known",
				settings.Confidence),
			fmt.Sprintf("held: of the queue's jobs of the last %d days that waited as long, "+
				"the share that started within such bounds", RecentDays),
			"as long: 10 min, 1 h, 6 h or 1 day, the longest of these that the job has reached, "+
				"or 10 min",
			fmt.Sprintf("trusted: held is at most %v below the share asked, and jobs is at least %d",
				verdict.ShortBy, level.Smallest()))
	}
	if r.Instead != nil && slices.ContainsFunc(r.Answers, func(a Answer) bool { return a.Reason != "" }) {
		notes = append(notes, fmt.Sprintf("reason: why there is no bound to rely on; such jobs have processors in the same "+
			"range of %s, and half to twice the requested time", settings.Ranges))
	}
	if r.Answers[0].Chosen {
		notes = append(notes, "method: the best by the verdict on the log, among "+
			namesOf(r.log.Plan.Methods))
	}
	note := fmt.Sprintf("range: processors of the jobs the method learned from; "+
		"trusted: the method is not short by the verdict on the log, and held in recent bursts; "+
		"half within, 95 of 100 within: this share of such jobs starts within the time, "+
		"with confidence %v", settings.Confidence)
	if r.Instead == nil {
		note += fmt.Sprintf("; held: share of the jobs of the last %d days that started within their bounds; "+
			"recent share by bursts: the same of the last %s jobs, each user and hour counted once; "+
			"count on a longer wait where it is more than %v below the share asked",
			RecentDays, output.Grouped(replay.Recent), verdict.ShortBy)
	}
	return append(notes, note)
}
