package wait

import (
	"math"

	"waitbench/replay/output"
	"waitbench/report/table"
)

// fewSuch is the number of such jobs from which a queue can be compared.
const fewSuch = 20

// compare prepares an answer for a comparison with others: it has a reason where it
// has no bound to rely on, and no bound where the queue has seen too few such jobs.
func (m *present) compare(a *Answer) {
	if such := m.such(a); such < fewSuch {
		a.Reason = output.Counted(such, "such job")
		for i := range a.Bounds {
			a.Bounds[i] = math.NaN()
		}
		return
	}
	switch {
	case a.Unreliable != "":
		a.Reason = "no method to rely on"
	case !table.Known(a.Bounds[0]):
		a.Reason = "too few waits known"
	case !a.Trusted():
		a.Reason = "not trusted"
	}
}

// such returns how many jobs of the queue have started that requested processors in
// the range of the job, and within a factor of 2 the run time.
func (m *present) such(a *Answer) (jobs int) {
	like := a.Job()
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	for _, r := range m.Plan.Ranges {
		if r.Low <= like.Procs && like.Procs <= r.High {
			low, high = r.Low, r.High
		}
	}
	for i := range a.Series.Len() {
		j := a.Series.Job(i)
		ratio := j.Estimate / like.Estimate
		if !math.IsInf(j.Wait, 1) && low <= j.Procs && j.Procs <= high &&
			(like.Estimate <= 0 || .5 <= ratio && ratio <= 2) {
			jobs++
		}
	}
	return jobs
}

// first returns the answer that users can rely on whose job starts first by its
// bound; nil if there is none.
func (r *Reply) first() (first *Answer) {
	for i := range r.Answers {
		if a := &r.Answers[i]; a.Trusted() && (first == nil || a.Bounds[0] < first.Bounds[0]) {
			first = a
		}
	}
	return first
}
