package accounting

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"waitbench/swf"
)

// The most lines and bytes of a record. A line of swf.Reader has at most as
// many bytes.
const (
	mostLines = 100
	mostBytes = 1 << 20
)

// textLine is a line, or the error of its reading.
type textLine struct {
	text   string
	number int // from 1
	err    error
}

// lines reads the lines that are not blank.
type lines struct {
	in     *swf.Reader
	file   string
	ahead  []textLine // that were read but not skipped
	number int        // of the line that line returned last
}

func newLines(in io.Reader, file string) *lines {
	return &lines{in: swf.NewReader(in, file), file: file}
}

// each calls use with each line, up to the first error. Errors have the file
// and the line.
func (l *lines) each(use func(line string) error) error {
	for {
		line, err := l.line()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = swf.Locate(use(line), l.file, l.number)
		}
		if err != nil {
			return err
		}
	}
}

// line returns the next line. A line that is too long is a *swf.RowError, after
// which line can be called again.
func (l *lines) line() (string, error) {
	next := l.peek(0)
	l.skip(1)
	l.number = next.number
	return next.text, next.err
}

// peek returns the line after the next n lines.
func (l *lines) peek(n int) textLine {
	for len(l.ahead) <= n {
		text, number, err := l.in.Line()
		if errors.Is(err, swf.ErrLongLine) {
			err = swf.Locate(err, l.file, number)
		}
		if line := string(text); err != nil || strings.TrimSpace(line) != "" {
			l.ahead = append(l.ahead, textLine{line, number, err})
		}
	}
	return l.ahead[n]
}

// skip skips the next n lines, which peek has returned.
func (l *lines) skip(n int) { l.ahead = l.ahead[n:] }

// noHeader returns the error for a file whose header line cannot be read.
func (l *lines) noHeader(err error) error {
	if err == io.EOF {
		return fmt.Errorf("%s: %w", l.file, swf.ErrEmpty)
	}
	return err
}
