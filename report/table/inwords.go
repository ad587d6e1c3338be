package table

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"waitbench/methods"
	"waitbench/replay/output"
	"waitbench/swf"
)

// fileWords are names of columns and rules in files.
var fileWords = regexp.MustCompile(`\b(?:median_ratio|[a-z]+_wait_s|no_[a-z]+_time|zero_wait)\b`)

// seconds are durations in text.
var seconds = regexp.MustCompile(`(^|[ (])(\d+(?:\.\d+)?) s\b`)

// Words replaces names of columns and rules in files by words, and seconds by
// the units of Duration.
func Words(text string) string {
	text = seconds.ReplaceAllStringFunc(text, func(match string) string {
		part := seconds.FindStringSubmatch(match)
		v, _ := strconv.ParseFloat(part[2], 64) // matches
		return part[1] + Duration(v)
	})
	return fileWords.ReplaceAllStringFunc(text, func(name string) string {
		if seconds, ok := strings.CutSuffix(name, "_s"); ok {
			name = seconds + " (s)"
		}
		return strings.ReplaceAll(name, "_", " ")
	})
}

// Duration is swf.Duration.
var Duration = swf.Duration

// Span returns a bound in one unit, rounded up: a job that starts within the
// bound starts within what a user reads. Duration, for what was measured or is
// expected, would round half of the bounds down. Logs count whole seconds, so a
// bound is a minute at least.
func Span(seconds float64) string {
	in := func(unit float64) float64 { return math.Ceil(seconds / unit) }
	switch {
	case seconds <= 60:
		return "a minute"
	case seconds <= 120:
		return fmt.Sprintf("%.0f s", in(1))
	case seconds <= 7200 && math.Mod(in(60), 60) != 0: // 1 h, not 60 min
		return fmt.Sprintf("%.0f min", in(60))
	case seconds <= 2*86400 && math.Mod(in(3600), 24) != 0:
		return fmt.Sprintf("%.0f h", in(3600))
	case in(86400) == 1:
		return "1 day"
	}
	return fmt.Sprintf("%.0f days", in(86400))
}

// OfJobs returns a share of jobs in words: half, 95 of 100.
func OfJobs(share float64) string {
	if share == 0.5 {
		return "half"
	}
	return strconv.FormatFloat(math.Round(share*1e8)/1e6, 'g', -1, 64) + " of 100"
}

// Rarely returns a share of jobs in words, as one of several if it is: 1 of 20.
func Rarely(share float64) string {
	if several := math.Round(1 / share); math.Abs(several*share-1) < 1e-6 {
		return fmt.Sprintf("1 of %.0f", several)
	}
	return OfJobs(share)
}

// Percent returns a share in percent with the three digits of tables.
func Percent(share float64) string { return fmt.Sprintf("%.1f\u00a0%%", 100*share) }

// TooLow is percent for a share below the target, rounded down so that it
// stays below.
func TooLow(share float64) string { return Percent(math.Floor(1000*share) / 1000) }

// Factor returns a factor with about three digits.
func Factor(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// LevelWords returns a level in words: 0.95 quantile, or 0.25 quantile from
// below.
func LevelWords(l methods.Level) string {
	text := fmt.Sprintf("%v quantile", l.Quantile)
	if l.Side == methods.Lower {
		text += " from below"
	}
	return text
}

// NameSome enumerates names, but not very many.
func NameSome(list []string) string {
	const most = 4
	if len(list) > most {
		list = append(list[:most-1:most-1], output.Counted(len(list)-most+1, "other"))
	}
	return output.Enumerate(list)
}

// Capital returns a text with its first letter, of one byte, as a capital.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Unbroken returns text that lines do not break.
func Unbroken(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }
