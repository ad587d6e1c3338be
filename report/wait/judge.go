package wait

import (
	"context"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/output"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// judgedBy names verdicts at a moment by some methods, on whole queues or also
// on their ranges of processors.
type judgedBy struct {
	methods string // their names
	ranges  bool
}

// isJudged reports whether a replay judges the methods on a series.
func (t *Log) isJudged(s *replay.Series) bool { return s.Len() >= t.Plan.Settings.MinJobs }

// judge returns the verdict on some methods on a series at submission. It is
// that of a replay, for which the methods bound the other series of the log,
// too.
func (m *present) judge(ctx context.Context, s *known, by []methods.Method) (*verdict.Verdict, error) {
	names := namesOf(by)
	if v := s.verdicts[names]; v != nil {
		return v, nil
	}
	results, err := m.of(ctx, s, by, m.Plan.Levels[:1], false)
	if err != nil || len(results) == 0 {
		return nil, err
	}
	var all []verdict.Verdict
	if m.isJudged(s.Series) {
		if all, err = m.verdictsBy(ctx, by, judgedBy{names, s.Range != replay.AllRanges}); err != nil {
			return nil, err
		}
	} else { // by itself, as if it were a queue
		scores := scoresOf(results)
		for i := range scores {
			scores[i].Range = replay.AllRanges
		}
		all = verdict.Judge(scores, 0)
	}
	s.verdicts[names] = s.compared(all, results)
	return s.verdicts[names], nil
}

// verdictsBy returns the verdicts by scores on all series that a replay judges.
// For a choice among several methods it compares them on the queues.
func (m *present) verdictsBy(ctx context.Context, by []methods.Method, key judgedBy) ([]verdict.Verdict,
	error) {
	if m.verdicts[key] != nil {
		return m.verdicts[key], nil
	}
	var scores []replay.Score
	queues := map[*known][]*replay.Result{}
	for _, s := range m.series {
		isQueue := s.Range == replay.AllRanges
		if m.isJudged(s.Series) && (key.ranges || isQueue) {
			results, err := m.of(ctx, s, by, m.Plan.Levels[:1], false)
			if err != nil {
				return nil, err
			}
			if scores = append(scores, scoresOf(results)...); isQueue && len(by) > 1 {
				queues[s] = results
			}
		}
	}
	all, compared := verdict.Judge(scores, 0), []verdict.Verdict(nil)
	for s, results := range queues {
		compared = append(compared, *s.compared(all, results))
	}
	verdict.Choose(compared) // for all
	m.verdicts[key] = all
	return all, nil
}

func scoresOf(results []*replay.Result) (scores []replay.Score) {
	for _, r := range results {
		scores = append(scores, r.Score)
	}
	return scores
}

// compared returns the verdict on the series among all, or the only one. It
// compares the bounds of results for the scored jobs that have started.
func (s *known) compared(all []verdict.Verdict, results []*replay.Result) *verdict.Verdict {
	v := all[0]
	for _, of := range all {
		if of.Queue == s.Queue && of.Range == s.Range {
			v = of
		}
	}
	v.Methods = slices.Clone(v.Methods)
	resultOf := map[string]*replay.Result{}
	for _, r := range results {
		resultOf[r.Score.Method] = r
	}
	var started []int
	var waits []float64
	for i := results[0].First; i < s.Len(); i++ {
		if wait := s.Job(i).Wait; !math.IsInf(wait, 1) {
			started, waits = append(started, i), append(waits, wait)
		}
	}
	v.Compare(waits, func(method string) (bounds []float64) {
		for _, i := range started {
			bounds = append(bounds, resultOf[method].Bound(i))
		}
		return bounds
	})
	return &v
}

// fewSuch is the number of such jobs from which a queue can be compared.
const fewSuch = 20

// compare prepares an answer for a comparison with others: it has a reason
// where it has no bound to rely on, and no bound where the queue has seen too
// few such jobs.
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

// such returns how many jobs of the queue have started that requested
// processors in the range of the job, and within a factor of 2 the run time.
func (m *present) such(a *Answer) (jobs int) {
	rangeOf := func(procs int64) int {
		return slices.IndexFunc(m.Plan.Ranges, func(r replay.Range) bool { return r.Low <= procs && procs <= r.High })
	}
	like := a.Job
	for i := range a.Series.Len() {
		j := a.Series.Job(i)
		ratio := j.Estimate / like.Estimate
		if !math.IsInf(j.Wait, 1) && (like.Procs < 1 || rangeOf(j.Procs) == rangeOf(like.Procs)) &&
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
