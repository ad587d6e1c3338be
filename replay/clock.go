package replay

import (
	"fmt"
	"math"
	"sort"
	"sync"
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
	const day = 86400
	c := Clock{Location: time.UTC}
	if start != nil && *start > 0 {
		c.Unix0, c.Dated = float64(*start), true
	}
	if location := zoneNamed(zone); location != nil {
		c.Location = location
	} else if offset != nil && -day < *offset && *offset < day {
		c.Location = time.FixedZone("", int(*offset))
	}
	return c
}

// zones are those that have been asked for: *time.Location by name, which takes long to load.
var zones sync.Map

// zoneNamed finds a time zone; nil where there is none of that name.
func zoneNamed(name string) *time.Location {
	if found, ok := zones.Load(name); ok {
		return found.(*time.Location)
	}
	location, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		location = nil
	}
	zones.Store(name, location)
	return location
}

// Clock is the clock of the trace.
func (t *Trace) Clock() Clock {
	if t.Header == nil || len(t.Jobs) == 0 {
		return Clock{}
	}
	number := func(name string) *int64 {
		if n, ok := t.Header.Int(name); ok {
			return &n
		}
		return nil
	}
	zone, _ := t.Header.Value("TimeZoneString")
	return NewClock(number("UnixStartTime"), zone, number("TimeZone")).From(t.Jobs[0].Submit)
}

// Times from which on a first submission is no time since the start of a log: nine and a half years
// of seconds are those since 1970, and ten thousand years of them are milliseconds.
const (
	leastUnix   = 3e8
	leastMillis = 3e11
)

// From is the clock of a log whose first job was submitted at that time, in seconds of the log. Where
// it is greater than 3e8 s, times of the log are seconds since 1970 themselves, whatever its header
// says of the start.
func (c Clock) From(first float64) Clock {
	if first > leastUnix {
		c.Unix0, c.Dated = 0, true
	}
	return c
}

// checkUnit refuses a log that counts milliseconds.
func (t *Trace) checkUnit() error {
	what, first := "submission", t.Jobs[0].Submit
	if start, ok := t.Header.Int("UnixStartTime"); ok && float64(start) > leastMillis {
		what, first = "start (UnixStartTime)", float64(start)
	}
	if first > leastMillis {
		return fmt.Errorf("%s: its first %s is at %.0f, which must be milliseconds; times of a log are seconds", t.Name, what, first)
	}
	return nil
}

func (c Clock) location() *time.Location {
	if c.Location == nil {
		return time.UTC
	}
	return c.Location
}

// Unix is a time in seconds of the log as whole seconds since 1970 UTC.
func (c Clock) Unix(seconds float64) int64 { return int64(math.Floor(c.Unix0 + seconds)) }

// Shift says from which second since 1970 UTC on the clocks of a zone are how many seconds ahead of
// UTC.
type Shift struct{ Unix, Offset int64 }

// Shifts lists the shifts of a dated log between two times in seconds of the log, the first of them
// at from. It looks once a week and 100 years far at most: time.Time.ZoneBounds has no bounds behind
// 2037 that a loop could rely on [golang/go#81583].
func (c Clock) Shifts(from, to float64) []Shift {
	const week = 7 * 86400
	offset := func(unix int64) int64 {
		_, seconds := time.Unix(unix, 0).In(c.location()).Zone()
		return int64(seconds)
	}
	at := c.Unix(from)
	shifts := []Shift{{at, offset(at)}}
	end := c.Unix0 + min(to, from+100*365.25*86400)
	for ; float64(at) < end; at += week {
		if offset(at+week) == offset(at) {
			continue
		}
		n := sort.Search(week, func(i int) bool { return offset(at+int64(i)) != offset(at) })
		if next := at + int64(n); float64(next) <= end {
			shifts = append(shifts, Shift{next, offset(next)})
		}
	}
	return shifts
}

// Date is the date of a time in seconds of the log.
func (c Clock) Date(seconds float64) time.Time {
	return time.Unix(c.Unix(seconds), 0).In(c.location())
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
