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

type jobOutcome struct {
	requests  bool    // a reservation
	accepted  bool    // it was reserved, and its reservation not given up
	submitted float64 // to the machine, seconds
	wall      float64 // as submitted, seconds
	start     float64 // seconds
	deadline  float64 // of a request, seconds
	promised  float64 // odds of a reservation when it was accepted
	odds      float64 // of a reservation when it was submitted
	bound     float64 // .95 bound at submission, seconds, NaN for none
}

// wait is the time from submission to start, seconds.
func (o *jobOutcome) wait() float64 { return o.start - o.submitted }

// success reports whether a reservation was kept: the job had started by the
// deadline.
func (o *jobOutcome) success() bool { return o.accepted && o.start <= o.deadline }

// begin is when the job begins to work, seconds.
func (o *jobOutcome) begin() float64 {
	if o.accepted {
		return max(o.start, o.deadline)
	}
	return o.start
}

// simulation runs the jobs of a workload on the simulated machine.
type simulation struct {
	*Workload
	Config
	jobs      []NodeJob // of the workload, and then the probes that were accepted
	probe     prober
	trained   int // jobs that only train
	outcomes  []jobOutcome
	state     *sched.State
	predictor *methods.QBETS
	stale     bool    // the predictor has observed waits since its last refit
	trainedAt float64 // +Inf before
	arrived   int
	plans     []plan // latest first
	err       error  // of the first job that the machine does not take
}

// plan is a reservation that waits, and when to look at it again.
type plan struct {
	due float64 // seconds
	job int
}

func simulate(ctx context.Context, w *Workload, c Config) (*simulation, error) {
	s, err := newSimulation(w, c)
	if err != nil {
		return nil, err
	}
	for now := s.next(); !math.IsInf(now, 1) && s.err == nil; now = s.next() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.step(now)
	}
	return s, s.err
}

func newSimulation(w *Workload, c Config) (*simulation, error) {
	predictor, err := c.predictor()
	if err != nil {
		return nil, err
	}
	machine := sched.Machine{Procs: w.Nodes, KillAtWall: true}
	state, err := sched.NewState(machine, sched.Policy{Discipline: sched.EASY}, math.Inf(-1), nil)
	return &simulation{
		Workload: w, Config: c, predictor: predictor, state: state, trainedAt: math.Inf(1),
		jobs: slices.Clone(w.Jobs), probe: prober{due: math.Inf(1)},
		outcomes: make([]jobOutcome, len(w.Jobs)),
		trained:  int(math.Floor(c.Train * float64(len(w.Jobs)))),
	}, err
}

// next is the time of the next event, +Inf after the last.
func (s *simulation) next() float64 {
	t := min(s.state.NextEnd(), s.probe.due)
	if s.arrived < len(s.Jobs) {
		t = min(t, s.Jobs[s.arrived].Submit)
	}
	if n := len(s.plans); n > 0 {
		t = min(t, s.plans[n-1].due)
	}
	return t
}

// step handles all events of one time and makes a pass.
func (s *simulation) step(now float64) {
	s.state.Advance(now)
	for ; s.arrived < len(s.Jobs) && s.Jobs[s.arrived].Submit == now; s.arrived++ {
		s.arrive(s.arrived, now)
	}
	for n := len(s.plans); n > 0 && s.plans[n-1].due == now; n = len(s.plans) {
		job := s.plans[n-1].job
		s.plans = s.plans[:n-1]
		s.carryOut(job, now)
	}
	if s.probe.due == now {
		s.ask(now)
	}
	for _, job := range s.state.Schedule() {
		s.started(int(job.ID), now)
	}
}

// arrive submits a job that arrives, or plans its reservation.
func (s *simulation) arrive(i int, now float64) {
	if i == s.trained {
		s.predictor.Observe(methods.Event{Kind: methods.TrainingEnded})
		s.trainedAt = now
		s.beginProbes(now)
	}
	if i >= s.trained && uniform(s.Seed, uint64(i)) < s.Fraction {
		s.refit(now)
		s.outcomes[i].deadline = s.deadline(now)
		if s.reserve(i, now) {
			return
		}
	}
	s.submit(i, now)
}

