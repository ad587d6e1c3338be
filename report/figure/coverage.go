package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"waitbench/replay/backtest"
	"waitbench/replay/output"
)

// Coverage is a plot of the share of waits covered over the last so many jobs,
// as time goes on: a panel per queue, a line per method, and at the foot of
// each panel a row per method with its misses a week as heights. Misses in bursts
// show as dips of the lines and as high bars in the rows.
type Coverage struct {
	Title  string
	YLabel string

	Series []string       // in the legend
	Styles map[string]int // as in Dots
	Panels []CoveragePanel

	Target float64 // a dashed line

	// Jobs is the number of jobs of which each share is. A band around the line of
	// the first method is the Wilson interval of its share, for independent jobs.
	Jobs int

	Dates *time.Location // as for Bounds
	Note  string         // part of the caption
}

// CoveragePanel is a panel of a Coverage, with the shares of each series.
type CoveragePanel struct {
	Name    string
	Covered []Covered
}

// Covered is the share as it was after each of some times, and the times of
// misses. Times do not decrease.
type Covered struct{ Times, Shares, Misses []float64 }

const week = 7 * day

// weekly returns the number of periods of a week that cut a time of so many
// seconds into about 240, or into a period for each week if these are more.
func weekly(seconds float64) int { return max(1, int(240*week/max(1, seconds))) }

// period is a part of the time of a Coverage.
type period struct {
	end           float64 // its time
	share, lowest float64 // the last and the least in it; NaN for none
	misses        int
}

// periods sums up the shares and misses of each period of some seconds.
func (c *Covered) periods(from, to, seconds float64) []period {
	parts := make([]period, max(1, int(math.Ceil((to-from)/seconds))))
	for k := range parts {
		end := from + float64(k+1)*seconds
		parts[k] = period{end: end, share: math.NaN(), lowest: math.NaN()}
	}
	partOf := func(t float64) *period {
		return &parts[min(int((t-from)/seconds), len(parts)-1)]
	}
	for i, t := range c.Times {
		p := partOf(t)
		if p.share = c.Shares[i]; !(p.lowest <= p.share) {
			p.lowest = p.share
		}
	}
	for _, t := range c.Misses {
		partOf(t).misses++
	}
	return parts
}

// span returns the first and the last time of panels. Without times the first
// is above the last.
func span(panels ...CoveragePanel) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, panel := range panels {
		for _, c := range panel.Covered {
			for _, times := range [][]float64{c.Times, c.Misses} {
				if n := len(times); n > 0 {
					from, to = min(from, times[0]), max(to, times[n-1])
				}
			}
		}
	}
	return from, to
}

func (v *Coverage) heading() string { return v.Title }

func (v *Coverage) draw(width string) *drawing {
	d := newDrawing(width, v.Title, v.Note, 125, "panel", "series", timeColumn(v.Dates), "share",
		"least_share", "misses")
	d.yLabel = v.YLabel
	if len(v.Panels) == 1 {
		d.panelHeight = 180
	} else if width == onPage {
		d.panelHeight, d.perRow = 190, min(4, max(1, len(v.Panels)))
	}
	from, to := span(v.Panels...)
	for _, panel := range v.Panels {
		most := 0
		if from <= to { // else one panel says that none has data
			p := d.panel(panel.Name)
			if first, last := span(panel); first > last {
				p.Title.Text += ", " + noData
			}
			d.xLabel = timeAxis(&p.X, from, to, v.Dates, d.width/vg.Length(d.perRow))
			most = v.drawPanel(d, p, panel, from, to)
		}
		var misses []string
		for i, c := range panel.Covered {
			misses = append(misses, v.Series[i]+" "+output.Grouped(len(c.Misses)))
		}
		if len(misses) > 0 {
			d.notes = append(d.notes, "Misses in "+panel.Name+": "+strings.Join(misses, ", ")+
				fmt.Sprintf("; at most %s a week.", output.Grouped(most)))
		}
	}
	for i, name := range v.Series {
		style := v.Styles[name]
		d.explain(name, &plotter.Line{LineStyle: lineOf(style)})
		if i == 0 {
			d.explain("interval of "+name, &plotter.Polygon{Color: translucent(style, pale)})
		}
	}
	d.explain(fmt.Sprint("target ", v.Target), horizontal(v.Target, targetLine))
	return d
}

