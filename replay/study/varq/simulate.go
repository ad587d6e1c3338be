package varq

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/methods/sched"
)

// jobOutcome is the outcome of one job.
type jobOutcome struct {
	Asked     bool    // for a reservation
	Accepted  bool    // it was reserved, and its reservation not given up
	Submitted float64 // to the machine, seconds
	Wall      float64 // as submitted, seconds
	Start     float64 // seconds
	Deadline  float64 // of a reservation, seconds
	Promised  float64 // odds of a reservation when it was accepted
	Odds      float64 // of a reservation when it was submitted
	Bound     float64 // .95 bound at submission, seconds, NaN for none
}

// Wait is the time from submission to start, seconds.
func (f *jobOutcome) Wait() float64 { return f.Start - f.Submitted }

// Success reports whether a reservation was kept: the job had started by the
// deadline.
func (f *jobOutcome) Success() bool { return f.Accepted && f.Start <= f.Deadline }

// Begin is when the job begins to work, seconds.
func (f *jobOutcome) Begin() float64 {
	if f.Accepted {
		return max(f.Start, f.Deadline)
	}
	return f.Start
}

// outcome is a simulation run to its end.
type outcome struct {
	Config Config
	Trace  *Trace
	First  int          // index of the first job after training
	Jobs   []jobOutcome // as in Trace.Jobs
}

const checkEvery = 1 << 7 // arrivals between two checks of the context

// simulate runs a trace. It reports arrivals to progress, which may be nil. The
// only errors are those of the settings and of ctx.
func simulate(ctx context.Context, t *Trace, c Config, progress func(jobs int64)) (*outcome, error) {
	s, err := newSimulation(t, c)
	if err != nil {
		return nil, err
	}
	reported := 0
	for now := s.next(); !math.IsInf(now, 1); now = s.next() {
		if err := s.step(now); err != nil {
			return nil, err
		}
		if s.arrived-reported < checkEvery && s.arrived < len(t.Jobs) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if progress != nil && s.arrived > reported {
			progress(int64(s.arrived - reported))
		}
		reported = s.arrived
	}
	return &outcome{Config: c, Trace: t, First: s.first, Jobs: s.fates}, nil
}

// simulation is a run in progress.
type simulation struct {
	*Trace
	Config
	predictor Forecaster
	state     *sched.State
	fates     []jobOutcome
	first     int
	arrived   int
	plans     []plan  // latest first
	stale     bool    // the predictor has observed waits since its last refit
	trainedAt float64 // +Inf before
}

// plan is a reservation that waits, and when to look at it again.
type plan struct {
	at  float64 // seconds
	job int
}

func newSimulation(t *Trace, c Config) (*simulation, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	predictor, err := c.predictor()
	if err != nil {
		return nil, err
	}
	machine := sched.Machine{Procs: t.Nodes, KillAtWall: true}
	state, err := sched.NewState(machine, sched.Policy{Discipline: sched.EASY}, math.Inf(-1), nil)
	if err != nil {
		return nil, err
	}
	return &simulation{
		Trace: t, Config: c, predictor: predictor, state: state,
		fates: make([]jobOutcome, len(t.Jobs)), first: int(math.Floor(c.Train * float64(len(t.Jobs)))),
		trainedAt: math.Inf(1),
	}, nil
}

// next is the time of the next event, +Inf after the last.
func (s *simulation) next() float64 {
	t := s.state.NextEnd()
	if s.arrived < len(s.Jobs) {
		t = min(t, s.Jobs[s.arrived].Submit)
	}
	if n := len(s.plans); n > 0 {
		t = min(t, s.plans[n-1].at)
	}
	return t
}

// step handles all events of one time and makes a pass.
func (s *simulation) step(now float64) error {
	s.state.Advance(now)
	for ; s.arrived < len(s.Jobs) && s.Jobs[s.arrived].Submit == now; s.arrived++ {
		if err := s.arrive(s.arrived, now); err != nil {
			return err
		}
	}
	for n := len(s.plans); n > 0 && s.plans[n-1].at == now; n = len(s.plans) {
		job := s.plans[n-1].job
		s.plans = s.plans[:n-1]
		if err := s.carryOut(job, now); err != nil {
			return err
		}
	}
	for _, job := range s.state.Schedule() {
		s.started(int(job.ID), now)
	}
	return nil
}

