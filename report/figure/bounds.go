package figure

import (
	"fmt"
	"slices"
	"time"
)

// Bounds is a plot of bounds over time, as figures 1 and 2 of [bmbp]: a step
// line per queue or processor range, with the waits of its jobs as points. The
// vertical axis is logarithmic, in seconds at the left and in minutes, hours
// and days at the right; 0 s has a line of its own at the bottom.
type Bounds struct {
	Title  string
	YLabel string // with the unit, s

	Lines []Line
	Waits []Points
	Bands []Band // shaded under the lines, later ones over earlier ones and darker

	// From and To limit the time axis, in the units of the times; where both
	// are 0 the axis covers all times. Waits outside are not drawn, and a bound
	// from before From is drawn from there on.
	From, To float64

	// Elapsed says that times are seconds since the start of the log, because
	// its date is not known. Otherwise they are Unix times, in seconds, and the
	// axis shows dates and times of day in Location (nil: UTC).
	Elapsed  bool
	Location *time.Location

	Note  string // text under the plot
	Width Width
}

// Line is one series of bounds. Each holds from its time up to the next time.
type Line struct {
	Name  string
	Times []float64 // not decreasing
	Bound []float64 // s; NaN is no bound, and leaves a gap
}

// Band is the area between two lines of the same times, as indexes in Lines.
// It has gaps where either has no bound.
type Band struct{ Low, High int }

// Points are waits of jobs. They have the colour of the line of the same name.
type Points struct {
	Name  string
	Times []float64 // submit times, in any order
	Waits []float64 // s
}

// page checks the input and lays the figure out.
func (b *Bounds) page() (*page, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	t := newTimeline(b)
	p := newPage(b.Width, b.Title, t.legend(), t.notes())
	p.body = t.draw
	p.data = t.data
	p.bodyHeight = t.height()
	return p, nil
}

func (b *Bounds) check() error {
	if !finite(b.From) || !finite(b.To) || b.From > b.To || max(-b.From, b.To) > lastTime {
		return fmt.Errorf("time axis from %v to %v", b.From, b.To)
	}
	for _, l := range b.Lines {
		if len(l.Times) != len(l.Bound) {
			return fmt.Errorf("line %q has %d times and %d bounds", l.Name, len(l.Times), len(l.Bound))
		}
		for i := 1; i < len(l.Times); i++ {
			if l.Times[i] < l.Times[i-1] {
				return fmt.Errorf("line %q: time %v comes after %v", l.Name, l.Times[i], l.Times[i-1])
			}
		}
	}
	for i, band := range b.Bands {
		if min(band.Low, band.High) < 0 || max(band.Low, band.High) >= len(b.Lines) {
			return fmt.Errorf("band %d is between lines %d and %d of %d", i, band.Low, band.High, len(b.Lines))
		}
		if !slices.Equal(b.Lines[band.Low].Times, b.Lines[band.High].Times) {
			return fmt.Errorf("band %d is between lines of different times", i)
		}
	}
	for _, p := range b.Waits {
		if len(p.Times) != len(p.Waits) {
			return fmt.Errorf("points %q have %d times and %d waits", p.Name, len(p.Times), len(p.Waits))
		}
	}
	return nil
}
