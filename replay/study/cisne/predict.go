package cisne

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
)

// times are what is predicted of a job, or what it had; seconds.
type times struct{ wait, turnaround float64 }

// predictor predicts jobs at their submission.
type predictor interface {
	predict(t *truth, j *job) (times, error)
	started(t *truth, r *run)
	ended(t *truth, r *run)
}

// predict is algorithm 1 of [Lerida08] with the slowdowns of a view: it simulates from now on until a
// job has ended that waits.
func (v *view) predict(t *truth, j *job) (times, error) {
	state, err := v.state(t)
	if err != nil {
		return times{}, err
	}
	start, end := lookAhead(state, t.now, int64(j.at))
	return times{start - j.submit, end - j.submit}, nil
}

func (*view) started(*truth, *run) {}
func (*view) ended(*truth, *run)   {}

// watching lets a method of package methods predict, which sees a machine of as many processors as
// the cluster takes tasks.
type watching struct {
	watcher methods.Watcher
	times   *methods.RunTimes
	offset  float64 // of the clock: one workload follows the other
	last    float64 // end of a job, with the offset
	number  int     // of jobs so far
	active  map[*job]*methods.Active
	machine methods.Machine
}

func (c *Config) newWatching(name string, set Setting, times *methods.RunTimes) (*watching, error) {
	method, err := methods.Named(name)
	if err != nil {
		return nil, err
	}
	site := methods.Site{Capacity: int64(c.Nodes * set.Limit), RunTimes: true}
	site.Scheduler = methods.EASYScheduler
	if set.Discipline == FCFS {
		site.Scheduler = methods.FCFSScheduler
	}
	w := &watching{times: times, machine: methods.Machine{Capacity: site.Capacity, Free: site.Capacity}}
	if w.watcher, err = method.Watch.New(site); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w.begin()
	return w, nil
}

// begin makes ready for another workload.
func (w *watching) begin() {
	w.offset = w.last + 1e4
	w.active = map[*job]*methods.Active{}
}

func (w *watching) predict(t *truth, j *job) (times, error) {
	q := t.c.query(j)
	q.Submit += w.offset
	a := &methods.Active{Query: q, At: w.number, Run: meanRun(t.c, w.times, j), Busy: math.NaN()}
	w.number++
	w.active[j] = a
	w.machine.Waiting = append(w.machine.Waiting, a)
	f := w.watcher.Submitted(a, &w.machine).Complete()
	return times{f.Wait, f.Turnaround}, nil
}

func (w *watching) started(t *truth, r *run) {
	a := w.active[r.job]
	a.Start = t.now + w.offset
	w.machine.Waiting = remove(w.machine.Waiting, a)
	w.machine.Running = append(w.machine.Running, a)
	w.machine.Free -= int64(r.tasks)
	w.watcher.Started(a, &w.machine)
}

func (w *watching) ended(t *truth, r *run) {
	a := w.active[r.job]
	w.machine.Running = remove(w.machine.Running, a)
	w.machine.Free += int64(r.tasks)
	w.last = t.now + w.offset
	w.watcher.Ended(a, w.last, t.now-r.start, &w.machine)
}

func remove(list []*methods.Active, a *methods.Active) []*methods.Active {
	at := slices.Index(list, a)
	return slices.Delete(list, at, at+1)
}

// nearest is how many of the most similar past jobs historical takes the mean of.
const nearest = 8

// past is a past job, and the state of the cluster that it found: tasks that ran on a node, and the
// idle share of a processor, both on average.
type past struct {
	kernel, tasks int
	load, idle    float64
	times
}

// distance to the state, squared.
func (p *past) distance(o *past) float64 {
	return float64((p.load-o.load)*(p.load-o.load)) + float64((p.idle-o.idle)*(p.idle-o.idle))
}

// record is the past jobs that predictors know, and notes more of them. It is what historical predicts
// by.
type record struct {
	jobs  []past
	found map[*job]past
	run   *methods.RunTimes
}

func newRecord() *record { return &record{found: map[*job]past{}, run: methods.NewRunTimes()} }

// state is a job and the state that it finds. The queue is no part of it [Lerida08, section 3.1].
func (t *truth) state(j *job) past {
	p := past{kernel: j.kernel, tasks: j.tasks}
	for _, tasks := range t.nodes {
		p.load += float64(len(tasks))
	}
	for _, idle := range t.sample(0).idle {
		p.idle += idle
	}
	p.load /= float64(len(t.nodes))
	p.idle /= float64(len(t.nodes))
	return p
}

func (h *record) submitted(t *truth, j *job) error {
	h.found[j] = t.state(j)
	return nil
}

func (h *record) predict(t *truth, j *job) (times, error) {
	h.found[j] = t.state(j)
	return h.similar(h.found[j]), nil
}

func (h *record) started(*truth, *run) {}

func (h *record) ended(t *truth, r *run) {
	p := h.found[r.job]
	p.times = times{r.start - r.submit, t.now - r.submit}
	delete(h.found, r.job)
	h.jobs = append(h.jobs, p)
	h.run.Observe(t.c.query(r.job), t.now-r.start, -1)
}

// similar is the mean of what the most similar jobs had: of the same kernel and tasks, in the
// nearest states. Without any it is that of all jobs.
func (h *record) similar(now past) times {
	type near struct {
		distance float64
		job      int
	}
	var list []near
	for i := range h.jobs {
		p := &h.jobs[i]
		if p.kernel != now.kernel || p.tasks != now.tasks {
			continue
		}
		d := p.distance(&now)
		if len(list) == nearest && d >= list[nearest-1].distance {
			continue
		}
		at, _ := slices.BinarySearchFunc(list, near{d, i}, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
		list = slices.Insert(list, at, near{d, i})
		list = list[:min(len(list), nearest)]
	}
	var sum times
	for _, n := range list {
		sum.wait += h.jobs[n.job].wait
		sum.turnaround += h.jobs[n.job].turnaround
	}
	n := float64(len(list))
	return times{sum.wait / n, sum.turnaround / n}
}
