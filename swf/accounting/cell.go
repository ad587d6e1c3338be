package accounting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
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
	o     *Options
	table bool  // of CSV
	err   error // the first one of the row
	twice int   // times of the row in an hour that comes twice
	late  int   // bit i: time i of these is the second
}

func (c *cell) bad(format string, args ...any) {
	c.err = cmp.Or(c.err, bad(c.name, format, args...))
}

// slurmdbd has states by their numbers; slurmdbdFlags are states without one.
var slurmdbdStates = strings.Fields("PENDING RUNNING SUSPENDED COMPLETED CANCELLED FAILED " +
	"TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL DEADLINE OUT_OF_MEMORY")
var slurmdbdFlags = map[int]string{1 << 10: "REQUEUED", 1 << 13: "RESIZING", 1 << 19: "REVOKED"}

// state reads a word or a number. Exit codes may have a signal, as 0:9.
func (c *cell) state() string {
	x, err := strconv.ParseFloat(strings.Replace(c.text, ":", ".", 1), 64)
	switch i := int(x); {
	case c.format == "exit" && err == nil && x == 0:
		return "COMPLETED"
	case c.format == "exit" && err == nil:
		return "FAILED"
	case c.format == "slurmdbd" && err == nil && float64(i) == x && i >= 0 &&
		i&0xff < len(slurmdbdStates):
		return cmp.Or(slurmdbdFlags[i], slurmdbdStates[i&0xff])
	}
	word := strings.ToUpper(swf.Text(strings.Fields(c.text)[0])) // of "CANCELLED by 1000"
	return cmp.Or(map[string]string{"CANCELED": "CANCELLED"}[word], word)
}

// tres finds numbers in lists such as cpu=4,node=1, or 1=4,4=1 of slurmdbd.
var tres = map[string]*regexp.Regexp{
	"cpu":  regexp.MustCompile(`(?:^|,)(?:cpu|1)=([^,]*)`),
	"node": regexp.MustCompile(`(?:^|,)(?:node|4)=([^,]*)`),
}

// count reads an integer >= 0; -1 where it is missing or -1.
func (c *cell) count() int64 {
	text, unit := c.text, 1.0
	if list := tres[c.format]; list != nil {
		text = append(list.FindStringSubmatch(text), "", "")[1]
	}
	if k, ok := strings.CutSuffix(text, "K"); ok && !c.table { // 2K of sacct for 2048 nodes
		text, unit = k, 1024
	}
	if isMissing(text) {
		return -1
	}
	x, err := strconv.ParseFloat(text, 64)
	if x *= unit; err != nil || x != math.Trunc(x) || x < -1 || x > swf.MostProcs {
		c.bad("%s is not an integer from 0 to %d", quote(text), int64(swf.MostProcs))
	}
	return int64(x)
}

// stands reports whether a number stands for no time or no limit.
func (c *cell) stands(x float64) bool {
	return x >= 1<<63 || units[c.format] >= 1 && (x == 1<<31-1 || x == 1<<32-1 || x == 1<<32-2)
}

// duration reads a duration, and rounds it up to whole seconds; -1 for none.
func (c *cell) duration() float64 {
	x, err := strconv.ParseFloat(c.text, 64)
	ok := true
	switch {
	case isMissing(c.text), err == nil && (x == -1 || c.stands(x)):
		return -1
	case err == nil:
		x *= units[c.format]
	default:
		x, ok = duration(c.text)
	}
	if !ok || !(x < 1<<31) {
		c.bad("%s is not a duration such as 1-12:00:00, of at most 68 years", quote(c.text))
	} else if x < 0 {
		c.err = cmp.Or(c.err, oddf(backwards, "%s is %s", c.name, quote(c.text)))
	}
	return math.Ceil(x)
}

// inDays matches the days of a duration; the last group has its hours.
var inDays = regexp.MustCompile(`^P?([-+]?[0-9.]+) ?(?:D|days?),? ?T?\+?(.*)$`)

