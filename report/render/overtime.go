package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waitbench/methods"
	"waitbench/methods/fit"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/backtest"
	"waitbench/report/figure"
	"waitbench/report/verdict"
)

// filler fills a part of a figure from the blocks that match a filter.
type filler struct {
	arrowio.Filter
	add func(*arrowio.Block)
}

// fill reads the predictions that the fillers want, once for all of them.
func fill(r *arrowio.PredictionReader, fillers []filler) error {
	if len(fillers) == 0 {
		return nil
	}
	var filters []arrowio.Filter
	for _, f := range fillers {
		filters = append(filters, f.Filter)
	}
	return r.Series(func(b *arrowio.Block) error {
		series := arrowio.Filter{Log: b.Log, Queue: b.Queue, Range: b.Range, Method: b.Method,
			Level: b.Level}
		for _, f := range fillers {
			if f.Matches(series) {
				f.add(b)
			}
		}
		return nil
	}, filters...)
}

// BoundsQuery selects the content of a plot of bounds over time: a line for
// each queue, range and level, or boxes if bounds depend on the job.
type BoundsQuery struct {
	Selection         // one method, for none the recommended one; no queues for the busiest
	From, To  float64 // seconds of the log
	Title     string  // empty for the method and the log
	Waits     bool    // the waits of the jobs as points

	// Like, if it is not nil, is a job of so many processors and such an
	// estimate, -1 for unknown. Jobs of other clusters of qbets are left out.
	Like *methods.Query
}

// complete chooses what a query leaves open, and gives it the names of the run.
func (d *Dir) complete(q *BoundsQuery) (levels []methods.Level, err error) {
	if len(q.Methods) == 0 {
		if q.Methods, err = Best(d); err != nil {
			return nil, err
		}
		q.Methods = append(q.Methods, d.Run.Settings.Methods[0])[:1]
	}
	if len(q.Queues) == 0 {
		q.Queues = d.Run.Log.MostWaiting()[:1]
	}
	if err := known([]*Dir{d}, q.Queues); err != nil {
		return nil, fmt.Errorf("%s: %w", d.Path, err)
	}
	q.Selection, levels, err = d.find(q.Selection)
	return levels, err
}

// Bounds plots bounds over time.
func (d *Dir) Bounds(q BoundsQuery) (*figure.Bounds, error) {
	levels, err := d.complete(&q)
	if err != nil {
		return nil, err
	}
	return d.drawBounds(q, levels)
}

// drawBounds is Bounds for a query that is complete.
func (d *Dir) drawBounds(q BoundsQuery, levels []methods.Level) (*figure.Bounds, error) {
	r, err := arrowio.OpenPredictions(d.Predictions())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, fillers := d.bounds(q, levels)
	for i, line := range fillers {
		if q.Like != nil {
			if fillers[i], err = d.ofCluster(r, line, q); err != nil {
				return nil, err
			}
		}
	}
	if err := fill(r, fillers); err != nil {
		return nil, err
	}
	jobs := func(l figure.Line) bool { return len(l.Times) > 0 && l.Times[len(l.Times)-1] >= f.From }
	if !slices.ContainsFunc(f.Lines, jobs) {
		f.Note = "No job was submitted in this time."
	}
	return f, nil
}

// Fan plots the bounds of a method on one queue and range at several levels; at
// all of the run for none. A query without To selects the month with the most
// scored jobs.
func (d *Dir) Fan(q BoundsQuery) (*figure.Fan, error) {
	levels, err := d.complete(&q)
	if err != nil {
		return nil, err
	}
	if len(q.Quantiles) == 0 {
		levels = d.Levels
	}
	levels = slices.Compact(slices.SortedFunc(slices.Values(levels),
		func(a, b methods.Level) int { return cmp.Compare(a.Quantile, b.Quantile) }))
	if len(levels) < 2 {
		return nil, fmt.Errorf("a fan needs two quantiles or more of a run, not %v alone: "+
			"make one with replay --quantiles 0.95,0.5,0.25l", levels[0])
	}
	if q.To == 0 {
		filter := q.filters()[0]
		filter.Level = levels[0].String()
		err := d.readSeries(func(s *verdict.SeriesBounds) error {
			q.From, q.To = busiest(s.Submit, d.Run.Log.Clock().Month)
			return nil
		}, filter)
		if err != nil {
			return nil, err
		}
	}
	b, err := d.drawBounds(q, levels)
	if err != nil {
		return nil, err
	}
	f := &figure.Fan{Bounds: *b, Jobs: b.Lines[0]}
	var levelNames []string
	for i, l := range levels {
		f.Quantiles, f.Lines[i] = append(f.Quantiles, l.Quantile), medians(&b.Lines[i], b.From, b.To)
		levelNames = append(levelNames, fmt.Sprintf("%v %s", l.Quantile, l.Side))
	}
	f.Jobs.Name = strings.TrimSuffix(f.Jobs.Name, ", "+levelNames[0])
	f.Jobs.Bound = nil
	if q.Title == "" {
		f.Title = fmt.Sprintf("Quantiles of the wait by %s, queue %s, %s", q.Methods[0], f.Jobs.Name,
			d.Run.Log.Name)
	}
	f.Note = strings.TrimSpace(fmt.Sprintf("%s Bounds of quantiles at confidence %v: %s. "+
		"Each of %d equal parts of the time has the median of the bounds of its jobs, "+
		"or without jobs the median before.", f.Note, levels[0].Confidence,
		strings.Join(levelNames, ", "), figure.TimeParts))
	return f, nil
}

