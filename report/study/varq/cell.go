package varq

import (
	"math"

	"waitbench/replay/backtest"
)

// Least is the number of accepted reservations below which the page leaves out
// shares and means of them.
const Least = 20

// Cell summarizes a simulation: jobs after training, unless noted otherwise. A
// number is NaN where there are no such jobs. Times are in seconds.
type Cell struct {
	Config Config

	Jobs      int
	Converted int // requested a reservation
	Accepted  int
	Successes int // started by their deadlines

	Promised    float64 // mean odds of accepted reservations when they were accepted
	Predicted   float64 // the same when they were submitted
	Success     float64 // share of accepted
	SuccessLow  float64 // Wilson interval of it at confidence .95
	SuccessHigh float64
	MedianLead  float64 // from submission to deadline, of accepted
	Early       float64 // mean time from the start to the deadline, of accepted; 0 for those not kept

	Required        float64 // nodes x run, of accepted, node-seconds
	Used            float64 // nodes x time held
	RequiredSuccess float64 // of successes
	UsedSuccess     float64

	Normal     int     // never requested a reservation
	NormalWait float64 // their mean wait
	BaseWait   float64 // mean wait of the same jobs in the run without VARQ
	QueuedWait float64 // mean wait of these and of the rejected, which run as normal jobs
	AllWait    float64 // mean wait of all, reserved ones included
	MedianWait float64 // of all

	Utilization float64 // share of nodes held between the first and the last arrival of the workload
	Useful      float64 // the same without nodes held idle
	Span        float64 // from the first arrival of the workload to its last end
	Correct     float64 // share of jobs within the .95 bounds they were given

	Probes []Probe // accepted reservations of the probing user, in order
}

// Ratio is the cost of accepted reservations: nodes x time held over nodes x
// run.
func (c *Cell) Ratio() float64 { return c.Used / c.Required }

// RatioSuccess is the cost of kept reservations.
func (c *Cell) RatioSuccess() float64 { return c.UsedSuccess / c.RequiredSuccess }

// summarize makes a cell of a simulation. base is the run without VARQ.
func summarize(s, base *simulation) *Cell {
	c := &Cell{Config: s.Config, Jobs: len(s.jobs) - s.trained,
		Converted: s.probe.missed, Probes: s.probes()}
	c.addReservations(s)
	c.addWaits(s, base)
	c.addUse(s)
	return c
}

// addReservations counts the reservations, requested, accepted and kept, and the
// costs of those accepted.
func (c *Cell) addReservations(s *simulation) {
	var leads, early, promised, predicted []float64
	for i := s.trained; i < len(s.jobs); i++ {
		o := &s.outcomes[i]
		if o.requests {
			c.Converted++
		}
		if o.accepted {
			nodes, run := float64(s.jobs[i].Nodes), s.jobs[i].Run
			need, held := float64(nodes*run), float64(nodes*(o.begin()+run-o.start))
			c.Accepted, c.Required, c.Used = c.Accepted+1, c.Required+need, c.Used+held
			if o.success() {
				c.Successes++
				c.RequiredSuccess, c.UsedSuccess = c.RequiredSuccess+need, c.UsedSuccess+held
			}
			promised, predicted = append(promised, o.promised), append(predicted, o.odds)
			leads, early = append(leads, o.deadline-o.submitted), append(early, o.begin()-o.start)
		}
	}
	c.Promised, c.Predicted = backtest.Mean(promised), backtest.Mean(predicted)
	c.MedianLead, c.Early = backtest.Median(leads), backtest.Mean(early)
	c.Success = float64(c.Successes) / float64(c.Accepted)
	c.SuccessLow, c.SuccessHigh = backtest.Wilson(c.Successes, c.Accepted, 0.95)
}

// addWaits finds how long jobs waited, and the share within their bounds.
func (c *Cell) addWaits(s, base *simulation) {
	var normal, same, queued, all, correct []float64
	for i := s.trained; i < len(s.jobs); i++ {
		o, wait := &s.outcomes[i], s.outcomes[i].wait()
		all = append(all, wait)
		if !o.requests {
			normal, same = append(normal, wait), append(same, base.outcomes[i].wait())
		}
		if !o.accepted {
			queued = append(queued, wait)
		}
		if wait <= o.bound {
			correct = append(correct, 1)
		} else if !math.IsNaN(o.bound) {
			correct = append(correct, 0)
		}
	}
	c.Normal, c.NormalWait, c.BaseWait = len(normal), backtest.Mean(normal), backtest.Mean(same)
	c.QueuedWait, c.Correct = backtest.Mean(queued), backtest.Mean(correct)
	c.AllWait, c.MedianWait = backtest.Mean(all), backtest.Median(all)
}

// addUse finds how the machine was used, training included.
func (c *Cell) addUse(s *simulation) {
	from, to := s.arrivals()
	held, idle, end := 0.0, 0.0, to
	within := func(begin, end float64) float64 { return max(min(end, to)-max(begin, from), 0) }
	for i := range s.jobs {
		o, j := &s.outcomes[i], &s.jobs[i]
		begin := o.begin()
		held += float64(float64(j.Nodes) * within(o.start, begin+j.Run))
		idle += float64(float64(j.Nodes) * within(o.start, begin))
		end = max(end, begin+j.Run)
	}
	all := float64(s.Nodes) * (to - from)
	c.Utilization, c.Useful, c.Span = held/all, (held-idle)/all, end-from
}
