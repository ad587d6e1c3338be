package render

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/run"
	"waitbench/report/figure"
	"waitbench/report/table"
	"waitbench/report/verdict"
)

// FigureFormats are the default formats of figures. Their data is always
// written as CSV too.
var FigureFormats = []string{"svg"}

// The sets of figures that a run can have.
const (
	NoFigures  = "none"
	FewFigures = "few" // shares covered, bounds of a month, coverage over time, and forecasts
	AllFigures = "all" // also ratios, bounds of a day, and the head of the queue
)

// mostMethods is the largest number of methods in a figure: more colours look
// alike. Captions list the others.
const mostMethods = 7

// Figures selects figures and their formats.
type Figures struct {
	Which   string   // FewFigures (also where empty), AllFigures, or NoFigures to draw none
	Formats []string // of svg, png, pdf; FigureFormats where empty
	Width   string   // figure.TwoColumn where empty, or figure.OneColumn
	Title   string   // of the page and in figures; empty for the name of the log
}

// namedFigure is a figure with the name of its files, and the question on the
// page that it answers.
type namedFigure struct {
	name string
	figure.Figure
	question table.Question // empty if the page draws the same itself
	asked    bool           // for; else it is there, and drawn for the page alone
	svg      []byte         // for the page
}

// figures makes and writes the figures of a run, in the order of the page. The
// page has those, too, that were drawn and are not drawn again.
func (r *rendering) figures(which Figures) ([]namedFigure, error) {
	_, none := os.Stat(filepath.Join(r.Path, figuresFolder))
	if which.Which == NoFigures && none != nil {
		return nil, nil
	}
	count := r.begin(replay.Figures)
	list, err := r.newView().figures(which.Which)
	if err != nil {
		return nil, err
	}
	count(r.Run.Log.Replayed())
	return list, r.saveAll(list, which)
}

// saveAll writes figures with their data and captions, and the SVG for the
// page.
func (r *rendering) saveAll(figures []namedFigure, which Figures) error {
	formats, width := which.Formats, cmp.Or(which.Width, figure.TwoColumn)
	if len(formats) == 0 {
		formats = FigureFormats
	}
	wanted := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(formats), "csv"))))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range figures {
		f, files := &figures[i], wanted
		if !f.asked {
			files = nil
		}
		for _, format := range files {
			if _, err := r.folder.Add(figuresFolder + f.name + "." + format); err != nil {
				return err
			}
		}
		group.Go(func() (err error) {
			if f.question != "" {
				f.svg, err = figure.OnPage(f.Figure)
			}
			return cmp.Or(err,
				figure.Save(f.Figure, r.folder.Path(figuresFolder+f.name), width, files...))
		})
	}
	if err := group.Wait(); err != nil || which.Which == NoFigures {
		return err
	}
	return r.folder.Write(figuresFolder+"captions.md", func(w io.Writer) error {
		for _, f := range figures {
			if _, err := fmt.Fprintf(w, "%s: **%s.** %s\n\n", f.name, figure.Title(f),
				figure.Caption(f)); err != nil {
				return err
			}
		}
		return nil
	})
}

// where returns the elements of a list that satisfy a condition.
func where[E any](list []E, holds func(E) bool) []E {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !holds(e) })
}

// view selects the methods and verdicts in the figures of a run.
type view struct {
	*rendering
	log         *run.LogRecord
	clock       replay.Clock
	bounding    []string // methods in figures of bounds
	others      []string // methods with bounds that figures leave out
	styles      map[string]int
	forecasting []string          // methods with forecasts
	verdicts    []verdict.Verdict // at the main level
	bySeries    map[[3]string][]*verdict.Verdict
}

