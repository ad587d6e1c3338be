package accounting

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// longestLine is the most bytes of a line, and of a record of several.
const longestLine = 1 << 20

// lineReader reads a format of lines.
type lineReader struct {
	o     Options
	in    *bufio.Scanner
	line  int // lines read
	ahead string
	has   bool // there is a line in ahead
}

func newLines(in io.Reader, o Options) lineReader {
	l := lineReader{o: o, in: bufio.NewScanner(in)}
	l.in.Buffer(make([]byte, 0, 1<<16), longestLine)
	return l
}

// next gives the next line, peek without passing over it.
func (l *lineReader) next() (string, error) {
	line, err := l.peek()
	l.has = false
	return line, err
}

func (l *lineReader) peek() (string, error) {
	if l.has {
		return l.ahead, nil
	}
	if !l.in.Scan() {
		switch err := l.in.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			return "", fmt.Errorf("%s:%d: the line has more than %d MB", l.o.File, l.line+1, longestLine>>20)
		case err != nil:
			return "", fmt.Errorf("%s: after line %d: %w", l.o.File, l.line, err)
		}
		return "", io.EOF
	}
	l.line++
	l.ahead, l.has = l.in.Text(), true
	return l.ahead, nil
}
