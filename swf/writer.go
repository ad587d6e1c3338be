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
	err   error
}

// format fills the row with a job.
func (r *row) format(j *Job) error {
	r.text, r.field, r.err = r.text[:0], 0, nil
	r.int(j.ID)
	r.float(j.Submit, j.Wait, j.Run)
	r.int(j.Alloc)
	r.float(j.CPU, j.Memory)
	r.int(j.ReqProcs)
	r.float(j.ReqTime, j.ReqMemory)
	r.int(j.Status, j.User, j.Group, j.Executable, j.Queue, j.Partition, j.Preceding)
	r.float(j.Think)
	r.text = append(r.text, '\n')
	return r.err
}

// int appends whole numbers.
func (r *row) int(values ...int64) {
	for _, v := range values {
		var digits [24]byte
		r.append(strconv.AppendInt(digits[:0], v, 10))
	}
}

// float appends numbers: whole ones as such, very large and very small ones with an exponent.
func (r *row) float(values ...float64) {
	const large, small = 1e15, 1e-5
	for _, v := range values {
		var digits [32]byte
		size := math.Abs(v)
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			r.err = fmt.Errorf("field %d (%s): %v cannot be written", r.field+1, fieldNames[r.field], v)
			return
		case size < large && v == math.Trunc(v):
			r.append(strconv.AppendInt(digits[:0], int64(v), 10))
		case size < large && size >= small:
			r.append(strconv.AppendFloat(digits[:0], v, 'f', -1, 64))
		default:
			r.append(strconv.AppendFloat(digits[:0], v, 'e', -1, 64))
		}
	}
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
