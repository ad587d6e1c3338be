package replay

import (
	"math"
	"testing"
)

func TestDuration(t *testing.T) {
	for _, test := range []struct {
		text    string
		seconds float64
		written string
	}{
		{"0", 0, "0"}, {"90", 90, "1m30s"}, {"5m", 300, "5m"}, {"2h30m", 9000, "2h30m"}, {"4h", 14400, "4h"}, {"77.5", 77.5, "1m17.5s"},
		{"0.25", .25, "0.25"}, {"1e10", 1e10, "10000000000"},
		// As man sbatch of Slurm 22.05 lists them, but for the plain number,
		// which there is minutes.
		{"10:30", 630, "10m30s"}, {"01:02:03", 3723, "1h2m3s"}, {"1-12", 129600, "36h"}, {"2-00:30", 174600, "48h30m"},
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
	for _, text := range []string{"", "soon", "nan", "inf", "1:2:3:4", "1-2-3", "1:60:00", "-1:00", ":", "1-", "-5:00:00"} {
		if x, err := ParseDuration(text); err == nil {
			t.Errorf("%q is taken as %v s", text, x)
		}
	}
}

func FuzzDuration(f *testing.F) {
	for _, x := range []float64{0, 59.5, 300, 86399, 1e8, math.Pi * 1000, 1e-9} {
		f.Add(x)
	}
	f.Fuzz(func(t *testing.T, x float64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return
		}
		if got, err := ParseDuration(FormatDuration(x)); err != nil || got != x {
			t.Errorf("%v is written %q and read as %v, error %v", x, FormatDuration(x), got, err)
		}
	})
}
