package accounting

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"waitbench/swf"
)

// row is a record that is being read, with its first error.
type row struct {
	zone *Zone
	line int
	err  *RowError
}

func (r *row) bad(column, format string, args ...any) {
	if r.err == nil {
		r.err = &RowError{Line: r.line, Column: column, Err: fmt.Errorf(format, args...)}
	}
}

// done returns the first error of the row.
func (r *row) done() error {
	if r.err != nil {
		return r.err
	}
	return nil
}

// field is one value of a row.
type field struct {
	*row
	name, text string
	unit       float64 // of a number that is a time or a duration, seconds
}

func (f *field) bad(format string, args ...any) { f.row.bad(f.name, format, args...) }

// number reads a number >= 0; -1 where it is missing.
func (f *field) number() float64 {
	if isMissing(f.text) {
		return -1
	}
	x, err := strconv.ParseFloat(f.text, 64)
	if err != nil || !(x >= 0 && x < 1e15) {
		f.bad("%s is not a number >= 0", quote(f.text))
		return -1
	}
	return x
}

// maxSize is the largest number of processors of a job that swf reads.
const maxSize = 1 << 32

// count reads an integer >= 0; -1 where it is missing.
func (f *field) count() int64 {
	x := f.number()
	if x != math.Trunc(x) || x > maxSize {
		f.bad("%s is not an integer of at most %d", quote(f.text), int64(maxSize))
	}
	return int64(x)
}

// duration reads [D-]HH:MM:SS, MM:SS or a number of units; -1 where it is
// missing.
func (f *field) duration() float64 {
	if strings.Contains(f.text, ":") {
		s, ok := swf.ParseClock(f.text)
		if !ok {
			f.bad("%s is not a duration such as 1-12:00:00", quote(f.text))
		}
		return s
	}
	if x := f.number(); x >= 0 {
		return x * f.unit
	}
	return -1
}

// The first and last second since 1970 that a record may have: 1971 to 2261.
const firstTime, lastTime = 365 * 86400, 9.2e9

// noTime reports whether a number stands for no time.
func noTime(x float64) bool {
	return x <= 0 || x == 4294967294 || x == 4294967295 || x >= 1<<63
}

// time reads a number of units since 1970, or a date and time; NaN where it is
// missing.
func (f *field) time() float64 {
	if isMissing(f.text) {
		return math.NaN()
	}
	if x, err := strconv.ParseFloat(f.text, 64); err == nil {
		x *= f.unit
		switch {
		case noTime(x):
			return math.NaN()
		case !(x >= firstTime && x <= lastTime):
			f.bad("%s is not a number of seconds since 1970", quote(f.text))
		}
		return x
	}
	x, ok := f.zone.parse(f.text)
	switch {
	case undated.MatchString(f.text):
		f.bad("%s is a time without a date: run sacct with SLURM_TIME_FORMAT=%%s", quote(f.text))
	case !ok:
		f.bad("%s is not a time such as 2025-01-31T12:00:00 or a number of seconds since 1970", quote(f.text))
	}
	return x
}

// undated matches times without a date, and columns too narrow for them.
var undated = regexp.MustCompile(`^(\d\d:\d\d(:\d\d)?|#+|[A-Z][a-z]+ \d\d:\d\d|\d+ [A-Z][a-z]{2} \d\d:\d\d)$`)

// isMissing reports whether a field stands for no value.
func isMissing(text string) bool {
	switch strings.ToLower(text) {
	case "", "unknown", "none", "null", "nan", "nat", "n/a", "na", "invalid":
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

// Zone is the time zone of times that name none.
type Zone struct {
	*time.Location
	Name string // in the IANA list; empty where it is unknown
}

// parse reads a date and time, with an offset from UTC or in the zone. It
// returns seconds since 1970.
func (z *Zone) parse(text string) (float64, bool) {
	if len(text) > 10 && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	for _, offset := range []string{"", "Z07:00", "Z07", "Z0700"} {
		for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
			if t, err := time.ParseInLocation(layout+offset, text, z.Location); err == nil {
				x := float64(t.Unix()) + float64(t.Nanosecond())/1e9
				return x, x >= firstTime && x <= lastTime
			}
		}
	}
	return math.NaN(), false
}

// offset returns the zone's seconds east of UTC at a moment.
func (z *Zone) offset(at float64) int {
	_, seconds := z.date(at).Zone()
	return seconds
}

// Stamp formats seconds since 1970 for people.
func (z *Zone) Stamp(at float64) string { return z.date(at).Format(time.UnixDate) }

func (z *Zone) date(at float64) time.Time {
	return time.Unix(int64(math.Floor(at)), 0).In(z.Location)
}

// ParseTime reads a time as records have it, in seconds since 1970.
func (z Zone) ParseTime(text string) (float64, error) {
	f := field{row: &row{zone: &z}, text: text, unit: 1}
	x := f.time()
	if f.err != nil {
		return 0, f.err.Err
	}
	if math.IsNaN(x) {
		return 0, fmt.Errorf("%s is not a time", quote(text))
	}
	return x, nil
}
