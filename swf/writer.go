package swf

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// widths are those of the columns in the archive's logs; longer numbers push the rest of their line
// to the right.
var widths = [numFields]int{5, 8, 6, 6, 4, 6, 5, 4, 6, 5, 2, 3, 3, 3, 2, 2, 2, 2}

// Writer writes a log as the archive does: comments as they are, jobs in aligned columns, numbers
// in the shortest form that reads back the same, whole ones without a point. The first error stays:
// all later calls give it again and write nothing.
type Writer struct {
	w   *bufio.Writer
	row row
	err error
}

// NewWriter gives a Writer to w. Flush must be called at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriter(w)} }

// WriteHeader writes all comments of h.
func (w *Writer) WriteHeader(h *Header) error {
	for _, line := range h.Lines() {
		w.writeComment(line)
	}
	return w.err
}

// WriteComment writes one comment, "; text". It may stand between jobs.
func (w *Writer) WriteComment(text string) error {
	w.writeComment("; " + text)
	return w.err
}

// writeComment writes a line unless it would not read back as one comment.
func (w *Writer) writeComment(line string) {
	if w.err != nil {
		return
	}
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), ";") || strings.Contains(line, "\n") || strings.HasSuffix(line, "\r") {
		w.err = fmt.Errorf("write comment %q: not one line that starts with ';'", line)
		return
	}
	w.w.WriteString(line)
	w.err = w.w.WriteByte('\n') // bufio keeps an earlier error
}

// Write writes one job, all but its Line. A time that is not finite has no form in SWF and is an
// error.
func (w *Writer) Write(j *Job) error {
	if w.err != nil {
		return w.err
	}
	if err := w.row.format(j); err != nil {
		w.err = fmt.Errorf("write job %d: %w", j.ID, err)
		return w.err
	}
	_, w.err = w.w.Write(w.row.text)
	return w.err
}

// Flush writes what is still held back.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// row is a line in the making.
type row struct {
	text  []byte
	field int // fields written so far
}

// format fills the row with a job.
func (r *row) format(j *Job) error {
	r.text, r.field = r.text[:0], 0
	var digits [32]byte
	for i, at := range j.fields() {
		if n, ok := at.(*int64); ok {
			r.append(strconv.AppendInt(digits[:0], *n, 10))
			continue
		}
		x := *at.(*float64)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("field %d (%s): %v cannot be written", i+1, fieldNames[i], x)
		}
		r.append(appendFloat(digits[:0], x))
	}
	r.text = append(r.text, '\n')
	return nil
}

// appendFloat appends a number: a whole one as such, a very large or very small one with an exponent.
func appendFloat(dst []byte, x float64) []byte {
	const large, small = 1e15, 1e-5
	switch size := math.Abs(x); {
	case size < large && x == math.Trunc(x):
		return strconv.AppendInt(dst, int64(x), 10)
	case size < large && size >= small:
		return strconv.AppendFloat(dst, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(dst, x, 'e', -1, 64)
}

// append adds one field, aligned to the right.
func (r *row) append(digits []byte) {
	if r.field > 0 {
		r.text = append(r.text, ' ')
	}
	for n := len(digits); n < widths[r.field]; n++ {
		r.text = append(r.text, ' ')
	}
	r.text = append(r.text, digits...)
	r.field++
}
