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
	liBlock      = 32     // those that started one after the other found states that are often alike
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

// box is the range of some states.
type box struct{ low, high state }

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
	boxes []box // of each liBlock places of the ring

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
	at := len(l.past)
	if at < liRemembered {
		l.past, l.waits = append(l.past, s), append(l.waits, wait)
	} else {
		at = l.next
		l.past[at], l.waits[at] = s, wait
		l.next = (l.next + 1) % liRemembered
	}
	if at/liBlock == len(l.boxes) {
		l.boxes = append(l.boxes, box{})
	}
	b := &l.boxes[at/liBlock]
	*b = box{s.state, s.state}
	first := at / liBlock * liBlock
	for _, o := range l.past[first:min(first+liBlock, len(l.past))] {
		for i, x := range o.state {
			b.low[i], b.high[i] = min(b.low[i], x), max(b.high[i], x)
		}
	}
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
	n := search{of: s, weights: l.weights(), worst: math.Inf(1)}
	n.look(l, 0, l.next) // from the job that started last to the first
	n.look(l, l.next, len(l.past))
	sum := 0.0
	for _, x := range n.list[:n.found] {
		sum += l.waits[x.job]
	}
	return sum / float64(n.found)
}

// search is for the nearest jobs.
type search struct {
	of      *situation
	weights state
	list    [liNearest]near // those found, the nearest first
	found   int
	worst   float64 // distance that others must be below
}

// look takes up the jobs at some places of the ring, the last one first. It passes over blocks that
// are too far off as a whole.
func (n *search) look(l *li, first, end int) {
	for end > first {
		block := (end - 1) / liBlock
		begin := max(first, block*liBlock)
		if l.boxes[block].distance(&n.of.state, &n.weights) < n.worst {
			for i := end - 1; i >= begin; i-- {
				if d := n.of.distance(&l.past[i], &n.weights, n.worst); d < n.worst {
					n.insert(near{d, i})
				}
			}
		}
		end = begin
	}
}

func (n *search) insert(x near) {
	n.found = min(n.found+1, liNearest)
	at := n.found - 1
	for ; at > 0 && n.list[at-1].distance > x.distance; at-- {
		n.list[at] = n.list[at-1]
	}
	n.list[at] = x
	if n.found == liNearest {
		n.worst = n.list[n.found-1].distance
	}
}

// distance is no more than the square of that from a state to any in the box, in the same steps, so
// that rounding does not matter.
func (b *box) distance(s, weights *state) float64 {
	d := 0.0
	for i, x := range s {
		x = max(b.low[i]-x, x-b.high[i], 0)
		d += float64(weights[i] * float64(x*x))
	}
	return d
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
