package swf

import (
	"strconv"
	"strings"
)

// Header holds the comments of a log and what its directives say. The zero value is an empty
// header.
type Header struct {
	lines      []string
	directives []directive
	queues     queueNames
}

// directive is a comment of the form "; Name: value". Name is one identifier that starts with a
// capital letter; the blanks around the value are cut. Lines that go on with a value, and all other
// comments, are kept in Header.Lines alone.
type directive struct{ name, value string }

// Lines gives all comments as they stand in the log, in order, without line ends, whatever their
// encoding. The caller must not change them.
func (h *Header) Lines() []string { return h.lines }

// Add appends a directive, for a log that is to be written.
func (h *Header) Add(name, value string) { h.addLine("; " + name + ": " + value) }

// addLine appends a comment and takes up what it says.
func (h *Header) addLine(line string) {
	h.lines = append(h.lines, line)
	d, ok := parseDirective(line)
	if !ok {
		return
	}
	h.directives = append(h.directives, d)
	if strings.EqualFold(d.name, "Queue") {
		h.queues.add(d.value)
	}
}

// parseDirective takes a comment apart.
func parseDirective(line string) (directive, bool) {
	text := strings.TrimLeft(line, " \t")
	text = strings.TrimLeft(strings.TrimPrefix(text, ";"), " \t")
	name, value, ok := strings.Cut(text, ":")
	if !ok || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return directive{}, false
	}
	for _, c := range []byte(name) {
		if !isWordByte(c) && c != '_' {
			return directive{}, false
		}
	}
	return directive{name, strings.TrimSpace(value)}, true
}

// isWordByte reports whether c is a letter or digit of ASCII.
func isWordByte(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// Value gives the value of the first directive of that name; the case of letters in names does not
// matter.
func (h *Header) Value(name string) (string, bool) {
	for _, d := range h.directives {
		if strings.EqualFold(d.name, name) {
			return d.value, true
		}
	}
	return "", false
}

// Values gives the values of all directives of that name in order.
func (h *Header) Values(name string) []string {
	var values []string
	for _, d := range h.directives {
		if strings.EqualFold(d.name, name) {
			values = append(values, d.value)
		}
	}
	return values
}

// Int gives the integer at the start of the value of the first directive of that name: 1664 for
// "1664 (72, 1368, 224)". It has to be followed by a blank, by "(" or by nothing; there is none in
// "4,008" or "2.5".
func (h *Header) Int(name string) (int64, bool) {
	value, _ := h.Value(name)
	return leadingInt(value)
}

// leadingInt gives the integer at the start of s.
func leadingInt(s string) (int64, bool) {
	if i := strings.IndexAny(s, " \t("); i >= 0 {
		s = s[:i]
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
