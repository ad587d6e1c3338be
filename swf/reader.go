package swf

import (
	"bytes"
	"fmt"
	"io"
	"iter"
)

const (
	bufferSize    = 256 << 10 // start size of a Reader's buffer; it grows to hold the longest line
	longestLine   = 1 << 20   // bytes of a line, with its end; a malformed line has more
	longestHeader = 16 << 20  // bytes of all comments
	mostEmpty     = 100       // reads without a byte and without an error before the source is given up
)

// Reader reads jobs from plain text. Its settings may be changed before the first Read. A Reader
// serves one goroutine.
type Reader struct {
	// Lenient makes Read skip malformed lines and count them, where it would give a SyntaxError.
	// Errors of the stream, such as a truncated gzip file, stay errors.
	Lenient bool
	// Progress, if not nil, is told now and then how many lines have been read.
	Progress func(lines int)

	name   string
	src    io.Reader
	buf    []byte // buf[pos:end] is read but not yet parsed; wordLen zero bytes follow, for scanJob
	pos    int
	end    int
	err    error // of the stream, io.EOF at its end
	line   int   // lines given out so far
	within bool  // in a line that was too long
	header Header
	size   int // of the header, bytes

	extra   int
	skipped int
}

// NewReader gives a Reader of the text in r. name is used in messages.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{name: name, src: r, buf: make([]byte, bufferSize)}
}

// Read fills j with the next job and keeps the comments it passes in the header. It gives io.EOF at
// the end, a *SyntaxError for a malformed line, after which reading can go on with the next line,
// or an error that says after which line the stream failed, and says so again when asked again.
// After an error the content of j is not defined. Read does not allocate.
func (r *Reader) Read(j *Job) error {
	for {
		if n := scanJob(r.buf[r.pos:r.end+wordLen], j); n > 0 && n <= longestLine && !r.within && j.fits() {
			r.pos += n
			r.line++
			j.Line = r.line
			return nil
		}
		line, err := r.nextLine()
		if err != nil {
			return err
		}
		text := trimBlanks(line)
		var extra bool
		var field int
		switch {
		case r.within:
			err = fmt.Errorf("%w: more than %d MB", ErrLength, longestLine>>20)
		case len(text) == 0:
			continue
		case text[0] == ';':
			if r.size += len(line); r.size <= longestHeader {
				r.header.addLine(string(line))
				continue
			}
			err = fmt.Errorf("%w: more than %d MB of comments", ErrHeader, longestHeader>>20)
		default:
			extra, field, err = parseJob(text, j)
		}
		switch {
		case err != nil && r.Lenient:
			r.skipped++
			continue
		case err != nil:
			return &SyntaxError{File: r.name, Line: r.line, Field: field, Err: err}
		case extra:
			r.extra++
		}
		j.Line = r.line
		return nil
	}
}

// All gives the jobs that are left. It stops at the end of the log or after the first error, which
// it passes on.
func (r *Reader) All() iter.Seq2[Job, error] {
	return func(yield func(Job, error) bool) {
		var j Job
		for {
			err := r.Read(&j)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Job{}, err)
				return
			}
			if !yield(j, nil) {
				return
			}
		}
	}
}

// Header gives the header as far as it has been read: all comments up to the last job given, or all
// of them at the end. The same header grows as reading goes on.
func (r *Reader) Header() *Header { return &r.header }

// Text gives what was not yet read, as it is: for files of other formats, that Open decompresses too.
func (r *Reader) Text() io.Reader {
	return io.MultiReader(bytes.NewReader(r.buf[r.pos:r.end]), r.src)
}

// Extra counts the lines with more than 18 fields, whose other fields were ignored.
func (r *Reader) Extra() int { return r.extra }

// Skipped counts the malformed lines a lenient Reader has passed over.
func (r *Reader) Skipped() int { return r.skipped }

// nextLine gives the next line without its terminator, valid until the next call. Of one that is too
// long it gives nothing; the call after that passes over the rest. A last line that the stream broke
// off is not given, only the error.
func (r *Reader) nextLine() ([]byte, error) {
	seen := 0
	for {
		i := bytes.IndexByte(r.buf[r.pos+seen:r.end], '\n')
		switch n := seen + i; {
		case r.within && i >= 0:
			r.pos, r.within, seen = r.pos+n+1, false, 0
			continue
		case i >= 0 && n < longestLine:
			return r.take(n, 1), nil
		case r.within:
			r.pos = r.end
		}
		seen = r.end - r.pos
		switch {
		case seen >= longestLine:
			r.line++
			r.within = true
			return nil, nil
		case r.err == nil:
			r.fill()
		case r.err != io.EOF:
			return nil, fmt.Errorf("%s: after line %d: %w", r.name, r.line, r.err)
		case seen == 0:
			return nil, io.EOF
		default:
			return r.take(seen, 0), nil
		}
	}
}

// take gives the next n bytes as a line and passes over them and the newline after them, if there
// is one.
func (r *Reader) take(n, newline int) []byte {
	line := r.buf[r.pos : r.pos+n]
	r.pos += n + newline
	r.line++
	if r.line == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return bytes.TrimRight(line, "\r")
}

// fill reads more of the stream, first making room for it, and keeps its error.
func (r *Reader) fill() {
	if r.Progress != nil {
		r.Progress(r.line)
	}
	r.end = copy(r.buf, r.buf[r.pos:r.end])
	r.pos = 0
	if r.end > len(r.buf)/2 {
		r.buf = append(r.buf, make([]byte, len(r.buf))...)
	}
	room := r.buf[r.end : len(r.buf)-wordLen]
	n := 0
	r.err = io.ErrNoProgress
	for range mostEmpty {
		if n, r.err = r.src.Read(room); n > 0 || r.err != nil {
			break
		}
		r.err = io.ErrNoProgress
	}
	r.end += n
	clear(r.buf[r.end : r.end+wordLen])
}
