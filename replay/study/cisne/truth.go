package cisne

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods/sched"
)

// truth is the cluster as it is. Between events every job advances at one pace; events are changes
// of local activity, submissions and ends.
type truth struct {
	c       *Config
	set     Setting
	now     float64
	local   []*activity
	held    []float64 // of each link, by local traffic that never ends, MB/s
	period  []int     // of the local activity of each node
	jobs    []job
	arrived int
	waiting []*job
	running []*run   // in order of start
	nodes   [][]*run // that have a task there, in order of start

	forecaster *view // by whose estimates EASY schedules; nil under FCFS
	views      []*view
	followed   float64 // time up to which views have followed the running jobs
	listeners  []listener
}

// run is a running job.
type run struct {
	*job
	nodes  []int
	start  float64
	left   float64  // share of the job that is left
	whole  float64  // how long all of it takes at the present pace, seconds
	belief []belief // by view
}

// listener is told of jobs.
type listener interface {
	submitted(t *truth, j *job) error
	started(t *truth, r *run)
	ended(t *truth, r *run)
}

func (c *Config) newTruth(set Setting, seed uint64, session, jobs int) *truth {
	t := &truth{c: c, set: set, jobs: c.draw(seed, session, jobs), nodes: make([][]*run, c.Nodes), period: make([]int, c.Nodes), held: make([]float64, c.Nodes)}
	for i := range c.Nodes {
		t.local = append(t.local, c.newActivity(source(seed, session, localStream+i)))
		t.period[i] = t.local[i].period(0)
		if set.Saturated && i%2 == 0 {
			t.held[i] = c.Held * c.Link
		}
	}
	return t
}

func (c *Config) power(node int) float64 { return c.Powers[node%len(c.Powers)] }

// simulate runs the workload until its last job has ended.
func (t *truth) simulate() error {
	for t.arrived < len(t.jobs) || len(t.running) > 0 {
		at, node := t.next()
		t.advance(at)
		if node >= 0 {
			t.period[node]++
			t.local[node].period(at) // which draws what follows
			for _, r := range t.nodes[node] {
				t.repace(r)
			}
			continue
		}
		if err := t.events(); err != nil {
			return err
		}
	}
	return nil
}

// next is the time of the next event, and the node whose local activity changes; -1 for an event of
// jobs.
func (t *truth) next() (at float64, node int) {
	at, node = math.Inf(1), -1
	if t.arrived < len(t.jobs) {
		at = t.jobs[t.arrived].submit
	}
	for _, r := range t.running {
		at = min(at, r.end(t.now))
	}
	for i, a := range t.local {
		if end := a.ends[t.period[i]]; end < at {
			at, node = end, i
		}
	}
	return at, node
}

func (r *run) end(now float64) float64 { return now + float64(r.left*r.whole) }

// advance moves the clock. Jobs that end then have exactly nothing left.
func (t *truth) advance(at float64) {
	for _, r := range t.running {
		if r.end(t.now) <= at {
			r.left = 0
		} else {
			r.left -= (at - t.now) / r.whole
		}
	}
	t.now = at
}

// events handles the ends and submissions of now, and makes a scheduling pass.
func (t *truth) events() error {
	t.follow()
	for i := 0; i < len(t.running); {
		if r := t.running[i]; r.left <= 0 {
			t.running = slices.Delete(t.running, i, i+1)
			for _, n := range r.nodes {
				at := slices.Index(t.nodes[n], r)
				t.nodes[n] = slices.Delete(t.nodes[n], at, at+1)
			}
			for _, l := range t.listeners {
				l.ended(t, r)
			}
			continue
		}
		i++
	}
	t.look()
	for ; t.arrived < len(t.jobs) && t.jobs[t.arrived].submit == t.now; t.arrived++ {
		j := &t.jobs[t.arrived]
		t.waiting = append(t.waiting, j)
		for _, l := range t.listeners {
			if err := l.submitted(t, j); err != nil {
				return err
			}
		}
	}
	if err := t.pass(); err != nil {
		return err
	}
	for _, r := range t.running {
		t.repace(r)
		for i, v := range t.views {
			r.belief[i].whole = v.whole(t, r)
		}
	}
	return nil
}

