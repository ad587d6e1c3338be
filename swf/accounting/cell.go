package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"waitbench/swf"
)

// bad returns a *swf.RowError. Import adds file and line.
func bad(column, format string, args ...any) error {
	return &swf.RowError{Column: column, Err: fmt.Errorf(format, args...)}
}

// cell is a cell that is being parsed.
type cell struct {
	column
	text  string
	zone  *Zone
	err   error // the first one of the row
	twice int   // times of the row in an hour that comes twice
	late  int   // bit i: time i of these is the second
}

func (c *cell) bad(format string, args ...any) {
	c.err = cmp.Or(c.err, bad(c.name, format, args...))
}

// slurmdbdStates are the states of jobs by their numbers in slurmdbd.
var slurmdbdStates = []string{
	"PENDING", "RUNNING", "SUSPENDED", "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL",
	"PREEMPTED",
}

// state reads a state: a word, or a number in the formats that have them.
func (c *cell) state() string {
	x, err := strconv.ParseFloat(c.text, 64)
	switch i := int(x); {
	case c.format == "exit" && err == nil && x == 0:
		return "COMPLETED"
	case c.format == "exit" && err == nil:
		return "FAILED"
	case c.format == "slurmdbd" && err == nil && float64(i) == x && i >= 0 &&
		i < len(slurmdbdStates):
		return slurmdbdStates[i]
	}
	word := strings.Fields(c.text)[0] // CANCELLED of "CANCELLED by 1000"
	return strings.ToUpper(swf.Text(word))
}

// number reads a number >= 0; -1 where it is missing.
func (c *cell) number() float64 {
	if isMissing(c.text) {
		return -1
	}
	x, err := strconv.ParseFloat(c.text, 64)
	if err != nil || !(x >= 0 && x < 1e15) {
		c.bad("%s is not a number >= 0", quote(c.text))
	}
	return x
}

// count reads an integer >= 0; -1 where it is missing.
func (c *cell) count() int64 {
	x := c.number()
	if x != math.Trunc(x) || x > swf.MostProcs {
		c.bad("%s is not an integer of at most %d", quote(c.text), int64(swf.MostProcs))
	}
	return int64(x)
}

// duration reads [D-]HH:MM:SS, [D days ]HH:MM:SS or a number; less than 0 where
// it is missing. Numbers from 2^31-1 on stand for no limit in LSF and Slurm.
func (c *cell) duration() float64 {
	days, clock, dated := strings.Cut(c.text, " day")
	if !dated && !strings.Contains(c.text, ":") {
		x := c.number()
		if x >= 1<<31-1 && units[c.format] >= 1 {
			return -1
		}
		return x * units[c.format]
	}
	text := c.text
	if dated {
		text = days + "-" + cmp.Or(strings.TrimPrefix(strings.TrimPrefix(clock, "s"), " "), "0")
	}
	seconds, ok := swf.ParseClock(text)
	if !ok {
		c.bad("%s is not a duration such as 1-12:00:00", quote(c.text))
	}
	return seconds
}

// time reads a number or a date and time; NaN where it is missing.
func (c *cell) time() float64 {
	const earliest, latest = 365 * 86400, 9.2e9 // 1971 to 2261
	if isMissing(c.text) {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(c.text, 64)
	if err != nil {
		x = c.date()
	} else if x *= units[c.format]; x <= 0 || x == 1<<32-1 || x == 1<<32-2 || x >= 1<<63 {
		return math.NaN() // Slurm's numbers for no time
	}
	if !(x >= earliest && x <= latest) {
		c.bad("%s is not a time such as 2025-01-31T12:00:00 or a number of seconds since 1970",
			quote(c.text))
	}
	return x
}

func isMissing(text string) bool {
	switch strings.ToLower(text) {
	case "", "unknown", "none", "null", "nan", "nat", "n/a", "na", "invalid",
		"unlimited", "infinite", "partition_limit":
		return true
	}
	return false
}

// quote returns a text in quotes, at most 40 characters of it.
func quote(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:37]) + "..."
	}
	return strconv.Quote(text)
}

// maxNumbers is the most tasks that Slurm allows in an array.
var maxNumbers = 4000001

// numbers reads a list such as 1-4,9-12:2 and skips parts with "...".
func numbers(text string) (found []int, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		if strings.Contains(part, "...") {
			continue
		}
		bounds, by, _ := strings.Cut(part, ":")
		low, high, _ := strings.Cut(bounds, "-")
		from, err1 := strconv.ParseUint(low, 10, 31)
		to, err2 := strconv.ParseUint(cmp.Or(high, low), 10, 31)
		step, err3 := strconv.ParseUint(cmp.Or(by, "1"), 10, 31)
		if errors.Join(err1, err2, err3) != nil || to < from || step < 1 ||
			(to-from)/step >= uint64(maxNumbers-len(found)) {
			return nil, false
		}
		for n := from; n <= to; n += step {
			found = append(found, int(n))
		}
	}
	return found, true
}

// Zone is the time zone of times that name none.
type Zone struct {
	*time.Location
	Name string // in the IANA list; empty where it is unknown
}

// date reads a date and time, with an offset from UTC or in the zone. It
// returns seconds since 1970, or NaN.
func (c *cell) date() float64 {
	text := c.text
	layouts := []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}
	if c.format == "mdy" {
		layouts = []string{"01/02/2006T15:04:05", "01/02/2006T15:04"}
	}
	if utc, ok := strings.CutSuffix(text, " UTC"); ok {
		text = utc + "Z"
	}
	if len(text) > 10 && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	for _, offset := range []string{"", "Z07:00", "Z07", "Z0700"} {
		for _, layout := range layouts {
			if t, err := time.ParseInLocation(layout+offset, text, c.zone.Location); err == nil {
				seconds := float64(t.Unix()) + float64(t.Nanosecond())/1e9
				if shift := shiftOf(t); offset == "" && shift != 0 {
					seconds += min(0, shift) + math.Abs(shift)*float64(c.late>>c.twice&1)
					c.twice++
				}
				return seconds
			}
		}
	}
	return math.NaN()
}

// shiftOf returns the seconds to the other time at which clocks show the same
// as at t, as at the end of daylight saving; 0 if there is none.
func shiftOf(t time.Time) (shift float64) {
	_, here := t.Zone()
	for _, near := range []time.Duration{-12 * time.Hour, 12 * time.Hour} {
		_, there := t.Add(near).Zone()
		other := t.Add(time.Duration(here-there) * time.Second)
		if _, offset := other.Zone(); offset == there {
			shift += float64(here - there)
		}
	}
	return shift
}

// ParseTime reads a time as records have it, in seconds since 1970.
func (z Zone) ParseTime(text string) (float64, error) {
	c := cell{zone: &z, text: text}
	x := c.time()
	if math.IsNaN(x) {
		c.bad("%s is not a time", quote(text))
	}
	return x, errors.Unwrap(c.err)
}

// local returns a time in seconds since 1970 as a date of the zone.
func (z *Zone) local(seconds float64) time.Time {
	return time.Unix(int64(math.Floor(seconds)), 0).In(z.Location)
}

// Stamp formats seconds since 1970 for people.
func (z *Zone) Stamp(seconds float64) string { return z.local(seconds).Format(time.UnixDate) }
