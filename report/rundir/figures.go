package rundir

import (
	"fmt"
	"math"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/report/figure"
)

// formats are those in which figures are written.
var formats = []string{"svg", "png"}

// renderFigures makes the figures of a run in a stage: for each trace the correct share and the median ratio, by queue and by queue
// and range, the share covered over time, and the bounds of the busiest month and day.
func (d *Dir) renderFigures(s *stage, reader *arrowio.PredictionReader, coverage []*figure.Coverage) error {
	figures := map[string]figure.Figure{}
	var names []string
	add := func(name string, f figure.Figure) {
		figures[name] = f
		names = append(names, name)
	}
	for i := range d.Run.Traces {
		t := &d.Run.Traces[i]
		for _, q := range []quantity{correctShare, medianRatio} {
			add(q.name+"-by-queue-"+t.Name, d.dots(t, q, []string{replay.AllRanges}))
			if ranges := d.ranges(); len(ranges) > 0 {
				add(q.name+"-by-range-"+t.Name, d.dots(t, q, ranges))
			}
		}
		add("coverage-"+t.Name, coverage[i])
		month, day, err := d.busiest(reader, t)
		if err != nil {
			return err
		}
		add("bounds-month-"+t.Name, month)
		add("bounds-day-"+t.Name, day)
	}
	return saveAll(s, names, figures)
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

// dots plots a quantity at the main level for each queue and method of a trace, a panel for each of the ranges.
func (d *Dir) dots(t *report.TraceRecord, q quantity, ranges []string) *figure.Dots {
	scores := map[[3]string]*replay.Score{} // by queue, range, method
	few, queues := 0, []string{}
	for i := range d.Scores {
		s := &d.Scores[i]
		if s.Trace != t.Name || s.Level() != d.Levels[0] || !slices.Contains(ranges, s.Range) {
			continue
		}
		if s.Jobs < d.Run.Settings.MinJobs {
			if s.Method == d.Run.Settings.Methods[0] {
				few++
			}
			continue
		}
		scores[[3]string{s.Queue, s.Range, s.Method}] = s
		if !slices.Contains(queues, s.Queue) {
			queues = append(queues, s.Queue)
		}
	}
	f := &figure.Dots{
		Title:  fmt.Sprintf("%s, %s", q.title, t.Name),
		XLabel: "queue", YLabel: q.label,
		Categories: queues, Series: d.Run.Settings.Methods,
		Target: math.NaN(), Log: q.log,
		Note: describeLevel(d.Levels[0]),
	}
	if !q.log {
		f.Target = d.Levels[0].Target()
	}
	if few > 0 {
		f.Note += fmt.Sprintf(" %d series of fewer than %d jobs are left out.", few, d.Run.Settings.MinJobs)
	}
	for _, r := range ranges {
		panel := figure.Panel{}
		if r != replay.AllRanges {
			panel.Name = r + " processors"
		}
		for _, m := range d.Run.Settings.Methods {
			values := make([]float64, len(queues))
			for i, queue := range queues {
				values[i] = math.NaN()
				if s := scores[[3]string{queue, r, m}]; s != nil {
					values[i] = q.value(s)
				}
			}
			panel.Values = append(panel.Values, values)
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}
