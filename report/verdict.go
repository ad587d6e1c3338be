package report

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
)

// Verdict says, for one series at one level, which methods can be trusted and how tight their
// bounds are. Terminal, tables, page and results all show this and nothing else.
//
// Candidates are the methods whose share of waits within the bound is at least the target (of a
// lower bound, its own) and that bound at least 90 % of the scored jobs that bmbp bounds. They are
// compared by their mean pinball loss on the jobs that all candidates bound. Recommended are the
// one with the lowest loss, and those whose loss a block bootstrap cannot tell from it: those for
// which the interval of the difference holds 0. Series of fewer jobs than the run's min_jobs are
// not judged.
type Verdict struct {
	Trace, Queue, Range string // Range is replay.AllRanges for the jobs of every size
	Level               methods.Level
	Jobs                int // of the series
	Scored              int
	Reference           string // bmbp; where it gives no bounds, the method that bounds most jobs
	Common              int    // jobs that all candidates bound, on which losses are compared

	// Methods are those of the series, by standing, and within one standing by loss (Recommended,
	// Correct), else by share covered, the highest first.
	Methods []MethodVerdict
}

// MethodVerdict is a method in a verdict.
type MethodVerdict struct {
	*replay.Score // on the series, each method on the jobs that it bounds
	Status        Status
	Loss          float64           // mean pinball loss on the common jobs, seconds; NaN for no candidate
	Difference    backtest.Estimate // of that loss less the lowest one, by job
}

// Status is what a verdict says of a method.
type Status int

// The standings, the best first.
const (
	Recommended Status = iota // correct, and no candidate is told to be tighter
	Correct                   // a candidate with a higher loss
	Sparse                    // correct, but bounds fewer than 90 % of the jobs that bmbp bounds
	OnEdge                    // below the target by less than the Wilson interval of its share
	Failed                    // below the target
	Silent                    // gives no bounds
)

// String names the standing as tables do.
func (s Status) String() string {
	return [...]string{"recommended", "correct", "correct, few jobs", "on the edge", "fails", "no bounds"}[s]
}

// leastBounded is the share of the jobs bounded by the reference that a candidate bounds.
const leastBounded = 0.9

// bootstrap tells losses apart in verdicts; compare uses the same where nothing else is asked for.
var bootstrap = backtest.Bootstrap{Resamples: 1999, Confidence: 0.95, Seed: 1}

// Judge begins the verdicts of all series of minJobs jobs or more, by level, queue and range in the
// order of tables, with all that scores tell: correct are those that may be candidates, until
// Decide has seen their bounds.
func Judge(scores []replay.Score, minJobs int) []Verdict {
	var verdicts []Verdict
	for _, l := range LevelsIn(scores) {
		g := newGrid(scores, l, minJobs)
		for _, q := range g.queues {
			for _, r := range append([]string{replay.AllRanges}, g.ranges...) {
				v := Verdict{Trace: q.trace, Queue: q.queue, Range: r, Level: l}
				for _, m := range g.methods {
					if s := g.scores[scoreKey{q, r, m}]; s != nil && s.Jobs >= minJobs {
						v.add(s)
					}
				}
				if len(v.Methods) > 0 {
					v.begin()
					verdicts = append(verdicts, v)
				}
			}
		}
	}
	return verdicts
}

func (v *Verdict) add(s *replay.Score) {
	j := MethodVerdict{Score: s, Loss: math.NaN()}
	j.Difference = backtest.Estimate{Mean: math.NaN(), Low: math.NaN(), High: math.NaN()}
	switch target := v.Level.Target(); {
	case s.Bounded == 0:
		j.Status = Silent
	case s.IsCorrect():
		j.Status = Correct
	case s.CorrectHigh >= target:
		j.Status = OnEdge
	default:
		j.Status = Failed
	}
	v.Jobs, v.Scored = s.Jobs, s.Scored
	v.Methods = append(v.Methods, j)
}

// begin finds the reference and orders the methods.
func (v *Verdict) begin() {
	most := 0
	for _, j := range v.Methods {
		if j.Bounded > most {
			v.Reference, most = j.Method, j.Bounded
		}
		if j.Bounded > 0 && j.Method == "bmbp" {
			v.Reference, most = j.Method, math.MaxInt
		}
	}
	v.sort()
}

func (v *Verdict) sort() {
	slices.SortStableFunc(v.Methods, func(a, b MethodVerdict) int {
		switch {
		case a.Status != b.Status:
			return cmp.Compare(a.Status, b.Status)
		case a.Status == Recommended || a.Status == Correct:
			return cmp.Compare(a.Loss, b.Loss)
		}
		return cmp.Compare(b.Correct, a.Correct)
	})
}

// With lists the methods of a standing, in order.
func (v *Verdict) With(s Status) []MethodVerdict {
	var list []MethodVerdict
	for _, j := range v.Methods {
		if j.Status == s {
			list = append(list, j)
		}
	}
	return list
}

// Ranked lists methods in the order in which figures show them: those that verdicts recommend, on
// the most series first, then bmbp as the reference, then the others as they were.
func Ranked(verdicts []Verdict, names []string) []string {
	recommended := map[string]float64{"bmbp": 0.5}
	for i := range verdicts {
		for _, j := range verdicts[i].With(Recommended) {
			recommended[j.Method]++
		}
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		return cmp.Compare(recommended[b], recommended[a])
	})
}

// Wants reports whether Decide needs the bounds of a method: of the reference, and of those that
// may be candidates.
func (v *Verdict) Wants(method string) bool {
	return method == v.Reference || slices.ContainsFunc(v.Methods, func(j MethodVerdict) bool {
		return j.Method == method && j.Status <= Correct
	})
}

// Decide chooses among the candidates, once, by the waits of the scored jobs and the bounds of
// methods for them, NaN for none. Without a job that all candidates bound none is told from
// another.
func (v *Verdict) Decide(waits []float64, bounds func(method string) []float64) {
	if len(v.With(Correct)) == 0 {
		return
	}
	var candidates []*MethodVerdict
	var given [][]float64 // bounds of the candidates
	reference := bounds(v.Reference)
	for i := range v.Methods {
		j := &v.Methods[i]
		if j.Status != Correct {
			continue
		}
		b, both, all := bounds(j.Method), 0, 0
		for k, r := range reference {
			if !math.IsNaN(r) {
				all++
				if !math.IsNaN(b[k]) {
					both++
				}
			}
		}
		if float64(both) < leastBounded*float64(all) {
			j.Status = Sparse
			continue
		}
		candidates, given = append(candidates, j), append(given, b)
	}
	v.choose(candidates, losses(waits, given, v.Level.Quantile))
	v.sort()
}

// choose sets standing, loss and difference of candidates with these losses on their common jobs.
func (v *Verdict) choose(candidates []*MethodVerdict, losses [][]float64) {
	if len(candidates) == 0 {
		return
	}
	v.Common = len(losses[0])
	means, above := compareLosses(losses, bootstrap, -1)
	for i, j := range candidates {
		j.Loss, j.Difference = means[i], above[i]
		if v.Common == 0 || j.Difference.Low <= 0 {
			j.Status = Recommended
		}
	}
}
