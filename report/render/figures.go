package render

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/figure"
)

// FigureFormats are the default formats of figures. Their data is always written as CSV too. PDF
// files carry the time at which they were made.
var FigureFormats = []string{"svg"}

// The sets of figures that a run can have.
const (
	NoFigures  = "none"
	FewFigures = "few" // correctness by queue and as a map, bounds of a month, coverage over time, and forecasts
	AllFigures = "all" // also ratios, bounds of a day, and the head of the queue
)

const (
	// mostMethods is the largest number of methods in a figure, as many as can be told apart. Captions
	// list the others.
	mostMethods = 7

	// mostTraces is the largest number of logs with figures of their own. A run of more logs has one
	// set of figures, over the queues of all.
	mostTraces = 4
)

// Figures selects figures and their formats.
type Figures struct {
	Which   string   // NoFigures, FewFigures (also where empty) or AllFigures
	Formats []string // of svg, png, pdf; FigureFormats where empty
}

// picture is a figure with the name of its files.
type picture struct {
	name string
	figure.Figure
}

// figures makes the figures of a run, one trace after another. It returns them in the order of the
// page. Map submits holds the submissions to the busiest queue of each trace.
func (d *Dir) figures(f *output.Folder, r *arrowio.PredictionReader, verdicts []report.Verdict, submits map[string][]float64, which Figures) ([]picture, error) {
	if which.Which == NoFigures {
		return nil, nil
	}
	heads, err := d.Heads()
	if err != nil {
		return nil, err
	}
	ranked := d.ranked(verdicts)
	verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(v report.Verdict) bool { return v.Level != d.Levels[0] })
	if d.isBatch() {
		verdicts = report.AllSizes(verdicts, d.Levels[0])
		list := []picture{{"correct-of-all-queues", d.distribution(ranked, verdicts, correctShare)}}
		if which.Which == AllFigures {
			list = append(list, picture{"median-ratio-of-all-queues", d.distribution(ranked, verdicts, medianRatio)})
		}
		return list, saveAll(f, list, which.Formats)
	}
	count := d.begin(replay.Figures)
	var list []picture
	for i := range d.Run.Traces {
		v := d.newView(&d.Run.Traces[i], ranked, verdicts, submits)
		made, err := d.traceFigures(r, v, heads, which.Which == AllFigures)
		if err != nil {
			return nil, err
		}
		if err := saveAll(f, made, which.Formats); err != nil {
			return nil, err
		}
		list = append(list, made...)
		count(d.Run.Traces[i].Replayed())
	}
	return list, nil
}

// traceFigures makes the figures of a trace.
func (d *Dir) traceFigures(r *arrowio.PredictionReader, v *view, heads []replay.Heads, all bool) ([]picture, error) {
	var list []picture
	add := func(name string, f figure.Figure, wanted bool) {
		if wanted {
			list = append(list, picture{report.FileName(name + "-" + v.trace.Name), f})
		}
	}
	bounds, ranges := len(v.bounding) > 0, len(d.ranges()) > 0
	coverage, fillers := d.coverage(v)
	month, day, ofBounds := d.busiestBounds(v)
	density, ofForecasts, finish := d.density(v)
	fillers = slices.Concat(fillers, ofBounds, ofForecasts)
	if err := fill(r, arrowio.Filter{Trace: v.trace.Name, Level: d.Levels[0].String()}, fillers); err != nil {
		return nil, err
	}
	finish()
	atHead := d.heads(v, heads)
	add("correct-by-queue", d.dots(v, correctShare), bounds)
	add("median-ratio-by-queue", d.dots(v, medianRatio), bounds && all)
	add("heat", d.heat(v), bounds && ranges)
	add("coverage", coverage, true)
	add("bounds-month", month, true)
	add("bounds-day", day, all)
	add("forecasts", density, len(v.forecasting) > 0)
	add("heads", atHead, all && len(atHead.Panels) > 0)
	return list, nil
}

// saveAll writes figures with their data. It also makes the SVG that the page needs.
func saveAll(f *output.Folder, list []picture, formats []string) error {
	if len(formats) == 0 {
		formats = FigureFormats
	}
	unique := func(names ...string) []string { return slices.Compact(slices.Sorted(slices.Values(names))) }
	wanted := unique(append(formats, "csv")...)
	made := unique(append(wanted, "svg")...)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range list {
		for _, format := range wanted {
			if _, err := f.Add(figuresFolder + p.name + "." + format); err != nil {
				return err
			}
		}
		group.Go(func() error { return figure.Save(p.Figure, f.Path(figuresFolder+p.name), made...) })
	}
	return group.Wait()
}

