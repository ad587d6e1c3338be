package swf

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Header holds what the directives of a log say. The zero value is an empty header.
type Header struct {
	directives []directive
	first      map[string]string // the value of the first of each name, in lower case
	queues     queueNames
	plans      map[int64]float64 // by number of job
}

// directive is a comment of the form "; Name: value". Name is one identifier that starts with a
// capital letter; the blanks around the value are cut. Other comments are not kept.
type directive struct{ name, value string }

// Add appends a directive.
func (h *Header) Add(name, value string) { h.addLine("; " + name + ": " + value) }

// addLine takes up what a comment says.
func (h *Header) addLine(line string) {
	if d, ok := parseDirective(line); ok {
		h.directives = append(h.directives, d)
		if h.first == nil {
			h.first = map[string]string{}
		}
		name := strings.ToLower(d.name)
		if _, known := h.first[name]; !known {
			h.first[name] = d.value
		}
		if strings.EqualFold(d.name, "Queue") {
			h.queues.add(d.value)
		}
		if strings.EqualFold(d.name, "PlannedWait") {
			h.addPlan(d.value)
		}
	}
}

// addPlan takes up a wait that was planned. A value that is not a number of a job and seconds says
// nothing.
func (h *Header) addPlan(value string) {
	job, ok := leadingInt(value)
	_, text, _ := strings.Cut(value, " ")
	var wait float64
	if err := setFloat(&wait, []byte(strings.TrimSpace(text))); !ok || err != nil || !(wait >= 0 && wait <= mostSeconds) {
		return
	}
	if h.plans == nil {
		h.plans = map[int64]float64{}
	}
	h.plans[job] = wait
}

// HasPlans says whether the log tells what its scheduler planned, by directives of our own:
// "; PlannedWait: JOB SECONDS" is the wait that was planned when the job of that number was
// submitted.
func (h *Header) HasPlans() bool { return h != nil && len(h.plans) > 0 }

// PlannedWait gives what was planned for a job, seconds; NaN where that is not known.
func (h *Header) PlannedWait(job int64) float64 {
	if h.HasPlans() {
		if wait, ok := h.plans[job]; ok {
			return wait
		}
	}
	return math.NaN()
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
	value, ok := h.first[strings.ToLower(name)]
	return value, ok
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

// queueNames holds a different name for each queue of a header.
type queueNames struct {
	names map[int64]string
	taken map[string]bool
}

// NoQueue is what jobs that name no queue are said to be of, beside others that do. No queue of a
// header has this name.
const NoQueue = "none"

// QueueName gives the name of a queue: the first word of its text, or the whole text where that
// does not start with a word, or the number where there is no text or no such queue. A word starts
// with a letter or a digit and ends before a blank; punctuation before it, but for brackets, is cut.
// Hence "normal (p655 / 18hr)" is normal, "- Normal jobs queue" is Normal, and "[fque:1]" stays as
// it is. Names are as Text gives them.
//
// Different numbers have different names: where a name already belongs to an earlier queue of the
// header, or is NoQueue, the number is added to it, as in normal-7.
func (h *Header) QueueName(number int64) string {
	if name, ok := h.queues.names[number]; ok {
		return name
	}
	return h.queues.free(strconv.FormatInt(number, 10), number)
}

// add takes up the value of a Queue directive. One that does not start with a number says nothing.
func (q *queueNames) add(value string) {
	number, ok := leadingInt(value)
	if _, known := q.names[number]; known || !ok {
		return
	}
	if q.names == nil {
		q.names = make(map[int64]string)
		q.taken = map[string]bool{NoQueue: true}
	}
	text := ""
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		text = strings.TrimSpace(value[i:])
	}
	name := queueWord(strings.TrimLeftFunc(Text(text), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.Is(unicode.Ps, r) && (unicode.IsPunct(r) || unicode.IsSymbol(r))
	}))
	if name == "" {
		name = strconv.FormatInt(number, 10)
	}
	name = q.free(name, number)
	q.names[number] = name
	q.taken[name] = true
}

// free gives name, with the number added as often as needed to make it one that no queue has.
func (q *queueNames) free(name string, number int64) string {
	for q.taken[name] {
		name += "-" + strconv.FormatInt(number, 10)
	}
	return name
}

// queueWord gives the first word of a text, or the whole text.
func queueWord(text string) string {
	word, _, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	if word == "" || !isWordByte(word[0]) && word[0] < 0x80 {
		return text
	}
	return word
}

// LongestName is the most characters that the name of a queue or log has, or a fact of a header.
const LongestName = 100

// Text gives a text of a log, or the name of one, as it can be shown and kept in files: at most
// LongestName characters of UTF-8, the last three dots where it is longer. Logs are older than that:
// where s is no UTF-8 its bytes are taken for Latin-1. Blanks stand for characters that a terminal
// acts on instead of showing them.
func Text(s string) string {
	if !utf8.ValidString(s) {
		latin := make([]rune, len(s))
		for i := range len(s) {
			latin[i] = rune(s[i])
		}
		s = string(latin)
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
			return ' '
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > LongestName {
		s = string(runes[:LongestName-3]) + "..."
	}
	return s
}
