package methods

import "math"

// Active is a job that waits or runs, as its scheduler knows it. What nobody knows of a job before
// it ends, its run time, is not there.
type Active struct {
	Query
	At    int     // number of the job in the log, in order of submission; unlike for others
	Start float64 // seconds from the start of the log; of a running job only
	// run time as RunTimes forecast it when the job was submitted, seconds; NaN where it could not
	Run float64
	// wait that the machine's own scheduler planned at submission, seconds; NaN where that is not known
	Planned float64
	Busy    float64 // share of the run time in which the job computes, forecast likewise
	// nobody asks about the jobs of its queue: what is said of it at its submission is not used
	Unasked bool
}

// Machine is what a scheduler sees at a moment. It belongs to the replay: watchers must not change
// it, nor keep its slices. The jobs stay the same from submission to end, so a watcher may keep
// pointers to them.
type Machine struct {
	// processors: those that the header of the log or --capacity states, else the most
	// that jobs have used at a time or one has requested so far. Then it grows
	Capacity int64
	// capacity less the processors of running jobs; 0 where the log has more running than fit
	Free    int64
	Running []*Active // in order of start
	Waiting []*Active // in order of submission
}

// Forecast is what a watcher says of a job at its submission, in seconds. What it does not say is
// NaN.
type Forecast struct {
	Wait       float64
	Turnaround float64 // of the time from submission to end
	// bounds of the wait by level of the site, good until the next forecast; nil for none
	Bounds []float64
	// quantiles of the wait at the levels that the method's own predictor knows, good until the
	// next forecast; nil for none, and always of one length
	Curve []float32
}

// NoForecast says nothing.
var NoForecast = Forecast{Wait: math.NaN(), Turnaround: math.NaN()}

// Watcher follows all jobs of a log and forecasts waits from the state of the machine. One watcher
// serves a whole log, in one goroutine. Events come in order of time; at equal times ends first,
// then starts, then submissions.
type Watcher interface {
	// Submitted forecasts the wait of a job that is submitted now, at j.Submit. It is the last of
	// m.Waiting. A job that the replay does not ask about is told as well; its forecast is not
	// used. Of one that is Unasked a watcher may say nothing, where it learns nothing from that.
	Submitted(j *Active, m *Machine) Forecast
	// Started tells that a job leaves the queue for the machine, at j.Start; m is as it is
	// afterwards.
	Started(j *Active, m *Machine)
	// Ended tells that a job has run for run seconds, or with run = 0 that it left the queue
	// without running; m is as it is afterwards.
	Ended(j *Active, now, run float64, m *Machine)
	// Refit is called at the ticks of the replay's clock, as for a Predictor.
	Refit(now float64)
}

// HeadWatcher is a Watcher that also forecasts how long the job at the head of its queue will still
// wait. It is asked when a job becomes the first submitted of those that wait in its queue, or if
// its Watch says so of all that wait, without starting at that moment.
type HeadWatcher interface {
	Watcher
	// Head forecasts the remaining wait of m.Waiting[at], seconds; NaN for none.
	Head(now float64, m *Machine, at int) float64
}

// Site is what a watcher is made for: a log and its machine.
type Site struct {
	Settings         // the level is the first of Levels
	Levels   []Level // of the bounds that are asked for
	Log      string  // its name
	// names of the queues of the whole log, by place; those with jobs that are
	// asked about come first. A place depends on queues that come later
	Queues []string
	Range  string // of processors, of one series
	// processors as the header or --capacity states them; 0 where neither does. A
	// method goes by Machine.Capacity, which is known in any log
	MaxProcs int64
	// a job of the log has a run time. That is a fact of the whole log, for methods
	// that can say nothing sensible of a log without: it must serve for nothing else
	RunTimes bool
	Plans    bool // the log has waits that its scheduler planned
}

// Watch makes watchers of one kind. Methods that build on the same forecasts share one Watch, whose
// forecasts are made once.
type Watch struct {
	Name string
	New  func(Site) (Watcher, error) // an error says what the log lacks
	// heads are those of one order over all queues, not of each queue
	OneOrder bool
}
