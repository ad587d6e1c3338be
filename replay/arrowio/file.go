package arrowio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"waitbench/replay/output"
)

// Metadata is the settings of a run and other facts about a file, in order.
type Metadata []Pair

// Pair is an entry of the metadata of a file.
type Pair struct{ Key, Value string }

// ByKey returns the values by their keys, as a file has them.
func (m Metadata) ByKey() map[string]string {
	values := map[string]string{}
	for _, p := range m {
		values[validText(p.Key)] = validText(p.Value)
	}
	return values
}

func (m Metadata) arrow() arrow.Metadata {
	var keys, values []string
	for _, p := range m {
		keys, values = append(keys, validText(p.Key)), append(values, validText(p.Value))
	}
	return arrow.NewMetadata(keys, values)
}

// validText returns s as UTF-8, which Arrow requires. Logs may be older: the bytes
// of a text that is no UTF-8 are taken for Latin-1.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// fileWriter writes one Arrow file. Any error ends the file.
type fileWriter struct {
	out     *output.File
	written int64 // bytes
	arrow   *ipc.FileWriter
	rows    *array.RecordBuilder // of the next batch
	n       int                  // rows in it
	batches int
}

func createFile(path string, schema *arrow.Schema, options ...ipc.Option) (*fileWriter, error) {
	out, err := output.Create(path)
	if err != nil {
		return nil, err
	}
	f := &fileWriter{out: out, rows: array.NewRecordBuilder(memory.DefaultAllocator, schema)}
	if f.arrow, err = ipc.NewFileWriter(f, append(options, ipc.WithSchema(schema))...); err != nil {
		return nil, out.Fail(err)
	}
	return f, nil
}

// Write and Seek are for the ipc.FileWriter, which seeks only to learn how much
// was written.
func (f *fileWriter) Write(b []byte) (int, error) {
	n, err := f.out.Write(b)
	f.written += int64(n)
	return n, err
}

func (f *fileWriter) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("an Arrow file is written front to back")
	}
	return f.written, nil
}

// add adds rows of a table, which has the columns of the file, to the batch.
func (f *fileWriter) add(t table, first, last int) {
	for i := range t {
		t[i].put(f.rows.Field(i), first, last)
	}
	f.n += last - first
}

// flush writes the batch.
func (f *fileWriter) flush() error {
	if err := f.arrow.Write(f.rows.NewRecord()); err != nil {
		return f.out.Fail(err)
	}
	f.n, f.batches = 0, f.batches+1
	return nil
}

// endOfStream is the mark at the end of the batches [Arrow columnar format, IPC
// file format]. Programs that read the file from front to back need it, and the
// Go library leaves it out.
var endOfStream = []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}

// close writes the last batch, completes the file and gives it its name. A file
// without rows has one empty batch, with the dictionaries.
func (f *fileWriter) close() error {
	if f.n > 0 || f.batches == 0 {
		if err := f.flush(); err != nil {
			return err
		}
	}
	_, err := f.Write(endOfStream)
	if err == nil {
		err = f.arrow.Close()
	}
	if err != nil {
		return f.out.Fail(err)
	}
	return f.out.Commit()
}

// write writes an Arrow file of one batch.
func (t table) write(path string, metadata Metadata, options ...ipc.Option) error {
	out, err := createFile(path, t.schema(metadata), options...)
	if err != nil {
		return err
	}
	out.add(t, 0, t[0].rows())
	return out.close()
}

