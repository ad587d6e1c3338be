package accounting

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"

	"waitbench/swf"
)

// The most lines and bytes of a record; a line has at most as many bytes.
const (
	mostLines = 100
	mostBytes = 1 << 20
)

// textLine is a line, or the error of its reading.
type textLine struct {
	text, file string
	number     int  // from 1 in its file
	first      bool // of its file
	err        error
}

// lines reads the lines of a file, or of several, that are not blank.
type lines struct {
	textLine     // that line returned last
	count    int // lines of the record that began there
	in       *swf.Reader
	more     NextFile   // nil after the last file
	from     textLine   // file and first of the line to read
	ahead    []textLine // that were read but not skipped
}

func newLines(in io.Reader, o Options) *lines {
	from := textLine{file: o.File, first: true}
	return &lines{textLine: from, in: swf.NewReader(in, o.File), more: o.Next, from: from}
}

// each calls use with each line, up to the first error, which names the line.
func (l *lines) each(use func(line string) error) error {
	for {
		line, err := l.line()
		if err == io.EOF {
			return nil
		} else if err == nil {
			err = swf.Locate(use(line), l.file, l.number)
		}
		if err != nil {
			return err
		}
	}
}

// line returns the next line. After a *swf.RowError it can be called again.
func (l *lines) line() (string, error) {
	l.textLine, l.count = l.peek(0), 1
	l.ahead = l.ahead[1:]
	return l.text, l.err
}

// row returns the record that has begun, without cells.
func (l *lines) row() row {
	return row{file: l.file, line: l.number, lines: l.count, cells: map[string]string{}}
}

// peek returns the line after the next n lines.
func (l *lines) peek(n int) textLine {
	for len(l.ahead) <= n {
		text, number, err := l.in.Line()
		if err == io.EOF && l.more != nil {
			in, name, none := l.more()
			if none == nil {
				l.in, l.from = swf.NewReader(in, name), textLine{file: name, first: true}
				continue
			}
			l.more, err = nil, none
		}
		if errors.Is(err, swf.ErrLongLine) {
			err = swf.Locate(err, l.from.file, number)
		}
		if line := string(text); err != nil || strings.TrimSpace(line) != "" {
			l.ahead = append(l.ahead, textLine{line, l.from.file, number, l.from.first, err})
			l.from.first = false
		}
	}
	return l.ahead[n]
}

// join adds the next n lines, which peek has returned, to the record.
func (l *lines) join(n int) { l.ahead, l.count = l.ahead[n:], l.count+n }

// header returns the next line as a header line, which a file must have.
func (l *lines) header() (string, error) {
	line, err := l.line()
	if err == io.EOF {
		err = fmt.Errorf("%s: %w", l.file, swf.ErrEmpty)
	}
	return line, err
}

// namesOf returns the names of columns in a header line, in lower case.
func namesOf(cells []string) (names []string) {
	for _, name := range withoutEmpty(cells, len(cells)-1) {
		names = append(names, strings.ToLower(strings.TrimSpace(name)))
	}
	return names
}

// withoutEmpty cuts the cell after n others if it is the last one and empty, as
// behind a separator at the end of a line.
func withoutEmpty(cells []string, n int) []string {
	if len(cells) == n+1 && strings.TrimSpace(cells[n]) == "" {
		return cells[:n]
	}
	return cells
}

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