// medians returns the median bound of the jobs in each part of a fan with jobs.
func medians(l *figure.Line, from, to float64) figure.Line {
	length := (to - from) / figure.TimeParts
	part := func(i int) float64 { return math.Floor((l.Times[i] - from) / length) }
	of := figure.Line{Name: l.Name}
	for i, k := 0, 0; i < len(l.Times); i = k {
		for k < len(l.Times) && part(k) == part(i) {
			k++
		}
		of.Times = append(of.Times, from+part(i)*length)
		of.Bound = append(of.Bound, backtest.Median(slices.Clone(l.Bound[i:k])))
	}
	return of
}

// bounds returns a plot of bounds without times, and its fillers.
func (d *Dir) bounds(q BoundsQuery, levels []methods.Level) (*figure.Bounds, []filler) {
	clock := d.Run.Log.Clock()
	f := &figure.Bounds{
		Title:  q.Title,
		YLabel: fmt.Sprintf("wait, and its bound at quantile %v", levels[0]),
		From:   clock.Unix0 + q.From, To: clock.Unix0 + q.To, Dates: dates(clock),
	}
	if len(levels) > 1 {
		f.YLabel = "wait, and bounds of its quantiles"
	}
	if f.Title == "" {
		f.Title = fmt.Sprintf("Bounds of %s, %s", q.Methods[0], d.Run.Log.Name)
	}
	// Fillers point into the lines.
	f.Lines = make([]figure.Line, 0, len(q.Methods)*len(q.Queues)*len(q.Ranges)*len(levels))
	var fillers []filler
	for _, filter := range q.filters() {
		for i, l := range levels {
			title := filter.Queue
			if filter.Range != replay.AllRanges {
				title += ", " + filter.Range + " processors"
			}
			if len(levels) > 1 {
				title += fmt.Sprintf(", %v %s", l.Quantile, l.Side)
			}
			f.Lines = append(f.Lines, figure.Line{Name: title})
			line := &f.Lines[len(f.Lines)-1]
			waits := q.Waits && i == 0
			filter.Level = l.String()
			varying := figure.Varying{Epoch: d.Run.Settings.Epoch}
			add := func(b *arrowio.Block) {
				addToLine(line, b, q, clock.Unix0, waits)
				for i, bound := range b.Bound {
					varying.Add(b.Submit[i], bound)
				}
				line.PerJob = varying.PerJob()
			}
			fillers = append(fillers, filler{filter, add})
		}
	}
	return f, fillers
}

// ofCluster returns a filler that leaves out the jobs of other clusters than that
// of q.Like. The clusters are chosen from the jobs that started before q.To.
func (d *Dir) ofCluster(r *arrowio.PredictionReader, line filler, q BoundsQuery) (filler, error) {
	m, err := methods.Named(q.Methods[0])
	if err != nil {
		return line, err
	}
	level, _ := d.Level(line.Level) // one of the run
	settings, err := d.Run.Settings.Method(level)
	if err != nil {
		return line, err
	}
	p, _ := m.Predictor(settings) // nil for a method that forecasts
	clusters, ok := p.(*methods.QBETS)
	if !ok {
		return line, fmt.Errorf("%s has no clusters: choose --methods qbets", q.Methods[0])
	}
	err = r.Series(func(b *arrowio.Block) error {
		for i, wait := range b.Wait {
			if job := jobOf(b, i); job.Submit+wait < q.To {
				clusters.Observe(methods.Event{Kind: methods.Started, Query: job, Wait: wait})
			}
		}
		return nil
	}, line.Filter)
	clusters.Refit(q.To)
	return filler{line.Filter, func(b *arrowio.Block) {
		var of arrowio.Block
		for i := range b.Submit {
			if clusters.Alike(*q.Like, jobOf(b, i)) {
				of.Submit, of.Wait = append(of.Submit, b.Submit[i]), append(of.Wait, b.Wait[i])
				of.Bound = append(of.Bound, b.Bound[i])
			}
		}
		line.add(&of)
	}}, err
}

