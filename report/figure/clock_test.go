package figure

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // zones also where the system has none

	"gonum.org/v1/plot/vg"
)

// written is a time axis in one line: its ticks and its label.
func written(a *timeAxis) string {
	var out []string
	for _, t := range a.ticker.Ticks(a.from, a.to) {
		out = append(out, strings.ReplaceAll(t.Label, "\n", "/"))
	}
	return strings.Join(out, ", ") + " | " + a.label
}

func TestTimeAxis(t *testing.T) {
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	at := func(loc *time.Location, value string) float64 {
		parsed, err := time.ParseInLocation("2006-01-02 15:04:05", value, loc)
		if err != nil {
			t.Fatal(err)
		}
		return float64(parsed.Unix())
	}
	for _, c := range []struct {
		loc      *time.Location
		from, to string
		most     int
		want     string
	}{
		{pst, "2005-02-24 00:00:00", "2005-02-25 00:00:00", 11,
			"00:00, 03:00, 06:00, 09:00, 12:00, 15:00, 18:00, 21:00, 00:00 | time of day, 24 February 2005 (PST, UTC−08:00)"},
		{pst, "2005-02-24 06:50:30", "2005-02-24 06:51:00", 4,
			"06:50:30, 06:50:40, 06:50:50, 06:51:00 | time of day, 24 February 2005 (PST, UTC−08:00)"},
		// the clock goes from 2:00 to 3:00: two o'clock is not there
		{la, "2005-04-03 00:00:00", "2005-04-03 05:00:00", 6,
			"00:00, 01:00, 03:00, 04:00, 05:00 | time of day, 3 April 2005 (America/Los_Angeles, UTC−08:00 then UTC−07:00)"},
		{la, "2005-04-02 12:00:00", "2005-04-05 00:00:00", 9,
			"3 Apr, 4 Apr, 5 Apr | date, 2 to 4 April 2005 (America/Los_Angeles, UTC−08:00 then UTC−07:00)"},
		{time.UTC, "2005-02-01 00:00:00", "2005-03-01 00:00:00", 11,
			"1 Feb, 8 Feb, 15 Feb, 22 Feb, 1 Mar | date, 1 to 28 February 2005 (UTC)"},
		{time.UTC, "2004-11-15 00:00:00", "2005-08-02 00:00:00", 5,
			"Jan 2005, Mar 2005, May 2005, Jul 2005 | date, 15 November 2004 to 1 August 2005 (UTC)"},
		{time.UTC, "1999-11-15 00:00:00", "2011-08-02 12:00:00", 4,
			"2000, 2005, 2010 | date, 15 November 1999 to 2 August 2011 (UTC)"},
	} {
		axis := newTimeAxis(at(c.loc, c.from), at(c.loc, c.to), false, c.loc, vg.Length(c.most)*tickRoom)
		if got := written(axis); got != c.want {
			t.Errorf("%s to %s\ngot  %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

func TestElapsedAxis(t *testing.T) {
	for _, c := range []struct {
		from, to float64
		want     string
	}{
		{0, 100, "0, 20, 40, 60, 80, 100 | time since the start of the log (s)"},
		{hour, 3 * hour, "60, 80, 100, 120, 140, 160, 180 | time since the start of the log (min)"},
		{0, 2 * day, "0, 10, 20, 30, 40 | time since the start of the log (h)"},
		{0.5 * day, 30 * day, "5, 10, 15, 20, 25, 30 | time since the start of the log (d)"},
		{10, 10.5, "10.0, 10.1, 10.2, 10.3, 10.4, 10.5 | time since the start of the log (s)"},
	} {
		if got := written(newTimeAxis(c.from, c.to, true, nil, 6*tickRoom)); got != c.want {
			t.Errorf("%v to %v\ngot  %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

// Any span up to the limits of time gives some ticks, in order and in range.
func TestTimeAxisAnySpan(t *testing.T) {
	for span := 2.0; span < lastTime; span *= 1.7 {
		for _, elapsed := range []bool{false, true} {
			axis := newTimeAxis(start, start+span, elapsed, pst, 10*tickRoom)
			ticks := axis.ticker.Ticks(0, 0)
			last := start - 1
			for _, tick := range ticks {
				if tick.Value <= last || tick.Value > start+span {
					t.Errorf("span %v, elapsed=%t: tick at %v after %v", span, elapsed, tick.Value, last)
				}
				last = tick.Value
			}
			if n := len(ticks); n < 2 || n > 12 {
				t.Errorf("span %v, elapsed=%t: %d ticks", span, elapsed, n)
			}
		}
	}
}
