package report

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

// Verdict judges the methods on one series at one level: which can be trusted,
// and how tight their bounds are.
//
// A method is correct if its share of waits within the bound reaches the
// target. Candidates are the correct methods that bound at least 90 % of the
// scored jobs that bmbp bounds. They are compared by their mean pinball loss on
// the jobs that all candidates bound. A verdict recommends the candidate with
// the lowest loss, and each one that a block bootstrap cannot distinguish from
// it: the interval of the difference holds 0. Series of fewer jobs than the
// run's min_jobs are not judged.
type Verdict struct {
	Trace, Queue, Range string // Range is replay.AllRanges for the jobs of every size
	Level               methods.Level
	Jobs                int // of the series
	Scored              int
	Reference           string // bmbp, or the method that bounds most jobs if bmbp bounds none
	Common              int    // jobs that all candidates bound, on which losses are compared

	// Methods are ordered by status, candidates then by loss, and the others by
	// share covered, the highest first. There is at least one.
	Methods []MethodVerdict
}

// MethodVerdict is a method in a verdict.
type MethodVerdict struct {
	*replay.Score // on the series, each method on the jobs that it bounds
	Status        Status
	Loss          float64           // mean pinball loss on the common jobs, seconds; NaN for no candidate
	Difference    backtest.Estimate // of that loss less the lowest one, by job
}

// Status is the result of a method in a verdict.
type Status int

// The statuses, the best first.
const (
	Recommended Status = iota // correct, and no candidate is known to be tighter
	Correct                   // a candidate with a higher loss
	Sparse                    // correct, but bounds fewer than 90 % of the jobs that bmbp bounds
	OnEdge                    // below the target by less than the Wilson interval of its share
	Failed                    // below the target
	Silent                    // bounds no job
)

// String returns the status as tables show it.
func (s Status) String() string {
	return [...]string{"recommended", "correct", "correct, few jobs", "on the edge", "fails", "no bounds"}[s]
}

// leastBounded is the share of the jobs bounded by the reference that a
// candidate must bound.
const leastBounded = 0.9

// bootstrap compares losses in verdicts and rankings.
var bootstrap = backtest.Bootstrap{Resamples: 1999, Confidence: 0.95, Seed: 1}

// Judge returns the verdicts on all series of minJobs jobs or more, in the
// order of tables, as far as scores alone decide. Methods that are Correct may
// be candidates, until Decide has seen their bounds.
func Judge(scores []replay.Score, minJobs int) []Verdict {
	var verdicts []Verdict
	for _, l := range LevelsIn(scores) {
		all, _ := seriesAt(scores, l, minJobs)
		for _, s := range all {
			v := Verdict{Trace: s.trace, Queue: s.queue, Range: s.procs, Level: l}
			for _, score := range s.scores {
				if score.Jobs >= minJobs {
					v.add(score)
				}
			}
			if len(v.Methods) > 0 {
				v.sort()
				verdicts = append(verdicts, v)
			}
		}
	}
	return verdicts
}

// add adds a method.
func (v *Verdict) add(s *replay.Score) {
	nan := math.NaN()
	m := MethodVerdict{Score: s, Loss: nan, Status: Failed, Difference: backtest.Estimate{Mean: nan, Low: nan, High: nan}}
	switch {
	case s.Bounded == 0:
		m.Status = Silent
	case s.IsCorrect():
		m.Status = Correct
	case s.CorrectHigh >= v.Level.Target():
		m.Status = OnEdge
	}
	if reference := v.Find(v.Reference); s.Bounded > 0 && (reference == nil || s.Method == Reference ||
		v.Reference != Reference && s.Bounded > reference.Bounded) {
		v.Reference = s.Method
	}
	v.Jobs, v.Scored = s.Jobs, s.Scored
	v.Methods = append(v.Methods, m)
}

func (v *Verdict) sort() {
	slices.SortStableFunc(v.Methods, func(a, b MethodVerdict) int {
		switch {
		case a.Status != b.Status:
			return cmp.Compare(a.Status, b.Status)
		case a.Status == Recommended || a.Status == Correct:
			return cmp.Compare(a.Loss, b.Loss)
		}
		return cmp.Compare(b.Coverage, a.Coverage)
	})
}

// Find returns the verdict on a method, or nil.
func (v *Verdict) Find(method string) *MethodVerdict {
	for i := range v.Methods {
		if v.Methods[i].Method == method {
			return &v.Methods[i]
		}
	}
	return nil
}

