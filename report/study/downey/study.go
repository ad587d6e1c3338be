package downey

import (
	"context"
	"fmt"
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/lifetime"
	"waitbench/replay/backtest"
	"waitbench/report/study"
)

// WorkloadResult has the measurements with one workload.
type WorkloadResult struct {
	Seed    uint64
	Jobs    int
	Numbers []Number // in the same order for each seed
	Points  map[Label]*Points
}

// Label names a strategy and its assumptions.
type Label struct {
	Strategy  string
	Lifetimes string // assumed by the predictors; empty for strategies that do not predict
	Bias      string // the correction; empty for strategies without one
}

// Number is one measurement with one workload.
type Number struct {
	Label
	Name  string  // one of the names below
	Value float64 // NaN where there is none
}

// The strategies, as the paper calls them, and the measures against rebellion.
// AVG has the numbers that belong to no strategy.
const (
	AVG        = "AVG"
	OPT        = "OPT"
	PRED       = "PRED"
	BIAS       = "BIAS"
	HEUR       = "HEUR"
	MIN        = "MIN" // AVG with a minimum of processors
	LockIn     = "BIAS+lock-in"
	LockInRisk = "BIAS+lock-in+risk"
)

// Predictor is PRED for single jobs by predictor A alone, by B alone, or by A
// from a number of benefactors on and else by B. Its strategy has the parameter
// of method downey in its name.
type Predictor struct {
	Strategy string
	least    int // see lifetime.State
}

// Predictors are the predictors. The paper has the one of PRED itself.
var Predictors = []Predictor{
	{PRED + ":predictor=a", lifetime.OnlyA},
	{PRED + ":predictor=b", lifetime.OnlyB},
	{PRED + ":benefactors=1", 1},
	{PRED, lifetime.Usual},
	{PRED + ":benefactors=3", 3},
	{PRED + ":benefactors=4", 4},
}

// The names of numbers. Times are in seconds, shares and changes are fractions.
const (
	Jobs        = "jobs"
	Spoiled     = "spoiled"      // share of jobs that get all the processors they can use under AVG
	MeanRun     = "mean_run"     // under AVG
	MedianRun   = "median_run"   // under AVG
	MeanWork    = "mean_work"    // sequential run time
	MedianWork  = "median_work"  // the same
	Turnaround  = "turnaround"   // mean, with the strategy in force
	Wait        = "wait"         // mean, with the strategy in force
	Utilization = "utilization"  // in daytime
	Slower      = "slower"       // change of the mean turnaround against AVG
	Busier      = "busier"       // mean over days of the change of utilization against AVG
	Rebels      = "rebels"       // number of jobs
	RebelShare  = "rebel_share"  // of all jobs
	RebelPart   = "rebel_part"   // of the jobs that are not spoiled
	Saving      = "saving"       // a job
	OfOptimal   = "of_optimal"   // saving over OPT's
	Losers      = "losers"       // share of rebels
	ClearLosers = "clear_losers" // share of rebels that lose more than 0.05 s
	MedianSaved = "median_saved" // of rebels
	MeanSaved   = "mean_saved"   // of rebels
	MeanLost    = "mean_lost"    // of losers
	WorkRatio   = "work_ratio"   // mean work of rebels over the mean of docile jobs
	MinLog      = "min_log"      // natural logarithms of the shortest and longest lifetime assumed
	MaxLog      = "max_log"

	PointCount  = "points" // predictions of decisions to hold out
	Correlation = "correlation"
	Slope       = "slope"
	Intercept   = "intercept"
	Long        = "_10s"   // behind one of these four: of the points from 10 s on
	Every       = "_every" // or of all numbers of processors at first decisions

	// Behind that: of the numbers of processors with so many benefactors.
	Benefactors = "_benefactors_%d"
)