// drawPanel draws the lines of a panel, and the rows of misses below them. A bar
// as high as a row is the most misses of a method in a week, which it returns.
func (v *Coverage) drawPanel(d *drawing, p *plot.Plot, panel CoveragePanel,
	from, to float64) (most int) {
	lowest := v.lowest(panel)
	row := (1 - lowest) / 10
	p.Y.Min, p.Y.Max = lowest-row*float64(len(panel.Covered)), 1
	p.Y.Tick.Marker = linearTicks(lowest, 1, 2)
	p.Add(grid(), horizontal(v.Target, targetLine))
	length := week / float64(weekly(to-from))
	var weeks [][]int
	for i, c := range panel.Covered {
		parts := c.periods(from, to, length)
		for _, part := range parts {
			if part.misses > 0 || !math.IsNaN(part.share) {
				d.rows.Add(panel.Name, v.Series[i], math.Round(part.end), part.share, part.lowest,
					part.misses)
			}
		}
		style := v.Styles[v.Series[i]]
		line := &plotter.Line{XYs: shareLine(parts, length), LineStyle: lineOf(style)}
		line.Width = 0.8
		if i == 0 {
			p.Add(&plotter.Polygon{XYs: []plotter.XYs{v.band(line.XYs)},
				Color: translucent(style, pale)})
		}
		p.Add(line)
		weeks = append(weeks, missesByWeek(parts, weekly(to-from)))
		most = max(most, slices.Max(weeks[i]))
	}
	for i, misses := range weeks {
		bars := &plotter.Polygon{Color: colourOf(v.Styles[v.Series[i]])}
		foot := lowest - row*float64(i+1)
		for k, n := range misses {
			if n > 0 {
				left := from + float64(k)*week
				bars.XYs = append(bars.XYs, box(left, min(left+week, p.X.Max), foot,
					foot+0.9*row*float64(n)/float64(most)))
			}
		}
		p.Add(bars)
	}
	return most
}

// lowest returns the lower end of the shares of a panel, a multiple of 0.05.
func (v *Coverage) lowest(panel CoveragePanel) float64 {
	share := 1.0
	for _, c := range panel.Covered {
		if len(c.Shares) > 0 {
			share = min(share, slices.Min(c.Shares))
		}
	}
	low, _ := v.interval(share)
	return math.Floor(min(low, v.Target)*20) / 20
}

// shareLine returns the lowest and the last share of each period.
func shareLine(parts []period, length float64) (points plotter.XYs) {
	for _, part := range parts {
		if !math.IsNaN(part.share) {
			points = append(points, plotter.XY{X: part.end - length/2, Y: part.lowest},
				plotter.XY{X: part.end, Y: part.share})
		}
	}
	return points
}

// band returns the outline of the intervals around the shares of a line.
func (v *Coverage) band(line plotter.XYs) plotter.XYs {
	var below, above plotter.XYs
	for _, p := range line {
		low, high := v.interval(p.Y)
		below = append(below, plotter.XY{X: p.X, Y: low})
		above = append(above, plotter.XY{X: p.X, Y: high})
	}
	slices.Reverse(above)
	return append(below, above...)
}

// missesByWeek sums up the misses of each so many periods.
func missesByWeek(parts []period, weekly int) (weeks []int) {
	for week := range slices.Chunk(parts, weekly) {
		n := 0
		for _, part := range week {
			n += part.misses
		}
		weeks = append(weeks, n)
	}
	return weeks
}

// interval returns the Wilson interval of a share.
func (v *Coverage) interval(share float64) (low, high float64) {
	return backtest.Wilson(int(math.Round(share*float64(v.Jobs))), v.Jobs, 0.95)
}
