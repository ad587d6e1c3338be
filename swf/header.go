package swf

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Header holds the comments of a log and what its directives say. The zero value is an empty
// header.
type Header struct {
	lines      []string
	directives []Directive
	queues     queueNames
}

// Directive is a comment of the form "; Name: value". Name is one identifier that starts with a
// capital letter; the blanks around the value are cut. Lines that go on with a value, and all other
// comments, are kept in Header.Lines alone.
type Directive struct {
	Name, Value string
}

// Lines gives all comments as they stand in the log, in order, without line ends, whatever their
// encoding. The caller must not change them.
func (h *Header) Lines() []string { return h.lines }

// Directives gives all directives in order, repeated ones too. The caller must not change them.
func (h *Header) Directives() []Directive { return h.directives }

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
	if strings.EqualFold(d.Name, "Queue") {
		h.queues.add(d.Value)
	}
}

// parseDirective takes a comment apart.
func parseDirective(line string) (Directive, bool) {
	text := strings.TrimLeft(line, " \t")
	text = strings.TrimLeft(strings.TrimPrefix(text, ";"), " \t")
	name, value, ok := strings.Cut(text, ":")
	if !ok || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return Directive{}, false
	}
	for _, c := range []byte(name) {
		if !isWordByte(c) && c != '_' {
			return Directive{}, false
		}
	}
	return Directive{Name: name, Value: strings.TrimSpace(value)}, true
}

// isWordByte reports whether c is a letter or digit of ASCII.
func isWordByte(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// Value gives the value of the first directive of that name; the case of letters in names does not
// matter.
func (h *Header) Value(name string) (string, bool) {
	for _, d := range h.directives {
		if strings.EqualFold(d.Name, name) {
			return d.Value, true
		}
	}
	return "", false
}

// Values gives the values of all directives of that name in order.
func (h *Header) Values(name string) []string {
	var values []string
	for _, d := range h.directives {
		if strings.EqualFold(d.Name, name) {
			values = append(values, d.Value)
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

// MaxProcs gives the processors of the machine.
func (h *Header) MaxProcs() (int64, bool) { return h.Int("MaxProcs") }

// MaxNodes gives the nodes of the machine.
func (h *Header) MaxNodes() (int64, bool) { return h.Int("MaxNodes") }

// UnixStartTime gives the time 0 of the log in seconds since 1970 UTC.
func (h *Header) UnixStartTime() (int64, bool) { return h.Int("UnixStartTime") }

// TimeZone gives the offset of local time from UTC in seconds, without daylight saving.
func (h *Header) TimeZone() (int64, bool) { return h.Int("TimeZone") }

// TimeZoneString gives the name of the time zone, such as US/Pacific.
func (h *Header) TimeZoneString() (string, bool) { return h.Value("TimeZoneString") }

// Location gives the time zone of the machine: the one named by TimeZoneString where the time zone
// database has it, else the fixed offset of TimeZone, else UTC. A program that has to give the same
// times on machines without that database imports time/tzdata.
func (h *Header) Location() *time.Location {
	if name, ok := h.TimeZoneString(); ok && name != "" && name != "Local" {
		if loc, err := time.LoadLocation(name); err == nil {
			return loc
		}
	}
	const day = 24 * 3600
	offset, ok := h.TimeZone()
	if !ok || offset == 0 || offset <= -day || offset >= day {
		return time.UTC
	}
	sign, minutes := '+', offset/60
	if offset < 0 {
		sign, minutes = '-', -minutes
	}
	return time.FixedZone(fmt.Sprintf("UTC%c%02d:%02d", sign, minutes/60, minutes%60), int(offset))
}
