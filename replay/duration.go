package replay

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"waitbench/swf"
)

// ParseDuration reads a duration in seconds: a number, 90s, 5m or 2h30m, or in
// Slurm's form [D-]HH:MM:SS, MM:SS, D-HH or D-HH:MM.
func ParseDuration(text string) (seconds float64, err error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return x, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return d.Seconds(), nil
	}
	if x, ok := swf.ParseClock(text); ok {
		return x, nil
	}
	return 0, fmt.Errorf("invalid duration %q: want a number of seconds, or such as 5m, 2h30m or 1-12:00:00", text)
}

// FormatDuration writes a duration such as 5m, 2h30m or 1m30s. ParseDuration
// reads exactly the same number.
func FormatDuration(seconds float64) string {
	plain := strconv.FormatFloat(seconds, 'f', -1, 64)
	if math.Abs(seconds) < 60 || math.Abs(seconds) > 1e9 {
		return plain
	}
	d := time.Duration(math.Round(seconds * float64(time.Second)))
	if d.Seconds() != seconds {
		return plain
	}
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}
