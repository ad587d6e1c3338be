package cisne

import (
	"cmp"
	"math"
	"slices"

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

// analytics are the views of the analytic methods.
var analytics = map[string]view{SDPN: {}, SDPN30: {window: 30}, SDPN120: {window: 120}, Hanzich: {rule: sched.ByTasks}}

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

// settle puts the running jobs on their nodes. A state chooses nodes by itself: always those with
// the fewest tasks. So every node is given as many placeholders of one task as any node has tasks,
// which come to the nodes in the order of their availability; then, for one job after the other,
// one of them leaves each of its nodes, and the job finds no others with as few tasks. In the end
// the rest of the placeholders leave. Nothing of that takes any time.
func (v *view) settle(t *truth, state *sched.State) error {
	layers := 0
	for _, tasks := range t.nodes {
		layers = max(layers, len(tasks))
	}
	order := make([]int, len(t.nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(v.sample.idle[b], v.sample.idle[a]) })
	left := make([][]int64, len(t.nodes)) // placeholders, by node
	name := int64(-1)
	for range layers {
		for _, n := range order {
			if err := state.Submit(sched.Job{ID: name, Procs: 1, Run: 1}); err != nil {
				return err
			}
			state.Begin(name)
			left[n] = append(left[n], name)
			name--
		}
	}
	for _, r := range t.running {
		for _, n := range r.nodes {
			last := len(left[n]) - 1
			state.Finish(left[n][last])
			left[n] = left[n][:last]
		}
		if err := state.Submit(v.rest(t, r)); err != nil {
			return err
		}
		state.Begin(int64(r.at))
	}
	for _, names := range left {
		for _, name := range names {
			state.Finish(name)
		}
	}
	return nil
}

// lookAhead simulates a state from now on until the job of that name has ended, and gives the times
// of its start and its end; seconds.
func lookAhead(state *sched.State, now float64, name int64) (start, end float64) {
	for {
		for _, s := range state.Pass() {
			if s.ID == name {
				start = now
			}
		}
		now = state.NextEnd()
		for _, e := range state.Advance(now) {
			if e.ID == name {
				return start, now
			}
		}
	}
}
