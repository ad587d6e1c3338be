package methods

import "math"

// QueuedJob is a job that waits or runs, as its scheduler knows it: without its
// run time.
type QueuedJob struct {
	Query
	Start   float64 // seconds from the start of the log; of a running job only
	Run     float64 // run time as RunTimes forecast it at submission, seconds; NaN for none
	Busy    float64 // share of the run time in which the job computes, forecast as well
	Planned float64 // wait that the machine's scheduler planned at submission, seconds; NaN unknown
}

// Machine is the machine as its scheduler sees it at a moment: the queue and
// the running jobs, without their ends. sched.State simulates these ends, and
// lifetime.State has the ages of running jobs alone. A Machine belongs to the
// replay: forecasters must not change it, nor keep its slices. They may keep
// pointers to jobs, which stay the same from submission to end.
type Machine struct {
	// processors: as the header of the log states, else the most in use at a
	// time, or requested by one job, so far
	Capacity int64
	Free     int64        // 0 where the log has more running than fit
	Running  []*QueuedJob // in order of start
	Waiting  []*QueuedJob // in order of submission
}

// Forecast is the forecast for a job at its submission, in seconds; NaN for
// none. Its slices are valid until the next forecast.
type Forecast struct {
	Wait       float64
	Turnaround float64   // time from submission to end
	Bounds     []float64 // of the wait, by LogInfo.Levels; nil for none
	Curve      []float32 // of the wait, for a Leveled: a curves.Curve; nil for none
	Plain      *Forecast // the forecast of ForecasterSpec.Plain; nil without one
}

// NoForecast has no forecast of anything.
var NoForecast = Forecast{Wait: math.NaN(), Turnaround: math.NaN()}

// Forecaster follows all jobs of a log and forecasts waits from the state of
// the machine, in one goroutine. Events come in order of time; at equal times
// ends come first, then starts, then submissions. m is as it is after the
// event.
type Forecaster interface {
	// Forecast forecasts the wait of a job that is submitted at j.Submit, once
	// before the events of the job. It is the last of m.Waiting, which may be as
	// of an earlier tick: see Settings.Ticks. The forecasts of other jobs do not
	// depend on the call. A job that only asks has no events, and m is then as if
	// it had never been.
	Forecast(j *QueuedJob, m *Machine) Forecast
	// Submitted records that a job is submitted, the last of m.Waiting.
	Submitted(j *QueuedJob, m *Machine)
	// Started records that a job leaves the queue for the machine, at j.Start.
	Started(j *QueuedJob, m *Machine)
	// Ended records that a job has run for run seconds, or with run = 0 that it
	// left the queue without running.
	Ended(j *QueuedJob, now, run float64, m *Machine)
	// Refit is called at the ticks of the replay's clock, as for a Predictor.
	Refit(now float64)
}

// IgnoreEvents has the methods of a Forecaster that ignores these events. Embed
// it.
type IgnoreEvents struct{}

func (IgnoreEvents) Submitted(*QueuedJob, *Machine)               {}
func (IgnoreEvents) Started(*QueuedJob, *Machine)                 {}
func (IgnoreEvents) Ended(*QueuedJob, float64, float64, *Machine) {}
func (IgnoreEvents) Refit(float64)                                {}

// HeadForecaster is a Forecaster that also forecasts the remaining wait of a
// job that comes to the head of its queue, or of all queues if its
// ForecasterSpec has OneOrder, and does not start at that moment.
type HeadForecaster interface {
	Forecaster
	// Head forecasts the remaining wait of m.Waiting[index]. Only Wait and
	// Plain of the forecast count.
	Head(now float64, m *Machine, index int) Forecast
}

// LogInfo is the log and the machine of a forecaster.
type LogInfo struct {
	Settings         // the level is the first of Levels
	Levels   []Level // of the requested bounds
	Log      string  // its name
	// names of the queues of the whole log, by index, replayed ones first. An
	// index depends on queues that come later
	Queues   []string
	Range    string // of processors, of one series
	MaxProcs int64  // as the header states, else 0. See Machine.Capacity
	RunTimes bool   // the log has run times; only to refuse a log without
	Plans    bool   // the log has waits that its scheduler planned
}

// ForecasterSpec makes forecasters of one kind. Methods with the same
// ForecasterSpec share its forecasts.
type ForecasterSpec struct {
	Name     string
	New      func(LogInfo) (Forecaster, error) // an error names what is missing in the log
	OneOrder bool                              // heads are of one order over all queues
	Plain    *ForecasterSpec                   // also has its forecasts, which it corrects
}
