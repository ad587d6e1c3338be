package render

import (
	"fmt"
	"slices"

	"waitbench/methods"
	"waitbench/replay"
	"waitbench/replay/arrowio"
	"waitbench/replay/run"
	"waitbench/report"
	"waitbench/report/figure"
)

// BoundsQuery says what a plot of bounds over time shows: a line for each queue, range and level.
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
	return d.bounds(r, t, q)
}

func (d *Dir) bounds(r *arrowio.PredictionReader, t *run.TraceRecord, q BoundsQuery) (*figure.Bounds, error) {
	clock := t.Clock()
	levels := q.Levels
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
	jobs := 0
	for _, queue := range q.Queues {
		for _, name := range q.Ranges {
			for i, l := range levels {
				line := figure.Line{Name: lineName(queue, name)}
				if len(levels) > 1 {
					line.Name += fmt.Sprintf(", %v %s", l.Quantile, l.Side)
				}
				err := r.Series(arrowio.Filter{Trace: t.Name, Queue: queue, Range: name, Method: q.Method, Level: l.String()}, func(b *arrowio.Block) error {
					first, last := span(b.Submit, q.From, q.To)
					jobs += last - first
					if first > 0 { // the bound of the job before is in force when the plot begins
						first, line.Times, line.Bound, line.Waits = first-1, nil, nil, nil
					}
					for k := first; k < last; k++ {
						line.Times, line.Bound = append(line.Times, b.Submit[k]+clock.Unix0), append(line.Bound, b.Bound[k])
						if q.Waits && i == 0 {
							line.Waits = append(line.Waits, b.Wait[k])
						}
					}
					return nil
				})
				if err != nil {
					return nil, err
				}
				f.Lines = append(f.Lines, line)
			}
		}
	}
	if jobs == 0 {
		f.Note = "No job was submitted in this time."
	}
	return f, nil
}

func lineName(queue, name string) string {
	if name == replay.AllRanges {
		return queue
	}
	return queue + ", " + name + " processors"
}

// span finds the ascending times from..to.
func span(times []float64, from, to float64) (first, last int) {
	first, _ = slices.BinarySearch(times, from)
	last, _ = slices.BinarySearch(times, to)
	return first, last
}

// mostLines is the number of lines over time, and of queues, in the plots that every run makes.
const mostLines = 4

// busiest plots bounds as figures 2 and 1 of the BMBP paper do: the busiest month of the busiest
// queue, by range of processors where the run has ranges, and the busiest day of that queue beside
// the next ones. They are those of bmbp, which do not depend on the job and so make a line, or else of
// the first method as ranked. The day is nil unless it is asked for.
func (d *Dir) busiest(r *arrowio.PredictionReader, v *view, withDay bool) (month, day *figure.Bounds, err error) {
	t, names := v.trace, v.trace.Busiest()
	q := BoundsQuery{Trace: t.Name, Method: report.MethodsIn(d.scoresOf(t.Name))[0], Queues: names[:1], Ranges: []string{replay.AllRanges}, Waits: true}
	if slices.Contains(v.bounding, "bmbp") {
		q.Method = "bmbp"
	} else if len(v.bounding) > 0 {
		q.Method = v.bounding[0]
	}
	clock := v.clock
	ofMonth, ofDay := busiest{around: clock.Month}, busiest{around: clock.Day}
	err = r.Series(arrowio.Filter{Trace: t.Name, Queue: names[0], Range: replay.AllRanges, Method: q.Method, Level: d.Levels[0].String()}, func(b *arrowio.Block) error {
		for i, at := range b.Submit {
			if b.Scored[i] {
				ofMonth.add(at)
				ofDay.add(at)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	q.From, q.To = ofMonth.from, ofMonth.to
	q.Title = fmt.Sprintf("Bounds of %s in the busiest month of queue %s, %s", q.Method, names[0], t.Name)
	byRange := q
	if ranges := slices.DeleteFunc(d.ranges(), func(r string) bool {
		return !slices.ContainsFunc(v.verdicts, func(o report.Verdict) bool { return o.Queue == names[0] && o.Range == r })
	}); len(ranges) > 0 {
		byRange.Ranges = ranges
	}
	if month, err = d.bounds(r, t, byRange); err != nil || !withDay {
		return month, nil, err
	}
	q.From, q.To = ofDay.from, ofDay.to
	q.Title = fmt.Sprintf("Bounds of %s on the busiest day of queue %s, %s", q.Method, names[0], t.Name)
	q.Queues = names[:min(mostLines, len(names))]
	day, err = d.bounds(r, t, q)
	return month, day, err
}

// busiest is the interval with the most of some ascending times, the first of equal ones, among
// those that around cuts time into.
type busiest struct {
	around   func(float64) (from, to float64)
	from, to float64
	most     int
	now      struct {
		from, to float64
		times    int
	}
}

func (b *busiest) add(at float64) {
	if b.now.times == 0 || at >= b.now.to {
		b.now.times = 0
		b.now.from, b.now.to = b.around(at)
	}
	if b.now.times++; b.now.times > b.most {
		b.from, b.to, b.most = b.now.from, b.now.to, b.now.times
	}
}
