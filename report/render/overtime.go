package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/methods/fit"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/figure"
)

// filler fills a part of a figure from the blocks that match a filter.
type filler struct {
	arrowio.Filter
	add func(*arrowio.Block)
}

// fill reads the predictions that a filter selects, once for all fillers.
func fill(r *arrowio.PredictionReader, f arrowio.Filter, fillers []filler) error {
	var fitting []filler
	fits := func(of arrowio.Filter) bool {
		is := func(want, has string) bool { return want == "" || want == has }
		fitting = fitting[:0]
		for _, f := range fillers {
			if is(f.Queue, of.Queue) && is(f.Range, of.Range) && is(f.Method, of.Method) && is(f.Level, of.Level) {
				fitting = append(fitting, f)
			}
		}
		return len(fitting) > 0
	}
	return r.Select(f, fits, func(b *arrowio.Block) error {
		for _, f := range fitting {
			f.add(b)
		}
		return nil
	})
}

// BoundsQuery selects what a plot of bounds over time shows: a line for each queue, range and level.
type BoundsQuery struct {
	Trace    string
	Method   string
	Levels   []methods.Level // of the run; the main one if empty
	Queues   []string
	Ranges   []string // replay.AllRanges for all jobs of a queue
	From, To float64  // seconds of the log
	Title    string   // empty for one that says what is shown
	Waits    bool     // the waits of the jobs as points
}

// Bounds plots bounds over time.
func (d *Dir) Bounds(q BoundsQuery) (*figure.Bounds, error) {
	t, err := d.Trace(q.Trace)
	if err != nil {
		return nil, err
	}
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, fillers := d.bounds(t, q)
	for _, line := range fillers { // each by itself, so that an unknown queue or range is an error
		line.Trace = t.Name
		if err := fill(r, line.Filter, []filler{line}); err != nil {
			return nil, err
		}
	}
	noteIfEmpty(f)
	return f, nil
}

// bounds returns a plot of bounds without times, and what fills it.
func (d *Dir) bounds(t *run.TraceRecord, q BoundsQuery) (*figure.Bounds, []filler) {
	clock, levels := t.Clock(), q.Levels
	if len(levels) == 0 {
		levels = d.Levels[:1]
	}
	f := &figure.Bounds{
		Title:  q.Title,
		YLabel: fmt.Sprintf("wait, and its bound at quantile %v", levels[0]),
		From:   clock.Unix0 + q.From, To: clock.Unix0 + q.To,
		Elapsed: !clock.Dated, Location: clock.Location,
	}
	if len(levels) > 1 {
		f.YLabel = "wait, and bounds of its quantiles"
	}
	if f.Title == "" {
		f.Title = fmt.Sprintf("Bounds of %s, %s", q.Method, t.Name)
	}
	f.Lines = make([]figure.Line, 0, len(q.Queues)*len(q.Ranges)*len(levels)) // fillers point into it
	var fillers []filler
	for _, queue := range q.Queues {
		for _, name := range q.Ranges {
			for i, l := range levels {
				title := queue
				if name != replay.AllRanges {
					title += ", " + name + " processors"
				}
				if len(levels) > 1 {
					title += fmt.Sprintf(", %v %s", l.Quantile, l.Side)
				}
				f.Lines = append(f.Lines, figure.Line{Name: title})
				line, waits := &f.Lines[len(f.Lines)-1], q.Waits && i == 0
				fillers = append(fillers, filler{arrowio.Filter{Queue: queue, Range: name, Method: q.Method, Level: l.String()}, func(b *arrowio.Block) {
					first, _ := slices.BinarySearch(b.Submit, q.From)
					last, _ := slices.BinarySearch(b.Submit, q.To)
					if first > 0 { // the bound of the job before is in force when the plot begins
						first, line.Times, line.Bound, line.Waits = first-1, nil, nil, nil
					}
					for k := first; k < last; k++ {
						line.Times, line.Bound = append(line.Times, b.Submit[k]+clock.Unix0), append(line.Bound, b.Bound[k])
						if waits {
							line.Waits = append(line.Waits, b.Wait[k])
						}
					}
				}})
			}
		}
	}
	return f, fillers
}

