package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// enumerate writes a list as a sentence has it: a, b and c.
func enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// printable makes text from a log fit for a page: control characters become blanks, and bytes that
// are not UTF-8 the replacement character.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// printables does so for each of a list.
func printables(list []string) []string {
	clean := make([]string, len(list))
	for i, text := range list {
		clean[i] = printable(text)
	}
	return clean
}

// counted writes a number with what is counted.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped writes a whole number with blanks that keep its thousands apart and do not break a line.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	if n < 10000 {
		return digits
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString("\u202f")
		}
		b.WriteRune(d)
	}
	return b.String()
}

// duration writes seconds in the unit that suits them, with two digits or three.
func duration(seconds float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"d", 86400}, {"h", 3600}, {"min", 60}} {
		if seconds >= u.size {
			return trimmed(seconds/u.size) + "\u00a0" + u.name
		}
	}
	return trimmed(seconds) + "\u00a0s"
}

func trimmed(v float64) string {
	if math.Abs(v) >= 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}

// significant writes a number of a score with four digits, more where it is whole.
func significant(v float64) string {
	switch {
	case v == math.Trunc(v) && math.Abs(v) < 1e9:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case math.Abs(v) >= 1000 && math.Abs(v) < 1e9:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case math.Abs(v) >= 0.001 && math.Abs(v) < 1000:
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return fmt.Sprintf("%.2e", v)
}

// signed writes a difference.
func signed(v float64) string {
	if v > 0 {
		return "+" + significant(v)
	}
	return significant(v)
}
