package cisne

import (
	"cmp"
	"math"
	"slices"

	"waitbench/methods"
)

// jobTimes are the predicted or the actual times of a job; seconds.
type jobTimes struct{ wait, turnaround float64 }

// predictor predicts jobs at their submission.
//
// sdpn and hanzich run package sched from the present state on. They see the
// nodes as sampled now, or on average over the last 30 or 120 s, and expect
// them to stay so. They follow the progress of a job by their own slowdowns
// since its start. A job with nothing left by that account is expected to end
// now.
//
// smith and li are the methods of package methods: nodes are as many equal
// processors as they take tasks, and run times are means of similar jobs. EASY
// by such run times ignores how many jobs share a node, and expects a job that
// runs longer to run twice as long.
//
// historical is the mean of the 8 past jobs of the same kernel, class and
// number of tasks that found the most similar cluster: tasks on a node and idle
// share of a processor, on average. It ignores the queue.
//
// The past is workloads of the seed before the first, under the same setting;
// EASY has true times there. Methods that remember jobs also learn from the
// measured workloads, one seed after the other.
type predictor interface {
	predict(t *truth, j *job) (jobTimes, error)
	started(t *truth, r *runningJob)
	ended(t *truth, r *runningJob)
}

// forecasting predicts by a method of package methods, which sees a machine of
// as many processors as the cluster takes tasks.
type forecasting struct {
	forecaster methods.Forecaster
	times      *methods.RunTimes
	offset     float64 // of the clock: one workload follows the other
	lastEnd    float64 // of a job, with the offset
	number     int     // of jobs so far
	active     map[*job]*methods.QueuedJob
	machine    methods.Machine
}

func (c *Config) newForecasting(name string, set Setting, times *methods.RunTimes,
) (*forecasting, error) {
	method, err := methods.Named(name)
	if err != nil {
		return nil, err
	}
	procs := int64(c.Nodes * set.Limit)
	site := methods.LogInfo{RunTimes: true}
	site.Scheduler = methods.EASYScheduler
	if set.Discipline == FCFS {
		site.Scheduler = methods.FCFSScheduler
	}
	f := &forecasting{times: times, machine: methods.Machine{Capacity: procs, Free: procs}}
	f.forecaster, err = method.Forecaster.New(site)
	return f.begin(), err
}

// begin prepares for another workload.
func (f *forecasting) begin() *forecasting {
	f.offset = f.lastEnd + 1e4
	f.active = map[*job]*methods.QueuedJob{}
	return f
}

func (f *forecasting) predict(t *truth, j *job) (jobTimes, error) {
	q := t.c.query(j)
	q.Submit += f.offset
	q.Index = f.number
	a := &methods.QueuedJob{Query: q, Run: meanRun(t.c, f.times, j), Busy: math.NaN()}
	f.number++
	f.active[j] = a
	f.machine.Waiting = append(f.machine.Waiting, a)
	said := f.forecaster.Forecast(a, &f.machine)
	f.forecaster.Submitted(a, &f.machine)
	return jobTimes{said.Wait, said.Turnaround}, nil
}

func (f *forecasting) started(t *truth, r *runningJob) {
	a := f.active[r.job]
	a.Start = t.now + f.offset
	f.machine.Waiting = without(f.machine.Waiting, a)
	f.machine.Running = append(f.machine.Running, a)
	f.machine.Free -= int64(r.tasks)
	f.forecaster.Started(a, &f.machine)
}

func (f *forecasting) ended(t *truth, r *runningJob) {
	a := f.active[r.job]
	f.machine.Running = without(f.machine.Running, a)
	f.machine.Free += int64(r.tasks)
	f.lastEnd = t.now + f.offset
	f.forecaster.Ended(a, f.lastEnd, t.now-r.start, &f.machine)
}

// nearest is how many similar past jobs historical takes the mean of.
const nearest = 8

// past is a past job, and the state of the cluster that it found: tasks that
// ran on a node, and the idle share of a processor, both on average.
type past struct {
	kernel, tasks int
	load, idle    float64
	jobTimes
}

// distance is the square of the distance between states.
func (p *past) distance(o *past) float64 {
	load, idle := p.load-o.load, p.idle-o.idle
	return float64(load*load) + float64(idle*idle)
}

// record has the past jobs that predictors know. It predicts historical.
type record struct {
	jobs  []past
	found map[*job]past
	run   *methods.RunTimes
}

// predict predicts by the state that a job finds, and notes it. The queue is no
// part of it [Lerida08, section 3.1].
func (h *record) predict(t *truth, j *job) (jobTimes, error) {
	p := past{kernel: j.kernel, tasks: j.tasks}
	for _, tasks := range t.nodes {
		p.load += float64(len(tasks))
	}
	for _, idle := range t.sample(0).idle {
		p.idle += idle
	}
	p.load /= float64(len(t.nodes))
	p.idle /= float64(len(t.nodes))
	h.found[j] = p
	return h.similar(p), nil
}

func (h *record) started(*truth, *runningJob) {}

func (h *record) ended(t *truth, r *runningJob) {
	p := h.found[r.job]
	p.jobTimes = jobTimes{r.start - r.submit, t.now - r.submit}
	delete(h.found, r.job)
	h.jobs = append(h.jobs, p)
	h.run.Observe(t.c.query(r.job), t.now-r.start, -1)
}

// similar is the mean of the most similar jobs: the jobs of the same kernel and
// number of tasks in the nearest states, the earlier of equals. It is NaN if
// there are none.
func (h *record) similar(now past) jobTimes {
	var near []*past
	nearer := func(a, b *past) int { return cmp.Compare(a.distance(&now), b.distance(&now)) }
	for i := range h.jobs {
		p := &h.jobs[i]
		if p.kernel != now.kernel || p.tasks != now.tasks {
			continue
		}
		if len(near) == nearest && nearer(p, near[nearest-1]) >= 0 {
			continue
		}
		k, _ := slices.BinarySearchFunc(near, p, nearer)
		near = slices.Insert(near, k, p)
		near = near[:min(len(near), nearest)]
	}
	var sum jobTimes
	for _, p := range near {
		sum.wait += p.wait
		sum.turnaround += p.turnaround
	}
	n := float64(len(near))
	return jobTimes{sum.wait / n, sum.turnaround / n}
}
