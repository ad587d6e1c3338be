package verdict

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
)

// Verdict judges the methods on one series at one level: which can be trusted,
// and how tight their bounds are.
//
// A method is short as Short decides, with Holm over the judged queues of the
// log, and apart from them over all judged ranges of processors. It is compared
// if it bounds at least 90 % of the scored jobs that bmbp bounds. Losses are mean
// pinball losses, and below 1 s they count as 1 s in factors and ratios.
//
// The best method has the lowest loss among the compared methods that are
// built in and not short, on the jobs that all of these bound. The factor of
// a compared method is its loss over the loss of the best method, on the jobs
// that both bound. Candidates are the compared methods that are not short, with
// a share covered of at least the target less 0.02, and a factor of 3 at most. So
// a method that is not short only because its bounds are far too long is none.
//
// A verdict recommends the candidate with the lowest loss on the jobs that all
// compared methods bound which are not short, and each candidate that a block
// bootstrap cannot distinguish from it: the interval of the difference holds 0.
// Of these the first, which is the choice, is recommended on most queues of the
// log, and then has the lowest loss over its queues. If there is no candidate, no
// method can be relied on. Series of fewer jobs than the run's min_jobs are not
// judged.
type Verdict struct {
	Log, Queue, Range string // Range is replay.AllRanges for the jobs of every size
	Level             methods.Level
	Jobs              int // of the series
	Scored            int
	MedianWait        float64 // of the scored jobs, seconds; NaN before Compare
	LongWait          float64 // of them, the target quantile; NaN too
	Reference         string  // bmbp, or the method that bounds most jobs if bmbp bounds none
	Best              string  // the best method; empty for none
	Common            int     // jobs that all compared methods bound which are not short

	// Methods are ordered by status, the recommended ones then as above, other
	// compared methods that are not short by loss, and the rest by share covered,
	// the highest first. There is at least one.
	Methods []Method
}

// Method is a method in a verdict.
type Method struct {
	*replay.Score // on the series, each method on the jobs that it bounds
	Status        Status
	Factor        float64           // loss over the loss of the best method; NaN unless compared
	Loss          float64           // on the common jobs, seconds; NaN if short or not compared
	Difference    backtest.Estimate // of that loss less the lowest one of a candidate, by job
	*OnLog                          // nil without bounds
}

// OnLog sums up a method over the judged queues of a log.
type OnLog struct {
	Chosen int     // queues on which it is recommended, as Choose counts them
	Ratio  float64 // of its loss to that of bmbp, each on its jobs: geometric mean
}

// Status is the result of a method in a verdict.
type Status int

// The statuses, the best first.
const (
	Recommended Status = iota // a candidate, and none is known to be tighter
	Candidate                 // one with a higher loss
	Unsure                    // not short, but the share is more than ShortBy below the target
	Wide                      // not short, but its factor is too large
	Sparse                    // not short, but bounds fewer than 90 % of the jobs that bmbp bounds
	TooShort                  // short
	Silent                    // bounds no job
)

// String returns the status as tables show it, if nothing is known of the share.
func (s Status) String() string {
	return [...]string{"recommended", Holds, Near, "wide", "few bounds", "short", "no bounds"}[s]
}

// The words for a method that is not short: its share is not below the target, or
// it is below by no more than chance.
const (
	Holds = "holds"
	Near  = "near"
)

// Word returns the status in a word: of a candidate, whether it holds or is near.
func (m *Method) Word() string {
	if m.Status == Candidate && !m.IsCorrect() {
		return Near
	}
	return m.Status.String()
}

const (
	LeastBounded = 0.9  // share of the jobs bounded by the reference that a compared method bounds
	mostFactor   = 3    // of a candidate
	nearMiss     = 0.03 // most that the share of a short method is below the target to be near
)

// bootstrap compares losses in verdicts.
var bootstrap = backtest.Bootstrap{Resamples: 1999, Confidence: 0.95, Seed: 1}

