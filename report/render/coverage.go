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

// coverageFigure begins the figure of the share covered over time for a trace, at the main level. It
// shows few methods, as lines of more hide each other.
func (d *Dir) coverageFigure(v *view) *figure.Coverage {
	level, series := d.Levels[0], v.bounding[:min(mostLines, len(v.bounding))]
	f := &figure.Coverage{
		Title:  fmt.Sprintf("Share of waits within the bound over the last %d jobs, and misses, %s", rolling, v.trace.Name),
		YLabel: fmt.Sprintf("share of the last %d jobs", rolling),
		Series: series, Target: level.Target(), Elapsed: !v.clock.Dated, Location: v.clock.Location,
		Note: describeLevel(level) + fmt.Sprintf(" By time of submission, jobs with a bound only; ticks at the foot of the frames are misses. Band: where the share of %d "+
			"independent jobs lies with probability 0.95.", rolling) + leftOut(slices.Concat(v.bounding[len(series):], v.others)),
	}
	f.Low, f.High = backtest.Band(rolling, level.Target(), 0.95)
	return f
}

// addPanel adds a queue to a figure of the share covered.
func (s *together) addPanel(f *figure.Coverage, clock replay.Clock) {
	p := figure.CoveragePanel{Name: s.Queue}
	for _, name := range f.Series {
		p.Covered = append(p.Covered, s.rolling(name, clock.Unix0))
	}
	f.Panels = append(f.Panels, p)
}

// rolling gives the share of the last jobs that a method covered at the main level, from the job on
// that completes the first such share, and the times of its misses; times are moved by so many
// seconds.
func (s *together) rolling(method string, by float64) (c figure.Covered) {
	last := make([]bool, rolling) // a ring: the jobs covered
	jobs, covered := 0, 0
	for i, bound := range s.Of(method, s.Levels[0]) {
		if math.IsNaN(bound) {
			continue
		}
		hit, t := s.Levels[0].Covers(s.Wait[i], bound), s.submit[i]+by
		at := jobs % rolling
		if last[at] {
			covered--
		}
		if last[at] = hit; hit {
			covered++
		} else {
			c.Misses = append(c.Misses, t)
		}
		if jobs++; jobs >= rolling {
			c.Times, c.Shares = append(c.Times, t), append(c.Shares, float64(covered)/rolling)
		}
	}
	return c
}
