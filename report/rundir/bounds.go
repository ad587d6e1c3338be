package rundir

import (
	"fmt"
	"math"
	"slices"
	"time"
	_ "time/tzdata" // the zones of the logs, also on machines that do not have them

	"waitbench/replay"
	"waitbench/report"
	"waitbench/report/arrowio"
	"waitbench/report/figure"
)

// Clock turns the seconds of a log into dates, in the time zone of its machine.
type Clock struct {
	Unix0    float64 // time 0 of the log, seconds since 1970 UTC; meaningful if Dated
	Location *time.Location
	Dated    bool // the log says when it began
}

// ClockOf reads the clock of a trace from its record.
func ClockOf(t *report.TraceRecord) Clock {
	c := Clock{Location: time.UTC}
	if start := t.Header.UnixStartTime; start != nil && *start > 0 {
		c.Unix0, c.Dated = float64(*start), true
	}
	if zone, err := time.LoadLocation(t.Header.TimeZoneString); err == nil && t.Header.TimeZoneString != "" {
		c.Location = zone
	} else if offset := t.Header.TimeZone; offset != nil {
		c.Location = time.FixedZone("", int(*offset))
	}
	return c
}

// Date is the date of a time in seconds of the log.
func (c Clock) Date(seconds float64) time.Time {
	return time.Unix(int64(math.Floor(c.Unix0+seconds)), 0).In(c.Location)
}

// Seconds is the time of a date in seconds of the log.
func (c Clock) Seconds(date time.Time) float64 { return float64(date.Unix()) - c.Unix0 }

// window is the calendar month or day around a time; without dates, 30 days or one counted from the start of the log.
func (c Clock) window(seconds float64, month bool) (from, to float64) {
	switch {
	case !c.Dated && month:
		from = math.Floor(seconds/(30*86400)) * 30 * 86400
		return from, from + 30*86400
	case !c.Dated:
		from = math.Floor(seconds/86400) * 86400
		return from, from + 86400
	}
	y, m, d := c.Date(seconds).Date()
	if month {
		return c.Seconds(time.Date(y, m, 1, 0, 0, 0, 0, c.Location)), c.Seconds(time.Date(y, m+1, 1, 0, 0, 0, 0, c.Location))
	}
	return c.Seconds(time.Date(y, m, d, 0, 0, 0, 0, c.Location)), c.Seconds(time.Date(y, m, d+1, 0, 0, 0, 0, c.Location))
}

// BoundsQuery says what a plot of bounds over time shows: a line for each queue and range.
type BoundsQuery struct {
	Trace    string
	Method   string
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
	r, err := arrowio.OpenPredictions(d.predictionsPath())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return d.bounds(r, t, q)
}

func (d *Dir) bounds(r *arrowio.PredictionReader, t *report.TraceRecord, q BoundsQuery) (*figure.Bounds, error) {
	clock := ClockOf(t)
	f := &figure.Bounds{
		Title:  q.Title,
		YLabel: fmt.Sprintf("wait, and its bound at quantile %v (s)", d.Run.Settings.Quantile),
		From:   clock.Unix0 + q.From, To: clock.Unix0 + q.To,
		Elapsed: !clock.Dated, Location: clock.Location,
	}
	if f.Title == "" {
		f.Title = fmt.Sprintf("Bounds of %s, %s", q.Method, t.Name)
	}
	jobs := 0
	for _, queue := range q.Queues {
		for _, name := range q.Ranges {
			line := figure.Line{Name: lineName(queue, name)}
			points := figure.Points{Name: line.Name}
			err := r.Series(arrowio.Filter{Trace: t.Name, Queue: queue, Range: name, Method: q.Method}, func(b *arrowio.Block) error {
				first, last := span(b.Submit, q.From, q.To)
				if q.Waits {
					points.Times = appendShifted(points.Times, b.Submit[first:last], clock.Unix0)
					points.Waits = append(points.Waits, b.Wait[first:last]...)
				}
				if first > 0 {
					first-- // the bound in force when the window opens
				}
				line.Times = appendShifted(line.Times, b.Submit[first:last], clock.Unix0)
				line.Bound = append(line.Bound, b.Bound[first:last]...)
				return nil
			})
			if err != nil {
				return nil, err
			}
			jobs += len(line.Times)
			f.Lines = append(f.Lines, line)
			if q.Waits {
				f.Waits = append(f.Waits, points)
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

func appendShifted(dst, times []float64, by float64) []float64 {
	for _, t := range times {
		dst = append(dst, t+by)
	}
	return dst
}

// mostLines is the number of lines in the plots that every run makes.
const mostLines = 4

// busiest plots the bounds of the run's first method as figures 2 and 1 of the BMBP paper do: the busiest month of the busiest queue,
// by range of processors where the run has ranges, and the busiest day of that queue beside the next ones.
func (d *Dir) busiest(r *arrowio.PredictionReader, t *report.TraceRecord) (month, day *figure.Bounds, err error) {
	queues := slices.Clone(t.Queues)
	slices.SortStableFunc(queues, func(a, b report.QueueRecord) int { return b.Jobs - a.Jobs })
	names := []string{}
	for _, q := range queues[:min(mostLines, len(queues))] {
		names = append(names, q.Name)
	}
	q := BoundsQuery{Trace: t.Name, Method: d.Run.Settings.Methods[0], Queues: names[:1], Ranges: []string{replay.AllRanges}, Waits: true}
	clock := ClockOf(t)
	var submits []float64
	if err := r.Series(arrowio.Filter{Trace: t.Name, Queue: names[0], Range: replay.AllRanges, Method: q.Method}, func(b *arrowio.Block) error {
		for i, s := range b.Submit {
			if b.Scored[i] {
				submits = append(submits, s)
			}
		}
		return nil
	}); err != nil {
		return nil, nil, err
	}
	q.From, q.To = clock.busiest(submits, true)
	q.Title = fmt.Sprintf("Bounds of %s in the busiest month of queue %s, %s", q.Method, names[0], t.Name)
	byRange := q
	if byRange.Ranges = d.rangesOf(t, names[0]); len(byRange.Ranges) == 0 {
		byRange.Ranges = q.Ranges
	}
	if month, err = d.bounds(r, t, byRange); err != nil {
		return nil, nil, err
	}
	q.From, q.To = clock.busiest(submits, false)
	q.Title = fmt.Sprintf("Bounds of %s on the busiest day of queue %s, %s", q.Method, names[0], t.Name)
	q.Queues = names
	day, err = d.bounds(r, t, q)
	return month, day, err
}

// rangesOf lists the ranges in which a queue has as many jobs as a series needs to be shown.
func (d *Dir) rangesOf(t *report.TraceRecord, queue string) []string {
	var names []string
	for _, name := range d.ranges() {
		if slices.ContainsFunc(d.Scores, func(s replay.Score) bool {
			return s.Trace == t.Name && s.Queue == queue && s.Range == name && s.Jobs >= d.Run.Settings.MinJobs
		}) {
			names = append(names, name)
		}
	}
	return names
}

// busiest finds the month or day with the most of the ascending times, the first of equal ones.
func (c Clock) busiest(times []float64, month bool) (from, to float64) {
	best := 0
	for i := 0; i < len(times); {
		a, b := c.window(times[i], month)
		first, last := span(times, a, b)
		if last-first > best {
			best, from, to = last-first, a, b
		}
		i = max(last, i+1)
	}
	return from, to
}