// duration reads seconds in the forms of batch systems, Python, databases and
// ISO 8601: 1-02:00:00, -1 days +23:59:59.5, 1.5 days, P1DT2H, 1h30m.
func duration(text string) (seconds float64, ok bool) {
	if strings.Count(text, ":") == 3 { // D:HH:MM:SS of Moab
		text = strings.Replace(text, ":", "-", 1)
	}
	days, sign := 0.0, 1.0
	if found := inDays.FindStringSubmatch(text); found != nil {
		var err error
		if days, err = strconv.ParseFloat(found[1], 64); err != nil || found[2] == "" {
			return days * 86400, err == nil
		}
		text = found[2]
	} else if after, negative := strings.CutPrefix(text, "-"); negative {
		text, sign = after, -1
	}
	clock, fraction, _ := strings.Cut(text, ".")
	seconds, ok = swf.ParseClock(clock)
	part, err := strconv.ParseFloat("0."+fraction, 64)
	if seconds += part; !ok || err != nil {
		d, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(text, "PT")))
		seconds, ok = d.Seconds(), err == nil
	}
	return days*86400 + sign*seconds, ok
}

// never matches dates that stand for none in databases and languages.
var never = regexp.MustCompile(`^(0000-00-00|00/00/0000|0001-01-01|9999-12-31)`)

// time reads a number or a date; NaN where it is missing, as at the epoch in any
// zone. From another Options.Origin on it reads numbers only.
func (c *cell) time() float64 {
	const earliest, latest, longest = 365 * 86400, 9.2e9, 3e8 // 1971 to 2261; ten years
	x, err := strconv.ParseFloat(c.text, 64)
	switch {
	case isMissing(c.text), err == nil && (x < 0 || c.stands(x)):
		return math.NaN()
	case c.o.Origin != 0:
		if x *= units[c.format]; err != nil || x > longest {
			c.bad("%s is not a number of seconds from --origin, of ten years at most", quote(c.text))
		}
		if c.o.Undated() {
			return x
		}
		return c.o.Origin + x
	case err != nil:
		x = c.date()
		if at := math.Abs(x); at <= 86400 || !(at <= latest) && never.MatchString(c.text) {
			return math.NaN()
		}
	case x == 0:
		return math.NaN()
	default:
		x *= units[c.format]
	}
	if !(x >= earliest && x <= latest) {
		hint := ""
		for _, unit := range []string{"ms", "us", "ns"} {
			if since := x * units[unit]; err == nil && since >= earliest && since <= latest {
				hint = "; if it counts " + unit + ", write " + c.name + ":" + unit
			}
		}
		if err == nil && c.table && x < earliest {
			hint = "; if it counts from the start of a trace, set --origin"
		}
		c.bad("%s is not a time such as 2025-01-31T12:00:00 or a number of seconds since 1970%s",
			quote(c.text), hint)
	}
	return x
}

func isMissing(text string) bool {
	switch strings.ToLower(text) {
	case "", "unknown", "none", "null", "nan", "nat", "n/a", "na", "invalid", "<na>", "#n/a",
		`\n`, "(null)", "-", "unlimited", "infinite", "partition_limit":
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

// date reads a date and time in seconds since 1970, or returns NaN.
func (c *cell) date() float64 {
	text := c.text
	layouts := []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}
	if c.format == "mdy" {
		layouts = []string{"1/2/2006T15:04:05", "1/2/2006T15:04", "1/2/2006T3:04:05PM", "1/2/2006T3:04PM"}
	}
	if utc, ok := strings.CutSuffix(text, " UTC"); ok {
		text = utc + "Z"
	}
	if day, clock, ok := strings.Cut(text, " "); ok {
		text = day + "T" + strings.ReplaceAll(clock, " ", "")
	}
	for _, offset := range []string{"", "Z07:00", "Z07", "Z0700"} {
		for _, layout := range layouts {
			if t, err := time.ParseInLocation(layout+offset, text, c.o.Zone.Location); err == nil {
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
func (o Options) ParseTime(text string) (float64, error) {
	c := cell{o: &o, text: text}
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
