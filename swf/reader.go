package swf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
)

const (
	longestLine   = 1 << 20  // bytes of a line, with its end
	longestHeader = 16 << 20 // bytes of all comments
	progressLines = 1 << 12  // lines between two calls of Progress
)

// ErrLongLine is the error for a line that is too long, for errors.Is.
var ErrLongLine = fmt.Errorf("line too long: more than %d MB", longestLine>>20)

// Reader reads jobs from plain text. Its settings may be changed before the
// first Read. A Reader serves one goroutine.
type Reader struct {
	// Lenient makes Read skip and count malformed lines instead of returning a
	// RowError. Errors of the stream, such as a truncated gzip file, stay errors.
	Lenient bool
	// Progress, if not nil, is called now and then with the lines read.
	Progress func(lines int)
	// Each, if not nil, is called with each job read.
	Each func(*Job)

	// Counts of what was read so far.
	Skipped    int // malformed lines, of a lenient Reader
	Extra      int // lines with more than 18 fields, of which the further ones are ignored
	MostFields int // of a line; 0 if none has more than 18
	// Parts are the lines that are a part of an earlier job, as of one that was
	// swapped out, and no jobs: they have its number and status 2 to 4.
	Parts    int
	Repeated int // jobs with the number of an earlier one

	name   string
	in     *bufio.Reader
	err    error // of the stream, io.EOF at its end
	line   int   // lines read
	long   bool  // the rest of a line that was too long comes next
	header Header
	size   int // of the header, bytes

	numbers numbers
}

// NewReader returns a Reader of the text in r. Messages use name.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{name: name, in: bufio.NewReaderSize(r, longestLine),
		numbers: numbers{entries: map[int64]entry{}}}
}

// Read sets j to the next job, and adds the comments before it to the header. It
// leaves out Parts. It returns io.EOF at the end, a *RowError for a malformed
// line, after which it can be called again, or an error that names the line
// after which the stream failed. After an error the content of j is undefined.
func (r *Reader) Read(j *Job) error {
	for {
		line, _, err := r.Line()
		if r.err != nil {
			return err
		}
		text := trimBlanks(line)
		extra, field := 0, 0
		switch {
		case err != nil:
		case len(text) == 0:
			continue
		case text[0] == ';':
			if r.size += len(line); r.size <= longestHeader {
				r.header.addLine(string(line))
				continue
			}
			err = fmt.Errorf("header too long: more than %d MB of comments", longestHeader>>20)
		default:
			extra, field, err = parseJob(text, j)
		}
		switch {
		case err != nil && r.Lenient:
			r.Skipped++
			continue
		case err != nil:
			return &RowError{File: r.name, Line: r.line, Field: field, Err: err}
		case extra > 0:
			r.Extra++
			r.MostFields = max(r.MostFields, numFields+extra)
		}
		if r.isPart(j) {
			continue
		}
		j.Line = r.line
		if r.Each != nil {
			r.Each(j)
		}
		return nil
	}
}

// All returns the remaining jobs. It stops at the end of the log, or after the
// first error, with which the job is undefined.
func (r *Reader) All() iter.Seq2[Job, error] {
	return func(yield func(Job, error) bool) {
		var j Job
		for {
			err := r.Read(&j)
			if err == io.EOF || !yield(j, err) || err != nil {
				return
			}
		}
	}
}

// Name returns the name of the log in messages.
func (r *Reader) Name() string { return r.name }

// Header returns the header: the comments up to the last job read, or all of
// them at the end. The same header grows with each Read.
func (r *Reader) Header() *Header { return &r.header }

// Text returns the unread text, for files of other formats.
func (r *Reader) Text() io.Reader { return r.in }

// Line returns the next line without its terminator, valid until the next call,
// and its number from 1. After ErrLongLine it can be called again. Other errors
// are about the stream, which has ended then. A last line that such an error
// cuts off is lost.
func (r *Reader) Line() ([]byte, int, error) {
	if r.err != nil {
		return nil, r.line, r.err
	}
	if r.Progress != nil && r.line%progressLines == 0 {
		r.Progress(r.line)
	}
	line, err := r.in.ReadSlice('\n')
	for r.long {
		r.long = err == bufio.ErrBufferFull
		line, err = r.in.ReadSlice('\n')
	}
	switch {
	case err == bufio.ErrBufferFull:
		r.long = true
		r.line++
		return nil, r.line, ErrLongLine
	case err == io.EOF && len(line) == 0:
		r.err = err
		return nil, r.line, err
	case err != nil && err != io.EOF:
		r.err = fmt.Errorf("%s: after line %d: %w", r.name, r.line, err)
		return nil, r.line, r.err
	}
	r.line++
	if r.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return bytes.TrimRight(line, "\r\n"), r.line, nil
}
