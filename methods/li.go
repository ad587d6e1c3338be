package methods

import (
	"errors"
	"math"
)

var liMethod = Method{
	Name:   "li",
	Doc:    "mean wait of past jobs that found the machine in the nearest states",
	Source: "Li, Groep and Wolters, Efficient response time predictions by exploiting application and resource state similarities",
	Claims: Claims{Sides: NoSide},
	Watch:  &Watch{Name: "li", New: newLi},
}

// The settings of li.
const (
	liRemembered = 10_000 // started jobs that are searched, the last ones
	liNearest    = 8      // of them that count
)

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
	waiting map[*Active]situation // found by the jobs in the queue

	past  []situation // found by jobs that have started, a ring once it is full
	waits []float64   // theirs, seconds
	next  int

	count   float64 // of jobs submitted
	mean    state
	squares state // sums of squared deviations from mean
}

func newLi(site Site) (Watcher, error) {
	if !site.RunTimes {
		return nil, errors.New("the log has no run times (field 4), so nobody can forecast how much work is left")
	}
	return &li{waiting: map[*Active]situation{}}, nil
}

// Submitted implements Watcher.
func (l *li) Submitted(j *Active, m *Machine) Forecast {
	s := l.situation(j, m)
	l.waiting[j] = s
	l.observe(&s.state)
	f := NoForecast
	if len(l.past) > 0 {
		f.Wait = l.nearest(&s)
		f.Turnaround = f.Wait + j.Run
	}
	return f
}

// situation is what a job finds that is the last in the queue.
func (l *li) situation(j *Active, m *Machine) situation {
	queued, running := 0.0, 0.0
	for _, w := range m.Waiting {
		if w != j {
			queued += float64(float64(w.Procs) * forecastRun(w))
		}
	}
	for _, r := range m.Running {
		age := j.Submit - r.Start
		running += float64(float64(r.Procs) * (forecastRunAt(r, age) - age))
	}
	length := j.Estimate
	if length <= 0 {
		length = forecastRun(j)
	}
	s := situation{state{float64(m.Free), queued, running, float64(j.Procs), length}, j.Queue}
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
	s, wait := l.waiting[j], j.Start-j.Submit
	delete(l.waiting, j)
	if len(l.past) < liRemembered {
		l.past, l.waits = append(l.past, s), append(l.waits, wait)
		return
	}
	l.past[l.next], l.waits[l.next] = s, wait
	l.next = (l.next + 1) % liRemembered
}

// Ended implements Watcher.
func (l *li) Ended(j *Active, _, _ float64, _ *Machine) { delete(l.waiting, j) }

// Refit implements Watcher.
func (l *li) Refit(float64) {}

// near is a started job and the square of its distance.
type near struct {
	distance float64
	job      int
}

// nearest is the mean wait of the nearest jobs, seconds.
func (l *li) nearest(s *situation) float64 {
	var list [liNearest]near
	found, worst := 0, math.Inf(1)
	weights := l.weights()
	for n := range l.past {
		i := l.next - 1 - n // from the job that started last to the first
		if i < 0 {
			i += len(l.past)
		}
		d := s.distance(&l.past[i], &weights, worst)
		if d >= worst {
			continue
		}
		found = min(found+1, liNearest)
		at := found - 1
		for ; at > 0 && list[at-1].distance > d; at-- {
			list[at] = list[at-1]
		}
		list[at] = near{d, i}
		if found == liNearest {
			worst = list[found-1].distance
		}
	}
	sum := 0.0
	for _, x := range list[:found] {
		sum += l.waits[x.job]
	}
	return sum / float64(found)
}

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

// distance is the square of that between two situations, or some number above enough if that is so.
func (s *situation) distance(o *situation, weights *state, enough float64) float64 {
	d := 0.0
	if s.queue != o.queue {
		d = 1
	}
	for i := range s.state {
		x := s.state[i] - o.state[i]
		if d += float64(weights[i] * float64(x*x)); d > enough {
			return d
		}
	}
	return d
}
