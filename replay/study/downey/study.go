package downey

import (
	"context"
	"math"

	"waitbench/methods/fit"
	"waitbench/methods/lifetime"
	"waitbench/replay/study"
)

// Result has the measurements with one workload.
type Result struct {
	Seed    uint64
	Jobs    int
	Numbers []Number // in the same order for each seed
	Points  map[Label]*Points
}

// Run runs the study, each seed in a goroutine, at most workers at a time.
// results[i] belongs to the i-th seed, for any number of workers. Run calls
// progress, which may be nil, after every pass through a workload, from several
// goroutines. Only the first result keeps its points.
func Run(ctx context.Context, c Config, workers int, progress func(done, total int64)) ([]*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	results := make([]*Result, c.Seeds)
	count := study.Counter(int64(c.Seeds)*int64(c.passes()), progress)
	err := study.Each(ctx, c.Seeds, workers, func(ctx context.Context, i int) (err error) {
		results[i], err = c.run(ctx, c.Seed+uint64(i), func() { count(1) })
		if i > 0 {
			results[i].Points = nil
		}
		return err
	})
	return results, err
}

// passes is the number of passes through the workload of a seed.
func (c *Config) passes() int {
	return 6 + len(c.Lifetimes)*(2+len(c.Biases)*4)
}

// run measures all strategies with a workload; pass is called after each pass.
func (c *Config) run(ctx context.Context, seed uint64, pass func()) (*Result, error) {
	days := c.draw(seed)
	result := &Result{Seed: seed, Jobs: days.jobs(), Points: map[Label]*Points{}}
	s := &strategies{Config: c, ctx: ctx, days: days, result: result, pass: pass}
	s.average()
	var models []lifetime.Model
	for _, l := range c.Lifetimes {
		m := c.lifetimes(l, s.fitted)
		models = append(models, m)
		shortest, longest := m.Range()
		s.add(Label{PRED, l, ""}, value{MinLog, math.Log(shortest)}, value{MaxLog, math.Log(longest)})
	}
	s.both(Label{Strategy: OPT}, optimal, nil)
	s.both(Label{Strategy: HEUR}, heuristic(patience), nil)
	s.whole(Label{Strategy: MIN}, minimum(leastShare))
	for i, l := range c.Lifetimes {
		s.predict(l, models[i])
	}
	return s.result, ctx.Err()
}

// strategies is a workload on its way through the strategies.
type strategies struct {
	*Config
	days    Workload
	result  *Result
	avg     system          // under AVG
	fitted  lifetime.Model  // to the allocated times under AVG
	spoiled int             // jobs that AVG gives all the processors they can use
	optimal float64         // saving of OPT, seconds a job
	ctx     context.Context // once it has ended nothing more runs, and the result is void
	pass    func()
}

// average runs the days under AVG.
func (s *strategies) average() {
	var runs []float64
	var history lifetime.History
	total := 0.0
	s.avg = s.simulate(s.ctx, s.days, average, nil, func(j *Job, _ *machine, n int64) {
		if n == j.Most {
			s.spoiled++
		}
		run := j.Run(n)
		runs = append(runs, run)
		total += j.Work
		history.Insert(float64(n) * run)
	})
	var ok bool
	if s.fitted, ok = history.Fit(); !ok {
		s.fitted = s.lifetimes(work, s.fitted) // hardly any jobs
	}
	jobs := float64(len(runs))
	s.add(Label{Strategy: AVG}, value{Jobs, jobs}, value{Spoiled, float64(s.spoiled) / jobs},
		value{MeanRun, study.Mean(runs)}, value{MedianRun, study.Median(runs)},
		value{MeanWork, total / jobs}, value{Turnaround, s.avg.turnaround},
		value{Wait, s.avg.wait}, value{Utilization, study.Mean(s.avg.utilization)})
	s.pass()
}

// predict measures PRED, and BIAS with every correction.
func (s *strategies) predict(lifetimes string, model lifetime.Model) {
	pred := Label{PRED, lifetimes, ""}
	p := &predictive{model: model}
	s.both(pred, p.decide, p)
	for _, bias := range s.Biases {
		if s.ctx.Err() != nil {
			return
		}
		p = &predictive{model: model, correct: newCorrection(bias, s.result.Points[pred])}
		s.both(Label{BIAS, lifetimes, bias}, p.decide, p)
		p.locked = true
		s.whole(Label{LockIn, lifetimes, bias}, p.decide)
		p.least = leastGain
		s.whole(Label{LockInRisk, lifetimes, bias}, p.decide)
	}
}

// both measures a strategy for single jobs and in force. p is its predictor, nil
// if it has none.
func (s *strategies) both(l Label, r rule, p *predictive) {
	if s.ctx.Err() == nil {
		s.single(l, r, p)
		s.pass()
	}
	s.whole(l, r)
}

// whole measures a strategy in force.
func (s *strategies) whole(l Label, r rule) {
	if s.ctx.Err() != nil {
		return
	}
	w := s.simulate(s.ctx, s.days, r, nil, nil)
	s.add(l, value{Turnaround, w.turnaround}, value{Slower, w.turnaround/s.avg.turnaround - 1},
		value{Wait, w.wait}, value{Utilization, study.Mean(w.utilization)}, value{Busier, w.change(&s.avg)})
	s.pass()
}

// A loss that rounds to 0.0 s may not have counted as one in the paper.
const clearLoss = 0.05

// single takes the jobs one at a time from AVG's schedule, which stays as it is.
// Each decides by a rule as if all others behaved as under AVG.
func (s *strategies) single(l Label, r rule, p *predictive) {
	var points Points
	var every fit.Moments
	if p != nil {
		p.points = &points
		defer func() { p.points = nil }()
	}
	var scratch machine
	var savings []float64
	var saved, lost, rebelWork, docileWork, docile, losers, clearLosers float64
	s.simulate(s.ctx, s.days, average, func(j *Job, m *machine, later []Job) {
		if m.free >= j.Most {
			return
		}
		if p != nil && p.correct == nil {
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
			losers++
			lost -= saving
		}
		if saving < -clearLoss {
			clearLosers++
		}
	}, nil)
	jobs, rebels := float64(s.result.Jobs), float64(len(savings))
	if l.Strategy == OPT {
		s.optimal = saved / jobs
	}
	s.add(l, value{Rebels, rebels}, value{RebelShare, rebels / jobs},
		value{RebelPart, rebels / (jobs - float64(s.spoiled))}, value{Saving, saved / jobs},
		value{OfOptimal, saved / jobs / s.optimal}, value{Losers, losers / rebels},
		value{ClearLosers, clearLosers / rebels}, value{MedianSaved, study.Median(savings)},
		value{MeanSaved, saved / rebels}, value{MeanLost, lost / losers},
		value{WorkRatio, rebelWork / rebels / (docileWork / docile)})
	if p == nil {
		return
	}
	s.result.Points[l] = &points
	s.line(l, "", points.moments(0))
	s.line(l, Long, points.moments(10))
	s.line(l, Every, every)
}

// line adds the line of ln actual on ln predicted times, nothing if there are no
// points.
func (s *strategies) line(l Label, suffix string, m fit.Moments) {
	if m.N > 0 {
		slope, intercept := m.Line()
		s.add(l, value{PointCount + suffix, float64(m.N)}, value{Correlation + suffix, m.Correlation()},
			value{Slope + suffix, slope}, value{Intercept + suffix, intercept})
	}
}

type value struct {
	name  string
	value float64
}

func (s *strategies) add(l Label, values ...value) {
	for _, v := range values {
		s.result.Numbers = append(s.result.Numbers, Number{l, v.name, v.value})
	}
}