// writeCaptions writes what a reader must know besides the figures.
func writeCaptions(f *output.Folder, list []picture) error {
	if len(list) == 0 {
		return nil
	}
	return f.Write(figuresFolder+"captions.md", func(w io.Writer) error {
		for _, p := range list {
			if _, err := fmt.Fprintf(w, "%s: **%s.** %s\n\n", p.name, figure.Title(p), figure.Caption(p)); err != nil {
				return err
			}
		}
		return nil
	})
}

// SaveBounds writes a plot under a path without extension, in each of the formats, and returns the
// names of the files.
func SaveBounds(f *figure.Bounds, path string, formats []string) ([]string, error) {
	if err := figure.Save(f, path, formats...); err != nil {
		return nil, err
	}
	var files []string
	for _, format := range formats {
		files = append(files, filepath.Clean(path+"."+format))
	}
	return files, nil
}

// isBatch reports whether the run has too many logs for figures of each.
func (d *Dir) isBatch() bool { return len(d.Run.Traces) > mostTraces }

// view is what the figures of a trace show.
type view struct {
	trace       *run.TraceRecord
	clock       replay.Clock
	bounding    []string         // methods in figures of bounds
	others      []string         // methods with bounds that figures leave out
	forecasting []string         // methods with forecasts
	verdicts    []report.Verdict // of the trace at the main level
	submits     []float64        // of the scored jobs of the busiest queue, seconds of the log
}

// newView selects what figures of a trace show, the methods as ranked.
func (d *Dir) newView(t *run.TraceRecord, ranked []string, verdicts []report.Verdict, submits map[string][]float64) *view {
	main := slices.DeleteFunc(d.scoresOf(t.Name), func(s replay.Score) bool { return s.Level() != d.Levels[0] })
	v := &view{trace: t, clock: t.Clock(), forecasting: report.Forecasting(main), submits: submits[t.Name]}
	v.verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(o report.Verdict) bool { return o.Trace != t.Name })
	bounding := report.MethodsIn(report.WithBounds(main))
	v.bounding, v.others = chosen(slices.DeleteFunc(slices.Clone(ranked), func(m string) bool { return !slices.Contains(bounding, m) }))
	return v
}

// judged lists the queues and ranges that have verdicts, among some ranges.
func (v *view) judged(among ...string) (queues, ranges []string) {
	for _, o := range v.verdicts {
		if slices.Contains(among, o.Range) && !slices.Contains(queues, o.Queue) {
			queues = append(queues, o.Queue)
		}
		ranges = append(ranges, o.Range)
	}
	return queues, slices.DeleteFunc(slices.Clone(among), func(r string) bool { return !slices.Contains(ranges, r) })
}

// value returns a number of the score of a method on a series, and NaN without a verdict.
func (v *view) value(queue, procs, method string, of func(*replay.Score) float64) float64 {
	for i := range v.verdicts {
		o := &v.verdicts[i]
		if m := o.Find(method); m != nil && o.Queue == queue && o.Range == procs {
			return of(m.Score)
		}
	}
	return math.NaN()
}

// ranked lists the methods of the run with bounds in the order of figures, by the verdicts on all
// jobs of each queue at the main level.
func (d *Dir) ranked(verdicts []report.Verdict) []string {
	return report.Ranked(report.AllSizes(verdicts, d.Levels[0]), report.MethodsIn(report.WithBounds(d.Scores)))
}

// chosen splits methods into those that figures show and the others.
func chosen(names []string) (shown, others []string) {
	n := min(mostMethods, len(names))
	return names[:n], names[n:]
}

// leftOut returns the sentences of a caption on methods that are not shown.
func leftOut(others []string) string {
	if len(others) == 0 {
		return ""
	}
	return " Methods recommended on most queues come first, then bmbp, then those of the run in order. Not shown: " + strings.Join(others, ", ") + "."
}

// describeLevel returns a sentence on the bounds shown.
func describeLevel(l methods.Level) string {
	side := map[methods.Side]string{methods.Upper: "Upper", methods.Lower: "Lower"}[l.Side]
	return fmt.Sprintf("%s bounds of the %v quantile at confidence %v.", side, l.Quantile, l.Confidence)
}

