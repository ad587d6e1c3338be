package render

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report/figure"
)

// FigureFormats are those in which a run writes its figures; their data is always beside them as CSV. PDF is not among them: its files differ
// from one run to the next.
var FigureFormats = []string{"svg", "png"}

// gallery is the figures of a trace, by the names of their files.
type gallery struct {
	names   []string
	figures map[string]figure.Figure
}

func (g *gallery) add(name string, f figure.Figure) {
	g.names = append(g.names, name)
	g.figures[name] = f
}

// picture is a figure that was made: the name of its files, and its title.
type picture struct{ name, title string }

func (g *gallery) pictures() []picture {
	var list []picture
	for _, name := range g.names {
		list = append(list, picture{name, figure.Title(g.figures[name])})
	}
	return list
}

// renderFigures makes the figures of a trace in a stage, none without a format. Those of bounds and those of forecasts are for groups of
// methods where there are many.
func (d *Dir) renderFigures(f *output.Folder, reader *arrowio.PredictionReader, v *view, formats []string) ([]picture, error) {
	if len(formats) == 0 {
		return nil, nil
	}
	g := &gallery{figures: map[string]figure.Figure{}}
	for _, shown := range groups(v.bounding) {
		d.addBoundFigures(g, v, shown)
	}
	g.add("coverage-"+v.trace.Name, v.coverage)
	month, day, err := d.busiest(reader, v)
	if err != nil {
		return nil, err
	}
	g.add("bounds-month-"+v.trace.Name, month)
	g.add("bounds-day-"+v.trace.Name, day)
	for _, shown := range groups(v.forecasting) {
		v.addForecastFigures(g, shown)
	}
	d.addHeads(g, v)
	return g.pictures(), saveAll(f, g, formats)
}

// addBoundFigures adds, for methods of a trace, the correct share and the median ratio, by queue and by queue and range, the correct share as a
// map, the ratios of the busiest queue, and where the run has several quantiles how reliable they are.
func (d *Dir) addBoundFigures(g *gallery, v *view, shown group) {
	end := "-" + v.trace.Name + shown.suffix
	for _, q := range []quantity{correctShare, medianRatio} {
		g.add(q.name+"-by-queue"+end, d.dots(v, q, shown, []string{replay.AllRanges}))
		if ranges := d.ranges(); len(ranges) > 0 {
			g.add(q.name+"-by-range"+end, d.dots(v, q, shown, ranges))
		}
	}
	if len(d.ranges()) > 0 {
		g.add("heat"+end, d.heat(v, shown))
	}
	if v.busiest != nil {
		g.add("ratios"+end, d.ratios(v, shown))
		if f := d.reliability(v, shown); f != nil {
			g.add("reliability"+end, f)
		}
	}
}

// quantity is a number of a score that figures show.
type quantity struct {
	name, title, label string
	log                bool
	value              func(*replay.Score) float64
}

var (
	correctShare = quantity{"correct", "Share of waits within the bound", "share of waits within the bound", false,
		func(s *replay.Score) float64 { return s.Correct }}
	medianRatio = quantity{"median-ratio", "Accuracy of the bounds", "median of wait / bound", true,
		func(s *replay.Score) float64 { return s.MedianRatio }}
)

// ranges lists the ranges of processors of the run.
func (d *Dir) ranges() []string {
	var names []string
	ranges, err := replay.ParseRanges(d.Run.Settings.Ranges)
	if err != nil {
		return nil
	}
	for _, r := range ranges {
		names = append(names, r.String())
	}
	return names
}

// describeLevel says in a sentence what bounds are shown.
func describeLevel(l methods.Level) string {
	return fmt.Sprintf("%s bounds of the %v quantile at confidence %v.", map[methods.Side]string{methods.Upper: "Upper", methods.Lower: "Lower"}[l.Side],
		l.Quantile, l.Confidence)
}

// largeQueues lists the queues of a trace that have a series with enough jobs at one of the ranges, and counts the series that have not.
func (d *Dir) largeQueues(v *view, ranges []string) (queues []string, few int) {
	seen := map[[2]string]bool{}
	for i := range v.scores {
		s := &v.scores[i]
		key := [2]string{s.Queue, s.Range}
		if seen[key] || !slices.Contains(ranges, s.Range) {
			continue
		}
		seen[key] = true
		if s.Jobs < d.Run.Settings.MinJobs {
			few++
		} else if !slices.Contains(queues, s.Queue) {
			queues = append(queues, s.Queue)
		}
	}
	return queues, few
}

// fewNote says how many series are not shown.
func (d *Dir) fewNote(few int) string {
	if few == 0 {
		return ""
	}
	return fmt.Sprintf(" %d series of fewer than %d jobs are left out.", few, d.Run.Settings.MinJobs)
}

