// Package methods holds the methods that bound and forecast waits, and the list
// of them.
//
// # Data flow
//
//	Method.Predictor(Settings)      -> Predictor;   Observe(event)... Refit(now) Predict(job) -> bound
//	Method.Forecaster.New(LogInfo)  -> Forecaster;  Started, Ended... Refit(now) Submitted(job) -> Forecast
//
// A method bounds, with a Predictor for each series of jobs, or it forecasts,
// with a Forecaster for a whole log. A method with a suffix adapts another:
// X+cal bounds around the forecasts of X, and X+aci bounds as X does at a level
// that moves.
//
// A replay calls Observe when a job is submitted, when its wait becomes known,
// in the order in which jobs start, and once when the training part ends. It
// calls Refit at the ticks of its clock, and Predict when a job is submitted. A
// method knows only these calls: it has no clock, no random source and no view
// of the log, and one goroutine uses it. Package stat shares tables and is safe
// for concurrent use.
//
// # How to add a method
//
// Write one file that declares a Method, and add one line to the list in
// list.go. The method then appears in every table, plot and file. The checks of
// package methodstest and the guards against look-ahead run on it. If it
// forecasts, there is X+cal too. A method that bounds:
//
//	var longestMethod = Method{
//		Name: "longest", Doc: "the longest wait so far", Source: "none",
//		Claims: Claims{AnyOrder: true, Monotone: true, Scales: true, Holds: true},
//		Bound:  func(Settings) Predictor { return &longest{} },
//	}
//
//	type longest struct{ most, bound float64 }
//
//	func (p *longest) Observe(e Event) {
//		if e.Kind == Started {
//			p.most = max(p.most, e.Wait)
//		}
//	}
//
//	func (p *longest) Refit(float64) { p.bound = p.most }
//
//	func (p *longest) Predict(Query) (float64, bool) { return p.bound, p.bound > 0 }
//
// A method that forecasts:
//
//	var queuedMethod = Method{
//		Name: "queued", Doc: "a minute for each job ahead in the queue", Source: "none",
//		Claims:     Claims{Sides: NoSide},
//		Forecaster: &ForecasterSpec{Name: "queued", New: func(LogInfo) (Forecaster, error) { return queued{}, nil }},
//	}
//
//	type queued struct{ IgnoreEvents }
//
//	func (queued) Submitted(_ *QueuedJob, m *Machine) Forecast {
//		f := NoForecast
//		f.Wait = 60 * float64(len(m.Waiting)-1)
//		return f
//	}
//
// A predictor can do more by further interfaces: QuantileBounder (it bounds any
// quantile, which X+aci needs), CDF (it knows how a wait is distributed),
// ChangePointer (it cuts its history; package history does the cutting). Its
// Claims list its promises. Its own options are parameters of its name, which
// its Configure reads: see qbets.go. A new suffix is a function from method to
// method and a line in list.go.
//
// # Names
//
// A name is the name of a method, then its parameters, then suffixes:
//
//	qbets   qbets:clusters=none   qbets:clusters=none+aci   downey+cal
//
// A value that is empty or holds one of , : + ' or a space is between single
// quotes, and a quote in it is doubled. One parameter may be a quoted value
// alone, as the command line of exec. A method's Name is canonical: parameters
// at their defaults are left out, the others are in the method's own order.
// Method.ID names its files.
//
// # Files and packages
//
// A method is a file of this package. A larger one has its own package, which a
// small file here drives: qbets, history (the waits since the last change
// point, of bmbp, qbets and X+cal), lifetime (the downey methods), sched
// (smith, hanzich and sdpn, in lookahead.go and cluster.go), forest, program
// (exec.go).
//
// There are three models of a machine. Machine is the part that the log shows
// at a moment: the queue and the running jobs, without their ends. sched.State
// simulates: every job has an end, and a scheduler decides. lifetime.State has
// the ages of running jobs, from which the probability follows that enough of
// them end in time.
//
// # Bounds
//
// For the waits of n jobs x(1) <= ... <= x(n), quantile q and confidence c, the
// upper bounds in seconds are
//
//	bmbp            x(k), k = min{ j : P[Bin(n, q) <= j-1] >= c }
//	qbets           the same among the waits of similar jobs
//	lognormal       exp(mean(y) + k sd(y)), y = ln max(x, 1 s), k = t'(c; n-1, z_q sqrt n) / sqrt n
//	lognormal-trim  the same after the last change point
//	X+cal           max(forecast, 1 s) x(k), k as for bmbp, x = max(wait, 1 s) / max(forecast, 1 s)
//
// Bin(n, q) is the binomial distribution, t' the quantile of the noncentral t
// distribution and z_q the quantile of the normal one. With probability at
// least c over histories, the bound lies at or above the q-quantile, if the
// waits are exchangeable (for lognormal, independent and log-normal; for X+cal,
// the ratios). Waits of batch jobs are neither; a replay measures what remains
// of the promise. There is no bound before there are m(q, c) waits, the
// smallest n for which k <= n: 59 for q = c = 0.95.
//
// Change points: after as many consecutive misses as would be a rare event,
// only the last m(q, c) waits are kept [Brevik06, section 4.1]. Jobs are in the
// order of their starts. A job without a bound neither counts nor resets.
//
// Methods with a forecaster forecast from all jobs as a scheduler sees them,
// each as the comment of its type describes. Keys such as [Brevik06] are those
// of references.bib.
package methods
