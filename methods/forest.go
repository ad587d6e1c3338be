package methods

import (
	"slices"
	"sync"

	"waitbench/methods/curves"
	"waitbench/methods/forest"
)

var forestMethod = Method{
	Name: "forest",
	Doc: "quantile regression forest on the machine's state; trees learn as jobs start; " +
		"level=misses (default) follows hits and misses, level=pid is conformal PID control, " +
		"level=none takes the quantile as it is; seed=1 of the random numbers; " +
		"bounds once 59 waits of a queue are known; a bound that a job outlives before it is " +
		"cancelled is a miss: without these, queues lose up to 4 % less, and share_all is up to " +
		".006 lower",
	Source: "this project; trees after Breiman, Random Forests, and Meinshausen, " +
		"Quantile Regression Forests",
	Cite: []string{Project, "Breiman01", "Meinshausen06"},
	ChosenOn: []string{
		"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "SDSC-DS-2004-2.1-cln",
		"SDSC-Par-1996-3.1-cln", "CTC-SP2-1996-3.1-cln", "HPC2N-2002-2.2-cln",
		"LANL-CM5-1994-4.1-cln", "SDSC-BLUE-2000-4.2-cln",
		"METACENTRUM-2009-2", "MetaCentrum-wagap-2013"},
	LookedAt: []string{"CEA-Curie-2011-2.1-cln", "RICC-2010-2", "OSC-Clust-2000-3.1-cln",
		"Sandia-Ross-2001-1.1-cln", "LPC-EGEE-2004-1.2-cln", "ANL-Intrepid-2009-1",
		"ALCF-Mira-2018", "ALCF-Theta-2022", "ALCF-Theta-2023", "IU-Mason-2017"},
	Variants:  615, // about as many: results/forest-trials.md
	Claims:    leveledClaims,
	Configure: configureForester(func(seed uint64) curveForecaster { return forest.New(seed) }),
}

var boostMethod = Method{
	Name: "boost",
	Doc: "gradient boosting of quantiles on forest's features; the mean of three fits, " +
		"which learn as jobs start; level and seed as of forest; slower than forest",
	Source: "this project; quantile boosting after Friedman, Greedy Function Approximation: " +
		"A Gradient Boosting Machine",
	Cite:      []string{Project, "Friedman01"},
	ByName:    true,
	ChosenOn:  forestMethod.ChosenOn,
	LookedAt:  forestMethod.LookedAt,
	Variants:  35,
	Claims:    leveledClaims,
	Configure: configureForester(func(seed uint64) curveForecaster { return forest.NewBoost(seed) }),
}

// curveForecaster is a forecaster of package forest.
type curveForecaster interface {
	Forecast(id int, job forest.Submission, free, capacity int64) curves.Curve
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
		control := curves.Control(p.Choice("level", string(curves.Misses), string(curves.PID),
			string(curves.None)))
		m.Bound = func(s Settings) Predictor { return newLeveled(s, control) }
		if control == curves.PID {
			m.Source += "; level after Angelopoulos, Candes and Tibshirani, Conformal PID Control " +
				"for Time Series Prediction"
			m.Cite = append(slices.Clip(m.Cite), "Angelopoulos23")
		}
	}
}

// forester is the forecaster of forest or boost.
type forester struct{ forest curveForecaster }

func (f *forester) Forecast(j *QueuedJob, m *Machine) Forecast {
	forecast := NoForecast
	job := forest.Submission{Submit: j.Submit, Procs: j.Procs, Estimate: j.Estimate, User: j.User,
		Queue: j.Queue, Run: j.Run}
	if curve := f.forest.Forecast(j.Index, job, m.Free, m.Capacity); curve != nil {
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
