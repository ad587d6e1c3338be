package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Reliability is a plot of the achieved share of waits within a bound against
// the quantile that was asked for. A method that keeps its promise lies on the
// diagonal, one whose bounds are too low below it.
type Reliability struct {
	Title  string
	XLabel string // empty: requested quantile
	YLabel string // empty: share of waits within the bound, or achieved − requested share

	Series []ReliabilitySeries

	// Difference has the vertical axis show the achieved minus the requested
	// share, in which small departures are seen. The diagonal becomes level.
	Difference bool

	// Jobs, where above 0, draws a band around the diagonal: the shares that
	// this many independent waits show in 95 of 100 cases when the bound is the
	// quantile. Waits of jobs depend on each other, and so vary more.
	Jobs int

	Note  string // text under the plot
	Width Width
}

// ReliabilitySeries is one line: Achieved[i] for Requested[i], both fractions.
type ReliabilitySeries struct {
	Name      string
	Requested []float64 // in any order
	Achieved  []float64 // NaN is missing
}

func (r *Reliability) page() (*page, error) {
	for _, s := range r.Series {
		if len(s.Requested) != len(s.Achieved) {
			return nil, fmt.Errorf("series %q has %d requested and %d achieved shares", s.Name, len(s.Requested), len(s.Achieved))
		}
	}
	if r.Jobs < 0 {
		return nil, fmt.Errorf("band of %d jobs", r.Jobs)
	}
	d := newDiagonal(r)
	p := newPage(r.Width, r.Title, d.legend(), d.notes())
	p.body = d.draw
	p.data = d.data
	p.bodyHeight = d.array.height()
	return p, nil
}

// band is the range of shares that n independent trials of probability q show
// in 95 of 100 cases, by the normal approximation, within [0, 1].
func band(q float64, n int) (low, high float64) {
	const z = 1.959964 // 0.975 quantile of the normal distribution
	half := z * math.Sqrt(q*(1-q)/float64(n))
	return max(0, q-half), min(1, q+half)
}

func (d *diagonal) legend() []entry {
	var entries []entry
	for i, s := range d.Series {
		l := lookOf(i)
		entries = append(entries, entry{s.Name, lineWidth, func(c *draw.Canvas, p vg.Point) {
			lineSample(l.line())(c, p)
			l.mark(c, p, reliabilityRadius)
		}})
	}
	entries = append(entries, entry{"achieved = requested", lineWidth, lineSample(targetLine)})
	if d.Jobs > 0 {
		name := fmt.Sprintf("95%% range of %s", count(d.Jobs, "independent wait"))
		entries = append(entries, entry{name, lineWidth, func(c *draw.Canvas, p vg.Point) {
			half := vg.Point{X: lineWidth / 2, Y: 3}
			c.SetColor(chanceColor)
			c.Fill(vg.Rectangle{Min: p.Sub(half), Max: p.Add(half)}.Path())
		}})
	}
	return entries
}

func (d *diagonal) notes() []string {
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	if d.missing > 0 {
		notes = append(notes, count(d.missing, "missing share")+" left out.")
	}
	if d.lost > 0 {
		notes = append(notes, count(d.lost, "share")+" not drawn (not between 0 and 1).")
	}
	return notes
}
