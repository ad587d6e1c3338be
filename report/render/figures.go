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

// FigureFormats are those in which a run writes its figures where nothing else is asked for; their
// data is always beside them as CSV. PDF files differ from one run to the next.
var FigureFormats = []string{"svg"}

// The sets of figures that a run can have.
const (
	NoFigures  = "none"
	FewFigures = "few" // correctness by queue and as a map, bounds of a month, coverage over time, and forecasts
	AllFigures = "all" // also ratios, bounds of a day, and the head of the queue
)

// Figures says which figures are made, and in which formats.
type Figures struct {
	Which   string   // NoFigures, FewFigures (also where empty) or AllFigures
	Formats []string // of svg, png, pdf; FigureFormats where empty
}

func (f Figures) formats() []string {
	if len(f.Formats) == 0 {
		return FigureFormats
	}
	return f.Formats
}

// figures is the figures of a trace, by the names of their files.
type figures struct {
	all     bool // not the few alone
	names   []string
	figures map[string]figure.Figure
}

// few adds a figure of the few.
func (g *figures) few(name string, f figure.Figure) {
	g.names = append(g.names, name)
	g.figures[name] = f
}

// other adds a figure that is made only where all are wanted.
func (g *figures) other(name string, f figure.Figure) {
	if g.all {
		g.few(name, f)
	}
}

// picture is a figure that was made: the name of its files, and its title.
type picture struct{ name, title string }

func (g *figures) pictures() []picture {
	var list []picture
	for _, name := range g.names {
		list = append(list, picture{name, figure.Title(g.figures[name])})
	}
	return list
}

// renderFigures makes the figures of a trace in a stage. Those of bounds and those of forecasts are
// for groups of methods where there are many.
func (d *Dir) renderFigures(f *output.Folder, reader *arrowio.PredictionReader, v *view, which Figures) ([]picture, error) {
	if which.Which == NoFigures {
		return nil, nil
	}
	g := &figures{all: which.Which == AllFigures, figures: map[string]figure.Figure{}}
	for _, shown := range groups(v.bounding) {
		d.addBoundFigures(g, v, shown)
	}
	g.few("coverage-"+v.trace.Name, v.coverage)
	month, day, err := d.busiest(reader, v)
	if err != nil {
		return nil, err
	}
	g.few("bounds-month-"+v.trace.Name, month)
	g.other("bounds-day-"+v.trace.Name, day)
	for _, shown := range groups(v.forecasting) {
		g.few("forecasts-"+v.trace.Name+shown.suffix, v.density(shown))
	}
	d.addHeads(g, v)
	return g.pictures(), saveAll(f, g, which.formats())
}

// addBoundFigures adds, for methods of a trace, the correct share and the median ratio by queue,
// and the correct share by queue and range as a map.
func (d *Dir) addBoundFigures(g *figures, v *view, shown group) {
	end := "-" + v.trace.Name + shown.suffix
	g.few(correctShare.name+"-by-queue"+end, d.dots(v, correctShare, shown))
	g.other(medianRatio.name+"-by-queue"+end, d.dots(v, medianRatio, shown))
	if len(d.ranges()) > 0 {
		g.few("heat"+end, d.heat(v, shown))
	}
}

// quantity is a number of a score that figures show.
type quantity struct {
	name, title, label string
	log                bool
	value              func(*replay.Score) float64
	interval           func(*replay.Score) (low, high float64) // nil: none
}

var (
	correctShare = quantity{"correct", "Share of waits within the bound", "share of waits within the bound", false,
		func(s *replay.Score) float64 { return s.Correct }, func(s *replay.Score) (low, high float64) { return s.CorrectLow, s.CorrectHigh }}
	medianRatio = quantity{"median-ratio", "Accuracy of the bounds", "median of wait / bound", true,
		func(s *replay.Score) float64 { return s.MedianRatio }, nil}
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

// largeQueues lists the queues of a trace that have a series with enough jobs at one of the ranges,
// and counts the series that have not.
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

// dots plots a quantity at the main level for each queue and method of a trace.
func (d *Dir) dots(v *view, q quantity, shown group) *figure.Dots {
	queues, few := d.largeQueues(v, []string{replay.AllRanges})
	f := &figure.Dots{
		Title:  q.title + ", " + v.trace.Name + shown.what,
		XLabel: "queue", YLabel: q.label,
		Categories: queues, Series: shown.names, Looks: v.looksOf(shown.names),
		Target: math.NaN(), Log: q.log,
		Note: describeLevel(d.Levels[0]) + d.fewNote(few),
	}
	if !q.log {
		f.Target = d.Levels[0].Target()
	}
	panel := figure.Panel{}
	for _, m := range shown.names {
		values, low, high := missing(len(queues)), missing(len(queues)), missing(len(queues))
		for i, queue := range queues {
			if s := d.score(v, queue, replay.AllRanges, m); s != nil {
				values[i] = q.value(s)
				if q.interval != nil {
					low[i], high[i] = q.interval(s)
				}
			}
		}
		panel.Values = append(panel.Values, values)
		panel.Low, panel.High = append(panel.Low, low), append(panel.High, high)
	}
	if q.interval != nil {
		f.Note += " Bars: Wilson intervals at confidence 0.95."
	} else {
		panel.Low, panel.High = nil, nil
	}
	f.Panels = []figure.Panel{panel}
	return f
}

// missing is so many values that are not there.
func missing(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.NaN()
	}
	return values
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
