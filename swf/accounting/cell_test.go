package accounting

import (
	"math"
	"strings"
	"testing"
)

// TestDurations reads durations as batch systems, pandas, Python, databases and
// ISO 8601 write them. NaN is for texts that are refused.
func TestDurations(t *testing.T) {
	nan := math.NaN()
	for text, want := range map[string]float64{
		"3600": 3600, "3600.2": 3601, "0": 0, "1-12:00:00": 129600, "36:00:00.25": 129601, "05:30": 330, "90:00": 5400,
		"0 days 02:00:00.000000000": 7200, "1 days 00:00:00.500000": 86401, "2 days": 172800, "1.5 days": 129600,
		"1 day, 2:00:00": 93600, "1 day 02:00:00": 93600, "-1 days +23:59:59": nan, "-1 day, 23:59:59": nan,
		"-00:00:01": nan, "PT-1H": nan, "PT4H": 14400, "P0DT4H0M0S": 14400, "P1DT2H": 93600, "PT90M": 5400,
		"PT0.25S": 1, "P2D": 172800, "4h30m": 16200, "1e3": 1000,
		"": -1, "-1": -1, "NaT": -1, "2147483647": -1, "4294967295": -1, "18446744073709551615": -1, "inf": -1,
		"14400000000000": nan, "P1M": nan, "PT4X": nan, "1 mon": nan, "soon": nan, "2 days 5": nan, "1:2:3:4": 93784,
		"1:2:3:4:5": nan,
	} {
		c := cell{o: &Options{}, text: text}
		got := c.duration()
		if c.err != nil {
			got = math.NaN()
		}
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v, want %v (%v)", text, got, want, c.err)
		}
	}
	for format, want := range map[string]float64{"min": 7200, "h": 432000, "d": 10368000, "ms": 1, "ns": 1} {
		c := cell{column: column{format: format}, o: &Options{}, text: "120"}
		if got := c.duration(); got != want {
			t.Errorf("120 %s: %v s, want %v", format, got, want)
		}
	}
}

// TestNever: the epoch in any zone and the zero dates of databases are no time.
func TestNever(t *testing.T) {
	for _, zone := range []string{"Europe/Berlin", "America/Chicago", "UTC"} {
		for _, text := range []string{
			"1970-01-01 01:00:00", "1969-12-31 18:00:00", "1970-01-01T00:00:00Z", "12/31/1969 18:00:00",
			"1/1/1970 1:00",
			"0000-00-00 00:00:00", "0000-00-00", "00/00/0000", "0001-01-01T00:00:00Z", "9999-12-31 23:59:59", "0", "-1",
			"-infinity", "infinity", "4294967294", "<NA>", "NaT", `\N`, "-", "(null)", "#N/A",
		} {
			o := Options{Zone: zoneOf(t, zone)}
			c := cell{column: column{format: map[bool]string{true: "mdy"}[strings.Contains(text, "/19")]}, o: &o,
				text: text}
			if got := c.time(); !math.IsNaN(got) || c.err != nil {
				t.Errorf("%s in %s: %v, %v", text, zone, got, c.err)
			}
		}
	}
}

// TestMDY reads dates as spreadsheets write them.
func TestMDY(t *testing.T) {
	for _, text := range []string{"3/2/2015 9:05", "03/02/2015 09:05:00", "3/2/2015 9:05:00 AM", "3/2/2015 9:05 AM"} {
		c := cell{column: column{format: "mdy"}, o: &Options{Zone: zoneOf(t, "UTC")}, text: text}
		if got := c.time(); got != 1425287100 {
			t.Errorf("%s: %v, %v", text, got, c.err)
		}
	}
}

// TestLists reads sizes from lists of resources, in words and in slurmdbd's
// numbers.
func TestLists(t *testing.T) {
	for text, want := range map[string][2]int64{
		"cpu=160,node=2": {160, 2}, "1=20,2=170000,4=1": {20, 1}, "4=3,11=9,1=8": {8, 3}, "1001=2,mem=4G": {-1, -1},
		"4": {-1, -1},
	} {
		for i, format := range []string{"cpu", "node"} {
			c := cell{column: column{format: format}, text: text}
			if got := c.count(); got != want[i] || c.err != nil {
				t.Errorf("%s of %s: %d, want %d, %v", format, text, got, want[i], c.err)
			}
		}
	}
}

// TestStates reads states by the numbers of slurmdbd, with flags, and by exit
// codes.
func TestStates(t *testing.T) {
	for text, want := range map[string]string{
		"slurmdbd 0": "PENDING", "slurmdbd 3.0": "COMPLETED", "slurmdbd 8": "PREEMPTED", "slurmdbd 9": "BOOT_FAIL",
		"slurmdbd 10": "DEADLINE", "slurmdbd 11": "OUT_OF_MEMORY", "slurmdbd 12": "12", "slurmdbd 32771": "COMPLETED",
		"slurmdbd 1024": "REQUEUED", "slurmdbd 8192": "RESIZING", "slurmdbd 524288": "REVOKED", "slurmdbd -1": "-1",
		"exit 0": "COMPLETED", "exit 0.0": "COMPLETED", "exit 271": "FAILED", "exit -11": "FAILED",
		"exit 0:0": "COMPLETED",
		"exit 1:0": "FAILED", "exit 0:9": "FAILED", "exit completed": "COMPLETED", "iso 3": "3",
		"iso CANCELLED by 7": "CANCELLED", "iso canceled": "CANCELLED",
	} {
		format, cellText, _ := strings.Cut(text, " ")
		c := cell{column: column{format: format}, text: cellText}
		if got := c.state(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
