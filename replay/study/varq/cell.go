package varq

import (
	"math"

	"waitbench/replay/backtest"
	"waitbench/replay/study"
)

// Least is the number of accepted reservations below which the page leaves out
// shares and means of them.
const Least = 20

// Cell summarizes a simulation: jobs after training, unless noted otherwise. A
// number is NaN where there are no such jobs.
type Cell struct {
	Config Config

	Jobs      int
	Converted int // asked for a reservation
	Accepted  int
	Successes int // started by their deadlines

	Promised    float64 // mean odds of accepted reservations when they were accepted
	Predicted   float64 // the same when they were submitted
	Success     float64 // share of accepted
	SuccessLow  float64 // Wilson interval of it at confidence .95
	SuccessHigh float64
	MedianLead  float64 // from submission to deadline, of accepted, seconds

	Required        float64 // nodes x run, of accepted, node-seconds
	Used            float64 // nodes x time held
	RequiredSuccess float64 // of successes
	UsedSuccess     float64

	Normal     int     // never asked for a reservation
	NormalWait float64 // their mean wait, seconds
	BaseWait   float64 // mean wait of the same jobs in the run without VARQ
	QueuedWait float64 // mean wait of these and of the rejected, which run as normal jobs, seconds
	AllWait    float64 // mean wait of all, reserved ones included, seconds

	Utilization float64 // share of nodes held between the first and the last arrival of the trace
	Useful      float64 // the same without nodes held idle
	Span        float64 // from the first arrival of the trace to its last end, seconds
	Correct     float64 // share of jobs within the .95 bounds they were given

	MedianWait float64 // of all, seconds
}

// Ratio is the cost of accepted reservations: nodes x time held over nodes x run.
func (c *Cell) Ratio() float64 { return c.Used / c.Required }

// RatioSuccess is the cost of those that were kept.
func (c *Cell) RatioSuccess() float64 { return c.UsedSuccess / c.RequiredSuccess }

// tally makes a cell of an outcome. base is the run without VARQ.
func tally(o, base *outcome) *Cell {
	c := &Cell{Config: o.Config, Jobs: len(o.Jobs) - o.First}
	c.countReservations(o)
	c.countWaits(o, base)
	c.measure(o)
	return c
}

func (c *Cell) countReservations(o *outcome) {
	var leads, promised, predicted []float64
	for i := o.First; i < len(o.Jobs); i++ {
		f, j := &o.Jobs[i], &o.Trace.Jobs[i]
		if f.Asked {
			c.Converted++
		}
		if !f.Accepted {
			continue
		}
		c.Accepted++
		promised = append(promised, f.Promised)
		predicted = append(predicted, f.Odds)
		leads = append(leads, f.Deadline-f.Submitted)
		need := float64(float64(j.Nodes) * j.Run)
		held := float64(float64(j.Nodes) * (f.Begin() + j.Run - f.Start))
		c.Required += need
		c.Used += held
		if f.Success() {
			c.Successes++
			c.RequiredSuccess += need
			c.UsedSuccess += held
		}
	}
	c.Promised, c.Predicted = study.Mean(promised), study.Mean(predicted)
	c.MedianLead = study.Median(leads)
	c.Success = float64(c.Successes) / float64(c.Accepted)
	c.SuccessLow, c.SuccessHigh = backtest.Wilson(c.Successes, c.Accepted, 0.95)
}

func (c *Cell) countWaits(o, base *outcome) {
	var normal, same, queued, all, correct []float64
	for i := o.First; i < len(o.Jobs); i++ {
		f := &o.Jobs[i]
		wait := f.Wait()
		all = append(all, wait)
		if !f.Accepted {
			queued = append(queued, wait)
		}
		if !f.Asked {
			normal, same = append(normal, wait), append(same, base.Jobs[i].Wait())
		}
		if wait <= f.Bound {
			correct = append(correct, 1)
		} else if !math.IsNaN(f.Bound) {
			correct = append(correct, 0)
		}
	}
	c.Normal = len(normal)
	c.NormalWait, c.BaseWait = study.Mean(normal), study.Mean(same)
	c.QueuedWait, c.AllWait = study.Mean(queued), study.Mean(all)
	c.Correct, c.MedianWait = study.Mean(correct), study.Median(all)
}

// measure finds how the machine was used, training included.
func (c *Cell) measure(o *outcome) {
	first, last := o.Trace.arrivals()
	held, idle, end := 0.0, 0.0, last
	within := func(from, to float64) float64 { return max(min(to, last)-max(from, first), 0) }
	for i := range o.Jobs {
		f, j := &o.Jobs[i], &o.Trace.Jobs[i]
		begin := f.Begin()
		held += float64(float64(j.Nodes) * within(f.Start, begin+j.Run))
		idle += float64(float64(j.Nodes) * within(f.Start, begin))
		end = max(end, begin+j.Run)
	}
	all := float64(o.Trace.Nodes) * (last - first)
	c.Utilization, c.Useful, c.Span = held/all, (held-idle)/all, end-first
}
