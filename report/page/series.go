package page

import (
	"math"
	"slices"
	"time"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
)

const (
	mostPoints = 4000 // jobs of a series that the plot shows
	noBound    = -1   // stands for a job without a bound

	// largestBound is what longer bounds are shown as, in seconds: 30,000 years.
	largestBound = 1e12
)

// seriesData holds the jobs of a series that the plot shows, and the bounds of
// its methods.
type seriesData struct {
	ID       []int64   `json:"ids"`
	Procs    []int64   `json:"sizes"`
	Submit   []float64 `json:"times"`
	Wait     []float64 `json:"waits"`
	Training int       `json:"training"` // the number of jobs shown before the first scored one
	Scale    float64   `json:"scale"`    // bounds are rounded to its reciprocal: 1 s, or 0.001 s if the log has fractions
	FirstDay int       `json:"firstDay"`
	Lines    []*line   `json:"lines"`

	places []int // positions of the jobs among all jobs of the series
}

// line holds the bounds of a method. Bounds and covered jobs are counted by day,
// over all scored jobs of the series.
type line struct {
	Method  string    `json:"method"`
	Style   style     `json:"style"`
	Varies  bool      `json:"varies"`  // bounds depend on the job
	Bound   []float64 `json:"bounds"`  // of the jobs shown
	Bounded []int     `json:"bounded"` // scored jobs with a bound, by day since FirstDay
	Covered []int     `json:"covered"` // those within their bound
}

// shownJob is a job that the plot may show, at its position in the series.
type shownJob struct {
	place        int
	id, procs    int64
	submit, wait float64
	scored       bool
}

// thinner selects jobs: of each part of so many consecutive jobs the first and
// those with the shortest and the longest wait.
type thinner struct {
	*seriesData
	part   int
	chosen []shownJob // of the current part: first, shortest, longest
}

// take looks at the next jobs, the first of which is at a position.
func (t *thinner) take(b *arrowio.Block, at int) {
	for i := range b.JobID {
		j := shownJob{at + i, b.JobID[i], b.Procs[i], b.Submit[i], b.Wait[i], b.Scored[i]}
		switch {
		case j.place%t.part == 0:
			t.flush()
			t.chosen = []shownJob{j, j, j}
		case j.wait < t.chosen[1].wait:
			t.chosen[1] = j
		case j.wait > t.chosen[2].wait:
			t.chosen[2] = j
		}
	}
}

// flush keeps the jobs chosen of the part that ends.
func (t *thinner) flush() {
	slices.SortFunc(t.chosen, func(a, b shownJob) int { return a.place - b.place })
	for _, j := range slices.Compact(t.chosen) {
		t.places = append(t.places, j.place)
		t.ID, t.Procs = append(t.ID, j.id), append(t.Procs, j.procs)
		t.Submit, t.Wait = append(t.Submit, j.submit), append(t.Wait, j.wait)
		if !j.scored {
			t.Training++
		}
		if j.wait != math.Trunc(j.wait) || j.submit != math.Trunc(j.submit) {
			t.Scale = 1000
		}
	}
}

// counter reads the bounds of one method.
type counter struct {
	*line
	*seriesData
	level  methods.Level
	days   *days
	near   float64 // s; few jobs submitted within it have a refit between them
	last   struct{ submit, bound float64 }
	jobs   int
	all    pairs
	nearby pairs // submitted within near
}

// take reads the bounds of the next jobs, the first of which is at a position.
func (c *counter) take(b *arrowio.Block, at int) {
	for i, bound := range b.Bound {
		if k := len(c.Bound); k < len(c.places) && c.places[k] == at+i {
			c.Bound = append(c.Bound, onItsSide(bound, c.Scale, c.level.Side))
		}
		if b.Scored[i] && !math.IsNaN(bound) {
			day := c.days.of(b.Submit[i]) - c.FirstDay
			for len(c.Bounded) <= day {
				c.Bounded, c.Covered = append(c.Bounded, 0), append(c.Covered, 0)
			}
			c.Bounded[day]++
			if c.level.Covers(b.Wait[i], bound) {
				c.Covered[day]++
			}
		}
		c.compare(b.Submit[i], bound)
	}
}

// compare compares the bound of a job with the bound of the job before.
func (c *counter) compare(submit, bound float64) {
	differ := 0
	if bound != c.last.bound {
		differ = 1
	}
	if c.jobs > 0 && !math.IsNaN(c.last.bound) && !math.IsNaN(bound) {
		c.all.add(differ)
		if submit-c.last.submit <= c.near {
			c.nearby.add(differ)
		}
	}
	c.jobs++
	c.last.submit, c.last.bound = submit, bound
}

// pairs counts pairs of jobs that follow each other, and those with two bounds.
type pairs struct{ n, differ int }

func (p *pairs) add(differ int) { p.n, p.differ = p.n+1, p.differ+differ }

// dependsOnJob reports whether bounds often differ between jobs submitted near
// each other, when the method knows the same. A line through such bounds would
// join what does not belong together.
func (c *counter) dependsOnJob() bool {
	if c.nearby.n < 20 {
		return 2*c.all.differ > c.all.n
	}
	return float64(c.nearby.differ) > 0.15*float64(c.nearby.n)
}

// onItsSide rounds a bound to a multiple of 1/scale seconds, an upper one down
// and a lower one up, so that every wait rounded so stays on its side.
func onItsSide(bound, scale float64, side methods.Side) float64 {
	if math.IsNaN(bound) {
		return noBound
	}
	v := min(max(bound, 0), largestBound)
	switch {
	case math.Round(v*scale)/scale == v: // floating point might move it
		return v
	case side == methods.Lower:
		return math.Ceil(v*scale) / scale
	}
	return math.Floor(v*scale) / scale
}

// days numbers the days of a log in the time zone of its machine, from 1970 or
// from the start of a log without dates.
type days struct {
	clock    replay.Clock
	from, to float64 // of the last day asked for
	day      int
}

// of returns the number of the day of a time, in seconds of the log.
func (d *days) of(seconds float64) int {
	if seconds >= d.from && seconds < d.to {
		return d.day
	}
	d.from, d.to = d.clock.Day(seconds)
	d.day = int(math.Floor(seconds / 86400))
	if d.clock.Dated {
		y, m, day := d.clock.Date(seconds).Date()
		d.day = int(time.Date(y, m, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	}
	return d.day
}
