// Package methods holds the methods that bound and forecast waits, and the list
// of them.
//
//	Method.Predictor(Settings)      -> Predictor;   Observe(event)... Refit(now) Predict(job) -> bound
//	Method.Forecaster.New(LogInfo)  -> Forecaster;  Started, Ended... Refit(now)
//	                                                Forecast(job) -> Forecast, Submitted(job)
//
// A method bounds, with a Predictor for each series of jobs, or it forecasts,
// with a Forecaster for a whole log. A method with a suffix adapts another:
// X+cal bounds around the forecasts of X, and X+aci bounds as X does at a level
// that moves. A method has no clock, no random source and no view of the log,
// and one goroutine uses it.
//
// A method is one file of this package and one line in list.go; recipe_test.go
// has an example of each kind in full. A larger method has its own package,
// which a file here drives: qbets, history, lifetime, sched, forest, curves,
// program. Cite has keys of references.bib, or Project; comments such as
// [Brevik06] have these keys too.
package methods
