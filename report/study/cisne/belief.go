package cisne

import (
	"math"

	"waitbench/methods"
	"waitbench/methods/sched"
)

// knowledge is how a belief follows running jobs.
type knowledge int

const (
	modelled knowledge = iota // declared times, and progress by its own model
	similar                   // mean run times of similar past jobs
	knowing                   // true times and progress
)

// belief is the cluster as a scheduler or a predictor sees it: the present jobs
// on their nodes, how much of each is left, and what slows them down. A
// modelled belief is a predictor.
type belief struct {
	knows  knowledge
	rule   sched.Slowdown
	window int                       // of its samples, seconds
	times  *methods.RunTimes         // where it is similar
	jobs   map[*runningJob]*progress // where it is modelled
}

// progress is what is believed of a running job: the share that is left, and
// how long all of it takes at its believed pace.
type progress struct{ left, whole float64 }

// analytic returns a new belief of an analytic method.
func analytic(method string) *belief {
	b := map[string]belief{
		SDPN: {}, SDPN30: {window: 30}, SDPN120: {window: 120}, Hanzich: {rule: sched.ByTasks},
	}[method]
	b.jobs = map[*runningJob]*progress{}
	return &b
}

func (b *belief) started(_ *truth, r *runningJob) { b.jobs[r] = &progress{left: 1} }
func (b *belief) ended(_ *truth, r *runningJob)   { delete(b.jobs, r) }

// follow advances running jobs at their believed pace [Lerida08, equation 6].
func (b *belief) follow(elapsed float64) {
	for _, p := range b.jobs {
		p.left = max(p.left-elapsed/p.whole, 0)
	}
}

// repace finds the believed pace of running jobs.
func (b *belief) repace(t *truth) {
	s := t.sample(b.window)
	for r, p := range b.jobs {
		if b.rule != sched.ByTasks {
			p.whole = t.duration(r, s)
			continue
		}
		tasks := 0
		for _, n := range r.nodes {
			tasks = max(tasks, len(t.nodes[n]))
		}
		p.whole = r.length() * float64(tasks)
	}
}

// predict is algorithm 1 of [Lerida08] with the believed slowdowns: it
// simulates from now on until a waiting job has ended.
func (b *belief) predict(t *truth, j *job) (jobTimes, error) {
	state, err := b.state(t)
	if err != nil {
		return jobTimes{}, err
	}
	var predicted jobTimes
	for now := t.now; ; {
		for _, s := range state.Schedule() {
			if s.ID == int64(j.index) {
				predicted.wait = now - j.submit
			}
		}
		now = state.NextEnd()
		for _, e := range state.Advance(now) {
			if e.ID == int64(j.index) {
				predicted.turnaround = now - j.submit
				return predicted, nil
			}
		}
	}
}

// state is the believed present state, ready for a pass. Each node is a class
// of the cluster.
func (b *belief) state(t *truth) (*sched.State, error) {
	cluster := &sched.Cluster{MPL: t.set.Limit, Selection: t.set.Selection, Slowdown: b.rule}
	s := t.sample(b.window)
	for i := range t.nodes {
		class := t.class(i, s)
		if b.knows == similar {
			class.Link, class.Traffic = 0, 0
		}
		cluster.Nodes = append(cluster.Nodes, class)
	}
	policy := sched.Policy{KnowsEnds: true}
	if t.set.Discipline != FCFS {
		policy.Discipline = sched.EASY
	}
	var running []sched.Running
	for _, r := range t.running {
		running = append(running, sched.Running{Job: b.rest(t, r), Start: t.now, Nodes: r.nodes})
	}
	machine := sched.Machine{Procs: int64(t.c.Nodes), Cluster: cluster}
	state, err := sched.NewState(machine, policy, t.now, running)
	if err != nil {
		return nil, err
	}
	for _, j := range t.waiting {
		if err := state.Submit(b.job(t.c, j)); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// job is the belief of a job before its start.
func (b *belief) job(c *Config, j *job) sched.Job {
	s := sched.Job{ID: int64(j.index), Procs: int64(j.tasks), Run: j.length()}
	s.Comm, s.Bandwidth = j.share(), j.bandwidth
	switch b.knows {
	case knowing:
		s.Run *= j.factor
	case similar: // nothing slows down a job that only communicates, over links never short
		s.Run, s.Comm, s.Bandwidth = meanRun(c, b.times, j), 1, 0
	}
	return s
}

// rest is the belief of a running job, with the run time that is left.
func (b *belief) rest(t *truth, r *runningJob) sched.Job {
	s := b.job(t.c, r.job)
	switch b.knows {
	case modelled:
		s.Run *= b.jobs[r].left
	case knowing:
		s.Run *= r.left
	case similar:
		age := t.now - r.start
		for s.Run <= age { // the longer it has run the longer it will
			s.Run *= 2
		}
		s.Run -= age
	}
	return s
}

// meanRun is the mean run time of similar jobs, of all jobs if there are none;
// seconds.
func meanRun(c *Config, times *methods.RunTimes, j *job) float64 {
	run, _ := times.Forecast(c.query(j))
	if math.IsNaN(run) {
		return 1
	}
	return max(run, 1e-3)
}
