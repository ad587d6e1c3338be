package replay

import (
	"math"
	"strings"
	"testing"
)

func TestDuration(t *testing.T) {
	for _, test := range []struct {
		text    string
		seconds float64
		written string
	}{
		{"0", 0, "0"}, {"90s", 90, "1m30s"}, {"5m", 300, "5m"}, {"2h30m", 9000, "2h30m"}, {"4h", 14400, "4h"}, {"77.5s", 77.5, "77.5s"},
		{".25s", .25, "0.25s"}, {"2d", 172800, "48h"}, {"1d12h", 129600, "36h"}, {"1e3s", 1000, "16m40s"},
		// As man sbatch of Slurm 22.05 lists them, but for MM:SS.
		{"10:30", 37800, "10h30m"}, {"01:02:03", 3723, "1h2m3s"}, {"1-12", 129600, "36h"}, {"2-00:30", 174600, "48h30m"},
		{"1-00:00:01", 86401, "24h0m1s"}, {"100:00:00", 360000, "100h"},
	} {
		got, err := ParseDuration(test.text)
		if err != nil || got != test.seconds {
			t.Errorf("%q is %v s, error %v, want %v", test.text, got, err, test.seconds)
		}
		if written := FormatDuration(test.seconds); written != test.written {
			t.Errorf("%v s is written %q, want %q", test.seconds, written, test.written)
		}
	}
	for text, want := range map[string]string{
		"4": "4 has no unit: 4s, 4m or 4h?", "1.5": "1.5 has no unit: 1.5s, 1.5m or 1.5h?",
		"1e300s": `invalid duration "1e300s": want at most 1000000000s`, "99999d": "want at most", "infs": "want at most",
		"": "invalid", "soon": "invalid", "nan": "invalid", "nans": "invalid", "inf": "invalid", "1e300": "invalid", "5ms": "invalid", "s": "invalid",
		"1h5": "invalid", "1:2:3:4": "invalid", "1-2-3": "invalid", "1:60:00": "invalid", "10:60": "invalid", "-1:00": "invalid", ":": "invalid",
		"1-": "invalid", "-5:00:00": "invalid", "-1": "invalid", "-5s": "invalid", "1h-5m": "invalid",
	} {
		if x, err := ParseDuration(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v s, error %v, want %q", text, x, err, want)
		}
	}
}

func FuzzDuration(f *testing.F) {
	for _, x := range []float64{0, 59.5, 300, 86399, 1e8, math.Pi * 1000, 1e-9} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if !(x >= 0 && x <= longest) {
			return
		}
		if got, err := ParseDuration(FormatDuration(x)); err != nil || got != x {
			t.Errorf("%v is written %q and read as %v, error %v", x, FormatDuration(x), got, err)
		}
	})
}
