package render

import (
	"fmt"
	"math"
	"slices"

	"waitbench/replay"
	"waitbench/replay/backtest"
	"waitbench/report/figure"
)

// rolling is the number of jobs over which figures show the share covered.
const rolling = 500

// coverageFigure begins the figure of the share covered over time for a trace, at the main level.
// It shows the first group of methods alone where there are many.
func (d *Dir) coverageFigure(v *view) *figure.Coverage {
	level, shown := d.Levels[0], group{}
	if all := groups(v.bounding); len(all) > 0 {
		shown = all[0]
	}
	series := shown.names
	f := &figure.Coverage{
		Title:  fmt.Sprintf("Share of waits within the bound over the last %d jobs, and misses, %s%s", rolling, v.trace.Name, shown.what),
		YLabel: fmt.Sprintf("share of the last %d jobs", rolling),
		Series: series, Looks: v.looksOf(series), Target: level.Target(),
		Elapsed: !v.clock.Dated, Location: v.clock.Location,
		Note: describeLevel(level) + fmt.Sprintf(" By time of submission, jobs with a bound only; ticks at the foot of the frames are misses. Band: where the share of %d "+
			"independent jobs lies with probability 0.95.", rolling),
	}
	if n := len(v.bounding) - len(series); n > 0 {
		f.Note += fmt.Sprintf(" %d other methods are not shown.", n)
	}
	f.Low, f.High = backtest.Band(rolling, level.Target(), 0.95)
	return f
}

// addPanel adds a queue to a figure of the share covered.
func (s *together) addPanel(f *figure.Coverage, clock replay.Clock) {
	p := figure.CoveragePanel{Name: s.Queue}
	for _, name := range f.Series {
		shares, misses := s.rolling(slices.Index(s.names, name), clock.Unix0)
		p.Shares = append(p.Shares, shares)
		p.Misses = append(p.Misses, misses)
	}
	f.Panels = append(f.Panels, p)
}

// rolling gives the share of the last jobs that method m covered at the main level, from the job on
// that completes the first such share, and the times of its misses; times are moved by so many
// seconds.
func (s *together) rolling(m int, by float64) (shares figure.Covered, misses []float64) {
	last := make([]bool, rolling) // a ring: the jobs covered
	jobs, covered := 0, 0
	for i, bound := range s.at(m, 0) {
		if math.IsNaN(bound) {
			continue
		}
		hit := s.levels[0].Covers(s.wait[i], bound)
		at := jobs % rolling
		if last[at] {
			covered--
		}
		if last[at] = hit; hit {
			covered++
		} else {
			misses = append(misses, s.submit[i]+by)
		}
		if jobs++; jobs >= rolling {
			shares.Times = append(shares.Times, s.submit[i]+by)
			shares.Values = append(shares.Values, float64(covered)/rolling)
		}
	}
	return shares, misses
}