func (r *rendering) newView() *view {
	log := &r.Run.Log
	main := where(r.Scores, func(s replay.Score) bool { return s.Level() == r.Levels[0] })
	v := &view{rendering: r, log: log, clock: log.Clock(), forecasting: verdict.Forecasting(main)}
	v.verdicts = where(r.Verdicts, func(o verdict.Verdict) bool { return o.Level == r.Levels[0] })
	v.bySeries = verdict.BySeries(v.verdicts)
	bounding := verdict.MethodsIn(verdict.WithBounds(main))
	ranked := where(r.ranked(r.Verdicts), func(m string) bool {
		return slices.Contains(bounding, m)
	})
	v.bounding, v.others = chosen(ranked)
	v.styles = figure.Styles(r.ranked(r.Verdicts))
	return v
}

// figures makes figures of a run: those that are asked for, and those that it
// has.
func (v *view) figures(which string) ([]namedFigure, error) {
	shares, ratios := v.dots()
	coverage, fillers := v.coverage()
	month, day, ofBounds := v.busiestBounds()
	forecasts, ofForecasts := v.density()
	fillers = slices.Concat(fillers, ofBounds, ofForecasts)
	if err := fill(v.predictions, fillers); err != nil {
		return nil, err
	}
	fitLines(forecasts)
	heads := v.headsFigure()
	bounds := len(v.bounding) > 0
	var figures []namedFigure
	for _, f := range []struct {
		has, few bool // whether the run has it, and whether it is one of FewFigures
		name     string
		figure.Figure
		question table.Question
	}{
		{bounds, true, "correct-by-queue", shares, table.WhichToTrust},
		{bounds, false, "median-ratio-by-queue", ratios, table.HowTight},
		{bounds && len(v.ranges()) > 0, true, "heat", v.heat(), table.WhichToTrust},
		{true, true, "coverage", coverage, table.WhenFailed},
		{true, true, "bounds-month", month, ""},
		{true, false, "bounds-day", day, ""},
		{len(v.forecasting) > 0, true, "forecasts", forecasts, table.HowTight},
		{len(heads.Panels) > 0, false, "heads", heads, table.HowLongStill},
	} {
		name := table.FileName(f.name + "-" + v.log.Name)
		_, missing := os.Stat(filepath.Join(v.Path, figuresFolder, name+".csv"))
		asked := f.few && which != NoFigures || which == AllFigures
		if f.has && (asked || missing == nil) {
			figures = append(figures, namedFigure{name, f.Figure, f.question, asked, nil})
		}
	}
	return figures, nil
}

// judged lists the queues and ranges that have verdicts, among some ranges.
func (v *view) judged(among ...string) (queues, ranges []string) {
	found := where(v.verdicts, func(o verdict.Verdict) bool {
		return slices.Contains(among, o.Range)
	})
	queues = table.Distinct(found, func(o *verdict.Verdict) string { return o.Queue })
	held := table.Distinct(found, func(o *verdict.Verdict) string { return o.Range })
	return queues, where(among, func(r string) bool { return slices.Contains(held, r) })
}

// barsNote says what bars at shares are, in captions.
const barsNote = "Bars: the range that chance explains at confidence 0.95, over days or weeks; " +
	"below 20 days over jobs, as if these were independent."

// method returns a method on a series. Its numbers are NaN without a verdict.
func (v *view) method(queue, procs, method string) verdict.Method {
	for _, o := range v.bySeries[[...]string{v.log.Name, queue, procs}] {
		if m := o.Find(method); m != nil {
			return *m
		}
	}
	none := replay.NewScore()
	return verdict.Method{Score: &none, Status: verdict.Silent}
}

// ranked lists the methods of the run with bounds in the order of figures, by
// the verdicts on all jobs of each queue at the main level.
func (d *Dir) ranked(verdicts []verdict.Verdict) []string {
	return verdict.Ranked(verdict.AllSizes(verdicts, d.Levels[0]),
		verdict.MethodsIn(verdict.WithBounds(d.Scores)))
}

// chosen splits methods into the ones in figures and the others.
func chosen(names []string) (shown, others []string) {
	n := min(mostMethods, len(names))
	return names[:n], names[n:]
}

