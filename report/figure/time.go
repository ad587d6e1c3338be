package figure

import (
	"math"
	"strconv"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

const (
	day  = 24 * 60 * 60
	hour = 60 * 60

	// lastTime is the largest absolute time drawn, in seconds: about 3000 years.
	lastTime = 1e11

	tickRoom vg.Length = 38 // per label of a time axis
)

// timeStep is a distance between times, and how to write these.
type timeStep struct {
	months, days, seconds int
	layout                string
}

var timeSteps = []timeStep{
	{seconds: 1, layout: "15:04:05"}, {seconds: 5, layout: "15:04:05"}, {seconds: 15, layout: "15:04:05"}, {seconds: 30, layout: "15:04:05"},
	{seconds: 60, layout: "15:04"}, {seconds: 300, layout: "15:04"}, {seconds: 600, layout: "15:04"}, {seconds: 1800, layout: "15:04"},
	{seconds: hour, layout: "15:04"}, {seconds: 2 * hour, layout: "15:04"}, {seconds: 3 * hour, layout: "15:04"}, {seconds: 6 * hour, layout: "15:04\n2 Jan"},
	{days: 1, layout: "2 Jan"}, {days: 2, layout: "2 Jan"}, {days: 7, layout: "2 Jan"}, {days: 14, layout: "2 Jan"},
	{months: 1, layout: "Jan 2006"}, {months: 3, layout: "Jan 2006"}, {months: 6, layout: "Jan 2006"},
	{months: 12, layout: "2006"}, {months: 24, layout: "2006"}, {months: 60, layout: "2006"}, {months: 120, layout: "2006"}, {months: 240, layout: "2006"}, {months: 600, layout: "2006"}, {months: 1200, layout: "2006"}, {months: 12000, layout: "2006"},
}

// timeAxis marks a horizontal axis with times of day or dates in loc (nil: UTC), or with the time
// since the start of the log where elapsed, as many as fit on a frame of the given width. It returns
// the label of the axis.
func timeAxis(a *plot.Axis, from, to float64, elapsed bool, loc *time.Location, wide vg.Length) (label string) {
	if from > to {
		from, to = 0, 0
	}
	if from == to {
		from, to = from-hour/2, to+hour/2
	}
	a.Min, a.Max = from, to
	if elapsed {
		return elapsedAxis(a, wide)
	}
	if loc == nil {
		loc = time.UTC
	}
	first, last := time.Unix(int64(math.Floor(from)), 0).In(loc), time.Unix(int64(math.Floor(to)), 0).In(loc)
	var step timeStep
	for _, step = range timeSteps {
		if (to-from)/(float64(step.months)*30.4*day+float64(step.days)*day+float64(step.seconds)) <= float64(wide/tickRoom) {
			break
		}
	}
	y, m, d := first.Date()
	if step.months > 0 {
		y, m, d = y-y%max(1, step.months/12), 1, 1
	}
	var ticks plot.ConstantTicks
	begin := 0 // step.seconds before the first moment
	if step.seconds > 0 {
		begin = (first.Hour()*hour + first.Minute()*60 + first.Second()) / step.seconds
	}
	for i := 0; ; i++ {
		at := time.Date(y, m+time.Month(i*step.months), d+i*step.days, 0, 0, (begin+i)*step.seconds, 0, loc)
		s := float64(at.Unix())
		if s > to {
			break
		}
		if s >= from && (len(ticks) == 0 || s > ticks[len(ticks)-1].Value) { // a clock set forward makes two times one
			ticks = append(ticks, plot.Tick{Value: s, Label: at.Format(step.layout)})
		}
	}
	a.Tick.Marker = ticks
	return dateLabel(loc, first, last)
}

// elapsedAxis marks seconds, minutes, hours or days since the start of the log.
func elapsedAxis(a *plot.Axis, wide vg.Length) (label string) {
	unit, name := 1.0, "s"
	switch span := a.Max - a.Min; {
	case span > 2*day:
		unit, name = day, "d"
	case span > 2*hour:
		unit, name = hour, "h"
	case span > 120:
		unit, name = 60, "min"
	}
	step := niceStep((a.Max - a.Min) / unit / float64(wide/tickRoom))
	var ticks plot.ConstantTicks
	for i := math.Ceil(a.Min/unit/step-1e-9) + 0; i*step*unit <= a.Max; i++ { // + 0: no −0
		ticks = append(ticks, plot.Tick{Value: i * step * unit, Label: minus(strconv.FormatFloat(i*step, 'f', decimals(step), 64))})
	}
	a.Tick.Marker = ticks
	return "time since the start of the log (" + name + ")"
}

// dateLabel names the dates of an axis, the zone and its offsets from UTC.
func dateLabel(loc *time.Location, first, last time.Time) string {
	if h, m, s := last.Clock(); h+m+s == 0 && last.After(first) {
		last = last.Add(-time.Second) // midnight ends the day before
	}
	const layout = "2 January 2006"
	dates := last.Format(layout)
	if first.Format(layout) != dates {
		dates = first.Format(layout) + " to " + dates
	}
	zone := "UTC"
	if loc != time.UTC {
		if zone += minus(first.Format("-07:00")); first.Format("-07:00") != last.Format("-07:00") {
			zone += " then UTC" + minus(last.Format("-07:00"))
		}
		if name := loc.String(); name != zone && name != "" {
			zone = name + ", " + zone
		}
	}
	return "date, " + dates + " (" + zone + ")"
}

// span is from the first of some times to the last; the times of each list do not decrease.
func span(lists ...[]float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, times := range lists {
		if n := len(times); n > 0 {
			from, to = min(from, times[0]), max(to, times[n-1])
		}
	}
	return from, to
}

// timeColumn names the column of times in the data of a figure.
func timeColumn(elapsed bool) string {
	if elapsed {
		return "seconds_of_log"
	}
	return "unix_s"
}