// noteIfEmpty adds a note to a plot of bounds in whose time no job was submitted.
func noteIfEmpty(f *figure.Bounds) {
	inside := func(l figure.Line) bool {
		return slices.ContainsFunc(l.Times, func(at float64) bool { return at >= f.From })
	}
	if !slices.ContainsFunc(f.Lines, inside) {
		f.Note = "No job was submitted in this time."
	}
}

// mostLines is the number of lines over time, and of queues, in the plots that every run makes.
const mostLines = 4

// busiestBounds plots bounds as figures 2 and 1 of the BMBP paper do: the busiest month of the busiest
// queue, by range of processors where the run has ranges, and the busiest day of that queue and of
// the next ones. Bounds of bmbp do not depend on the job and so make a line. Without bmbp the first
// method as ranked is shown.
func (d *Dir) busiestBounds(v *view) (month, day *figure.Bounds, fillers []filler) {
	t, names := v.trace, v.trace.Busiest()
	q := BoundsQuery{Trace: t.Name, Method: report.MethodsIn(d.scoresOf(t.Name))[0], Queues: names[:1], Waits: true}
	if slices.Contains(v.bounding, "bmbp") {
		q.Method = "bmbp"
	} else if len(v.bounding) > 0 {
		q.Method = v.bounding[0]
	}
	ofDay := q
	q.From, q.To = busiest(v.submits, v.clock.Month)
	q.Title = fmt.Sprintf("Bounds of %s in the busiest month of queue %s, %s", q.Method, names[0], t.Name)
	for _, name := range d.ranges() {
		if slices.ContainsFunc(v.verdicts, func(o report.Verdict) bool { return o.Queue == names[0] && o.Range == name }) {
			q.Ranges = append(q.Ranges, name)
		}
	}
	if len(q.Ranges) == 0 {
		q.Ranges = []string{replay.AllRanges}
	}
	month, fillers = d.bounds(t, q)
	ofDay.From, ofDay.To = busiest(v.submits, v.clock.Day)
	ofDay.Title = fmt.Sprintf("Bounds of %s on the busiest day of queue %s, %s", q.Method, names[0], t.Name)
	ofDay.Queues, ofDay.Ranges = names[:min(mostLines, len(names))], []string{replay.AllRanges}
	day, more := d.bounds(t, ofDay)
	return month, day, append(fillers, more...)
}

// busiest returns the interval with the most of some ascending times, the first of equal ones.
// Function around returns the interval of a time.
func busiest(times []float64, around func(float64) (from, to float64)) (from, to float64) {
	most := 0
	for i := 0; i < len(times); {
		a, b := around(times[i])
		n := 1
		for i+n < len(times) && times[i+n] < b {
			n++
		}
		if n > most {
			from, to, most = a, b, n
		}
		i += n
	}
	return from, to
}

// rolling is the number of jobs over which figures show the share covered.
const rolling = 500

// mostShares is the largest number of shares of a series in a figure.
const mostShares = 1 << 19

// coverage plots the share covered over time at the main level on the busiest queues with enough
// jobs. It shows few methods, since more lines hide each other.
func (d *Dir) coverage(v *view) (*figure.Coverage, []filler) {
	level, series := d.Levels[0], v.bounding[:min(mostLines, len(v.bounding))]
	f := &figure.Coverage{
		Title:  fmt.Sprintf("Share of waits within the bound over the last %d jobs, and misses, %s", rolling, v.trace.Name),
		YLabel: fmt.Sprintf("share of the last %d jobs", rolling),
		Series: series, Target: level.Target(), Elapsed: !v.clock.Dated, Location: v.clock.Location,
		Note: describeLevel(level) + fmt.Sprintf(" By time of submission, jobs with a bound only; the rows below the lines are filled where jobs are missed. Band: where the share of %d "+
			"independent jobs lies with probability 0.95.", rolling) + leftOut(slices.Concat(v.bounding[len(series):], v.others)),
	}
	f.Low, f.High = backtest.Band(rolling, level.Target(), 0.95)
	var fillers []filler
	judged, _ := v.judged(replay.AllRanges)
	busiest := v.trace.Busiest()
	for _, queue := range busiest[:min(mostLines, len(busiest))] {
		if !slices.Contains(judged, queue) {
			continue
		}
		p := figure.CoveragePanel{Name: queue, Covered: make([]figure.Covered, len(series))}
		for i, name := range series {
			jobs := v.value(queue, replay.AllRanges, name, func(s *replay.Score) float64 { return float64(s.Jobs) })
			every := max(1, int(math.Ceil(jobs/mostShares)))
			if i == 0 && every > 1 {
				f.Note += fmt.Sprintf(" Of %s, shares after one of every %d jobs.", queue, every)
			}
			c := covering{Covered: &p.Covered[i], level: level, origin: v.clock.Unix0, every: every}
			fillers = append(fillers, filler{arrowio.Filter{Queue: queue, Range: replay.AllRanges, Method: name, Level: level.String()}, c.add})
		}
		f.Panels = append(f.Panels, p)
	}
	return f, fillers
}