// jobOf is what clusters depend on of a job.
func jobOf(b *arrowio.Block, i int) methods.Query {
	q := methods.Query{Submit: b.Submit[i], Procs: b.Procs[i], Estimate: b.Estimate[i]}
	if math.IsNaN(q.Estimate) {
		q.Estimate = -1
	}
	return q
}

// dates returns the time zone of the dates of a log, nil for a log without dates.
func dates(c replay.Clock) *time.Location {
	if !c.Dated {
		return nil
	}
	return c.Location
}

// addToLine adds the jobs in the window of a query to a line, and the last job
// before, whose bound is in force when the window begins.
func addToLine(line *figure.Line, b *arrowio.Block, q BoundsQuery, unix0 float64, waits bool) {
	begin, _ := slices.BinarySearch(b.Submit, q.From)
	end, _ := slices.BinarySearch(b.Submit, q.To)
	if begin > 0 {
		begin, line.Times, line.Bound, line.Waits = begin-1, nil, nil, nil
	}
	for k := begin; k < end; k++ {
		line.Times = append(line.Times, b.Submit[k]+unix0)
		line.Bound = append(line.Bound, b.Bound[k])
		if waits {
			line.Waits = append(line.Waits, b.Wait[k])
		}
	}
}

// mostLines is the number of lines over time, and of queues, in the plots that
// every run makes.
const mostLines = 4

// busiestBounds plots bounds as figures 2 and 1 of the BMBP paper do: the
// busiest month of the busiest queue, by range of processors where the run has
// ranges, and the busiest day of that queue and of the next ones. Bounds of
// bmbp do not depend on the job and so make a line. Without bmbp the first
// method as ranked is shown.
func (v *view) busiestBounds() (month, day *figure.Bounds, fillers []filler) {
	queues := v.log.Busiest()
	method := verdict.MethodsIn(v.Scores)[0]
	if slices.Contains(v.bounding, "bmbp") {
		method = "bmbp"
	} else if len(v.bounding) > 0 {
		method = v.bounding[0]
	}
	q := BoundsQuery{Waits: true}
	q.Methods, q.Queues = []string{method}, queues[:1]
	ofDay := q
	q.From, q.To = busiest(v.submits, v.clock.Month)
	q.Title = fmt.Sprintf("Bounds of %s in the busiest month of queue %s, %s",
		method, queues[0], v.title)
	for _, name := range v.ranges() {
		judged := func(o verdict.Verdict) bool { return o.Queue == queues[0] && o.Range == name }
		if slices.ContainsFunc(v.verdicts, judged) {
			q.Ranges = append(q.Ranges, name)
		}
	}
	if len(q.Ranges) == 0 {
		q.Ranges = []string{replay.AllRanges}
	}
	month, fillers = v.bounds(q, v.Levels[:1])
	ofDay.From, ofDay.To = busiest(v.submits, v.clock.Day)
	ofDay.Title = fmt.Sprintf("Bounds of %s on the busiest day of queue %s, %s",
		method, queues[0], v.title)
	ofDay.Queues, ofDay.Ranges = queues[:min(mostLines, len(queues))], []string{replay.AllRanges}
	day, more := v.bounds(ofDay, v.Levels[:1])
	return month, day, append(fillers, more...)
}

// busiest returns the interval with the most of some ascending times, the first
// of equal ones. Function around returns the interval of a time.
func busiest(times []float64, around func(float64) (from, to float64)) (from, to float64) {
	most := 0
	for len(times) > 0 {
		a, b := around(times[0])
		n, _ := slices.BinarySearch(times, b)
		if n > most {
			from, to, most = a, b, n
		}
		times = times[n:]
	}
	return from, to
}

// rolling is the number of jobs over which figures show the share covered.
const rolling = 500