// pass starts jobs: the heads that fit, and under EASY those that by the scheduler's estimates do
// not delay the first that does not.
func (t *truth) pass() error {
	for len(t.waiting) > 0 && t.room() >= t.waiting[0].tasks {
		t.start(0)
	}
	if t.forecaster == nil || len(t.waiting) < 2 || t.room() == 0 {
		return nil
	}
	state, err := t.forecaster.state(t)
	if err != nil {
		return err
	}
	for _, s := range state.Pass() {
		t.start(slices.IndexFunc(t.waiting, func(j *job) bool { return j.at == int(s.ID) }))
	}
	return nil
}

// room is the number of nodes that take another task.
func (t *truth) room() int {
	n := 0
	for _, tasks := range t.nodes {
		if len(tasks) < t.set.Limit {
			n++
		}
	}
	return n
}

// start starts a job of the queue, by its place.
func (t *truth) start(place int) {
	j := t.waiting[place]
	t.waiting = slices.Delete(t.waiting, place, place+1)
	r := &run{job: j, nodes: t.choose(j), start: t.now, left: 1, belief: make([]belief, len(t.views))}
	for i := range r.belief {
		r.belief[i].left = 1
	}
	t.running = append(t.running, r)
	for _, n := range r.nodes {
		t.nodes[n] = append(t.nodes[n], r)
	}
	for _, l := range t.listeners {
		l.started(t, r)
	}
}

// choose is the nodes that the selection gives a job, by the rules of sched.Selection, of which the
// prediction knows no others.
func (t *truth) choose(j *job) []int {
	idle := t.sample(0).idle
	var list []int
	for n := range t.nodes {
		if len(t.nodes[n]) < t.set.Limit {
			list = append(list, n)
		}
	}
	alike := func(n int) int {
		count := 0
		for _, r := range t.nodes[n] {
			if (r.share() > 0.5) == (j.share() > 0.5) {
				count++
			}
		}
		return count
	}
	slices.SortStableFunc(list, func(a, b int) int {
		by := cmp.Compare(len(t.nodes[a]), len(t.nodes[b]))
		if by == 0 && t.set.Selection == sched.Uniform {
			by = cmp.Compare(alike(a), alike(b))
		}
		return cmp.Or(by, cmp.Compare(idle[b], idle[a]),
			slices.CompareFunc(t.nodes[a], t.nodes[b], func(x, y *run) int { return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.at, y.at)) }))
	})
	return list[:j.tasks]
}

// repace finds the pace of a running job.
func (t *truth) repace(r *run) {
	sp, sc := t.slowdown(r, func(node int) (idle, traffic float64) {
		a, p := t.local[node], t.period[node]
		traffic = t.held[node]
		if a.works[p] {
			traffic += t.c.Traffic
		}
		return 1 - a.shares[p], traffic
	})
	r.whole = r.factor * (float64(r.processing*sp) + float64(r.comm*sc))
}

// slowdown is that of a running job, of processing and of communication, by what is left of its
// nodes [Lerida08, equations 2 to 4].
func (t *truth) slowdown(r *run, rest func(node int) (idle, traffic float64)) (processing, communication float64) {
	processing, communication = 0, 1
	for _, n := range r.nodes {
		idle, traffic := rest(n)
		processing = max(processing, float64(len(t.nodes[n]))/float64(t.c.power(n)*idle))
		communication = max(communication, r.bandwidth/t.fair(r, n, t.c.Link-traffic))
	}
	return processing, communication
}

// fair is the bandwidth that a job gets on the link of a node, at most what it wants: no task gets
// more than it wants, the others share what is left.
func (t *truth) fair(r *run, node int, bandwidth float64) float64 {
	var few [sched.MaxMPL]float64
	wanted := few[:0]
	for _, o := range t.nodes[node] {
		wanted = append(wanted, o.bandwidth)
	}
	slices.Sort(wanted)
	for i, w := range wanted {
		share := bandwidth / float64(len(wanted)-i)
		if w > share {
			return min(r.bandwidth, share)
		}
		bandwidth -= w
	}
	return r.bandwidth
}
