package render

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/report/figure"
)

// rolling is the number of jobs over which figures show the share covered.
const rolling = 500

// coverage plots the share covered over time at the main level on the busiest queues with enough
// jobs. It shows few methods, as lines of more hide each other.
func (d *Dir) coverage(r *reader, v *view) (*figure.Coverage, error) {
	level, series := d.Levels[0], v.bounding[:min(mostLines, len(v.bounding))]
	f := &figure.Coverage{
		Title:  fmt.Sprintf("Share of waits within the bound over the last %d jobs, and misses, %s", rolling, v.trace.Name),
		YLabel: fmt.Sprintf("share of the last %d jobs", rolling),
		Series: series, Target: level.Target(), Elapsed: !v.clock.Dated, Location: v.clock.Location,
		Note: describeLevel(level) + fmt.Sprintf(" By time of submission, jobs with a bound only; ticks at the foot of the frames are misses. Band: where the share of %d "+
			"independent jobs lies with probability 0.95.", rolling) + leftOut(slices.Concat(v.bounding[len(series):], v.others)),
	}
	f.Low, f.High = backtest.Band(rolling, level.Target(), 0.95)
	judged, _ := v.judged(replay.AllRanges)
	busiest := v.trace.Busiest()
	for _, queue := range busiest[:min(mostLines, len(busiest))] {
		if !slices.Contains(judged, queue) {
			continue
		}
		p := figure.CoveragePanel{Name: queue}
		for _, name := range series {
			b, err := r.Rows(arrowio.Filter{Trace: v.trace.Name, Queue: queue, Range: replay.AllRanges, Method: name, Level: level.String()})
			if err != nil {
				return nil, err
			}
			p.Covered = append(p.Covered, covered(&b, level, v.clock.Unix0))
		}
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// covered gives the share of the last jobs of a series that were covered, from the job on that completes
// the first such share, and the times of misses; times are moved by so many seconds.
func covered(b *arrowio.Block, l methods.Level, by float64) (c figure.Covered) {
	var last [rolling]bool // a ring: the jobs covered
	jobs, hits := 0, 0
	for i, bound := range b.Bound {
		if math.IsNaN(bound) || !b.Scored[i] {
			continue
		}
		hit, t, at := l.Covers(b.Wait[i], bound), b.Submit[i]+by, jobs%rolling
		if last[at] {
			hits--
		}
		if last[at] = hit; hit {
			hits++
		} else {
			c.Misses = append(c.Misses, t)
		}
		if jobs++; jobs >= rolling {
			c.Times, c.Shares = append(c.Times, t), append(c.Shares, float64(hits)/rolling)
		}
	}
	return c
}
