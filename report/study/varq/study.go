package varq

import (
	"context"
	"errors"

	"waitbench/report/study"
)

// Study is a simulation for each combination of the listed settings.
type Study struct {
	Workload  *Workload
	Settings  Config // all others
	Deadlines []string
	Waiting   []string
	Fractions []float64
	Requests  []float64
	Seeds     int            // 1 to that number, for each combination
	Workers   int            // simulations at a time; 0 for one on each processor
	Progress  study.Progress // counts simulations
}

// Outcomes has the cells of a study: by deadlines, waiting, fraction, request
// and seed in the order of the study's lists, the last changing fastest.
type Outcomes struct {
	Study *Study
	Base  *Cell // the run without VARQ
	Cells []*Cell
}

// Check returns an error that names a setting that is out of range.
func (s *Study) Check() error {
	configs := s.configs()
	if len(configs) == 0 {
		return errors.New("nothing to simulate: deadlines, ways to wait, fractions, " +
			"requests and seeds need at least one each")
	}
	for _, c := range configs {
		if c.Fraction == 0 && c.Every == 0 {
			return errors.New("a fraction of 0 is the run without VARQ, which is always there")
		}
		if err := c.Check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Study) configs() []Config {
	var configs []Config
	c := s.Settings
	for _, c.Deadlines = range s.Deadlines {
		for _, c.Waiting = range s.Waiting {
			for _, c.Fraction = range s.Fractions {
				for _, c.Request = range s.Requests {
					for c.Seed = 1; c.Seed <= uint64(s.Seeds); c.Seed++ {
						configs = append(configs, c)
					}
				}
			}
		}
	}
	return configs
}

// Run runs all simulations, each in a goroutine. The result does not depend on
// Workers. The first error, of the settings or of ctx, ends it.
func (s *Study) Run(ctx context.Context) (*Outcomes, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	configs := s.configs()
	without := s.Settings
	without.Fraction, without.Every = 0, 0
	base, err := simulate(ctx, s.Workload, without)
	if err != nil {
		return nil, err
	}
	result := &Outcomes{Study: s, Base: summarize(base, base), Cells: make([]*Cell, len(configs))}
	one := func(ctx context.Context, i int) error {
		run, err := simulate(ctx, s.Workload, configs[i])
		if err == nil {
			result.Cells[i] = summarize(run, base)
		}
		return err
	}
	return result, study.Each(ctx, len(configs), s.Workers, s.Progress, one)
}
