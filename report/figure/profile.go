package figure

import (
	"cmp"
	"fmt"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Profile is a plot of a quantity by time of day, in 24 bins of an hour: a line
// through the medians of each series, with a band from the lower to the upper
// quartile, and the number of jobs in each hour as bars below.
type Profile struct {
	Title  string
	XLabel string // empty: time of day (h); say here which time zone it is
	YLabel string // with the unit

	Series []ProfileSeries

	// Split gives every series a panel, with the other medians in light grey.
	// Otherwise all share one, and bands are left out where more than two would
	// cover each other.
	Split bool

	// Counts are jobs per hour of the day; nil draws no bars.
	Counts []int

	// Log makes the vertical axis logarithmic, with zero on a line of its own.
	Log bool

	// Reference is a dashed line at this value; NaN or 0 draws none. A linear
	// axis that has 0 within it is marked there in any case.
	Reference     float64
	ReferenceName string // in the legend; empty: the value

	Note  string // text under the plot
	Width Width
}

// ProfileSeries is a line of one value for each hour from midnight on; NaN is
// missing, and leaves a gap.
type ProfileSeries struct {
	Name      string
	Median    []float64
	Low, High []float64 // limits of the band, for example quartiles; nil: none
}

// hours is the number of bins of a day.
const hours = 24

func (p *Profile) page() (*page, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	d := newDaylight(p)
	out := newPage(p.Width, p.Title, d.legend(), d.notes())
	out.body = d.draw
	out.data = d.data
	out.bodyHeight = d.array.height()
	return out, nil
}

// check tells whether every series has 24 values.
func (p *Profile) check() error {
	for _, s := range p.Series {
		if len(s.Median) != hours {
			return fmt.Errorf("series %q has medians of %d hours, want %d", s.Name, len(s.Median), hours)
		}
		if (s.Low != nil || s.High != nil) && (len(s.Low) != hours || len(s.High) != hours) {
			return fmt.Errorf("series %q has a band of %d and %d hours, want %d", s.Name, len(s.Low), len(s.High), hours)
		}
	}
	if p.Counts != nil && len(p.Counts) != hours {
		return fmt.Errorf("counts of %d hours, want %d", len(p.Counts), hours)
	}
	for h, n := range p.Counts {
		if n < 0 {
			return fmt.Errorf("count %d of hour %d", n, h)
		}
	}
	return nil
}

// banded tells whether bands are drawn.
func (p *Profile) banded() bool {
	const most = 2
	return p.bands() > 0 && (p.Split || p.bands() <= most)
}

// bands is how many series have a band.
func (p *Profile) bands() int {
	n := 0
	for _, s := range p.Series {
		if s.Low != nil {
			n++
		}
	}
	return n
}

// values are all that are to be drawn, missing ones included.
func (p *Profile) values() []float64 {
	var all []float64
	for _, s := range p.Series {
		all = append(all, s.Median...)
		if p.banded() {
			all = append(append(all, s.Low...), s.High...)
		}
	}
	return all
}

// hasReference tells whether the reference line is to be drawn.
func (p *Profile) hasReference() bool {
	return p.Reference != 0 && drawable(p.Reference, p.Log)
}

// scale covers all values and the reference.
func (p *Profile) scale() scale {
	values := p.values()
	if p.hasReference() {
		values = append(values, p.Reference)
	}
	if p.Log {
		return newScale(values, true)
	}
	return linearScale(values)
}

// legend names the series and the reference.
func (d *daylight) legend() []entry {
	var entries []entry
	for i, s := range d.Series {
		if d.Split {
			break // their names stand above the panels
		}
		l := lookOf(i)
		entries = append(entries, entry{s.Name, lineWidth, func(c *draw.Canvas, p vg.Point) {
			lineSample(l.line())(c, p)
			l.mark(c, p, profileRadius)
		}})
	}
	if d.hasReference() {
		name := cmp.Or(d.ReferenceName, strconv.FormatFloat(d.Reference, 'g', -1, 64))
		entries = append(entries, entry{name, lineWidth, lineSample(targetLine)})
	}
	return entries
}

// notes say what the bands are and what is not drawn.
func (d *daylight) notes() []string {
	var notes []string
	if d.Note != "" {
		notes = append(notes, d.Note)
	}
	switch {
	case d.banded():
		notes = append(notes, "Lines are medians, bands reach from the lower to the upper quartile.")
	case d.bands() > 0:
		notes = append(notes, "Lines are medians; quartiles are not drawn.")
	}
	if d.Split && len(d.Series) > 1 {
		notes = append(notes, "In grey, the medians of the other panels.")
	}
	missing, lost := 0, 0
	for _, s := range d.Series {
		for _, v := range s.Median {
			if v != v {
				missing++
			}
		}
	}
	for _, v := range d.values() {
		if v == v && !drawable(v, d.Log) {
			lost++
		}
	}
	if missing > 0 {
		notes = append(notes, count(missing, "hour")+" without a median, left blank.")
	}
	if lost > 0 {
		why := "infinite or beyond 10^12"
		if d.Log {
			why = "infinite or negative"
		}
		notes = append(notes, fmt.Sprintf("%s not drawn (%s).", count(lost, "value"), why))
	}
	return notes
}