// read appends the rows of a file of the given kind to the columns of t. A missing
// column is an error, except for one that may be null: it has no values then.
func (t table) read(path, kind string) error {
	file, err := openFile(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var present table
	for _, c := range t {
		if c.Null == "" || file.schema.HasField(c.Name) {
			present = append(present, c)
		}
	}
	at, err := file.find(kind, present)
	if err != nil {
		return err
	}
	for i := range file.batches {
		err := file.decode(i, func(r arrow.Record) error {
			for k := range present {
				if err := present[k].take(r.Column(at[k]), 0, int(r.NumRows())); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fileReader reads one Arrow file. What it reads is garbage like any other Go
// memory, so nothing releases it.
type fileReader struct {
	*os.File
	path    string
	arrow   *ipc.FileReader
	schema  *arrow.Schema
	batches int
	memory  limited
}

func openFile(path string) (*fileReader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, output.CannotRead(path, err)
	}
	f := &fileReader{File: file, path: path, memory: limited{Allocator: memory.DefaultAllocator}}
	if err := f.checkEnds(); err != nil {
		f.Close()
		return nil, err
	}
	err = f.catch(func() (err error) {
		f.arrow, err = ipc.NewFileReader(file, ipc.WithAllocator(&f.memory))
		if err == nil {
			f.schema, f.batches = f.arrow.Schema(), f.arrow.NumRecords()
		}
		return err
	})
	for _, name := range f.columnNames() {
		if strings.ContainsFunc(name, unicode.IsControl) {
			err = fmt.Errorf("%s is damaged: it has a column named %q", path, name)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// checkEnds returns an error unless the file begins and ends as an Arrow file.
func (f *fileReader) checkEnds() error {
	info, err := f.Stat()
	if err != nil {
		return output.CannotRead(f.path, err)
	}
	size, mark := info.Size(), int64(len(ipc.Magic))
	switch {
	case info.IsDir():
		return fmt.Errorf("%s is a folder, not an Arrow file", f.path)
	case size == 0:
		return fmt.Errorf("%s is empty, not an Arrow file", f.path)
	}
	begin, end := make([]byte, mark), make([]byte, mark)
	f.ReadAt(begin, 0) // without these bytes the marks are missing
	f.ReadAt(end, max(0, size-mark))
	switch {
	case !bytes.Equal(begin, ipc.Magic):
		return fmt.Errorf("%s is not an Arrow file", f.path)
	case !bytes.Equal(end, ipc.Magic) || size < 2*mark+4:
		return fmt.Errorf("%s is cut off: it begins as an Arrow file but does not end as one", f.path)
	}
	return nil
}

// decode calls use with batch i. A panic of use is an error of the file.
func (f *fileReader) decode(i int, use func(arrow.Record) error) error {
	f.memory.used = 0
	return f.catch(func() error {
		r, err := f.arrow.RecordAt(i)
		if err != nil {
			return err
		}
		for _, c := range r.Columns() {
			width, fixed := c.DataType().(arrow.FixedWidthDataType)
			if fixed && c.Len() > 0 && c.Data().Buffers()[1].Len()*8 < c.Len()*width.BitWidth() {
				return fmt.Errorf("batch %d: there are fewer values than rows", i)
			}
		}
		return use(r)
	})
}

// catch returns the error of a function that decodes the file. The library panics
// on much of what can be wrong with a file: that is an error, too.
func (f *fileReader) catch(decode func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
		if err != nil {
			err = fmt.Errorf("%s is damaged: %s", f.path, strings.ReplaceAll(err.Error(), "arrow/ipc: ", ""))
		}
	}()
	return decode()
}

// limited refuses a batch that takes more memory than any in a file of this
// program. A damaged file may ask for more than there is, which ends a program
// without an error.
type limited struct {
	memory.Allocator
	used int // by the batch, bytes
}

const mostBytes = 1 << 29

func (l *limited) Allocate(size int) []byte { return l.Reallocate(size, nil) }

func (l *limited) Reallocate(size int, b []byte) []byte {
	if l.used += max(size, 0); size < 0 || l.used > mostBytes {
		panic(fmt.Sprintf("it asks for a buffer of %d bytes", size))
	}
	return l.Allocator.Reallocate(size, b)
}

// find returns the positions of columns in the file, which should be of the given
// kind.
func (f *fileReader) find(kind string, columns table) (at []int, err error) {
	for i := range columns {
		c := &columns[i]
		found := f.schema.FieldIndices(c.Name)
		if len(found) == 0 {
			return nil, fmt.Errorf("%s is not a file of %s: it has no column %s, only %s", f.path, kind, c.Name, strings.Join(f.columnNames(), ", "))
		}
		if is := f.schema.Field(found[0]).Type; !arrow.TypeEqual(is, c.dataType()) {
			return nil, fmt.Errorf("%s is not a file of %s: column %s is of type %s, not %s", f.path, kind, c.Name, is, c.dataType())
		}
		at = append(at, found[0])
	}
	return at, nil
}

func (f *fileReader) columnNames() []string {
	var names []string
	if f.schema != nil {
		for _, field := range f.schema.Fields() {
			names = append(names, field.Name)
		}
	}
	return names
}

// ReadMetadata returns the metadata of a file.
func ReadMetadata(path string) (Metadata, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var m Metadata
	of := f.schema.Metadata()
	for i, key := range of.Keys() {
		m = append(m, Pair{Key: key, Value: of.Values()[i]})
	}
	return m, nil
}

// ColumnNames returns the names of the columns of a file.
func ColumnNames(path string) ([]string, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.columnNames(), nil
}
