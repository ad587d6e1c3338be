package replay

import (
	"math"
	"time"
	_ "time/tzdata" // the zones of the logs, also on machines that do not have them

	"waitbench/swf"
)

// Clock converts the seconds of a log to dates in the time zone of its machine.
// The zero value is for a log without a start.
type Clock struct {
	Unix0    float64        // time 0 of the log, seconds since 1970 UTC; meaningful if Dated
	Location *time.Location // nil for UTC
	Dated    bool           // the date of second 0 is known
	Zoned    bool           // the header names the time zone or its offset
}

// NewClock returns the clock of a log from its header: UnixStartTime,
// TimeZoneString, and TimeZone for an unknown zone.
func NewClock(h swf.Facts) Clock {
	const day = 86400
	c := Clock{Location: time.UTC}
	if start := h.UnixStartTime; start != nil && *start > 0 {
		c.Unix0, c.Dated = float64(*start), true
	}
	location, err := time.LoadLocation(h.TimeZoneString)
	if err == nil && h.TimeZoneString != "" && h.TimeZoneString != "Local" {
		c.Location, c.Zoned = location, true
	} else if offset := h.TimeZone; offset != nil && -day < *offset && *offset < day {
		c.Location, c.Zoned = time.FixedZone("", int(*offset)), true
	}
	return c
}

// A first submission above leastUnix counts from 1970, and above leastMillis it
// is in milliseconds: ten and ten thousand years of seconds. The submissions of
// a log are at most longestLog apart, so that it has few months and days.
const (
	leastUnix   = 3e8
	leastMillis = 3e11
	longestLog  = 100 * 365.25 * 86400
)

// From returns the clock of a log whose first job was submitted at that time,
// in seconds of the log. Above 3e8 s, times of the log count from 1970.
func (c Clock) From(first float64) Clock {
	if first > leastUnix {
		c.Unix0, c.Dated = 0, true
	}
	return c
}

func (c Clock) location() *time.Location {
	if c.Location == nil {
		return time.UTC
	}
	return c.Location
}

// Unix converts seconds of the log to whole seconds since 1970 UTC.
func (c Clock) Unix(seconds float64) int64 { return int64(math.Floor(c.Unix0 + seconds)) }

// Date converts seconds of the log to a date.
func (c Clock) Date(seconds float64) time.Time {
	return time.Unix(c.Unix(seconds), 0).In(c.location())
}

// Seconds converts a date to seconds of the log.
func (c Clock) Seconds(date time.Time) float64 { return float64(date.Unix()) - c.Unix0 }

// Month returns the calendar month around a time, in seconds of the log.
// Without dates it has 30 days.
func (c Clock) Month(seconds float64) (from, to float64) {
	if !c.Dated {
		return around(seconds, 30*86400)
	}
	y, m, _ := c.Date(seconds).Date()
	return c.Seconds(time.Date(y, m, 1, 0, 0, 0, 0, c.location())),
		c.Seconds(time.Date(y, m+1, 1, 0, 0, 0, 0, c.location()))
}

// Day returns the calendar day around a time, in seconds of the log.
func (c Clock) Day(seconds float64) (from, to float64) {
	if !c.Dated {
		return around(seconds, 86400)
	}
	y, m, d := c.Date(seconds).Date()
	return c.Seconds(time.Date(y, m, d, 0, 0, 0, 0, c.location())),
		c.Seconds(time.Date(y, m, d+1, 0, 0, 0, 0, c.location()))
}

// Week returns the calendar week from Monday around a time, in seconds of the
// log.
func (c Clock) Week(seconds float64) (from, to float64) {
	if !c.Dated {
		return around(seconds, 7*86400)
	}
	date := c.Date(seconds)
	y, m, d := date.Date()
	d -= (int(date.Weekday()) + 6) % 7 // to Monday
	return c.Seconds(time.Date(y, m, d, 0, 0, 0, 0, c.location())),
		c.Seconds(time.Date(y, m, d+7, 0, 0, 0, 0, c.location()))
}

// around returns the interval between two multiples of length that has the
// time.
func around(seconds, length float64) (from, to float64) {
	from = math.Floor(seconds/length) * length
	return from, from + length
}
