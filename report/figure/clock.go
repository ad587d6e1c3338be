package figure

import (
	"fmt"
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

// clockSteps are distances between times of day, in seconds; all divide a day.
var clockSteps = []int{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour}

// timeAxis is a span of time, in the units of a figure's times.
type timeAxis struct {
	from, to float64
	ticker   plot.Ticker
	label    string
}

// newTimeAxis marks times of day (up to 2 days) or dates in loc (nil: UTC), or hours or days since
// the start of the log where elapsed; as many as fit on the given length.
func newTimeAxis(from, to float64, elapsed bool, loc *time.Location, length vg.Length) *timeAxis {
	if from > to {
		from, to = 0, 0
	}
	if from == to {
		from, to = from-hour/2, to+hour/2
	}
	if loc == nil {
		loc = time.UTC
	}
	a, most := &timeAxis{from: from, to: to}, int(length/tickRoom)
	switch {
	case elapsed:
		a.setElapsed(most)
	case to-from <= 2*day+hour: // a clock change may make two days longer
		a.setClock(loc, most)
	default:
		a.setDates(loc, most)
	}
	return a
}

// on sets the horizontal axis of a plot.
func (a *timeAxis) on(p *plot.Plot) {
	p.X.Min, p.X.Max, p.X.Tick.Marker = a.from, a.to, a.ticker
}

// setElapsed marks seconds, minutes, hours or days since the start.
func (a *timeAxis) setElapsed(most int) {
	unit, name := 1.0, "s"
	switch span := a.to - a.from; {
	case span > 2*day:
		unit, name = day, "d"
	case span > 2*hour:
		unit, name = hour, "h"
	case span > 120:
		unit, name = 60, "min"
	}
	a.label = "time since the start of the log (" + name + ")"
	step := niceStep((a.to - a.from) / unit / float64(most))
	var ticks plot.ConstantTicks
	for i := math.Ceil(a.from/unit/step-1e-9) + 0; i*step*unit <= a.to; i++ { // + 0: no −0
		ticks = append(ticks, plot.Tick{Value: i * step * unit, Label: minus(strconv.FormatFloat(i*step, 'f', decimals(step), 64))})
	}
	a.ticker = ticks
}

// setTimes marks the times that next gives, which grow with i, by their layout.
func (a *timeAxis) setTimes(loc *time.Location, what, layout string, next func(i int) time.Time) {
	first, last := unixTime(a.from, loc), unixTime(a.to, loc)
	a.label = what + ", " + dateRange(first, last) + " (" + zone(loc, first, last) + ")"
	var ticks plot.ConstantTicks
	previous := math.Inf(-1)
	for i := 0; ; i++ {
		at := float64(next(i).Unix())
		if at > a.to {
			break
		}
		if at >= a.from && at > previous { // a clock set forward makes two times one
			ticks = append(ticks, plot.Tick{Value: at, Label: layout})
			previous = at
		}
	}
	a.ticker = plot.TimeTicks{Ticker: copied{ticks}, Format: layout, Time: plot.UnixTimeIn(loc)}
}

// copied hands out copies of ticks, as TimeTicks writes its labels into those it gets.
type copied struct{ plot.ConstantTicks }

// Ticks implements plot.Ticker.
func (c copied) Ticks(float64, float64) []plot.Tick {
	return append([]plot.Tick(nil), c.ConstantTicks...)
}

// setClock marks times of day.
func (a *timeAxis) setClock(loc *time.Location, most int) {
	step := clockSteps[len(clockSteps)-1]
	for _, s := range clockSteps {
		if (a.to-a.from)/float64(s) <= float64(most) {
			step = s
			break
		}
	}
	layout := "15:04"
	switch {
	case step < 60:
		layout = "15:04:05"
	case a.to-a.from > day+hour:
		layout = "15:04\n2 Jan"
	}
	first := unixTime(a.from, loc)
	h, m, s := first.Clock()
	begin := (h*hour + m*60 + s) / step
	a.setTimes(loc, "time of day", layout, func(i int) time.Time {
		return time.Date(first.Year(), first.Month(), first.Day(), 0, 0, (begin+i)*step, 0, loc)
	})
}

// setDates marks days, months or years.
func (a *timeAxis) setDates(loc *time.Location, most int) {
	days, months, layout := dateStep((a.to-a.from)/day, most)
	first := unixTime(a.from, loc)
	start := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, loc)
	if days == 0 {
		start = time.Date(first.Year(), 1, 1, 0, 0, 0, 0, loc)
		if years := months / 12; years > 1 {
			start = start.AddDate(-(start.Year() % years), 0, 0)
		}
	} else if float64(start.Unix()) < a.from {
		start = start.AddDate(0, 0, 1)
	}
	a.setTimes(loc, "date", layout, func(i int) time.Time { return start.AddDate(0, months*i, days*i) })
}

// dateStep is the smallest step that gives at most most ticks over a span of days, and how to write
// its dates.
func dateStep(span float64, most int) (days, months int, layout string) {
	for _, d := range []int{1, 2, 7, 14} {
		if span/float64(d) <= float64(most) {
			return d, 0, "2 Jan"
		}
	}
	for _, m := range []int{1, 2, 3, 6} {
		if span/(float64(m)*30.4) <= float64(most) {
			return 0, m, "Jan 2006"
		}
	}
	years := niceStep(max(1, span/365.25/float64(most)))
	return 0, 12 * int(years), "2006"
}

func unixTime(s float64, loc *time.Location) time.Time {
	return time.Unix(int64(math.Floor(s)), 0).In(loc)
}

// dateRange writes the dates from first to last, without what they share.
func dateRange(first, last time.Time) string {
	if h, m, s := last.Clock(); h+m+s == 0 && last.After(first) {
		last = last.Add(-time.Second) // midnight ends the day before
	}
	a, b := "2 January 2006", last.Format("2 January 2006")
	switch {
	case first.Format(a) == b:
		return b
	case first.Year() != last.Year():
	case first.Month() != last.Month():
		a = "2 January"
	default:
		a = "2"
	}
	return first.Format(a) + " to " + b
}

// zone names the time zone: by its abbreviations and offsets over the range, or by the name of the
// location alone where that says it.
func zone(loc *time.Location, first, last time.Time) string {
	a, b := offset(first), offset(last)
	switch {
	case loc == time.UTC:
		return "UTC"
	case a != b:
		return fmt.Sprintf("%s, %s then %s", loc, a, b)
	case loc.String() == a || loc.String() == "":
		return a
	}
	return fmt.Sprintf("%s, %s", loc, a)
}

// offset writes the offset from UTC in force at t: UTC−08:00.
func offset(t time.Time) string {
	_, s := t.Zone()
	sign := "+"
	if s < 0 {
		sign, s = "−", -s
	}
	return fmt.Sprintf("UTC%s%02d:%02d", sign, s/hour, s/60%60)
}