// Run runs the study, each seed in a goroutine, at most workers at a time.
// results[i] belongs to the i-th seed, for any number of workers. Progress
// counts seeds. Only the first result keeps its points.
func Run(ctx context.Context, c Config, workers int,
	progress study.Progress) ([]*WorkloadResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	results := make([]*WorkloadResult, c.Seeds)
	one := func(ctx context.Context, i int) error {
		results[i] = c.run(ctx, c.Seed+uint64(i))
		if i > 0 {
			results[i].Points = nil
		}
		return ctx.Err()
	}
	return results, study.Each(ctx, c.Seeds, workers, progress, one)
}

// strategies is a workload on its way through the strategies.
type strategies struct {
	*Config
	*WorkloadResult
	ctx     context.Context // once it has ended nothing more runs, and the result is void
	days    [][]job
	avg     outcome        // under AVG
	fitted  lifetime.Model // to the allocated times under AVG
	spoiled float64        // jobs that get all the processors they can use under AVG
	optimal float64        // saving of OPT, seconds a job
}

func (c *Config) run(ctx context.Context, seed uint64) *WorkloadResult {
	result := &WorkloadResult{Seed: seed, Points: map[Label]*Points{}}
	s := &strategies{Config: c, WorkloadResult: result, ctx: ctx, days: c.draw(seed)}
	s.average()
	for _, l := range c.Lifetimes {
		m := c.lifetimes(l, s.fitted)
		shortest, longest := m.Range()
		s.add(Label{PRED, l, ""}, value{MinLog, math.Log(shortest)},
			value{MaxLog, math.Log(longest)})
	}
	s.both(Label{Strategy: OPT}, optimal, nil)
	s.both(Label{Strategy: HEUR}, heuristic, nil)
	s.whole(Label{Strategy: MIN}, minimum)
	for _, l := range c.Lifetimes {
		s.predict(l, c.lifetimes(l, s.fitted))
	}
	return s.WorkloadResult
}

func (s *strategies) average() {
	var runs, works []float64
	var history lifetime.History
	s.avg = s.simulate(s.ctx, s.days, average, nil, func(j *job, _ *machine, n int64) {
		if n == j.usable {
			s.spoiled++
		}
		run := j.Run(n)
		runs = append(runs, run)
		works = append(works, j.Work)
		history.Insert(float64(n) * run)
	})
	var ok bool
	if s.fitted, ok = history.Fit(); !ok {
		s.fitted = s.lifetimes(work, s.fitted) // hardly any jobs
	}
	s.Jobs = len(runs)
	jobs := float64(s.Jobs)
	s.add(Label{Strategy: AVG}, value{Jobs, jobs}, value{Spoiled, s.spoiled / jobs},
		value{MeanRun, backtest.Mean(runs)}, value{MedianRun, backtest.Median(runs)},
		value{MeanWork, backtest.Mean(works)}, value{MedianWork, backtest.Median(works)},
		value{Turnaround, s.avg.turnaround}, value{Wait, s.avg.wait},
		value{Utilization, backtest.Mean(s.avg.utilization)})
}

// predict measures PRED, BIAS with every correction, and the other predictors.
func (s *strategies) predict(lifetimes string, model lifetime.Model) {
	pred := Label{PRED, lifetimes, ""}
	p := &predictive{model: model, least: lifetime.Usual}
	s.both(pred, p.decide, p)
	for _, other := range Predictors {
		if other.Strategy != PRED {
			p := &predictive{model: model, least: other.least}
			s.single(Label{other.Strategy, lifetimes, ""}, p.decide, p)
		}
	}
	for _, bias := range s.Biases {
		correct := newCorrection(bias, s.Points[pred])
		p = &predictive{model: model, least: lifetime.Usual, correct: correct}
		s.both(Label{BIAS, lifetimes, bias}, p.decide, p)
		p.locked = true
		s.whole(Label{LockIn, lifetimes, bias}, p.decide)
		p.worth = leastGain
		s.whole(Label{LockInRisk, lifetimes, bias}, p.decide)
	}
}