// Judge returns the verdicts on all series of minJobs jobs or more, in the
// order of tables, as far as scores alone decide. Methods that are Candidate may
// be none, until Compare has seen their bounds.
func Judge(scores []replay.Score, minJobs int) []Verdict {
	var verdicts []Verdict
	for _, l := range LevelsIn(scores) {
		all, _ := SeriesAt(scores, l, minJobs)
		for _, s := range all {
			v := Verdict{Log: s.Log, Queue: s.Queue, Range: s.Range, Level: l,
				MedianWait: math.NaN(), LongWait: math.NaN()}
			for _, score := range s.Scores {
				if score.Jobs >= minJobs {
					v.add(score)
				}
			}
			if len(v.Methods) > 0 {
				verdicts = append(verdicts, v)
			}
		}
	}
	judgeLogs(verdicts)
	for i := range verdicts {
		verdicts[i].sort()
	}
	return verdicts
}

// judgeLogs finds out where each method is short, and sums it up over the judged
// queues of its log.
func judgeLogs(verdicts []Verdict) {
	type family struct {
		log, method string
		level       methods.Level
		ranges      bool // the ranges of processors, not whole queues
	}
	families, sums := map[family][]verdictRow{}, map[family]*OnLog{}
	for _, r := range ofMethods(verdicts) {
		key := family{r.Verdict.Log, r.Method.Method, r.Verdict.Level, false}
		if sums[key] == nil {
			sums[key] = &OnLog{}
		}
		r.OnLog, key.ranges = sums[key], r.Verdict.Range != replay.AllRanges
		families[key] = append(families[key], r)
	}
	for key, list := range families {
		var shares []Share
		var ratios []float64
		for _, r := range list {
			shares = append(shares, ShareOf(r.Score))
			ratios = append(ratios, LossRatio(r.Pinball, r.Find(r.Reference).Pinball))
		}
		for i, short := range Short(shares) {
			if short {
				list[i].Status = TooShort
			} else if s := shares[i]; s.Covered < s.Target-ShortBy-table.Rounding {
				list[i].Status = Unsure
			}
		}
		if !key.ranges {
			list[0].Ratio = backtest.Geometric(ratios)
		}
	}
}

// Choose brings the recommended methods of each verdict into their order. It is
// called once, with all verdicts on the queues of a log, when all are compared.
func Choose(verdicts []Verdict) {
	for _, r := range ofMethods(verdicts) {
		if r.Status == Recommended && r.Verdict.Range == replay.AllRanges {
			r.Chosen++
		}
	}
	for i := range verdicts {
		verdicts[i].sort()
	}
}

func (v *Verdict) add(s *replay.Score) {
	nan := math.NaN()
	m := Method{Score: s, Loss: nan, Factor: nan, Status: Candidate}
	m.Difference = backtest.Estimate{Mean: nan, Low: nan, High: nan}
	if s.Bounded == 0 {
		m.Status = Silent
	}
	if reference := v.Find(v.Reference); s.Bounded > 0 &&
		(reference == nil || s.Method == Reference ||
			v.Reference != Reference && s.Bounded > reference.Bounded) {
		v.Reference = s.Method
	}
	v.Jobs, v.Scored = s.Jobs, s.Scored
	v.Methods = append(v.Methods, m)
}

func (v *Verdict) sort() {
	slices.SortStableFunc(v.Methods, func(a, b Method) int {
		switch {
		case a.Status != b.Status:
			return cmp.Compare(a.Status, b.Status)
		case a.Status == Recommended:
			return cmp.Or(cmp.Compare(b.Chosen, a.Chosen), cmp.Compare(a.Ratio, b.Ratio))
		case a.Status <= Wide:
			return cmp.Compare(a.Loss, b.Loss)
		}
		return cmp.Compare(b.Coverage, a.Coverage)
	})
}

