package arrowio

import (
	"fmt"
	"slices"
	"strings"
)

// Names is the texts that occur in a predictions file, each once, in the order of its dictionaries.
type Names struct {
	Traces, Queues, Ranges, Methods []string

	sides []string // upper and lower
}

// The text columns of a predictions file.
const (
	traceKey = iota
	queueKey
	rangeKey
	methodKey
	sideKey
	keyColumns
)

// keyWords are what the text columns are called in messages.
var keyWords = [keyColumns]string{"trace", "queue", "range", "method", "side"}

// lists gives the names by column.
func (n *Names) lists() []*[]string {
	return []*[]string{&n.Traces, &n.Queues, &n.Ranges, &n.Methods, &n.sides}
}

// keys is a value of each text column, as places in the dictionaries. -1 stands for any value in a
// filter.
type keys [keyColumns]int32

// find gives the places of values; the empty text is any value where empty says so.
func (n *Names) find(values [keyColumns]string, emptyIsAny bool) (keys, error) {
	var k keys
	for c, list := range n.lists() {
		if k[c] = int32(slices.Index(*list, values[c])); k[c] >= 0 || emptyIsAny && values[c] == "" {
			continue
		}
		return k, fmt.Errorf("no %s %q; there are %s", keyWords[c], values[c], strings.Join(*list, ", "))
	}
	return k, nil
}

// check returns an error naming a text that is there twice.
func (n *Names) check() error {
	for c, list := range n.lists() {
		for i, name := range *list {
			if slices.Contains((*list)[:i], name) {
				return fmt.Errorf("%s %q is listed twice", keyWords[c], name)
			}
		}
	}
	return nil
}

// add takes up those of other's names that are not there yet.
func (n *Names) add(other *Names) {
	from := other.lists()
	for c, list := range n.lists() {
		for _, name := range *from[c] {
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
}
