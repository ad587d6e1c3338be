package output

import (
	"math"
	"strings"
	"testing"
)

func TestCSVFields(t *testing.T) {
	for want, value := range map[string]any{
		"1000000": 1e6, "0.000001": 1e-6, "1e-07": 1e-7, "1e+21": 1e21, "-0.25": -.25,
		"-Infinity": math.Inf(-1), "": math.NaN(), "-3": -3, "true": true, "0": math.Copysign(0, -1),
		"'=a b": "=a\nb", "-": "-", "-1e3": "-1e3",
	} {
		if got := strings.Join(CSVFields(value), "|"); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}