// covering fills the shares covered of a series, from the job on that completes the first share.
type covering struct {
	*figure.Covered
	level      methods.Level
	origin     float64       // added to times, seconds
	every      int           // shows one of so many shares
	last       [rolling]bool // a ring: whether the last jobs were covered
	jobs, hits int
}

func (c *covering) add(b *arrowio.Block) {
	for i, bound := range b.Bound {
		if math.IsNaN(bound) || !b.Scored[i] {
			continue
		}
		hit, t, at := c.level.Covers(b.Wait[i], bound), b.Submit[i]+c.origin, c.jobs%rolling
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
}

// density plots the forecasts of a trace. Function finish must be called after the figure is filled.
func (d *Dir) density(v *view) (f *figure.Density, fillers []filler, finish func()) {
	shown, others := chosen(v.forecasting)
	f = &figure.Density{
		Title:  "Predicted and actual waits, " + v.trace.Name,
		XLabel: "predicted wait", YLabel: "actual wait",
		Note: "The scored jobs of all queues. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	if len(others) > 0 {
		f.Note += " Not shown: " + strings.Join(others, ", ") + "."
	}
	f.Panels = make([]figure.DensityPanel, len(shown))
	for i, name := range shown {
		p := &f.Panels[i]
		p.Name = name
		fillers = append(fillers, filler{arrowio.Filter{Range: replay.AllRanges, Method: name, Level: d.Levels[0].String()}, func(b *arrowio.Block) {
			for i, forecast := range b.Forecast {
				if b.Scored[i] {
					p.X, p.Y = append(p.X, forecast), append(p.Y, b.Wait[i])
				}
			}
		}})
	}
	return f, fillers, func() {
		for i := range f.Panels {
			p := &f.Panels[i]
			var jobs fit.Moments // as the line of heads is fitted
			for k, x := range p.X {
				if !math.IsNaN(x) {
					jobs.Add(math.Log(max(x, 1)), math.Log(max(p.Y[k], 1)))
				}
			}
			slope, intercept := jobs.Line()
			p.Fit = fitted(slope, intercept, jobs.Correlation())
		}
	}
}

// fitted returns a line, or nil where there is none.
func fitted(slope, intercept, r float64) *figure.Fit {
	if math.IsNaN(slope) {
		return nil
	}
	return &figure.Fit{Slope: slope, Intercept: intercept, R: r}
}

// heads plots the forecasts at the head of the queue of a trace, as figures 5a and 5b of Downey's
// paper do.
func (d *Dir) heads(v *view, heads []replay.Heads) *figure.Density {
	f := &figure.Density{
		Title:  "Predicted and actual remaining waits at the head of the queue, " + v.trace.Name,
		XLabel: "predicted remaining wait", YLabel: "actual remaining wait",
		Note: "Jobs that come to the head of the queue without starting at that moment. The least-squares line is of the logarithms, waits below 1 s counted as 1 s.",
	}
	for _, h := range heads {
		if h.Trace != v.trace.Name || len(f.Panels) == mostMethods {
			continue
		}
		line := replay.FitHeads(h.Heads, 0)
		p := figure.DensityPanel{Name: h.Method, Fit: fitted(line.Slope, line.Intercept, line.Correlation)}
		for _, head := range h.Heads {
			p.X, p.Y = append(p.X, head.Forecast), append(p.Y, head.Actual)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}