// score finds what a method achieved at the main level; nil if the series has not enough jobs.
func (d *Dir) score(v *view, queue, procs, method string) *replay.Score {
	for i := range v.scores {
		s := &v.scores[i]
		if s.Queue == queue && s.Range == procs && s.Method == method && s.Level() == d.Levels[0] && s.Jobs >= d.Run.Settings.MinJobs {
			return s
		}
	}
	return nil
}

// dots plots a quantity at the main level for each queue and method of a trace, a panel for each of the ranges.
func (d *Dir) dots(v *view, q quantity, shown group, ranges []string) *figure.Dots {
	queues, few := d.largeQueues(v, ranges)
	f := &figure.Dots{
		Title:  q.title + ", " + v.trace.Name + shown.what,
		XLabel: "queue", YLabel: q.label,
		Categories: queues, Series: shown.names,
		Target: math.NaN(), Log: q.log,
		Note: describeLevel(d.Levels[0]) + d.fewNote(few),
	}
	if !q.log {
		f.Target = d.Levels[0].Target()
	}
	for _, r := range ranges {
		panel := figure.Panel{}
		if r != replay.AllRanges {
			panel.Name = r + " processors"
		}
		for _, m := range shown.names {
			values := make([]float64, len(queues))
			for i, queue := range queues {
				values[i] = math.NaN()
				if s := d.score(v, queue, r, m); s != nil {
					values[i] = q.value(s)
				}
			}
			panel.Values = append(panel.Values, values)
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

// heat maps the correct share at the main level by queue and range, a panel for each method.
func (d *Dir) heat(v *view, shown group) *figure.Heat {
	columns := append([]string{replay.AllRanges}, d.ranges()...)
	queues, few := d.largeQueues(v, columns)
	columns = slices.DeleteFunc(columns, func(r string) bool {
		large, _ := d.largeQueues(v, []string{r})
		return len(large) == 0
	})
	f := &figure.Heat{
		Title:  correctShare.title + " by queue and range, " + v.trace.Name + shown.what,
		XLabel: "processors", YLabel: "queue", Label: "share within the bound",
		Rows: queues, Columns: columns, Target: d.Levels[0].Target(), Spread: heatSpread, Digits: 3,
		Note: describeLevel(d.Levels[0]) + d.fewNote(few),
	}
	for _, m := range shown.names {
		p := figure.HeatPanel{Name: m}
		for _, queue := range queues {
			row := make([]float64, len(columns))
			for i, r := range columns {
				row[i] = math.NaN()
				if s := d.score(v, queue, r, m); s != nil {
					row[i] = s.Correct
				}
			}
			p.Values = append(p.Values, row)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

// heatSpread is how far from its target the colour of a correct share is full.
const heatSpread = 0.05

// ratios plots the distributions of actual wait over bound in the busiest queue at the main level.
func (d *Dir) ratios(v *view, shown group) *figure.ECDF {
	s := v.busiest
	f := &figure.ECDF{
		Title:  fmt.Sprintf("Wait over bound of the jobs of queue %s, %s%s", s.Queue, v.trace.Name, shown.what),
		XLabel: "actual wait / bound, both at least 1 s", Log: true, Mark: 1, MarkName: "wait = bound",
		Note: describeLevel(d.Levels[0]) + " Scored jobs of the busiest queue, those with a bound by the method.",
	}
	for _, name := range shown.names {
		series := figure.ECDFSeries{Name: name}
		for i, bound := range s.at(slices.Index(s.names, name), 0) {
			if !math.IsNaN(bound) {
				series.Values = append(series.Values, max(s.wait[i], 1)/max(bound, 1))
			}
		}
		f.Series = append(f.Series, series)
	}
	return f
}

// reliability plots the share of waits within upper bounds of several quantiles in the busiest queue; nil for a run with fewer than two.
func (d *Dir) reliability(v *view, shown group) *figure.Reliability {
	var upper []float64
	for _, l := range d.Levels {
		if l.Side == methods.Upper {
			upper = append(upper, l.Quantile)
		}
	}
	if len(upper) < 2 {
		return nil
	}
	queue := v.busiest.Queue
	f := &figure.Reliability{
		Title: fmt.Sprintf("Reliability of the bounds of queue %s, %s%s", queue, v.trace.Name, shown.what),
		Jobs:  v.busiest.Scored,
		Note:  fmt.Sprintf("Upper bounds at confidence %v, each method on the scored jobs that it has bounds for.", d.Run.Settings.Confidence),
	}
	for _, name := range shown.names {
		series := figure.ReliabilitySeries{Name: name}
		for i := range v.scores {
			if s := &v.scores[i]; s.Queue == queue && s.Range == replay.AllRanges && s.Method == name && s.Side == methods.Upper {
				series.Requested, series.Achieved = append(series.Requested, s.Quantile), append(series.Achieved, s.Correct)
			}
		}
		f.Series = append(f.Series, series)
	}
	return f
}
