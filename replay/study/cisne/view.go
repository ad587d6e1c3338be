package cisne

import (
	"math"

	"waitbench/methods"
	"waitbench/methods/sched"
)

// knowledge is the knowledge of a view about running jobs.
type knowledge int

const (
	modelled knowledge = iota // declared times, and progress by its own model
	similar                   // mean run times of similar past jobs
	knowing                   // true times and progress
)

// view is how a scheduler or a predictor sees the cluster: the present jobs on
// their nodes, how much of each is left, and what slows them down. A modelled
// view is a predictor.
type view struct {
	knows   knowledge
	rule    sched.Slowdown
	window  int                     // of its samples, seconds
	times   *methods.RunTimes       // where it is similar
	beliefs map[*runningJob]*belief // where it is modelled
}

// belief is the belief of a view about a running job: the share that is left,
// and how long all of it takes at the pace that the view believes the job has.
type belief struct{ left, whole float64 }

// analytic returns a new view of an analytic method.
func analytic(method string) *view {
	v := map[string]view{
		SDPN: {}, SDPN30: {window: 30}, SDPN120: {window: 120}, Hanzich: {rule: sched.ByTasks},
	}[method]
	v.beliefs = map[*runningJob]*belief{}
	return &v
}

func (v *view) started(_ *truth, r *runningJob) { v.beliefs[r] = &belief{left: 1} }
func (v *view) ended(_ *truth, r *runningJob)   { delete(v.beliefs, r) }

// follow advances running jobs at the pace that the view believes they have
// [Lerida08, equation 6].
func (v *view) follow(elapsed float64) {
	for _, b := range v.beliefs {
		b.left = max(b.left-elapsed/b.whole, 0)
	}
}

// repace finds the pace that the view believes running jobs have.
func (v *view) repace(t *truth) {
	s := t.sample(v.window)
	for r, b := range v.beliefs {
		if v.rule == sched.ByTasks {
			tasks := 0
			for _, n := range r.nodes {
				tasks = max(tasks, len(t.nodes[n]))
			}
			b.whole = r.length() * float64(tasks)
			continue
		}
		b.whole = t.duration(r, s)
	}
}

// predict is algorithm 1 of [Lerida08] with the slowdowns of the view: it
// simulates from now on until a waiting job has ended.
func (v *view) predict(t *truth, j *job) (jobTimes, error) {
	state, err := v.state(t)
	if err != nil {
		return jobTimes{}, err
	}
	var predicted jobTimes
	for now := t.now; ; {
		for _, s := range state.Schedule() {
			if s.ID == int64(j.at) {
				predicted.wait = now - j.submit
			}
		}
		now = state.NextEnd()
		for _, e := range state.Advance(now) {
			if e.ID == int64(j.at) {
				predicted.turnaround = now - j.submit
				return predicted, nil
			}
		}
	}
}

// state is the present state as the view knows it, ready for a pass. Each node
// is a class of the cluster.
func (v *view) state(t *truth) (*sched.State, error) {
	cluster := &sched.Cluster{MPL: t.set.Limit, Selection: t.set.Selection, Slowdown: v.rule}
	s := t.sample(v.window)
	for i := range t.nodes {
		class := t.class(i, s)
		if v.knows == similar {
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
		running = append(running, sched.Running{Job: v.rest(t, r), Start: t.now, Nodes: r.nodes})
	}
	machine := sched.Machine{Procs: int64(t.c.Nodes), Cluster: cluster}
	state, err := sched.NewState(machine, policy, t.now, running)
	if err != nil {
		return nil, err
	}
	for _, j := range t.waiting {
		if err := state.Submit(v.job(t.c, j)); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// job is a job as the view knows it before its start.
func (v *view) job(c *Config, j *job) sched.Job {
	s := sched.Job{ID: int64(j.at), Procs: int64(j.tasks), Run: j.length()}
	s.Comm, s.Bandwidth = j.share(), j.bandwidth
	switch v.knows {
	case knowing:
		s.Run *= j.factor
	case similar: // nothing slows down a job that only communicates, over links never short
		s.Run, s.Comm, s.Bandwidth = meanRun(c, v.times, j), 1, 0
	}
	return s
}

// rest is a running job as the view knows it, with the run time that is left.
func (v *view) rest(t *truth, r *runningJob) sched.Job {
	s := v.job(t.c, r.job)
	switch v.knows {
	case modelled:
		s.Run *= v.beliefs[r].left
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