// With lists the methods with a status, in order.
func (v *Verdict) With(s Status) []MethodVerdict {
	var list []MethodVerdict
	for _, m := range v.Methods {
		if m.Status == s {
			list = append(list, m)
		}
	}
	return list
}

// names lists the names of the methods with a status.
func (v *Verdict) names(s Status) (list []string) {
	for _, m := range v.With(s) {
		list = append(list, m.Method)
	}
	return list
}

// AllSizes returns the verdicts on all jobs of each queue at a level.
func AllSizes(all []Verdict, l methods.Level) []Verdict {
	return slices.DeleteFunc(slices.Clone(all), func(v Verdict) bool {
		return v.Range != replay.AllRanges || v.Level != l
	})
}

// Ranked lists methods in the order of figures: the recommended ones, on the
// most series first, then bmbp as the reference, then the others as they were.
func Ranked(verdicts []Verdict, names []string) []string {
	recommended := map[string]float64{Reference: 0.5}
	for i := range verdicts {
		for _, m := range verdicts[i].With(Recommended) {
			recommended[m.Method]++
		}
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		return cmp.Compare(recommended[b], recommended[a])
	})
}

// Decide chooses among the candidates by the waits of the scored jobs and the
// bounds of methods for them, NaN for none. It must be called once. If the
// candidates bound no job in common, all of them are recommended.
func (v *Verdict) Decide(waits []float64, bounds func(method string) []float64) {
	if len(v.With(Correct)) == 0 {
		return
	}
	var candidates []*MethodVerdict
	var given [][]float64 // bounds of the candidates
	reference := bounds(v.Reference)
	for i := range v.Methods {
		m := &v.Methods[i]
		if m.Status != Correct {
			continue
		}
		b := bounds(m.Method)
		if !boundsEnough(b, reference) {
			m.Status = Sparse
			continue
		}
		candidates, given = append(candidates, m), append(given, b)
	}
	if len(candidates) > 0 {
		losses := losses(waits, given, v.Level.Quantile)
		means, above := compareLosses(losses, bootstrap, -1)
		v.Common = len(losses[0])
		for i, m := range candidates {
			m.Loss, m.Difference = means[i], above[i]
			if v.Common == 0 || m.Difference.Low <= 0 {
				m.Status = Recommended
			}
		}
	}
	v.sort()
}

// boundsEnough reports whether a method bounds enough of the jobs that the
// reference bounds to be compared.
func boundsEnough(bounds, reference []float64) bool {
	both, all := 0, 0
	for k, r := range reference {
		if !math.IsNaN(r) {
			all++
			if !math.IsNaN(bounds[k]) {
				both++
			}
		}
	}
	return float64(both) >= leastBounded*float64(all)
}

// losses returns the pinball losses of each list of bounds, on the jobs that
// all lists bound.
func losses(waits []float64, bounds [][]float64, quantile float64) [][]float64 {
	of := make([][]float64, len(bounds))
	for i := range of {
		of[i] = make([]float64, 0, len(waits))
	}
	for k, wait := range waits {
		if slices.ContainsFunc(bounds, func(b []float64) bool { return math.IsNaN(b[k]) }) {
			continue
		}
		for i, b := range bounds {
			of[i] = append(of[i], backtest.Pinball(wait-b[k], quantile))
		}
	}
	return of
}

// compareLosses returns the means of lists of losses on the same jobs, and the
// difference of each list to the list base, or to the list with the lowest mean
// if base is negative. Means of none are NaN.
func compareLosses(losses [][]float64, b backtest.Bootstrap, base int) (means []float64, above []backtest.Estimate) {
	lowest := 0
	for i, list := range losses {
		if means = append(means, mean(list)); means[i] < means[lowest] {
			lowest = i
		}
	}
	if base < 0 {
		base = lowest
	}
	above = make([]backtest.Estimate, len(losses))
	var group errgroup.Group
	group.SetLimit(min(runtime.GOMAXPROCS(0), 4)) // each takes 16 bytes a job
	for i, list := range losses {
		group.Go(func() error {
			differences := slices.Clone(list)
			for k, loss := range losses[base] {
				differences[k] -= loss
			}
			above[i] = b.Mean(differences)
			return nil
		})
	}
	group.Wait()
	return means, above
}

// mean returns the mean of values, NaN for none.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
