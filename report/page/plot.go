package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

const (
	plotQueues = 5         // of each log
	mostPoints = 4000      // jobs of a series that the plot shows
	plotBytes  = 1_000_000 // of a page, for all series
	noBound    = -1        // means that a job has no bound

	// largestBound replaces longer bounds, in seconds: 30,000 years.
	largestBound = 1e12
)

// Plot collects the plot over time of a run: for every log the queues with
// the most waiting at the main level, and the other levels of the first one.
type Plot struct {
	Series []*plotSeries // the most important first
	Left   []string      // series without bounds, or that do not fit
	index  map[arrowio.Filter]*plotSeries
}

// NewPlot returns an empty plot of a run with some levels, the main one first.
func NewPlot(record *run.Record, levels []methods.Level) *Plot {
	p := &Plot{index: map[arrowio.Filter]*plotSeries{}}
	t := &record.Log
	add := func(queue int, l methods.Level) {
		queues := t.MostWaiting()
		if queue >= len(queues) {
			return
		}
		s := &plotSeries{
			log: t, queue: queues[queue], level: l, epoch: record.Settings.Epoch, part: 1,
			clock: t.Clock(), Dated: t.Clock().Dated, Label: queues[queue],
			Lower: l.Side == methods.Lower, Target: l.Target(),
		}
		if l != levels[0] {
			s.Label += ", " + table.LevelWords(l)
		}
		i := slices.IndexFunc(t.Queues, func(q run.QueueRecord) bool { return q.Name == s.queue })
		if s.All = t.Queues[i].Jobs; s.All > mostPoints {
			s.part = (3*s.All + mostPoints - 4) / (mostPoints - 3) // keeps mostPoints at most
		}
		p.Series = append(p.Series, s)
		p.index[arrowio.Filter{Log: t.Name, Queue: s.queue,
			Range: replay.AllRanges, Level: l.String()}] = s
	}
	for queue := range plotQueues {
		add(queue, levels[0])
	}
	for _, l := range levels[1:] {
		add(0, l)
	}
	return p
}

// Add adds a block of predictions, if the plot shows its series. Blocks come in
// the order of the file: the jobs of a series by one method after another.
func (p *Plot) Add(b *arrowio.Block) {
	s := p.index[arrowio.Filter{Log: b.Log, Queue: b.Queue, Range: b.Range, Level: b.Level}]
	if s == nil {
		return
	}
	if n := len(s.Lines); n == 0 || s.Lines[n-1].Method != b.Method {
		s.keepChosen()
		s.Lines = append(s.Lines, &line{Method: b.Method, varying: figure.Varying{Epoch: s.epoch}})
	}
	l := s.Lines[len(s.Lines)-1]
	for i, bound := range b.Bound {
		if len(s.Lines) == 1 { // which also chooses the jobs
			s.choose(shownJob{l.jobs, b.JobID[i], b.Procs[i], b.Submit[i],
				b.Wait[i], bound, b.Scored[i]})
		} else if k := len(l.Bound); k < len(s.shown) && s.shown[k] == l.jobs {
			l.Bound = append(l.Bound, bound)
		}
		l.jobs++
		l.varying.Add(b.Submit[i], bound)
		if b.Scored[i] && !math.IsNaN(bound) {
			l.count(dayOf(s.clock, b.Submit[i])-s.FirstDay, s.level.Covers(b.Wait[i], bound))
		}
	}
}

// plotSeries is a series of the plot, as the script of the page reads it. Its
// times are wall-clock times: seconds since 1970 in the time zone of the
// machine, or since the start of a log without dates.
type plotSeries struct {
	Dated  bool    `json:"dated"`
	Label  string  `json:"label"`
	Lower  bool    `json:"lower"`
	Target float64 `json:"target"` // share that bounds must cover
	All    int     `json:"of"`     // jobs of the series
	Shown  int     `json:"jobs"`   // of them
	Data   string  `json:"data"`   // its seriesData as JSON, by deflate

	seriesData `json:"-"`

	log    *run.LogRecord
	queue  string
	level  methods.Level
	epoch  float64 // s between refits
	clock  replay.Clock
	part   int        // of so many consecutive jobs the plot shows three
	chosen []shownJob // of the current part: the first, the shortest and the longest wait
	shown  []int      // indices of the jobs shown among all jobs of the series
}

// seriesData holds the jobs of a series that the plot shows, and the bounds of
// its methods.
type seriesData struct {
	ID       []int64   `json:"ids"`
	Procs    []int64   `json:"sizes"`
	Submit   []float64 `json:"times"`
	Wait     []float64 `json:"waits"`
	Training int       `json:"training"` // the number of jobs shown before the first scored one
	Scale    float64   `json:"scale"`    // bounds are rounded to its reciprocal: 1 s or 0.001 s
	FirstDay int       `json:"firstDay"` // since 1970 or the start of the log
	Lines    []*line   `json:"lines"`
}

// line holds the bounds of a method. Bounds and covered jobs are counted by
// day, over all scored jobs of the series.
type line struct {
	Method  string    `json:"method"`
	Style   style     `json:"style"`
	Varies  bool      `json:"varies"`  // bounds depend on the job
	Bound   []float64 `json:"bounds"`  // of the jobs shown
	Bounded []int     `json:"bounded"` // scored jobs with a bound, by day since FirstDay
	Covered []int     `json:"covered"` // those within their bound

	jobs    int // read so far
	varying figure.Varying
}

