package output

import (
	"strconv"
	"strings"
	"unicode"
)

// Printable gives a text as UTF-8 on one line, with blanks for the control characters, which a
// terminal acts on.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
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