// fewNote returns a sentence on the series, in some ranges, that have too few jobs to be judged.
func (d *Dir) fewNote(trace string, ranges ...string) string {
	few := slices.DeleteFunc(d.scoresOf(trace), func(s replay.Score) bool {
		return s.Level() != d.Levels[0] || s.Jobs == 0 || s.Jobs >= d.Run.Settings.MinJobs || !slices.Contains(ranges, s.Range)
	})
	n := len(report.Distinct(few, func(s *replay.Score) [3]string { return [...]string{s.Trace, s.Queue, s.Range} }))
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d series of fewer than %d jobs are left out.", n, d.Run.Settings.MinJobs)
}

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

// quantity is a number of a score that figures show. One that is not a share has a logarithmic axis.
type quantity struct {
	title, label string
	log          bool
	value        func(*replay.Score) float64
}

var (
	correctShare = quantity{"Share of waits within the bound", "share of waits within the bound", false, func(s *replay.Score) float64 { return s.Coverage }}
	medianRatio  = quantity{"Accuracy of the bounds", "median of wait / bound", true, func(s *replay.Score) float64 { return s.MedianRatio }}
)

// distribution plots, for each method, the share of the queues of all logs with at most some value
// of a quantity.
func (d *Dir) distribution(ranked []string, verdicts []report.Verdict, q quantity) *figure.Curves {
	values, queues := map[string][]float64{}, 0
	for _, v := range verdicts {
		for _, m := range v.Methods {
			values[m.Method] = append(values[m.Method], q.value(m.Score))
		}
	}
	names, others := chosen(ranked)
	f := &figure.Curves{Title: fmt.Sprintf("%s, queues of %d logs", q.title, len(d.Run.Traces)), XLabel: q.label, YLabel: "share of queues", IsShare: true, Log: q.log}
	for _, m := range names {
		x, y := figure.Shares(values[m])
		f.Series = append(f.Series, figure.Curve{Name: m, X: x, Y: y})
		queues = max(queues, len(values[m]))
	}
	if !q.log {
		target := d.Levels[0].Target()
		f.Series = append(f.Series, figure.Curve{Name: fmt.Sprint("target ", target), X: []float64{target, target}, Y: []float64{0, 1}, Model: true})
	}
	f.Note = fmt.Sprintf("%s %d queues.%s%s", describeLevel(d.Levels[0]), queues, d.fewNote("", replay.AllRanges), leftOut(others))
	return f
}

// dots plots a quantity at the main level for each queue and method of a trace.
func (d *Dir) dots(v *view, q quantity) *figure.Dots {
	queues, _ := v.judged(replay.AllRanges)
	f := &figure.Dots{
		Title:  q.title + ", " + v.trace.Name,
		XLabel: "queue", YLabel: q.label, Categories: queues, Series: v.bounding, Log: q.log,
		Note: describeLevel(d.Levels[0]) + d.fewNote(v.trace.Name, replay.AllRanges) + leftOut(v.others),
	}
	for _, m := range v.bounding {
		over := func(value func(*replay.Score) float64) []float64 {
			var values []float64
			for _, queue := range queues {
				values = append(values, v.value(queue, replay.AllRanges, m, value))
			}
			return values
		}
		f.Values = append(f.Values, over(q.value))
		if !q.log {
			f.Low = append(f.Low, over(func(s *replay.Score) float64 { return s.CorrectLow }))
			f.High = append(f.High, over(func(s *replay.Score) float64 { return s.CorrectHigh }))
		}
	}
	if !q.log {
		f.Target = d.Levels[0].Target()
		f.Note += " Bars: Wilson intervals at confidence 0.95."
	}
	return f
}

// heat maps the correct share at the main level by queue and range, a panel for each method.
func (d *Dir) heat(v *view) *figure.Heat {
	all := append([]string{replay.AllRanges}, d.ranges()...)
	queues, columns := v.judged(all...)
	f := &figure.Heat{
		Title:  correctShare.title + " by queue and range, " + v.trace.Name,
		XLabel: "processors", YLabel: "queue", Rows: queues, Columns: columns, Target: d.Levels[0].Target(),
		Note: describeLevel(d.Levels[0]) + d.fewNote(v.trace.Name, all...) + leftOut(v.others),
	}
	for _, m := range v.bounding {
		p := figure.Panel{Name: m}
		for _, queue := range queues {
			var row []float64
			for _, r := range columns {
				row = append(row, v.value(queue, r, m, correctShare.value))
			}
			p.Values = append(p.Values, row)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}
