package render

import (
	"fmt"
	"slices"
	"strings"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/output"
	"waitbench/report"
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

const (
	// mostMethods is the number of methods that a figure shows, the first as ranked: as many as can be
	// told apart. Captions say which are left out.
	mostMethods = 7

	// mostTraces is the number of logs with figures of their own. A run of more has one set of
	// figures, over the queues of all.
	mostTraces = 4
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

// pictures are figures by the names of their files, in the order of the page.
type pictures []picture

type picture struct {
	name string
	figure.Figure
}

func (p *pictures) add(name string, f figure.Figure) {
	*p = append(*p, picture{report.FileName(name), f})
}

// renderFigures makes the figures of a run in a stage, trace by trace; of a run of many traces those
// over the queues of all.
func (d *Dir) renderFigures(f *output.Folder, r *arrowio.PredictionReader, verdicts []report.Verdict, heads []replay.Heads, which Figures) (pictures, error) {
	var list pictures
	ranked := d.ranked(verdicts)
	verdicts = slices.DeleteFunc(slices.Clone(verdicts), func(v report.Verdict) bool { return v.Level != d.Levels[0] })
	switch {
	case which.Which == NoFigures:
	case d.isBatch():
		verdicts = report.AllSizes(verdicts, d.Levels[0])
		list.add("correct-of-all-queues", d.distribution(ranked, verdicts, correctShare))
		if which.Which == AllFigures {
			list.add("median-ratio-of-all-queues", d.distribution(ranked, verdicts, medianRatio))
		}
		return list, saveAll(f, list, which.formats())
	default:
		drawn := d.begin(replay.Figures)
		for i := range d.Run.Traces {
			made, err := d.traceFigures(r, d.newView(&d.Run.Traces[i], ranked, verdicts, heads), which.Which == AllFigures)
			if err != nil {
				return nil, err
			}
			if err := saveAll(f, made, which.formats()); err != nil {
				return nil, err
			}
			list = append(list, made...)
			drawn(d.Run.Traces[i].Replayed())
		}
	}
	return list, nil
}

// traceFigures makes the figures of a trace.
func (d *Dir) traceFigures(r *arrowio.PredictionReader, v *view, all bool) (pictures, error) {
	var list pictures
	end := "-" + v.trace.Name
	if len(v.bounding) > 0 {
		list.add("correct-by-queue"+end, d.dots(v, correctShare))
		if all {
			list.add("median-ratio-by-queue"+end, d.dots(v, medianRatio))
		}
		if len(d.ranges()) > 0 {
			list.add("heat"+end, d.heat(v))
		}
	}
	coverage, err := d.coverage(r, v)
	if err != nil {
		return nil, err
	}
	list.add("coverage"+end, coverage)
	month, day, err := d.busiest(r, v, all)
	if err != nil {
		return nil, err
	}
	list.add("bounds-month"+end, month)
	if all {
		list.add("bounds-day"+end, day)
	}
	if len(v.forecasting) > 0 {
		density, err := d.density(r, v)
		if err != nil {
			return nil, err
		}
		list.add("forecasts"+end, density)
	}
	if heads := v.headsFigure(); all && len(heads.Panels) > 0 {
		list.add("heads"+end, heads)
	}
	return list, nil
}

// isBatch tells whether the run has too many logs for figures of each.
func (d *Dir) isBatch() bool { return len(d.Run.Traces) > mostTraces }

// distribution plots, for each method, the share of the queues of all logs with at most some value of
// a quantity in its verdict.
func (d *Dir) distribution(ranked []string, verdicts []report.Verdict, q quantity) *figure.Curves {
	values, queues := map[string][]float64{}, 0
	for _, v := range verdicts {
		for _, j := range v.Methods {
			values[j.Method] = append(values[j.Method], q.value(j.Score))
		}
	}
	names, others := chosen(ranked)
	f := &figure.Curves{Title: fmt.Sprintf("%s, queues of %d logs", q.title, len(d.Run.Traces)), XLabel: q.label, YLabel: "share of queues", High: 1, Log: q.log}
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

// chosen are the methods that figures show, and those that they do not.
func chosen(names []string) (shown, others []string) {
	n := min(mostMethods, len(names))
	return names[:n], names[n:]
}

// leftOut says which methods are not shown, and why these.
func leftOut(others []string) string {
	if len(others) == 0 {
		return ""
	}
	return " Methods recommended on most queues come first, then bmbp, then those of the run in order. Not shown: " + strings.Join(others, ", ") + "."
}

// quantity is a number of a score that figures show; one that is not a share is on a logarithmic axis.
type quantity struct {
	title, label string
	log          bool
	value        func(*replay.Score) float64
}

var (
	correctShare = quantity{"Share of waits within the bound", "share of waits within the bound", false, func(s *replay.Score) float64 { return s.Correct }}
	medianRatio  = quantity{"Accuracy of the bounds", "median of wait / bound", true, func(s *replay.Score) float64 { return s.MedianRatio }}
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

// fewNote says how many series of a range of some ranges are not judged, since they have few jobs.
func (d *Dir) fewNote(trace string, ranges ...string) string {
	few := d.scoresOf(trace)
	few = slices.DeleteFunc(few, func(s replay.Score) bool {
		return s.Level() != d.Levels[0] || s.Jobs == 0 || s.Jobs >= d.Run.Settings.MinJobs || !slices.Contains(ranges, s.Range)
	})
	n := len(report.Distinct(few, func(s *replay.Score) [3]string { return [...]string{s.Trace, s.Queue, s.Range} }))
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d series of fewer than %d jobs are left out.", n, d.Run.Settings.MinJobs)
}

// dots plots a quantity at the main level for each queue and method of a trace.
func (d *Dir) dots(v *view, q quantity) *figure.Dots {
	queues, _ := v.judged(replay.AllRanges)
	f := &figure.Dots{
		Title:  q.title + ", " + v.trace.Name,
		XLabel: "queue", YLabel: q.label, Categories: queues, Series: v.bounding, Log: q.log,
		Note: describeLevel(d.Levels[0]) + d.fewNote(v.trace.Name, replay.AllRanges) + leftOut(v.others),
	}
	panel := figure.Panel{}
	for _, m := range v.bounding {
		over := func(value func(*replay.Score) float64) []float64 {
			var values []float64
			for _, queue := range queues {
				values = append(values, v.value(queue, replay.AllRanges, m, value))
			}
			return values
		}
		panel.Values = append(panel.Values, over(q.value))
		if !q.log {
			panel.Low = append(panel.Low, over(func(s *replay.Score) float64 { return s.CorrectLow }))
			panel.High = append(panel.High, over(func(s *replay.Score) float64 { return s.CorrectHigh }))
		}
	}
	if !q.log {
		f.Target = d.Levels[0].Target()
		f.Note += " Bars: Wilson intervals at confidence 0.95."
	}
	f.Panels = []figure.Panel{panel}
	return f
}

// heat maps the correct share at the main level by queue and range, a panel for each method.
func (d *Dir) heat(v *view) *figure.Heat {
	all := append([]string{replay.AllRanges}, d.ranges()...)
	queues, columns := v.judged(all...)
	f := &figure.Heat{
		Title:  correctShare.title + " by queue and range, " + v.trace.Name,
		XLabel: "processors", YLabel: "queue", Rows: queues, Columns: columns, Target: d.Levels[0].Target(), Spread: heatSpread, Digits: 3,
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

// heatSpread is how far from its target the colour of a correct share is full.
const heatSpread = 0.05
