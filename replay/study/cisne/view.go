package cisne

import (
	"math"

	"waitbench/methods"
	"waitbench/methods/sched"
)

// kind says what a view knows of running jobs.
type kind int

const (
	modelled kind = iota // declared times, and progress by its own model
	similar              // mean run times of similar past jobs
	knowing              // true times and progress
)

// view is how a scheduler or a predictor sees the cluster: the present jobs on their nodes, how
// much of each is left, and what slows them down.
type view struct {
	kind   kind
	rule   sched.Slowdown
	window int // of its samples, seconds
	place  int // among the views of the truth, where it is modelled
	times  *methods.RunTimes
	sample sample
}

// belief is what a view thinks of a running job: the share that is left, and how long all of it
// takes at the pace that it thinks the job has.
type belief struct{ left, whole float64 }

// follow lets the views advance running jobs up to now at the pace they think they have [Lerida08,
// equation 6].
func (t *truth) follow() {
	for _, r := range t.running {
		for i := range r.belief {
			b := &r.belief[i]
			b.left = max(b.left-(t.now-t.followed)/b.whole, 0)
		}
	}
	t.followed = t.now
}

// look takes the samples of now.
func (t *truth) look() {
	for i, v := range t.views {
		if i > 0 && v.window == t.views[i-1].window {
			v.sample = t.views[i-1].sample
			continue
		}
		v.sample = t.sample(v.window)
	}
	if t.forecaster != nil && t.forecaster.kind != modelled {
		t.forecaster.sample = t.sample(t.forecaster.window)
	}
}

// whole is how long all of a running job takes at the pace that the view thinks it has.
func (v *view) whole(t *truth, r *run) float64 {
	if v.rule == sched.ByTasks {
		tasks := 0
		for _, n := range r.nodes {
			tasks = max(tasks, len(t.nodes[n]))
		}
		return r.length() * float64(tasks)
	}
	sp, sc := t.slowdown(r, func(node int) (idle, traffic float64) { return v.sample.idle[node], v.sample.traffic[node] })
	return float64(r.processing*sp) + float64(r.comm*sc)
}

// waiting is a waiting job as the view knows it.
func (v *view) waiting(c *Config, j *job) sched.Job {
	s := sched.Job{ID: int64(j.at), Procs: int64(j.tasks), Run: j.length(), Comm: j.share(), Bandwidth: j.bandwidth}
	switch v.kind {
	case knowing:
		s.Run *= j.factor
	case similar: // a job that does nothing but communicate over links that are never short is never slowed down
		s.Run, s.Comm, s.Bandwidth = meanRun(c, v.times, j), 1, 0
	}
	return s
}

// rest is a running job as the view knows it, which from now on runs for what is left.
func (v *view) rest(t *truth, r *run) sched.Job {
	s := v.waiting(t.c, r.job)
	switch v.kind {
	case modelled:
		s.Run *= r.belief[v.place].left
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

// meanRun is the mean run time of similar jobs, of all jobs if there is none; seconds.
func meanRun(c *Config, times *methods.RunTimes, j *job) float64 {
	run, _ := times.Forecast(c.query(j))
	if math.IsNaN(run) {
		return 1
	}
	return max(run, 1e-3)
}

// cluster is the cluster as the view knows it, a class for each node.
func (v *view) cluster(t *truth) *sched.Cluster {
	cluster := &sched.Cluster{MPL: t.set.Limit, Selection: t.set.Selection, Slowdown: v.rule}
	for i := range t.nodes {
		class := sched.NodeClass{Count: 1, Power: t.c.power(i), Availability: v.sample.idle[i]}
		if v.kind != similar {
			class.Link, class.Traffic = t.c.Link, v.sample.traffic[i]
		}
		cluster.Nodes = append(cluster.Nodes, class)
	}
	return cluster
}

// state is the present state as the view knows it, ready for a pass.
func (v *view) state(t *truth) (*sched.State, error) {
	policy := sched.Policy{KnowsEnds: true}
	if t.set.Discipline != FCFS {
		policy.Discipline = sched.EASY
	}
	cluster := v.cluster(t)
	state, err := sched.NewState(sched.Machine{Procs: cluster.Procs(), Cluster: cluster}, policy, t.now, nil)
	if err != nil {
		return nil, err
	}
	if err := v.settle(t, state); err != nil {
		return nil, err
	}
	for _, j := range t.waiting {
		if err := state.Submit(v.waiting(t.c, j)); err != nil {
			return nil, err
		}
	}
	return state, nil
}