// reserve plans the reservation of job i, and reports whether there is a moment
// to submit it.
func (s *simulation) reserve(i int, now float64) bool {
	o, r := &s.outcomes[i], s.request(i)
	o.requests = true
	k := r.Latest(s.predictor, s.Level(), 0)
	if k >= 0 {
		o.promised = r.point(s.predictor, k).Odds
		s.await(i, r.submit(k), now)
	}
	return k >= 0
}

func (s *simulation) request(i int) Request {
	j := &s.jobs[i]
	return Request{Size: j.Nodes, Wall: j.Wall, Now: j.Submit, Deadline: s.outcomes[i].deadline}
}

const replanEvery = 300 // seconds

// await plans to submit job i at a time. The plan is looked at again then, or
// sooner under Replan.
func (s *simulation) await(i int, due, now float64) {
	if s.Waiting == Replan {
		due = min(due, (math.Floor(now/replanEvery)+1)*replanEvery)
	}
	index, _ := slices.BinarySearchFunc(s.plans, plan{due, i}, func(a, b plan) int {
		return cmp.Or(cmp.Compare(b.due, a.due), cmp.Compare(b.job, a.job))
	})
	s.plans = slices.Insert(s.plans, index, plan{due, i})
}

// carryOut submits the job of a plan, or makes the plan again.
func (s *simulation) carryOut(i int, now float64) {
	r := s.request(i)
	s.refit(now)
	if s.Waiting == Withdraw || s.Waiting == Replan && math.Mod(now, replanEvery) == 0 {
		from := r.lastWhere(0, r.count()-1, func(i int) bool { return r.submit(i) < now }) + 1
		k := r.Latest(s.predictor, s.Level(), from)
		switch {
		case k >= 0 && r.submit(k) > now:
			s.await(i, r.submit(k), now)
			return
		case k < 0 && s.Waiting == Withdraw:
			s.submit(i, now)
			return
		}
	}
	o := &s.outcomes[i]
	o.accepted = true
	r.Now = now
	o.odds = r.point(s.predictor, 0).Odds
	s.submit(i, now)
}

// submit submits a job to the machine and notes its bound.
func (s *simulation) submit(i int, now float64) {
	s.refit(now)
	j, o := &s.jobs[i], &s.outcomes[i]
	job := sched.Job{ID: int64(i), Procs: j.Nodes, Run: j.Run, Wall: j.Wall}
	if o.accepted {
		job.Wall += o.deadline - now
		job.Due = o.deadline
	}
	o.submitted, o.wall = now, job.Wall
	bound, ok := s.predictor.Predict(s.query(i))
	if o.bound = bound; !ok {
		o.bound = math.NaN()
	}
	if err := s.state.Submit(job); err != nil && s.err == nil {
		s.err = fmt.Errorf("job %d of the workload: %w", i, err)
	}
}

func (s *simulation) started(i int, now float64) {
	o := &s.outcomes[i]
	o.start = now
	s.predictor.Observe(methods.Event{
		Kind: methods.Started, Query: s.query(i), Wait: o.wait(),
		Bound: o.bound, HasBound: !math.IsNaN(o.bound), Counts: now > s.trainedAt,
	})
	s.stale = true
}

// query is a submitted job as the predictor sees it.
func (s *simulation) query(i int) methods.Query {
	o := &s.outcomes[i]
	return methods.Query{
		Submit: o.submitted, Procs: s.jobs[i].Nodes, Estimate: o.wall, User: -1,
		Executable: -1, Index: i,
	}
}

// refit brings the predictor up to date.
func (s *simulation) refit(now float64) {
	if s.stale {
		s.predictor.Refit(now)
		s.stale = false
	}
}
