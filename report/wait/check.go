package wait

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
)

// check refuses a question that the log or its methods cannot answer. It keeps the
// methods that can, adds remarks, and returns the job of an ID, else nil.
func (r *Reply) check() (only *replay.Job, err error) {
	jobs := r.log.jobs()
	machine, _ := replay.MachineSize(jobs.Header)
	if machine > 0 { // some headers state too little
		for _, j := range jobs.Jobs {
			machine = max(machine, j.Procs)
		}
	}
	switch {
	case machine > 0 && r.Job.Procs > machine:
		return nil, fmt.Errorf("%d processors are more than the machine of %s has: %d",
			r.Job.Procs, jobs.Name, machine)
	case r.Now < jobs.Jobs[0].Submit:
		return nil, fmt.Errorf("%s is before the first job of %s, submitted at %s",
			r.when(r.Now), jobs.Name, r.when(jobs.Jobs[0].Submit))
	}
	if err := r.keepMethods(); err != nil {
		return nil, err
	}
	r.remarkOnSize()
	if days := (r.Now - r.log.End()) / 86400; days > 1 {
		r.remark("The log ends %.0f days earlier, so the answer holds for the end of the log.", days)
	}
	if r.ID != "" {
		return r.findJob()
	}
	return nil, nil
}

func (r *Reply) remark(format string, values ...any) {
	r.Remarks = append(r.Remarks, fmt.Sprintf(format, values...))
}

// when returns a time of the log as text.
func (r *Reply) when(seconds float64) string { return r.log.Record.When(seconds) }

// keepMethods leaves out the methods that cannot bound remaining waits, or that
// need the processors of a job of unknown size.
func (r *Reply) keepMethods() (err error) {
	all := r.log.Plan.Settings.Methods
	if r.waits() {
		r.log, _ = r.log.by(methods.Can[methods.RemainingBounder])
		if len(r.log.Plan.Methods) == 0 {
			return NoMethod{fmt.Errorf("no method of %s bounds remaining waits: use bmbp, qbets, "+
				"moving, last-week, forest or boost", strings.Join(all, ", "))}
		}
	} else if !r.EachRange {
		var left []string
		if r.log, left, err = r.log.forJob(r.Job); left != nil {
			r.remark("Without --procs the answer leaves out %s.", output.Enumerate(left))
		}
	}
	return err
}

// forJob returns the log with the methods that can answer about a job, and the
// names of those that need its processors where these are not known. It fails if
// all do.
func (t *Log) forJob(job replay.Job) (able *Log, left []string, err error) {
	if job.Procs >= 1 {
		return t, nil, nil
	}
	able, left = t.by(func(m methods.Method) bool { return m.Forecaster == nil })
	if len(able.Plan.Methods) == 0 {
		err = NoMethod{fmt.Errorf("method %s needs the processors of the job: add --procs", left[0])}
	}
	return able, left, err
}

// remarkOnSize adds remarks on a job that is larger or longer than all jobs of its
// queue.
func (r *Reply) remarkOnSize() {
	if r.EachRange {
		return
	}
	procs, estimate, series := int64(0), 0.0, r.log.Series[0]
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

// findJob returns the job of the ID. It fails if the job does not wait at the
// moment.
func (r *Reply) findJob() (*replay.Job, error) {
	jobs := r.log.jobs().Jobs
	i := slices.IndexFunc(jobs, func(j replay.Job) bool {
		if r.IDs != nil {
			return r.IDs[j.ID] == r.ID
		}
		return strconv.FormatInt(j.ID, 10) == r.ID
	})
	if i < 0 {
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