// both measures a strategy for single jobs and in force. p is its predictor,
// nil if it has none.
func (s *strategies) both(l Label, r rule, p *predictive) {
	s.single(l, r, p)
	s.whole(l, r)
}

func (s *strategies) whole(l Label, r rule) {
	w := s.simulate(s.ctx, s.days, r, nil, nil)
	s.add(l, value{Turnaround, w.turnaround}, value{Slower, w.turnaround/s.avg.turnaround - 1},
		value{Wait, w.wait}, value{Utilization, backtest.Mean(w.utilization)},
		value{Busier, w.change(&s.avg)})
}

// single takes the jobs one at a time from AVG's schedule, which stays as it
// is. Each decides by a rule as if all others behaved as under AVG.
func (s *strategies) single(l Label, r rule, p *predictive) {
	var points Points
	var every fit.Moments
	var by [MostBenefactors + 1]fit.Moments
	if p != nil {
		p.points = &points
		defer func() { p.points = nil }()
	}
	var scratch machine
	var savings []float64
	var rebelWork, docileWork, docile float64
	s.simulate(s.ctx, s.days, average, func(j *job, m *machine, later []job) {
		if m.free >= j.usable {
			return
		}
		if p != nil && p.correct == nil {
			p.every(j, m, &every, &by)
		}
		scratch = machine{m.now, m.free, append(scratch.running[:0], m.running...)}
		if n, held := begin(r, j, &scratch, later); held {
			savings = append(savings, j.Run(m.free)-(scratch.now-m.now+j.Run(n)))
			rebelWork += j.Work
		} else {
			docile++
			docileWork += j.Work
		}
	}, nil)
	s.addRebels(l, savings, rebelWork/float64(len(savings))/(docileWork/docile))
	if p == nil {
		return
	}
	s.Points[l] = &points
	s.line(l, "", points.moments(0))
	s.line(l, Long, points.moments(10))
	s.line(l, Every, every)
	for n := range by {
		s.line(l, Every+fmt.Sprintf(Benefactors, n), by[n])
	}
}

// A loss that rounds to 0.0 s may not have counted as one in the paper.
const clearLoss = 0.05

// addRebels adds the numbers of the rebels by what each saves, seconds.
func (s *strategies) addRebels(l Label, savings []float64, workRatio float64) {
	var saved, lost, losers, clearLosers float64
	for _, saving := range savings {
		saved += saving
		if saving < 0 {
			losers++
			lost -= saving
		}
		if saving < -clearLoss {
			clearLosers++
		}
	}
	jobs, rebels := float64(s.Jobs), float64(len(savings))
	if l.Strategy == OPT {
		s.optimal = saved / jobs
	}
	s.add(l, value{Rebels, rebels}, value{RebelShare, rebels / jobs},
		value{RebelPart, rebels / (jobs - s.spoiled)}, value{Saving, saved / jobs},
		value{OfOptimal, saved / jobs / s.optimal}, value{Losers, losers / rebels},
		value{ClearLosers, clearLosers / rebels}, value{MedianSaved, backtest.Median(savings)},
		value{MeanSaved, saved / rebels}, value{MeanLost, lost / losers},
		value{WorkRatio, workRatio})
}

// line adds the line of ln actual on ln predicted times, nothing if there are
// no points.
func (s *strategies) line(l Label, suffix string, m fit.Moments) {
	if m.X.N > 0 {
		slope, intercept := m.Line()
		s.add(l, value{PointCount + suffix, float64(m.X.N)},
			value{Correlation + suffix, m.Correlation()},
			value{Slope + suffix, slope}, value{Intercept + suffix, intercept})
	}
}

type value struct {
	name  string
	value float64
}

func (s *strategies) add(l Label, values ...value) {
	for _, v := range values {
		s.Numbers = append(s.Numbers, Number{l, v.name, v.value})
	}
}
