package methods

import "waitbench/methods/history"

// Query is a job as it is known at its submission.
type Query struct {
	Submit     float64  // time of submission, seconds from the start of the log
	Procs      int64    // requested processors, -1 unknown
	Estimate   float64  // requested run time, seconds, -1 unknown
	User       int64    // number of the user, -1 unknown
	Executable int64    // number of the program, -1 unknown
	Queue      int32    // index of the queue in the trace
	Index      int      // index of the job in the log, in order of submission
	Forecast   Forecast // by the method's forecaster; NoForecast where the method has none

	// longest wait of the series known by now, seconds; 0 for none. Not set in
	// events
	Longest float64
}

// EventKind is a kind of Event.
type EventKind uint8

// The kinds of events.
const (
	Started       EventKind = iota // a job has started, so its wait is known
	Submitted                      // a job is submitted; it is bounded next
	TrainingEnded                  // the first scored job is submitted; all else is unset
)

// Event is something that happens in a series.
type Event struct {
	Kind  EventKind
	Query // the job

	// Of a job that has started.
	Wait     float64 // seconds
	Bound    float64 // of the job at its submission, seconds; meaningful if HasBound
	HasBound bool
	Counts   bool // it started after the training part, so a miss counts towards a change point
}

// outcome is the outcome of an event with a bound at a level.
func (e *Event) outcome(l Level) history.Outcome {
	if !e.Counts || !e.HasBound {
		return history.Uncounted
	} else if l.Covers(e.Wait, e.Bound) {
		return history.Hit
	}
	return history.Missed
}

// Predictor bounds the waits of one series of jobs, in one goroutine.
type Predictor interface {
	// Observe records an event. Events come in the order in which they happen.
	Observe(Event)
	// Refit brings the bound up to date with the history, at a time in seconds.
	Refit(now float64)
	// Predict bounds the wait of a job as of the last Refit, in seconds; ok is
	// false where the history is too short for a bound. The job may never start,
	// or only ask: Predict changes no later bound, also of the same job.
	Predict(Query) (bound float64, ok bool)
}

// SeriesAware is a Predictor that needs to know its series.
type SeriesAware interface {
	// SetSeries is called first, with the one queue and level of the series.
	// RunTimes and Plans, which are facts of the whole log, are not set.
	SetSeries(LogInfo)
}

// QueueObserver is a Predictor that also observes the jobs of its queue and
// range that are not selected, such as those that will be cancelled.
type QueueObserver interface {
	Predictor
	// Queued records that such a job is submitted. The Predictor was refitted
	// for it as for any job.
	Queued(Query)
	// Left records that the job has left the queue after a wait in seconds,
	// whether it started or not.
	Left(q Query, wait float64)
}

// Closer is a Predictor or Forecaster that must be closed.
type Closer interface {
	// Close is called once. whole reports that the replay went to its end; only
	// then Close may fail.
	Close(whole bool) error
}

// Failure is the panic value of a method that cannot go on, for a reason
// outside this program. It ends the method on the log.
type Failure struct{ Why error }

func (f Failure) Error() string { return f.Why.Error() }

// QuantileBounder is a Predictor that can bound any quantile from either side.
type QuantileBounder interface {
	Predictor
	// BoundAt returns the bound at another level, in seconds, from the present
	// history; ok is false where it is too short.
	BoundAt(q Query, l Level) (bound float64, ok bool)
}

// RemainingBounder is a Predictor that can bound the wait of a job that waits
// already.
type RemainingBounder interface {
	Predictor
	// BoundRemaining bounds the remaining wait, in seconds, of a job that has
	// waited for age seconds, from the present history. l is the level of its
	// settings. ok is false where too few waits are known, or longer than age.
	BoundRemaining(q Query, l Level, age float64) (bound float64, ok bool)
}

// CDF is a Predictor that knows how the wait of a job is distributed.
type CDF interface {
	Predictor
	// Probability is the share of such jobs that start within d seconds.
	Probability(q Query, d float64) float64
}

// ChangePointer is a Predictor that looks for change points.
type ChangePointer interface {
	// ChangePoints returns how often the history was cut, and the number of
	// consecutive misses that cut it.
	ChangePoints() (count, threshold int)
}