// arrive submits a job that arrives, or plans its reservation.
func (s *simulation) arrive(i int, now float64) error {
	if i == s.first {
		s.predictor.Observe(methods.Event{Kind: methods.TrainingEnded})
		s.trainedAt = now
	}
	if i < s.first || !s.asks(i) {
		return s.submit(i, now)
	}
	s.refit(now)
	f := &s.fates[i]
	f.Asked = true
	r := s.request(i)
	k := r.choose(s.predictor, &s.Config, 0)
	if k < 0 {
		return s.submit(i, now)
	}
	f.Deadline, f.Promised = r.Deadline, r.point(s.predictor, k).Odds
	s.await(i, r.submit(k), now)
	return nil
}

// request is the request of job i.
func (s *simulation) request(i int) Request {
	j := &s.Jobs[i]
	return Request{Size: j.Nodes, Wall: j.Wall, Now: j.Submit, Deadline: s.deadline(j.Submit)}
}

const replanEvery = 300 // seconds

// await plans to submit job i at a time. The plan is looked at again then, or
// sooner under Replan.
func (s *simulation) await(i int, at, now float64) {
	if s.Waiting == Replan {
		at = min(at, (math.Floor(now/replanEvery)+1)*replanEvery)
	}
	index, _ := slices.BinarySearchFunc(s.plans, plan{at, i}, func(a, b plan) int {
		return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.job, a.job))
	})
	s.plans = slices.Insert(s.plans, index, plan{at, i})
}

// carryOut submits the job of a plan, or makes the plan again.
func (s *simulation) carryOut(i int, now float64) error {
	r := s.request(i)
	if s.Waiting == Withdraw || s.Waiting == Replan && math.Mod(now, replanEvery) == 0 {
		s.refit(now)
		from := r.lastWhere(0, r.count()-1, func(i int) bool { return r.submit(i) < now }) + 1
		k := r.choose(s.predictor, &s.Config, from)
		switch {
		case k >= 0 && r.submit(k) > now:
			s.await(i, r.submit(k), now)
			return nil
		case k < 0 && s.Waiting == Withdraw:
			return s.submit(i, now)
		}
	}
	s.refit(now)
	f := &s.fates[i]
	f.Accepted = true
	r.Now = now
	f.Odds = r.point(s.predictor, 0).Odds
	return s.submit(i, now)
}

// submit submits a job to the machine and notes its bound.
func (s *simulation) submit(i int, now float64) error {
	s.refit(now)
	j, f := &s.Jobs[i], &s.fates[i]
	job := sched.Job{ID: int64(i), Procs: j.Nodes, Run: j.Run, Wall: j.Wall}
	if f.Accepted {
		job.Wall += f.Deadline - now
		job.Due = f.Deadline
	}
	f.Submitted, f.Wall = now, job.Wall
	bound, ok := s.predictor.Predict(s.query(i))
	if f.Bound = bound; !ok {
		f.Bound = math.NaN()
	}
	if err := s.state.Submit(job); err != nil {
		return fmt.Errorf("job %d of the trace: %w", i, err)
	}
	return nil
}

// started observes a wait.
func (s *simulation) started(i int, now float64) {
	f := &s.fates[i]
	f.Start = now
	s.predictor.Observe(methods.Event{
		Kind: methods.Started, Query: s.query(i), Wait: f.Wait(),
		Bound: f.Bound, HasBound: !math.IsNaN(f.Bound), Counts: now > s.trainedAt,
	})
	s.stale = true
}

// query is a submitted job as the predictor sees it.
func (s *simulation) query(i int) methods.Query {
	f := &s.fates[i]
	return methods.Query{
		Submit: f.Submitted, Procs: s.Jobs[i].Nodes, Estimate: f.Wall, User: -1, Executable: -1, Index: i,
	}
}

// refit brings the predictor up to date.
func (s *simulation) refit(now float64) {
	if s.stale {
		s.predictor.Refit(now)
		s.stale = false
	}
}
