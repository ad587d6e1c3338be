package cisne

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods/sched"
)

// truth is the cluster as it is. Between events every job advances at one pace.
// Events are changes of local activity, submissions and ends.
type truth struct {
	c       *Config
	set     Setting
	now     float64
	local   []*activity
	jobs    []job
	arrived int
	waiting []*job
	running []*runningJob   // in order of start
	nodes   [][]*runningJob // jobs with a task on each node, in order of start

	scheduler *belief // by whose estimates EASY schedules; nil under FCFS
	beliefs   []*belief
	followed  float64 // time up to which beliefs have followed the running jobs
	scorers   []*scorer
	worked    float64 // time in which local users worked, on all nodes, seconds
	slowed    float64 // the same, times their slowdowns
}

type runningJob struct {
	*job
	nodes []int
	start float64
	left  float64 // share of the job that is left
	whole float64 // how long all of it takes at the present pace, seconds
}

func (c *Config) newTruth(set Setting, seed uint64, session, jobs int) *truth {
	t := &truth{c: c, set: set, jobs: c.draw(seed, session, jobs)}
	t.nodes = make([][]*runningJob, c.Nodes)
	for i := range c.Nodes {
		t.local = append(t.local, c.newActivity(stream(seed, session, 1+i)))
	}
	return t
}

// simulate runs the workload until its last job has ended.
func (t *truth) simulate() error {
	for t.arrived < len(t.jobs) || len(t.running) > 0 {
		next, changed := t.next()
		t.advance(next)
		if changed != nil {
			changed.now = changed.index(next)
		} else if err := t.events(); err != nil {
			return err
		}
		present := t.sample(0)
		for _, r := range t.running {
			r.whole = r.factor * t.duration(r, present)
		}
	}
	return nil
}

// next returns the time of the next event and the local activity that changes
// then, nil for an event of jobs.
func (t *truth) next() (time float64, changed *activity) {
	time = math.Inf(1)
	if t.arrived < len(t.jobs) {
		time = t.jobs[t.arrived].submit
	}
	for _, r := range t.running {
		time = min(time, r.end(t.now))
	}
	for _, a := range t.local {
		if end := a.periods[a.now].end; end < time {
			time, changed = end, a
		}
	}
	return time, changed
}

func (r *runningJob) end(now float64) float64 { return now + float64(r.left*r.whole) }

// advance moves the clock. Jobs that end then have exactly nothing left.
//
// Local users have priority. Their slowdown is what equal shares of the
// processor would do to them: a local user who takes a share s of it, among k
// tasks, works for max(1, s (k+1)) times as long.
func (t *truth) advance(time float64) {
	for i, a := range t.local {
		if p := &a.periods[a.now]; p.works {
			slowdown := max(1, p.share*float64(len(t.nodes[i])+1))
			t.worked += time - t.now
			t.slowed += float64(slowdown * (time - t.now))
		}
	}
	for _, r := range t.running {
		if r.end(t.now) <= time {
			r.left = 0
		} else {
			r.left -= (time - t.now) / r.whole
		}
	}
	t.now = time
}

// events handles the ends and submissions of now, and makes a scheduling pass.
func (t *truth) events() error {
	for _, b := range t.beliefs {
		b.follow(t.now - t.followed)
	}
	t.followed = t.now
	t.running = slices.DeleteFunc(t.running, func(r *runningJob) bool {
		if r.left > 0 {
			return false
		}
		for _, n := range r.nodes {
			t.nodes[n] = without(t.nodes[n], r)
		}
		for _, s := range t.scorers {
			s.ended(t, r)
		}
		return true
	})
	for ; t.arrived < len(t.jobs) && t.jobs[t.arrived].submit == t.now; t.arrived++ {
		j := &t.jobs[t.arrived]
		t.waiting = append(t.waiting, j)
		for _, s := range t.scorers {
			if err := s.submitted(t, j); err != nil {
				return err
			}
		}
	}
	if err := t.pass(); err != nil {
		return err
	}
	for _, b := range t.beliefs {
		b.repace(t)
	}
	return nil
}

// without removes an element from a list that has it.
func without[T comparable](list []T, x T) []T {
	i := slices.Index(list, x)
	return slices.Delete(list, i, i+1)
}

// pass starts jobs: the heads that fit, and under EASY any others that do not
// delay the next head, by the scheduler's estimates.
func (t *truth) pass() error {
	for len(t.waiting) > 0 && t.fits(t.waiting[0]) {
		t.start(t.waiting[0])
	}
	if t.scheduler == nil || len(t.waiting) < 2 || len(t.open(0)) == 0 {
		return nil
	}
	state, err := t.scheduler.state(t)
	if err != nil {
		return err
	}
	for _, s := range state.Schedule() { // which does not know of memory
		if j := &t.jobs[s.ID]; t.fits(j) {
			t.start(j)
		}
	}
	return nil
}

func (t *truth) fits(j *job) bool { return len(t.open(j.memory)) >= j.tasks }

// open returns the nodes that take another task with some memory, in MB.
func (t *truth) open(memory float64) (nodes []int) {
	for n, tasks := range t.nodes {
		held := memory
		for _, r := range tasks {
			held += r.memory
		}
		if len(tasks) < t.set.Limit && (!t.set.Memory || held <= t.c.Memory) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

func (t *truth) start(j *job) {
	t.waiting = without(t.waiting, j)
	r := &runningJob{job: j, nodes: t.choose(j), start: t.now, left: 1}
	t.running = append(t.running, r)
	for _, n := range r.nodes {
		t.nodes[n] = append(t.nodes[n], r)
	}
	for _, s := range t.scorers {
		s.started(t, r)
	}
}

// choose returns the nodes of a job, by the rules of sched.Selection.
func (t *truth) choose(j *job) []int {
	sameKind := func(n int) (count int) {
		for _, r := range t.nodes[n] {
			if (r.share() > 0.5) == (j.share() > 0.5) {
				count++
			}
		}
		return count
	}
	startedFirst := func(x, y *runningJob) int {
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.index, y.index))
	}
	idle, open := t.sample(0).idle, t.open(j.memory)
	slices.SortStableFunc(open, func(a, b int) int {
		by := cmp.Compare(len(t.nodes[a]), len(t.nodes[b]))
		if by == 0 && t.set.Selection == sched.Uniform {
			by = cmp.Compare(sameKind(a), sameKind(b))
		}
		return cmp.Or(by, cmp.Compare(idle[b], idle[a]),
			slices.CompareFunc(t.nodes[a], t.nodes[b], startedFirst))
	})
	return open[:j.tasks]
}

// duration is how long all of a running job takes as declared, by what local
// users leave of its nodes [Lerida08, equations 1 to 4]; seconds.
func (t *truth) duration(r *runningJob, local sample) float64 {
	f := sched.Factors{Communication: 1}
	for _, n := range r.nodes {
		var few [sched.MaxMPL]float64
		wanted, class := few[:0], t.class(n, local)
		for _, o := range t.nodes[n] {
			wanted = append(wanted, o.bandwidth)
		}
		f = f.Worse(sched.ByResources.Of(&class, wanted, slices.Index(t.nodes[n], r)))
	}
	return float64(r.processing*f.Processing) + float64(r.comm*f.Communication)
}

// class is a node as local users leave it.
func (t *truth) class(node int, local sample) sched.NodeClass {
	return sched.NodeClass{Count: 1, Power: t.c.Powers[node%len(t.c.Powers)],
		Availability: local.idle[node], Link: t.c.Link, Traffic: local.traffic[node]}
}
