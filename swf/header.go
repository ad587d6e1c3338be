package swf

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Header holds the directives of a log. The zero value is an empty header.
type Header struct {
	values  map[string]string // of the first directive of each name, in lower case
	queues  map[int64]string  // names by number
	taken   map[string]bool   // names of queues
	plans   map[int64]float64 // planned waits by job ID, seconds
	blocked []Blocked
}

func (h *Header) Add(name, value string) { h.addLine("; " + name + ": " + value) }

// Set is Add for a directive that may be there with another value.
func (h *Header) Set(name, value string) {
	h.Add(name, value)
	h.values[strings.ToLower(name)] = value
}

// addLine adds a comment if it is a directive, "; Name: value", where Name is
// one identifier that starts with a capital letter.
func (h *Header) addLine(line string) {
	text := strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ";"), " \t")
	name, value, ok := strings.Cut(text, ":")
	if !ok || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return
	}
	for _, c := range []byte(name) {
		if !isWordByte(c) && c != '_' {
			return
		}
	}
	if h.values == nil {
		h.values, h.queues, h.plans = map[string]string{}, map[int64]string{}, map[int64]float64{}
		h.taken = map[string]bool{NoQueue: true}
	}
	name, value = strings.ToLower(name), strings.TrimSpace(value)
	if _, known := h.values[name]; !known {
		h.values[name] = value
	}
	switch number, ok := leadingInt(value); {
	case ok && name == "queue":
		h.addQueue(number, value)
	case ok && name == "plannedwait":
		_, text, _ := strings.Cut(value, " ")
		if wait, err := parseFloat([]byte(strings.TrimSpace(text))); err == nil && wait >= 0 {
			h.plans[number] = wait
		}
	case ok && name == "cannotstart":
		h.addBlocked(value)
	}
}

// isWordByte reports whether c is a letter or digit of ASCII.
func isWordByte(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// HasPlans reports whether the log has waits that its scheduler planned, in our
// own directives "; PlannedWait: JOB SECONDS".
func (h *Header) HasPlans() bool { return h != nil && len(h.plans) > 0 }

// PlannedWait returns the wait that was planned when the job was submitted, in
// seconds; NaN if it is unknown.
func (h *Header) PlannedWait(job int64) float64 {
	if h.HasPlans() {
		if wait, ok := h.plans[job]; ok {
			return wait
		}
	}
	return math.NaN()
}

// Value returns the value of the first directive of that name, in any case of
// letters.
func (h *Header) Value(name string) (string, bool) {
	value, ok := h.values[strings.ToLower(name)]
	return value, ok
}

// Int returns the integer at the start of the value of the first directive of
// that name: 1664 for "1664 (72, 1368, 224)". After it must come a blank, "("
// or nothing; "4,008" and "2.5" have none.
func (h *Header) Int(name string) (int64, bool) {
	value, _ := h.Value(name)
	return leadingInt(value)
}

// leadingInt returns the integer at the start of s.
func leadingInt(s string) (int64, bool) {
	if i := strings.IndexAny(s, " \t("); i >= 0 {
		s = s[:i]
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// NoQueue is the name for jobs without a queue. No queue of a header has it.
const NoQueue = "none"

// QueueName returns the name of a queue: the first word of its text, or the
// whole text if that does not start with a word, or the number if there is no
// text or no such queue. A word starts with a letter or a digit and ends before
// a blank; punctuation before it, except brackets, is cut. Hence "normal (p655
// / 18hr)" is normal, "- Normal jobs queue" is Normal, and "[fque:1]" stays as
// it is. Names are as Text returns them.
//
// Different numbers have different names: if an earlier queue of the header has
// the name, or it is NoQueue, the number is added to it, as in normal-7.
func (h *Header) QueueName(number int64) string {
	if name, ok := h.queues[number]; ok {
		return name
	}
	return h.free(strconv.FormatInt(number, 10), number)
}

// QueueNames lists the names of the queues that the header names, by number.
func (h *Header) QueueNames() (names []string) {
	for _, number := range slices.Sorted(maps.Keys(h.queues)) {
		names = append(names, h.queues[number])
	}
	return names
}

// addQueue adds the first Queue directive of a number.
func (h *Header) addQueue(number int64, value string) {
	if _, known := h.queues[number]; known {
		return
	}
	text := ""
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		text = strings.TrimSpace(value[i:])
	}
	name := strings.TrimLeftFunc(Text(text), func(r rune) bool {
		mark := unicode.IsPunct(r) || unicode.IsSymbol(r)
		return unicode.IsSpace(r) || mark && !unicode.Is(unicode.Ps, r)
	})
	word, _, _ := strings.Cut(name, " ")
	if word != "" && (isWordByte(word[0]) || word[0] >= utf8.RuneSelf) {
		name = word
	}
	if name == "" {
		name = strconv.FormatInt(number, 10)
	}
	h.queues[number] = h.free(name, number)
	h.taken[h.queues[number]] = true
}

// free returns name, with the number added until no queue has it.
func (h *Header) free(name string, number int64) string {
	for h.taken[name] {
		name += "-" + strconv.FormatInt(number, 10)
	}
	return name
}

// LongestName is the most characters of a text in a log.
const LongestName = 100

// Text returns a text of a log, or the name of one, as valid UTF-8 of at most
// LongestName characters; the last three are dots if it was longer. Bytes that
// are not UTF-8 are read as Latin-1. Control characters become blanks.
func Text(s string) string {
	if !utf8.ValidString(s) {
		latin := make([]rune, len(s))
		for i := range len(s) {
			latin[i] = rune(s[i])
		}
		s = string(latin)
	}
	runes := []rune(strings.Map(Plain, s))
	if len(runes) > LongestName {
		return string(runes[:LongestName-3]) + "..."
	}
	return string(runes)
}

// Plain returns a blank for a control character, of lines or of directions too,
// the replacement character for a noncharacter, and else r.
func Plain(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control):
		return ' '
	case r == 0xFFFE, r == 0xFFFF:
		return unicode.ReplacementChar
	}
	return r
}