// coverage plots the share covered over time at the main level on the busiest
// queues with enough jobs. It shows few methods, since more lines hide each
// other.
func (v *view) coverage() (*figure.Coverage, []filler) {
	level, series := v.Levels[0], v.bounding[:min(mostLines, len(v.bounding))]
	f := &figure.Coverage{
		Title: fmt.Sprintf("Share of waits within the bound over the last %d jobs, and misses, %s",
			rolling, v.title),
		YLabel: fmt.Sprintf("share of the last %d jobs", rolling),
		Series: series, Styles: v.styles, Target: level.Target(), Jobs: rolling,
		Dates: dates(v.clock),
		Note: describeLevel(level) + " By time of submission, jobs with a bound only. " +
			"Bars below the lines are misses a week, as high as their row for the most of the " +
			"panel. The band is the Wilson interval of a share at confidence 0.95, as if misses " +
			"were independent: it is too narrow where they come together." +
			leftOut(slices.Concat(v.bounding[len(series):], v.others)),
	}
	var fillers []filler
	judged, _ := v.judged(replay.AllRanges)
	queues := v.log.Busiest()
	for _, queue := range queues[:min(mostLines, len(queues))] {
		if !slices.Contains(judged, queue) {
			continue
		}
		p := figure.CoveragePanel{Name: queue, Covered: make([]figure.Covered, len(series))}
		for i, name := range series {
			c := covering{Covered: &p.Covered[i], level: level, origin: v.clock.Unix0}
			filter := arrowio.Filter{Queue: queue, Range: replay.AllRanges,
				Method: name, Level: level.String()}
			fillers = append(fillers, filler{filter, c.add})
		}
		f.Panels = append(f.Panels, p)
	}
	return f, fillers
}

// covering fills the shares covered of a series, from the job on that completes
// the first share.
type covering struct {
	*figure.Covered
	level      methods.Level
	origin     float64       // added to times, seconds
	recent     [rolling]bool // a ring: whether the last jobs were covered
	jobs, hits int
}

func (c *covering) add(b *arrowio.Block) {
	for i, bound := range b.Bound {
		if math.IsNaN(bound) || !b.Scored[i] {
			continue
		}
		hit, t, slot := c.level.Covers(b.Wait[i], bound), b.Submit[i]+c.origin, c.jobs%rolling
		if c.recent[slot] {
			c.hits--
		}
		if c.recent[slot] = hit; hit {
			c.hits++
		} else {
			c.Misses = append(c.Misses, t)
		}
		if c.jobs++; c.jobs >= rolling {
			c.Times, c.Shares = append(c.Times, t), append(c.Shares, float64(c.hits)/rolling)
		}
	}
}

// density plots the forecasts of a log. fitLines adds the lines.
func (v *view) density() (*figure.Density, []filler) {
	shown, others := chosen(v.forecasting)
	f := &figure.Density{
		Title:  "Predicted and actual waits, " + v.title,
		XLabel: "predicted wait", YLabel: "actual wait",
		Note:   "The scored jobs of all queues. " + lineNote,
		Panels: make([]figure.DensityPanel, len(shown)),
	}
	if len(others) > 0 {
		f.Note += " Not shown: " + strings.Join(others, ", ") + "."
	}
	if _, twins := v.Run.Settings.Twins(); twins != "" {
		f.Note += " " + twins + "."
	}
	var fillers []filler
	for i, name := range shown {
		p := &f.Panels[i]
		p.Name = name
		filter := arrowio.Filter{Range: replay.AllRanges, Method: name, Level: v.Levels[0].String()}
		fillers = append(fillers, filler{filter, func(b *arrowio.Block) {
			for i, forecast := range b.Forecast {
				if b.Scored[i] {
					p.X, p.Y = append(p.X, forecast), append(p.Y, b.Wait[i])
				}
			}
		}})
	}
	return f, fillers
}

// headsFigure plots the forecasts at the head of the queues, as
// figures 5a and 5b of Downey's paper do.
func (v *view) headsFigure() *figure.Density {
	f := &figure.Density{
		Title:  "Predicted and actual remaining waits at the head of the queue, " + v.title,
		XLabel: "predicted remaining wait", YLabel: "actual remaining wait",
		Note: "Jobs that come to the head of the queue without starting at that moment. " +
			lineNote,
	}
	for _, h := range v.heads {
		if len(f.Panels) == mostMethods {
			break
		}
		p := figure.DensityPanel{Name: h.Method}
		for _, head := range h.Heads {
			p.X, p.Y = append(p.X, head.Forecast), append(p.Y, head.Actual)
		}
		f.Panels = append(f.Panels, p)
	}
	fitLines(f)
	return f
}

const lineNote = "The least-squares line is of the logarithms, waits below 1 s counted as 1 s."

// fitLines adds the least-squares lines to the panels that have one.
func fitLines(f *figure.Density) {
	for i := range f.Panels {
		p := &f.Panels[i]
		var jobs fit.Moments
		for k, x := range p.X {
			if !math.IsNaN(x) {
				jobs.Add(math.Log(max(x, 1)), math.Log(max(p.Y[k], 1)))
			}
		}
		if slope, intercept := jobs.Line(); !math.IsNaN(slope) {
			p.Fit = &figure.Fit{Slope: slope, Intercept: intercept, R: jobs.Correlation()}
		}
	}
}