// Find returns the verdict on a method, or nil.
func (v *Verdict) Find(method string) *Method {
	for i := range v.Methods {
		if v.Methods[i].Method == method {
			return &v.Methods[i]
		}
	}
	return nil
}

// With lists the methods with a status, in order.
func (v *Verdict) With(s Status) []Method {
	var list []Method
	for _, m := range v.Methods {
		if m.Status == s {
			list = append(list, m)
		}
	}
	return list
}

// namesWith lists the names of the methods with a status.
func (v *Verdict) namesWith(s Status) (list []string) {
	for _, m := range v.With(s) {
		list = append(list, m.Method)
	}
	return list
}

// BySeries finds verdicts by log, queue and range: one for each level.
func BySeries(verdicts []Verdict) map[[3]string][]*Verdict {
	m := map[[3]string][]*Verdict{}
	for i := range verdicts {
		v := &verdicts[i]
		series := [...]string{v.Log, v.Queue, v.Range}
		m[series] = append(m[series], v)
	}
	return m
}

// AllSizes returns the verdicts on all jobs of each queue at a level.
func AllSizes(all []Verdict, l methods.Level) []Verdict {
	return slices.DeleteFunc(slices.Clone(all), func(v Verdict) bool {
		return v.Range != replay.AllRanges || v.Level != l
	})
}

// Ranked lists methods, the best first: the ones recommended on most series,
// then bmbp as the reference, then by the series on which they hold, and
// by loss.
func Ranked(verdicts []Verdict, names []string) []string {
	totals, recommended := map[string]Total{}, map[string]float64{Reference: 0.5}
	for _, t := range Totals(verdicts, names) {
		totals[t.Method()] = t
		recommended[t.Method()] += float64(t.With(Recommended))
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		s, t := totals[a], totals[b]
		return cmp.Or(cmp.Compare(recommended[b], recommended[a]), t.Holds()-s.Holds(),
			cmp.Compare(s.Geometric(), t.Geometric()))
	})
}

// tighter lists the near misses: methods that are short or Unsure and miss the
// target by 0.03 at most, at less than half of the loss of the method recommended
// first.
func (v *Verdict) tighter() []Method {
	return slices.DeleteFunc(slices.Clone(v.Methods), func(m Method) bool {
		return v.Methods[0].Status != Recommended || m.Status != TooShort && m.Status != Unsure ||
			!(m.Coverage >= v.Level.Target()-nearMiss-table.Rounding &&
				m.Factor < v.Methods[0].Factor/2)
	})
}

// Compare compares the methods by the waits of the scored jobs and the bounds of
// methods for them, NaN for none. It must be called once, before Choose. If the
// compared methods that are not short bound no job in common, all candidates are
// recommended.
func (v *Verdict) Compare(waits []float64, bounds func(method string) []float64) {
	if v.Reference == "" {
		return
	}
	if sorted := slices.Sorted(slices.Values(waits)); len(sorted) > 0 {
		rank := math.Ceil(v.Level.Target()*float64(len(sorted)) - 1e-9)
		v.LongWait = sorted[max(0, int(rank)-1)]
		v.MedianWait = backtest.Median(sorted) // which changes the order
	}
	compared := v.compared(bounds)
	v.setFactors(waits, compared)
	v.recommend(waits, compared)
	v.sort()
}

// compared returns the bounds of the methods with enough of them, by method. The
// others are Sparse.
func (v *Verdict) compared(bounds func(method string) []float64) map[string][]float64 {
	reference, compared := bounds(v.Reference), map[string][]float64{}
	for i := range v.Methods {
		m := &v.Methods[i]
		if b := bounds(m.Method); boundsEnough(b, reference) {
			compared[m.Method] = b
		} else if m.Status < Sparse {
			m.Status = Sparse
		}
	}
	return compared
}

