package arrowio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
)

// Options says what Cat shows, and how.
type Options struct {
	Where   []Condition // all must hold
	Columns []string    // in this order; empty for all
	Head    int         // rows at most; 0 for all
	Format  Format      // empty for CSV
}

// Cat writes rows of an Arrow file of this program to w, in the order of the file. Unknown columns,
// and texts that do not occur in a column of texts, are errors that list the known ones.
func Cat(w io.Writer, path string, o Options) error {
	f, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.close()
	c, err := newCat(f, o)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(c.title); err != nil {
		return err
	}
	for i := 0; i < f.batches && c.left != 0; i++ {
		r, err := f.record(i)
		if err != nil {
			return err
		}
		err = c.write(out, r)
		r.Release()
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

// cat is what is shown of a file.
type cat struct {
	*layout
	path    string
	columns []int // places in the file
	where   []Condition
	tested  []int // places of the columns of where
	left    int   // rows still to be shown; negative without end
}

func newCat(f *fileReader, o Options) (*cat, error) {
	c := &cat{path: f.path, where: o.Where, left: o.Head}
	if o.Head <= 0 {
		c.left = -1
	}
	names := o.Columns
	if len(names) == 0 {
		names = columnNames(f.schema())
	}
	if len(names) == 0 {
		return nil, errors.New("there are no columns")
	}
	for _, name := range names {
		place, err := findColumn(f.schema(), name)
		if err != nil {
			return nil, err
		}
		c.columns = append(c.columns, place)
	}
	for _, condition := range o.Where {
		place, err := findColumn(f.schema(), condition.Column)
		if err != nil {
			return nil, err
		}
		c.tested = append(c.tested, place)
	}
	var err error
	c.layout, err = newLayout(o.Format, names)
	return c, err
}

func findColumn(s *arrow.Schema, name string) (int, error) {
	found := s.FieldIndices(name)
	if len(found) == 0 {
		return 0, fmt.Errorf("no column %q; there are %s", name, strings.Join(columnNames(s), ", "))
	}
	if t := s.Field(found[0]).Type; !isKnown(t) {
		return 0, fmt.Errorf("column %s is of type %s, which cannot be shown", name, t)
	}
	return found[0], nil
}

func isKnown(t arrow.DataType) bool {
	_, ok := kindOf(t)
	return ok
}

// write writes the rows of a batch.
func (c *cat) write(w *bufio.Writer, r arrow.Record) error {
	tests := make([]test, len(c.where))
	for i := range c.where {
		var err error
		if tests[i], err = c.where[i].on(cellsOf(r.Column(c.tested[i]))); err != nil {
			return fmt.Errorf("%s: %w", c.path, err)
		}
	}
	columns := make([]appendCell, len(c.columns))
	for i, place := range c.columns {
		columns[i] = c.cell(cellsOf(r.Column(place)))
	}
	var line []byte
	for i := 0; i < int(r.NumRows()) && c.left != 0; i++ {
		if !hold(tests, i) {
			continue
		}
		line = line[:0]
		for k, appendCell := range columns {
			line = append(line, c.before[k]...)
			line = appendCell(line, i)
		}
		if _, err := w.Write(append(line, c.after...)); err != nil {
			return err
		}
		c.left--
	}
	return nil
}

func hold(tests []test, i int) bool {
	for _, t := range tests {
		if !t(i) {
			return false
		}
	}
	return true
}
