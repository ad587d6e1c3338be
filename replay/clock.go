package replay

import (
	"math"
	"time"
	_ "time/tzdata" // the zones of the logs, also on machines that do not have them
)

// Clock turns the seconds of a log into dates, in the time zone of its machine. The zero value is
// that of a log that does not say when it began.
type Clock struct {
	Unix0    float64        // time 0 of the log, seconds since 1970 UTC; meaningful if Dated
	Location *time.Location // nil for UTC
	Dated    bool           // the log says when it began
}

// NewClock makes the clock of a log from what its header says: its start in seconds since 1970 UTC,
// the name of the time zone, and where that is unknown its offset in seconds east of UTC. Nil and
// empty stand for what the header does not say.
func NewClock(start *int64, zone string, offset *int64) Clock {
	c := Clock{Location: time.UTC}
	if start != nil && *start > 0 {
		c.Unix0, c.Dated = float64(*start), true
	}
	if location, err := time.LoadLocation(zone); err == nil && zone != "" && zone != "Local" {
		c.Location = location
	} else if offset != nil {
		c.Location = time.FixedZone("", int(*offset))
	}
	return c
}

// Clock is the clock of the trace.
func (t *Trace) Clock() Clock {
	if t.Header == nil {
		return Clock{}
	}
	number := func(name string) *int64 {
		if n, ok := t.Header.Int(name); ok {
			return &n
		}
		return nil
	}
	zone, _ := t.Header.Value("TimeZoneString")
	return NewClock(number("UnixStartTime"), zone, number("TimeZone"))
}

func (c Clock) location() *time.Location {
	if c.Location == nil {
		return time.UTC
	}
	return c.Location
}

// Date is the date of a time in seconds of the log.
func (c Clock) Date(seconds float64) time.Time {
	return time.Unix(int64(math.Floor(c.Unix0+seconds)), 0).In(c.location())
}

// Seconds is the time of a date in seconds of the log.
func (c Clock) Seconds(date time.Time) float64 { return float64(date.Unix()) - c.Unix0 }

// Month is the calendar month around a time, in seconds of the log; without dates, 30 days counted
// from the start of the log.
func (c Clock) Month(seconds float64) (from, to float64) {
	if !c.Dated {
		return around(seconds, 30*86400)
	}
	y, m, _ := c.Date(seconds).Date()
	return c.Seconds(time.Date(y, m, 1, 0, 0, 0, 0, c.location())), c.Seconds(time.Date(y, m+1, 1, 0, 0, 0, 0, c.location()))
}

// Day is the calendar day around a time, in seconds of the log; without dates, one counted from the
// start of the log.
func (c Clock) Day(seconds float64) (from, to float64) {
	if !c.Dated {
		return around(seconds, 86400)
	}
	y, m, d := c.Date(seconds).Date()
	return c.Seconds(time.Date(y, m, d, 0, 0, 0, 0, c.location())), c.Seconds(time.Date(y, m, d+1, 0, 0, 0, 0, c.location()))
}

// around is the interval between two multiples of a length that holds a time.
func around(seconds, length float64) (from, to float64) {
	from = math.Floor(seconds/length) * length
	return from, from + length
}
