package replay

import (
	"math"
	"slices"

	"waitbench/methods"
)

// NewJob returns a job with processors, estimate, user and program of another that
// is submitted to the series at the moment of AsOf.
func (s *Series) NewJob(job Job) Job {
	job.Submit, job.Wait, job.Run, job.CPU = *s.Log.asOf, math.Inf(1), math.NaN(), -1
	job.queue, job.unselected = s.queue, false
	return job
}

// Asked has the forecasts for a job that only asks, by forecaster.
type Asked map[*methods.ForecasterSpec]methods.Forecast

// Ask returns the forecasts for a NewJob of a series of the log, which must be one
// of AsOf. It changes nothing. The forecasts are valid until the next call.
func (f *LogForecasts) Ask(j *Job) Asked {
	asked := Asked{}
	if len(f.passes) == 0 {
		return asked
	}
	active := methods.QueuedJob{Query: j.query(len(f.earlier.log.Jobs))}
	active.Planned = f.earlier.log.Header.PlannedWait(j.ID)
	active.Run, active.Busy = f.earlier.runTimes.Forecast(active.Query)
	for spec, p := range f.passes {
		p.asking = active
		for x := p.ask(); spec != nil; spec = spec.Plain {
			if len(x.Curve) > 0 && slices.Max(x.Curve) <= 0 {
				x.Curve = nil
			}
			if asked[spec] = x; x.Plain != nil {
				x = *x.Plain
			}
		}
	}
	return asked
}

// ask forecasts the job that only asks, and leaves the machine as it was.
func (p *pass) ask() methods.Forecast {
	x, m, before := methods.NoForecast, &p.machine, p.machine.Machine
	if p.asking.Procs <= 0 {
		return x
	}
	if m.Waiting = append(m.Waiting, &p.asking); !p.config.Ticks {
		m.know(p.asking.Procs)
	}
	p.guard(func() { x = p.forecaster.Forecast(&p.asking, &m.Machine) })
	m.Machine = before
	return x
}

// ownAnswer is a job that only asks, and what a method says of it.
type ownAnswer struct {
	job      Job
	bound    float64
	forecast methods.Forecast
}

// Ask returns the result with a bound of a NewJob of its series, as of the last job,
// at the position Series.Len(). The series must be one of AsOf, and the result
// without Ages, not of a program. The score does not count the job.
func (r *Result) Ask(j *Job, by Asked) *Result {
	with := *r
	x, ok := by[r.task.Method.Forecaster]
	if !ok {
		x = methods.NoForecast
	}
	with.asked = &ownAnswer{*j, math.NaN(), x}
	with.lastQuery = methods.Query{Forecast: methods.NoForecast}
	if !r.task.Method.Claims.WaitsAlone && r.run != nil {
		with.lastQuery = j.query(len(r.Series.Log.Jobs))
		with.lastQuery.Forecast, with.lastQuery.Longest = x, r.run.longest
	}
	switch {
	case r.Failed != nil:
	case r.run != nil:
		with.Failed = guard(func() {
			if bound, ok := r.predictor.Predict(with.lastQuery); ok {
				with.asked.bound = bound
			}
		})
	case x.Bounds != nil:
		with.asked.bound = x.Bounds[slices.Index(r.forecasts.levels, r.task.Settings.Level)]
	}
	return &with
}

// Job returns the job at a position of the series, or that of Ask.
func (r *Result) Job(i int) Job {
	if r.isAsked(i) {
		return r.asked.job
	}
	return r.Series.Job(i)
}

// isAsked reports whether a position is that of the job of Ask.
func (r *Result) isAsked(i int) bool { return r.asked != nil && i == r.Series.Len() }
