package swf

import (
	"strconv"
	"strings"
)

// ParseClock reads a length of time in seconds as batch systems write it: [D-]HH:MM:SS, MM:SS, D-HH
// or D-HH:MM.
func ParseClock(text string) (seconds float64, ok bool) {
	days, clock, dated := strings.Cut(text, "-")
	if !dated {
		days, clock = "0", text
	}
	parts := strings.Split(clock, ":")
	switch {
	case len(parts) > 3 || !dated && len(parts) < 2:
		return 0, false
	case dated: // hours come first
		parts = append(parts, "0", "0")[:3]
	case len(parts) == 2:
		parts = append([]string{"0"}, parts...)
	}
	for i, unit := range []float64{86400, 3600, 60, 1} {
		word := days
		if i > 0 {
			word = parts[i-1]
		}
		n, err := strconv.ParseUint(word, 10, 31)
		if err != nil || i > 1 && n > 59 {
			return 0, false
		}
		seconds += float64(n) * unit
	}
	return seconds, true
}
