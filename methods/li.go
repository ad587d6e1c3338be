package methods

import (
	"errors"
	"math"

	"waitbench/methods/fit"
)

var liMethod = Method{
	Name: "li",
	Doc:  "mean wait of past jobs in the nearest machine states",
	Source: "Li, Groep and Wolters, Efficient response time predictions by exploiting " +
		"application and resource state similarities",
	Cite:       []string{"Li05"},
	Claims:     Claims{Sides: NoSide},
	Forecaster: &ForecasterSpec{Name: "li", New: newLi},
}

const (
	liNearest    = 8      // past jobs that count
	liRemembered = 10_000 // started jobs that are searched, the last ones
)

// machineState describes the machine at a submission: ln(1 + x) of the free
// processors, of the work (processor-seconds) in the queue, of the work that
// running jobs are forecast to have left, of its processors and of its estimate
// (or its forecast run time, where there is none).
type machineState [5]float64

// situation is a machine state, and the queue of the job.
type situation struct {
	machineState
	queue int32
}

// li forecasts the wait of a job from the waits of started jobs that found the
// machine in a near state. The distance is Euclidean, in standard deviations of
// each attribute over all jobs submitted so far; another queue is as far as one
// of them. Of equally near jobs, the later ones to start count. Lérida et al.
// describe Li's method as simulation and history together; this is the nearest
// past states alone.
type li struct {
	IgnoreEvents
	found   map[int]situation // of queued jobs, by QueuedJob.Index
	past    []pastJob         // the last to start, a ring once it is full
	next    int               // index of past that is written next
	spreads spreads           // of the jobs submitted
}

// spreads has the standard deviation of each attribute.
type spreads [len(machineState{})]fit.Spread

func (s *spreads) add(now *machineState) {
	for i, x := range now {
		s[i].Add(x)
	}
}

type pastJob struct {
	found situation
	wait  float64 // seconds
}

func newLi(log LogInfo) (Forecaster, error) {
	if !log.RunTimes {
		return nil, errors.New("the log has no run times (field 4) to forecast how much " +
			"work is left")
	}
	return &li{found: map[int]situation{}}, nil
}

func (l *li) Forecast(j *QueuedJob, m *Machine) Forecast {
	s := situationOf(j, m)
	l.found[j.Index] = s
	f := NoForecast
	if len(l.past) > 0 {
		f.Wait = l.meanWait(&s)
		f.Turnaround = f.Wait + j.Run
	}
	return f
}

func (l *li) Submitted(j *QueuedJob, _ *Machine) {
	s := l.found[j.Index]
	l.spreads.add(&s.machineState)
}

// situationOf returns the situation of a job that joins the queue.
func situationOf(j *QueuedJob, m *Machine) situation {
	queued, running := 0.0, 0.0
	for _, w := range m.Waiting[:len(m.Waiting)-1] {
		queued += float64(float64(w.Procs) * forecastRun(w))
	}
	for _, r := range m.Running {
		age := j.Submit - r.Start
		running += float64(float64(r.Procs) * (forecastRunAt(r, age) - age))
	}
	length := j.Estimate
	if length <= 0 {
		length = forecastRun(j)
	}
	s := situation{machineState{float64(m.Free), queued, running, float64(j.Procs), length},
		j.Queue}
	for i, x := range s.machineState {
		s.machineState[i] = math.Log1p(x)
	}
	return s
}

func (l *li) Started(j *QueuedJob, _ *Machine) {
	p := pastJob{l.found[j.Index], j.Start - j.Submit}
	delete(l.found, j.Index)
	if len(l.past) < liRemembered {
		l.past = append(l.past, p)
	} else {
		l.past[l.next] = p
	}
	l.next = (l.next + 1) % liRemembered
}

func (l *li) Ended(j *QueuedJob, _, _ float64, _ *Machine) { delete(l.found, j.Index) }

// weights are the inverse variances of the attributes; 0 where all jobs agree.
func (s *spreads) weights() machineState {
	var w machineState
	for i, s := range s {
		if s.Squares > 0 {
			w[i] = float64(s.N) / s.Squares
		}
	}
	return w
}

// meanWait is the mean wait of the past jobs with the nearest situations, in
// seconds. It looks at the last job to start first. Cost: O(liRemembered).
func (l *li) meanWait(s *situation) float64 {
	type past struct{ distance, wait float64 }
	var nearest [liNearest]past // in order of distance
	spreads := l.spreads
	spreads.add(&s.machineState)
	found, enough, weights := 0, math.Inf(1), spreads.weights()
	k := l.next
	for range l.past {
		if k--; k < 0 {
			k = len(l.past) - 1
		}
		p := &l.past[k]
		d := s.distance(&p.found, &weights, enough)
		if !(d < enough) {
			continue
		}
		found = min(found+1, liNearest)
		i := found - 1
		for ; i > 0 && d < nearest[i-1].distance; i-- {
			nearest[i] = nearest[i-1]
		}
		nearest[i] = past{d, p.wait}
		if found == liNearest {
			enough = nearest[liNearest-1].distance
		}
	}
	sum := 0.0
	for _, p := range nearest[:found] {
		sum += p.wait
	}
	return sum / float64(found)
}

// distance is the squared distance between two situations, or some number from
// enough on if it is at least enough.
func (s *situation) distance(o *situation, weights *machineState, enough float64) float64 {
	d := 0.0
	if s.queue != o.queue {
		d = 1
	}
	for i := range s.machineState {
		x := s.machineState[i] - o.machineState[i]
		if d += float64(weights[i] * float64(x*x)); d >= enough {
			return d
		}
	}
	return d
}
