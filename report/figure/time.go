package figure

import (
	"math"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// tickSpace is the width of a label of a time axis with the space around it.
const tickSpace vg.Length = 45

// timeStep is a distance between ticks, and the layout of their labels.
type timeStep struct {
	months, days, minutes int
	layout                string
}

// span returns about how many seconds a step takes.
func (s timeStep) span() float64 {
	return float64(s.months)*30.4*day + float64(s.days)*day + float64(s.minutes)*minute
}

var timeSteps = []timeStep{
	{0, 0, 1, "15:04"}, {0, 0, 5, "15:04"}, {0, 0, 15, "15:04"},
	{0, 0, 60, "15:04"}, {0, 0, 180, "15:04"},
	{0, 0, 360, "15:04\n2 Jan"}, {0, 1, 0, "2 Jan"}, {0, 2, 0, "2 Jan"}, {0, 7, 0, "2 Jan"},
	{1, 0, 0, "Jan 2006"}, {3, 0, 0, "Jan 2006"}, {6, 0, 0, "Jan 2006"}, {12, 0, 0, "2006"},
	{60, 0, 0, "2006"}, {240, 0, 0, "2006"}, {1200, 0, 0, "2006"}, {12000, 0, 0, "2006"},
}

// timeAxis sets the range of a horizontal axis of a panel of about the given
// width to some times, in seconds. Its ticks are dates in a time zone or, for
// nil, the time since the start of the log. It returns the label of the axis.
func timeAxis(a *plot.Axis, from, to float64, dates *time.Location, width vg.Length) string {
	if from == to {
		from = max(from-hour/2, 0) // no hours before a log without dates
		to = from + hour
	}
	a.Min, a.Max = from, to
	if dates == nil {
		unit, name := float64(hour), "h"
		if to-from > 2*day {
			unit, name = day, "d"
		}
		a.Tick.Marker = plot.TickerFunc(func(lo, hi float64) []plot.Tick {
			ticks := linearTicks(lo/unit, hi/unit, 0)
			for i := range ticks {
				ticks[i].Value *= unit
			}
			return ticks
		})
		return "time since the start of the log (" + name + ")"
	}
	begin, end := time.Unix(int64(from), 0).In(dates), time.Unix(int64(to), 0).In(dates)
	a.Tick.Marker = calendarTicks(begin, end, stepFor(end.Sub(begin), int(width/tickSpace)))
	return dateLabel(begin, end)
}

// stepFor returns the shortest step that makes at most about so many ticks.
func stepFor(span time.Duration, ticks int) timeStep {
	for _, step := range timeSteps {
		if span.Seconds() <= step.span()*float64(ticks) {
			return step
		}
	}
	return timeSteps[len(timeSteps)-1]
}

// calendarTicks returns ticks that are a step apart. The first step begins at a
// midnight or, where steps are months, with a January.
func calendarTicks(begin, end time.Time, step timeStep) (ticks plot.ConstantTicks) {
	y, m, d := begin.Date()
	if step.months > 0 {
		y, m, d = y-y%max(1, step.months/12), 1, 1
	}
	before := math.Inf(-1)
	for i := 0; ; i++ {
		t := time.Date(y, m+time.Month(i*step.months), d+i*step.days, 0, i*step.minutes, 0, 0,
			begin.Location())
		if t.After(end) {
			return ticks
		}
		unix := float64(t.Unix())
		if !t.Before(begin) && unix > before { // a clock set forward makes two times one
			ticks = append(ticks, plot.Tick{Value: unix, Label: t.Format(step.layout)})
			before = unix
		}
	}
}

// dateLabel names the dates of an axis and the time zone.
func dateLabel(begin, end time.Time) string {
	const layout = "2 January 2006"
	dates := end.Add(-time.Second).Format(layout) // midnight ends the day before
	if begin.Format(layout) != dates {
		dates = begin.Format(layout) + " to " + dates
	}
	return "date, " + dates + " (" + begin.Location().String() + ")"
}

// timeColumn names the column of times in the data of a figure.
func timeColumn(dates *time.Location) string {
	if dates == nil {
		return "seconds_of_log"
	}
	return "unix_s"
}
