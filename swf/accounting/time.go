package accounting

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Zone is the time zone of times that name none.
type Zone struct {
	*time.Location
	Name string // of the IANA list; empty where it is not known
}

// moment is a time, seconds since 1970: where clocks were set back and show it twice there is a
// second, later reading.
type moment struct {
	at, late float64
	gap      bool // clocks that were set forward never showed it
}

var never = moment{at: math.NaN(), late: math.NaN()}

// noTime are numbers that stand for no time.
func noTime(x float64) bool {
	return x <= 0 || x == 4294967294 || x == 4294967295 || x == 18446744073709551614 // and ...615, the same here
}

// most and least second since 1970 that is taken for a time of a record: the years 1971 to 2261.
const firstTime, lastTime = 365 * 86400, 9.2e9

// time reads a moment: digits in units of a second, else a date and time.
func (r *row) time(column, text string, unit float64) moment {
	if isMissing(text) {
		return never
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		x *= unit
		switch {
		case noTime(x):
			return never
		case !(x >= firstTime && x <= lastTime):
			r.bad(column, "%s is not a number of seconds since 1970", quote(text))
		}
		return moment{at: x, late: x}
	}
	m, ok := r.zone.parse(text)
	switch {
	case undated.MatchString(text):
		r.bad(column, "%s is a time without a date: run sacct with SLURM_TIME_FORMAT=%%s", quote(text))
	case !ok:
		r.bad(column, "%s is not a time such as 2025-01-31T12:00:00 or a number of seconds since 1970", quote(text))
	}
	return m
}

// undated finds times without a date, and columns that were too narrow for them.
var undated = regexp.MustCompile(`^(\d\d:\d\d(:\d\d)?|#+|[A-Z][a-z]+ \d\d:\d\d|\d+ [A-Z][a-z]{2} \d\d:\d\d)$`)

// parse reads a date and time, with an offset from UTC or in the zone.
func (z *Zone) parse(text string) (moment, bool) {
	wall, offset, fixed := cutOffset(text)
	if len(wall) > 10 && wall[10] == ' ' {
		wall = wall[:10] + "T" + wall[11:]
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		t, err := time.Parse(layout, wall)
		if err != nil {
			continue
		}
		x := float64(t.Unix()) + float64(t.Nanosecond())/1e9
		if x < firstTime || x > lastTime {
			return never, false
		}
		if fixed {
			return moment{at: x - offset, late: x - offset}, true
		}
		return z.readings(x), true
	}
	return never, false
}

// cutOffset cuts a trailing Z, +01, +0100 or +01:00, and gives it in seconds.
func cutOffset(text string) (wall string, offset float64, ok bool) {
	if wall, ok := strings.CutSuffix(strings.ToUpper(text), "Z"); ok {
		return wall, 0, true
	}
	i := strings.LastIndexAny(text, "+-")
	if i < len("2006-01-02T") {
		return text, 0, false
	}
	digits := strings.Replace(text[i+1:], ":", "", 1)
	n, err := strconv.ParseUint(digits, 10, 16)
	switch {
	case err != nil || len(digits) != 2 && len(digits) != 4:
		return text, 0, false
	case len(digits) == 2:
		n *= 100
	}
	offset = float64(n/100*3600 + n%100*60)
	if text[i] == '-' {
		offset = -offset
	}
	return strings.TrimRight(text[:i], " "), offset, true
}

// readings gives the times at which clocks of the zone show that many seconds since 1970.
func (z *Zone) readings(wall float64) moment {
	const day = 86400
	before, after := z.offset(wall-day), z.offset(wall+day)
	m := moment{at: wall - before, late: wall - after}
	if before == after {
		return m
	}
	switch first, second := z.offset(m.at) == before, z.offset(m.late) == after; {
	case first && !second:
		m.late = m.at
	case second && !first:
		m.at = m.late
	case !first && !second:
		m.late, m.gap = m.at, true
	}
	return m
}

// offset is that of the zone at a moment, seconds east of UTC.
func (z *Zone) offset(at float64) float64 {
	_, seconds := time.Unix(int64(math.Floor(at)), 0).In(z.Location).Zone()
	return float64(seconds)
}

// setTimes gives the record its times. Of an hour that clocks show twice the readings are taken for
// which Submit <= Eligible <= Start <= End and the time between the last two is as long as it is said
// to be; where several fit, or none does, the first ones.
func (r *Record) setTimes(submit, eligible, start, end moment) {
	found := [4]moment{submit, eligible, start, end}
	twice := 0
	for _, m := range found {
		if m.gap {
			r.marks.set(NonexistentHour)
		}
		if m.late > m.at {
			twice++
		}
	}
	r.Submit, r.Eligible, r.Start, r.End = submit.at, eligible.at, start.at, end.at
	if twice == 0 {
		return
	}
	fits := 0
	for choice := range 1 << len(found) {
		var at [4]float64
		fit, last := true, math.Inf(-1)
		for i, m := range found {
			at[i] = m.at
			if choice>>(3-i)&1 == 1 {
				fit = fit && m.late > m.at
				at[i] = m.late
			}
			if !math.IsNaN(at[i]) {
				fit = fit && at[i] >= last
				last = at[i]
			}
		}
		length := at[3] - at[2] - r.Suspended
		if !fit || r.Elapsed >= 0 && math.Abs(length-r.Elapsed) > 1 { // which NaN is not
			continue
		}
		if fits++; fits == 1 {
			r.Submit, r.Eligible, r.Start, r.End = at[0], at[1], at[2], at[3]
		}
	}
	if fits != 1 {
		r.marks.set(AmbiguousHour)
	}
}

// parseClock reads [D-]HH:MM:SS or MM:SS, with a fraction if need be, as seconds.
func parseClock(text string) (float64, bool) {
	days, clock, long := strings.Cut(text, "-")
	if !long {
		days, clock = "0", text
	}
	total, err := strconv.ParseUint(days, 10, 31)
	parts := strings.Split(clock, ":")
	if err != nil || len(parts) > 3 || len(parts) < 2 || long && len(parts) < 3 {
		return -1, false
	}
	seconds, err := strconv.ParseFloat(parts[len(parts)-1], 64)
	if err != nil || !(seconds >= 0 && seconds < 60) {
		return -1, false
	}
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	hours, err := strconv.ParseUint(parts[0], 10, 31)
	minutes, err2 := strconv.ParseUint(parts[1], 10, 31)
	if err != nil || err2 != nil || minutes > 59 {
		return -1, false
	}
	return float64(total*86400+hours*3600+minutes*60) + seconds, true
}

// Stamp writes a time of a record for people.
func (z *Zone) Stamp(at float64) string {
	return time.Unix(int64(math.Floor(at)), 0).In(z.Location).Format(time.UnixDate)
}

// ParseTime reads a moment as the records have them, for a setting.
func (z Zone) ParseTime(text string) (float64, error) {
	in := row{zone: &z}
	m := in.time("", text, 1)
	if in.err != nil {
		return 0, in.err.Err
	}
	if math.IsNaN(m.at) {
		return 0, fmt.Errorf("%s is no time", quote(text))
	}
	return m.at, nil
}