// recommend finds the candidates with the lowest losses among the compared methods
// that are not short. A method with too large a factor is no candidate.
func (v *Verdict) recommend(waits []float64, compared map[string][]float64) {
	var holding []*Method
	var bounds [][]float64 // of holding
	for i := range v.Methods {
		m := &v.Methods[i]
		if m.Status > Unsure {
			continue
		}
		if m.Factor > mostFactor {
			m.Status = Wide
		}
		holding, bounds = append(holding, m), append(bounds, compared[m.Method])
	}
	if len(holding) == 0 {
		return
	}
	losses := Losses(waits, bounds, v.Level.Quantile)
	v.Common = len(losses[0])
	for i, m := range holding {
		m.Loss = backtest.Mean(losses[i])
	}
	for i, difference := range compareLosses(losses, bootstrap, leastLoss(holding)) {
		m := holding[i]
		m.Difference = difference
		if m.Status == Candidate && (v.Common == 0 || difference.Low <= 0) {
			m.Status = Recommended
		}
	}
}

// leastLoss returns the position of the method with the lowest loss, of a candidate if
// there is one.
func leastLoss(holding []*Method) (at int) {
	for i, m := range holding {
		l := holding[at]
		if cmp.Or(cmp.Compare(m.Status, l.Status), cmp.Compare(m.Loss, l.Loss)) < 0 {
			at = i
		}
	}
	return at
}

// setFactors finds the best method, and sets the factors of methods with some
// bounds.
func (v *Verdict) setFactors(waits []float64, compared map[string][]float64) {
	var builtIn []string
	var bounds [][]float64 // of builtIn
	for _, m := range v.Methods {
		if b := compared[m.Method]; b != nil && m.Status < Sparse && methods.IsBuiltIn(m.Method) {
			builtIn, bounds = append(builtIn, m.Method), append(bounds, b)
		}
	}
	least := math.Inf(1)
	for i, list := range Losses(waits, bounds, v.Level.Quantile) {
		if loss := backtest.Mean(list); loss < least {
			v.Best, least = builtIn[i], loss
		}
	}
	for i := range v.Methods {
		m := &v.Methods[i]
		if b := compared[m.Method]; b != nil && v.Best != "" {
			losses := Losses(waits, [][]float64{b, compared[v.Best]}, v.Level.Quantile)
			m.Factor = LossRatio(backtest.Mean(losses[0]), backtest.Mean(losses[1]))
		}
	}
}

// LossRatio returns a loss over another one, in seconds. Losses below 1 s count
// as 1 s.
func LossRatio(loss, other float64) float64 { return max(loss, 1) / max(other, 1) }

// boundsEnough reports whether a method bounds enough of the jobs that the
// reference bounds to be compared.
func boundsEnough(bounds, reference []float64) bool {
	common, all := 0, 0
	for k, r := range reference {
		if !math.IsNaN(r) {
			all++
			if !math.IsNaN(bounds[k]) {
				common++
			}
		}
	}
	return float64(common) >= LeastBounded*float64(all)
}

// Losses returns the pinball losses of each list of bounds, on the jobs that
// all lists bound.
func Losses(waits []float64, bounds [][]float64, quantile float64) [][]float64 {
	lists := make([][]float64, len(bounds))
	for i := range lists {
		lists[i] = make([]float64, 0, len(waits))
	}
	for k, wait := range waits {
		if slices.ContainsFunc(bounds, func(b []float64) bool { return math.IsNaN(b[k]) }) {
			continue
		}
		for i, b := range bounds {
			lists[i] = append(lists[i], backtest.Pinball(wait-b[k], quantile))
		}
	}
	return lists
}

// compareLosses returns the difference of each list of losses to the list base,
// on the same jobs.
func compareLosses(losses [][]float64, b backtest.Bootstrap, base int) []backtest.Estimate {
	above := make([]backtest.Estimate, len(losses))
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
	return above
}

// Reference is the method with which rankings compare the others.
const Reference = "bmbp"
