package output

import (
	"strconv"
	"strings"
	"unicode"
)

// Printable gives a text as UTF-8 on one line, fit for a terminal, a page and XML: blanks stand for
// control characters, which a terminal acts on, and the replacement character for bytes that are no
// UTF-8 and for what is no character.
func Printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return s // as nearly all are
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case r == 0xFFFE || r == 0xFFFF:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// CSVText gives a printable text that no spreadsheet takes for a formula: an apostrophe stands
// before one that begins with = + - or @ and is neither a number nor that character alone.
func CSVText(s string) string {
	s = Printable(s)
	if len(s) > 1 && strings.IndexByte("=+-@", s[0]) >= 0 {
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			return "'" + s
		}
	}
	return s
}

// Grouped writes a whole number with commas between its thousands: 12,345.
func Grouped[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Counted writes a number with the noun that it counts, which takes an s: 1 job, 2 jobs.
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Grouped(n) + " " + noun
}

// Enumerate writes a list as a sentence has it: a, b and c.
func Enumerate(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
