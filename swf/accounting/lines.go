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
	text, file string
	number     int  // from 1 in its file
	first      bool // of its file
	err        error
}

// lines reads the lines of a file, or of several, that are not blank.
type lines struct {
	textLine // that line returned last
	in       *swf.Reader
	more     NextFile   // nil after the last file
	from     textLine   // file and first of the line to read
	ahead    []textLine // that were read but not skipped
}

func newLines(in io.Reader, o Options) *lines {
	from := textLine{file: o.File, first: true}
	return &lines{textLine: from, in: swf.NewReader(in, o.File), more: o.Next, from: from}
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
	l.textLine = l.peek(0)
	l.skip(1)
	return l.text, l.err
}

// peek returns the line after the next n lines.
func (l *lines) peek(n int) textLine {
	for len(l.ahead) <= n {
		text, number, err := l.in.Line()
		if err == io.EOF && l.more != nil {
			if err = l.open(); err == nil {
				continue
			}
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

// open opens the next file. It returns io.EOF after the last one.
func (l *lines) open() error {
	in, name, err := l.more()
	if err != nil {
		l.more = nil
		return err
	}
	l.in, l.from = swf.NewReader(in, name), textLine{file: name, first: true}
	return nil
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
