package replay

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseDuration reads a length of time in seconds: a plain number of seconds, 90s, 5m or 2h30m, or
// as Slurm writes it: [D-]HH:MM:SS, MM:SS, D-HH or D-HH:MM.
func ParseDuration(text string) (seconds float64, err error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return x, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return d.Seconds(), nil
	}
	if x, ok := parseSlurm(text); ok {
		return x, nil
	}
	return 0, fmt.Errorf("%q is neither a length of time such as 5m, 2h30m or 1-12:00:00 nor a number of seconds", text)
}

// parseSlurm reads [D-]HH:MM:SS and its shorter forms.
func parseSlurm(text string) (seconds float64, ok bool) {
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

// FormatDuration writes a length of time as ParseDuration reads it, to the last bit: 5m, 2h30m, 90s
// as 1m30s.
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
