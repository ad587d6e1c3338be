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
	Unit     float64   `json:"unit"`     // of waits and bounds, s: 1, or 0.001 if the log has fractions
	FirstDay int       `json:"firstDay"`
	Lines    []*line   `json:"lines"`

	places []int // positions of the jobs among all jobs of the series
}

// line holds the bounds of a method. Bounds and covered jobs are counted by day,
// over all scored jobs of the series.
type line struct {
	Method  string    `json:"method"`
	Look    look      `json:"look"`
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

func newThinner(d *seriesData, jobs int) *thinner {
	part := 1
	if jobs > mostPoints {
		part = (3*jobs + mostPoints - 4) / (mostPoints - 3) // keeps mostPoints at most
	}
	return &thinner{seriesData: d, part: part}
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
			t.Unit = 0.001
		}
	}
}

// counter reads the bounds of one method.
type counter struct {
	*line
	*seriesData
	level         methods.Level
	days          *days
	near          float64 // s; few jobs submitted within it have a refit between them
	last          struct{ submit, bound float64 }
	lastProcs     int64
	pairs, differ [2]int // pairs of jobs submitted near each other, of one size and of two; those with two bounds
	changes, jobs int
}

// take reads the bounds of the next jobs, the first of which is at a position.
func (c *counter) take(b *arrowio.Block, at int) {
	for i, bound := range b.Bound {
		if k := len(c.Bound); k < len(c.places) && c.places[k] == at+i {
			c.Bound = append(c.Bound, onItsSide(bound, c.Unit, c.level.Side))
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
		c.compare(b.Submit[i], bound, b.Procs[i])
	}
}

// compare compares the bound of a job with that of the job before.
func (c *counter) compare(submit, bound float64, procs int64) {
	if c.jobs > 0 && !math.IsNaN(c.last.bound) && !math.IsNaN(bound) {
		sizes, differ := 0, 0
		if procs != c.lastProcs {
			sizes = 1
		}
		if bound != c.last.bound {
			differ = 1
		}
		c.changes += differ
		if submit-c.last.submit <= c.near {
			c.pairs[sizes]++
			c.differ[sizes] += differ
		}
	}
	c.jobs++
	c.last.submit, c.last.bound, c.lastProcs = submit, bound, procs
}

// dependsOnJob reports whether bounds often differ between jobs submitted near
// each other, when the method knows the same. A line through such bounds would
// join what does not belong together.
func (c *counter) dependsOnJob() bool {
	const often, enough = 0.15, 20
	for k := range c.pairs {
		if c.pairs[k] >= enough && float64(c.differ[k]) > often*float64(c.pairs[k]) {
			return true
		}
	}
	return c.pairs[0]+c.pairs[1] < enough && 2*c.changes > c.jobs
}

// onItsSide rounds a bound to a unit, an upper one down and a lower one up, so
// that every wait in units stays on its side of the bound.
func onItsSide(bound, unit float64, side methods.Side) float64 {
	if math.IsNaN(bound) {
		return noBound
	}
	v := min(max(bound, 0), largestBound)
	if unit == 1 {
		if side == methods.Lower {
			return math.Ceil(v)
		}
		return math.Floor(v)
	}
	n := v / unit
	switch near := math.Round(n); {
	case math.Abs(n-near) < 1e-6: // the division was not exact
		n = near
	case side == methods.Lower:
		n = math.Ceil(n)
	default:
		n = math.Floor(n)
	}
	return n / 1000
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
