package replay

import (
	"strings"
	"testing"
	"time"

	"waitbench/swf"
)

// A log whose submissions are seconds since 1970 has dates, whatever its header
// says of the start.
func TestAbsoluteTimes(t *testing.T) {
	const start = 893466664 // 1998-04-25 01:11:04 UTC
	text := func(header string, first float64) string {
		return header + line(1, first, 5, 10, 4, 8, 60, 2) + line(2, first+100, 5, 10, 4, 8, 60, 2)
	}
	for header, submit := range map[string]float64{
		"; UnixStartTime: 893466664\n": 0,
		"; UnixStartTime: 893466000\n": start,
		"; UnixStartTime: 0\n":         start,
		"":                             start,
	} {
		log, err := load(t, text(header, submit), swf.Started)
		if err != nil {
			t.Fatal(err)
		}
		clock := log.Clock()
		if got := clock.Date(submit).Format(time.DateTime); !clock.Dated || got != "1998-04-25 01:11:04" || clock.Unix(submit+0.9) != start {
			t.Errorf("%q: clock %+v, date %s", header, clock, got)
		}
	}
	log, err := load(t, text("; UnixStartTime: 0\n", 2.9e8), swf.Started)
	if err != nil || log.Clock().Dated {
		t.Errorf("nine years from the start of a log are dates: %+v, %v", log.Clock(), err)
	}
	for _, text := range []string{text("", 893466664000), text("; UnixStartTime: 893466664000\n", 0)} {
		if _, err := load(t, text, swf.Started); err == nil || !strings.Contains(err.Error(), "893466664000, which must be milliseconds") {
			t.Errorf("milliseconds: error %v", err)
		}
	}
}

// The zone is that of the name where it is known, else the offset, else UTC.
func TestZone(t *testing.T) {
	for _, c := range []struct {
		name         string
		offset, want int64 // in winter
	}{
		{"US/Pacific", -28800, -28800},
		{"US/Pacific", 0, -28800}, // as in SDSC-Par
		{"Nowhere/Atall", 3600, 3600},
		{"Local", -34200, -34200},
		{"../../etc/passwd", 0, 0},
		{"", -18000, -18000},
		{"", 99999999, 0},
	} {
		start := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
		if _, got := NewClock(swf.Facts{UnixStartTime: &start, TimeZoneString: c.name, TimeZone: &c.offset}).Date(0).Zone(); int64(got) != c.want {
			t.Errorf("zone %q, offset %d: %d s, want %d", c.name, c.offset, got, c.want)
		}
	}
}
