package cisne

import (
	"context"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/report/study"
)

// The methods. A number in a name is the window of its samples.
const (
	SDPN       = "sdpn"
	SDPN30     = "sdpn-30s"
	SDPN120    = "sdpn-120s"
	Hanzich    = "hanzich"
	Historical = "historical"
	Smith      = "smith"
	Li         = "li"
)

// Methods are all of them, in the order of tables.
var Methods = []string{SDPN, SDPN30, SDPN120, Hanzich, Historical, Smith, Li}

// Cell has the errors of a method under a setting.
type Cell struct {
	Setting
	Method string
	Seeds  []Errors // by seed
	// Local is the mean slowdown of local users, by seed: see truth.advance.
	Local []float64
}

// Run runs the study, each setting in a goroutine, at most workers at a time.
// Cells come by setting, then by method, and do not depend on workers. Progress
// counts settings.
func Run(ctx context.Context, c Config, workers int, progress study.Progress) ([]*Cell, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	settings := c.Settings()
	results := make([][]*Cell, len(settings))
	one := func(ctx context.Context, i int) (err error) {
		results[i], err = c.run(ctx, settings[i])
		return err
	}
	err := study.Each(ctx, len(settings), workers, progress, one)
	return slices.Concat(results...), err
}

func (c *Config) run(ctx context.Context, set Setting) (cells []*Cell, err error) {
	c = c.scaled(set)
	m, err := c.learn(ctx, set)
	if err != nil {
		return nil, err
	}
	// Methods are measured on one schedule. Under EASY each method has its own
	// schedule, but those with the same run times share one.
	schedules := [][]string{Methods}
	if set.Discipline == EASY {
		schedules = [][]string{{SDPN}, {Hanzich}, {Historical, Smith, Li}}
	}
	for _, name := range slices.Concat(schedules...) {
		cells = append(cells, &Cell{Setting: set, Method: name})
	}
	for i := range c.Seeds {
		k := 0
		for _, group := range schedules {
			t, err := m.measure(group, c.Seed+uint64(i))
			if err != nil {
				return nil, err
			}
			for _, s := range t.scorers {
				cells[k].Seeds = append(cells[k].Seeds, s.errors)
				cells[k].Local = append(cells[k].Local, t.slowed/t.worked)
				k++
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return cells, nil
}

// scaled returns the study with the work of the kernel of a setting.
func (c *Config) scaled(set Setting) *Config {
	if set.Factor == 0 {
		return c
	}
	other := *c
	other.Kernels = slices.Clone(c.Kernels)
	other.Kernels[set.Kernel].Work *= set.Factor
	return &other
}

// measurement is all methods under a setting, with their memory.
type measurement struct {
	*Config
	set         Setting
	record      *record
	forecasters map[string]*forecasting // Smith and Li
}

// learn teaches the methods the history: workloads of an earlier seed, each on
// an empty cluster.
func (c *Config) learn(ctx context.Context, set Setting) (*measurement, error) {
	past := &record{found: map[*job]past{}, run: methods.NewRunTimes()}
	m := &measurement{c, set, past, map[string]*forecasting{}}
	for _, name := range []string{Smith, Li} {
		f, err := c.newForecasting(name, set, past.run)
		if err != nil {
			return nil, err
		}
		m.forecasters[name] = f
	}
	for session := 1; len(m.record.jobs) < c.History; session++ {
		t := c.newTruth(set, c.Seed-1, session, min(c.Jobs, c.History-len(m.record.jobs)))
		if set.Discipline != FCFS {
			t.scheduler = &belief{knows: knowing}
		}
		t.scorers = []*scorer{{predictor: m.record}, {predictor: m.forecasters[Li].begin()}}
		if err := t.simulate(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return m, nil
}

// measure simulates a workload, on which a group of methods predicts, each with
// a scorer.
func (m *measurement) measure(group []string, seed uint64) (*truth, error) {
	t := m.newTruth(m.set, seed, 0, m.Jobs)
	for _, name := range group {
		var p predictor
		switch name {
		case Historical:
			p = m.record // it learns jobs that end from then on
		case Smith, Li:
			p = m.forecasters[name].begin()
		default:
			b := analytic(name)
			t.beliefs = append(t.beliefs, b)
			p = b
		}
		t.scorers = append(t.scorers, &scorer{predictor: p})
	}
	switch {
	case m.set.Discipline == Perfect:
		t.scheduler = &belief{knows: knowing}
	case m.set.Discipline == EASY && len(t.beliefs) > 0:
		t.scheduler = t.beliefs[0]
	case m.set.Discipline == EASY:
		t.scheduler = &belief{knows: similar, times: m.record.run}
	}
	return t, t.simulate()
}

// Time is a predicted time of a job.
type Time int

// The times. Only jobs that waited a second or longer have a deviation of the
// wait.
const (
	Turnaround Time = iota
	Wait
	Execution
)

// Errors are the deviations of a method's predictions in one workload, by Time.
type Errors [3]Deviation

// Deviation sums the deviations of predictions from actual times.
type Deviation struct {
	Jobs     int
	Relative float64 // sum of |predicted - actual| / actual
	Absolute float64 // sum of |predicted - actual|, seconds
	Actual   float64 // sum of actual times, seconds
}

func (d *Deviation) add(predicted, actual float64) {
	off := math.Abs(predicted - actual)
	d.Jobs++
	d.Relative += off / actual
	d.Absolute += off
	d.Actual += actual
}

// Mean is the mean of |predicted - actual| / actual.
func (d Deviation) Mean() float64 { return d.Relative / float64(d.Jobs) }

// Total is the sum of |predicted - actual| over the sum of actual.
func (d Deviation) Total() float64 { return d.Absolute / d.Actual }

// leastWait is how long a job must have waited for its wait to count, seconds.
const leastWait = 1

// scorer compares predictions with the outcomes of the jobs.
type scorer struct {
	predictor
	predicted []jobTimes // by job
	errors    Errors
}

func (s *scorer) submitted(t *truth, j *job) error {
	p, err := s.predict(t, j)
	s.predicted = append(s.predicted, p)
	return err
}

func (s *scorer) ended(t *truth, r *runningJob) {
	s.predictor.ended(t, r)
	p := s.predicted[r.index]
	s.errors[Turnaround].add(p.turnaround, t.now-r.submit)
	s.errors[Execution].add(p.turnaround-p.wait, t.now-r.start)
	if wait := r.start - r.submit; wait >= leastWait {
		s.errors[Wait].add(p.wait, wait)
	}
}
