package methods

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

var liMethod = Method{
	Name:   "li",
	Doc:    "mean wait of past jobs that found the machine in the nearest states",
	Source: "Li, Groep and Wolters, Efficient response time predictions by exploiting application and resource state similarities",
	Cite:   []string{"Li05"},
	Claims: Claims{Sides: NoSide},
	Watch:  &Watch{Name: "li", Cost: 7, New: newLi},
}

// liNearest is the number of past jobs that count.
const liNearest = 8

// state is what a job finds at its submission: ln(1 + x) of the free processors, of the work
// (processor-seconds) that waits before it and that is left of running jobs as forecast, of its
// processors and of its estimate (or forecast run time, where there is none).
type state [5]float64

// situation is a state, and the queue of the job.
type situation struct {
	state
	queue int32
}

// li forecasts the wait of a job from those of started jobs that found the machine in a near state.
// The distance is Euclidean, each attribute counted in its standard deviations over all jobs
// submitted so far; another queue is as far as one of them. Of equally near jobs, those that
// started later count. Lérida et al. describe Li's method as simulation and history together; this
// is the nearest past states alone.
type li struct {
	found   map[*Active]situation // by the jobs in the queue
	queue   queuedWork
	running []runningJob // in order of start
	past    situations   // found by jobs that have started

	count   float64 // of jobs submitted
	mean    state
	squares state // sums of squared deviations from mean
}

func newLi(site Site) (Watcher, error) {
	if !site.RunTimes {
		return nil, errors.New("the log has no run times (field 4), so nobody can forecast how much work is left")
	}
	return &li{found: map[*Active]situation{}}, nil
}

// Submitted implements Watcher.
func (l *li) Submitted(j *Active, m *Machine) Forecast {
	s := l.situation(j, m.Free)
	l.found[j] = s
	l.queue.add(j)
	l.observe(&s.state)
	f := NoForecast
	if l.past.known > 0 && !j.Unasked {
		f.Wait = l.past.meanWait(&s, l.weights())
		f.Turnaround = f.Wait + j.Run
	}
	return f
}

// situation is what a job finds that joins the queue beside free processors.
func (l *li) situation(j *Active, free int64) situation {
	running := 0.0
	for i := range l.running {
		running += l.running[i].left(j.Submit)
	}
	length := j.Estimate
	if length <= 0 {
		length = forecastRun(j)
	}
	s := situation{state{float64(free), l.queue.sum(), running, float64(j.Procs), length}, j.Queue}
	for i, x := range s.state {
		s.state[i] = math.Log1p(x)
	}
	return s
}

// observe takes a state into the standard deviations.
func (l *li) observe(s *state) {
	l.count++
	for i, x := range s {
		d := x - l.mean[i]
		l.mean[i] += d / l.count
		l.squares[i] += float64(d * (x - l.mean[i]))
	}
}

// Started implements Watcher.
func (l *li) Started(j *Active, _ *Machine) {
	weights := l.weights()
	l.past.add(l.found[j], j.Start-j.Submit, &weights)
	l.leave(j)
	l.running = append(l.running, runningJob{j, j.Start, float64(j.Procs), forecastRun(j)})
}

// leave takes a job out of the queue.
func (l *li) leave(j *Active) {
	delete(l.found, j)
	l.queue.remove(j)
}

// Ended implements Watcher.
func (l *li) Ended(j *Active, _, run float64, _ *Machine) {
	if run <= 0 {
		l.leave(j)
		return
	}
	i, _ := slices.BinarySearchFunc(l.running, j.Start, func(r runningJob, start float64) int { return cmp.Compare(r.start, start) })
	for l.running[i].Active != j {
		i++
	}
	l.running = slices.Delete(l.running, i, i+1)
}

// Refit implements Watcher.
func (l *li) Refit(float64) {}

// weights are the inverse variances of the attributes; 0 where all jobs agree.
func (l *li) weights() state {
	var w state
	for i, squares := range l.squares {
		if squares > 0 {
			w[i] = l.count / squares
		}
	}
	return w
}

// runningJob is a running job and what its work is forecast to be.
type runningJob struct {
	*Active
	start float64 // its own; beside the others it takes no look elsewhere
	procs float64
	run   float64 // seconds; more once it has run for longer
}

// left is the work that is left of it, processor-seconds.
func (r *runningJob) left(now float64) float64 {
	age := now - r.start
	if r.run <= age {
		r.run = forecastRunAt(r.Active, age)
	}
	return float64(r.procs * (r.run - age))
}

// queuedWork is the work of the jobs in the queue, by forecast run times.
type queuedWork struct {
	jobs  []int     // by number, which is their order
	work  []float64 // theirs, processor-seconds
	sums  []float64 // of the first so many jobs, from 0 on
	known int       // the sums that are right
}

func (q *queuedWork) add(j *Active) {
	q.jobs = append(q.jobs, j.At)
	q.work = append(q.work, float64(float64(j.Procs)*forecastRun(j)))
	q.sums = append(q.sums, 0)
}

func (q *queuedWork) remove(j *Active) {
	i, _ := slices.BinarySearch(q.jobs, j.At)
	q.jobs, q.work = slices.Delete(q.jobs, i, i+1), slices.Delete(q.work, i, i+1)
	q.sums = q.sums[:len(q.sums)-1]
	q.known = min(q.known, i)
}

// sum is that of all, always added in the order of the queue.
func (q *queuedWork) sum() float64 {
	sum := 0.0
	if q.known > 0 {
		sum = q.sums[q.known-1]
	}
	for ; q.known < len(q.work); q.known++ {
		sum += q.work[q.known]
		q.sums[q.known] = sum
	}
	return sum
}
