package replay

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"waitbench/swf"
)

// longest is the longest duration of a command line in seconds, 31 years.
const longest = 1e9

// ParseDuration reads a duration in seconds of at most 1e9 s: 0, 90s, 5m,
// 2h30m, 2d or [D-]HH:MM[:SS]. A number without a unit is an error, since
// batch systems count in minutes and logs in seconds.
func ParseDuration(text string) (seconds float64, err error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil && x > 0 && x <= longest {
		return 0, fmt.Errorf("%s has no unit: %[1]ss, %[1]sm or %[1]sh?", text)
	} else if err == nil && x == 0 {
		return 0, nil
	}
	clock := text
	if strings.Count(text, ":") == 1 && !strings.Contains(text, "-") {
		clock += ":00" // without seconds
	}
	seconds, ok := swf.ParseClock(clock)
	if !ok {
		seconds, ok = parseUnits(text)
	}
	switch {
	case !ok:
		err = fmt.Errorf("invalid duration %q: want 0, or such as 90s, 5m, 2h30m, 2d or 1-12:00:00",
			text)
	case seconds > longest:
		err = fmt.Errorf("invalid duration %q: want at most %.0fs", text, longest)
	}
	return seconds, err
}

// parseUnits reads numbers with their units, such as 2h30m, in seconds.
func parseUnits(text string) (seconds float64, ok bool) {
	units := map[byte]float64{'d': 86400, 'h': 3600, 'm': 60, 's': 1}
	for ok = text != ""; ok && text != ""; {
		i := strings.IndexAny(text, "dhms")
		if i < 0 {
			return 0, false
		}
		x, err := strconv.ParseFloat(text[:i], 64)
		seconds += x * units[text[i]]
		ok, text = err == nil && x >= 0, text[i+1:]
	}
	return seconds, ok
}

// FormatDuration writes a duration such as 5m, 2h30m or 1.5s. ParseDuration
// reads exactly the same number, up to its limit.
func FormatDuration(seconds float64) string {
	if seconds == 0 {
		return "0"
	}
	if math.Abs(seconds) < 60 || math.Abs(seconds) > longest || seconds != math.Trunc(seconds) {
		return strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
	}
	text := (time.Duration(seconds) * time.Second).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}
