package wait

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"waitbench/methods"
	"waitbench/methods/curves"
	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// Answer is the answer of a method about the wait of a job that is submitted at
// a moment, or about the remaining wait of a job that waits already. It has how
// the method did recently.
type Answer struct {
	Job        replay.Job     // submitted at the moment of the answer
	Series     *replay.Series // whose jobs the method knows; at Ages for a job that waits
	Score      replay.Score   // of the method on the series
	Name       string         // of the job in the batch system; empty if it is not known
	Age        float64        // of the job, seconds
	Method     string         // empty for no answer about a job that waits
	Status     verdict.Status // of the method on the series
	Chosen     bool           // by the verdict, among several methods
	Reason     string         // why there is no bound to rely on: the job cannot start, or is compared; else empty
	Unreliable string         // sentence on why the verdict chooses none of these; empty if it does
	Levels     []methods.Level
	Bounds     []float64 // by level, seconds; NaN for none
	Within     []float64 // requested times, seconds
	Shares     []float64 // least share of such jobs that start within each
	Expected   float64   // seconds; NaN for none
	Down       bool      // the machine seems to start no jobs

	// Recent counts the scored jobs of the last RecentDays, and the misses of
	// their bounds at the first level.
	Recent backtest.Sequence

	history int // waits that the method counts, of the series; 0 if it does not say
}

// RecentDays is the age in days of the oldest jobs that count as recent.
const RecentDays = 90

// Ages are the ages in seconds at which bounds of remaining waits are compared
// with the waits of earlier jobs. A Leveled has levels of its own there.
var Ages = slices.Clone(curves.Ages[:])

// Reached returns the greatest of Ages that the job has reached, or the
// first; 0 for a job submitted now.
func (a *Answer) Reached() (age float64) {
	for i, reached := range Ages {
		if a.waits() && (i == 0 || reached <= a.Age) {
			age = reached
		}
	}
	return age
}

// newAnswer chooses among results for the job at a position of their series:
// the first candidate of the verdict that bounds the job. Without a candidate,
// the result for a job submitted now is of the best method, but its bounds are
// no answer. Where no job shows how bounds hold, the first method that bounds
// the job is chosen.
func newAnswer(v *verdict.Verdict, results []*replay.Result, job int) (*Answer, *replay.Result) {
	r := results[0]
	a := &Answer{Job: r.Job(job), Series: r.Series, Age: r.Waited(job), Status: verdict.Silent,
		Chosen: len(results) > 1}
	resultOf := func(method string) *replay.Result {
		return results[slices.IndexFunc(results,
			func(r *replay.Result) bool { return r.Score.Method == method })]
	}
	for _, m := range slices.Backward(v.Methods) { // the first with a bound for the job
		if of := resultOf(m.Method); table.Known(of.Bound(job)) {
			r, a.Status = of, m.Status
		}
	}
	a.Score = r.Score
	bounded, judged := table.Known(r.Bound(job)), a.Chosen && v.Reference != ""
	noCandidate := judged && len(v.With(verdict.Recommended)) == 0
	switch best := v.Find(v.Best); {
	case bounded && (a.Status <= verdict.Candidate || !judged):
	case a.waits():
		if noCandidate {
			a.Unreliable = v.Unreliable("here")
		}
		return a, r
	case !bounded:
	case noCandidate:
		a.Unreliable = v.Unreliable("here")
		if best != nil {
			r, a.Status = resultOf(v.Best), best.Status
		}
	default:
		a.Unreliable = "No method that can be relied on here bounds the wait of this job."
	}
	a.Score, a.Method = r.Score, r.Score.Method
	a.Expected, _ = r.Forecast(job)
	a.countRecent(r)
	return a, r
}

func (a *Answer) waits() bool { return a.Score.Age > 0 }

// countRecent adds the recent jobs that have waited as long as the job.
func (a *Answer) countRecent(r *replay.Result) {
	from, reached := a.Job.Submit-RecentDays*86400, a.Reached()
	recent := sort.Search(a.Series.Len(), func(i int) bool { return a.Series.Job(i).Submit >= from })
	for i := max(r.First, recent); i < a.Series.Len(); i++ {
		j, b := a.Series.Job(i), r.Bound(i)
		if r.Waited(i) == reached && table.Known(b) && !math.IsInf(j.Wait, 1) {
			a.Recent.Add(!a.Score.Level().Covers(j.Wait, b))
		}
	}
}