// shownJob is a job that the plot may show.
type shownJob struct {
	index               int // in the series
	id, procs           int64
	submit, wait, bound float64 // the bound of the first method
	scored              bool
}

// choose chooses, of each part of the series, the first job and those with the
// shortest and the longest wait.
func (s *plotSeries) choose(j shownJob) {
	if j.index == 0 {
		s.FirstDay = dayOf(s.clock, j.submit)
	}
	switch {
	case j.index%s.part == 0:
		s.keepChosen()
		s.chosen = []shownJob{j, j, j}
	case j.wait < s.chosen[1].wait:
		s.chosen[1] = j
	case j.wait > s.chosen[2].wait:
		s.chosen[2] = j
	}
}

// keepChosen shows the jobs chosen of the part that ends, each once.
func (s *plotSeries) keepChosen() {
	slices.SortFunc(s.chosen, func(a, b shownJob) int { return a.index - b.index })
	for _, j := range slices.CompactFunc(s.chosen,
		func(a, b shownJob) bool { return a.index == b.index }) {
		s.show(j)
	}
	s.chosen = nil
}

func (s *plotSeries) show(j shownJob) {
	t := wallClock(s.clock, j.submit)
	if n := len(s.Submit); n > 0 {
		t = max(t, s.Submit[n-1]) // a clock set back repeats an hour
	}
	s.shown = append(s.shown, j.index)
	s.ID, s.Procs = append(s.ID, j.id), append(s.Procs, j.procs)
	s.Submit, s.Wait = append(s.Submit, t), append(s.Wait, j.wait)
	s.Lines[0].Bound = append(s.Lines[0].Bound, j.bound)
	if !j.scored {
		s.Training++
	}
}

// count counts a scored job with a bound on a day since FirstDay.
func (l *line) count(day int, covered bool) {
	for len(l.Bounded) <= day {
		l.Bounded, l.Covered = append(l.Bounded, 0), append(l.Covered, 0)
	}
	l.Bounded[day]++
	if covered {
		l.Covered[day]++
	}
}

// is reports whether a verdict is on this series.
func (s *plotSeries) is(v *verdict.Verdict) bool {
	return v.Log == s.log.Name && v.Queue == s.queue && v.Range == replay.AllRanges &&
		v.Level == s.level
}

// finish completes the data of a series: the methods with bounds in the order
// of the verdict, in their styles.
func (s *plotSeries) finish(verdicts []verdict.Verdict, styles map[string]int) {
	s.keepChosen()
	s.Shown, s.Scale = len(s.ID), 1
	if slices.ContainsFunc(s.Wait, func(w float64) bool { return w != math.Trunc(w) }) {
		s.Scale = 1000
	}
	s.Lines = slices.DeleteFunc(s.Lines, func(l *line) bool { return len(l.Bounded) == 0 })
	rank := map[string]int{} // in the verdict
	for i := range verdicts {
		if v := &verdicts[i]; s.is(v) {
			for k, m := range v.Methods {
				rank[m.Method] = k - len(v.Methods)
			}
		}
	}
	slices.SortStableFunc(s.Lines, func(a, b *line) int {
		return cmp.Compare(rank[a.Method], rank[b.Method])
	})
	for _, l := range s.Lines {
		l.Style, l.Varies = styleOf(styles[l.Method]), l.varying.PerJob()
		for i, bound := range l.Bound {
			l.Bound[i] = onItsSide(bound, s.Scale, s.level.Side)
		}
	}
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

// wallClock converts seconds of a log to wall-clock times.
func wallClock(c replay.Clock, seconds float64) float64 {
	if !c.Dated {
		return seconds
	}
	_, offset := c.Date(seconds).Zone()
	return c.Unix0 + seconds + float64(offset)
}

// dayOf returns the number of the day of a time.
func dayOf(c replay.Clock, seconds float64) int {
	return int(math.Floor(wallClock(c, seconds) / 86400))
}

// finish completes the series, the one of the headline first (nil: none), and
// leaves out those that do not fit.
func (p *Plot) finish(verdicts []verdict.Verdict, styles map[string]int,
	headline *verdict.Verdict) error {
	space := plotBytes
	var shown []*plotSeries
	for _, s := range p.Series {
		s.finish(verdicts, styles)
		data, err := json.Marshal(s.seriesData)
		if err != nil {
			return err
		}
		s.Data = deflate(data)
		if len(s.Lines) == 0 || len(s.Data) > space {
			p.Left = append(p.Left, s.Label)
			continue
		}
		space -= len(s.Data)
		if headline != nil && s.is(headline) {
			shown = slices.Insert(shown, 0, s)
		} else {
			shown = append(shown, s)
		}
	}
	p.Series = shown
	return nil
}

// Notes names the jobs and series that the plot leaves out.
func (p *Plot) Notes() (notes []string) {
	var thinned []string
	for _, s := range p.Series {
		if s.Shown < s.All {
			thinned = append(thinned, fmt.Sprintf("%s jobs of %s",
				output.Grouped(s.Shown), s.Label))
		}
	}
	if len(thinned) > 0 {
		notes = append(notes, "The plot shows "+output.Enumerate(thinned)+
			": of each part of consecutive jobs "+
			"the first and those with the shortest and the longest wait. Shares count all scored jobs.")
	}
	if len(p.Left) > 0 {
		notes = append(notes, "Left out to keep this page small, or without bounds: "+
			output.Enumerate(p.Left)+
			". waitbench plot bounds draws any series.")
	}
	return notes
}
