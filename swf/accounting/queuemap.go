package accounting

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"
)

// QueueName is the name for queues that match an expression.
type QueueName struct {
	match *regexp.Regexp
	name  string
}

// ReadQueueMap reads lines of an expression, blanks and a name.
func ReadQueueMap(in io.Reader, o Options) (renames []QueueName, err error) {
	err = newLines(in, o).each(func(line string) error {
		words := strings.Fields(line)
		if len(words) != 2 {
			return fmt.Errorf("%s is not of the form REGEXP NAME", quote(line))
		}
		match, err := regexp.Compile(words[0])
		if wrong, ok := errors.AsType[*syntax.Error](err); ok {
			return fmt.Errorf("%s is not a regular expression: %v", quote(words[0]), wrong.Code)
		}
		renames = append(renames, QueueName{match, words[1]})
		return nil
	})
	return renames, err
}
