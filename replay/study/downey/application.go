package downey

import (
	"math"
	"slices"

	"waitbench/methods/fit"
)

// Application is what a strategy would do for each single job if all others behaved as under AVG.
type Application struct {
	Rebels       int     // jobs that hold out when they are asked first
	Saving       float64 // seconds a job, over all jobs
	Losers       int     // rebels that end later than they would have
	ClearLosers  int     // by more than 0.05 s
	MedianSaving float64 // of rebels, seconds
	MeanSaving   float64 // of rebels, seconds
	MeanLoss     float64 // of losers, seconds
	WorkRatio    float64 // mean work of rebels over that of jobs that were offered less and did not hold out

	Held     Line    // of the predictions of all decisions to hold out
	HeldLong Line    // of those from 10 s on, predicted and actual
	Every    Line    // at first decisions, for every number of processors above those that are free
	Points   *Points // of Held; nil for rules that do not predict
}

// A loss that rounds to 0.0 s may not have counted as one in the paper.
const clearLoss = 0.05

// application takes the jobs one at a time from AVG's schedule, which stays as it is, and lets them
// decide by a rule.
func (c *Config) application(days Workload, r rule) *Application {
	var a Application
	p, predicts := r.(*predictive)
	if predicts {
		a.Points = &Points{}
		p.points = a.Points
		defer func() { p.points = nil }()
	}
	var every fit.Moments
	var scratch machine
	var savings []float64
	var rebelWork, docileWork, saved, lost float64
	docile := 0
	c.simulate(days, average{}, func(j *Job, m *machine, later []Job) {
		if m.free >= j.Most {
			return
		}
		if predicts && p.correct == nil {
			p.every(j, m, &every)
		}
		scratch.copyFrom(m)
		n, held := begin(r, j, &scratch, later)
		if !held {
			docile++
			docileWork += j.Work
			return
		}
		saving := j.Run(m.free) - (scratch.now - m.now + j.Run(n))
		savings = append(savings, saving)
		saved += saving
		rebelWork += j.Work
		if saving < 0 {
			a.Losers++
			lost -= saving
		}
		if saving < -clearLoss {
			a.ClearLosers++
		}
	}, func(*Job, *machine, int64) {})
	a.Rebels = len(savings)
	rebels := float64(a.Rebels)
	a.Saving = saved / float64(days.jobs())
	a.MedianSaving, a.MeanSaving = median(savings), saved/rebels
	a.MeanLoss = lost / float64(a.Losers)
	a.WorkRatio = rebelWork / rebels / (docileWork / float64(docile))
	if predicts {
		a.Held, a.HeldLong, a.Every = a.Points.line(0), a.Points.line(10), lineOf(&every)
	}
	return &a
}

// median sorts x; NaN where it is empty.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	slices.Sort(x)
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}
