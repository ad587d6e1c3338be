package cisne

import (
	"context"
	"math"
	"slices"

	"waitbench/replay/study"
)

// The methods. A number behind a name is the window of its samples.
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

// Cell is what a method achieved under a setting.
type Cell struct {
	Setting
	Method string
	Seeds  []Errors // by seed
}

// Run runs the study, a setting to a goroutine, as study.Each has it. Cells come by setting, then by
// method, and do not depend on the number of workers. progress, which may be nil, is told of every
// workload, from several goroutines.
//
// A setting takes its workloads in turn: methods that remember jobs know, besides the history,
// those of the seeds before.
func Run(ctx context.Context, c Config, workers int, progress func(done, total int64)) ([]*Cell, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	settings := c.Settings()
	results := make([][]*Cell, len(settings))
	count := study.Counter(int64(len(settings)*c.Seeds), progress)
	err := study.Each(ctx, len(settings), workers, func(ctx context.Context, i int) (err error) {
		results[i], err = c.run(settings[i], func() error {
			count(1)
			return ctx.Err()
		}, ctx.Err)
		return err
	})
	if err != nil {
		return nil, err
	}
	return slices.Concat(results...), nil
}

// bench is the methods under a setting.
type bench struct {
	c      *Config
	set    Setting
	record *record
	smith  *watching
	li     *watching
}

// run measures all methods under a setting.
func (c *Config) run(set Setting, pass, interrupted func() error) ([]*Cell, error) {
	b, err := c.learn(set, interrupted)
	if err != nil {
		return nil, err
	}
	var cells []*Cell
	for _, name := range Methods {
		if set.Discipline != EASY || name != SDPN30 && name != SDPN120 {
			cells = append(cells, &Cell{Setting: set, Method: name})
		}
	}
	for i := range c.Seeds {
		found := map[string]*scorer{}
		for _, g := range b.groups() {
			if err := b.measure(g, c.Seed+uint64(i), found); err != nil {
				return nil, err
			}
		}
		for _, cell := range cells {
			cell.Seeds = append(cell.Seeds, found[cell.Method].errors())
		}
		if err := pass(); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// learn lets the methods know the history: workloads of an earlier seed, each on an empty cluster
// as those that are measured.
func (c *Config) learn(set Setting, interrupted func() error) (*bench, error) {
	record := newRecord()
	b := &bench{c: c, set: set, record: record}
	var err error
	if b.smith, err = c.newWatching(Smith, set, record.run); err != nil {
		return nil, err
	}
	if b.li, err = c.newWatching(Li, set, record.run); err != nil {
		return nil, err
	}
	for session := 1; len(record.jobs) < c.History; session++ {
		t := c.newTruth(set, c.Seed-1, session, min(c.Jobs, c.History-len(record.jobs)))
		if set.Discipline != FCFS {
			t.forecaster = &view{kind: knowing}
		}
		b.li.begin()
		t.listeners = []listener{record, &scorer{predictor: b.li}}
		if err := t.simulate(); err != nil {
			return nil, err
		}
		if err := interrupted(); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// group is methods that are measured on the same schedule, and the view that EASY has there.
type group struct {
	forecaster string // a method, or empty for one that knows
	methods    []string
}

// groups are those of the setting: under EASY by a method's own estimates every method has its own
// schedule, but for those with the same run times.
func (b *bench) groups() []group {
	if b.set.Discipline != EASY {
		return []group{{methods: Methods}}
	}
	return []group{{SDPN, []string{SDPN}}, {Hanzich, []string{Hanzich}}, {Smith, []string{Historical, Smith, Li}}}
}

// measure simulates a workload and lets methods predict it.
func (b *bench) measure(g group, seed uint64, found map[string]*scorer) error {
	t := b.c.newTruth(b.set, seed, 0, b.c.Jobs)
	views := map[string]*view{}
	for _, name := range g.methods {
		var p predictor
		switch v, ok := analytics[name]; {
		case ok:
			v.place = len(t.views)
			t.views = append(t.views, &v)
			views[name] = &v
			p = &v
		case name == Historical:
			p = b.record // what ends is known from then on
		case name == Smith:
			b.smith.begin()
			p = b.smith
		default:
			b.li.begin()
			p = b.li
		}
		s := &scorer{predictor: p}
		found[name] = s
		t.listeners = append(t.listeners, s)
	}
	switch {
	case b.set.Discipline == FCFS:
	case g.forecaster == "":
		t.forecaster = &view{kind: knowing}
	case views[g.forecaster] != nil:
		t.forecaster = views[g.forecaster]
	default:
		t.forecaster = &view{kind: similar, times: b.record.run}
	}
	return t.simulate()
}

// Errors are the deviations of a method's predictions in one workload.
type Errors struct {
	Jobs   int // all
	Waited int // of them a second or longer; the others have no deviation of the wait

	// means of |predicted - actual| / actual
	Turnaround, Wait, Run float64
	// sums of |predicted - actual| over sums of actual
	TotalTurnaround, TotalWait, TotalRun float64
}

// leastWait is how long a job must have waited for its wait to be compared, seconds.
const leastWait = 1

// scorer compares predictions with what became of the jobs.
type scorer struct {
	predictor
	said            []times // by job
	turn, wait, run deviation
}

// deviation sums relative and absolute deviations.
type deviation struct{ n, relative, absolute, actual float64 }

func (d *deviation) add(predicted, actual float64) {
	off := math.Abs(predicted - actual)
	d.n++
	d.relative += off / actual
	d.absolute += off
	d.actual += actual
}

func (s *scorer) submitted(t *truth, j *job) error {
	said, err := s.predict(t, j)
	s.said = append(s.said, said)
	return err
}

func (s *scorer) ended(t *truth, r *run) {
	s.predictor.ended(t, r)
	p := s.said[r.at]
	s.turn.add(p.turnaround, t.now-r.submit)
	s.run.add(p.turnaround-p.wait, t.now-r.start)
	if wait := r.start - r.submit; wait >= leastWait {
		s.wait.add(p.wait, wait)
	}
}

// errors is what came of it.
func (s *scorer) errors() Errors {
	return Errors{
		Jobs: int(s.turn.n), Waited: int(s.wait.n),
		Turnaround: s.turn.relative / s.turn.n, Wait: s.wait.relative / s.wait.n, Run: s.run.relative / s.run.n,
		TotalTurnaround: s.turn.absolute / s.turn.actual, TotalWait: s.wait.absolute / s.wait.actual, TotalRun: s.run.absolute / s.run.actual,
	}
}
