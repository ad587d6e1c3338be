package methods

import (
	"sync"

	"waitbench/methods/curves"
	"waitbench/methods/forest"
)

var forestMethod = Method{
	Name: "forest",
	Doc: "quantile regression forest on the machine's state; " +
		"trees learn as jobs start, and the level follows hits and misses; " +
		"seed=1 of the random numbers",
	Source: "this project; trees after Breiman, Random Forests, and Meinshausen, " +
		"Quantile Regression Forests",
	Cite: []string{Project, "Breiman01", "Meinshausen06"},
	ChosenOn: []string{
		"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "SDSC-DS-2004-2.1-cln",
		"SDSC-Par-1996-3.1-cln", "CTC-SP2-1996-3.1-cln", "HPC2N-2002-2.2-cln",
		"LANL-CM5-1994-4.1-cln", "SDSC-BLUE-2000-4.2-cln",
		"METACENTRUM-2009-2", "MetaCentrum-wagap-2013"},
	LookedAt:  []string{"CEA-Curie-2011-2.1-cln", "RICC-2010-2"},
	Variants:  500, // about as many: results/forest-trials.md
	Claims:    Claims{Sides: BothSides, Least: Level.Smallest, Monotone: true},
	Configure: configureForester(func(seed uint64) curveForecaster { return forest.New(seed) }),
	Bound:     newLeveled,
}

var boostMethod = Method{
	Name: "boost",
	Doc: "quantile boosting on forest's features; " +
		"60 trees a fit, the mean of three fits, whose values learn as jobs start; with forest's " +
		"level; seed=1 of the random numbers",
	Source: "this project; quantile boosting after Friedman, Greedy Function Approximation: " +
		"A Gradient Boosting Machine",
	Cite:      []string{Project, "Friedman01"},
	ByName:    true,
	ChosenOn:  forestMethod.ChosenOn,
	Variants:  35,
	Claims:    forestMethod.Claims,
	Configure: configureForester(func(seed uint64) curveForecaster { return forest.NewBoost(seed) }),
	Bound:     newLeveled,
}

// curveForecaster is a forecaster of package forest.
type curveForecaster interface {
	Forecast(id int, job forest.Submission, free, capacity int64, wanted bool) curves.Curve
	Submitted(id int)
	Started(id int, start float64)
	Ended(id int, now, run float64)
	Refit()
}

// configureForester returns the Configure of a method with a seed. Methods of the
// same seed share forecasts.
func configureForester(start func(seed uint64) curveForecaster) func(*Method, *Params) {
	var specs sync.Map // *ForecasterSpec by seed
	return func(m *Method, p *Params) {
		seed := p.Count("seed", 1)
		spec, _ := specs.LoadOrStore(seed, &ForecasterSpec{
			Name: m.Name + p.kept,
			New:  func(LogInfo) (Forecaster, error) { return &forester{start(uint64(seed))}, nil },
		})
		m.Forecaster = spec.(*ForecasterSpec)
	}
}

func newLeveled(s Settings) Predictor {
	return &leveled{curves.NewSeries(curves.Settings{Quantile: s.Quantile,
		Lower: s.Side == Lower, Least: s.Smallest(), Ticks: s.Ticks})}
}

// forester is the forecaster of forest or boost.
type forester struct{ forest curveForecaster }

func (f *forester) Forecast(j *QueuedJob, m *Machine) Forecast {
	forecast := NoForecast
	job := forest.Submission{Submit: j.Submit, Procs: j.Procs, Estimate: j.Estimate, User: j.User,
		Queue: j.Queue, Run: j.Run}
	if curve := f.forest.Forecast(j.Index, job, m.Free, m.Capacity, !j.Skip); curve != nil {
		forecast.Curve, forecast.Wait = curve, curve.Quantile(.5)
		forecast.Turnaround = forecast.Wait + j.Run
	}
	return forecast
}

func (f *forester) Submitted(j *QueuedJob, _ *Machine) { f.forest.Submitted(j.Index) }

func (f *forester) Started(j *QueuedJob, _ *Machine) { f.forest.Started(j.Index, j.Start) }

func (f *forester) Ended(j *QueuedJob, now, run float64, _ *Machine) {
	f.forest.Ended(j.Index, now, run)
}

func (f *forester) Refit(float64) { f.forest.Refit() }

// leveled is the predictor of forest. It bounds where the forecaster returns
// the distribution of a wait.
type leveled struct{ series *curves.Series }

func (p *leveled) Observe(e Event) {
	if e.Kind == Started {
		p.series.Started(e.Index, e.Submit, e.Wait)
	}
}

func (p *leveled) Refit(now float64) { p.series.Refit(now) }

func (p *leveled) Predict(q Query) (float64, bool) {
	if q.Forecast.Curve == nil {
		return 0, false
	}
	return p.series.Bound(q.Index, q.Submit, q.User, q.Forecast.Curve)
}

// Queued bounds a job that may never start, as any job.
func (p *leveled) Queued(q Query) { p.Predict(q) }

func (p *leveled) Left(q Query, wait float64) { p.series.Left(q.Index, q.Submit, wait) }

// BoundRemaining is by the curve at submission, given that the wait exceeds
// age.
func (p *leveled) BoundRemaining(q Query, _ Level, age float64) (float64, bool) {
	if q.Forecast.Curve == nil {
		return 0, false
	}
	return p.series.Remaining(q.Forecast.Curve, age)
}

// Probability is by the curve; 0 for a job without one.
func (p *leveled) Probability(q Query, d float64) float64 {
	if q.Forecast.Curve == nil {
		return 0
	}
	return curves.Curve(q.Forecast.Curve).Probability(d)
}
