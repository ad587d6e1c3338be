package methods

import "waitbench/methods/history"

// Query is what is known of a job at the moment it is submitted.
type Query struct {
	Submit     float64 // time of submission, seconds from the start of the log
	Procs      int64   // processors asked for, -1 unknown
	Estimate   float64 // requested run time, seconds, -1 unknown
	User       int64   // number of the user, -1 unknown
	Executable int64   // number of the program, -1 unknown
	Queue      int32   // place of the queue in the trace
	At         int     // place of the job in its series, by which a predictor knows it again

	Forecast Forecast // by the method's Watch; NoForecast where the method has none
	// longest wait of the jobs of the series that have started by now, seconds; 0 where none has.
	// It is told when a bound is asked for, not in events
	Longest float64
}

// EventKind says what has happened.
type EventKind uint8

// The kinds of events.
const (
	Started   EventKind = iota // a job has started, so its wait is known
	Submitted                  // a job is submitted; it is bounded next
	// the first scored job is submitted; there is no more to the event
	TrainingEnded
)

// Event is something that happens in a series.
type Event struct {
	Kind  EventKind
	Query // the job

	// Of a job that has started.
	Wait float64 // seconds
	// that the job was given when it was submitted, seconds; meaningful if HasBound
	Bound    float64
	HasBound bool
	Counts   bool // it started after the training part, so a miss counts towards a change point
}

// outcome says what the wait of an event was to a bound of a level.
func (e *Event) outcome(l Level) history.Outcome {
	switch {
	case !e.Counts || !e.HasBound:
		return history.Uncounted
	case l.Covers(e.Wait, e.Bound):
		return history.Hit
	}
	return history.Missed
}

// Predictor bounds the waits of one series of jobs. It serves one series and is used by one
// goroutine.
type Predictor interface {
	// Observe tells what happens, in the order in which it happens: jobs are submitted, jobs start,
	// and once the training part ends. A predictor that needs waits alone returns at once unless
	// the kind is Started.
	Observe(Event)
	// Refit brings the bound up to date with the history. now is the time of the refit in seconds.
	Refit(now float64)
	// Predict bounds the wait of a job as of the last Refit, in seconds; ok is false where the
	// history is too short for a bound.
	Predict(Query) (bound float64, ok bool)
}

// Placed is a Predictor that is told first which series it is of: of the one queue and level of the
// site. It is not told what takes a look at the whole log, as RunTimes and Plans.
type Placed interface {
	Place(Site)
}

// Ender is a Predictor or Watcher that has something to end.
type Ender interface {
	// End ends it, once; whole says that all was asked that was to be. Only then it may fail.
	End(whole bool) error
}

// Failure is what a method panics with that cannot go on, where this program is not to blame. It
// ends the method on the log.
type Failure struct{ Why error }

// Error gives the reason.
func (f Failure) Error() string { return f.Why.Error() }

// Ladder is a Predictor that can bound any quantile from either side, all from the history that its
// own bound uses.
type Ladder interface {
	Predictor
	// BoundAt gives the bound at another level for a job, in seconds, from the history as it is
	// now: right after a Refit, that of the refit. ok is false where the history is too short for
	// one.
	BoundAt(q Query, l Level) (bound float64, ok bool)
}

// Inverse is a Predictor that knows how the wait of a job is distributed.
type Inverse interface {
	Predictor
	// Probability is the share of such jobs that start within d seconds.
	Probability(q Query, d float64) float64
}

// Capper is a Predictor that cuts off bounds which are beyond reason.
type Capper interface {
	// Uncapped gives what the last bound of Predict would have been without, seconds; meaningful
	// where there was a bound.
	Uncapped() float64
}

// ChangePointer is a Predictor that looks for change points.
type ChangePointer interface {
	// ChangePoints gives the number of times the history was cut, and how many consecutive misses
	// cut it.
	ChangePoints() (count, threshold int)
}
