package figure

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// timeTick is a mark on a time axis.
type timeTick struct {
	at    float64 // seconds, as the times of the figure
	label string
	below string // second line: the date under a midnight
}

// timeAxis is what stands under the time axis of a figure.
type timeAxis struct {
	ticks []timeTick
	label string
}

// lastTime is the largest absolute time drawn, in seconds: about 3000 years.
const lastTime = 1e11

const (
	day  = 24 * 60 * 60
	hour = 60 * 60
)

// clockSteps are distances between times of day, in seconds; all divide a day.
var clockSteps = []int{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour}

// newTimeAxis marks times of day (up to 2 days) or dates in loc, or hours or
// days since the start of the log where elapsed; at most about most ticks.
func newTimeAxis(from, to float64, elapsed bool, loc *time.Location, most int) timeAxis {
	switch {
	case elapsed:
		return elapsedAxis(from, to, most)
	case to-from <= 2*day+hour: // a clock change may make two days longer
		return clockAxis(from, to, loc, most)
	}
	return dateAxis(from, to, loc, most)
}

// elapsedAxis marks seconds, minutes, hours or days since the start.
func elapsedAxis(from, to float64, most int) timeAxis {
	unit, name := 1.0, "s"
	switch span := to - from; {
	case span > 2*day:
		unit, name = day, "d"
	case span > 2*hour:
		unit, name = hour, "h"
	case span > 120:
		unit, name = 60, "min"
	}
	axis := timeAxis{label: "time since the start of the log (" + name + ")"}
	step := niceStep((to - from) / unit / float64(most))
	for i := math.Ceil(from/unit/step-1e-9) + 0; i*step*unit <= to; i++ { // + 0: no −0
		label := strconv.FormatFloat(i*step, 'f', max(0, -int(math.Floor(math.Log10(step)+1e-9))), 64)
		axis.ticks = append(axis.ticks, timeTick{at: i * step * unit, label: label})
	}
	return axis
}

// clockAxis marks times of day.
func clockAxis(from, to float64, loc *time.Location, most int) timeAxis {
	step := clockSteps[len(clockSteps)-1]
	for _, s := range clockSteps {
		if (to-from)/float64(s) <= float64(most) {
			step = s
			break
		}
	}
	layout := "15:04"
	if step < 60 {
		layout = "15:04:05"
	}
	first, last := unixTime(from, loc), unixTime(to, loc)
	axis := timeAxis{label: "time of day, " + dateRange(first, last) + " (" + zone(loc, first, last) + ")"}
	h, m, sec := first.Clock()
	previous := math.Inf(-1)
	for i := (h*hour + m*60 + sec) / step; ; i++ {
		t := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, i*step, 0, loc)
		at := float64(t.Unix())
		if at > to {
			return axis
		}
		if at < from || at <= previous { // a clock set forward makes two times one
			continue
		}
		previous = at
		tick := timeTick{at: at, label: t.Format(layout)}
		if t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 {
			tick.below = t.Format("2 Jan")
		}
		axis.ticks = append(axis.ticks, tick)
	}
}

// dateAxis marks days, months or years.
func dateAxis(from, to float64, loc *time.Location, most int) timeAxis {
	first, last := unixTime(from, loc), unixTime(to, loc)
	days, months, layout := dateStep((to-from)/day, most)
	axis := timeAxis{label: "date, " + dateRange(first, last) + " (" + zone(loc, first, last) + ")"}
	start := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, loc)
	if days == 0 {
		start = time.Date(first.Year(), 1, 1, 0, 0, 0, 0, loc)
		if years := months / 12; years > 1 {
			start = start.AddDate(-(start.Year() % years), 0, 0)
		}
	} else if float64(start.Unix()) < from {
		start = start.AddDate(0, 0, 1)
	}
	for i := 0; ; i++ {
		t := start.AddDate(0, months*i, days*i)
		at := float64(t.Unix())
		if at > to {
			return axis
		}
		if at >= from {
			axis.ticks = append(axis.ticks, timeTick{at: at, label: t.Format(layout)})
		}
	}
}

// dateStep is the smallest step that gives at most most ticks over a span of
// days, and how to write its dates.
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
	whole := math.Floor(s)
	return time.Unix(int64(whole), int64((s-whole)*1e9)).In(loc)
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

// zone names the time zone: by its abbreviations and offsets over the range,
// or by the name of the location alone where that says it.
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
