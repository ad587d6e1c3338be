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
func (d *Dir) coverage(r *arrowio.PredictionReader, v *view) (*figure.Coverage, error) {
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
		for i, name := range series {
			jobs := v.value(queue, replay.AllRanges, name, func(s *replay.Score) float64 { return float64(s.Jobs) })
			every := max(1, int(math.Ceil(jobs/mostShares)))
			if i == 0 && every > 1 {
				f.Note += fmt.Sprintf(" Of %s, shares after one of every %d jobs.", queue, every)
			}
			c := covering{level: level, by: v.clock.Unix0, every: every}
			err := r.Series(arrowio.Filter{Trace: v.trace.Name, Queue: queue, Range: replay.AllRanges, Method: name, Level: level.String()}, c.add)
			if err != nil {
				return nil, err
			}
			p.Covered = append(p.Covered, c.Covered)
		}
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// mostShares is the number of shares of a series that a figure has at most.
const mostShares = 1 << 19

// covering takes up the jobs of a series for a figure.
type covering struct {
	figure.Covered // from the job on that completes the first share
	level          methods.Level
	by             float64       // by which times are moved, seconds
	every          int           // of how many shares there is one
	last           [rolling]bool // a ring: the jobs covered
	jobs, hits     int
}

func (c *covering) add(b *arrowio.Block) error {
	c.Times, c.Shares = slices.Grow(c.Times, len(b.Bound)/c.every+1), slices.Grow(c.Shares, len(b.Bound)/c.every+1)
	for i, bound := range b.Bound {
		if math.IsNaN(bound) || !b.Scored[i] {
			continue
		}
		hit, t, at := c.level.Covers(b.Wait[i], bound), b.Submit[i]+c.by, c.jobs%rolling
		if c.last[at] {
			c.hits--
		}
		if c.last[at] = hit; hit {
			c.hits++
		} else {
			c.Misses = append(c.Misses, t)
		}
		if c.jobs++; c.jobs >= rolling && (c.jobs-rolling)%c.every == 0 {
			c.Times, c.Shares = append(c.Times, t), append(c.Shares, float64(c.hits)/rolling)
		}
	}
	return nil
}
