package methods

import (
	"cmp"
	"errors"
	"math"

	"waitbench/methods/sched"
)

// lookahead forecasts waits by simulating the scheduler from the present on,
// without later arrivals. The queue is in order of submission: a log has no
// priorities.
//
// EASY plans by the users' estimates, as a real scheduler does, while jobs end
// by the run times that RunTimes forecast at their submission. It plans by
// these where a job has no estimate or has outlived it. A job that outlives its
// forecast gets another by longer. A job without a forecast runs for no time
// when it starts. A job wider than the machine takes all of it.
type lookahead struct {
	IgnoreEvents
	simulated *sched.Lookahead
	procs     int64   // of the simulated machine
	before    int64   // procs before the last forecast
	grows     bool    // it has the processors of Machine.Capacity, not of a description
	bandwidth float64 // of every task, MB/s

	ticks bool // of Settings
	tick  float64
	asked *QueuedJob // in the simulated queue for its forecast only, so far
}

// newLookahead simulates a machine under a scheduler. A machine that grows has
// one processor until the first event.
func newLookahead(log LogInfo, m sched.Machine, grows bool, s Scheduler,
	bandwidth float64) (Forecaster, error) {
	if !log.RunTimes {
		return nil, errors.New("the log has no run times (field 4) to forecast when processors " +
			"become free")
	}
	d := sched.EASY
	if s == FCFSScheduler {
		d = sched.FCFS
	}
	simulated, err := sched.NewLookahead(m, d, longer)
	return &lookahead{simulated: simulated, procs: m.Procs, grows: grows, bandwidth: bandwidth,
		ticks: log.Ticks}, err
}

// follow makes the simulated machine as large as the real one is known to be.
func (l *lookahead) follow(m *Machine) {
	if l.grows && m.Capacity > l.procs {
		l.procs = m.Capacity
		l.simulated.Grow(l.procs)
	}
}

// longer is the forecast run time of a job that has run for j.Run: twice as
// much, but no more than its estimate j.Wall until it reaches that as well.
func longer(j sched.Job) float64 {
	run := max(2*j.Run, 1)
	if j.Run < j.Wall {
		run = min(run, j.Wall)
	}
	return run
}

// forecastRun is the run time of a job as forecast at its submission; 0 for
// none.
func forecastRun(j *QueuedJob) float64 {
	if math.IsNaN(j.Run) {
		return 0
	}
	return j.Run
}

// forecastRunAt is the forecast run time of a running job of an age, in
// seconds.
func forecastRunAt(j *QueuedJob, age float64) float64 {
	s := sched.Job{Run: forecastRun(j), Wall: j.Estimate}
	for s.Run <= age {
		s.Run = longer(s)
	}
	return s.Run
}

// Forecast puts the job into the simulated queue. With ticks it is there as of
// the tick. It leaves the queue before the next call, unless that is Submitted.
func (l *lookahead) Forecast(j *QueuedJob, m *Machine) Forecast {
	l.withdraw()
	l.before = l.procs
	l.follow(m)
	now := j.Submit
	if l.ticks {
		now = l.tick
	}
	f := NoForecast
	start, end, err := l.simulated.Submit(now, l.job(j))
	if err != nil {
		return f
	}
	l.asked = j
	f.Wait = max(start-j.Submit, 0)
	if !math.IsNaN(j.Run) {
		f.Turnaround = end - j.Submit
	}
	return f
}

// job is a job as the simulated scheduler sees it.
func (l *lookahead) job(j *QueuedJob) sched.Job {
	s := sched.Job{ID: int64(j.Index), Procs: min(j.Procs, l.procs), Run: forecastRun(j),
		Wall: max(j.Estimate, 0), Bandwidth: l.bandwidth}
	if !math.IsNaN(j.Busy) {
		s.Comm = 1 - j.Busy
	}
	return s
}

func (l *lookahead) Submitted(j *QueuedJob, m *Machine) {
	if !l.ticks {
		l.asked = nil // it stays
		return
	}
	l.withdraw()
	l.follow(m)
	l.simulated.Submit(j.Submit, l.job(j)) // fails where the forecast did
}

// withdraw takes the job of the last forecast out of the queue, and the
// processors away that only this job has shown.
func (l *lookahead) withdraw() {
	if l.asked == nil {
		return
	}
	now := l.asked.Submit
	if l.ticks {
		now = l.tick
	}
	l.simulated.End(now, int64(l.asked.Index))
	if l.asked = nil; l.before < l.procs {
		l.procs = l.before
		l.simulated.Grow(l.procs)
	}
}

func (l *lookahead) Refit(now float64) { l.tick = now }

func (l *lookahead) Started(j *QueuedJob, m *Machine) {
	l.withdraw()
	l.follow(m)
	l.simulated.Start(j.Start, int64(j.Index))
}

func (l *lookahead) Ended(j *QueuedJob, now, _ float64, _ *Machine) {
	l.withdraw()
	l.simulated.End(now, int64(j.Index))
}

var smithMethod = Method{
	Name: "smith",
	Doc:  "simulated schedule with run times of similar jobs",
	Source: "Smith, Taylor and Foster, Using run-time predictions to estimate queue wait " +
		"times and improve scheduler performance",
	Cite:       []string{"Smith99", "Smith98"},
	Claims:     Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "smith", New: newSmith},
}

// newSmith looks ahead on equal processors, each held by one job at a time.
func newSmith(log LogInfo) (Forecaster, error) {
	return newLookahead(log, sched.Machine{Procs: 1}, true, log.Scheduler, 0)
}

// hanzich looks ahead by algorithm 1 of [Lerida08]: the number of tasks on its
// fullest node stretches the remaining time of a running job.
var hanzichMethod = Method{
	Name: "hanzich",
	Doc: "smith with run times stretched by other jobs on nodes; " +
		"by their number; it needs --cluster",
	Source:     "Hanzich et al., CISNE, as compared by Lérida et al. 2008",
	Cite:       []string{"Hanzich05", "Lerida08"},
	Claims:     Claims{Sides: NoSide},
	OnCluster:  true,
	Forecaster: &ForecasterSpec{Name: "hanzich", New: newShared(sched.ByTasks)},
}

// newShared looks ahead on the cluster of the settings.
func newShared(rule sched.Slowdown) func(LogInfo) (Forecaster, error) {
	return func(log LogInfo) (Forecaster, error) {
		c := cmp.Or(log.Cluster, &Cluster{})
		return newLookahead(log, c.machine(1, rule), len(c.Nodes) == 0,
			cmp.Or(c.Scheduler, log.Scheduler), c.Bandwidth)
	}
}

// sdpn looks ahead by algorithm 1 of [Lerida08] with the slowdowns of its
// equations 1 to 6:
//
//	T = Tp SP + Tc SC
//
// SP is the greatest tasks / (power · availability) over the nodes of a job, SC
// the greatest wanted / assigned bandwidth. Tc is the share of the run time in
// which similar past jobs did not use their processors (field 6 of the log), 0
// where that is unknown. Run times in a log count as run times on a dedicated
// machine. The node selection chooses the nodes of a job, which a log does not
// contain.
var sdpnMethod = Method{
	Name: "sdpn",
	Doc: "smith with run times stretched by full nodes, links; " +
		"by what these leave to the job; it needs --cluster",
	Source:     "Lérida et al. 2008, Enhancing Prediction on Non-dedicated Clusters: SDPN",
	Cite:       []string{"Lerida08"},
	Claims:     Claims{Sides: NoSide},
	OnCluster:  true,
	Forecaster: &ForecasterSpec{Name: "sdpn", New: newShared(sched.ByResources)},
}
