package swf

import (
	"strconv"
	"strings"
)

// queueNames holds a different name for each queue of a header.
type queueNames struct {
	names map[int64]string
	taken map[string]bool
}

// QueueName gives the name of a queue: the first word of its text, or the whole text where that
// does not start with a word, or the number where there is no text or no such queue. A word starts
// with a letter or a digit and ends before a blank. Hence "normal (p655 / 18hr)" is normal and
// "[fque:1]" stays as it is.
//
// Different numbers have different names: where a name already belongs to an earlier queue of the
// header, the number is added to it, as in normal-7.
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
		q.taken = make(map[string]bool)
	}
	text := ""
	if i := strings.IndexAny(value, " \t("); i >= 0 {
		text = strings.TrimSpace(value[i:])
	}
	name := queueWord(text)
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
