package accounting

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
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
	if len(text) > 10 && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	for _, offset := range []string{"", "Z07:00", "Z07", "Z0700"} {
		for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
			t, err := time.Parse(layout+offset, text)
			x := float64(t.Unix()) + float64(t.Nanosecond())/1e9
			switch {
			case err != nil:
			case x < firstTime || x > lastTime:
				return never, false
			case offset != "":
				return moment{at: x, late: x}, true
			default:
				return z.readings(x), true
			}
		}
	}
	return never, false
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
// which Submit <= Eligible <= Start <= End and the time between the last two is as long as it is
// said to be; where several fit, or none does, the first ones.
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