// addQuantiles sets the bounds of the job at several upper levels, the first of
// which is the level of the result, and the shares of jobs that start within
// times. A method that can bound any quantile from the same history does so;
// for other methods more returns the results at the further levels. A share is
// the greater of two: the largest quantile with a bound within the time, and
// the share by a method that knows the distribution of waits.
func (a *Answer) addQuantiles(r *replay.Result, job int, levels []methods.Level, within []float64,
	more func() ([]*replay.Result, error)) error {
	a.Levels, a.Within, a.Shares = levels, within, make([]float64, len(within))
	if a.Unreliable != "" || a.Method == "" {
		a.Bounds, a.Expected = slices.Repeat([]float64{math.NaN()}, len(levels)), math.NaN()
		return nil
	}
	a.Bounds = []float64{r.Bound(job)}
	isLadder := false
	err := r.WithPredictor(func(p methods.Predictor, last methods.Query) {
		isLadder = a.askPredictor(p, last)
	})
	if err == nil && !isLadder && len(levels) > 1 {
		var results []*replay.Result
		results, err = more()
		for _, r := range results {
			a.Bounds = append(a.Bounds, r.Bound(job))
		}
	}
	if err != nil {
		return err
	}
	for i := 1; i < len(levels); i++ { // the first bound, which the record is of, stays
		for k, higher := range levels { // a bound of a quantile also bounds every smaller one
			if higher.Quantile > levels[i].Quantile && a.Bounds[k] < a.Bounds[i] {
				a.Bounds[i] = a.Bounds[k]
			}
		}
		if levels[i].Quantile > levels[0].Quantile && a.Bounds[i] < a.Bounds[0] {
			a.Bounds[i] = a.Bounds[0]
		}
	}
	if !isLadder {
		a.addShares(levels, a.Bounds)
	}
	return nil
}

// askPredictor adds what the predictor knows after the last job. It adds bounds
// and reports true if the predictor can bound any quantile.
func (a *Answer) askPredictor(p methods.Predictor, job methods.Query) (isLadder bool) {
	inverse, isInverse := p.(methods.CDF)
	if isInverse {
		for i, d := range a.Within {
			a.Shares[i] = inverse.Probability(job, d)
		}
	}
	ladder, isLadder := p.(methods.QuantileBounder)
	if !isLadder {
		return false
	}
	boundAt := func(l methods.Level) float64 {
		if b, ok := ladder.BoundAt(job, l); ok {
			return b
		}
		return math.NaN()
	}
	for _, l := range a.Levels[1:] {
		a.Bounds = append(a.Bounds, boundAt(l))
	}
	for percent := 1; percent < 100 && !isInverse && len(a.Within) > 0; percent++ {
		l := a.Levels[0]
		l.Quantile = float64(percent) / 100
		a.addShares([]methods.Level{l}, []float64{boundAt(l)})
	}
	if h, ok := p.(interface{ HistoryLen() int }); ok {
		a.history = h.HistoryLen()
	}
	if q, ok := p.(*methods.QBETS); ok {
		a.Down = q.IsDown(job.Submit)
	}
	return true
}

// addShares raises the shares to the levels that have a bound within the times.
func (a *Answer) addShares(levels []methods.Level, bounds []float64) {
	for i, d := range a.Within {
		for k, l := range levels {
			if bounds[k] <= d {
				a.Shares[i] = max(a.Shares[i], l.Quantile)
			}
		}
	}
}

// Sentences explains the answer, and is empty where there is none about a job
// that is submitted now.
func (a *Answer) Sentences() []string {
	if a.Reason != "" {
		return []string{fmt.Sprintf("Job %s cannot start: %s.", a.JobName(), a.Reason)}
	}
	main := slices.IndexFunc(a.Bounds, table.Known)
	if main < 0 && !table.Known(a.Expected) && a.Unreliable == "" && !a.waits() {
		return nil
	}
	queue := "the queue"
	if a.Series.Range != replay.AllRanges {
		queue += " with " + a.Series.Range + " processors"
	}
	values := map[string]any{
		"Wait": a, "Main": main, "Queue": queue, "Days": RecentDays, "Waits": a.waits(),
		"Untried": main == 0 && a.Score.Bounded == 0 && !a.waits(),
		"Fails":   a.Status == verdict.TooShort,
		"Floods":  verdict.RecentlyShort(&a.Score),
		"Recent":  replay.Recent, "Half": math.NaN(), "By": a.startBy(max(main, 0)).Text,
	}
	median := func(l methods.Level) bool { return l.Quantile == 0.5 }
	if i := slices.IndexFunc(a.Levels, median); i > main {
		values["Half"] = a.Bounds[i]
	}
	return table.New("wait", values).Notes
}

// JobName returns the job with its name in the batch system, if that is known.
func (a *Answer) JobName() string {
	id := fmt.Sprint(a.Job.ID)
	if a.Job.ID < 0 {
		return a.Name
	}
	if a.Name == "" || a.Name == id {
		return id
	}
	return fmt.Sprintf("%s (%s)", id, a.Name)
}

// HeldShare returns the share of the recent jobs that started within their
// bounds; NaN without such jobs.
func (a *Answer) HeldShare() float64 {
	return float64(a.Recent.Jobs-a.Recent.Misses) / float64(a.Recent.Jobs)
}

// FewRecent reports whether there are fewer recent jobs than an order statistic
// needs.
func (a *Answer) FewRecent() bool { return a.Recent.Jobs < a.Levels[0].Smallest() }

// Trusted reports whether users can rely on the answer: the method bounds the
// job, is a candidate of the verdict, and was not short lately. Bounds of
// remaining waits must have held for enough of the recent jobs, too.
func (a *Answer) Trusted() bool {
	if a.Reason != "" {
		return false
	}
	if a.waits() {
		return a.Method != "" && !a.FewRecent() &&
			a.HeldShare() >= a.Levels[0].Target()-verdict.ShortBy
	}
	return table.Known(a.Bounds[0]) && a.Status <= verdict.Candidate &&
		!verdict.RecentlyShort(&a.Score)
}