// leftOut returns the sentences of a caption on methods that are not shown.
func leftOut(others []string) string {
	if len(others) == 0 {
		return ""
	}
	return " Methods recommended on most queues come first, then bmbp, " +
		"then the others, the best first. Not shown: " + strings.Join(others, ", ") + "."
}

// describeLevel returns a sentence on the bounds shown.
func describeLevel(l methods.Level) string {
	side := map[methods.Side]string{methods.Upper: "Upper", methods.Lower: "Lower"}[l.Side]
	return fmt.Sprintf("%s bounds of the %v quantile at confidence %v.", side,
		l.Quantile, l.Confidence)
}

// fewNote returns a sentence on the series, in some ranges, that have too few
// jobs to be judged.
func (d *Dir) fewNote(ranges ...string) string {
	few := where(d.Scores, func(s replay.Score) bool {
		return s.Level() == d.Levels[0] && s.Jobs > 0 && s.Jobs < d.Run.Settings.MinJobs &&
			slices.Contains(ranges, s.Range)
	})
	n := len(table.Distinct(few, func(s *replay.Score) [2]string {
		return [...]string{s.Queue, s.Range}
	}))
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d series of fewer than %d jobs are left out.", n, d.Run.Settings.MinJobs)
}

// ranges lists the ranges of processors of the run.
func (d *Dir) ranges() []string {
	var names []string
	ranges, _ := replay.ParseRanges(d.Run.Settings.Ranges) // checked
	for _, r := range ranges {
		names = append(names, r.String())
	}
	return names
}

// dots returns two plots of the scores at the main level for each queue and
// method of a log: the shares covered, and the median ratios.
func (v *view) dots() (shares, ratios *figure.Dots) {
	queues, _ := v.judged(replay.AllRanges)
	shares = &figure.Dots{
		Title:      "Share of waits within the bound by queue, " + v.title,
		Label:      "share of waits within the bound",
		Categories: queues, Series: v.bounding, Styles: v.styles, Target: v.Levels[0].Target(),
		Note: describeLevel(v.Levels[0]) + v.fewNote(replay.AllRanges) + leftOut(v.others),
	}
	ratios = &figure.Dots{
		Title:      "Accuracy of the bounds by queue, " + v.title,
		Label:      "median of wait / bound",
		Categories: queues, Series: v.bounding, Styles: v.styles, Log: true, Note: shares.Note,
	}
	shares.Note += " " + barsNote
	for _, m := range v.bounding {
		var share, low, high, ratio []float64
		for _, queue := range queues {
			s := v.method(queue, replay.AllRanges, m)
			share, ratio = append(share, s.Coverage), append(ratio, s.MedianRatio)
			from, to := verdict.ShareInterval(s.Score)
			low, high = append(low, from), append(high, to)
		}
		shares.Values, ratios.Values = append(shares.Values, share), append(ratios.Values, ratio)
		shares.Low, shares.High = append(shares.Low, low), append(shares.High, high)
	}
	return shares, ratios
}

// heat maps the share covered at the main level by queue and range, a panel for
// each method.
func (v *view) heat() *figure.Heat {
	all := append([]string{replay.AllRanges}, v.ranges()...)
	queues, columns := v.judged(all...)
	f := &figure.Heat{
		Title:  "Share of waits within the bound by queue and range, " + v.title,
		XLabel: "processors", YLabel: "queue", Rows: queues, Columns: columns,
		Target: v.Levels[0].Target(),
		Note:   describeLevel(v.Levels[0]) + v.fewNote(all...) + leftOut(v.others),
	}
	for _, m := range v.bounding {
		p := figure.Panel{Name: m}
		for _, queue := range queues {
			var row []float64
			var short []bool
			for _, r := range columns {
				of := v.method(queue, r, m)
				row, short = append(row, of.Coverage), append(short, of.Status == verdict.TooShort)
			}
			p.Values, p.Short = append(p.Values, row), append(p.Short, short)
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}
