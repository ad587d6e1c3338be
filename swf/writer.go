package swf

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// widths are the widths of the columns in the archive's logs.
var widths = [numFields]int{5, 8, 6, 6, 4, 6, 5, 4, 6, 5, 2, 3, 3, 3, 2, 2, 2, 2}

// Writer writes a log as the archive does: comments as they are, jobs in
// aligned columns, numbers in the shortest form that reads back the same,
// integers without a point. After an error all calls return it and write
// nothing.
type Writer struct {
	w   *bufio.Writer
	row []byte // buffer for a line
	err error
}

// NewWriter returns a Writer to w. Flush must be called at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriter(w)} }

// WriteComment writes one comment, "; text".
func (w *Writer) WriteComment(text string) error {
	if w.err == nil && (strings.Contains(text, "\n") || strings.HasSuffix(text, "\r")) {
		w.err = fmt.Errorf("write comment %q: not one line", text)
	}
	if w.err == nil {
		_, w.err = w.w.WriteString("; " + text + "\n")
	}
	return w.err
}

// Write writes one job, without its Line. A time that is not finite is an
// error.
func (w *Writer) Write(j *Job) error {
	if w.err != nil {
		return w.err
	}
	var digits [32]byte
	w.row = w.row[:0]
	for i, field := range j.fields() {
		text := digits[:0]
		switch value := field.(type) {
		case *int64:
			text = strconv.AppendInt(text, *value, 10)
		case *float64:
			if math.IsNaN(*value) || math.IsInf(*value, 0) {
				w.err = fmt.Errorf("write job %d: field %d (%s): %v cannot be written",
					j.ID, i+1, FieldNames[i], *value)
				return w.err
			}
			text = appendFloat(text, *value)
		}
		if i > 0 {
			w.row = append(w.row, ' ')
		}
		for n := len(text); n < widths[i]; n++ {
			w.row = append(w.row, ' ')
		}
		w.row = append(w.row, text...)
	}
	w.row = append(w.row, '\n')
	_, w.err = w.w.Write(w.row)
	return w.err
}

func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.w.Flush()
	}
	return w.err
}

// appendFloat appends a number, with an exponent if it is very large or small.
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
