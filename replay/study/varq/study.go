package varq

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"waitbench/replay/study"
)

// Study is a simulation for each combination of the listed settings.
type Study struct {
	Trace     *Trace
	Settings  Config // all others
	Deadlines []Deadlines
	Waiting   []Waiting
	Fractions []float64
	Requests  []float64
	Seeds     []uint64
	Workers   int                     // simulations at a time; 0 for one on each processor
	Progress  func(done, total int64) // arrivals; may be nil, is called from several goroutines
}

// Result has the cells of a study: by deadlines, waiting, fraction, request and
// seed in the order of the study's lists, the last changing fastest.
type Result struct {
	Study *Study
	Base  *Cell // the run without VARQ
	Cells []*Cell
}

// Check returns an error that names a setting that is out of range, or a list
// that is empty.
func (s *Study) Check() error {
	for _, list := range []struct {
		what string
		n    int
	}{
		{"kind of deadlines", len(s.Deadlines)}, {"way to wait", len(s.Waiting)},
		{"fraction of jobs", len(s.Fractions)}, {"requested probability", len(s.Requests)},
		{"seed", len(s.Seeds)},
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

// Run runs all simulations, each in a goroutine. The result does not depend on
// Workers. The first error, of the settings or of ctx, ends it.
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

// Group returns the cells of all seeds of the same settings.
func (r *Result) Group(d Deadlines, w Waiting, fraction, request float64) Group {
	var g Group
	for _, cell := range r.Cells {
		if c := &cell.Config; c.Deadlines == d && c.Waiting == w && c.Fraction == fraction && c.Request == request {
			g = append(g, cell)
		}
	}
	return g
}

// Group has cells that differ in their seeds alone.
type Group []*Cell

// numbers returns the numbers of the cells that have one.
func (g Group) numbers(number func(*Cell) float64) (all []float64) {
	for _, c := range g {
		if x := number(c); x == x {
			all = append(all, x)
		}
	}
	return all
}

// Mean returns the mean of a number over the cells that have it, NaN where none
// has.
func (g Group) Mean(number func(*Cell) float64) float64 { return study.Mean(g.numbers(number)) }

// Range returns the least and the greatest of a number of the cells, NaN where
// none has it.
func (g Group) Range(number func(*Cell) float64) (low, high float64) {
	all := g.numbers(number)
	if len(all) == 0 {
		return math.NaN(), math.NaN()
	}
	return slices.Min(all), slices.Max(all)
}
