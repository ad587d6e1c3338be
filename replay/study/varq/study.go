package varq

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"waitbench/replay/backtest"
	"waitbench/replay/study"
)

// Study is a simulation for each combination of the listed settings.
type Study struct {
	Trace     *Trace
	Settings  Config // what all have in common
	Deadlines []Deadlines
	Waiting   []Waiting
	Fractions []float64
	Requests  []float64
	Seeds     []uint64
	Workers   int                     // simulations at a time; 0 for as many as there are processors
	Progress  func(done, total int64) // arrivals; may be nil. Called from several goroutines
}

// Result is the cells of a study.
type Result struct {
	Study *Study
	Base  *Cell   // the run without VARQ
	Cells []*Cell // by deadlines, waiting, fraction, request and seed, in the order of the study's lists, the last changing fastest
}

// Check returns an error naming the setting that is out of range, or the list that is empty.
func (s *Study) Check() error {
	for _, list := range []struct {
		what string
		n    int
	}{
		{"kind of deadlines", len(s.Deadlines)}, {"way to wait", len(s.Waiting)}, {"fraction of jobs", len(s.Fractions)},
		{"requested probability", len(s.Requests)}, {"seed", len(s.Seeds)},
	} {
		if list.n == 0 {
			return fmt.Errorf("no %s is named", list.what)
		}
	}
	for _, c := range s.configs() {
		if c.Fraction == 0 {
			return errors.New("a fraction of 0 is the run without VARQ, which is always there")
		}
		if err := c.Check(); err != nil {
			return err
		}
	}
	return nil
}

// configs lists the settings of the cells.
func (s *Study) configs() []Config {
	var list []Config
	c := s.Settings
	for _, c.Deadlines = range s.Deadlines {
		for _, c.Waiting = range s.Waiting {
			for _, c.Fraction = range s.Fractions {
				for _, c.Request = range s.Requests {
					for _, c.Seed = range s.Seeds {
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// Run runs all simulations, each in one goroutine: the result does not depend on how many there are
// at a time. The first error, of the settings or of ctx, ends it.
func (s *Study) Run(ctx context.Context) (*Result, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	configs := s.configs()
	count := study.Counter(int64(1+len(configs))*int64(len(s.Trace.Jobs)), s.Progress)
	without := s.Settings
	without.Fraction = 0
	base, err := Simulate(ctx, s.Trace, without, count)
	if err != nil {
		return nil, err
	}
	result := &Result{Study: s, Base: Tally(base, base), Cells: make([]*Cell, len(configs))}
	err = study.Each(ctx, len(configs), s.Workers, func(ctx context.Context, i int) error {
		outcome, err := Simulate(ctx, s.Trace, configs[i], count)
		if err == nil {
			result.Cells[i] = Tally(outcome, base)
		}
		return err
	})
	return result, err
}

// Group gives the cells of all seeds of the same settings.
func (r *Result) Group(d Deadlines, w Waiting, fraction, request float64) Group {
	s := r.Study
	at := slices.Index(s.Deadlines, d)
	at = at*len(s.Waiting) + slices.Index(s.Waiting, w)
	at = at*len(s.Fractions) + slices.Index(s.Fractions, fraction)
	at = at*len(s.Requests) + slices.Index(s.Requests, request)
	return r.Cells[at*len(s.Seeds) : (at+1)*len(s.Seeds)]
}

// Group is cells that differ in their seeds alone.
type Group []*Cell

// numbers are those of the cells that have one.
func (g Group) numbers(number func(*Cell) float64) (all []float64) {
	for _, c := range g {
		if x := number(c); x == x {
			all = append(all, x)
		}
	}
	return all
}

// Mean is the mean of a number of the cells over those that have it, NaN where none has.
func (g Group) Mean(number func(*Cell) float64) float64 { return study.Mean(g.numbers(number)) }

// Range is the least and the greatest of a number of the cells, NaN where none has it.
func (g Group) Range(number func(*Cell) float64) (low, high float64) {
	all := g.numbers(number)
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	return slices.Min(all), slices.Max(all)
}

// Least is the number of accepted reservations below which shares and means of them say nothing,
// and are left out: 20.
const Least = 20

// Cell is what a simulation comes to. Jobs are those after training unless said otherwise; what
// there are no jobs for is NaN.
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
	QueuedWait float64 // mean wait of these and of the rejected, which are run as normal jobs, seconds
	AllWait    float64 // mean wait of all, reserved ones included, seconds

	Utilization float64 // share of nodes held between the first and the last arrival of the trace
	Useful      float64 // the same without nodes held idle
	Span        float64 // from the first arrival of the trace to its last end, seconds
	Correct     float64 // share of jobs within the .95 bounds they were given

	MedianWait float64 // of all, seconds
	Slowdown   float64 // mean of (wait + run) / run of all, with run at least 10 s, and of 1 where that is less
}

// Ratio is the cost of accepted reservations: nodes x time held over nodes x run.
func (c *Cell) Ratio() float64 { return c.Used / c.Required }

// RatioSuccess is that of those that were kept.
func (c *Cell) RatioSuccess() float64 { return c.UsedSuccess / c.RequiredSuccess }

// Tally makes a cell of an outcome. base is the run without VARQ.
func Tally(o, base *Outcome) *Cell {
	c := &Cell{Config: o.Config}
	c.countReservations(o)
	c.countWaits(o, base)
	c.measure(o)
	return c
}

func (c *Cell) countReservations(o *Outcome) {
	var leads, promised, predicted []float64
	for i := o.First; i < len(o.Jobs); i++ {
		f, j := &o.Jobs[i], &o.Trace.Jobs[i]
		c.Jobs++
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
	c.Promised, c.Predicted, c.MedianLead = study.Mean(promised), study.Mean(predicted), study.Median(leads)
	c.Success = float64(c.Successes) / float64(c.Accepted)
	c.SuccessLow, c.SuccessHigh = backtest.Wilson(c.Successes, c.Accepted, 0.95)
}

func (c *Cell) countWaits(o, base *Outcome) {
	var normal, same, queued, all, slowdowns, correct []float64
	for i := o.First; i < len(o.Jobs); i++ {
		f, run := &o.Jobs[i], o.Trace.Jobs[i].Run
		all = append(all, f.Wait())
		slowdowns = append(slowdowns, max((f.Wait()+run)/max(run, 10), 1))
		if !f.Accepted {
			queued = append(queued, f.Wait())
		}
		if !f.Asked {
			normal, same = append(normal, f.Wait()), append(same, base.Jobs[i].Wait())
		}
		if f.Wait() <= f.Bound {
			correct = append(correct, 1)
		} else if !math.IsNaN(f.Bound) {
			correct = append(correct, 0)
		}
	}
	c.Normal = len(normal)
	c.NormalWait, c.BaseWait = study.Mean(normal), study.Mean(same)
	c.QueuedWait, c.AllWait, c.Correct = study.Mean(queued), study.Mean(all), study.Mean(correct)
	c.MedianWait, c.Slowdown = study.Median(all), study.Mean(slowdowns)
}

// measure finds how the machine, training included, was used.
func (c *Cell) measure(o *Outcome) {
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
